"""The pychess desktop, without its windows, plays a game of the engine against itself.
usage: dbus-run-session xvfb-run pychess_desktop.py makruk|cambodian uci|xboard ENGINE"""

import asyncio
import builtins
import gettext
import os
import sys
from collections import OrderedDict

gettext.install("pychess")
builtins.__dict__.setdefault("_", lambda text: text)
import gi  # noqa: E402

gi.require_version("Gtk", "3.0")
from gi.repository import GLib  # noqa: E402
from pychess.Players.engineNest import discoverer  # noqa: E402
from pychess.System import conf, prefix  # noqa: E402
from pychess.Utils.const import BLACK, CAMBODIANCHESS, MAKRUKCHESS, WHITE, reprResult  # noqa: E402
from pychess.Utils.GameModel import GameModel  # noqa: E402
from pychess.Utils.TimeModel import TimeModel  # noqa: E402
from pychess.Variants import variants  # noqa: E402

name, protocol, engine = sys.argv[1:4]
variant = variants[{"makruk": MAKRUKCHESS, "cambodian": CAMBODIANCHESS}[name]]
# At its lowest levels pychess has them think so many plies deep; the clocks are wide: a loaded machine loses no game.
LEVEL, SECONDS = 3, 120
os.makedirs(prefix.getEngineDataPrefix(), exist_ok=True)
command = os.path.abspath("bayon-engine")
with open(command, "w") as script:
    script.write(f"#!/bin/sh\nexec {engine} {'xboard' if protocol == 'xboard' else ''}\n")
os.chmod(command, 0o755)


async def discovered():
    """The engine as pychess finds it."""
    done, faults = asyncio.Event(), []
    discoverer.engines = []
    discoverer.addEngine("Bayon", command, protocol, None, None)
    discoverer.connect("engine_failed", lambda *found: faults.append(found[1]))
    discoverer.connect("all_engines_discovered", lambda *_: done.set())

    def pre_discover():
        discoverer.toBeRechecked = OrderedDict((found["name"], [found, False]) for found in discoverer.engines)
        for found in discoverer.engines:
            found.setdefault("md5", "unknown")

    discoverer.pre_discover = pre_discover
    discoverer.discover()
    await asyncio.wait_for(done.wait(), 40)
    assert not faults, faults
    found = discoverer.getEngineByName("Bayon")
    assert variant.variant in discoverer.getEngineVariants(found), discoverer.getEngineVariants(found)
    return found


async def main():
    loop = asyncio.get_event_loop()
    found = await discovered()
    game = GameModel(TimeModel(SECONDS, 0), variant)
    player = [
        await discoverer.initPlayerEngine(found, color, LEVEL, variant, secs=SECONDS, incr=0, forcePonderOff=True)
        for color in (WHITE, BLACK)
    ]
    ended = asyncio.Event()
    game.connect("game_ended", lambda *_: ended.set())
    context = GLib.MainContext.default()

    def pump():
        while context.pending():
            context.iteration(False)
        loop.call_later(0.005, pump)

    pump()
    conf.set("book_depth_max", 0)
    game.setPlayers(player)
    game.start()
    try:
        await asyncio.wait_for(ended.wait(), 120)
    except asyncio.TimeoutError:
        pass
    print(name, protocol, len(game.moves), "plies, result", reprResult[game.status], "reason", game.reason)
    print(game.boards[-1].asFen())
    for one in player:
        print("invalid move:", one.invalid_move)
    assert reprResult[game.status] in ("1-0", "0-1", "1/2-1/2"), "the game is not over"
    assert all(not one.invalid_move for one in player)
    print("finished")
    sys.stdout.flush()
    # Its windows' threads have nothing to wait for.
    os._exit(0)


asyncio.get_event_loop().run_until_complete(main())

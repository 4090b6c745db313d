"""pychess-external-engine analyses games of a user's own with this engine, end to end, against a mock of its site.

usage: python3 own_rules.py ENGINE     needs the packages pychess-external-engine and pyffish
"""

import hashlib
import json
import os
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

import pyffish

# name, rules; pyffish checks every move that comes back
GAMES = [
    ("stayking", "[stayking:makruk]\nmakpongRule = true\n"),
    ("fewouk", "[fewouk:cambodian]\nstartFen = 4k3/3m4/8/pppp4/8/4PPPP/8/3KM3 w DE - 0 1\nnFoldRule = 4\n"),
    (
        "alone",
        "# from nothing\n[alone]\npawn = p\nfers = f\nrook = r\nking = k\nstartFen = rfff1k1r/8/pppppppp/8/8/PPPPPPPP/8/R1K1FFFR w"
        " - - 0 1\npromotionRegionWhite = *6 *7 *8\npromotionRegionBlack = *3 *2 *1\npromotionPieceTypes = f\n"
        "doubleStep = false\ncastling = false\nnMoveRule = 0\ncountingRule = makruk\npieceToCharTable = -\n",
    ),
]
BAD = ("noking", "[noking:makruk]\npieceDrops = true\n")


def free_port():
    with socket.socket() as end:
        end.bind(("127.0.0.1", 0))
        return end.getsockname()[1]


class Site(BaseHTTPRequestHandler):
    """Takes the registration, and agrees to everything."""

    registered = threading.Event()
    registration = None

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/api/external-engine":
            Site.registration = body
            Site.registered.set()
        answer = b'{"id":"abcd1234","ok":true}'
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


def analyse(origin, name, ini, start, search):
    rules = {"ini": ini, "sha256": hashlib.sha256(ini.encode()).hexdigest()}
    body = dict(
        protocolVersion=1, sessionId=name, searchId=name, variant=name, engineVariant=name, chess960=False, initialFen=start,
        currentFen=start, moves=[], threads=1, hash=16, multiPv=2, search=search, rules=rules,
    )
    secret = Site.registration["clientSecret"]
    headers = {"Origin": origin, "Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
    request = urllib.request.Request(Site.registration["address"] + "/v1/analyse", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return [json.loads(line) for line in answer.read().decode().splitlines()]


def main():
    engine = os.path.abspath(sys.argv[1])
    server = HTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{server.server_port}"
    command = [sys.executable, "-m", "pychess_external_engine.cli", "--engine", engine, "--site", origin, "--port", str(free_port())]
    bridge = subprocess.Popen(command, env=dict(os.environ, PYCHESS_API_TOKEN="t" * 40), stdout=subprocess.DEVNULL)
    try:
        assert Site.registered.wait(60), "the bridge has not registered itself"
        for name, ini in GAMES:
            pyffish.load_variant_config(ini)
            events = analyse(origin, name, ini, pyffish.start_fen(name), {"depth": 8})
            lines = [event for event in events if event["type"] == "evaluation"]
            print(name, len(events), "events, the last", json.dumps(events[-1])[:200])
            assert events[-1]["type"] == "completed" and events[-1]["bestmove"] and lines, events
        name, ini = BAD
        try:
            events = analyse(origin, name, ini, pyffish.start_fen("makruk"), {"depth": 2})
            raise AssertionError(f"bad rules were accepted: {events}")
        except urllib.error.HTTPError as error:
            words = error.read().decode()
            print(name, error.code, words)
            assert error.code == 422, words
    finally:
        bridge.kill()
        bridge.wait()
    print("own rules: analysed")


main()

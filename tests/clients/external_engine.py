"""pychess-external-engine offers the engine to a site, here one that only notes who registers; then analyses are asked of it
as the site's pages do. usage: external_engine.py ENGINE"""

import http.client
import http.server
import json
import os
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

import pyffish

VARIANTS = ["makruk", "cambodian", "karouk", "makpong", "asean", "ai-wok"]
registered = threading.Event()
client = {}


class Site(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/api/external-engine":
            client.update(json.loads(body))
            registered.set()
        answer = json.dumps({"id": "abcd1234", "ok": True}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    do_DELETE = do_PUT = do_POST

    def log_message(self, *_):
        pass


def body(variant, moves=(), fen=None, search=None, session="1", question="1", lines=2):
    start = fen or pyffish.start_fen(variant)
    now = pyffish.get_fen(variant, start, list(moves))
    return {
        "protocolVersion": 1, "sessionId": session, "searchId": question, "variant": variant, "engineVariant": variant,
        "chess960": False, "initialFen": start, "currentFen": now, "moves": list(moves), "threads": 1, "hash": 16,
        "multiPv": lines, "search": search or {"depth": 7},
    }  # fmt: skip


def headers():
    return {"Origin": site, "Authorization": f"Bearer {client['clientSecret']}", "Content-Type": "application/json"}


def ask(path, given=None):
    """The answer, a list of events where it is an analysis. On a loaded machine the program's own helper for the rules is
    late at times, and it asks to come again."""
    request = urllib.request.Request(client["address"] + path, given and json.dumps(given).encode(), headers())
    for patience in (3, 2, 1, 0):
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return [json.loads(line) for line in answer.read().decode().strip().split("\n")]
        except urllib.error.HTTPError as error:
            if error.code != 503 or not patience:
                raise
            time.sleep(1)


def complete(given):
    events = ask("/v1/analyse", given)
    assert all(event["type"] in ("started", "evaluation", "completed") for event in events), events
    assert events[-1]["type"] == "completed", events
    evaluations = [event for event in events if event["type"] == "evaluation"]
    assert evaluations, events
    print(given["variant"], len(events), "events,", json.dumps(evaluations[-1])[:200])
    return evaluations[-1], events[-1]


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
threading.Thread(target=server.serve_forever, daemon=True).start()
site = f"http://127.0.0.1:{server.server_port}"
with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site) as free:
    port = free.server_port
program = "from pychess_external_engine.cli import main; import sys; sys.exit(main())"
arguments = ["--engine", sys.argv[1], "--site", site, "--port", str(port)]
environment = dict(os.environ, PYCHESS_API_TOKEN="token")
offer = subprocess.Popen([sys.executable, "-c", program, *arguments], env=environment)
try:
    assert registered.wait(40), "it did not register"
    client.setdefault("address", f"http://127.0.0.1:{port}")
    for _ in range(40):
        try:
            capabilities = ask("/v1/capabilities")[0]
            break
        except urllib.error.URLError:
            time.sleep(0.25)
    assert set(VARIANTS) <= set(capabilities["engine"]["variants"]), capabilities
    for variant in VARIANTS:
        evaluation, end = complete(body(variant))
        assert len(evaluation["pvs"]) == 2 and evaluation["depth"] == 7 and end["bestmove"], (evaluation, end)
    complete(body("cambodian", ["d1b2", "e8g7", "e3e4", "e6e5"]))
    # A count runs; a game that is over.
    complete(body("makruk", fen="8/8/8/3k4/8/2K5/R7/R7 b - 16 8 1", lines=1))
    over = ask("/v1/analyse", body("karouk", ["h2h8"], "4k3/8/4p3/8/8/4P3/7R/3K4 w - - 1+1 0 1"))
    assert over[-1]["type"] in ("completed", "error"), over
    complete(body("makruk", search={"movetime": 300}, question="2"))
    complete(body("makruk", search={"nodes": 2000}, session="2", question="3"))
    # The page is closed in the middle of a search; the next one is served at once.
    page = http.client.HTTPConnection("127.0.0.1", int(client["address"].rsplit(":", 1)[1].strip("/")))
    long = body("karouk", search={"movetime": 30000}, session="2", question="4")
    page.request("POST", "/v1/analyse", json.dumps(long), headers())
    assert page.getresponse().readline()
    time.sleep(0.5)
    page.close()
    time.sleep(1)
    began = time.time()
    complete(body("karouk", search={"depth": 4}, session="2", question="5"))
    assert time.time() - began < 15, "the old search went on"
    assert offer.poll() is None, "it ended"
finally:
    offer.terminate()
    offer.wait(20)
print("finished")

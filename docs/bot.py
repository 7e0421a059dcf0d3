"""A bot in thirty lines: takes a seat at a table of dnup and plays it to the end, by REST alone.

    python docs/bot.py http://127.0.0.1:8000 QWERTZ Robbie

It gets rid of as many cards as it can, and waits for its turn with a long poll.
"""

import json
import sys
from itertools import count
from urllib.request import Request, urlopen

server, code, name = sys.argv[1:]
headers = {"Content-Type": "application/json"}
numbers = count(1)


def call(method: str, path: str, body: object = None) -> dict:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(server + path, data, headers, method=method)) as answer:  # noqa: S310
        return json.load(answer)


def do(version: int, **command: object) -> dict:
    sent = {"id": f"bot-{next(numbers)}", "version": version, **command}
    return call("POST", f"/api/tables/{table}/commands", sent)


headers["Authorization"] = "Bearer " + call("POST", "/api/me", {"name": name})["secret"]
table = call("GET", f"/api/codes/{code}")["table"]
facts = call("GET", f"/api/tables/{table}")["table"]
seat = next(s["seat"] for s in facts["seats"] if not s.get("name") and not s.get("bot"))
version = facts["version"]
do(version, do="sit", seat=seat)
while facts["state"] in ("gathering", "playing"):
    news = call("GET", f"/api/tables/{table}/entries?since={version}&wait=20")
    version, facts = news["version"], news["table"]
    legal = news["views"][0]["legal"] if news["views"] else []
    if legal:
        do(version, do="move", seat=seat, move=max(legal, key=len))

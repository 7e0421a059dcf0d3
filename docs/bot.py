"""A bot in thirty lines: takes a seat at a table of dnup and plays it to the end, by REST alone.

    python docs/bot.py http://127.0.0.1:8000 QWERTZ Robbie

It waits for news with a long poll, agrees to whatever the others ask, and gets rid of as many cards
as it can. What it is refused it says in the server's words.
"""

import json
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import uuid4

(server, code, name), version = sys.argv[1:], 0
headers = {"Content-Type": "application/json"}


def call(path: str, body: dict | None = None, refused=sys.exit) -> dict:
    data = body and json.dumps(body).encode()  # with data it is a POST
    try:
        return json.load(urlopen(Request(server + path, data, headers)))  # noqa: S310
    except HTTPError as problem:
        return refused(json.load(problem)["sentence"])


def do(refused=print, **command: object) -> None:
    sent = {"id": uuid4().hex, "version": version, "seat": seat, **command}
    call(f"/api/tables/{table}/commands", sent, refused)


headers["Authorization"] = "Bearer " + call("/api/me", {"name": name})["secret"]
table = call(f"/api/codes/{code}")["table"]
facts = call(f"/api/tables/{table}")["table"]
seat = next((s["seat"] for s in facts["seats"] if not s.get("name") and not s.get("bot")), 1)
do(sys.exit, do="sit")
while facts["state"] in ("gathering", "playing"):
    news = call(f"/api/tables/{table}/entries?since={version}&wait=20")
    version, facts = news["version"], news["table"]
    for ballot in facts.get("ballots", []):
        if seat in ballot["voters"] and str(seat) not in ballot["votes"]:
            answer = "wait" if ballot["about"] == "seat" else "yes"
            do(do="vote", ballot=ballot["ballot"], choice=answer)
    if (views := news["views"]) and views[0]["legal"]:
        do(do="move", move=max(views[0]["legal"], key=len))

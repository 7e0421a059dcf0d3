"""Nonsense over a WebSocket: nothing breaks, nobody else notices, and no answer tells too much.

Bytes, frames and commands are made up at random and sent to a real server while people play at
another table. The seed is fixed; `make check-deep` takes another one each time, and names it.
"""

from __future__ import annotations

import json
import random
import secrets
import sqlite3
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.support.raw_socket import (
    BINARY,
    CLOSE,
    CONT,
    KEY,
    PING,
    PONG,
    TEXT,
    Gone,
    RawSocket,
    connection,
    frame,
    knock,
    no_mistakes,
)
from tests.support.servers import Guest, Server, serving
from upturn.wire.commands import Command
from upturn.wire.examples import examples
from upturn.wire.messages import AnyMessage

CASES = 600
EVERY = 60
"""So many attacks are made on one table before there is a new one."""
read_message = msgspec.json.Decoder(AnyMessage).decode
EXAMPLES = [
    msgspec.json.decode(msgspec.json.encode(one))
    for one in examples().values()
    if isinstance(one, Command)
]
VALUES: list[Any] = [
    None, True, False, 0, -1, 1, 2, 8, 9, 2**31, 2**53, 2**63, 2**64, 10**30, -(10**30), 1e308, 0.5,
    "", "a", "x" * 41, "x" * 7000, "\x00", "é", "🂡", "\u202e", "../../etc/passwd", "1/2", "flip",
    "{}", "'; drop table entries; --", [], {}, [[]], {"id": "a"}, ["a"] * 500,
]  # fmt: skip


# --- Attacks -------------------------------------------------------------------------------------


def some_json(chance: random.Random, depth: int = 0) -> Any:
    kind = chance.randrange(6 if depth < 4 else 3)
    if kind < 3:
        return chance.choice(VALUES)
    if kind == 3:
        return [some_json(chance, depth + 1) for _ in range(chance.randrange(4))]
    keys = ["do", "id", "version", "seat", "move", "text", "ballot", "x"]
    picked = chance.sample(keys, chance.randrange(5))
    return {key: some_json(chance, depth + 1) for key in picked}


def mutated(chance: random.Random, version: int) -> Any:
    """A command, or what is left of it."""
    command = dict(chance.choice(EXAMPLES)) | {"version": version, "id": f"f{chance.random()}"[:40]}
    for _ in range(chance.randrange(3)):
        key = chance.choice(list(command) or ["id"])
        match chance.randrange(5):
            case 0:
                command.pop(key, None)
            case 1 | 2:
                command[key] = chance.choice(VALUES)
            case 3:
                command[chance.choice(["do", "extra", "seat", "person"])] = some_json(chance)
            case 4:
                command["do"] = chance.choice(EXAMPLES)["do"]
    return command


def text_of(chance: random.Random, version: int) -> bytes:
    """The text of a message, more or less."""
    match chance.randrange(8):
        case 0:
            data = json.dumps(some_json(chance)).encode()
        case 1:
            data = chance.randbytes(chance.randrange(200))
        case 2:
            data = chance.choice([b"[", b'{"a":', b"[[{},"]) * chance.randrange(1, 1500)
        case 3:
            data = json.dumps(mutated(chance, version), ensure_ascii=False).encode()
            where = chance.randrange(len(data))
            data = data[:where] + chance.randbytes(chance.randrange(4)) + data[where + 1 :]
        case 4:
            digits = b"9" * chance.choice([20, 400, 5000])
            data = b'{"do":"vote","id":"n","seat":1,"choice":"yes","version":%s,"ballot":%s}'
            data %= (digits, digits)
        case _:
            data = json.dumps(mutated(chance, version)).encode()
    return data[:8192]


def odd_frame(chance: random.Random, version: int) -> bytes:
    """A frame that may be none."""
    text = text_of(chance, version)
    match chance.randrange(8):
        case 0:
            return chance.randbytes(chance.randrange(1, 60))
        case 1:
            return frame(chance.randrange(16), chance.randbytes(chance.randrange(130)))
        case 2:
            return frame(TEXT, text, masked=False)
        case 3:
            return frame(TEXT, text)[: chance.randrange(1, 12)]
        case 4:
            return frame(CLOSE, struct.pack("!H", chance.randrange(65536)) + text[:100])
        case 5:
            return frame(chance.choice([PING, PONG]), text[:125]) * chance.randrange(1, 20)
        case 6:
            cut = chance.randrange(len(text) + 1)
            middle = frame(chance.choice([PING, TEXT, CONT, BINARY, CLOSE]), b"", fin=False)
            return frame(TEXT, text[:cut], fin=False) + middle + frame(CONT, text[cut:])
        case _:
            return bytes([0x81, 0xFF]) + chance.randbytes(8)  # so many bytes will follow


def odd_handshake(chance: random.Random, path: str) -> bytes:
    head = {
        "Host": "127.0.0.1",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": KEY,
        "Sec-WebSocket-Version": "13",
    }
    odd: dict[str, list[str]] = {
        "Host": ["", "[", "x" * 3000, "a\tb"],
        "Upgrade": ["WebSocket", "h2c", "websocket, x"],
        "Connection": ["keep-alive, upgrade", "close"],
        "Sec-WebSocket-Key": ["", "=" * 30, "é"],
        "Sec-WebSocket-Version": ["8", "-1", "13, 8"],
        "Sec-WebSocket-Extensions": ["", "permessage-deflate", ";;;"],
        "Origin": ["null", "http://[", "http://127.0.0.1", "//[::1", "\x7f"],
        "Cookie": ["upturn=x", "upturn", "=;=;", "upturn=" + "%" * 2000],
        "Authorization": ["Bearer x", "Bearer", "\xff" * 10, f"Bearer {chance.random()}"],
        "X-Forwarded-For": ["1.2.3.4", "::1,,", "x" * 200],
        "Content-Length": ["5", "-1", "99999999999999999999"],
    }
    for name in chance.sample(sorted(odd), chance.randrange(1, 4)):
        head[name] = chance.choice(odd[name])
    ends = ["", "", "?since=" + "9" * 99, "?since=1&since=x", "%00", "/" * 999, "?%ff", "/../x"]
    where = chance.choice([path, path, path, "/live/%ff", "*"]) + chance.choice(ends)
    method = chance.choice([*["GET"] * 8, "POST", "HEAD", "PRI", "G\x00T"])
    lines = [f"{method} {where} HTTP/1.1", *(f"{name}: {head[name]}" for name in head), "", ""]
    return "\r\n".join(lines).encode("latin-1")


# --- The place -----------------------------------------------------------------------------------


class Place:
    """A table with somebody who attacks it from a seat, and what nobody there may learn."""

    def __init__(self, server: Server, folder: Path, number: int):
        self.url = server.url
        self.fay, self.gus = server.person(f"Fay {number}"), server.person(f"Gus {number}")
        self.table = self.fay.open(game="dnup", players=2)["id"]
        self.path = f"/live/{self.table}"
        assert self.gus.do(self.table, "sit", seat=2).is_success
        assert self.fay.do(self.table, "start").is_success
        hand = self.gus.get(f"/api/tables/{self.table}")["views"][0]["hand"]
        with sqlite3.connect(folder / "table.db") as database:
            query = "SELECT body FROM entries WHERE table_id = ? AND n = 1"
            (body,) = database.execute(query, [self.table]).fetchone()
        database.close()
        opened = json.loads(body)
        self.secrets = [
            *(
                opened["seed"],
                opened["nonce"],
                str(folder),
                json.dumps(hand)[1:-1].replace(" ", ""),
            ),
            *(str(self.fay.secret), str(self.gus.secret), "Traceback", 'File "', "site-packages"),
        ]
        if opened.get("host"):
            self.secrets.append(opened["host"])

    def check(self, data: bytes, named: bool) -> None:
        """A message says nothing that its receiver may not know."""
        message = read_message(data)
        for secret in self.secrets:
            assert secret.encode() not in data, (secret, data)
        for view in getattr(message, "views", []):
            assert view["seat"] == (1 if named else None), data

    def attack(self, chance: random.Random) -> None:
        named = chance.random() < 0.7
        headers = {"authorization": f"Bearer {self.fay.secret}"} if named else {}
        kind = chance.randrange(10)
        if kind == 0:
            self._knock_oddly(chance)
            return
        with knock(self.url, f"{self.path}?since=3", headers) as raw:
            try:
                if kind < 6:
                    self._ask_oddly(raw, chance)
                else:
                    for _ in range(chance.randrange(1, 5)):
                        raw.send(odd_frame(chance, 3))
                self._leave(raw, chance)
            finally:
                for data in raw.texts:
                    self.check(data, named)

    def _ask_oddly(self, raw: RawSocket, chance: random.Random) -> None:
        version = chance.choice([0, 1, 3, 3, 3, 4, 2**40])
        for _ in range(chance.randrange(1, 12)):
            raw.send(frame(TEXT, text_of(chance, version)))
        raw.say({"do": "move", "id": "end", "version": 0, "seat": 1, "move": "x"})
        raw.hear("refused", id="end")

    def _knock_oddly(self, chance: random.Random) -> None:
        with connection(self.url) as raw:
            if chance.random() < 0.3:
                raw.send(chance.randbytes(chance.randrange(1, 300)))
            else:
                raw.send(odd_handshake(chance, self.path))
                if chance.random() < 0.3:
                    raw.send(odd_frame(chance, 3))  # before it is let in
            if chance.random() < 0.5:
                raw.hang_up()
                answer = raw.rest()
                assert not answer.startswith(b"HTTP/1.1 5"), answer

    def _leave(self, raw: RawSocket, chance: random.Random) -> None:
        """Go in good order, or not at all."""
        match chance.randrange(4):
            case 0 | 1 | 2 as way:
                if way == 0:
                    raw.send(frame(CLOSE))
                raw.hang_up()  # in the middle of a frame, nothing else would be understood
                raw.to_the_end()
            case 3:
                raw.reset()


class Witness(threading.Thread):
    """Somebody who plays at another table all the while, in both seats."""

    def __init__(self, server: Server):
        super().__init__(daemon=True)
        self.ada: Guest = server.person("Ada")
        self.table = self.ada.open(game="team-up", players=2)["id"]
        assert self.ada.do(self.table, "sit", seat=2).is_success
        assert self.ada.do(self.table, "start").is_success
        self.url = server.url
        self.enough = threading.Event()
        self.told: list[Any] = []
        self.moves = 0
        self.problem: BaseException | None = None

    def run(self) -> None:
        try:
            headers = {"authorization": f"Bearer {self.ada.secret}"}
            with knock(self.url, f"/live/{self.table}", headers) as raw:
                self._play(raw, raw.hear("welcome"))
        except BaseException as problem:
            self.problem = problem

    def _play(self, raw: RawSocket, heard: dict[str, Any]) -> None:
        self.told += heard["told"]
        views, chance = heard["views"], random.Random(1)
        while not self.enough.is_set():
            legal = [(view["seat"], view["legal"]) for view in views if view["legal"]]
            if not legal:
                return
            seat, moves = legal[0]
            self.moves += 1
            command = {"id": f"m{self.moves}", "version": len(self.told)}
            move = chance.choice([one for one in moves if one not in ("stop", "penalty")] or moves)
            raw.say(command | {"do": "move", "seat": seat, "move": move})
            update = self._update(raw)
            assert update["done"] == command["id"]
            assert [entry["n"] for entry in update["told"]] == [len(self.told) + 1]
            self.told += update["told"]
            views = update.get("views", views)
            self.enough.wait(0.02)

    def _update(self, raw: RawSocket) -> dict[str, Any]:
        """The next message: nothing but what happens here is heard."""
        while (found := raw.next_frame()).opcode != TEXT:
            if found.opcode == PING:
                raw.send(frame(PONG, found.data))
        message = raw.heard[-1]
        assert message["say"] == "update", message
        return message

    def done(self) -> None:
        self.enough.set()
        self.join()
        if self.problem is not None:
            raise self.problem
        everything = self.ada.get(f"/api/tables/{self.table}/entries", since=0)
        assert everything["told"] == self.told
        assert self.moves > 3


@contextmanager
def attacked(folder: Path) -> Iterator[Server]:
    """A server with a witness; when all is over, it is as well as before, and logged no mistake."""
    settings = {"log_level": "warning", "grace": 3600.0, "workers": 2}
    with no_mistakes(), serving(folder, **settings) as server:
        witness = Witness(server)
        witness.start()
        try:
            yield server
            witness.done()
        finally:
            witness.enough.set()
            server.close()


def fuzz(folder: Path, seed: str, cases: int) -> None:
    with attacked(folder) as server:
        for case in range(cases):
            if case % EVERY == 0:
                place = Place(server, folder, case)
            try:
                place.attack(random.Random(f"{seed} {case}"))
            except Gone:
                pass  # the server may hang up at any time
            except Exception as problem:
                raise AssertionError(f"seed {seed!r}, case {case}") from problem
        with knock(server.url, place.path) as raw:
            raw.hear("welcome")
        for path in ("/healthz", "/readyz"):
            assert server.guest().http.get(path).status_code == 200


def test_nonsense_breaks_nothing_and_learns_nothing(tmp_path: Path) -> None:
    fuzz(tmp_path, "nonsense", CASES)


@pytest.mark.deep
def test_a_lot_of_nonsense(tmp_path: Path) -> None:
    fuzz(tmp_path, secrets.token_hex(4), 20_000)

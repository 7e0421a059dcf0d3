"""Our own dialect: see `upturn.wire`.

server: {"say":"welcome","version":1,…}      then the seats are taken, and the game starts
client: {"do":"move","id":"5","version":5,"seat":2,"move":"flip"}
server: {"say":"update","version":6,"told":[…],"views":[{view}]}     to all four
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from bench.server.dialect import Line, State, for_each
from bench.server.dnup import Card, Move, Sight
from bench.server.own_sockets import worker_of
from bench.server.posting import Poster

if TYPE_CHECKING:
    from bench.server.hosting import Server

SEATS = 4
TABLES_EACH = 10
"""So many tables a person is at."""
FULL = 4
"""The version of a table at which all have sat down: one opened it, three came."""
UPDATE, WELCOME = b'{"say":"update","version":', b'{"say":"welcome","version":'
PRESENCE, FAREWELL = b'{"say":"presence"', b'{"say":"farewell"'
TO_ACT = b'"to_act":'
ONE, NULL = ord("1"), ord("n")


class _Set(msgspec.Struct):
    seat: int
    cards: list[str]


class View(msgspec.Struct):
    hand: list[str]
    sets: list[_Set]


class _Message(msgspec.Struct):
    version: int
    views: list[View] = []


_message = msgspec.json.Decoder(_Message)

CARDS: dict[str, Card] = {
    f"{active}/{inactive}": (active, inactive)
    for active in range(1, 11)
    for inactive in range(1, 11)
}


class Upturn:
    """How our server is spoken to. The same four people are at some tables at a time."""

    binary = False

    def __init__(self, port: int, ports: Sequence[int] = ()):
        """`ports` are those of the workers, if seats are to go straight to their table's."""
        self._port = port
        self._ports = ports
        self._secrets: dict[str, list[str]] = {}
        """Of the four people at each table."""

    @classmethod
    def at(cls, server: Server) -> Upturn:
        return cls(server.port, server.ports)

    async def open_tables(self, count: int) -> list[str]:
        async with Poster(self._port) as poster:
            people = SEATS * -(-count // TABLES_EACH)
            # Names are taken once, and other processes bring people, too.
            names = [f"P{os.getpid()} {number}" for number in range(people)]
            secrets = await for_each(names, partial(_come, poster))
            groups = [secrets[first : first + SEATS] for first in range(0, len(secrets), SEATS)]
            hosts = [groups[number // TABLES_EACH] for number in range(count)]
            tables = await for_each(hosts, partial(_open, poster))
        self._secrets = dict(zip(tables, hosts, strict=True))
        return tables

    def url_of(self, line: Line) -> str:
        ports = self._ports
        port = ports[worker_of(line.table, len(ports))] if ports else self._port
        since = f"?since={line.known}" if line.known else ""
        return f"ws://127.0.0.1:{port}/live/{line.table}{since}"

    def headers_of(self, line: Line) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._secrets[line.table][line.seat]}"}

    def state(self, payload: bytes) -> State | None:
        if payload.startswith(UPDATE):
            return state_after(UPDATE, payload)
        return state_after(WELCOME, payload) if payload.startswith(WELCOME) else None

    def answer(self, line: Line, payload: bytes) -> None:
        """Before the game: three sit down, and when all have, the host starts it."""
        welcome = payload.startswith(WELCOME)
        if welcome or payload.startswith(UPDATE):
            version = _message.decode(payload).version
            if welcome and line.seat > 0:
                line.send(_command("sit", version, b',"seat":%d' % (line.seat + 1)))
            elif line.seat == 0 and version == FULL:
                line.send(_command("start", version))
        elif not payload.startswith((PRESENCE, FAREWELL)):
            raise RuntimeError(f"unexpected: {payload!r}")

    def sight(self, line: Line, payload: bytes) -> Sight:
        return sight_of(line.seat, _message.decode(payload).views[0])

    def move(self, line: Line, number: int, sight: Sight, move: Move) -> bytes:
        more = b',"seat":%d,"move":"%b"' % (line.seat + 1, move_text(sight, move))
        return _command("move", number, more)


def state_after(start: bytes, payload: bytes) -> State | None:
    """The state that one of our views tells, in a message that begins like this and then names the
    number; none, if there is no view in it."""
    place = payload.find(TO_ACT)
    if place < 0:
        return None
    first = len(start)
    to_act = payload[place + len(TO_ACT)]
    number = int(payload[first : payload.index(b",", first)])
    return number, to_act - ONE if to_act != NULL else -1


def sight_of(seat: int, view: View) -> Sight:
    return Sight(
        seat,
        [CARDS[text] for text in view.hand],
        {one.seat - 1: [CARDS[text] for text in one.cards] for one in view.sets},
    )


def move_text(sight: Sight, move: Move) -> bytes:
    """A move in our notation."""
    name, indices, owner = move
    if name == "flip":
        return b"flip"
    if name == "take":
        return b"take %d" % (owner + 1)
    cards = sorted([sight.hand[index] for index in indices])
    text = b"%b %b" % (name.encode(), b" ".join([b"%d/%d" % card for card in cards]))
    return b"%b to %d" % (text, owner + 1) if name == "add" else text


def _command(do: str, version: int, more: bytes = b"") -> bytes:
    """A table's version is at most once what a seat moves at, so it serves as the id too."""
    return b'{"do":"%b","id":"%d","version":%d%b}' % (do.encode(), version, version, more)


async def _come(poster: Poster, name: str) -> str:
    """Somebody new; returns their secret."""
    me = await poster.post("/api/me", {"name": name})
    return str(me["secret"])


async def _open(poster: Poster, secrets: list[str]) -> str:
    """The first of these people opens a table and sits down."""
    wish = {"game": "dnup", "players": SEATS}
    opened = await poster.post("/api/tables", wish, secrets[0])
    return str(opened["table"]["id"])

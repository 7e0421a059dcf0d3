"""Our own dialect: see `upturn.wire`.

server: {"say":"welcome","version":1,…}      then the seats are taken, and the game starts
client: {"do":"move","id":"5","version":5,"seat":2,"move":"flip"}
server: {"say":"update","version":6,"told":[…],"views":[{view}]}     to all four
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import TYPE_CHECKING, Any

import httpx
import msgspec

from bench.server.dialect import Line, State, for_each
from bench.server.dnup import Card, Move, Sight
from bench.server.own_sockets import worker_of

if TYPE_CHECKING:
    from bench.server.hosting import Server

SEATS = 4
TABLES_EACH = 10
"""So many tables a person is at."""
FULL = 4
"""The version of a table at which all have sat down: one opened it, three came."""
UPDATE, WELCOME = b'{"say":"update"', b'{"say":"welcome"'
PRESENCE, FAREWELL = b'{"say":"presence"', b'{"say":"farewell"'


class View(msgspec.Struct):
    to_act: int | None
    over: bool
    hand: msgspec.Raw
    sets: msgspec.Raw


class _Message(msgspec.Struct):
    version: int
    views: list[View] = []


class _Set(msgspec.Struct):
    seat: int
    cards: list[str]


_message = msgspec.json.Decoder(_Message)
_hand = msgspec.json.Decoder(list[str])
_sets = msgspec.json.Decoder(list[_Set])

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
        self._address = f"127.0.0.1:{port}"
        self._ports = ports
        self._secrets: dict[str, list[str]] = {}
        """Of the four people at each table."""

    @classmethod
    def at(cls, server: Server) -> Upturn:
        return cls(server.port, server.ports)

    async def open_tables(self, count: int) -> list[str]:
        address = f"http://{self._address}/api"
        # One client for many people: it must not keep anybody's cookie.
        forgetful = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
        async with httpx.AsyncClient(
            base_url=address, cookies=forgetful, trust_env=False
        ) as client:
            names = [f"P{number}" for number in range(SEATS * -(-count // TABLES_EACH))]
            secrets = await for_each(names, partial(_come, client))
            groups = [secrets[first : first + SEATS] for first in range(0, len(secrets), SEATS)]
            hosts = [groups[number // TABLES_EACH] for number in range(count)]
            tables = await for_each(hosts, partial(_open, client))
        self._secrets = dict(zip(tables, hosts, strict=True))
        return tables

    def url_of(self, line: Line) -> str:
        if self._ports:
            port = self._ports[worker_of(line.table, len(self._ports))]
            return f"ws://127.0.0.1:{port}/live/{line.table}"
        return f"ws://{self._address}/live/{line.table}"

    def headers_of(self, line: Line) -> dict[str, str]:
        return _bearer(self._secrets[line.table][line.seat])

    def read(self, line: Line, payload: bytes) -> State | None:
        if not payload.startswith((UPDATE, WELCOME)):
            if payload.startswith((PRESENCE, FAREWELL)):
                return None
            raise RuntimeError(f"unexpected: {payload!r}")
        message = _message.decode(payload)
        if not message.views:
            self._gather(line, message.version, payload.startswith(WELCOME))
            return None
        return state_of(line, message.version, message.views[0])

    def _gather(self, line: Line, version: int, welcome: bool) -> None:
        """Before the game: three sit down, and when all have, the host starts it."""
        if welcome and line.seat > 0:
            line.send(_command("sit", version, f',"seat":{line.seat + 1}'))
        elif line.seat == 0 and version == FULL:
            line.send(_command("start", version))

    def sight(self, line: Line, state: State) -> Sight:
        return sight_of(line, state)

    def move(self, line: Line, state: State, sight: Sight, move: Move) -> bytes:
        text = move_text(sight, move)
        return _command("move", state.number, f',"seat":{line.seat + 1},"move":"{text}"')


def state_of(line: Line, number: int, view: View) -> State:
    """The state that one of our views tells."""
    if view.over:
        return State(number, -1, b"")
    if view.to_act != line.seat + 1:
        return State(number, (view.to_act or 0) - 1, b"")
    return State(number, line.seat, b"%b;%b" % (view.hand, view.sets))


def sight_of(line: Line, state: State) -> Sight:
    hand, _, sets = state.told.partition(b";")
    return Sight(
        line.seat,
        [CARDS[text] for text in _hand.decode(hand)],
        {one.seat - 1: [CARDS[text] for text in one.cards] for one in _sets.decode(sets)},
    )


def move_text(sight: Sight, move: Move) -> str:
    """A move in our notation."""
    match move.name:
        case "play" | "add":
            cards = sorted(sight.hand[index] for index in move.indices)
            text = " ".join([move.name, *(f"{active}/{inactive}" for active, inactive in cards)])
            return f"{text} to {move.owner + 1}" if move.name == "add" else text
        case "take":
            return f"take {move.owner + 1}"
        case _:
            return move.name


def _command(do: str, version: int, more: str = "") -> bytes:
    """A table's version is at most once what a seat moves at, so it serves as the id too."""
    return f'{{"do":"{do}","id":"{version}","version":{version}{more}}}'.encode()


async def _come(client: httpx.AsyncClient, name: str) -> str:
    """Somebody new; returns their secret."""
    me = await _post(client, "/me", {"name": name})
    return str(me["secret"])


async def _open(client: httpx.AsyncClient, secrets: list[str]) -> str:
    """The first of these people opens a table and sits down."""
    opened = await _post(client, "/tables", {"game": "dnup", "players": SEATS}, secrets[0])
    return str(opened["table"]["id"])


async def _post(
    client: httpx.AsyncClient, path: str, body: object, secret: str | None = None
) -> dict[str, Any]:
    answer = await client.post(path, json=body, headers=_bearer(secret) if secret else {})
    if answer.is_error:
        raise RuntimeError(f"{path} {body}: {answer.text}")
    found: dict[str, Any] = answer.json()
    return found


def _bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}

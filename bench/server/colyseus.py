"""Colyseus's dialect: binary frames whose first byte is a code, then MessagePack.

server: [10, …]                             client: [10]         (somebody has joined)
client: [13, 1, ["play", [0, 2]]]           server: [13, 2, {state}]     to all four

Seats are reserved over HTTP first, as its own client does it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import httpx
import msgspec

from bench.server.dialect import Line, State, for_each
from bench.server.dnup import Card, Move, Sight

if TYPE_CHECKING:
    from bench.server.hosting import Server

SEATS = 4
JOINED, DATA = 10, 13
MOVE, STATE = 1, 2
MESSAGE = bytes([DATA, STATE])
TIMEOUT = 60.0


class _Seat(msgspec.Struct):
    session: str = msgspec.field(name="sessionId")
    room: str = msgspec.field(name="roomId")
    process: str = msgspec.field(name="processId")


class _State(msgspec.Struct):
    number: int
    to_move: int
    G: msgspec.Raw


class _G(msgspec.Struct):
    hands: dict[str, list[Card]]
    sets: dict[str, list[Card] | None]


_reserved = msgspec.json.Decoder(_Seat)
_state = msgspec.msgpack.Decoder(_State)
_table = msgspec.msgpack.Decoder(_G)
_encode = msgspec.msgpack.encode


class Colyseus:
    """How Colyseus's server is spoken to. A table is a room."""

    binary = True

    def __init__(self, port: int):
        self._address = f"127.0.0.1:{port}"
        self._seats: dict[str, list[_Seat]] = {}

    @classmethod
    def at(cls, server: Server) -> Colyseus:
        return cls(server.port)

    async def open_tables(self, count: int) -> list[str]:
        base = f"http://{self._address}/matchmake"
        async with httpx.AsyncClient(base_url=base, timeout=TIMEOUT, trust_env=False) as client:
            tables = await for_each(range(count), partial(_reserve_all, client))
        self._seats = {seats[0].room: seats for seats in tables}
        return [*self._seats]

    def url_of(self, line: Line) -> str:
        seat = self._seats[line.table][line.seat]
        return f"ws://{self._address}/{seat.process}/{seat.room}?sessionId={seat.session}"

    def headers_of(self, line: Line) -> dict[str, str]:
        return {}

    def read(self, line: Line, payload: bytes) -> State | None:
        if payload.startswith(MESSAGE):
            told = _state.decode(memoryview(payload)[len(MESSAGE) :])
            table = bytes(told.G) if told.to_move == line.seat else b""
            return State(told.number, told.to_move, table)
        if payload[0] == JOINED:
            line.send(bytes([JOINED]))
        return None

    def sight(self, line: Line, state: State) -> Sight:
        table = _table.decode(state.told)
        sets = {int(seat): cards for seat, cards in table.sets.items() if cards}
        return Sight(line.seat, table.hands[str(line.seat)], sets)

    def move(self, line: Line, state: State, sight: Sight, move: Move) -> bytes:
        args: list[Any] = []
        match move.name:
            case "play":
                args = [list(move.indices)]
            case "add":
                args = [move.indices[0], str(move.owner)]
            case "take":
                args = [str(move.owner)]
        return bytes([DATA, MOVE]) + _encode([move.name, *args])


async def _reserve_all(client: httpx.AsyncClient, _: int) -> list[_Seat]:
    """Have a room made, and all its seats reserved."""
    first = await _reserve(client, "/create/dnup", 0)
    others = [await _reserve(client, f"/joinById/{first.room}", seat) for seat in range(1, SEATS)]
    return [first, *others]


async def _reserve(client: httpx.AsyncClient, path: str, seat: int) -> _Seat:
    answer = await client.post(path, json={"seat": seat})
    if answer.is_error:
        raise RuntimeError(f"{path}: {answer.text}")
    return _reserved.decode(answer.content)

"""Colyseus's dialect: binary frames whose first byte is a code, then MessagePack.

server: [10, …]                             client: [10]         (somebody has joined)
client: [13, 1, ["play", [0, 2]]]           server: [13, 2, {state}]     to all four

Seats are reserved over HTTP first, as its own client does it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import httpx
import msgspec

from bench.server.dialect import Line, State, for_each
from bench.server.dnup import Move, Sight
from bench.server.peer_game import Told, arguments, sight_of

if TYPE_CHECKING:
    from bench.server.hosting import Server

SEATS = 4
JOINED, DATA = 10, 13
MOVE, STATE = 1, 2
MESSAGE = bytes([DATA, STATE])
NUMBER, TO_MOVE = b"\xa6number", b"\xa7to_move"
LAST_BYTE = 0x7F
"""The greatest number that is a byte of its own; others have a byte before them that says how long
they are, and one that is negative is greater as a byte."""
TIMEOUT = 60.0


class _Seat(msgspec.Struct):
    session: str = msgspec.field(name="sessionId")
    room: str = msgspec.field(name="roomId")
    process: str = msgspec.field(name="processId")


class _State(msgspec.Struct):
    G: Told


_reserved = msgspec.json.Decoder(_Seat)
_state = msgspec.msgpack.Decoder(_State)
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

    def state(self, payload: bytes) -> State | None:
        """The server packs the number first, and then the seat to move."""
        if not payload.startswith(MESSAGE):
            return None
        first = payload.index(NUMBER) + len(NUMBER)
        end = payload.index(TO_MOVE, first)
        to_move = payload[end + len(TO_MOVE)]
        number = int.from_bytes(payload[first if end - first == 1 else first + 1 : end], "big")
        return number, to_move if to_move <= LAST_BYTE else -1

    def answer(self, line: Line, payload: bytes) -> None:
        if payload[0] == JOINED:
            line.send(bytes([JOINED]))

    def sight(self, line: Line, payload: bytes) -> Sight:
        return sight_of(line.seat, _state.decode(memoryview(payload)[len(MESSAGE) :]).G)

    def move(self, line: Line, number: int, sight: Sight, move: Move) -> bytes:
        return bytes([DATA, MOVE]) + _encode([move.name, *arguments(move)])


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

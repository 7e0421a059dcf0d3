"""The dialect of python-socketio's server: socket.io 4, see `engineio.py`, and then

client: 42["sit",table,seat]
server: 42["state",{"number":7,"view":{…}}] to all four, once all sit
client: 42["move",table,seat,"flip"]

The moves and views are ours: its server plays by our rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from bench.server.dialect import Line, State
from bench.server.dnup import Move, Sight
from bench.server.engineio import EngineIO
from bench.server.upturn import View, move_text, sight_of, state_after

if TYPE_CHECKING:
    from bench.server.hosting import Server

STATE = b'42["state",{"number":'
START = len(b"42")


class _State(msgspec.Struct):
    view: View


_message = msgspec.json.Decoder(tuple[str, _State])


class SocketIO(EngineIO):
    """How python-socketio's server is spoken to."""

    @classmethod
    def at(cls, server: Server) -> SocketIO:
        return cls(server.port)

    async def open_tables(self, count: int) -> list[str]:
        """Name them: a table is opened by whoever sits down first."""
        return [f"table{number}" for number in range(count)]

    def first(self, line: Line) -> bytes:
        return b'42["sit","%b",%d]' % (line.table.encode(), line.seat)

    def state(self, payload: bytes) -> State | None:
        return state_after(STATE, payload) if payload.startswith(STATE) else None

    def sight(self, line: Line, payload: bytes) -> Sight:
        return sight_of(line.seat, _message.decode(memoryview(payload)[START:])[1].view)

    def move(self, line: Line, number: int, sight: Sight, move: Move) -> bytes:
        return b'42["move","%b",%d,"%b"]' % (
            *(line.table.encode(), line.seat),
            move_text(sight, move),
        )

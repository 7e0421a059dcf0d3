"""The dialect of python-socketio's server: socket.io 4 over a bare WebSocket.

server: 0{"sid":…}                          client: 40
server: 40{"sid":…}                         client: 42["sit",table,seat]
server: 42["state",{"number":7,"view":{…}}] to all four, once all sit
client: 42["move",table,seat,"flip"]
server: 2                                   client: 3     (are you there?)

The moves and views are ours: its server plays by our rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from bench.server.dialect import Line, State
from bench.server.dnup import Move, Sight
from bench.server.upturn import View, move_text, sight_of, state_of

if TYPE_CHECKING:
    from bench.server.hosting import Server

HELLO, JOINED, PING, STATE = b"0", b"40", b"2", b'42["state",'
JOIN, PONG = b"40", b"3"


class _State(msgspec.Struct):
    number: int
    view: View


_message = msgspec.json.Decoder(tuple[str, _State])
START = len(b"42")


class SocketIO:
    """How python-socketio's server is spoken to."""

    binary = False

    def __init__(self, port: int):
        self._url = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"

    @classmethod
    def at(cls, server: Server) -> SocketIO:
        return cls(server.port)

    async def open_tables(self, count: int) -> list[str]:
        """Name them: a table is opened by whoever sits down first."""
        return [f"table{number}" for number in range(count)]

    def url_of(self, line: Line) -> str:
        return self._url

    def headers_of(self, line: Line) -> dict[str, str]:
        return {}

    def read(self, line: Line, payload: bytes) -> State | None:
        if payload.startswith(STATE):
            told = _message.decode(memoryview(payload)[START:])[1]
            return state_of(line, told.number, told.view)
        if payload.startswith(JOINED):
            line.send(f'42["sit","{line.table}",{line.seat}]'.encode())
        elif payload.startswith(HELLO):
            line.send(JOIN)
        elif payload == PING:
            line.send(PONG)
        return None

    def sight(self, line: Line, state: State) -> Sight:
        return sight_of(line, state)

    def move(self, line: Line, state: State, sight: Sight, move: Move) -> bytes:
        return f'42["move","{line.table}",{line.seat},"{move_text(sight, move)}"]'.encode()

"""boardgame.io's dialect: socket.io 4, see `engineio.py`, and then

client: 42/dnup,["sync",match,player,null,4]
server: 42/dnup,["sync",match,{state}]
client: 42/dnup,["update",action,stateID,match,player]
server: 42/dnup,["update",match,state,log]  to all four; a state says who is to move
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from bench.server.dialect import Line, State
from bench.server.dnup import Move, Sight
from bench.server.engineio import EngineIO
from bench.server.peer_game import Told, arguments, sight_of

if TYPE_CHECKING:
    from bench.server.hosting import Server

UPDATE, SYNC = b'42/dnup,["update"', b'42/dnup,["sync"'
START = len(b"42/dnup,")
TO_MOVE, OVER, NUMBER = b'"currentPlayer":', b'"gameover":', b'"_stateID":'
QUOTE, ZERO = ord('"'), ord("0")
PLAYERS = 4


class _State(msgspec.Struct):
    G: Told


class _Sync(msgspec.Struct):
    state: _State


_update = msgspec.json.Decoder(tuple[str, str, _State, msgspec.Raw])
_sync = msgspec.json.Decoder(tuple[str, str, _Sync])
_encode = msgspec.json.encode


class Boardgame(EngineIO):
    """How boardgame.io's server is spoken to. Nobody joins by name, so it checks no credentials."""

    def __init__(self, port: int):
        super().__init__(port, namespace="/dnup,")

    @classmethod
    def at(cls, server: Server) -> Boardgame:
        return cls(server.port)

    async def open_tables(self, count: int) -> list[str]:
        from bench.server.matches import have_made  # needs picows

        names = [f"match{number}" for number in range(count)]
        await have_made(self, names)
        return names

    def first(self, line: Line) -> bytes:
        """The question how a match stands; a spectator has no seat."""
        player = f'"{line.seat}"' if line.seat >= 0 else "null"
        return f'42/dnup,["sync","{line.table}",{player},null,{PLAYERS}]'.encode()

    def state(self, payload: bytes) -> State | None:
        """The first number is the state's, and stands last in it; those of the log come after."""
        if not payload.startswith((UPDATE, SYNC)):
            return None
        place = payload.index(TO_MOVE) + len(TO_MOVE)
        end = payload.index(NUMBER, place)
        first = end + len(NUMBER)
        number = int(payload[first : payload.index(b"}", first)])
        if payload[place] != QUOTE or payload.find(OVER, place, end) >= 0:
            return number, -1
        return number, payload[place + 1] - ZERO

    def sight(self, line: Line, payload: bytes) -> Sight:
        message = memoryview(payload)[START:]
        if payload.startswith(UPDATE):
            return sight_of(line.seat, _update.decode(message)[2].G)
        return sight_of(line.seat, _sync.decode(message)[2].state.G)

    def move(self, line: Line, number: int, sight: Sight, move: Move) -> bytes:
        return (
            b'42/dnup,["update",{"type":"MAKE_MOVE","payload":{"type":"%b","args":%b,'
            b'"playerID":"%d","credentials":null}},%d,"%b","%d"]'
        ) % (
            *(move.name.encode(), _encode(arguments(move)), line.seat),
            *(number, line.table.encode(), line.seat),
        )

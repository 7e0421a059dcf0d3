"""boardgame.io's dialect: socket.io 4 over a bare WebSocket.

server: 0{"sid":…}                          client: 40/dnup,
server: 40/dnup,{"sid":…}                   client: 42/dnup,["sync",match,player,null,4]
server: 42/dnup,["sync",match,{state}]      client: 42/dnup,["update",action,stateID,match,player]
server: 42/dnup,["update",match,state,log]  to all four; a state says who is to move
server: 2                                   client: 3     (are you there?)
"""

from __future__ import annotations

from typing import Any

import msgspec

from bench.server.dialect import Line, State
from bench.server.dnup import Card, Move, Sight

EVENT = b"42/dnup,"
PLAYERS = 4


class _Ctx(msgspec.Struct):
    current: str = msgspec.field(name="currentPlayer")
    gameover: dict[str, Any] | None = None


class _G(msgspec.Struct):
    hands: dict[str, list[Card]]
    sets: dict[str, list[Card] | None]


class _State(msgspec.Struct):
    G: msgspec.Raw
    ctx: _Ctx
    number: int = msgspec.field(name="_stateID")


class _Sync(msgspec.Struct):
    state: _State


_table = msgspec.json.Decoder(_G)
_update = msgspec.json.Decoder(tuple[str, str, _State, msgspec.Raw])
_sync = msgspec.json.Decoder(tuple[str, str, _Sync])


class Boardgame:
    """How boardgame.io's server is spoken to."""

    name = "boardgame.io"

    def __init__(self, port: int):
        self._url = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"

    def tables(self, count: int) -> list[str]:
        return [f"match{number}" for number in range(count)]

    def url_of(self, line: Line) -> str:
        return self._url

    def read(self, line: Line, payload: memoryview) -> State | None:
        """A state, if the server has sent one."""
        kind = payload[:2]
        if kind == b"42":
            event = payload[len(EVENT) :]
            if event[2:8] == b"update":
                return _told(line, _update.decode(event)[2])
            if event[2:6] == b"sync":
                return _told(line, _sync.decode(event)[2].state)
            return None
        if kind == b"40":
            line.send(f'42/dnup,["sync","{line.table}","{line.seat}",null,{PLAYERS}]'.encode())
        elif kind == b"2":
            line.send(b"3")
        elif kind[:1] == b"0":
            line.send(b"40/dnup,")
        return None

    def sight(self, line: Line, state: State) -> Sight:
        table = _table.decode(state.told)
        hand = table.hands[str(line.seat)]
        sets = {int(seat): cards for seat, cards in table.sets.items() if cards}
        return Sight(line.seat, hand, sets)

    def move(self, line: Line, state: State, sight: Sight, move: Move) -> bytes:
        match move.name:
            case "play":
                args = f"[{list(move.indices)}]"
            case "add":
                args = f'[{move.indices[0]},"{move.owner}"]'
            case "take":
                args = f'["{move.owner}"]'
            case _:
                args = "[]"
        action = (
            f'{{"type":"MAKE_MOVE","payload":{{"type":"{move.name}","args":{args},'
            f'"playerID":"{line.seat}","credentials":null}}}}'
        )
        return f'42/dnup,["update",{action},{state.number},"{line.table}","{line.seat}"]'.encode()


def _told(line: Line, state: _State) -> State:
    ctx = state.ctx
    to_move = int(ctx.current) if ctx.gameover is None else -1
    return State(state.number, to_move, bytes(state.G) if to_move == line.seat else b"")

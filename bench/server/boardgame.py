"""boardgame.io's dialect: socket.io 4 over a bare WebSocket.

server: 0{"sid":…}                          client: 40/dnup,
server: 40/dnup,{"sid":…}                   client: 42/dnup,["sync",match,player,null,4]
server: 42/dnup,["sync",match,{state}]      client: 42/dnup,["update",action,stateID,match,player]
server: 42/dnup,["update",match,state,log]  to all four; a state says who is to move
server: 2                                   client: 3     (are you there?)
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.server.dialect import Line, State
from bench.server.dnup import Card, Move, Sight

if TYPE_CHECKING:
    from bench.server.hosting import Server

HELLO, JOINED, PING = b"0", b"40", b"2"
JOIN, PONG = b"40/dnup,", b"3"
UPDATE, SYNC = b'42/dnup,["update"', b'42/dnup,["sync"'
START = len(b"42/dnup,")
PLAYERS = 4
MATCHES_TIMEOUT = 60.0
"""Seconds in which all matches must be there."""


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
    """How boardgame.io's server is spoken to. Nobody joins by name, so it checks no credentials."""

    binary = False

    def __init__(self, port: int):
        self.url = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"

    @classmethod
    def at(cls, server: Server) -> Boardgame:
        return cls(server.port)

    async def open_tables(self, count: int) -> list[str]:
        names = [f"match{number}" for number in range(count)]
        opener = _Opener(names)
        line, _ = await ws_connect(lambda: opener, self.url)
        await asyncio.wait_for(opener.ready, MATCHES_TIMEOUT)
        line.disconnect()
        return names

    def url_of(self, line: Line) -> str:
        return self.url

    def headers_of(self, line: Line) -> dict[str, str]:
        return {}

    def read(self, line: Line, payload: bytes) -> State | None:
        if payload.startswith(UPDATE):
            return _told(line, _update.decode(memoryview(payload)[START:])[2])
        if payload.startswith(SYNC):
            return _told(line, _sync.decode(memoryview(payload)[START:])[2].state)
        if payload.startswith(JOINED):
            line.send(_ask(line.table, f'"{line.seat}"'))
        elif payload.startswith(HELLO):
            line.send(JOIN)
        elif payload == PING:
            line.send(PONG)
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


def _ask(match: str, player: str) -> bytes:
    """The question how a match stands."""
    return f'42/dnup,["sync","{match}",{player},null,{PLAYERS}]'.encode()


class _Opener(WSListener):
    """Looks at every match as a spectator: the first who looks at one has it made."""

    def __init__(self, names: list[str]):
        self.left = names[::-1]
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        payload = frame.get_payload_as_bytes()
        if payload.startswith(HELLO):
            transport.send(WSMsgType.TEXT, JOIN)
        elif payload.startswith((JOINED, SYNC)):
            if self.left:
                transport.send(WSMsgType.TEXT, _ask(self.left.pop(), "null"))
            elif not self.ready.done():
                self.ready.set_result(None)
        elif payload == PING:
            transport.send(WSMsgType.TEXT, PONG)

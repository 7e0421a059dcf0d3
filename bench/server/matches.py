"""Has boardgame.io's matches made, before anybody plays."""

from __future__ import annotations

import asyncio

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.server.boardgame import SYNC, Boardgame

TIMEOUT = 60.0
"""Seconds in which all matches must be there."""


async def have_made(dialect: Boardgame, names: list[str]) -> None:
    opener = _Opener(dialect, names)
    line, _ = await ws_connect(lambda: opener, dialect.url)
    await asyncio.wait_for(opener.ready, TIMEOUT)
    line.disconnect()


class _Opener(WSListener):
    """Looks at every match as a spectator: the first who looks at one has it made."""

    seat, known = -1, 0

    def __init__(self, dialect: Boardgame, names: list[str]):
        self.dialect = dialect
        self.table, *self.left = names
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.line = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        payload = frame.get_payload_as_bytes()
        if not payload.startswith(SYNC):
            self.dialect.answer(self, payload)
        elif self.left:
            self.table = self.left.pop()
            self.send(self.dialect.first(self))
        elif not self.ready.done():
            self.ready.set_result(None)

    def send(self, payload: bytes) -> None:
        self.line.send(WSMsgType.TEXT, payload)

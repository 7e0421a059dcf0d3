"""python-socketio's server with dnup on it, as its documentation shows it: an ASGI application on
uvicorn, one process. It plays by our compiled rules and keeps its games in memory.

Prints its address once it listens.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import socketio
import uvicorn

import upturn

SEATS = 4


class Table:
    def __init__(self) -> None:
        self.game = upturn.new("dnup", players=SEATS)
        self.number = 0
        self.sids: list[str | None] = [None] * SEATS


sio = socketio.AsyncServer(async_mode="asgi")
tables: dict[str, Table] = {}


@sio.event
async def sit(sid: str, table: str, seat: int) -> None:
    here = tables.setdefault(table, Table())
    here.sids[seat] = sid
    if None not in here.sids:
        await tell(here)


@sio.event
async def move(sid: str, table: str, seat: int, text: str) -> None:
    here = tables[table]
    if here.sids[seat] != sid or here.game.to_act != seat + 1:
        return
    try:
        here.game.play(text)
    except upturn.UpturnError:
        return
    here.number += 1
    await tell(here)


async def tell(table: Table) -> None:
    """All four states are made before the first is sent: sending lets other events in."""
    states: list[dict[str, Any]] = [
        {"number": table.number, "view": table.game.sight(seat)} for seat in range(1, SEATS + 1)
    ]
    await asyncio.gather(
        *(sio.emit("state", state, to=sid) for state, sid in zip(states, table.sids, strict=True))
    )


def serve() -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        bound.listen()  # whoever comes before uvicorn is ready waits
        # `run` chooses uvloop, which `serve` in a loop of ours would not.
        config = uvicorn.Config(socketio.ASGIApp(sio), log_level="warning", lifespan="off")
        print(f"http://127.0.0.1:{bound.getsockname()[1]}", flush=True)
        uvicorn.Server(config).run(sockets=[bound])


serve()

"""What an idle WebSocket costs our server, and a plain ASGI application under the same uvicorn.

`python -m bench.server.socket_memory` opens many sockets and prints the memory of each. The other
application only accepts and waits, so a framework with rooms and queues costs more than that.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import uvloop
from picows import WSListener, WSTransport, ws_connect
from rich.console import Console
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from bench import tables
from bench.server.dialect import for_each
from bench.server.hosting import Server, running, upturn
from bench.server.rounds import BUILD, allow_sockets
from bench.server.upturn import Upturn

PER_TABLE = 4
SOCKETS = 4000
PLAIN = "plain"

OpenTables = Callable[[int, int], Awaitable[list[str]]]
"""Is given the port and how many; returns their names."""


async def listen(socket: WebSocket) -> None:
    """Accept, and wait for messages that nobody sends."""
    await socket.accept()
    async for _ in socket.iter_text():
        pass


def serve_plain() -> None:
    """The application without a game, in a process of its own."""
    import uvicorn

    app = Starlette(routes=[WebSocketRoute("/live/{table}", listen)])
    config = uvicorn.Config(
        app, port=0, ws="websockets-sansio", ws_per_message_deflate=False, ws_ping_interval=None
    )
    uvicorn.Server(config).run()


@contextmanager
def plain(folder: Path) -> Iterator[Server]:
    command = [sys.executable, "-m", "bench.server.socket_memory", PLAIN]
    with running(command, os.environ, folder) as server:
        yield server


async def no_tables(port: int, count: int) -> list[str]:
    return [f"table{number}" for number in range(count)]


async def our_tables(port: int, count: int) -> list[str]:
    return await Upturn(port).open_tables(count)


async def cost(server: Server, open_tables: OpenTables, sockets: int) -> float:
    """Bytes for each socket."""
    names = await open_tables(server.port, sockets // PER_TABLE)
    opened: list[WSTransport] = []

    async def come(name: str) -> None:
        line, _ = await ws_connect(WSListener, f"ws://127.0.0.1:{server.port}/live/{name}")
        opened.append(line)

    await for_each(names, come)  # what the first socket of a table brings is not counted
    before = server.memory()
    await for_each(names * (PER_TABLE - 1), come)
    found = (server.memory() - before) / (len(names) * (PER_TABLE - 1))
    for line in opened:
        line.disconnect()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.server.socket_memory")
    parser.add_argument("sockets", type=int, nargs="?", default=SOCKETS)
    wishes = parser.parse_args()
    allow_sockets()
    rows = []
    for name, host, opening in (
        ("Upturn, people who watch a table", partial(upturn, workers=1), our_tables),
        ("Starlette, accepting and waiting", plain, no_tables),
    ):
        BUILD.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=BUILD) as folder, host(Path(folder)) as server:
            each = uvloop.run(cost(server, opening, wishes.sockets))
        rows.append([name, f"{each / 1000:.1f} KB"])
    shown = tables.Table("Memory of a WebSocket", ["server", "each"], rows, 1)
    tables.show(Console(), [shown], None)


if __name__ == "__main__":
    if sys.argv[1:] == [PLAIN]:
        serve_plain()
    else:
        main()

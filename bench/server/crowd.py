"""A crowd: more sockets than one process may open. Several processes play, each at its own tables,
and what they saw is put together."""

from __future__ import annotations

import asyncio
import resource
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import uvloop

from bench.server.dialect import Dialect
from bench.server.load import Load
from bench.server.rounds import (
    BUILD,
    STROLL,
    Contestant,
    Part,
    Plan,
    Round,
    Watch,
    allow_sockets,
    take_part,
)
from bench.server.tally import SEATS

PROCESSES = 2
SPARE_FILES = 500
"""So many files a process has beside its sockets, at most."""


def fitting(plan: Plan) -> Plan:
    """The plan with no more tables than all processes together may have sockets for."""
    allow_sockets()
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return replace(plan, tables=min(plan.tables, PROCESSES * ((allowed - SPARE_FILES) // SEATS)))


def gather(contestant: Contestant, plan: Plan) -> Round:
    """One round of strolling with a fresh server."""
    BUILD.mkdir(exist_ok=True)
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(dir=BUILD))
        server = stack.enter_context(contestant.host(Path(folder)))
        dialect = contestant.dialect(server)
        pipes = [
            stack.enter_context(_player(dialect, replace(plan, tables=tables), number / PROCESSES))
            for number, tables in enumerate(_shared(plan.tables))
        ]
        for pipe in pipes:
            pipe.recv()  # all sit
        watch = Watch(server)
        for pipe in pipes:
            pipe.send(None)  # move
        parts: list[Part] = [pipe.recv() for pipe in pipes]
        return watch.round(parts)


def _shared(tables: int) -> list[int]:
    """So many tables for each process."""
    return [(tables + number) // PROCESSES for number in range(PROCESSES)]


@contextmanager
def _player(dialect: Dialect, plan: Plan, shift: float) -> Iterator[Connection]:
    """A process that plays, by its pipe. It leaves the tables when this end is closed."""
    context = get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_play, args=(there, dialect, plan, shift), daemon=True)
    process.start()
    there.close()
    with here:
        yield here
    process.join()


def _play(pipe: Connection, dialect: Dialect, plan: Plan, shift: float) -> None:
    uvloop.run(_play_at(pipe, dialect, plan, shift))


async def _play_at(pipe: Connection, dialect: Dialect, plan: Plan, shift: float) -> None:
    load = Load(dialect, await dialect.open_tables(plan.tables))
    await load.sit_down()
    pipe.send(None)
    await asyncio.to_thread(pipe.recv)  # until all sit
    pipe.send(await take_part(load, plan, STROLL, shift))
    with suppress(EOFError):
        await asyncio.to_thread(pipe.recv)  # until the server was looked at
    load.leave()

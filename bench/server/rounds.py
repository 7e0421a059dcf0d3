"""One round: a fresh server, full tables, moves; and many rounds, the servers taking turns."""

from __future__ import annotations

import gc
import resource
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time

import uvloop

from bench.page import ROOT
from bench.server.dialect import Dialect
from bench.server.hosting import Server
from bench.server.load import Load
from bench.server.tally import SEATS, Counted, Tally, joined

BUILD = ROOT / "build"
"""Databases lie here and not in /tmp, which is no disk on many machines."""


@dataclass(frozen=True)
class Plan:
    tables: int
    rounds: int
    warm_up: float
    seconds: float
    every: float = 5.0
    """Strolling, a seat makes a move every so many seconds."""

    @property
    def sockets(self) -> int:
        return SEATS * self.tables

    @property
    def pace(self) -> float:
        """Moves a second at all tables, strolling."""
        return self.sockets / self.every


CROWD = Plan(tables=5000, rounds=1, warm_up=5, seconds=15, every=25)
FULL = Plan(tables=1000, rounds=3, warm_up=3, seconds=10)
QUICK = Plan(tables=20, rounds=1, warm_up=0.5, seconds=2)


@dataclass(frozen=True)
class Contestant:
    name: str
    host: Callable[[Path], AbstractContextManager[Server]]
    dialect: Callable[[Server], Dialect]


@dataclass(frozen=True)
class Round:
    counted: Counted
    cpu: float
    """Seconds of the server's processor time per move."""
    load: float
    """Seconds of processor time per move that the players took, who share the machine with it."""
    memory: int
    """Bytes: what the server had, with all seats taken or at the end, whichever is more."""
    finished: int
    """Tables whose game ended before the round did; they were quiet from then on."""
    complete: bool
    """Every seat was told of every move, once and in order."""


STROLL, RUSH = "stroll", "rush"


def play(contestant: Contestant, plan: Plan, how: str) -> Round:
    """One round with a fresh server."""
    BUILD.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory(dir=BUILD) as folder,
        contestant.host(Path(folder)) as server,
    ):
        return uvloop.run(play_at(server, contestant.dialect(server), plan, how))


async def play_at(server: Server, dialect: Dialect, plan: Plan, how: str) -> Round:
    """One round with this server."""
    load = Load(dialect, await dialect.open_tables(plan.tables))
    await load.sit_down()
    watch = Watch(server)
    try:
        return watch.round([await take_part(load, plan, how)])
    finally:
        load.leave()


@dataclass(frozen=True)
class Part:
    """What one process of players saw of a round."""

    counted: Counted
    tally: Tally
    processor: float
    """Seconds of processor time that it took itself."""


async def take_part(load: Load, plan: Plan, how: str, shift: float = 0.0) -> Part:
    """Make moves, with everybody seated. `shift` is for several processes that stroll: see
    `Load.stroll`."""
    gc.collect()
    gc.disable()
    try:
        begun = process_time()
        if how == RUSH:
            counted = await load.rush(plan.warm_up, plan.seconds)
        else:
            counted = await load.stroll(plan.warm_up, plan.seconds, plan.every / SEATS, shift)
        return Part(counted, load.tally, process_time() - begun)
    finally:
        gc.enable()


class Watch:
    """Looks at a server, from when everybody sits to the end of a round."""

    def __init__(self, server: Server):
        self._server = server
        self._memory, self._cpu = server.memory(), server.cpu()

    def round(self, parts: Sequence[Part]) -> Round:
        """The round that has just ended."""
        cpu, memory = self._server.cpu() - self._cpu, max(self._memory, self._server.memory())
        moves = max(sum(part.tally.acknowledged for part in parts), 1)
        return Round(
            joined([part.counted for part in parts]),
            cpu / moves,
            sum(part.processor for part in parts) / moves,
            memory,
            sum(part.tally.finished for part in parts),
            all(part.tally.complete for part in parts),
        )


@dataclass(frozen=True)
class Spread:
    median: float
    low: float
    high: float


def spread(figures: Sequence[float]) -> Spread:
    return Spread(median(figures), min(figures), max(figures))


class Results:
    """Every round of every contestant."""

    def __init__(self) -> None:
        self._rounds: dict[tuple[str, str], list[Round]] = {}

    def add(self, name: str, how: str, one: Round) -> None:
        self._rounds.setdefault((name, how), []).append(one)

    def of(self, name: str, how: str) -> list[Round]:
        return self._rounds[name, how]

    def all(self) -> list[Round]:
        return [one for rounds in self._rounds.values() for one in rounds]

    def ratio(self, name: str, other: str) -> Spread:
        """How many times as many moves a second, round by round."""
        pairs = zip(self.of(name, RUSH), self.of(other, RUSH), strict=True)
        return spread([ours.counted.rate / theirs.counted.rate for ours, theirs in pairs])


def measure(
    contestants: Sequence[Contestant], plan: Plan, advance: Callable[[str], None]
) -> Results:
    """All rounds; `advance` is told what comes next."""
    allow_sockets()
    results = Results()
    for how in (STROLL, RUSH):
        for _ in range(plan.rounds):
            for contestant in contestants:
                advance(f"{contestant.name}, {how}")
                results.add(contestant.name, how, play(contestant, plan, how))
    return results


def allow_sockets(wanted: int = 65_536) -> None:
    """As many as we want, or as the system lets us have; the servers inherit it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(wanted, most), max(wanted, most)))
    except (OSError, ValueError):  # only root may have more
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

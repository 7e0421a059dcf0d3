"""The engines that play games: they take jobs and give answers, in the order they are ready.

    with closing(run("cores", play_game, jobs, workers=4)) as answers:
        for number, answer in answers: …

`task` must be a function of a module, since other processes find it by its name. Jobs and answers
are pickled. An engine does not know what a job is. A task that raises ends the run with its error.
A worker that dies costs time but no answer, unless one job ends `TRIES` workers. Closing an engine
stops the jobs under way.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable
from importlib import import_module
from typing import Protocol, TypeVar, cast

from upturn.errors import InvalidSetup, MatchFailed, quoted
from upturn.games.setup import is_int

J = TypeVar("J")
A = TypeVar("A")

ENGINES = {"one": "one", "cores": "cores", "ray": "on_ray"}
"""The module of each engine, by name. It is loaded on demand, since Ray may not be installed."""
TRIES = 3
"""How many workers a job may end before the match fails."""
MOST_WORKERS = 1024


class Engine(Protocol):
    """The functions that the module of an engine has."""

    def usual_workers(self) -> int | None:
        """Return the default number of workers, or None if it is known only when running."""
        ...

    def run(
        self, task: Callable[[J], A], jobs: Iterable[J], workers: int | None
    ) -> Generator[tuple[int, A], None, None]:
        """Yield each answer with the number of its job, counted from 0."""
        ...


def engine_of(name: str) -> Engine:
    """Return the engine of this name. Raise InvalidSetup if there is none."""
    if not isinstance(name, str) or name not in ENGINES:
        raise InvalidSetup(f"games can be played on {', '.join(ENGINES)}, not on {quoted(name)}")
    return cast(Engine, import_module(f"{__name__}.{ENGINES[name]}"))


def check_workers(workers: int | None) -> int | None:
    if workers is not None and not (is_int(workers) and 1 <= workers <= MOST_WORKERS):
        raise InvalidSetup(f"there can be 1 to {MOST_WORKERS:,} workers, not {quoted(workers)}")
    return workers


def cores() -> int:
    """Return the number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Deaths:
    """How many workers each job has ended."""

    def __init__(self) -> None:
        self._of: dict[int, int] = {}

    def count(self, number: int, job: object) -> None:
        """Count one more for this job. Raise MatchFailed when it has ended `TRIES` workers."""
        self._of[number] = self._of.get(number, 0) + 1
        if self._of[number] == TRIES:
            raise MatchFailed(f"{job} ended the process that played it, {TRIES} times over")

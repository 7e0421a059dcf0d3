"""Where games are played: jobs in, answers out, in whatever order they are ready.

    with closing(run("cores", play_game, jobs, workers=4)) as answers:
        for number, answer in answers: …

`task` is a function of a module, since other processes must find it by its name; a job and its
answer go there and back by pickle. An engine neither knows what a job is nor depends on it: a task
that raises ends the run with its error; a worker that dies costs time but no answer, unless a job
ends `TRIES` workers. Closing an engine stops what is under way.
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
"""By name: the file. It is loaded when it is asked for, since Ray may not be there."""
TRIES = 3
"""So many workers may a job end before it is given up."""
MOST_WORKERS = 1024


class Engine(Protocol):
    """What an engine's file offers."""

    def usual_workers(self) -> int | None:
        """How many workers if nobody says; None if that will be seen."""
        ...

    def run(
        self, task: Callable[[J], A], jobs: Iterable[J], workers: int | None
    ) -> Generator[tuple[int, A], None, None]:
        """The answers with the numbers of their jobs, from 0."""
        ...


def engine_of(name: str) -> Engine:
    """The engine of this name. Raises InvalidSetup if there is none."""
    if not isinstance(name, str) or name not in ENGINES:
        raise InvalidSetup(f"games are played on {', '.join(ENGINES)}, not on {quoted(name)}")
    return cast(Engine, import_module(f"{__name__}.{ENGINES[name]}"))


def check_workers(workers: int | None) -> int | None:
    if workers is not None and not (is_int(workers) and 1 <= workers <= MOST_WORKERS):
        raise InvalidSetup(f"there can be 1 to {MOST_WORKERS:,} workers, not {quoted(workers)}")
    return workers


def cores() -> int:
    """The processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Deaths:
    """How many workers each job has ended."""

    def __init__(self) -> None:
        self._of: dict[int, int] = {}

    def count(self, number: int, job: object) -> None:
        """One more. Raises MatchFailed when it is enough."""
        self._of[number] = self._of.get(number, 0) + 1
        if self._of[number] == TRIES:
            raise MatchFailed(f"{job} ended the process that played it, {TRIES} times over")

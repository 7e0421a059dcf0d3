"""The engine in this process: one game after the other."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import TypeVar

from upturn.errors import InvalidSetup

J = TypeVar("J")
A = TypeVar("A")


def usual_workers() -> int:
    return 1


def run(
    task: Callable[[J], A], jobs: Iterable[J], workers: int | None = None
) -> Generator[tuple[int, A], None, None]:
    if workers not in (None, 1):
        raise InvalidSetup("one process is one worker; for more, play on cores or ray")
    for number, job in enumerate(jobs):
        yield number, task(job)

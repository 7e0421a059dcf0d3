"""The engine on a Ray cluster: an existing one, or else one on this machine for this run.

The machines of a cluster need Upturn installed. We stop only a cluster that we started.
"""

from __future__ import annotations

import logging
import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from upturn import extras
from upturn.arena.engines import Deaths, cores
from upturn.errors import MatchFailed, UpturnError

J = TypeVar("J")
A = TypeVar("A")

STORE = 100 * 2**20
"""Bytes for the data that passes between processes; games are small."""


def usual_workers() -> None:
    """Return None: there are as many workers as the cluster has processors."""


def run(
    task: Callable[[J], A], jobs: Iterable[J], workers: int | None = None
) -> Generator[tuple[int, A], None, None]:
    ray = load()
    with connected(ray, workers):
        limit = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        yield from answers(ray, task, iter(enumerate(jobs)), limit)


def answers(
    ray: Any, task: Callable[[Any], Any], jobs: Iterator[tuple[int, Any]], limit: int
) -> Iterator[tuple[int, Any]]:
    remote = ray.remote(max_retries=0)(task)
    again: deque[tuple[int, Any]] = deque()
    deaths = Deaths()
    under_way: dict[Any, tuple[int, Any]] = {}
    try:
        while True:
            while len(under_way) < limit:
                job = again.popleft() if again else next(jobs, None)
                if job is None:
                    break
                under_way[remote.remote(job[1])] = job
            if not under_way:
                return
            done, _ = ray.wait(list(under_way), num_returns=1)
            for promise in done:
                job = under_way.pop(promise)
                try:
                    answer = ray.get(promise)
                except ray.exceptions.RayTaskError as problem:
                    raise own_error(problem, job[1]) from None
                except ray.exceptions.RayError:  # the process or its machine is gone
                    again.append(job)
                    deaths.count(*job)
                else:
                    yield job[0], answer
    finally:
        for promise in under_way:
            ray.cancel(promise, force=True)


def own_error(problem: Any, job: object) -> UpturnError:
    """Return the task's own error without Ray's wrapper."""
    cause = problem.cause
    if isinstance(cause, UpturnError):
        return cause
    return MatchFailed(f"{job} failed: {type(cause).__name__}: {cause}")


def load() -> Any:
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # or Ray warns of a change
    return extras.load("ray", "ray")


@contextmanager
def connected(ray: Any, workers: int | None) -> Iterator[None]:
    """Connect to a Ray cluster, or start one, for the time of the block."""
    if ray.is_initialized():
        yield
        return
    quiet = {"logging_level": logging.ERROR, "log_to_driver": False}
    try:
        try:
            ray.init(address="auto", **quiet)
        except ConnectionError:
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
            ray.init(
                address="local",
                num_cpus=workers or cores(),
                include_dashboard=False,
                object_store_memory=STORE,
                **quiet,
            )
    except (RuntimeError, ValueError, OSError) as problem:
        raise UpturnError(f"Ray cannot be reached or started: {problem}") from problem
    try:
        yield
    finally:
        ray.shutdown()

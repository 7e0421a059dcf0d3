"""Processes of this machine, one per core unless told otherwise.

Each has a pipe and at most one job, so that when a process dies it is known what it was doing: the
job goes to a new process.
"""

from __future__ import annotations

import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from traceback import format_exc
from typing import Any, TypeVar

from upturn.arena.engines import TRIES, Deaths, cores
from upturn.errors import MatchFailed, UpturnError

J = TypeVar("J")
A = TypeVar("A")

SPAWN = get_context("spawn")  # a fork would copy threads' locks, and is not to be had everywhere
GONE = (EOFError, OSError)
"""What a pipe raises when nobody is at its other end."""


def usual_workers() -> int:
    return cores()


def run(
    task: Callable[[J], A], jobs: Iterable[J], workers: int | None = None
) -> Generator[tuple[int, A], None, None]:
    team = Team(task, jobs, workers or usual_workers())
    try:
        yield from team.answers()
    finally:
        team.dismiss()


class Worker:
    """A process and our end of its pipe. It says so when it is ready for its first job."""

    def __init__(self, task: Callable[[Any], Any]):
        self.pipe, theirs = SPAWN.Pipe()
        self.process = SPAWN.Process(target=serve, args=(theirs, task), daemon=True)
        with deaf_to_interrupts():
            self.process.start()
        theirs.close()  # or we would never hear that the process is gone
        self.ready = False
        self.job: tuple[int, Any] | None = None

    def end(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.join()
        self.process.close()


class Team:
    """The workers, what they are at, and what is left to do."""

    def __init__(self, task: Callable[[Any], Any], jobs: Iterable[Any], workers: int):
        self._task = task
        self._jobs = iter(enumerate(jobs))
        self._again: deque[tuple[int, Any]] = deque()
        self._deaths = Deaths()
        self._stillborn = 0
        self._size = workers
        self._workers: list[Worker] = []

    def answers(self) -> Iterator[tuple[int, Any]]:
        while self._hand_out():
            for worker in self._heard():
                yield from self._listen(worker)

    def dismiss(self) -> None:
        """Stop all, whatever they are doing."""
        while self._workers:
            self._workers.pop().end()

    def _hand_out(self) -> bool:
        """A job for whoever has none, and new workers if there are too few; False: all is done."""
        for worker in self._workers:
            if worker.ready and not worker.job and (job := self._next()):
                self._give(worker, job)
        while len(self._workers) < self._size and (job := self._next()):
            self._again.appendleft(job)  # until the new worker is ready
            self._workers.append(Worker(self._task))
        return bool(self._again) or any(worker.job for worker in self._workers)

    def _next(self) -> tuple[int, Any] | None:
        return self._again.popleft() if self._again else next(self._jobs, None)

    def _give(self, worker: Worker, job: tuple[int, Any]) -> None:
        try:
            worker.pipe.send(job[1])
            worker.job = job
        except GONE:  # we shall hear of it
            self._again.appendleft(job)

    def _heard(self) -> list[Worker]:
        """The workers that have something to say; waits for the first."""
        by_pipe = {id(worker.pipe): worker for worker in self._workers}
        return [by_pipe[id(pipe)] for pipe in wait([each.pipe for each in self._workers])]

    def _listen(self, worker: Worker) -> Iterator[tuple[int, Any]]:
        """The answer, if it is one: it may also have come to work, or be gone."""
        try:
            message = worker.pipe.recv()
        except GONE:
            self._bury(worker)
            return
        job, worker.job = worker.job, None
        if job is None:
            worker.ready, self._stillborn = True, 0
            return
        good, answer = message
        if not good:
            raise answer
        yield job[0], answer

    def _bury(self, worker: Worker) -> None:
        self._workers.remove(worker)
        worker.end()
        if worker.job:
            self._again.append(worker.job)
            self._deaths.count(*worker.job)
        elif not worker.ready:
            self._stillborn += 1
            if self._stillborn == TRIES:
                raise MatchFailed(
                    "the processes that should play end at once; a script that plays on cores must"
                    ' do so under if __name__ == "__main__":'
                )


def serve(pipe: Connection, task: Callable[[Any], Any]) -> None:
    """A worker's life: jobs in, answers out, until nobody is at the other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started us ends us
    try:
        pipe.send(None)
        while True:
            answer = attempt(task, pipe.recv())
            try:
                pipe.send(answer)
            except (TypeError, AttributeError, ValueError) as problem:  # cannot be pickled
                pipe.send((False, MatchFailed(f"an answer cannot be sent: {problem}")))
    except GONE:
        return


def attempt(task: Callable[[Any], Any], job: object) -> tuple[bool, object]:
    """The answer, or an error that can be sent; its note says where it came from."""
    try:
        return True, task(job)
    except UpturnError as problem:
        return False, problem
    except Exception as problem:
        failure = MatchFailed(f"{job} failed: {type(problem).__name__}: {problem}")
        failure.add_note(format_exc())
        return False, failure


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Processes started now do not hear Ctrl-C, not even while Python starts in them."""
    before = signal.getsignal(signal.SIGINT)
    if before is None or threading.current_thread() is not threading.main_thread():
        yield  # it is not ours to change
        return
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)

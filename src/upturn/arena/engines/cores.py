"""The engine with processes on this machine, by default one per core.

Each process has a pipe and at most one job. So when a process dies, its job is known and goes to
another process.
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

SPAWN = get_context("spawn")  # a fork copies threads' locks, and some systems lack it
GONE = (EOFError, OSError)
"""What a pipe raises when its other end is closed."""


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
    """A process and our end of its pipe. It sends a message when ready for its first job."""

    def __init__(self, task: Callable[[Any], Any]):
        self.pipe, theirs = SPAWN.Pipe()
        self.process = SPAWN.Process(target=serve, args=(theirs, task), daemon=True)
        with deaf_to_interrupts():
            self.process.start()
        theirs.close()  # or we would never notice that the process is gone
        self.ready = False
        self.job: tuple[int, Any] | None = None

    def end(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.join()
        self.process.close()


class Team:
    """The workers, their jobs, and the jobs left to do."""

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
        """Stop all workers at once, whatever they are doing."""
        while self._workers:
            self._workers.pop().end()

    def _hand_out(self) -> bool:
        """Give a job to each idle worker and start missing workers. Return False if all is done."""
        for worker in self._workers:
            if worker.ready and not worker.job and (job := self._next()):
                self._give(worker, job)
        while len(self._workers) < self._size and (job := self._next()):
            self._again.appendleft(job)  # it waits until a worker is ready
            self._workers.append(Worker(self._task))
        return bool(self._again) or any(worker.job for worker in self._workers)

    def _next(self) -> tuple[int, Any] | None:
        return self._again.popleft() if self._again else next(self._jobs, None)

    def _give(self, worker: Worker, job: tuple[int, Any]) -> None:
        try:
            worker.pipe.send(job[1])
            worker.job = job
        except GONE:  # `_listen` will notice
            self._again.appendleft(job)

    def _heard(self) -> list[Worker]:
        """Wait for messages and return the workers that have one."""
        by_pipe = {id(worker.pipe): worker for worker in self._workers}
        return [by_pipe[id(pipe)] for pipe in wait([each.pipe for each in self._workers])]

    def _listen(self, worker: Worker) -> Iterator[tuple[int, Any]]:
        """Yield the answer, if there is one: the worker may also just be ready, or dead."""
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
                    "the worker processes end at once; a script that plays on cores must"
                    ' do so under if __name__ == "__main__":'
                )


def serve(pipe: Connection, task: Callable[[Any], Any]) -> None:
    """Run a worker: do jobs and send answers until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends us
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
    """Return True and the answer, or False and an error to send, with a traceback as its note."""
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
    """Let processes started in this block ignore Ctrl-C, even while Python starts in them."""
    before = signal.getsignal(signal.SIGINT)
    if before is None or threading.current_thread() is not threading.main_thread():
        yield  # we cannot change the handler here
        return
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)

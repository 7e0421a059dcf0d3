"""Several workers and the process that looks after them.

It loads what all of them need and forks them, so that they share that memory; one that dies or
gives no sign of life is replaced. A worker gives its first sign when it serves. Before all of them
have served, one that cannot start ends everything; afterwards the reason will pass, and it is tried
again.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import parent_process
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from time import monotonic, sleep
from typing import Any

from upturn.crew import Signs

BEAT = 1.0
"""Seconds between two signs of life."""
SILENT = 30.0
"""Who has not given one for so many seconds hangs, and is replaced."""
STARTING = 120.0
"""Seconds for the first one."""
LATE = 5 * BEAT
"""Who looks after the workers and comes so late was stopped itself, and so were they, perhaps."""
IMPATIENT = 0.05
"""Seconds between two looks while they start: somebody waits for all of them to serve."""
CANNOT_START = 3
"""uvicorn's exit code when there is no sense in trying again."""
PARENT_DEATH_SIGNAL = 1
"""Of Linux's prctl."""
STOP = (signal.SIGINT, signal.SIGTERM)

Work = Callable[[int], None]
"""What a worker does. It gets its number."""

_forks = sys.platform == "linux"  # elsewhere libraries of the system do not bear it
_can_block = hasattr(signal, "pthread_sigmask")
_context: Any = multiprocessing.get_context("fork" if _forks else "spawn")


class Worker:
    """One of them, and when it was last heard of."""

    def __init__(self, number: int, work: Work, signs: Signs):
        self.number = number
        self.serves = False
        self.silent_from = monotonic() + STARTING
        self._signs, self._last = signs, 0.0
        signs[number] = self._last
        self.process: BaseProcess = _context.Process(target=_begin, args=(work, number))
        self.process.start()

    def excuse(self) -> None:
        """Wait for its next sign from now on."""
        self.silent_from = max(self.silent_from, monotonic() + SILENT)

    def is_lost(self) -> bool:
        sign = self._signs[self.number]
        if sign != self._last:
            self._last, self.serves = sign, True
            self.silent_from = monotonic() + SILENT
        return not self.process.is_alive() or monotonic() > self.silent_from

    def end(self) -> int | None:
        """Make sure that it is gone; how it ended."""
        self.process.kill()
        self.process.join()
        return self.process.exitcode


def supervise(
    signs: Signs, work: Work, ready: Callable[[], None], died: Callable[[int | None], None]
) -> None:
    """Keep a worker at work for each of these signs until a signal ends this. `ready` is called
    once, when all of them serve; `died` for each that has to be replaced, with how it ended."""
    workers: list[Worker] = []
    told = False
    try:
        with _undisturbed():
            workers += (Worker(number, work, signs) for number in range(len(signs)))
        seen = monotonic()
        while True:
            wait([worker.process.sentinel for worker in workers], BEAT if told else IMPATIENT)
            if monotonic() - seen > LATE:
                for worker in workers:
                    worker.excuse()
            seen = monotonic()
            lost = [worker for worker in workers if worker.is_lost()]
            for worker in lost:
                ended = worker.end()
                if ended == CANNOT_START and not told:
                    raise SystemExit(CANNOT_START)
                died(ended)
            if not all(worker.serves for worker in lost):
                sleep(BEAT)  # nor will the next one, perhaps
            for worker in lost:
                worker.serves = False
                with _undisturbed(), suppress(OSError):  # no process is to be had: it stays lost
                    workers[worker.number] = Worker(worker.number, work, signs)
            if not told and all(worker.serves for worker in workers):
                told = True
                ready()
    finally:
        _stop(workers)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Have signals wait. In the midst of a fork one is lost, or leaves a worker nobody knows of."""
    if _can_block:
        signal.pthread_sigmask(signal.SIG_BLOCK, STOP)
    try:
        yield
    finally:
        if _can_block:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP)


def _begin(work: Work, number: int) -> None:
    """In the process of a worker: work, and do not outlive the supervisor."""
    if _forks:
        ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGTERM)
    if _can_block:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP)
    if not is_orphan():  # it may have gone before it was asked for a sign
        work(number)


def is_orphan() -> bool:
    """Whether the supervisor of this worker is gone."""
    supervisor = parent_process()
    return supervisor is not None and os.getppid() != supervisor.pid


def _stop(workers: list[Worker]) -> None:
    """Let them say farewell; who does not come to an end is made to."""
    for number in STOP:
        signal.signal(number, signal.SIG_IGN)  # once is enough
    for worker in workers:
        worker.process.terminate()
    until = monotonic() + SILENT
    for worker in workers:
        worker.process.join(max(0.0, until - monotonic()))
        worker.end()

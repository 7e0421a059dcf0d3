"""Supervises the workers: starts them, and replaces those that die or hang.

The supervisor loads what all workers need and then forks them, so that they share that memory. A
worker gives its first heartbeat once it serves. If a worker cannot start before all of them have
served, the server stops. After that, the supervisor starts the worker again, because the cause is
probably temporary.
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

from upturn.workers import Heartbeats

BEAT = 1.0
"""Seconds between two heartbeats."""
HANGS_AFTER = 30.0
"""Seconds without a heartbeat after which a worker is replaced."""
START_TIMEOUT = 120.0
"""Seconds for the first heartbeat."""
LATE = 5 * BEAT
"""Seconds. If the supervisor wakes up this late, it was itself suspended, perhaps with the
workers."""
CHECKED_EVERY_AT_START = 0.05
"""Seconds between two checks while the workers start, because somebody is waiting."""
CANNOT_START = 3
"""uvicorn's exit code when there is no point in trying again."""
PARENT_DEATH_SIGNAL = 1
"""An option of Linux's prctl."""
STOP = (signal.SIGINT, signal.SIGTERM)

Work = Callable[[int], None]
"""What a worker does, given its number."""

_forks = sys.platform == "linux"  # other systems' libraries do not survive a fork
_can_block = hasattr(signal, "pthread_sigmask")
_context: Any = multiprocessing.get_context("fork" if _forks else "spawn")


class WorkerProcess:
    """The process of a worker, and when it last gave a heartbeat."""

    def __init__(self, number: int, work: Work, heartbeats: Heartbeats):
        self.number = number
        self.serves = False
        self.hangs_from = monotonic() + START_TIMEOUT
        self._heartbeats, self._last = heartbeats, 0.0
        heartbeats[number] = self._last
        self.process: BaseProcess = _context.Process(target=_begin, args=(work, number))
        self.process.start()

    def excuse(self) -> None:
        """Count the time to its next heartbeat from now."""
        self.hangs_from = max(self.hangs_from, monotonic() + HANGS_AFTER)

    def is_lost(self) -> bool:
        beat = self._heartbeats[self.number]
        if beat != self._last:
            self._last, self.serves = beat, True
            self.hangs_from = monotonic() + HANGS_AFTER
        return not self.process.is_alive() or monotonic() > self.hangs_from

    def end(self) -> int | None:
        """Make sure that the process is gone. Return its exit code."""
        self.process.kill()
        self.process.join()
        return self.process.exitcode


def supervise(
    heartbeats: Heartbeats,
    work: Work,
    ready: Callable[[], None],
    died: Callable[[int | None], None],
) -> None:
    """Keep one worker running for each of these heartbeats until a signal comes. Call `ready` once,
    when all of them serve. Call `died` with the exit code of each worker that is replaced."""
    workers: list[WorkerProcess] = []
    told = False
    try:
        with _signals_held():
            workers += (
                WorkerProcess(number, work, heartbeats) for number in range(len(heartbeats))
            )
        seen = monotonic()
        while True:
            wait(
                [worker.process.sentinel for worker in workers],
                BEAT if told else CHECKED_EVERY_AT_START,
            )
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
                sleep(BEAT)  # the next one may not start either
            for worker in lost:
                worker.serves = False
                with _signals_held(), suppress(OSError):  # it may work next time
                    workers[worker.number] = WorkerProcess(worker.number, work, heartbeats)
            if not told and all(worker.serves for worker in workers):
                told = True
                ready()
    finally:
        _stop(workers)


@contextmanager
def _signals_held() -> Iterator[None]:
    """Hold signals back. A signal during a fork gets lost, or leaves a worker nobody knows
    about."""
    if _can_block:
        signal.pthread_sigmask(signal.SIG_BLOCK, STOP)
    try:
        yield
    finally:
        if _can_block:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP)


def _begin(work: Work, number: int) -> None:
    """Do the work in the worker's process, and end it if the supervisor is gone."""
    if _forks:
        ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGTERM)
    if _can_block:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP)
    if not is_orphan():  # the supervisor may have died before we asked for the signal
        work(number)


def is_orphan() -> bool:
    """Return whether the supervisor of this worker is gone."""
    supervisor = parent_process()
    return supervisor is not None and os.getppid() != supervisor.pid


def _stop(workers: list[WorkerProcess]) -> None:
    """Let the workers finish, and kill those that do not."""
    for number in STOP:
        signal.signal(number, signal.SIG_IGN)  # once is enough
    for worker in workers:
        worker.process.terminate()
    until = monotonic() + HANGS_AFTER
    for worker in workers:
        worker.process.join(max(0.0, until - monotonic()))
        worker.end()

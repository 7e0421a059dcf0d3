"""Several workers and the process that looks after them.

It loads what all of them need and forks them, so that they share that memory; one that dies or
gives no sign of life is replaced. A worker gives its first sign when it serves.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import monotonic, sleep
from typing import Any

BEAT = 1
"""Seconds between two signs of life."""
SILENT = 30.0
"""Who has not given one for so many seconds hangs, and is replaced."""
STARTING = 120.0
"""Seconds for the first one."""
CANNOT_START = 3
"""uvicorn's exit code when there is no sense in trying again."""

Work = Callable[[int, Connection], None]
"""What a worker does: its number, and where it gives signs of life."""

_forks = sys.platform == "linux"  # elsewhere libraries of the system do not bear it
_context: Any = multiprocessing.get_context("fork" if _forks else "spawn")


class Worker:
    """One of them, and when it was last heard of."""

    def __init__(self, number: int, work: Work):
        self.number = number
        self.signs, theirs = _context.Pipe(duplex=False)
        self.process: BaseProcess = _context.Process(target=work, args=(number, theirs))
        self.process.start()
        theirs.close()
        self.serves = False
        self.silent_from = monotonic() + STARTING

    def heard(self) -> bool:
        """Take its signs of life. False: it is gone."""
        try:
            while self.signs.poll():
                self.signs.recv_bytes()
                self.serves = True
                self.silent_from = monotonic() + SILENT
        except (EOFError, OSError):
            return False
        return True

    def is_lost(self) -> bool:
        return not self.heard() or not self.process.is_alive() or monotonic() > self.silent_from

    def end(self) -> int | None:
        """Make sure that it is gone; how it ended."""
        self.process.kill()
        self.process.join()
        self.signs.close()
        return self.process.exitcode


def supervise(
    count: int, work: Work, ready: Callable[[], None], died: Callable[[int | None], None]
) -> None:
    """Keep so many workers at work until a signal ends this. `ready` is called once, when all of
    them serve; `died` for each that has to be replaced, with how it ended."""
    workers: list[Worker] = []
    told = False
    try:
        workers += (Worker(number, work) for number in range(count))
        while True:
            wait([worker.signs for worker in workers], BEAT)
            for place, worker in enumerate(workers):
                if worker.is_lost():
                    ended = worker.end()
                    if ended == CANNOT_START:
                        raise SystemExit(CANNOT_START)
                    died(ended)
                    if not worker.serves:
                        sleep(BEAT)  # nor will the next one, perhaps
                    workers[place] = Worker(worker.number, work)
            if not told and all(worker.serves for worker in workers):
                told = True
                ready()
    finally:
        _stop(workers)


def _stop(workers: list[Worker]) -> None:
    """Let them say farewell; who does not come to an end is made to."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # once is enough
    for worker in workers:
        worker.process.terminate()
    until = monotonic() + SILENT
    for worker in workers:
        worker.process.join(max(0.0, until - monotonic()))
        worker.end()

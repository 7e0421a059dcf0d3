"""The workers of one server on one machine: which tables are whose, and how they write each other.

Any worker can serve any table, but one of them owns it: who comes for a table is sent there, so
that a table is in one worker's mind and not in all. A letter is a datagram; it can carry open
files, and so connections. What lies in the mailbox of a worker that dies is there for the one that
replaces it. All see when each of them last gave a sign of life.
"""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from array import array
from collections.abc import Callable, MutableSequence, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import NamedTuple
from zlib import crc32

LONGEST_LETTER = 64 * 1024
ROOM = 256 * 1024
"""Bytes of letters that lie in a box. Some systems take none of more than 2 KiB if not asked."""
HANGS = 3.0
"""Seconds without a sign of life after which nobody counts on a worker: as long as one may take to
be replaced."""
POSSIBLE = hasattr(socket, "AF_UNIX") and hasattr(socket, "recv_fds")
"""Whether processes of this system can write each other like that."""

Take = Callable[[bytes, list[int]], None]
"""Is given a letter, and the files that came with it."""
Signs = MutableSequence[float]
"""When each worker last gave a sign of life, on the clock that all processes share; 0: never."""


class Box(NamedTuple):
    """Where one worker's letters lie. All workers have both ends."""

    slot: socket.socket
    tray: socket.socket


@dataclass(frozen=True)
class Crew:
    folder: Path
    """For files that they share."""
    words: tuple[Box, ...]
    """For what they tell each other, by number of the worker; none where that is not possible."""
    hands: tuple[Box, ...]
    """For connections."""
    signs: Signs
    number: int = 0
    """Which of them this process is. Who replaces a worker gets its number."""

    @classmethod
    def gather(cls, folder: Path, size: int) -> Crew:
        from multiprocessing import RawArray  # a thirtieth of a second that few need

        boxes = size if POSSIBLE else 0
        words, hands = (tuple(_box() for _ in range(boxes)) for _ in range(2))
        return cls(folder, words, hands, RawArray("d", size))

    def owner(self, table: str) -> int:
        """The number of the worker that a table is at."""
        return crc32(table.encode()) % len(self.signs)

    def owns(self, table: str) -> bool:
        return self.owner(table) == self.number

    def others(self) -> list[int]:
        return [number for number in range(len(self.signs)) if number != self.number]

    def give_sign(self) -> None:
        self.signs[self.number] = monotonic()

    def take_back_sign(self) -> None:
        """Nobody counts on this worker from now on."""
        self.signs[self.number] = 0.0

    def is_awake(self, number: int) -> bool:
        return monotonic() - self.signs[number] < HANGS

    def close(self) -> None:
        """Nobody writes any more."""
        for box in (*self.words, *self.hands):
            box.slot.close()
            box.tray.close()


def send(box: Box, letter: bytes, files: Sequence[int] = ()) -> None:
    """Raises BlockingIOError if too much lies there already."""
    # Not `socket.send_fds`, which cannot do without files.
    enclosed = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", files))] if files else []
    try:
        box.slot.sendmsg([letter], enclosed)
    except OSError as problem:
        if problem.errno != errno.ENOBUFS:
            raise
        raise BlockingIOError(*problem.args) from None


def receive(box: Box, take: Take) -> None:
    """Have each letter taken, those that lie there and those that come."""

    def look() -> None:
        with suppress(BlockingIOError):  # somebody else was faster
            take(*_letter(box))

    asyncio.get_running_loop().add_reader(box.tray, look)


def empty(box: Box, take: Take) -> None:
    """Have each letter taken that lies there, in place of a worker that does not."""
    with suppress(BlockingIOError):
        while True:
            take(*_letter(box))


def receive_no_more(box: Box) -> None:
    asyncio.get_running_loop().remove_reader(box.tray)


def let_go(files: Sequence[int]) -> None:
    """Close files that came with a letter and are not wanted."""
    for file in files:
        os.close(file)


def _letter(box: Box) -> tuple[bytes, list[int]]:
    letter, files, _, _ = socket.recv_fds(box.tray, LONGEST_LETTER, 1)
    return letter, files


def _box() -> Box:
    # A pair, since what has a name takes ten letters at most on Linux.
    box = Box(*socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))
    for end in box:
        end.setblocking(False)
        for buffer in (socket.SO_SNDBUF, socket.SO_RCVBUF):
            end.setsockopt(socket.SOL_SOCKET, buffer, ROOM)
    return box

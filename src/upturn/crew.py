"""The workers of one server on one machine: which tables are whose, and how they write each other.

Any worker can serve any table, but one of them owns it: who comes for a table is sent there, so
that a table is in one worker's mind and not in all. A letter is a datagram; it can carry open
files, and so connections. What lies in the mailbox of a worker that dies is there for the one that
replaces it.
"""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

LONGEST_LETTER = 64 * 1024
POSSIBLE = hasattr(socket, "AF_UNIX") and hasattr(socket, "recv_fds")
"""Whether processes of this system can write each other like that."""

Take = Callable[[bytes, list[int]], None]
"""Is given a letter, and the files that came with it."""


class Box(NamedTuple):
    """Where one worker's letters lie. All workers have both ends."""

    slot: socket.socket
    tray: socket.socket


@dataclass(frozen=True)
class Crew:
    folder: Path
    """For files that they share."""
    words: tuple[Box, ...]
    """For what they tell each other, by number of the worker."""
    hands: tuple[Box, ...]
    """For connections."""
    number: int = 0
    """Which of them this process is. Who replaces a worker gets its number."""

    @classmethod
    def gather(cls, folder: Path, size: int) -> Crew:
        words, hands = (tuple(_box() for _ in range(size)) for _ in range(2))
        return cls(folder, words, hands)

    def owner(self, table: str) -> int:
        """The number of the worker that a table is at."""
        return crc32(table.encode()) % len(self.words)

    def owns(self, table: str) -> bool:
        return self.owner(table) == self.number

    def others(self) -> list[int]:
        return [number for number in range(len(self.words)) if number != self.number]

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
        try:
            letter, files, _, _ = socket.recv_fds(box.tray, LONGEST_LETTER, 1)
        except BlockingIOError:  # another worker of this number was faster
            return
        take(letter, files)

    asyncio.get_running_loop().add_reader(box.tray, look)


def receive_no_more(box: Box) -> None:
    asyncio.get_running_loop().remove_reader(box.tray)


def let_go(files: Sequence[int]) -> None:
    """Close files that came with a letter and are not wanted."""
    for file in files:
        os.close(file)


def _box() -> Box:
    # A pair, since what has a name takes ten letters at most on Linux.
    box = Box(*socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))
    for end in box:
        end.setblocking(False)
    return box

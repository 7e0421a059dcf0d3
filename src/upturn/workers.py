"""The workers of one server on one machine: which tables are whose, and messages between them.

Any worker can serve any table, but one of them owns it: people who come for a table are sent there,
so that it is in the memory of one worker and not of all. A message is a datagram; it can carry open
files, and so connections. Messages in the mailbox of a worker that dies are there for the one that
replaces it. Every worker sees the heartbeats of all others.
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

LONGEST_MESSAGE = 64 * 1024
MAILBOX_SIZE = 256 * 1024
"""Bytes. Some systems take no message of more than 2 KiB unless asked for more."""
SILENT_AFTER = 3.0
"""Seconds without a heartbeat after which nobody counts on a worker: as long as replacing one may
take."""
SUPPORTED = hasattr(socket, "AF_UNIX") and hasattr(socket, "recv_fds")
"""Whether processes of this system can send each other such messages."""

Handler = Callable[[bytes, list[int]], None]
"""Is given a message, and the files that came with it."""
Heartbeats = MutableSequence[float]
"""When each worker last gave a sign of life, on the clock that all processes share; 0: never."""


class Mailbox(NamedTuple):
    """Where messages for one worker lie. All workers have both ends."""

    sender: socket.socket
    receiver: socket.socket


@dataclass(frozen=True)
class WorkerGroup:
    folder: Path
    """For files that they share."""
    messages: tuple[Mailbox, ...]
    """For what they tell each other, by number of the worker; none where that is not supported."""
    connections: tuple[Mailbox, ...]
    """For connections that they hand to each other."""
    heartbeats: Heartbeats
    number: int = 0
    """Which of them this process is. The replacement of a worker gets its number."""

    @classmethod
    def create(cls, folder: Path, size: int) -> WorkerGroup:
        from multiprocessing import RawArray  # a thirtieth of a second that few need

        mailboxes = size if SUPPORTED else 0
        messages, connections = (tuple(_mailbox() for _ in range(mailboxes)) for _ in range(2))
        return cls(folder, messages, connections, RawArray("d", size))

    def owner(self, table: str) -> int:
        """Return the number of the worker that a table belongs to."""
        return crc32(table.encode()) % len(self.heartbeats)

    def owns(self, table: str) -> bool:
        return self.owner(table) == self.number

    def others(self) -> list[int]:
        return [number for number in range(len(self.heartbeats)) if number != self.number]

    def beat(self) -> None:
        self.heartbeats[self.number] = monotonic()

    def stop_beating(self) -> None:
        """Tell the others not to count on this worker from now on."""
        self.heartbeats[self.number] = 0.0

    def is_alive(self, number: int) -> bool:
        return monotonic() - self.heartbeats[number] < SILENT_AFTER

    def close(self) -> None:
        """Close all mailboxes, when nobody sends any more."""
        for mailbox in (*self.messages, *self.connections):
            mailbox.sender.close()
            mailbox.receiver.close()


def send(mailbox: Mailbox, message: bytes, files: Sequence[int] = ()) -> None:
    """Send a message. Raise BlockingIOError if the mailbox is full."""
    # Not `socket.send_fds`, which cannot do without files.
    enclosed = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", files))] if files else []
    try:
        mailbox.sender.sendmsg([message], enclosed)
    except OSError as problem:
        if problem.errno != errno.ENOBUFS:
            raise
        raise BlockingIOError(*problem.args) from None


def receive(mailbox: Mailbox, handle: Handler) -> None:
    """Handle each message, those that lie there and those that come."""

    def look() -> None:
        with suppress(BlockingIOError):  # somebody else was faster
            handle(*_message(mailbox))

    asyncio.get_running_loop().add_reader(mailbox.receiver, look)


def drain(mailbox: Mailbox, handle: Handler) -> None:
    """Handle each message that lies there, in place of a worker that does not."""
    with suppress(BlockingIOError):
        while True:
            handle(*_message(mailbox))


def stop_receiving(mailbox: Mailbox) -> None:
    asyncio.get_running_loop().remove_reader(mailbox.receiver)


def close_files(files: Sequence[int]) -> None:
    """Close files that came with a message and are not wanted."""
    for file in files:
        os.close(file)


def _message(mailbox: Mailbox) -> tuple[bytes, list[int]]:
    message, files, _, _ = socket.recv_fds(mailbox.receiver, LONGEST_MESSAGE, 1)
    return message, files


def _mailbox() -> Mailbox:
    # A pair, since a named socket takes ten messages at most on Linux.
    mailbox = Mailbox(*socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))
    for end in mailbox:
        end.setblocking(False)
        for buffer in (socket.SO_SNDBUF, socket.SO_RCVBUF):
            end.setsockopt(socket.SOL_SOCKET, buffer, MAILBOX_SIZE)
    return mailbox

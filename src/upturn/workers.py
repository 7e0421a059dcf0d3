"""The workers of one server on one machine: who owns which table, and messages between workers.

Any worker can serve any table, but each table has one owner. People who come to a table are sent to
its owner, so that only one worker keeps the table in memory. A message is a datagram; it can carry
open files, and therefore connections. When a worker dies, its replacement gets the messages left in
the mailbox. Every worker sees the heartbeats of all others.
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
"""Bytes. Unless asked for more, some systems refuse messages over 2 KiB."""
SILENT_AFTER = 3.0
"""Seconds without a heartbeat after which nobody relies on a worker. Replacing a worker may take
this long."""
SUPPORTED = hasattr(socket, "AF_UNIX") and hasattr(socket, "recv_fds")
"""Whether processes of this system can send each other such messages."""

Handler = Callable[[bytes, list[int]], None]
"""Handles a message and the files that came with it."""
Heartbeats = MutableSequence[float]
"""When each worker was last alive, on the clock that all processes share. 0 means never."""


class Mailbox(NamedTuple):
    """Holds the messages for one worker. All workers have both ends."""

    sender: socket.socket
    receiver: socket.socket


@dataclass(frozen=True)
class WorkerGroup:
    folder: Path
    """For files that the workers share."""
    messages: tuple[Mailbox, ...]
    """For messages between workers, by worker number. Empty where the system does not support
    it."""
    connections: tuple[Mailbox, ...]
    """For connections that workers hand to each other."""
    heartbeats: Heartbeats
    number: int = 0
    """The number of this process. A replacement gets the number of the worker it replaces."""

    @classmethod
    def create(cls, folder: Path, size: int) -> WorkerGroup:
        from multiprocessing import RawArray  # slow to import, and few need it

        mailboxes = size if SUPPORTED else 0
        messages, connections = (tuple(_mailbox() for _ in range(mailboxes)) for _ in range(2))
        return cls(folder, messages, connections, RawArray("d", size))

    def owner(self, table: str) -> int:
        """Return the number of the worker that owns a table."""
        return crc32(table.encode()) % len(self.heartbeats)

    def owns(self, table: str) -> bool:
        return self.owner(table) == self.number

    def others(self) -> list[int]:
        return [number for number in range(len(self.heartbeats)) if number != self.number]

    def beat(self) -> None:
        self.heartbeats[self.number] = monotonic()

    def stop_beating(self) -> None:
        """Tell the others not to rely on this worker from now on."""
        self.heartbeats[self.number] = 0.0

    def is_alive(self, number: int) -> bool:
        return monotonic() - self.heartbeats[number] < SILENT_AFTER

    def close(self) -> None:
        """Close all mailboxes. Call this when nobody sends any more."""
        for mailbox in (*self.messages, *self.connections):
            mailbox.sender.close()
            mailbox.receiver.close()


def send(mailbox: Mailbox, message: bytes, files: Sequence[int] = ()) -> None:
    """Send a message. Raise BlockingIOError if the mailbox is full."""
    # `socket.send_fds` does not work without files.
    enclosed = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", files))] if files else []
    try:
        mailbox.sender.sendmsg([message], enclosed)
    except OSError as problem:
        if problem.errno != errno.ENOBUFS:
            raise
        raise BlockingIOError(*problem.args) from None


def receive(mailbox: Mailbox, handle: Handler) -> None:
    """Handle every message: those already in the mailbox, and those still to come."""

    def look() -> None:
        with suppress(BlockingIOError):  # somebody else was faster
            handle(*_message(mailbox))

    asyncio.get_running_loop().add_reader(mailbox.receiver, look)


def drain(mailbox: Mailbox, handle: Handler) -> None:
    """Handle every message already in the mailbox, on behalf of a worker that does not."""
    with suppress(BlockingIOError):
        while True:
            handle(*_message(mailbox))


def stop_receiving(mailbox: Mailbox) -> None:
    asyncio.get_running_loop().remove_reader(mailbox.receiver)


def close_files(files: Sequence[int]) -> None:
    """Close unwanted files that came with a message."""
    for file in files:
        os.close(file)


def _message(mailbox: Mailbox) -> tuple[bytes, list[int]]:
    message, files, _, _ = socket.recv_fds(mailbox.receiver, LONGEST_MESSAGE, 1)
    return message, files


def _mailbox() -> Mailbox:
    # Use a socket pair: on Linux a named socket holds ten messages at most.
    mailbox = Mailbox(*socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))
    for end in mailbox:
        end.setblocking(False)
        for buffer in (socket.SO_SNDBUF, socket.SO_RCVBUF):
            end.setsockopt(socket.SOL_SOCKET, buffer, MAILBOX_SIZE)
    return mailbox

"""Messages between workers about new entries, for SQLite, which does not notify anybody itself.

A worker sends messages about the entries it committed and its announcements. If another worker
cannot take a message now, it learns as soon as it can that it missed some. A worker that starts
also tells all others that they may have missed some, since the worker it replaces may have died
before it sent its messages.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator

from upturn.store.driver import Heard, Told
from upturn.workers import LONGEST_MESSAGE, WorkerGroup, close_files, receive, send, stop_receiving

ENTRIES, WORDS, MISSED = b"e", b"w", b"m"
TRIED_EVERY = 0.05


class Neighbours:
    """The other workers of this machine."""

    def __init__(self, group: WorkerGroup, heard: Heard, told: Told):
        self._group = group
        self._heard = heard
        self._told = told
        receive(group.messages[group.number], self._take)
        self._missed: set[int] = set(group.others())
        self._trying: asyncio.TimerHandle | None = None
        self._try_again()

    def tell(self, entries: Iterable[tuple[str, int]]) -> None:
        """Tell the others that these entries are in the log now."""
        self._send(ENTRIES, (f"{table} {n}" for table, n in entries))

    def announce(self, words: Iterable[str]) -> None:
        self._send(WORDS, words)

    def close(self) -> None:
        if self._trying is not None:
            self._trying.cancel()
        stop_receiving(self._group.messages[self._group.number])

    def _send(self, kind: bytes, lines: Iterable[str]) -> None:
        for message in _messages(kind, lines):
            for number in self._group.others():
                try:
                    send(self._group.messages[number], message)
                except OSError:  # of any kind: the entries are on disk, only the message is lost
                    self._missed.add(number)
                    if self._trying is None:
                        self._try_later()

    def _try_again(self) -> None:
        self._trying = None
        for number in tuple(self._missed):
            try:
                send(self._group.messages[number], MISSED)
            except OSError:
                continue
            self._missed.discard(number)
        if self._missed:
            self._try_later()

    def _try_later(self) -> None:
        self._trying = asyncio.get_running_loop().call_later(TRIED_EVERY, self._try_again)

    def _take(self, message: bytes, files: list[int]) -> None:
        close_files(files)
        kind, lines = message[:1], message[1:].decode()
        if kind == MISSED:
            self._heard("", 0)
        elif kind == WORDS:
            for word in lines.split("\n"):
                self._told(word)
        else:
            for line in lines.split("\n"):
                table, _, n = line.partition(" ")
                self._heard(table, int(n))


def _messages(kind: bytes, lines: Iterable[str]) -> Iterator[bytes]:
    """Pack the lines into as few messages as possible, none of them too long."""
    message = bytearray()
    for line in lines:
        more = line.encode()
        if message and len(message) + 1 + len(more) > LONGEST_MESSAGE:
            yield bytes(message)
            message.clear()
        message += b"\n" if message else kind
        message += more
    if message:
        yield bytes(message)

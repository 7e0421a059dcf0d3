"""Hearing of entries that other workers append, where the database does not tell: SQLite.

A worker tells the others of what it has committed, and what it announces, by letters. One that
cannot take a letter now is told as soon as it can that it missed some; so are all whenever a
worker starts, since the one it replaces may have died between writing an entry and telling of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator

from upturn.crew import LONGEST_LETTER, Crew, let_go, receive, receive_no_more, send
from upturn.store.driver import Heard, Told

ENTRIES, WORDS, MISSED = b"e", b"w", b"m"
TRIED_EVERY = 0.05


class Neighbours:
    """The other workers of this machine."""

    def __init__(self, crew: Crew, heard: Heard, told: Told):
        self._crew = crew
        self._heard = heard
        self._told = told
        receive(crew.words[crew.number], self._take)
        self._missed: set[int] = set(crew.others())
        self._trying: asyncio.TimerHandle | None = None
        self._try_again()

    def tell(self, entries: Iterable[tuple[str, int]]) -> None:
        """These entries are in the log now."""
        self._send(ENTRIES, (f"{table} {n}" for table, n in entries))

    def announce(self, words: Iterable[str]) -> None:
        self._send(WORDS, words)

    def close(self) -> None:
        if self._trying is not None:
            self._trying.cancel()
        receive_no_more(self._crew.words[self._crew.number])

    def _send(self, kind: bytes, lines: Iterable[str]) -> None:
        for letter in _letters(kind, lines):
            for number in self._crew.others():
                try:
                    send(self._crew.words[number], letter)
                except OSError:  # whatever it is: the entries are on the disk
                    self._missed.add(number)
                    if self._trying is None:
                        self._try_later()

    def _try_again(self) -> None:
        self._trying = None
        for number in tuple(self._missed):
            try:
                send(self._crew.words[number], MISSED)
            except OSError:
                continue
            self._missed.discard(number)
        if self._missed:
            self._try_later()

    def _try_later(self) -> None:
        self._trying = asyncio.get_running_loop().call_later(TRIED_EVERY, self._try_again)

    def _take(self, letter: bytes, files: list[int]) -> None:
        let_go(files)
        kind, lines = letter[:1], letter[1:].decode()
        if kind == MISSED:
            self._heard("", 0)
        elif kind == WORDS:
            for word in lines.split("\n"):
                self._told(word)
        else:
            for line in lines.split("\n"):
                table, _, n = line.partition(" ")
                self._heard(table, int(n))


def _letters(kind: bytes, lines: Iterable[str]) -> Iterator[bytes]:
    """As few as possible, none too long."""
    letter = bytearray()
    for line in lines:
        more = line.encode()
        if letter and len(letter) + 1 + len(more) > LONGEST_LETTER:
            yield bytes(letter)
            letter.clear()
        letter += b"\n" if letter else kind
        letter += more
    if letter:
        yield bytes(letter)

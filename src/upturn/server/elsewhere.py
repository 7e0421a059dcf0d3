"""Who is at a table by way of other workers.

    5f0c1de2 k3vq7yd2mzt5hw4c 1,3 2 4

A word of one worker to all: which worker, which table, the seats that somebody is at, how many
watch, and the seats of those who asked lately without staying connected. Each worker says so when
that changes and every few seconds; what is not repeated is forgotten. Nothing of it is kept.
"""

from __future__ import annotations

from secrets import token_hex
from typing import TYPE_CHECKING, NamedTuple

from upturn.server.clock import now

if TYPE_CHECKING:
    from upturn.server.room import Room

SAID_EVERY = 5.0
"""Seconds."""
LASTS = 15_000
"""Milliseconds that a word is believed."""
LATELY = 10_000


class Word(NamedTuple):
    worker: str
    table: str
    seats: frozenset[int]
    watching: int
    seen: frozenset[int]

    @classmethod
    def read(cls, text: str) -> Word | None:
        """None for what is no such word."""
        parts = text.split(" ")
        if len(parts) != len(cls._fields) or not parts[3].isdecimal():
            return None
        return cls(parts[0], parts[1], _seats(parts[2]), int(parts[3]), _seats(parts[4]))

    def __str__(self) -> str:
        seats, seen = (",".join(map(str, sorted(some))) for some in (self.seats, self.seen))
        return f"{self.worker} {self.table} {seats} {self.watching} {seen}"


def _seats(text: str) -> frozenset[int]:
    return frozenset(int(seat) for seat in text.split(",") if seat.isdecimal())


class Elsewhere:
    """What other workers said of the tables that this one has in mind."""

    def __init__(self) -> None:
        self.worker = token_hex(4)
        self._said: dict[str, dict[str, tuple[Word, int]]] = {}

    def word_of(self, room: Room) -> str:
        """What this worker says of a table."""
        lately = now() - LATELY
        seen = frozenset(seat for seat, at in room.last_seen.items() if at > lately)
        word = Word(self.worker, room.table.id, room.seats_here(), room.watching_here(), seen)
        return str(word)

    def take(self, word: Word) -> tuple[bool, bool]:
        """Believe it for a while. Whether it changes something, and is the first of its worker."""
        before = self.of(word.table)
        said = self._said.setdefault(word.table, {})
        first = word.worker not in said
        said[word.worker] = word, now() + LASTS
        return self.of(word.table) != before, first

    def of(self, table: str) -> tuple[frozenset[int], int]:
        """The seats that somebody is at elsewhere, and how many watch there."""
        said = self._said.get(table)
        if not said:
            return frozenset(), 0
        at = now()
        words = [word for word, until in said.values() if until > at]
        return frozenset().union(*(word.seats for word in words)), sum(w.watching for w in words)

    def forget(self, table: str) -> None:
        self._said.pop(table, None)

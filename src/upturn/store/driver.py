"""What the store asks of a database. There are two: `sqlite.py` and `postgres.py`.

A driver raises `StoreUnavailable` whenever the database fails, and works again as soon as the
database does. It knows no statement of the store but the one that the two databases word
differently: writing a batch of entries.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

Heard = Callable[[str, int], None]
Told = Callable[[str], None]


class NewEntry(NamedTuple):
    """An entry on its way into the log."""

    table: str
    n: int
    at: int
    body: str

    @property
    def key(self) -> tuple[str, int]:
        return self.table, self.n


class Step(NamedTuple):
    """One statement of a transaction and what is filled in."""

    sql: str
    args: tuple[Any, ...] = ()


class Driver(Protocol):
    """One database."""

    @property
    def shared(self) -> bool:
        """Whether other workers may append to it."""

    @property
    def upgraded(self) -> str | None:
        """Said to whoever opened a database of an older version: what was done to it."""

    async def insert(self, entries: Sequence[NewEntry]) -> set[tuple[str, int]]:
        """Write these entries, no two with one key, and return the keys of those that are durable
        now and ours. The others had been written by somebody else."""

    async def rows(self, sql: str, *args: Any) -> list[tuple[Any, ...]]:
        """Read."""

    async def change(self, *steps: Step) -> list[tuple[Any, ...]] | None:
        """Do all steps in one durable transaction and return the rows of the first; or do
        nothing and return None, where a key is taken."""

    async def listen(self, heard: Heard, told: Told) -> None:
        """Tell of entries in the log, and what workers announce, if there are others."""

    async def announce(self, words: Sequence[str]) -> None:
        """Tell all workers something that is not kept."""

    async def backup(self, path: Path) -> None:
        """Write a copy of everything, as of one moment, into a new SQLite file."""

    async def size(self) -> int:
        """Bytes on disk."""

    async def close(self) -> None:
        """Finish and let go of everything."""

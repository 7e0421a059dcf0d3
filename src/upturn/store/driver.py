"""The interface of a database driver. There are two: `sqlite.py` and `postgres.py`.

A driver raises `StoreUnavailable` whenever the database fails, and works again as soon as the
database does. The store passes its statements to the driver. Only the statement that writes a batch
of entries differs between the two databases, so each driver has its own.
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
    """One statement of a transaction and its arguments."""

    sql: str
    args: tuple[Any, ...] = ()


class Driver(Protocol):
    """One database."""

    @property
    def shared(self) -> bool:
        """Whether other workers may append to it."""

    @property
    def upgraded(self) -> str | None:
        """A sentence about the upgrade, if the database was of an older version when opened."""

    async def insert(self, entries: Sequence[NewEntry]) -> set[tuple[str, int]]:
        """Write these entries, whose keys all differ. Return the keys of the entries that are now
        durable. The other keys were already taken."""

    async def rows(self, sql: str, *args: Any) -> list[tuple[Any, ...]]:
        """Run a query and return its rows."""

    async def change(self, *steps: Step, words: Sequence[str] = ()) -> list[tuple[Any, ...]] | None:
        """Do all steps in one durable transaction and return the rows of the first step. If a key
        is taken, do nothing and return None. Announce these words with the change: no worker that
        listens misses them, even if this one dies right after it."""

    async def listen(self, heard: Heard, told: Told) -> None:
        """Report new entries to `heard` and announcements to `told`, if there are other workers."""

    async def announce(self, words: Sequence[str]) -> None:
        """Send messages to the other workers without storing them."""

    async def purge(self) -> bool:
        """Leave nothing in the files of this database of what was deleted or changed before, where
        that is ours to do. Return False if others read and it should be tried again."""

    async def backup(self, path: Path) -> None:
        """Write a consistent copy of everything into a new SQLite file."""

    async def size(self) -> int:
        """Bytes on disk."""

    async def close(self) -> None:
        """Finish running work and release all resources."""

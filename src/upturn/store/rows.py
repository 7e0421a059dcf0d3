"""The plain rows that the store takes and returns. Times are milliseconds since 1970."""

from __future__ import annotations

from typing import NamedTuple

Kind = tuple[str | None, str | None]
"""Of a device: its browser and its system, where known."""


class EntryRow(NamedTuple):
    """One entry of a table's log; the first is number 1."""

    n: int
    at: int
    body: str


class TableRow(NamedTuple):
    """A table, without its log."""

    id: str
    code: str
    game: str
    players: int
    public: bool
    state: str  # gathering, playing, over (with a result) or ended (without one)
    deal: str | None
    host: str | None  # a person's id; None once that person is deleted
    created: int
    changed: int
    summary: str
    ended_by: str | None = None  # why, if the state is "ended"


class PersonRow(NamedTuple):
    """A person with a name."""

    id: str
    name: str
    created: int


class CredentialRow(NamedTuple):
    """One device of a person. Its id is random, and no secret."""

    hash: bytes
    created: int
    label: str  # how it came
    id: str
    browser: str | None
    system: str | None
    seen: int


class DeviceRow(NamedTuple):
    """The device that a secret belongs to, and its person."""

    person: PersonRow
    id: str
    seen: int


class SeatingRow(NamedTuple):
    """A seat that a person took, and the table it is at."""

    table: TableRow
    seat: int
    name: str
    at: int


class SightingRow(NamedTuple):
    """Cards of a deal that somebody saw at a table. No person or no browser: an empty text."""

    person: str
    browser: str
    table: str
    deal: str
    at: int


class ResultSeat(NamedTuple):
    """The person or bot in a seat at the end of a game; all None if the person was deleted."""

    person: str | None
    name: str | None
    bot: str | None


class ResultRow(NamedTuple):
    """A finished game. The store sets `id`: 1, 2, 3 … in the order in which results are added."""

    table: str
    game: str
    players: int
    options: str
    mode: str
    deal: str | None
    day: str | None
    finished: int
    scores: str
    seats: tuple[ResultSeat, ...]
    flags: str
    id: int = 0

"""What the store gives out and takes in: plain rows. Times are milliseconds since 1970."""

from __future__ import annotations

from typing import NamedTuple


class EntryRow(NamedTuple):
    """One entry of a table's log; the first is number 1."""

    n: int
    at: int
    body: str


class TableRow(NamedTuple):
    """What is known of a table without its log."""

    id: str
    code: str
    game: str
    players: int
    public: bool
    state: str  # gathering, playing, over (there is a result) or ended (there is none)
    deal: str | None
    host: str | None  # a person, until that person is deleted
    created: int
    changed: int
    summary: str
    ended_by: str | None = None  # why, of one that has ended


class PersonRow(NamedTuple):
    """Somebody with a name."""

    id: str
    name: str
    created: int
    seen: int


class CredentialRow(NamedTuple):
    """One device of a person."""

    hash: bytes
    created: int
    label: str


class SeatingRow(NamedTuple):
    """A seat that a person took, and the table it is at."""

    table: TableRow
    seat: int
    name: str
    at: int


class ResultSeat(NamedTuple):
    """Who had a seat when the game was over; all None: somebody who was deleted since."""

    person: str | None
    name: str | None
    bot: str | None


class ResultRow(NamedTuple):
    """A finished game. `id` is given by the store: 1, 2, 3 … in the order they were added."""

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

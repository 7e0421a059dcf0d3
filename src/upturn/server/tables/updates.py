"""Encodes what each receiver at a table is told.

A view is built from nothing for its receiver. The part that all receivers see alike is built and
encoded once, only from what everybody may see, and each seat's own part is joined to it. Every move
comes through here once for each seat.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from upturn.games.telling import sight_parts
from upturn.server.clock import wall_time
from upturn.server.people.erasure import UNSAID
from upturn.table import showing
from upturn.wire.entries import AnyTold, Spoke
from upturn.wire.messages import Update

if TYPE_CHECKING:
    from upturn.games.game import Game
    from upturn.store import EntryRow
    from upturn.table import Change, Table
    from upturn.table.looking import Eyes

encode = msgspec.json.Encoder().encode

MOST_TOLD = 200
"""Entries that a client is told at once. It can ask for older ones."""

Seats = tuple[int, ...]
"""The seats of one person. Empty for a spectator."""


class UpdateEncoder:
    """Encodes one change for several devices. `eyes` are the seats whose views they are sent."""

    def __init__(self, table: Table, change: Change, eyes: Iterable[Eyes]):
        self._table, self._change = table, change
        self._facts = showing.facts(table, wall_time()) if change.facts else None
        self._take_back = table.take_back if change.take_back and not self._facts else None
        self._open = showing.open_to_all(table, change)
        self._told: dict[int | None, Raw] = {}
        self._views: dict[int | None, Raw] = {}
        ended = change.state is not None and table.finished is not None  # nothing is hidden now
        if table.game is not None and (
            change.steps or change.seats or change.kept is not None or ended
        ):
            self._views = views(table.game, set(chain.from_iterable(eyes)))
        self._messages: dict[tuple[Seats, Eyes], bytes] = {}

    def message(self, seats: Seats, eyes: Eyes) -> bytes:
        """Return the update for a device of these seats."""
        found = self._messages.get((seats, eyes))
        if found is None:
            found = self._messages[seats, eyes] = self.answer(seats, eyes, None)
        return found

    def answer(
        self, seats: Seats, eyes: Eyes, done: str | None, muted: bool | None = None
    ) -> bytes:
        """Return the update for one device alone: its command is done with this change, or its
        person was muted by it, or may talk again."""
        change, views = self._change, self._views
        told: Any = [self._entry(seats)]
        sights: Any = [views[eye] for eye in eyes] if views else []
        mine = list(seats) if change.seats else None
        return encode(
            Update(change.n, told, done, sights, self._facts, mine, self._take_back, muted)
        )

    def _entry(self, seats: Seats) -> AnyTold | Raw:
        eye = None if self._open else told_as(seats)
        found = self._told.get(eye)
        if found is None:
            told = showing.tell(self._table, self._change, eye)
            if isinstance(told, Spoke):
                return heard_by(self._table, told, seats)
            found = self._told[eye] = Raw(encode(told))
        return found


def views(game: Game, eyes: Iterable[int | None]) -> dict[int | None, Raw]:
    """Return what each of these seats, or a spectator (None), sees now."""
    seats = list(eyes)
    shared, own = sight_parts(game, seats)
    usual = {name: shared.pop(name) for name in dict.fromkeys(chain.from_iterable(own))}
    common = encode(shared)[:-1] + b","
    return {
        seat: Raw(common + encode(usual | one if seat is None else one)[1:])
        for seat, one in zip(seats, own, strict=True)
    }


def heard_by(table: Table, told: Spoke, seats: Seats) -> Spoke:
    """Return a message as these seats may hear it. Anyone may read a finished game, but messages at
    a private table are only for the people who sat there."""
    if seats or table.setup.public or table.finished is None:
        return told
    return msgspec.structs.replace(told, text=UNSAID, phrase=None)


def all_heard_by(table: Table, told: list[AnyTold], seats: Seats) -> list[AnyTold]:
    return [heard_by(table, one, seats) if isinstance(one, Spoke) else one for one in told]


def told_as(seats: Seats) -> int | None:
    """Return the seat whose version of an entry is told. A person with several seats is told what
    everybody may know (None)."""
    return seats[0] if len(seats) == 1 else None


def told_last(
    table: Table,
    rows: list[EntryRow],
    seats: Seats,
    since: int,
    before: int = sys.maxsize,
    limit: int = MOST_TOLD,
) -> tuple[int, list[AnyTold]]:
    """Return the last entries after one version and before another, as told to a person of these
    seats, and the number of the first of them."""
    end = min(before - 1, table.version)
    first = first_told(table, since, end, limit)
    return first, told_after(table, [row for row in rows if row.n <= end], first - 1, seats)


def first_told(table: Table, since: int, end: int, limit: int = MOST_TOLD) -> int:
    """Return the first of the last entries up to `end` that a client is told at once if it knows
    the table up to a version. A version that the table never had is from another log."""
    known = since if since <= table.version else 0
    return max(known, end - limit) + 1


def told_after(table: Table, rows: list[EntryRow], since: int, seats: Seats) -> list[AnyTold]:
    """Return all entries of a log after a version, as told to a person with these seats. If the
    version is from another log, return all entries."""
    rows = [row for row in rows if row.n <= table.version]
    if since > table.version:
        since = 0
    if not rows:
        return []
    told = showing.retell(table.id, table.code, rows, since, told_as(seats))
    return all_heard_by(table, told, seats)

"""What somebody at a table is told of a change: their message, encoded.

A view is built from nothing for whoever it is for. What all receivers see alike is built once from
what all may see, and encoded once; a seat's own part is joined to it. This is in the way of every
move, four times.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from upturn.server.forgetting import UNSAID
from upturn.table import showing
from upturn.wire.entries import AnyTold, Spoke
from upturn.wire.messages import Update

if TYPE_CHECKING:
    from upturn.games.game import Game
    from upturn.table import Change, Table

encode = msgspec.json.Encoder().encode

Seats = tuple[int, ...]
"""Whose eyes a message is for: the seats of one person. None at all: a spectator's."""


class Telling:
    """A change that is told to several receivers."""

    def __init__(self, table: Table, change: Change, receivers: Iterable[Seats]):
        self._table, self._change = table, change
        self._facts = showing.facts(table) if change.facts else None
        self._open = showing.open_to_all(table, change)
        self._told: dict[int | None, Raw] = {}
        self._views: dict[int | None, Raw] = {}
        anew = change.steps or change.seats or change.kept is not None
        if table.game is not None and anew:
            eyes = {seat for seats in receivers for seat in seats or (None,)}
            self._views = views(table.game, eyes)
        self._messages: dict[Seats, bytes] = {}

    def message(self, seats: Seats) -> bytes:
        """What who has these seats is told."""
        found = self._messages.get(seats)
        if found is None:
            found = self._messages[seats] = self._encoded(seats, None)
        return found

    def answer(self, seats: Seats, command: str) -> bytes:
        """The same for who caused it with this command."""
        return self._encoded(seats, command)

    def _encoded(self, seats: Seats, done: str | None) -> bytes:
        change = self._change
        told: Any = [self._entry(seats)]
        sights: Any = [self._views[seat] for seat in seats or (None,)] if self._views else []
        mine = list(seats) if change.seats else None
        take_back = self._table.take_back if change.take_back and not self._facts else None
        return encode(Update(change.n, told, done, sights, self._facts, mine, take_back))

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
    """What each of these seats, or a spectator (None), sees now."""
    seats = list(eyes)
    shared, own = game.sight_parts(seats)
    usual = {name: shared.pop(name) for name in dict.fromkeys(chain.from_iterable(own))}
    common = encode(shared)[:-1] + b","
    return {
        seat: Raw(common + encode(usual | one if seat is None else one)[1:])
        for seat, one in zip(seats, own, strict=True)
    }


def heard_by(table: Table, told: Spoke, seats: Seats) -> Spoke:
    """What was said. When the game is over it is open to all, but not what was said at a private
    table: that is for those who sat there."""
    if seats or table.setup.public or table.finished is None:
        return told
    return msgspec.structs.replace(told, text=UNSAID, phrase=None)


def told_as(seats: Seats) -> int | None:
    """Whose eyes an entry is told for: who has several seats is told what all may know."""
    return seats[0] if len(seats) == 1 else None

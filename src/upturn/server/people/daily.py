"""A deal a day for each game, the same for everybody on this server.

Its seed and nonce follow from a secret of the server and the day, so nobody has to draw them and
nobody can guess them. The `daily.toml` in a game's folder says how its deal is set up; a game
without one has no deal of the day. A person's first result counts, unless they have seen the cards
before: under another name, in the same browser.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from upturn.errors import Refusal
from upturn.games import names
from upturn.games.pieces import GAMES, table_of
from upturn.server.clock import wall_time
from upturn.server.people.results import knew_deal
from upturn.table import shuffles

if TYPE_CHECKING:
    from upturn.store import ResultRow
    from upturn.table import Table
    from upturn.wire.requests import NewTable

DIGITS = 32
"""128 bits each for seed and nonce."""
FINISHED = ("over", "ended")
HOST = 1
"""The seat of the person who opens a table where bots have all other seats."""


@dataclass(frozen=True)
class Terms:
    """How a day's deal is played, so that results compare."""

    players: tuple[int, ...]
    bots: dict[str, str]


@cache
def terms() -> dict[str, Terms]:
    """Return the terms by game."""
    written = {game: table_of(game, GAMES, "daily.toml") for game in names()}
    return {
        game: Terms(tuple(entry["players"]), entry["bots"])
        for game, entry in written.items()
        if entry
    }


def day_of(moment: int) -> str:
    """Return the day of a moment, in UTC."""
    return datetime.fromtimestamp(moment / 1000, UTC).date().isoformat()


def today() -> str:
    """Return the day it is on this machine, in UTC."""
    return day_of(wall_time())


def is_secluded(table: Table) -> bool:
    """Return whether only players may see this table, because it is everybody's deal of today."""
    return table.setup.day is not None and wall_time() < shuffles.end_of(table.setup.day)


class DailyDeals:
    """The deals of one server."""

    def __init__(self, secret: bytes):
        self._secret = secret

    def shuffle(self, day: str, game: str) -> tuple[str, str]:
        """Return seed and nonce. Tell nobody before the day is over."""
        drawn = hmac.new(self._secret, f"{day} {game}".encode(), hashlib.sha256).hexdigest()
        return drawn[:DIGITS], drawn[DIGITS:]

    def deal(self, day: str, game: str) -> str:
        """Return the id that tables of this deal share."""
        return shuffles.deal_id(*self.shuffle(day, game))

    def commitment(self, day: str, game: str) -> str:
        return shuffles.commitment(*self.shuffle(day, game))


def on_terms(wish: NewTable) -> NewTable:
    """Return the wish with the day's bots. Raise Refusal if the wish departs from the day's
    terms."""
    found = terms().get(wish.game)
    if found is None:
        raise Refusal("no-daily", game=wish.game)
    if wish.players not in found.players:
        raise Refusal("daily-players", game=wish.game, players=list(found.players))
    if wish.options:
        raise Refusal("daily-options", game=wish.game)
    if not found.bots:
        return wish
    if wish.seat != HOST or wish.bots not in ({}, found.bots):
        raise Refusal("daily-seats", game=wish.game, seat=HOST, bots=found.bots)
    return msgspec.structs.replace(wish, bots=found.bots)


def check_first(found: Table | None) -> None:
    """Raise Refusal if a table was found where the person plays or has played the deal."""
    if found is None:
        return
    if found.state in FINISHED:
        raise Refusal("daily-played", table=found.id)
    raise Refusal("daily-at-hand", table=found.id)


def check_unseen(seen: bool) -> None:
    """Raise Refusal for somebody who has seen today's deal without playing it under this name."""
    if seen:
        raise Refusal("daily-seen")


def first_results(rows: Iterable[ResultRow]) -> list[ResultRow]:
    """Return the results of people who had not played or seen the deal before. `rows` are ordered
    by id."""
    seen: set[str] = set()
    counted = []
    for row in rows:
        people = {seat.person for seat in row.seats if seat.person is not None}
        if not people & seen and not knew_deal(row):
            counted.append(row)
        seen |= people
    return counted

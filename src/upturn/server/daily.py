"""A deal a day for each game, the same for everybody on this server.

Its seed and nonce follow from a secret of the server and the day, so nobody has to draw them and
nobody can guess them. How it is set up is in `daily.toml`. The first result of a person counts.
"""

from __future__ import annotations

import hashlib
import hmac
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

from upturn.errors import Refusal
from upturn.table import shuffles

if TYPE_CHECKING:
    from upturn.server.hall import Hall
    from upturn.store import ResultRow
    from upturn.table import Person, Table
    from upturn.wire.requests import NewTable

DIGITS = 32
"""128 bits each for seed and nonce."""
FINISHED = ("over", "ended")
HOST = 1
"""The seat of who opens the table where the others are bots'."""


@dataclass(frozen=True)
class Terms:
    """How a day's deal is played, so that results compare."""

    players: tuple[int, ...]
    bots: dict[str, str]


@cache
def terms() -> dict[str, Terms]:
    """By game."""
    text = files(__package__).joinpath("daily.toml").read_text(encoding="utf-8")
    return {
        game: Terms(tuple(entry["players"]), entry["bots"])
        for game, entry in tomllib.loads(text).items()
    }


def day_of(moment: int) -> str:
    """The day of a moment, by UTC."""
    return datetime.fromtimestamp(moment / 1000, UTC).date().isoformat()


def end_of(day: str) -> int:
    """The moment when the next one begins."""
    begun = datetime.fromisoformat(day).replace(tzinfo=UTC)
    return int((begun + timedelta(days=1)).timestamp() * 1000)


class DailyDeals:
    """The deals of one server."""

    def __init__(self, secret: bytes):
        self._secret = secret

    def shuffle(self, day: str, game: str) -> tuple[str, str]:
        """Seed and nonce. Not to be told before the day's games are over."""
        drawn = hmac.new(self._secret, f"{day} {game}".encode(), hashlib.sha256).hexdigest()
        return drawn[:DIGITS], drawn[DIGITS:]

    def deal(self, day: str, game: str) -> str:
        """What tables of this deal have in common."""
        return shuffles.deal_id(*self.shuffle(day, game))

    def commitment(self, day: str, game: str) -> str:
        return shuffles.commitment(*self.shuffle(day, game))


def on_terms(wish: NewTable) -> NewTable:
    """The wish with the day's bots. Raises Refusal for another table than the day's."""
    found = terms().get(wish.game)
    if found is None:
        details = {"game": wish.game}
        raise Refusal("no-daily", f"There is no deal of the day for {wish.game}.", details)
    asked = {"game": wish.game, "seat": HOST, "players": list(found.players), "bots": found.bots}
    if wish.players not in found.players:
        numbers = " or ".join(map(str, found.players))
        raise Refusal("daily-players", f"The deal of the day is for {numbers} players.", asked)
    if wish.options:
        raise Refusal("daily-options", "The deal of the day has no house rules.", asked)
    if not found.bots:
        return wish
    if wish.seat != HOST or wish.bots not in ({}, found.bots):
        raise Refusal(
            "daily-seats", f"For the deal of the day you have seat {HOST}, bots the others.", asked
        )
    return msgspec.structs.replace(wish, bots=found.bots)


async def own_table(hall: Hall, person: Person | None, deal: str, but: str = "") -> Table | None:
    """Where somebody plays a deal, or has played it, but for one table; also where it was ended,
    since its cards have been seen."""
    if person is None:
        return None
    await hall.register.written()
    for row in await hall.store.seatings(person.id):
        if row.table.deal == deal and row.table.id != but:
            room = await hall.room(row.table.id)
            if room.table.state != "gathering" or room.seats_of(person):
                return room.table
    return None


def check_first(found: Table | None) -> None:
    """Raises Refusal for who has played the deal, or plays it now, at this table."""
    if found is None:
        return
    where = {"status": 409, "table": found.id}
    if found.state in FINISHED:
        raise Refusal("daily-played", "You have played today's deal.", where)
    raise Refusal("daily-at-hand", "You play today's deal already.", where)


def first_results(rows: Iterable[ResultRow]) -> list[ResultRow]:
    """Those in which nobody had played the deal before; `rows` in order of their ids."""
    seen: set[str] = set()
    counted = []
    for row in rows:
        people = {seat.person for seat in row.seats if seat.person is not None}
        if not people & seen:
            counted.append(row)
        seen |= people
    return counted

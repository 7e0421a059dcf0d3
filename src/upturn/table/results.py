"""The outcome of a finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from upturn.errors import Refusal

if TYPE_CHECKING:
    from upturn.games.game import Game
    from upturn.table.table import Table

OPEN_CARDS = ("challenge", "puzzle")
"""Modes in which a team knows cards to come."""
KNEW_DEAL = "knew-deal"
"""The flag of a result of somebody who had seen the deal elsewhere."""


class ResultSeat(NamedTuple):
    """Whoever played a seat at the end: a person, a bot, or a bot for a person who was away."""

    person: str | None
    name: str | None
    bot: str | None


class Outcome(NamedTuple):
    finished: int
    scores: list[int]
    seats: list[ResultSeat]
    flags: list[str]
    """Why it is not rated: hinted, peeked, what-if, open-cards, known-deal, and knew-deal, which
    only the server can tell."""

    @property
    def rated(self) -> bool:
        return not self.flags


def finished_game(table: Table) -> Game:
    """Return the game of a table where nobody plays any more: its cards are no secret. Raise
    Refusal before that."""
    if table.finished is None:
        raise Refusal("not-finished")
    if table.game is None:
        raise Refusal("no-game")
    return table.game


def outcome(table: Table) -> Outcome:
    """Return how the game ended. Raise Refusal if it was not played to its end."""
    if table.state != "over" or table.finished is None:
        raise Refusal("not-finished")
    seats = [ResultSeat(chair.person, chair.name, chair.bot) for chair in table.chairs]
    return Outcome(table.finished, table.expect_game().scores, seats, _flags(table))


def _flags(table: Table) -> list[str]:
    setup = table.setup
    reasons = {
        "hinted": table.hinted,
        "peeked": table.peeked,
        "what-if": setup.what_if is not None,
        "open-cards": setup.mode in OPEN_CARDS,
        # A single team competes with other teams on the same deal. Against opponents at the same
        # table, knowing the cards is an unfair advantage.
        "known-deal": setup.again is not None and len(table.rules.sides(setup.players)) > 1,
    }
    return [reason for reason, holds in reasons.items() if holds]

"""Levels of play for people: named and described in each game's `bots.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from upturn.bots import data

STAND_IN = "skilled"
"""Good company, and quick."""


@dataclass(frozen=True)
class Level:
    """A bot, a budget and a temperature."""

    name: str
    description: str
    """For people who choose their company."""
    bot: str
    budget: int | None = None
    """Iterations of a search, or whatever else the bot counts its thinking in."""
    temperature: float = 0.0
    """How much worse a move may be, in the unit of what the bot weighs, and still be played now
    and then."""


@cache
def levels(game: str) -> tuple[Level, ...]:
    """The levels of this game, the gentlest first."""
    written = data.of_game(game).get("levels", {})
    return tuple(Level(name, **level) for name, level in written.items())


def company(game: str) -> tuple[Level, ...]:
    """Whom people can choose, the gentlest first: the levels, or else the bots there are."""
    kinds = reversed(data.kinds(game).items())
    alone = (Level(name, kind.description, name, kind.budget) for name, kind in kinds)
    return levels(game) or tuple(alone)


def stand_in(game: str) -> str:
    """Return the level that plays for people who are away or out of time."""
    names = [level.name for level in company(game)]
    return STAND_IN if STAND_IN in names else names[-1]

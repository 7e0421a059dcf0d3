"""What is written down about bots: `bots.toml` in this folder, and in that of each game.

    [kinds.<name>]    a bot: `maker` is its file and class, `budget` what it thinks if nobody says
                      (a bot without one does not think ahead), `description` what it does
    [levels.<name>]   company for people, the gentlest first: see `levels.py`
    [search]          how `search.py` searches the game: see its `Style`
    [reasons]         by code, what a bot says of its move: see `reasons.py`

The file in this folder is about every game, that of a game adds to it. Compiled code does not
depend on these files: a change here compiles nothing anew.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from upturn.games.pieces import table_of

FILE = "bots.toml"
Table = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """A bot that levels are made of."""

    maker: str
    """File and class, from this folder on: `search.Searcher`."""
    description: str
    budget: int | None = None
    """What it thinks if nobody says; None: it does not think ahead."""

    @property
    def thinks(self) -> bool:
        return self.budget is not None


@cache
def of_every_game() -> Table:
    return tomllib.loads(files(__package__).joinpath(FILE).read_text(encoding="utf-8"))


@cache
def of_game(game: str) -> Table:
    """What a game adds; nothing if nobody wrote anything about its bots."""
    return table_of(game, "upturn.bots", FILE)


def kinds(game: str) -> dict[str, Kind]:
    """The bots that play this game by name, its own first."""
    entries = of_game(game).get("kinds", {}) | of_every_game()["kinds"]
    return {name: Kind(**entry) for name, entry in entries.items()}

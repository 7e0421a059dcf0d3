"""Levels of play for people: named and described in `levels.toml`, by game."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class Level:
    """A bot, a budget and a temperature."""

    name: str
    description: str
    """For people who choose their company."""
    bot: str
    budget: int | None = None
    temperature: float = 0.0


@cache
def levels(game: str) -> tuple[Level, ...]:
    """The levels of this game, the gentlest first."""
    text = files("upturn.bots").joinpath("levels.toml").read_text(encoding="utf-8")
    return tuple(Level(name, **level) for name, level in tomllib.loads(text).get(game, {}).items())

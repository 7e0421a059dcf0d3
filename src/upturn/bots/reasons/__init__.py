"""Why a bot plays what it plays: reason codes with arguments, and what they say in English.

A reason is `{"code": "goes-out", …}`. The sentences stand in one file per game, and in `any.toml`
for bots that play every game; other languages translate these files. Their braces are filled with
the reason's arguments, `{cards}` with a list as words.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from upturn.games.rules import Facts

ANY_GAME = "any"


@cache
def sentences(game: str) -> dict[str, str]:
    """By code, all that can be said of this game's moves."""
    said: dict[str, str] = {}
    for name in (ANY_GAME, game):
        file = files(__package__).joinpath(f"{name}.toml")
        if file.is_file():
            said |= tomllib.loads(file.read_text(encoding="utf-8"))
    return said


def sentence(game: str, why: Facts) -> str:
    """A reason in words."""
    words = {name: _said(value) for name, value in why.items()}
    return sentences(game)[why["code"]].format(**words)


def _said(value: object) -> object:
    if isinstance(value, list):
        *first, last = map(str, value)
        return f"{', '.join(first)} and {last}" if first else last
    return value

"""Why a bot plays what it plays: reason codes with arguments, and what they say in English.

A reason is `{"code": "goes-out", …}`. The sentences stand in `bots.toml`: here for bots that play
every game, in a game's folder for those that know it; other languages translate these files. Their
braces are filled with the reason's arguments, `{cards}` with a list as words.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from upturn.bots import data
from upturn.filling import filled

if TYPE_CHECKING:
    from upturn.games.rules import Facts


@cache
def sentences(game: str) -> dict[str, str]:
    """By code, all that can be said of this game's moves."""
    said: dict[str, str] = data.of_every_game()["reasons"] | data.of_game(game).get("reasons", {})
    return said


def sentence(game: str, why: Facts) -> str:
    """A reason in words."""
    return filled(sentences(game)[why["code"]], why)

"""The rules of the games, and nothing else: no input, no output, no clocks, no people.

A game is a folder and a line in `FOLDERS`; `docs/adding-a-game.md` shows how. Games are loaded
when they are first asked for, since that loads the compiler too.
"""

from __future__ import annotations

from importlib import import_module
from typing import cast

from upturn.errors import UnknownGame, quoted
from upturn.games.rules import Rules

FOLDERS = {"dnup": "dnup", "team-play": "team_play", "team-up": "team_up"}


def names() -> list[str]:
    """The names of all games."""
    return list(FOLDERS)


def check_game(name: object) -> None:
    """Raises UnknownGame if there is no game of this name."""
    if not isinstance(name, str) or name not in FOLDERS:
        raise UnknownGame(f"there is no game {quoted(name)}; there is {', '.join(names())}")


def rules_of(name: str) -> Rules:
    """The rules of the game with this name."""
    check_game(name)
    return cast(Rules, import_module(f"upturn.games.{FOLDERS[name]}").RULES)

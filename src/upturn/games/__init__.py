"""The rules of the games, and nothing else: no input, no output, no clocks, no people.

A game is a folder and a line in `registry.py`; `docs/adding-a-game.md` shows how. Games are loaded
when they are first asked for, since that loads the compiler too.
"""

from __future__ import annotations

from importlib import import_module
from typing import cast

from upturn.games.registry import FOLDERS, check_game, names
from upturn.games.rules import Rules

__all__ = ["FOLDERS", "check_game", "names", "rules_of"]


def rules_of(name: str) -> Rules:
    """Return the rules of the game with this name."""
    check_game(name)
    return cast(Rules, import_module(f"upturn.games.{FOLDERS[name]}").RULES)

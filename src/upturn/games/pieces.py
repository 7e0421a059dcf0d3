"""Finds what other layers have of a game, by the game's name and by nothing else.

    module_of("dnup", "upturn.bots", "memory")     the module upturn.bots.dnup.memory
    file_of("dnup", "upturn.bots", "bots.toml")    the file src/upturn/bots/dnup/bots.toml

So a new game needs no line in a list. What a game does not have is None, and whoever asked goes
by a default. Looking for a file does not load the game.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from upturn.games.registry import FOLDERS, check_game

GAMES = "upturn.games"
"""The package that holds the folder with a game's rules."""


def module_of(game: str, package: str, part: str = "") -> ModuleType | None:
    """The module of this package that is named after a game, or a part of it; None without one."""
    name = _module_name(game, package, part)
    return import_module(name) if name else None


@cache
def _module_name(game: str, package: str, part: str) -> str | None:
    check_game(game)
    name = f"{package}.{FOLDERS[game]}"
    found = find_spec(name)
    if found and part:
        found = find_spec(f"{name}.{part}") if found.submodule_search_locations else None
    return found.name if found else None


def home_of(game: str) -> Path:
    """The folder with a game's rules."""
    home = folder_in(GAMES, game)
    if home is None:
        raise FileNotFoundError(f"{game} has no folder in {GAMES}: {FOLDERS[game]}")
    return home


def folder_in(package: str, game: str) -> Path | None:
    """The folder of this package that is named after a game; None without one."""
    check_game(game)
    found = find_spec(f"{package}.{FOLDERS[game]}")
    places = found.submodule_search_locations if found else None
    return Path(places[0]) if places else None


def file_of(game: str, package: str, name: str) -> Path | None:
    """The file of this name in the folder that a package has of a game; None without one."""
    folder = folder_in(package, game)
    return folder / name if folder and (folder / name).is_file() else None


def table_of(game: str, package: str, name: str) -> dict[str, Any]:
    """What a TOML file in that folder holds; nothing if there is no such file."""
    file = file_of(game, package, name)
    return tomllib.loads(file.read_text(encoding="utf-8")) if file else {}

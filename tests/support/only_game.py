"""A pytest plugin: tests see only one game, in a folder outside the package.

ONLY_GAME=/some/folder/tally pytest -p tests.support.only_game tests/games/test_contract.py
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from upturn import games

VARIABLE = "ONLY_GAME"


def pytest_configure() -> None:
    """Register the game before any test is imported, since many tests list the games then."""
    register(Path(os.environ[VARIABLE]), pytest.MonkeyPatch())
    for name in games.names()[:-1]:
        del games.FOLDERS[name]


def register(folder: Path, patched: pytest.MonkeyPatch) -> None:
    """Register the game in this folder under the folder's name."""
    patched.setattr(games, "__path__", [*games.__path__, str(folder.parent)])
    patched.setitem(games.FOLDERS, folder.name, folder.name)

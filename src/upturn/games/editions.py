"""Finds the cards and boxes: the data files of the package, or an owner's corrected ones.

`UPTURN_COMPONENTS=folder` names a folder with `dnup.toml` and so on; a file that is there
replaces ours, a file that is not leaves ours in place. An edition is named after its content,
and every record says which one it was played with.
"""

from __future__ import annotations

import hashlib
import json
import os
import tomllib
from pathlib import Path
from typing import Any

from upturn.errors import ComponentsError
from upturn.games.pieces import GAMES, file_of, home_of
from upturn.games.registry import names

FILE = "components.toml"
STANDARD = "standard"
UNREADABLE = (ValueError, RecursionError)
"""Raised for what is no TOML, and for numbers too long and lists too deep to be read."""


def component_files() -> list[str]:
    """The games that have a data file, by their public names."""
    return sorted(name for name in names() if file_of(name, GAMES, FILE))


def standard_file(game: str) -> Path:
    """Our file with a game's components."""
    return home_of(game) / FILE


def components_file(game: str) -> Path:
    """The file this process takes a game's components from."""
    folder = os.environ.get("UPTURN_COMPONENTS")
    if not folder:
        return standard_file(game)
    if not Path(folder).is_dir():
        raise ComponentsError(f"UPTURN_COMPONENTS={folder}: there is no such folder")
    own = Path(folder) / f"{game}.toml"
    return own if os.path.lexists(own) else standard_file(game)


def content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as problem:
        raise ComponentsError(f"{path}: cannot be read: {problem.strerror}") from problem


def read_components(game: str) -> tuple[dict[str, Any], str]:
    """The parsed data file of a game, and the name of its edition."""
    path = components_file(game)
    data = _parse(path)
    if path == standard_file(game) or data == _parse(standard_file(game)):
        return data, STANDARD
    try:
        canonical = json.dumps(data, sort_keys=True, default=str).encode()
    except UNREADABLE as problem:
        raise ComponentsError(f"{path}: cannot be read: {problem}") from problem
    return data, f"custom-{hashlib.sha256(canonical).hexdigest()[:8]}"


def _parse(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(content(path).decode())
    except UNREADABLE as problem:
        raise ComponentsError(f"{path}: cannot be read: {problem}") from problem

"""The game that docs/adding-a-game.md builds, with its files as on the page."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.paths import ROOT

PAGE = ROOT / "docs" / "adding-a-game.md"
FILE = re.compile(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", re.DOTALL)
ON_THE_PAGE = "web/"
"""The start of the names of files for the browser. All other files are for the engine."""


def engine_files() -> dict[str, str]:
    return {name: text for name, text in _files().items() if not name.startswith(ON_THE_PAGE)}


def page_files() -> dict[str, str]:
    return {name: text for name, text in _files().items() if name.startswith(ON_THE_PAGE)}


def write(files: dict[str, str], folder: Path) -> None:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def _files() -> dict[str, str]:
    return dict(FILE.findall(PAGE.read_text(encoding="utf-8")))

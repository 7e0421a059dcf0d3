"""Checks that a tag can be released, and prints its part of CHANGELOG.md.

python -m tools.release_notes v0.2.0

The tag must be the version of the package, and CHANGELOG.md must have it with a date, on top.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HEADING = re.compile(r"^## (\S+) \((\d{4}-\d{2}-\d{2}|unreleased)\)$", re.MULTILINE)


def notes(tag: str, version: str, changes: str) -> str:
    """Return what changed in the version of this tag. End the program if the tag does not fit."""
    if tag != f"v{version}":
        raise SystemExit(f"The tag is {tag}, but the package has the version {version}.")
    headings = list(HEADING.finditer(changes))
    if not headings or headings[0][1] != version:
        raise SystemExit(f"CHANGELOG.md does not begin with {version}.")
    if headings[0][2] == "unreleased":
        raise SystemExit(f"CHANGELOG.md calls {version} unreleased: put the date in.")
    end = headings[1].start() if len(headings) > 1 else len(changes)
    return changes[headings[0].end() : end].strip()


def version_of(source: str) -> str:
    found = re.search(r'^__version__ = "(.+)"$', source, re.MULTILINE)
    if found is None:
        raise SystemExit("src/upturn/__init__.py names no version.")
    return found[1]


if __name__ == "__main__":
    package = (ROOT / "src" / "upturn" / "__init__.py").read_text(encoding="utf-8")
    history = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    print(notes(sys.argv[1], version_of(package), history))

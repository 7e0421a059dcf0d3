"""The book of puzzles: `book.json`, one puzzle a line, from easy to hard.

    {"number": 1, "id": "3fa85c", "difficulty": 1, "neutral": "d1 x", "cards": "red wide …",
     "packings": 80113, "pallets": 91004, "bots": 24.5, "best": 25, "points": 0.43}

The solutions are in a separate file, `solutions.json`, so that nobody sees one by accident.
`python -m tools.puzzle_book` writes both.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from upturn.errors import invalid_setup
from upturn.puzzles.puzzle import Puzzle, Rating

BOOK, SOLUTIONS = "book.json", "solutions.json"


@dataclass(frozen=True)
class Page:
    """A puzzle of the book."""

    number: int
    puzzle: Puzzle
    rating: Rating


@cache
def pages() -> tuple[Page, ...]:
    """Return the whole book in order."""
    return tuple(_page(entry) for entry in _read(BOOK)["puzzles"])


def page(number: int) -> Page:
    """Return the puzzle of this number. Raise InvalidSetup if there is none."""
    last = len(pages())
    if not 1 <= number <= last:
        raise invalid_setup("no-puzzle", puzzle=number, last=last)
    return pages()[number - 1]


def page_of(deals: list[str]) -> Page | None:
    """Return the puzzle with these deals, the first lines of a game's log, or None."""
    return next((page for page in pages() if page.puzzle.deals == deals), None)


def solution(number: int) -> list[str]:
    """Return the moves that solve the puzzle of this number."""
    found = _read(SOLUTIONS)["solutions"][page(number).puzzle.id]
    return [move for two in found for move in two.split(", ")]


def _page(entry: dict[str, Any]) -> Page:
    puzzle = Puzzle(entry["neutral"], tuple(entry["cards"].split(" ")))
    figures = {name: entry[name] for name in Rating.__dataclass_fields__}
    return Page(entry["number"], puzzle, Rating(**figures))


def _read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(files(__package__).joinpath(name).read_bytes())
    return found

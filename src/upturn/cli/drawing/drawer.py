"""What a drawer is, and what drawing needs whatever the game.

The loop in `play.py` knows only `Drawer`. Whatever is drawn fits the width it is given and can be
read without colour.
"""

from __future__ import annotations

import codecs
import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Protocol

from rich.console import RenderableType
from rich.text import Text

if TYPE_CHECKING:
    from upturn.games.rules import Entry, Facts

WIDEST = 80
"""Lines longer than this are hard to read; nothing is drawn wider."""
NARROWEST = 40
"""Nothing is drawn narrower."""


class Drawer(Protocol):
    """One game, drawn for the person in one seat."""

    verbs: ClassVar[tuple[str, ...]]
    """What moves begin with, in the order of the list of moves."""

    def __init__(self, names: list[str], seat: int): ...

    def screen(self, view: Facts, width: int) -> RenderableType:
        """All there is to see from this seat."""
        ...

    def tell(self, entry: Entry, view: Facts) -> list[str]:
        """What happened in one line of the history, in sentences."""
        ...

    def option(self, move: str) -> str:
        """A legal move as listed under its verb."""
        ...

    def result(self, view: Facts) -> str:
        """Who won, and how."""
        ...


CELL = 14
"""The list of moves has tab stops this far apart."""


def menu(moves: list[str], drawer: Drawer, width: int) -> tuple[list[str], Text]:
    """The moves in the order of their numbers, and the numbered list, a block per verb."""
    by_verb: dict[str, list[str]] = {verb: [] for verb in drawer.verbs}
    for move in moves:
        by_verb.setdefault(move.split(" ")[0], []).append(move)
    by_verb = {verb: block for verb, block in by_verb.items() if block}
    ordered = [move for block in by_verb.values() for move in block]
    label = max(map(len, by_verb)) + 2
    lines = []
    for verb, block in by_verb.items():
        items = [f"{ordered.index(move) + 1:>2}) {drawer.option(move)}" for move in block]
        for at, row in enumerate(tabbed(items, width - label - 1)):
            name = verb if at == 0 else ""
            lines.append(Text.assemble((f" {name:<{label}}", "bold"), row))
    return ordered, Text("\n").join(lines)


def tabbed(items: Iterable[str], width: int) -> list[str]:
    """Items in rows, each beginning at a tab stop."""
    rows = [""]
    for item in items:
        stop = -(-len(rows[-1] and rows[-1] + "  ") // CELL) * CELL
        if rows[-1] and stop + len(item) > width:
            rows.append(item)
        else:
            rows[-1] = rows[-1].ljust(stop) + item
    return rows


def paragraph(text: str, width: int, style: str = "") -> Text:
    """Text wrapped under its own beginning; a path stays in one piece."""
    lines = textwrap.wrap(
        text,
        width - 1,
        initial_indent=" ",
        subsequent_indent="   ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return Text("\n".join(lines), style)


def sentence(text: str) -> str:
    """Words as a sentence; the games write their reasons without capital and stop."""
    return f"{text[:1].upper()}{text[1:]}."


def plain_letters(error: UnicodeError) -> tuple[str, int]:
    """For terminals that know few characters: what looks most like those they lack."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(LOOKALIKES.get(letter, "?") for letter in lacking), error.end


LOOKALIKES = dict(zip("╭╮╰╯│─━·•…–’✗", "++++|--.*.-'x", strict=True))
PLAIN_LETTERS = "upturn-plain"  # the name of this way with unknown letters, for text streams
codecs.register_error(PLAIN_LETTERS, plain_letters)

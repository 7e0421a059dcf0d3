"""What a drawer is, and what drawing needs whatever the game.

The loop in `play.py` knows only `Drawer`. Whatever is drawn fits the width it is given and can be
read without colour.
"""

from __future__ import annotations

import codecs
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, ClassVar

from rich.console import RenderableType
from rich.text import Text

from upturn.cli.drawing.speech import Speaker

if TYPE_CHECKING:
    from upturn.games.rules import Entry, Facts

WIDEST = 80
"""Lines longer than this are hard to read; nothing is drawn wider."""
NARROWEST = 40
"""Nothing is drawn narrower."""
SHOW_ALL = "Enter: whole table"
"""For screens that leave something out: how to see it."""


@dataclass(frozen=True)
class Block:
    """Moves of one verb that are listed together."""

    verb: str
    moves: list[str]  # those that get a number
    heading: str = ""
    note: str = ""  # what else can be typed


class Drawer(Speaker, ABC):
    """One game, drawn for the person in one seat."""

    title: ClassVar[str]
    """What the game is called."""
    verbs: ClassVar[tuple[str, ...]]
    """What moves begin with, in the order of the list of moves."""
    enter: ClassVar[str] = ""
    """The move that the Enter key makes when there is no other."""

    @abstractmethod
    def screen(self, view: Facts, width: int, seen: Facts | None = None) -> RenderableType:
        """All there is to see from this seat.

        If the person made the last move too: `seen` is the view that was drawn before it, and what
        has not changed since may be left out.
        """

    @abstractmethod
    def tell(self, entry: Entry, view: Facts) -> list[str]:
        """What happened in one line of the history, in sentences."""

    @abstractmethod
    def option(self, move: str) -> str:
        """A legal move as listed under its verb."""

    @abstractmethod
    def result(self, view: Facts) -> str:
        """Who won, and how."""

    # --- What a game may do in its own way ---

    def more(self, view: Facts, width: int) -> RenderableType:
        """What can be known but is not on the screen."""
        return paragraph("All there is to see is on the table.", width)

    def may_complete(self, words: list[str]) -> bool:
        """Whether these words, which only one move fits, are enough to make it."""
        return True

    def story(self, entries: list[Entry], view: Facts) -> list[str]:
        """What happened in several lines; an empty text begins a new chapter."""
        told: list[str] = []
        for entry in entries:
            if entry["seat"] is None:
                told.append("")
            told += self.tell(entry, view)
        return told

    def blocks(self, moves: list[str]) -> list[Block]:
        """The list of moves: all of them, or those worth a number."""
        by_verb: dict[str, list[str]] = {verb: [] for verb in self.verbs}
        for move in moves:
            by_verb.setdefault(move.split(" ")[0], []).append(move)
        return [Block(verb, block) for verb, block in by_verb.items() if block]


CELL = 14
"""The list of moves has tab stops this far apart."""


def menu(moves: list[str], drawer: Drawer, width: int) -> tuple[list[str], Text]:
    """The moves in the order of their numbers, and the numbered list, a block per verb."""
    blocks = drawer.blocks(moves)
    numbers = count(1)
    label = max(len(block.verb) for block in blocks) + 2
    room = width - label - 1
    lines, last = [], ""
    for block in blocks:
        items = [f"{next(numbers):>2}) {drawer.option(move)}" for move in block.moves]
        rows = [Text(block.heading)] if block.heading else []
        rows += map(Text, tabbed(items, room))
        rows += [Text(line, "dim") for line in textwrap.wrap(block.note, room)]
        for row in rows:
            name = block.verb if block.verb != last else ""
            lines.append(Text.assemble((f" {name:<{label}}", "bold"), row))
            last = block.verb
    return [move for block in blocks for move in block.moves], Text("\n").join(lines)


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


def plain_letters(error: UnicodeError) -> tuple[str, int]:
    """For terminals that know few characters: what looks most like those they lack."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(LOOKALIKES.get(letter, "?") for letter in lacking), error.end


LOOKALIKES = dict(zip("╭╮╰╯│─━·•…–’✗", "++++|--.*.-'x", strict=True))
# The symbols of missions: equal letters are equal numbers, as equal symbols are.
LOOKALIKES |= dict(zip("▲■●◆★♥♣♠×Σ", "ABCDEFGHxS", strict=True))
PLAIN_LETTERS = "upturn-plain"  # the name of this way with unknown letters, for text streams
codecs.register_error(PLAIN_LETTERS, plain_letters)

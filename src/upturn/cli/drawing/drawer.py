"""What a drawer is, and what drawing needs whatever the game.

The loop in `play.py` knows only `Drawer`. Whatever is drawn fits the width it is given and can be
read without colour.
"""

from __future__ import annotations

import codecs
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from rich.console import RenderableType
from rich.text import Text

from upturn.cli.drawing.speech import Speaker

if TYPE_CHECKING:
    from upturn.games.game import Game
    from upturn.games.rules import Entry, Facts

WIDEST = 80
"""Lines longer than this are hard to read; nothing is drawn wider."""
NARROWEST = 40
"""Nothing is drawn narrower."""
SHOW_ALL = "Enter: whole table"
"""For screens that leave something out: how to see it."""


CELL = 14
"""A list of moves has tab stops this far apart, if a block does not say otherwise."""
USUAL_DIGITS = 2
"""So many has the largest number of a list; if it has more, the tab stops are farther apart."""


@dataclass(frozen=True)
class Block:
    """Moves that are listed together."""

    label: str  # what they begin with or have in common
    moves: list[str]  # those that get a number
    heading: str = ""
    note: str = ""  # what else can be typed
    stops: int = CELL


class Guide(ABC):
    """Somebody who knows more of one game than a bot does, as long as it goes on."""

    @abstractmethod
    def advise(self, view: Facts, seconds: float) -> str:
        """What to do and where it leads to; nothing if a view like this does not show the way."""


class Drawer(Speaker, ABC):
    """One game, drawn for the person in one seat."""

    verbs: ClassVar[tuple[str, ...]]
    """What moves begin with, in the order of the list of moves."""
    enter: ClassVar[tuple[str, ...]] = ()
    """Moves that the Enter key makes when there is no other but those that all must agree to."""
    steady: ClassVar[bool] = False
    """Whether the whole table is drawn before each move of a turn, as long as there is room."""
    paints: ClassVar[bool] = False
    """Whether letters stand on painted grounds, which must be deep for that."""
    legend: ClassVar[str] = ""
    """What somebody who sees this table for the first time should know."""

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

    def at_enter(self, view: Facts) -> str:
        """The move that the Enter key makes now, or nothing."""
        free = [move for move in view["legal"] if move not in view.get("agreed", ())]
        return free[0] if len(free) == 1 and free[0] in self.enter else ""

    def proposal(self, seat: int, move: str, view: Facts) -> str:
        """A question: does the person agree to this move, which all must agree to?"""
        if seat == self.seat:
            return f"All must agree to {move}. Go ahead?"
        return f"{self.name(seat)} would {move}. Do you agree?"

    def guide(self) -> Guide | None:
        """Who is asked for a hint before a bot is, if the game has somebody like that."""
        return None

    def reservation(self, view: Facts) -> str:
        """What a bot's hint cannot take into account, in a sentence; or nothing."""
        return ""

    def foot(self, view: Facts, width: int) -> list[RenderableType]:
        """How things stand, said once more below a table that is higher than the terminal."""
        return []

    def last_look(self, view: Facts, width: int) -> RenderableType | None:
        """The table when the game is over, if it is worth a look."""
        return None

    def look_back(self, game: Game) -> str:
        """What else would have been possible in a game that is over, in sentences; or nothing.

        It may take a few seconds. What nobody has seen stays untold.
        """
        return ""

    def story(self, entries: list[Entry], view: Facts) -> list[str]:
        """What happened in several lines; an empty text begins a new chapter."""
        told: list[str] = []
        for entry in entries:
            if entry["seat"] is None:
                told.append("")
            told += self.tell(entry, view)
        return told

    def blocks(self, moves: list[str], whole: bool = False) -> list[Block]:
        """The list of moves: those worth a number, or the whole of it."""
        by_verb: dict[str, list[str]] = {verb: [] for verb in self.verbs}
        for move in moves:
            by_verb.setdefault(move.split(" ")[0], []).append(move)
        return [Block(verb, block) for verb, block in by_verb.items() if block]


def menu(moves: list[str], drawer: Drawer, width: int) -> tuple[list[str], Text]:
    """The moves in the order of their numbers, and the numbered list that is always shown."""
    blocks = drawer.blocks(moves)
    numbered = [move for block in blocks for move in block.moves]
    return numbered, listing(blocks, numbered, drawer, width)


def whole_menu(
    moves: list[str], drawer: Drawer, width: int, shown: Container[str]
) -> tuple[list[str], Text]:
    """The same for all moves there are, with a list of those to be shown.

    What has a number in the short list keeps it.
    """
    blocks = drawer.blocks(moves, whole=True)
    numbered, _ = menu(moves, drawer, width)
    known = set(numbered)
    numbered += [move for block in blocks for move in block.moves if move not in known]
    chosen = [
        replace(block, moves=[move for move in block.moves if move in shown]) for block in blocks
    ]
    return numbered, listing([block for block in chosen if block.moves], numbered, drawer, width)


def listing(blocks: list[Block], numbered: list[str], drawer: Drawer, width: int) -> Text:
    """Blocks of moves with their numbers."""
    numbers = {move: number for number, move in enumerate(numbered, 1)}
    digits = max(USUAL_DIGITS, len(str(len(numbered))))
    label = max(len(block.label) for block in blocks) + 2
    room = width - label - 1
    lines, last = [], ""
    for block in blocks:
        items = [f"{numbers[move]:>{digits}}) {drawer.option(move)}" for move in block.moves]
        rows = [Text(block.heading)] if block.heading else []
        rows += map(Text, tabbed(items, room, block.stops + digits - USUAL_DIGITS))
        rows += [Text(line, "dim") for line in textwrap.wrap(block.note, room)]
        for row in rows:
            name = block.label if block.label != last else ""
            lines.append(Text.assemble((f" {name:<{label}}", "bold"), row))
            last = block.label
    return Text("\n").join(lines)


def tabbed(items: Sequence[str], width: int, stops: int) -> list[str]:
    """Items in rows, each beginning at a tab stop."""
    rows = [""] if items else []
    for item in items:
        stop = -(-len(rows[-1] and rows[-1] + "  ") // stops) * stops
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


LOOKALIKES = dict(zip("╭╮╰╯│─━·•…–−’✗", "++++|--.*.--'x", strict=True))
LOOKALIKES |= dict(zip("┌┐└┘├┤┬┴┼█▄", "+++++++++#=", strict=True))
# The symbols of missions: equal letters are equal numbers, as equal symbols are.
LOOKALIKES |= dict(zip("▲■●◆★♥♣♠×Σ", "ABCDEFGHxS", strict=True))
PLAIN_LETTERS = "upturn-plain"  # the name of this way with unknown letters, for text streams
codecs.register_error(PLAIN_LETTERS, plain_letters)

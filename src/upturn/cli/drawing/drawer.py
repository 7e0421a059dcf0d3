"""The interface of a drawer, and what drawing needs in every game.

The loop in `play.py` knows only `Drawer`. Every drawing fits the given width and can be read
without colour.
"""

from __future__ import annotations

import codecs
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from rich.console import RenderableType
from rich.text import Text

from upturn.cli.drawing.speech import Speaker
from upturn.filling import filled

if TYPE_CHECKING:
    from upturn.errors import MoveError
    from upturn.games.game import Game
    from upturn.games.rules import Entry, Facts

WIDEST = 80
"""Lines longer than this are hard to read; nothing is drawn wider."""
NARROWEST = 40
"""Nothing is drawn narrower."""
SHOW_ALL = "Enter: whole table"
"""Says how to see what the screen leaves out."""


CELL = 14
"""The distance between tab stops in a list of moves, unless a block sets another."""
USUAL_DIGITS = 2
"""Digits of the largest number in a list. If it has more, the tab stops are farther apart."""


@dataclass(frozen=True)
class Block:
    """Moves that are listed together."""

    label: str  # what they begin with or have in common
    moves: list[str]  # those with a number
    heading: str = ""
    note: str = ""  # what else can be typed
    stops: int = CELL


class Guide(ABC):
    """An adviser for one game in progress, who knows more about it than a bot."""

    @abstractmethod
    def advise(self, view: Facts, seconds: float) -> str:
        """Return what to do and where it leads, or an empty text if the view does not show the
        way."""


class Drawer(Speaker, ABC):
    """One game, drawn for the person in one seat."""

    verbs: ClassVar[tuple[str, ...]]
    """The first words of moves, in the order of the list of moves."""
    enter: ClassVar[tuple[str, ...]] = ()
    """Moves that the Enter key makes, if all other moves need everybody's agreement."""
    steady: ClassVar[bool] = False
    """Whether the whole table is drawn before each move of a turn, as long as there is room."""
    paints: ClassVar[bool] = False
    """Whether letters are drawn on coloured backgrounds, which must then be dark."""
    sentences: ClassVar[Mapping[str, object]] = {}
    """What is said when a move is refused, by code, if a sentence names a seat."""
    legend: ClassVar[str] = ""
    """What people should know who see this table for the first time."""

    @abstractmethod
    def screen(self, view: Facts, width: int, seen: Facts | None = None) -> RenderableType:
        """Return everything that this seat can see.

        If the person also made the last move, `seen` is the view that was drawn before it. What has
        not changed since may be left out.
        """

    @abstractmethod
    def tell(self, entry: Entry, view: Facts) -> list[str]:
        """Return what happened in one line of the history, in sentences."""

    @abstractmethod
    def option(self, move: str) -> str:
        """Return a legal move as listed under its verb."""

    @abstractmethod
    def result(self, view: Facts) -> str:
        """Return who won, and how."""

    def refused(self, refusal: MoveError) -> str:
        """Return why a move is refused, and call seats by the names shown here."""
        template = self.sentences.get(refusal.code)
        details = self.named(refusal.details)
        if not isinstance(template, str) or details == refusal.details:
            return str(refusal)
        return filled(template, details)

    # --- What a game may do in its own way ---

    def more(self, view: Facts, width: int) -> RenderableType:
        """Return what the person may know but the screen does not show."""
        return paragraph("Everything there is to see is on the table.", width)

    def may_complete(self, words: list[str]) -> bool:
        """Return whether these words, which match only one move, are enough to make it."""
        return True

    def at_enter(self, view: Facts) -> str:
        """Return the move that the Enter key makes now, or an empty text."""
        free = [move for move in view["legal"] if move not in view.get("agreed", ())]
        return free[0] if len(free) == 1 and free[0] in self.enter else ""

    def proposal(self, seat: int, move: str, view: Facts) -> str:
        """Return the question whether the person agrees to a move that all must agree to."""
        if seat == self.seat:
            return f"Everyone must agree to {move}. Go ahead?"
        return f"{self.name(seat)} suggests: {move}. Do you agree?"

    def guide(self) -> Guide | None:
        """Return the guide to ask for a hint before asking a bot, if the game has one."""
        return None

    def reservation(self, view: Facts) -> str:
        """Return a sentence about what a bot's hint cannot take into account, or an empty text."""
        return ""

    def foot(self, view: Facts, width: int) -> list[RenderableType]:
        """Return how things stand, to repeat it below a table that is taller than the terminal."""
        return []

    def last_look(self, view: Facts, width: int) -> RenderableType | None:
        """Return the final table, if it is worth a look."""
        return None

    def look_back(self, game: Game) -> str:
        """Return sentences about what else was possible in a finished game, or an empty text.

        It may take a few seconds. It does not tell what nobody has seen.
        """
        return ""

    def story(self, entries: list[Entry], view: Facts) -> list[str]:
        """Return what happened in several lines. An empty text begins a new paragraph."""
        told: list[str] = []
        for entry in entries:
            if entry["seat"] is None:
                told.append("")
            told += self.tell(entry, view)
        return told

    def blocks(self, moves: list[str], whole: bool = False) -> list[Block]:
        """Return the list of moves: those worth a number, or all of them."""
        by_verb: dict[str, list[str]] = {verb: [] for verb in self.verbs}
        for move in moves:
            by_verb.setdefault(move.split(" ")[0], []).append(move)
        return [Block(verb, block) for verb, block in by_verb.items() if block]


def menu(moves: list[str], drawer: Drawer, width: int) -> tuple[list[str], Text]:
    """Return the moves in the order of their numbers, and the numbered list that is always
    shown."""
    blocks = drawer.blocks(moves)
    numbered = [move for block in blocks for move in block.moves]
    return numbered, listing(blocks, numbered, drawer, width)


def whole_menu(
    moves: list[str], drawer: Drawer, width: int, shown: Container[str]
) -> tuple[list[str], Text]:
    """Return the same for all moves, with a list of those to show.

    Moves with a number in the short list keep it.
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
    """Return blocks of moves with their numbers."""
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
    """Return items in rows, each beginning at a tab stop."""
    rows = [""] if items else []
    for item in items:
        stop = -(-len(rows[-1] and rows[-1] + "  ") // stops) * stops
        if rows[-1] and stop + len(item) > width:
            rows.append(item)
        else:
            rows[-1] = rows[-1].ljust(stop) + item
    return rows


def paragraph(text: str, width: int, style: str = "") -> Text:
    """Return text wrapped under its own beginning. Paths are not broken."""
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
    """Replace characters that a terminal lacks by those that look most like them."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(LOOKALIKES.get(letter, "?") for letter in lacking), error.end


LOOKALIKES = dict(zip("╭╮╰╯│─━·•…–−‘’✗", "++++|--.*.--''x", strict=True))
LOOKALIKES |= dict(zip("┌┐└┘├┤┬┴┼█▄", "+++++++++#=", strict=True))
# The symbols of missions: equal letters mean equal numbers, as equal symbols do.
LOOKALIKES |= dict(zip("▲■●◆★♥♣♠×Σ", "ABCDEFGHxS", strict=True))
PLAIN_LETTERS = "upturn-plain"  # the name of this error handler, for text streams
codecs.register_error(PLAIN_LETTERS, plain_letters)

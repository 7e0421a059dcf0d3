"""How the games are played at their boards on the page: a module in this folder for each of them.

It is found by the game's name, and its `BOARD` says what is not as at the plain board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, ClassVar

from playwright.sync_api import Page

from upturn.games.pieces import module_of


class Board:
    """A board at which a press makes a move, as at the plain one."""

    sit: str = ""
    """The name of a button that is pressed before the first move, so that a test is quicker."""
    deals: ClassVar[Mapping[int, str]] = {}
    """By number of players: the seed of a short game, in which every kind of move comes up."""
    scene: tuple[int, int] | None = None
    """Players, and moves of ours before a picture of the page; None: as in other tests."""
    carried: str = ""
    """The first word of moves that are made by dragging one thing; nothing: there are none."""
    floating: str = ""
    """Whatever is drawn of a thing while it is dragged."""

    def unit(self, players: int) -> str:
        """What a score counts, as a pattern."""
        return "points?"

    def pick(self, view: dict[str, Any], moves: list[str], rng: Random) -> str:
        """One of these moves, which begin with the same word: one that brings the end nearer."""
        return rng.choice(moves)

    def cards_of(self, move: str) -> list[str]:
        """The cards of one's hand that a move is made with."""
        return []

    def steps(self, page: Page, move: str, *, touch: bool = False) -> Iterator[str]:
        """The controls to press for a move, one after the other; asked for as one goes along."""
        yield f'[data-move="{move}"]'

    def drag(self, move: str) -> tuple[str, str] | None:
        """What is dragged for a move, and where to; None: it is a press and nothing else."""
        return None

    def taken(self, page: Page, move: str, press: Callable[[Page, str], None]) -> str:
        """The move that is made when the thing that this one is about is dragged."""
        return move


def board_of(game: str) -> Board:
    """The board of a game; the plain one for a game without a module here."""
    board: Board = getattr(module_of(game, __name__), "BOARD", PLAIN)
    return board


PLAIN = Board()

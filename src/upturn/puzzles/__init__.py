"""Puzzles of Team UP: deals whose order is open, and which can be solved perfectly.

    puzzle = make_puzzle(difficulty=3, seed=7)
    game = upturn.new("team-up", players=1, deal=puzzle.record(), mode="puzzle")

`rate` says how hard one is, `solution_of` solves it, and `book` has sixty of them, graded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.puzzles.puzzle import Puzzle, Rating

if TYPE_CHECKING:
    from upturn.puzzles.making import Watch

__all__ = ["Puzzle", "Rating", "make_puzzle", "rate", "solution_of"]


def make_puzzle(difficulty: int, seed: int | str, watch: Watch | None = None) -> Puzzle:
    """A puzzle of this difficulty, 1 to 5; the same difficulty and seed always give the same.

    It takes some seconds, the hardest some minutes; `watch` is told how far it is.
    """
    from upturn.puzzles.making import make_puzzle

    return make_puzzle(difficulty, seed, watch)


def rate(puzzle: Puzzle) -> Rating:
    """How hard a puzzle is."""
    from upturn.puzzles.rating import rate

    return rate(puzzle)


def solution_of(puzzle: Puzzle) -> list[str]:
    """Moves that solve a puzzle."""
    from upturn.puzzles.solving import solution_of

    return solution_of(puzzle)

"""Puzzles of Team UP: deals with an open order of cards and a perfect solution.

    puzzle = make_puzzle(difficulty=3, seed=7)
    game = upturn.new("team-up", players=1, deal=puzzle.record(), mode="puzzle")

`rate` says how hard a puzzle is, `solution_of` solves it, and `book` has sixty graded puzzles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.puzzles.puzzle import Puzzle, Rating

if TYPE_CHECKING:
    from upturn.puzzles.making import Watch

__all__ = ["Puzzle", "Rating", "make_puzzle", "rate", "solution_of"]


def make_puzzle(difficulty: int, seed: int | str, watch: Watch | None = None) -> Puzzle:
    """Make a puzzle of this difficulty, 1 to 5. The same difficulty and seed give the same puzzle.

    It takes some seconds, for the hardest some minutes; `watch` is called with the progress.
    """
    from upturn.puzzles.making import make_puzzle

    return make_puzzle(difficulty, seed, watch)


def rate(puzzle: Puzzle) -> Rating:
    """Return how hard a puzzle is."""
    from upturn.puzzles.rating import rate

    return rate(puzzle)


def solution_of(puzzle: Puzzle) -> list[str]:
    """Return moves that solve a puzzle."""
    from upturn.puzzles.solving import solution_of

    return solution_of(puzzle)

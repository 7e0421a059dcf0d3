"""Finds out what can become of a Team UP position: `solve` answers, the rest is how.

`review` looks back at a game with it, and `solve_view` looks ahead for a team that knows the cards.

Pallets and plans are what bots and puzzles think with, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from upturn.games.game import Game
    from upturn.games.rules import Facts
    from upturn.solver.reviewing import Review
    from upturn.solver.solving import Solution, Watch

SECONDS = 10.0
"""To think, if nobody says."""
REVIEW_SECONDS = 3.0
"""To look back at a game, if nobody says."""

__all__ = ["REVIEW_SECONDS", "SECONDS", "review", "solve", "solve_view"]


def solve(game: Game, seconds: float = SECONDS, watch: Watch | None = None) -> Solution:
    """The best score this game of Team UP can still come to, with the cards as they lie.

    The answer has `score`, `moves` that lead to it from here on, and `proven`: whether it is the
    best there is; if it is not, `bound` is what no play exceeds. It thinks so many seconds at most,
    and hands what it has to `watch` whenever that changes.
    """
    from upturn.solver.solving import solve

    return solve(game, seconds, watch)


def solve_view(view: Facts, seconds: float = SECONDS) -> Solution | None:
    """The same for what a seat sees; None if it knows too little of the order of the cards.

    Only what the view shows takes part: in a puzzle all cards, in a challenge those seen before.
    """
    from upturn.solver.knowing import solve_view

    return solve_view(view, seconds)


def review(game: Game, seconds: float = REVIEW_SECONDS) -> Review:
    """What was possible in this game of Team UP, and with which move it was lost.

    The answer has `possible`, what could be reached from the start, `lost`, the first move after
    which it could not, and `costliest`, the one that cost most. What is not `proven` is so as far
    as could be looked in so many seconds.
    """
    from upturn.solver.reviewing import review

    return review(game, seconds)

"""Finds the best score that a Team UP position can still reach: `solve`.

`review` looks back at a game with it, and `solve_view` looks ahead for a team that knows the cards.

Bots and puzzles use its pallets and plans, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.solver.clock import REVIEW_SECONDS, SECONDS

if TYPE_CHECKING:
    from upturn.games.game import Game
    from upturn.games.rules import Facts
    from upturn.solver.reviewing import Review
    from upturn.solver.solver import Solution, Watch

__all__ = ["REVIEW_SECONDS", "SECONDS", "review", "solve", "solve_view"]


def solve(game: Game, seconds: float = SECONDS, watch: Watch | None = None) -> Solution:
    """Find the best score this game of Team UP can still reach, with its order of cards.

    The answer has the `score`, the `moves` that lead to it from here on, and `proven`: whether it
    is the best possible. If not, no play exceeds `bound`. The search takes `seconds` at most and
    calls `watch` whenever score or bound changes.
    """
    from upturn.solver.solving import solve

    return solve(game, seconds, watch)


def solve_view(view: Facts, seconds: float = SECONDS) -> Solution | None:
    """Do the same for a seat's view; return None if it shows too little of the order of the cards.

    Only what the view shows is used: in a puzzle all cards, in a challenge those seen before.
    """
    from upturn.solver.knowing import solve_view

    return solve_view(view, seconds)


def review(game: Game, seconds: float = REVIEW_SECONDS) -> Review:
    """Find what was possible in this game of Team UP, and the move that lost it.

    The answer has `possible`, what could be reached from the start; `lost`, the first move after
    which it could not; and `costliest`, the move that cost most. If it is not `proven`, it is only
    as good as the search could get in the given seconds.
    """
    from upturn.solver.reviewing import review

    return review(game, seconds)

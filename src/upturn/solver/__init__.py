"""Finds out what can become of a Team UP position: `solve` answers, the rest is how.

Pallets and plans are what bots and puzzles think with, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from upturn.games.game import Game
    from upturn.solver.solving import Solution, Watch

SECONDS = 10.0
"""To think, if nobody says."""

__all__ = ["SECONDS", "solve"]


def solve(game: Game, seconds: float = SECONDS, watch: Watch | None = None) -> Solution:
    """The best score this game of Team UP can still come to, with the cards as they lie.

    The answer has `score`, `moves` that lead to it from here on, and `proven`: whether it is the
    best there is; if it is not, `bound` is what no play exceeds. It thinks so many seconds at most,
    and hands what it has to `watch` whenever that changes.
    """
    from upturn.solver.solving import solve

    return solve(game, seconds, watch)

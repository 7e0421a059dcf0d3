"""Finds the words for a move: a game's own reasons are asked, where it has some."""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.games.pieces import module_of

if TYPE_CHECKING:
    from upturn.bots.bot import Weights
    from upturn.games.rules import Facts


def explain(view: Facts, move: str, weights: Weights) -> Facts | None:
    """What can be said for a move by one who knows the game; None if nothing in particular.

    A game says so with `why(view, move)` in its `reasons.py`.
    """
    if len(weights) == 1 and len(view["legal"]) == 1:
        return {"code": "only-move"}
    known = module_of(view["game"], "upturn.bots", "reasons")
    reason: Facts | None = known.why(view, move) if known else None
    return reason

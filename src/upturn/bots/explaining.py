"""Finds the words for a move: each game's file of reasons is asked, when it is needed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from upturn.bots.bot import Weights
    from upturn.games.rules import Facts

EXPLAINERS = {"dnup": "dnup_reasons", "team-play": "team_play_reasons"}
"""By game: the file with its function `why(view, move)`."""


def explain(view: Facts, move: str, weights: Weights) -> Facts | None:
    """What can be said for a move by one who knows the game; None if nothing in particular."""
    if len(weights) == 1 and len(view["legal"]) == 1:
        return {"code": "only-move"}
    if view["game"] not in EXPLAINERS:
        return None
    file = import_module(f"upturn.bots.{EXPLAINERS[view['game']]}")
    reason: Facts | None = file.why(view, move)
    return reason

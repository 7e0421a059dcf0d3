"""Finds the best score of a game of Team UP for a team that knows the cards to come.

In a puzzle the whole order is known, in a challenge a part of it. Unknown cards are not used: the
deck is cut behind the last known card, so the line found never needs an unknown one. Plays that
draw unknown cards only count in the bound.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from upturn.games.contract import Positions
from upturn.games.rules import Facts
from upturn.games.supposing import suppose
from upturn.games.team_up.components import PERFECT
from upturn.games.team_up.tables import CARDS
from upturn.solver.clock import SECONDS
from upturn.solver.solver import Solution
from upturn.solver.solving import solve_position


def solve_view(view: Facts, seconds: float = SECONDS) -> Solution | None:
    """Solve what a seat sees; return None if too little of the order is known.

    It is enough if there is a known card for every box left, or if no card is unknown.
    """
    known, hidden = known_cards(view)
    spare = known + (view["card"] is not None) - boxes_left(view)
    if hidden and spare < 0:
        return None
    solution = solve_position(cut_behind(suppose(view), known), seconds)
    if not hidden:
        return solution
    # Before drawing an unknown card, the team pays for every known card that placed no box.
    beyond = PERFECT - int(view["penalties"]) - (spare + 1)
    return replace(solution, bound=max(solution.bound, beyond))


def known_cards(view: Facts) -> tuple[int, int]:
    """Return how many undrawn cards are known in their order, and how many are not."""
    coming: list[str] = view["coming"]
    others = Counter[str](view["undrawn"]) - Counter(coming)
    if len(others) == 1:  # all alike, so their order is known too
        return len(coming) + others.total(), 0
    return len(coming), others.total()


def boxes_left(view: Facts) -> int:
    return sum(sum(kinds.values()) for kinds in view["left"].values())


def cut_behind(now: Positions, known: int) -> Positions:
    """Let the deck end with the known cards: the unknown ones count as drawn before them."""
    end = int(now["drawn"][0]) + known
    now["cards"][0] = np.roll(now["cards"][0], CARDS - end)
    now["drawn"][0] = CARDS - known
    return now

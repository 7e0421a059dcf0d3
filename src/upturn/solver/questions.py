"""Asks of a plan for one Team UP position whether its boxes can be stacked as the cards come."""

from __future__ import annotations

import numpy as np

from upturn.games.contract import Positions
from upturn.games.team_up.tables import KINDS
from upturn.solver.failures import make_failures
from upturn.solver.lines import Line, line_of
from upturn.solver.ordering import search_forwards, search_from_both_ends
from upturn.solver.packing import Numbers
from upturn.solver.plans import Plan


class Questions:
    """Asks, and keeps the order that was found last."""

    def __init__(self, now: Positions, cards: Numbers):
        self.now = now
        self.cards = cards
        self.failures = make_failures()
        self.order = np.zeros(len(cards) + 1, np.int64)
        self.settled = np.zeros((len(cards) + 1, KINDS), np.int64)

    def ask(self, plan: Plan, loss: int, steps: int, lenient: bool = False) -> int:
        """Return FOUND, NONE or UNDECIDED: whether the plan has an order with a loss of `loss` at
        most, which is the boxes not stacked and the penalties together.

        If `lenient`, any card may be passed.
        """
        now, cards, failures = self.now, self.cards, self.failures
        order, settled = self.order, self.settled
        if loss == 0:
            return int(search_from_both_ends(now, plan, cards, steps, failures, order))
        return int(
            search_forwards(now, plan, cards, loss, lenient, steps, failures, order, settled)
        )

    def line(self, plan: Plan) -> Line:
        """Return the order that was found last as a line."""
        return line_of(self.now, plan, self.cards, self.order, self.settled)

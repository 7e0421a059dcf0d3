"""`random`: any legal move, each as likely as the next. It plays every game.

What all players must agree to, as to stop in Team UP, it leaves alone as long as there is anything
else: half of its games would be over before they began, and nobody has agreed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from upturn.bots.bot import Weights
    from upturn.games.rules import Facts


class Uniform:
    def weigh(self, view: Facts) -> Weights:
        legal: list[str] = view["legal"]
        agreed = view.get("agreed", [])
        free = [move for move in legal if move not in agreed]
        return dict.fromkeys(free or legal, 0.0)

    def why(self, view: Facts, move: str, weights: Weights) -> Facts:
        return {"code": "any-move", "moves": len(weights)}

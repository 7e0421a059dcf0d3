"""`random`: any legal move, each as likely as the next. It plays every game.

What all players must agree to, as to stop in Team UP, it leaves alone as long as there is anything
else: half of its games would be over before they began, and nobody has agreed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.bots.bot import Seed, luck

if TYPE_CHECKING:
    from upturn.games.rules import Facts


class RandomBot:
    def __init__(self, seed: Seed):
        self.seed = seed

    def choose(self, view: Facts) -> str:
        legal: list[str] = view["legal"]
        agreed = view.get("agreed", [])
        free = [move for move in legal if move not in agreed]
        return luck(self.seed, view).choice(free or legal)

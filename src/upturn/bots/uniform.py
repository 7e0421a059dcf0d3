"""`random`: any legal move, each as likely as the next. It plays every game."""

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
        return luck(self.seed, view).choice(legal)

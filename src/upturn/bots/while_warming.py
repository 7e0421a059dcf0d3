"""A bot that thinks ahead, before it is compiled: it plays what it can within its time.

Plain Python is about a hundred times slower. Thinking ahead that little is worse than playing by
what is known of the game, so that is what it does until it can think.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.games.compiling import is_quick

if TYPE_CHECKING:
    from upturn.bots.bot import Weigher, Weights
    from upturn.games.rules import Facts


class WhileWarming:
    """Weighs as `greedy` does until the bots of the game are compiled."""

    def __init__(self, thinker: Weigher, game: str):
        self._thinker = thinker
        self._part = f"{game} bots"
        self._last: tuple[Facts, Weigher] | None = None

    def weigh(self, view: Facts) -> Weights:
        from upturn.bots.greedy import Greedy

        weigher = self._thinker if is_quick(self._part) else Greedy()
        self._last = view, weigher
        return weigher.weigh(view)

    def why(self, view: Facts, move: str, weights: Weights) -> Facts:
        """Ask whoever weighed these moves: the weights of different bots cannot be compared."""
        last = self._last
        weigher = last[1] if last is not None and last[0] is view else self._thinker
        return weigher.why(view, move, weights)

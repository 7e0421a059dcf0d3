"""What every bot is: somebody who weighs moves, and a temper that picks one of them."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from random import Random
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from upturn.games.rules import Facts

Seed = int | str
Weights = dict[str, float]
"""By move: what it is worth, in a unit of the weigher's own; more is better."""
DIGITS = 6
"""Weights that agree so far are equal."""


class Bot(Protocol):
    """Somebody who can take a seat."""

    def choose(self, view: Facts) -> str:
        """One of `view["legal"]`: the view is that of the seat to act."""
        ...


class Weigher(Protocol):
    """The thinking part of a bot."""

    def weigh(self, view: Facts) -> Weights:
        """The moves worth a thought, all of them in `view["legal"]`; at least one."""
        ...

    def why(self, view: Facts, move: str, weights: Weights) -> Facts:
        """Why this move, of those that were weighed: a reason code and its arguments."""
        ...


class Decision(NamedTuple):
    move: str
    why: Facts
    """`{"code": …}` and the code's arguments: `reasons.sentence` says it in words."""


@dataclass(frozen=True)
class Player:
    """A weigher with a temper: at temperature 0 it plays the best move, else now and then another.

    A move that is worth one temperature less than the best is chosen e times less often, so slips
    are small and frequent, blunders rare, as with people.
    """

    weigher: Weigher
    seed: Seed
    temperature: float = 0.0

    def choose(self, view: Facts) -> str:
        return self._pick(view, self.weigher.weigh(view))

    def decide(self, view: Facts) -> Decision:
        """What it would play, and why. The reason may tell of the hand: it is for this seat."""
        weights = self.weigher.weigh(view)
        move = self._pick(view, weights)
        return Decision(move, self.weigher.why(view, move, weights))

    def _pick(self, view: Facts, weights: Weights) -> str:
        best = max(weights.values())
        if self.temperature <= 0:
            moves = [move for move, weight in weights.items() if round(best - weight, DIGITS) <= 0]
            return moves[0] if len(moves) == 1 else luck(self.seed, view).choice(moves)
        chances = [exp((weight - best) / self.temperature) for weight in weights.values()]
        return luck(self.seed, view).choices(list(weights), chances)[0]


def luck(seed: Seed, view: Facts) -> Random:
    """Chance for one decision; the same seed, seat and moment give the same."""
    moment = f"{seed} {view['seat']} {len(view['history'])}"
    return Random(moment)  # noqa: S311 - a bot's whim, not a secret

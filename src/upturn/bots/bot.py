"""What every bot is, and where it gets its luck from."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from upturn.games.rules import Facts

Seed = int | str


class Bot(Protocol):
    """Somebody who can take a seat."""

    def choose(self, view: Facts) -> str:
        """One of `view["legal"]`: the view is that of the seat to act."""
        ...


def luck(seed: Seed, view: Facts) -> Random:
    """Chance for one decision; the same seed, seat and moment give the same."""
    moment = f"{seed} {view['seat']} {len(view['history'])}"
    return Random(moment)  # noqa: S311 - a bot's whim, not a secret

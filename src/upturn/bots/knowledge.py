"""What a bot knows of a game, in compiled form.

A game's file in this package marks its answers with `@rule(POSITION)`, as the rules do
(`games/contract.py`); search calls them from here. They may read of a position only what the seat
to act can see of it, so that a bot that goes by them alone is honest.
"""

from __future__ import annotations

from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec

import numpy as np
import numpy.typing as npt

from upturn.games import contract
from upturn.games.contract import OVER, Moves, Position, by_position

Values = npt.NDArray[np.float64]


@cache
def know(game: str) -> None:
    """Load what is known of a game, if anything is; else what stands below goes for it."""
    file = f"upturn.bots.{game.replace('-', '_')}"
    if find_spec(file):
        import_module(file)


@partial(by_position, optional=True)
def weigh(position: Position, moves: Moves, count: int, values: Values) -> None:
    """Write what each of the `count` legal moves is worth to the seat to act; more is better.

    The unit is the game's own. Minus infinity: not worth a thought.
    """
    for move in range(count):
        values[move] = 0.0


@partial(by_position, optional=True)
def settled(position: Position) -> bool:
    """Whether there is no need to look further ahead: `worth` tells the rest."""
    return bool(position.phase == OVER or contract.stalled(position))


@partial(by_position, optional=True)
def worth(position: Position, seat: int) -> float:
    """How well this seat stands, from 0 to 1: about its chance to win."""
    own, leaders = contract.score(position, seat), 0
    for other in range(1, position.players + 1):
        others = contract.score(position, other)
        if others > own:
            return 0.0
        leaders += 1 if others == own else 0
    return 1.0 / leaders

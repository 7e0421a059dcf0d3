"""What a bot knows of a game, in compiled form.

A game's `knowledge.py`, in its folder here, marks its answers with `@rule(POSITION)`, as the rules
do (`games/contract.py`); search calls them from here. They may read of a position only what the
seat to act can see of it, so that a bot that goes by them alone is honest.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from upturn.games import contract
from upturn.games.contract import (
    OVER,
    Moves,
    Position,
    Positions,
    by_position,
    room_for_moves,
)
from upturn.games.pieces import module_of

if TYPE_CHECKING:
    from upturn.games.rules import Facts

Values = npt.NDArray[np.float64]
PACKAGE = "upturn.bots"


def know(game: str) -> None:
    """Load what is known of a game, if anything is; else what stands below goes for it."""
    module_of(game, PACKAGE, "knowledge")


@dataclass(frozen=True)
class Moments:
    """Turns of other seats that a bot remembers, to judge guesses at what they hold by.

    A game that has a memory tells them (`moments(view)` in its `memory.py`) and answers `recall`.
    """

    positions: Positions
    """As they were before those turns, but for what the mover held."""
    moves: Moves
    """What was done."""
    turned: Moves
    """Whatever else `recall` must know."""

    @staticmethod
    def room(position_type: np.dtype[Any], count: int) -> Moments:
        moves, turned = room_for_moves(count), room_for_moves(count)
        return Moments(np.zeros(count, position_type), moves, turned)


def remember(view: Facts, position_type: np.dtype[Any]) -> Moments:
    """The turns that are worth remembering; none in a game that has no memory."""
    memory = module_of(view["game"], PACKAGE, "memory")
    found: Moments = memory.moments(view) if memory else Moments.room(position_type, 0)
    return found


@partial(by_position, optional=True)
def recall(then: Position, now: Position, turned: int) -> None:
    """Give the mover of a remembered moment what it held, if all is now as guessed."""


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

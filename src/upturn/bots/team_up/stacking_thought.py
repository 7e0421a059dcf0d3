"""What the stacking bot makes of a view, before it picks a move."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from upturn.solver.pool import Pool


class Choice(NamedTuple):
    """A move that is worth a thought."""

    move: str
    colour: int
    code: int  # of the box; -1: none is placed
    plans: int  # completions that it leaves open


class Thought(NamedTuple):
    """What the bot makes of a view."""

    pool: Pool
    broken: bool  # a perfect pallet was possible, but not with this card
    choices: list[Choice]
    values: dict[str, float]  # by move, the best first

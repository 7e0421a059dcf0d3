"""What a dnup bot remembers of the others' turns, to judge whether a guess at their hands fits.

A hand changes in public: cards leave it for the table, come back, and all of it is turned. So a
guess at a hand as it is now tells what it was before any earlier turn of the round. Nothing but the
turned sides and what came and went stands between the two, and both are numbers (`tables.py`):

    hand then = hand now, turned as often as it was + what came and went

`moments` leaves the last term in the hand of the mover, and `recall` adds the first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.bots.knowledge import Moments
from upturn.games.contract import copy_of, rule
from upturn.games.dnup.position import ACTIVE, INACTIVE, POSITION, Position
from upturn.games.dnup.rules import apply
from upturn.games.dnup.supposing import dealt
from upturn.games.dnup.tables import END, FLIP

if TYPE_CHECKING:
    from upturn.games.rules import Facts

TURNS = 3
"""So many turns of each other seat are remembered, the last ones."""


def moments(view: Facts) -> Moments:
    """The positions before those turns, and what was done."""
    now, since = dealt(view)
    before: list[tuple[Position, int]] = []
    for move in since:
        before.append((copy_of(now)[0], move))
        apply(now[0], move)
    kept = []
    for seat in range(1, view["players"] + 1):
        turns = [ply for ply, (then, _) in enumerate(before) if then.to_act == seat]
        kept += turns[-TURNS:] if seat != view["seat"] else []
    found = Moments.room(POSITION, len(kept))
    for at, ply in enumerate(kept):
        then, move = before[ply]
        mover = int(then.to_act)
        flips = sum(move == FLIP and position.to_act == mover for position, move in before[ply:])
        came = now[0].hand[mover - 1]
        found.positions[at] = then
        found.positions[at].hand[mover - 1] -= came[::-1] if flips % 2 else came
        found.moves[at] = move
        found.turned[at] = flips % 2
    return found


@rule(POSITION)
def recall(then: Position, now: Position, turned: int) -> None:
    """Give the mover of a moment the hand it had, if the hands now are as guessed."""
    seat = then.to_act - 1
    for value in range(1, END):
        for side in (ACTIVE, INACTIVE):
            held = now.hand[seat, 1 - side if turned else side, value]
            then.hand[seat, side, value] += held

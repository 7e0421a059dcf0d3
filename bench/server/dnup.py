"""As much of dnup as a load client needs: the moves a seat may make by what it sees.

The client picks the moves itself, for both servers by this one function, so that both are asked to
do the same. Of cards with the same active value the first ones held are meant.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

Card = tuple[int, int]
"""Active and inactive value, as the holder sees it."""


class Sight(NamedTuple):
    """What a seat sees when it is to move. Seats are 0..3."""

    seat: int
    hand: list[Card]
    sets: dict[int, list[Card]]


class Move(NamedTuple):
    name: str
    indices: tuple[int, ...] = ()
    """Which cards of the hand are played or added."""
    owner: int = -1
    """Whose set is taken or added to."""


FLIP = Move("flip")


def moves(sight: Sight) -> list[Move]:
    """Every legal move, plays of equal cards counted once."""
    held: dict[int, list[int]] = {}
    for index, (active, _) in enumerate(sight.hand):
        held.setdefault(active, []).append(index)
    sizes = {len(cards): cards[0][0] for cards in sight.sets.values()}
    found = [FLIP]
    for value, indices in held.items():
        found += [
            Move("play", tuple(indices[:size]))
            for size in range(1, len(indices) + 1)
            if value > sizes.get(size, 0)
        ]
    for owner, cards in sight.sets.items():
        if owner == sight.seat:
            continue
        found.append(Move("take", owner=owner))
        value = cards[0][0]
        if value in held and value > sizes.get(len(cards) + 1, 0):
            found.append(Move("add", (held[value][0],), owner))
    return found


def choose(sight: Sight, random: Random) -> Move:
    found = moves(sight)
    return found[int(random.random() * len(found))]

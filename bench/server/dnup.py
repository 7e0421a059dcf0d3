"""As much of dnup as a load client needs: the moves a seat may make by what it sees.

The client picks the moves itself, for all servers by this one function, so that all are asked to
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


def moves(sight: Sight) -> list[Move]:
    """Every legal move, plays of equal cards counted once."""
    return [Move(*found) for found in _moves(sight)]


def choose(sight: Sight, random: Random) -> Move:
    found = _moves(sight)
    return Move(*found[int(random.random() * len(found))])


_Fields = tuple[str, tuple[int, ...], int]
FLIP: _Fields = ("flip", (), -1)


def _moves(sight: Sight) -> list[_Fields]:
    """The fields of every legal move: all but one are thrown away."""
    seat, hand, sets = sight
    held: dict[int, tuple[int, ...]] = {}
    for index, (active, _) in enumerate(hand):
        held[active] = (*held.get(active, ()), index)
    sizes = {len(cards): cards[0][0] for cards in sets.values()}
    found = [FLIP]
    for value, indices in held.items():
        found += [
            ("play", indices[:size], -1)
            for size in range(1, len(indices) + 1)
            if value > sizes.get(size, 0)
        ]
    for owner, cards in sets.items():
        if owner == seat:
            continue
        found.append(("take", (), owner))
        value = cards[0][0]
        if value in held and value > sizes.get(len(cards) + 1, 0):
            found.append(("add", held[value][:1], owner))
    return found

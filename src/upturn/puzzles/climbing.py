"""Searches for an order of the cards that few perfect pallets admit, by hill climbing.

A climb changes an order a little, and keeps the change if not more pallets admit the new order.
Orders are compared on a sample of the pallets, which is doubled whenever too few of it are left to
tell orders apart. No clock is used: the same seed gives the same order on every machine.

An order is hard mostly because shapes come in blocks, one shape at the beginning and another at the
end; colours between them leave room. So the hardest orders look alike. A climb that ends earlier
keeps more of the order it started from.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from upturn.games.rng import Rng, below
from upturn.games.team_up.tables import CARD_COUNTS, CARDS
from upturn.puzzles.counting import COUNTED, Table
from upturn.solver.packing import Numbers

SAMPLE = 100
"""The number of pallets on which orders are compared at first."""
TOO_FEW = 12
"""When fewer pallets of the sample admit an order, the sample is doubled."""
LONGEST_BLOCK = 6
MOST_IN_VAIN = 250
"""A climb ends after this many changes in a row that make the order no harder."""

Watch = Callable[[float], None]
"""Called with the share of the pallets that admit the order so far."""


def climb(table: Table, cards: Numbers, goal: float, rng: Rng, watch: Watch | None) -> Numbers:
    """Change this order until at most the share `goal` of the pallets may admit it.

    The climb may end short of the goal, so the caller must count.
    """
    everything = len(table.queue)
    asked = min(SAMPLE, everything)
    admitting = table.may_admit(cards, asked, asked)
    in_vain = 0
    while in_vain < MOST_IN_VAIN:
        while admitting < TOO_FEW and asked < everything:
            asked = min(2 * asked, everything)
            admitting = table.may_admit(cards, asked, asked)
        if admitting <= goal * asked:
            break
        changed = change(cards, rng)
        count = table.may_admit(changed, asked, admitting)
        in_vain += 1
        if 1 <= count <= admitting:
            if count < admitting:
                in_vain = 0
                if watch is not None:
                    watch(count / asked)
            cards, admitting = changed, count
    return cards


def change(cards: Numbers, rng: Rng) -> Numbers:
    """Return the cards with two of them swapped, or with a block of them moved elsewhere.

    At least one of these cards is among the first `COUNTED`, which matter.
    """
    if below(rng, 3) == 0:
        swapped = cards.copy()
        one, other = below(rng, COUNTED), below(rng, CARDS)
        swapped[one], swapped[other] = cards[other], cards[one]
        return swapped
    length = 1 if below(rng, 2) else 2 + below(rng, LONGEST_BLOCK - 1)
    first = below(rng, COUNTED - length + 1)
    block, others = cards[first : first + length], np.delete(cards, slice(first, first + length))
    moved: Numbers = np.insert(others, below(rng, len(others) + 1), block)
    return moved


# --- Where to start --------------------------------------------------------------------------


def any_order(rng: Rng) -> Numbers:
    """Return all cards, shuffled."""
    return shuffled(np.repeat(np.arange(len(CARD_COUNTS)), CARD_COUNTS), rng)


def shuffled(cards: Numbers, rng: Rng) -> Numbers:
    cards = cards.copy()
    for last in range(len(cards) - 1, 0, -1):
        other = below(rng, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def shuffled_rest(cards: Numbers, rng: Rng) -> Numbers:
    """Return the order with the cards after the first `COUNTED`, which do not matter, shuffled."""
    order: Numbers = np.concatenate([cards[:COUNTED], shuffled(cards[COUNTED:], rng)])
    return order

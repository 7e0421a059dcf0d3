"""Searches for an order of the cards that few perfect pallets admit.

It climbs: an order is changed a little, and the change stays if no more pallets admit it. Orders
are compared by a sample of the pallets, which is doubled whenever too few of it are left to tell
orders apart. There is no clock in it: the same chance gives the same order on every machine.

Most of what makes an order hard is shapes that come in blocks, one shape at the beginning and
another at the end; colours between them leave room. So the hardest orders look alike: a climb
that ends earlier leaves more of the order it began with.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from upturn.games.rng import Rng, below
from upturn.games.team_up.tables import CARD_COUNTS, CARDS
from upturn.puzzles.counting import COUNTED, Table
from upturn.solver.packing import Numbers

SAMPLE = 100
"""Pallets that orders are compared by at first."""
TOO_FEW = 12
"""When fewer than so many of the sample admit an order, it is doubled."""
LONGEST_BLOCK = 6
PATIENCE = 250
"""Changes in a row that make an order no harder before a climb is given up."""

Watch = Callable[[float], None]
"""Is told the share of the pallets that admit the order so far."""


def climb(table: Table, cards: Numbers, goal: float, rng: Rng, watch: Watch | None) -> Numbers:
    """From this order to one that no more than such a share of the pallets may admit.

    Or as near as it comes: whoever asked counts.
    """
    everything = len(table.queue)
    asked = min(SAMPLE, everything)
    admitting = table.may_admit(cards, asked, asked)
    in_vain = 0
    while in_vain < PATIENCE:
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
    """The cards with two of them swapped, or with some in a row moved elsewhere.

    Always among them one that matters.
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
    """All cards, shuffled."""
    return shuffled(np.repeat(np.arange(len(CARD_COUNTS)), CARD_COUNTS), rng)


def shuffled(cards: Numbers, rng: Rng) -> Numbers:
    cards = cards.copy()
    for last in range(len(cards) - 1, 0, -1):
        other = below(rng, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def shuffled_rest(cards: Numbers, rng: Rng) -> Numbers:
    """The order with the cards that do not matter shuffled."""
    order: Numbers = np.concatenate([cards[:COUNTED], shuffled(cards[COUNTED:], rng)])
    return order

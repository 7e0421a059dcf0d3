"""A bound on every score from the cards alone, as if every box could be placed anywhere."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from upturn.games.compiling import entry_point
from upturn.games.team_up.tables import ASKS, COLOURS, KINDS
from upturn.solver.packing import Numbers


@entry_point
def obeyable(left: npt.NDArray[np.int8], cards: Numbers) -> Numbers:
    """Return by number n: how many of the first n cards the boxes left can obey at most.

    This is a matching of cards with boxes, grown card by card: a card that finds no free box may
    take one from another card, if that card finds another box.
    """
    kinds = COLOURS * KINDS
    holders = np.full((kinds, len(cards)), -1, np.int64)  # the cards that hold boxes of a kind
    held = np.zeros(kinds, np.int64)
    counts = np.zeros(len(cards) + 1, np.int64)
    queue = np.zeros(len(cards) + 1, np.int64)
    by_way_of = np.zeros(kinds, np.int64)
    box_of = np.full(len(cards), -1, np.int64)
    for newest in range(len(cards)):
        by_way_of[:] = -1
        queue[0], first, last = newest, 0, 1
        free = -1
        while first < last and free < 0:
            card = queue[first]
            first += 1
            for box in range(kinds):
                colour, kind = box // KINDS, box % KINDS
                if by_way_of[box] >= 0 or not left[colour, kind]:
                    continue
                if not ASKS[cards[card], colour, kind]:
                    continue
                by_way_of[box] = card
                if held[box] < left[colour, kind]:
                    free = box
                    break
                for at in range(held[box]):
                    queue[last] = holders[box, at]
                    last += 1
        counts[newest + 1] = counts[newest]
        if free < 0:
            continue
        counts[newest + 1] += 1
        held[free] += 1
        slot = held[free] - 1
        while True:
            card = by_way_of[free]
            before = box_of[card]
            holders[free, slot] = card
            box_of[card] = free
            if before < 0:
                break
            slot = 0
            while holders[before, slot] != card:
                slot += 1
            free = before
    return counts


def least_loss(left: npt.NDArray[np.int8], cards: Numbers, drawn: bool) -> int:
    """Return the least possible sum of boxes left at the end and penalties paid.

    `cards` are those to come. If `drawn`, the first of them is drawn and must be obeyed.
    """
    counts = obeyable(left, cards)
    made = np.arange(len(cards) + 1)
    losses = int(left.sum()) - counts + made - counts
    return int(losses[1 if drawn else 0 :].min())

"""Counts the perfect pallets that admit an order of the cards: that can be stacked in this order.

Each pallet is decided exactly. The few that take very long are asked again later with more steps;
those undecided even then are counted separately.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from upturn.games.compiling import entry_point
from upturn.games.contract import Positions
from upturn.games.rng import Rng, below
from upturn.games.team_up.notation import NEUTRAL_TEXTS
from upturn.games.team_up.position import NOTHING, start
from upturn.games.team_up.rules import stack
from upturn.games.team_up.tables import BOXES, CARD_TEXTS, LAYERS, PLACES
from upturn.puzzles.puzzle import PLAYERS, Puzzle
from upturn.solver.failures import Failures, make_failures
from upturn.solver.ordering import NONE, UNDECIDED, search_from_both_ends
from upturn.solver.packing import Codes, Numbers
from upturn.solver.perfect import perfect_pallets
from upturn.solver.plans import Plan, read

QUICK, PATIENT, STUBBORN = 300, 4_000, 200_000
"""Cards tried for a pallet: to compare orders, to count, and to count pallets left undecided."""
MOST_OPEN = 20
"""Pallets that may be asked again; with more of them undecided an order is not counted."""
MANY_SLOTS = 1 << 20
"""Slots for remembering failures when a pallet takes long."""


class Count(NamedTuple):
    """The number of pallets that admit an order, and of those for which it is not known."""

    admitting: int
    undecided: int


# --- Questions to many pallets ---------------------------------------------------------------


@entry_point
def ask(
    now: Positions,
    pallets: Codes,
    queue: Numbers,
    cards: Numbers,
    steps: int,
    failures: Failures,
    most: int,
    most_open: int,
    undecided: Numbers,
) -> int:
    """Return how many of the pallets in the queue may admit the cards.

    Stop as soon as there are more than `most`, or more than `most_open` undecided ones.

    These pallets move to the front: most of them also admit a similar order, so that it is soon
    known to be no better. `undecided` says by place in the queue which of them are undecided.
    """
    boxes = pallets.shape[1]
    codes = np.zeros(boxes, np.int32)
    kinds, needs = np.zeros(boxes, np.int64), np.zeros(boxes, np.int64)
    carries, touches = np.zeros(boxes, np.int64), np.zeros(boxes, np.int64)
    order = np.zeros(len(cards) + 1, np.int64)
    everything = (1 << boxes) - 1
    count = unsure = 0
    for at in range(len(queue)):
        carries[:] = 0
        plan = Plan(codes, kinds, needs, carries, touches, everything)
        read(now[0], pallets[queue[at]], LAYERS, plan)
        answer = search_from_both_ends(now, plan, cards, steps, failures, order)
        if answer != NONE:
            queue[at], queue[count] = queue[count], queue[at]
            undecided[count] = answer == UNDECIDED
            unsure += undecided[count]
            count += 1
            if count > most or unsure > most_open:
                break
    return count


@entry_point
def mix(queue: Numbers, rng: Rng) -> None:
    """Shuffle the pallets, since neighbours in the library are alike."""
    for last in range(len(queue) - 1, 0, -1):
        other = below(rng, last + 1)
        queue[last], queue[other] = queue[other], queue[last]


class Table:
    """A pallet with its neutral box, and the perfect pallets that can be stacked on it."""

    def __init__(self, neutral: int):
        self.now = start(PLAYERS, {})
        stack(self.now[0], PLACES + neutral, NOTHING, 0)
        self.pallets: Codes = perfect_pallets(neutral)[:]
        self.queue: Numbers = np.arange(len(self.pallets))
        self.undecided: Numbers = np.zeros(len(self.pallets), np.int64)
        self.failures = make_failures()

    def mix(self, rng: Rng) -> None:
        self.queue = np.arange(len(self.pallets))
        mix(self.queue, rng)

    def may_admit(self, cards: Numbers, asked: int, most: int) -> int:
        """Return how many of the first `asked` pallets may admit the cards; stop beyond `most`."""
        return self._ask(self.queue[:asked], cards, QUICK, most, asked)

    def count(self, cards: Numbers) -> Count:
        """Count the pallets that admit the cards."""
        every = len(self.queue)
        found = self._ask(self.queue, cards, PATIENT, every, MOST_OPEN)
        open_ones = self.queue[:found][self.undecided[:found] == 1].copy()
        certain = found - len(open_ones)
        if not 0 < len(open_ones) <= MOST_OPEN:
            return Count(certain, len(open_ones))
        self.failures = make_failures(MANY_SLOTS)
        found = self._ask(open_ones, cards, STUBBORN, every, every)
        still_open = int(self.undecided[:found].sum())
        return Count(certain + found - still_open, still_open)

    def _ask(self, queue: Numbers, cards: Numbers, steps: int, most: int, most_open: int) -> int:
        now, pallets, failures, undecided = self.now, self.pallets, self.failures, self.undecided
        return int(ask(now, pallets, queue, cards, steps, failures, most, most_open, undecided))


def neutral_of(puzzle: Puzzle) -> int:
    """Return the number of the neutral box's place."""
    return NEUTRAL_TEXTS.index(puzzle.neutral)


def numbered(cards: tuple[str, ...]) -> Numbers:
    """Return the cards as numbers."""
    return np.array([CARD_TEXTS.index(card) for card in cards], np.int64)


def named(cards: Numbers) -> tuple[str, ...]:
    """Return the cards as texts."""
    return tuple(CARD_TEXTS[card] for card in cards.tolist())


COUNTED = BOXES
"""The number of cards that a perfect solution obeys; those after them are never drawn."""

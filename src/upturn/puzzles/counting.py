"""How many perfect pallets admit an order of the cards: whether it can be stacked so, one by one.

A pallet is decided exactly. The few that take very long are put off and asked again with more
patience; what is undecided even then is counted apart.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from upturn.games.compiling import compiled
from upturn.games.contract import Positions
from upturn.games.rng import Rng, below
from upturn.games.team_up.notation import NEUTRAL_TEXTS
from upturn.games.team_up.position import NOTHING, start
from upturn.games.team_up.rules import stack
from upturn.games.team_up.tables import BOXES, CARD_TEXTS, LAYERS, PLACES
from upturn.puzzles.puzzle import PLAYERS, Puzzle
from upturn.solver.failures import SLOTS, Failures, make_failures
from upturn.solver.ordering import NONE, UNDECIDED, search_from_both_ends
from upturn.solver.packing import Codes, Numbers
from upturn.solver.perfect import perfect_pallets
from upturn.solver.plans import Plan, read

QUICK, PATIENT, STUBBORN = 300, 20_000, 200_000
"""Cards tried for a pallet: while orders are compared, while they are counted, and in the end."""
MANY_SLOTS = 1 << 20
"""To remember failures in when a pallet takes long."""


class Count(NamedTuple):
    """Of some pallets: how many admit an order, and of how many that is not known."""

    admitting: int
    undecided: int


# --- Questions to many pallets ---------------------------------------------------------------


@compiled
def ask(
    now: Positions,
    pallets: Codes,
    queue: Numbers,
    asked: int,
    cards: Numbers,
    steps: int,
    failures: Failures,
    most: int,
    undecided: Numbers,
) -> int:
    """How many of the first pallets in the queue may admit the cards; it stops beyond `most`.

    Those that do move to the front: of a similar order most of them do, too, so that it is soon
    known to be no better. Which of these are undecided is written by place in the queue.
    """
    boxes = pallets.shape[1]
    codes = np.zeros(boxes, np.int32)
    kinds, needs = np.zeros(boxes, np.int64), np.zeros(boxes, np.int64)
    carries, touches = np.zeros(boxes, np.int64), np.zeros(boxes, np.int64)
    order = np.zeros(len(cards) + 1, np.int64)
    everything = (1 << boxes) - 1
    count = 0
    for at in range(asked):
        carries[:] = 0
        plan = Plan(codes, kinds, needs, carries, touches, everything)
        read(now[0], pallets[queue[at]], LAYERS, plan)
        answer = search_from_both_ends(now, plan, cards, steps, failures, order)
        if answer != NONE:
            queue[at], queue[count] = queue[count], queue[at]
            undecided[count] = answer == UNDECIDED
            count += 1
            if count > most:
                break
    return count


@compiled
def mix(queue: Numbers, rng: Rng) -> None:
    """Bring the pallets into a random order: those that are neighbours in the library are alike."""
    for last in range(len(queue) - 1, 0, -1):
        other = below(rng, last + 1)
        queue[last], queue[other] = queue[other], queue[last]


class Table:
    """The neutral box in its place, and the perfect pallets that can be stacked on it."""

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
        """How many of so many pallets admit the cards or may do so, not counted beyond `most`."""
        return int(self._ask(cards, asked, QUICK, self.failures, most))

    def count(self, cards: Numbers) -> Count:
        """How many of all pallets admit the cards."""
        found = self._ask(cards, len(self.queue), PATIENT, self.failures, len(self.queue))
        open_ones = self.queue[:found][self.undecided[:found] == 1].copy()
        certain = found - len(open_ones)
        if not len(open_ones):
            return Count(certain, 0)
        unsure = np.zeros(len(open_ones), np.int64)
        failures = make_failures(max(SLOTS, MANY_SLOTS))
        more = ask(
            self.now,
            self.pallets,
            open_ones,
            len(open_ones),
            cards,
            STUBBORN,
            failures,
            len(open_ones),
            unsure,
        )
        still = int(unsure[:more].sum())
        return Count(certain + int(more) - still, still)

    def _ask(
        self, cards: Numbers, asked: int, steps: int, failures: Failures, most: int
    ) -> int:  # fmt: skip
        return ask(
            self.now,
            self.pallets,
            self.queue,
            asked,
            cards,
            steps,
            failures,
            most,
            self.undecided,
        )


def neutral_of(puzzle: Puzzle) -> int:
    """The number of the neutral box's place."""
    return NEUTRAL_TEXTS.index(puzzle.neutral)


def numbered(cards: tuple[str, ...]) -> Numbers:
    """Cards as numbers."""
    return np.array([CARD_TEXTS.index(card) for card in cards], np.int64)


def named(cards: Numbers) -> tuple[str, ...]:
    """The same cards as texts."""
    return tuple(CARD_TEXTS[card] for card in cards.tolist())


COUNTED = BOXES
"""So many cards are obeyed in a perfect solution; those behind them are never drawn."""

"""Finds an order in which the boxes of a Team UP plan can be stacked so that the cards are obeyed.

Colours stay open as long as possible: a box placed for its shape may have any colour that is left,
so only cards that ask for a colour use one up. A card can be passed for a penalty if no box left
obeys it anywhere on the pallet. To make that so, stacked boxes with an open colour may be given the
colour that the card asks for.

The search goes card by card, from the first or from the last. It remembers failed states. If it
ends without an order, it is proven that there is none.
"""

from __future__ import annotations

import numpy as np

from upturn.games.compiling import compiled, entry_point
from upturn.games.contract import ALLOWED, Positions
from upturn.games.team_up.position import Position
from upturn.games.team_up.rules import stands
from upturn.games.team_up.tables import ASKS, COLOURS, FIRST, KINDS, LEFT, Flags
from upturn.solver.failures import Failures, has_failed, remember
from upturn.solver.packing import Numbers
from upturn.solver.plans import ALWAYS, Plan, stack_some

FOUND, NONE, UNDECIDED = 1, -1, 0
"""Answers: there is an order, there is provably none, or undecided within the steps allowed."""
PASSED = -1
"""In place of a box: the card is passed for a penalty."""
END = -2
"""In place of a box: the order ends before this card."""
FIRST_STEPS, MORE_STEPS = 250, 8
"""Steps from one end before the other is tried, and the factor for each further round."""

CARD_KINDS = len(ASKS)
COLOUR_OF = np.array(
    [
        next((c for c in range(COLOURS) if asks[c].any() and not np.delete(asks, c, 0).any()), -1)
        for asks in ASKS
    ],
    np.int64,
)
"""[card]: the colour it asks for, or -1."""
ASKS_KIND: Flags = np.logical_or.reduce(ASKS, axis=1)
"""[card, kind]: whether a box of this kind obeys the card if it has the right colour."""
WITHIN = np.array([[not (one & ~other).any() for one in ASKS] for other in ASKS])
"""[card, card]: whether every box that obeys the second card obeys the first."""

USED_BITS = int(LEFT.max()).bit_length()
PENALTY_BITS = 7
REMEMBERS = USED_BITS * COLOURS * KINDS + PENALTY_BITS <= 62
"""Whether the colours used up and the penalties fit into one number."""


# --- Colours and cards -----------------------------------------------------------------------


@compiled
def use(used: Numbers, colour: int, kind: int, count: int) -> int:
    """Use up boxes of a colour, or give them back. Return the change of the key for `used`."""
    if colour < 0:
        return 0
    used[colour, kind] += count
    return count << USED_BITS * (colour * KINDS + kind) if REMEMBERS else 0


@compiled
def obeys(plan: Plan, box: int, card: int, used: Numbers, left: Numbers) -> bool:
    """Return whether a box of the plan has a kind and can have a colour that the card asks for."""
    kind, colour = plan.kinds[box], COLOUR_OF[card]
    return bool(ASKS_KIND[card, kind] and (colour < 0 or used[colour, kind] < left[colour, kind]))


@compiled
def count_ahead(cards: Numbers) -> Numbers:
    """Return [card, n]: how many of the first n cards only accept boxes that this card accepts."""
    ahead = np.zeros((CARD_KINDS, len(cards) + 1), np.int64)
    for card in range(CARD_KINDS):
        for at in range(len(cards)):
            ahead[card, at + 1] = ahead[card, at] + WITHIN[card, cards[at]]
    return ahead


@compiled
def falls_short(
    unplaced: Numbers,
    used: Numbers,
    left: Numbers,
    ahead: Numbers,
    first: int,
    end: int,
    spare: int,
) -> bool:
    """Return whether the unplaced boxes surely fail to obey the cards from `first` to `end`, even
    if `spare` of them are passed."""
    for card in range(CARD_KINDS):
        wanted = ahead[card, end] - ahead[card, first] - spare
        if wanted <= 0:
            continue
        colour = COLOUR_OF[card]
        for kind in range(KINDS):
            if ASKS_KIND[card, kind]:
                there = unplaced[kind]
                if colour >= 0:
                    there = min(there, left[colour, kind] - used[colour, kind])
                wanted -= there
        if wanted > 0:
            return True
    return False


# --- Passing a card --------------------------------------------------------------------------


@compiled
def can_stand(position: Position, kind: int) -> bool:
    """Return whether a box of this kind has a place anywhere."""
    for placement in range(FIRST[kind], FIRST[kind + 1]):
        if stands(position, placement) == ALLOWED:
            return True
    return False


@compiled
def can_pass(
    scratch: Positions,
    now: Positions,
    plan: Plan,
    card: int,
    placed: int,
    used: Numbers,
    left: Numbers,
    settled: Numbers,
) -> bool:
    """Return whether no box left obeys the card anywhere, once open colours are settled as written
    to `settled`: by kind, how many stacked boxes get the card's colour."""
    colour = COLOUR_OF[card]
    stacked = False
    for kind in range(KINDS):
        settled[kind] = 0
        unstacked = spent = 0
        for each in range(COLOURS):
            unstacked += left[each, kind]
            spent += used[each, kind]
        of_any_colour = -spent
        for box in range(len(plan.kinds)):
            if placed >> box & 1 and plan.kinds[box] == kind:
                unstacked -= 1
                of_any_colour += 1
        if unstacked == 0 or not ASKS_KIND[card, kind]:
            continue
        wanting = left[colour, kind] - used[colour, kind] if colour >= 0 else unstacked
        if wanting == 0:
            continue
        if not stacked:
            scratch[0] = now[0]
            stack_some(scratch[0], plan, placed)
            stacked = True
        if can_stand(scratch[0], kind):
            if colour < 0 or wanting > of_any_colour:
                return False
            settled[kind] = wanting
    return True


# --- From the first card ---------------------------------------------------------------------


@entry_point
def search_forwards(
    now: Positions,
    plan: Plan,
    cards: Numbers,
    loss: int,
    lenient: bool,
    steps: int,
    failures: Failures,
    order: Numbers,
    settled: Numbers,
) -> int:
    """Find an order of the plan's boxes that obeys the cards; return FOUND, NONE or UNDECIDED.

    `cards` are those to come, starting with the drawn card, if any. The boxes left at the end and
    the penalties may be `loss` together. If `lenient`, any card may be passed. `order` gets
    a box or PASSED for each card, closed by END. `settled` gets, for each card passed, how many
    boxes of each kind with an open colour take the one it asks for.
    """
    left = now[0].left.astype(np.int64)
    boxes = int(left.sum())
    drawn = now[0].card >= 0
    scratch = np.zeros_like(now)
    ahead = count_ahead(cards)
    used = np.zeros((COLOURS, KINDS), np.int64)
    unplaced = np.zeros(KINDS, np.int64)
    for kind in plan.kinds:
        unplaced[kind] += 1
    options = np.zeros(len(cards) + 1, np.int64)
    passable = np.zeros(len(cards) + 1, np.bool_)
    at = key = placed = penalties = stacked = spent = 0
    failures.question[0] += 1
    arrived = True
    while True:
        if arrived:
            arrived = False
            options[at] = 0
            passable[at] = False
            to_stack = boxes - stacked
            if (
                not plan.needed & ~placed
                and penalties + to_stack <= loss
                and not (drawn and at == 0)
            ):
                order[at] = END
                return FOUND
            spare = loss - penalties
            surely = min(len(cards), at + max(0, to_stack - spare))
            if (
                at < len(cards)
                and penalties + max(0, to_stack - len(cards) + at) <= loss
                and not falls_short(unplaced, used, left, ahead, at, surely, spare)
                and not (
                    REMEMBERS and has_failed(failures, placed, key << PENALTY_BITS | penalties)
                )
            ):
                spent += 1
                if spent > steps:
                    return UNDECIDED
                passable[at] = penalties < loss
                for box in range(len(plan.kinds)):
                    if (
                        not (placed >> box & 1 or plan.needs[box] & ~placed)
                        and obeys(plan, box, cards[at], used, left)
                        and plan.touches[box] & (placed | ALWAYS)
                    ):
                        options[at] |= 1 << box
        if options[at]:
            box = 0
            while not options[at] >> box & 1:
                box += 1
            options[at] &= options[at] - 1
            order[at] = box
            key += use(used, COLOUR_OF[cards[at]], plan.kinds[box], 1)
            placed |= 1 << box
            stacked += 1
            unplaced[plan.kinds[box]] -= 1
            at += 1
            arrived = True
            continue
        if passable[at]:
            passable[at] = False
            settled[at] = 0
            if lenient or can_pass(
                scratch, now, plan, cards[at], placed, used, left, settled[at]
            ):  # fmt: skip
                order[at] = PASSED
                for kind in range(KINDS):
                    key += use(used, COLOUR_OF[cards[at]], kind, settled[at, kind])
                penalties += 1
                at += 1
                arrived = True
                continue
        if REMEMBERS:
            remember(failures, placed, key << PENALTY_BITS | penalties)
        if at == 0:
            return NONE
        at -= 1
        box = order[at]
        if box == PASSED:
            for kind in range(KINDS):
                key += use(used, COLOUR_OF[cards[at]], kind, -settled[at, kind])
            penalties -= 1
        else:
            key += use(used, COLOUR_OF[cards[at]], plan.kinds[box], -1)
            placed &= ~(1 << box)
            stacked -= 1
            unplaced[plan.kinds[box]] += 1


# --- From the last card ----------------------------------------------------------------------


@compiled
def search_backwards(
    now: Positions,
    plan: Plan,
    cards: Numbers,
    steps: int,
    failures: Failures,
    order: Numbers,
) -> int:
    """Find an order in which each box of the plan obeys a card and no card is passed, from the last
    card backwards."""
    left = now[0].left.astype(np.int64)
    count = len(plan.kinds)
    ahead = count_ahead(cards)
    used = np.zeros((COLOURS, KINDS), np.int64)
    standing = np.zeros(KINDS, np.int64)
    for kind in plan.kinds:
        standing[kind] += 1
    options = np.zeros(count + 1, np.int64)
    key = spent = 0
    stacked, at = (1 << count) - 1, count
    failures.question[0] += 1
    arrived = True
    while True:
        if arrived:
            arrived = False
            if at == 0:
                order[count] = END
                return FOUND
            options[at] = 0
            if not (
                falls_short(standing, used, left, ahead, 0, at, 0)
                or (REMEMBERS and has_failed(failures, stacked, key))
            ):
                spent += 1
                if spent > steps:
                    return UNDECIDED
                for box in range(count):
                    if (
                        stacked >> box & 1
                        and not plan.carries[box] & stacked
                        and obeys(plan, box, cards[at - 1], used, left)
                        and plan.touches[box] & (stacked | ALWAYS)
                    ):
                        options[at] |= 1 << box
        if options[at]:
            box = count - 1
            while not options[at] >> box & 1:
                box -= 1
            options[at] &= ~(1 << box)
            at -= 1
            order[at] = box
            key += use(used, COLOUR_OF[cards[at]], plan.kinds[box], 1)
            stacked &= ~(1 << box)
            standing[plan.kinds[box]] -= 1
            arrived = True
            continue
        if REMEMBERS:
            remember(failures, stacked, key)
        if at == count:
            return NONE
        box = order[at]
        key += use(used, COLOUR_OF[cards[at]], plan.kinds[box], -1)
        stacked |= 1 << box
        standing[plan.kinds[box]] += 1
        at += 1


@entry_point
def search_from_both_ends(
    now: Positions, plan: Plan, cards: Numbers, steps: int, failures: Failures, order: Numbers
) -> int:
    """Find an order that stacks all boxes left and obeys every card until then.

    Orders mostly fail at the first cards or at the last. So a plan that takes long from one end is
    often decided soon from the other.
    """
    if len(cards) < len(plan.kinds) or len(plan.kinds) < now[0].left.sum():
        return NONE
    settled = np.zeros((len(cards) + 1, KINDS), np.int64)
    allowed = FIRST_STEPS
    while True:
        allowed = min(allowed, steps)
        found = search_forwards(now, plan, cards, 0, False, allowed, failures, order, settled)
        if found == UNDECIDED:
            found = search_backwards(now, plan, cards, allowed, failures, order)
        if found != UNDECIDED or allowed == steps:
            return found
        allowed *= MORE_STEPS

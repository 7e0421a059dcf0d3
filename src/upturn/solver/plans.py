"""A plan for a Team UP pallet: boxes to stack, their places and levels, and what they rest on.

The boxes of a plan are numbered from 0, and a set of them is the bits of a number. A box can be
stacked once all boxes that it rests on are stacked. On the ground it must touch a stacked box.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from upturn.games.arrays import put_in_order
from upturn.games.compiling import compiled, entry_point
from upturn.games.contract import Positions
from upturn.games.team_up.position import Position
from upturn.games.team_up.tables import AROUND, CELLS, HEIGHT, KIND, LEVELS
from upturn.solver.packing import COVERS, LARGEST, LEVELS_CODED, Codes, Numbers, put
from upturn.solver.pool import count_ones

MOST_BOXES = 60
"""The most boxes of a plan, since a set of them is the bits of a number."""
ALWAYS = 1 << MOST_BOXES
SOMEWHERE = -1
"""In place of a code: the box has no place yet, and counts as fitting anywhere at any time."""


class Plan(NamedTuple):
    """Boxes to stack. Those that carry most come first, since little can be placed without them."""

    codes: Codes
    kinds: Numbers
    needs: Numbers  # by box: the boxes it rests on
    carries: Numbers  # by box: the boxes that rest on it
    touches: Numbers  # by box: it must touch one of these; ALWAYS if it touches something anyway
    needed: int  # the boxes without which the plan has failed


@compiled
def fill(codes: Codes, filled: Numbers) -> None:
    """Write which box fills [cell, level]."""
    for box in range(len(codes)):
        placement, level = codes[box] // LEVELS_CODED, codes[box] % LEVELS_CODED
        for at in range(LARGEST):
            cell = int(COVERS[placement, at])
            if cell < 0:
                break
            filled[cell, level : level + int(HEIGHT[placement])] = box


@compiled
def below(code: int, filled: Numbers) -> int:
    """Return the boxes that this box rests on."""
    placement, level = code // LEVELS_CODED, code % LEVELS_CODED
    boxes = 0
    for at in range(LARGEST):
        cell = int(COVERS[placement, at])
        if cell < 0 or level == 0:
            break
        under = int(filled[cell, level - 1])
        if under >= 0:
            boxes |= 1 << under
    return boxes


@compiled
def beside(position: Position, code: int, filled: Numbers) -> int:
    """Return the boxes of which this box must touch at least one, or ALWAYS."""
    placement, level = code // LEVELS_CODED, code % LEVELS_CODED
    if level > 0 or AROUND[placement] & ~position.ground[0]:
        return ALWAYS
    boxes = 0
    for cell in range(CELLS):
        if AROUND[placement] >> cell & 1 and filled[cell, 0] >= 0:
            boxes |= 1 << int(filled[cell, 0])
    return boxes


@compiled
def by_weight(codes: Codes, filled: Numbers) -> Numbers:
    """Return the numbers of the boxes, starting with those that carry most, directly or not."""
    count = len(codes)
    carries = np.zeros(count, np.int64)
    order = np.zeros(count, np.int64)  # by weight, then by number
    for level in range(LEVELS - 1, -1, -1):
        for box in range(count):
            if codes[box] % LEVELS_CODED == level:
                order[box] = box - count_ones(int(carries[box])) * count
                under = below(int(codes[box]), filled)
                for other in range(count):
                    if under >> other & 1:
                        carries[other] |= carries[box] | 1 << box
    put_in_order(order)
    for at in range(count):
        order[at] %= count
    return order


@entry_point
def read(position: Position, codes: Codes, layers: int, plan: Plan) -> int:
    """Write a plan for these boxes; return those that stand in the lowest layers."""
    filled = np.full((CELLS, LEVELS + 1), -1, np.int64)
    fill(codes, filled)
    order = by_weight(codes, filled)
    for box in range(len(codes)):
        plan.codes[box] = codes[order[box]]
    fill(plan.codes, filled)
    needed = 0
    for box in range(len(codes)):
        code = int(plan.codes[box])
        plan.kinds[box] = KIND[code // LEVELS_CODED]
        plan.needs[box] = below(code, filled)
        plan.touches[box] = beside(position, code, filled)
        for other in range(len(codes)):
            if plan.needs[box] >> other & 1:
                plan.carries[other] |= 1 << box
        if code % LEVELS_CODED < layers:
            needed |= 1 << box
    return needed


def make_plan(now: Positions, codes: Codes, layers: int) -> Plan:
    """Return a plan of these boxes, given in any order, to fill `layers` layers of this pallet."""
    kinds, needs, carries, touches = np.zeros((4, len(codes)), np.int64)
    plan = Plan(np.zeros(len(codes), np.int32), kinds, needs, carries, touches, 0)
    return plan._replace(needed=int(read(now[0], codes, layers, plan)))


def loosened(plan: Plan, spare: Numbers) -> Plan:
    """Return the plan with `spare` more boxes of each kind that fit anywhere at any time."""
    kinds = np.repeat(np.arange(len(spare)), spare)
    nothing = np.zeros(len(kinds), np.int64)
    return Plan(
        np.concatenate([plan.codes, np.full(len(kinds), SOMEWHERE, np.int32)]),
        np.concatenate([plan.kinds, kinds]),
        np.concatenate([plan.needs, nothing]),
        np.concatenate([plan.carries, nothing]),
        np.concatenate([plan.touches, nothing | ALWAYS]),
        plan.needed,
    )


@compiled
def stack_some(position: Position, plan: Plan, boxes: int) -> None:
    """Put these boxes of the plan on the pallet."""
    for level in range(LEVELS):
        for box in range(len(plan.codes)):
            if boxes >> box & 1 and plan.codes[box] % LEVELS_CODED == level:
                put(position, int(plan.codes[box]) // LEVELS_CODED, level)

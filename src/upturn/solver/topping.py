"""Finds places on top of a completed Team UP pallet for the boxes left over."""

from __future__ import annotations

import numpy as np

from upturn.games.compiling import compiled, entry_point
from upturn.games.contract import ALLOWED, Positions
from upturn.games.rng import Rng, below
from upturn.games.team_up.position import Position
from upturn.games.team_up.rules import stands
from upturn.games.team_up.tables import AT, BOXES, FIRST, HEIGHT, KIND, KINDS, LEVELS
from upturn.solver.packing import LEVELS_CODED, Codes, kinds_left, put


@compiled
def lowest_place(position: Position, kind: int, rng: Rng) -> int:
    """Return a placement for a box of this kind, as low as possible, or -1."""
    best, lowest, alike = -1, LEVELS + 1, 0
    for placement in range(FIRST[kind], FIRST[kind + 1]):
        top = int(position.heights[AT[placement]]) + int(HEIGHT[placement])
        if top <= lowest and top <= LEVELS and stands(position, placement) == ALLOWED:
            alike = alike + 1 if top == lowest else 1
            lowest = top
            if below(rng, alike) == 0:
                best = placement
    return best


@entry_point
def top_up(now: Positions, codes: Codes, rng: Rng, plan: Codes) -> int:
    """Write these boxes and then all others that find a place; return their number."""
    then = now.copy()
    position = then[0]
    left = np.zeros(KINDS, np.int64)
    kinds_left(position, left)
    count = 0
    for level in range(LEVELS):
        for code in codes:
            if code % LEVELS_CODED == level:
                put(position, int(code) // LEVELS_CODED, level)
                left[KIND[code // LEVELS_CODED]] -= 1
                plan[count] = code
                count += 1
    spare = int(left.sum())
    while spare > 0:
        pick = below(rng, spare)
        kind = 0
        while pick >= left[kind]:
            pick -= int(left[kind])
            kind += 1
        placement = lowest_place(position, kind, rng)
        if placement < 0:
            spare -= int(left[kind])
            left[kind] = 0
            continue
        level = int(position.heights[AT[placement]])
        put(position, placement, level)
        plan[count] = placement * LEVELS_CODED + level
        count += 1
        left[kind] -= 1
        spare -= 1
    return count


def topped(now: Positions, codes: Codes, rng: Rng) -> Codes:
    """Return a completion with all other boxes that find a place on top of it."""
    plan = np.zeros(BOXES + 1, np.int32)
    return plan[: top_up(now, codes, rng, plan)]

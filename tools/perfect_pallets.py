"""Finds perfect pallets for the solver's library: `python -m tools.perfect_pallets`.

For the neutral box lying along x, lying along y and standing at a1, it finds every perfect pallet
there is, by the stricter reading of the clone rule, "face". The lowest empty cell is filled next,
with every box that fits there, so each pallet is found once. A run takes about an hour.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import numpy.typing as npt

from upturn.games import engine
from upturn.games.compiling import compiled
from upturn.games.contract import Positions, room_for_cards, room_for_moves
from upturn.games.team_up import RULES
from upturn.games.team_up.components import COMPONENTS
from upturn.games.team_up.position import Position
from upturn.games.team_up.rules import cloned
from upturn.games.team_up.tables import (
    BOXES,
    CELLS,
    COLUMNS,
    HEIGHT,
    KIND,
    KINDS,
    LAYERS,
    MASK,
    NEUTRAL_PLACES,
    PLACES,
    ROWS,
)
from upturn.solver import perfect
from upturn.solver.packing import AT_CELL, MOST_AT_CELL, Numbers, kinds_left, lift, put

MOST = 150_000
"""How many pallets there is room for, for each direction of the neutral box."""

Table = npt.NDArray[np.uint8]

TOPS = sorted({top for kind in COMPONENTS.kinds for top in (kind.top, kind.top[::-1])})
AREA = np.array([wide * deep for wide, deep in TOPS], np.int64)
SHORT_SIDE = np.array([min(top) for top in TOPS], np.int64)
AT_FIRST = np.array(
    [
        [
            sum(1 << cell + y * COLUMNS + x for y in range(deep) for x in range(wide))
            if cell % COLUMNS + wide <= COLUMNS and cell // COLUMNS + deep <= ROWS
            else 0
            for wide, deep in TOPS
        ]
        for cell in range(CELLS)
    ],
    np.int64,
)
"""[cell, top]: the cells of such a top whose first is this one; 0 off the pallet."""
KIND_AREA = np.array([kind.top[0] * kind.top[1] for kind in COMPONENTS.kinds], np.int64)
KIND_HEIGHT = np.array([kind.height for kind in COMPONENTS.kinds], np.int64)
SMALL, MIDDLING = 2, 4
"""Cells. Boxes with at most this many cells run out first."""


@compiled
def fewest(counted: npt.NDArray[np.bool_], table: Table) -> None:
    """Write for each set of cells the least number of boxes with a counted top that tile it."""
    for cells in range(1, len(table)):
        first = 0
        while not cells >> first & 1:
            first += 1
        best = 255
        for top in range(len(counted)):
            covered = AT_FIRST[first, top]
            if covered and covered & ~cells == 0:
                best = min(best, int(table[cells & ~covered]) + int(counted[top]))
        table[cells] = best


@compiled
def hopeless(
    position: Position, left: Numbers, level: int, few_small: Table, few_middling: Table
) -> bool:
    """Return whether the boxes left cannot fill this level, or are too high for it."""
    small = middling = 0
    for kind in range(KINDS):
        if left[kind] > 0 and level + KIND_HEIGHT[kind] > LAYERS:
            return True
        if KIND_AREA[kind] <= SMALL:
            small += left[kind]
        if KIND_AREA[kind] <= MIDDLING and KIND_AREA[kind] != 3:
            middling += left[kind]
    cells = position.ground[level]
    return bool(few_small[cells] > small or few_middling[cells] > middling)


@compiled
def fits(position: Position, left: Numbers, placement: int, level: int) -> bool:
    return bool(
        left[KIND[placement]] > 0
        and MASK[placement] & ~position.ground[level] == 0
        and level + HEIGHT[placement] <= LAYERS
        and not cloned(position, placement, level)
    )


@compiled
def find(positions: Positions, few_small: Table, few_middling: Table, pallets: Numbers) -> int:
    """Write the placements of perfect pallets, from the lowest cell on. Return their number."""
    position = positions[0]
    left = np.zeros(KINDS, np.int64)
    kinds_left(position, left)
    following = np.zeros(BOXES + 1, np.int64)
    first = np.zeros(BOXES + 1, np.int64)
    chosen = np.zeros(BOXES + 1, np.int64)
    levels = np.zeros(BOXES + 1, np.int64)
    found = depth = 0
    arrived = True
    while True:
        if arrived:
            level = levels[depth]
            while level < LAYERS and position.ground[level] == 0:
                level += 1
            levels[depth] = level
            following[depth] = 0
            if level == LAYERS:
                pallets[found] = chosen[:BOXES]
                found += 1
                following[depth] = MOST_AT_CELL
            elif hopeless(position, left, level, few_small, few_middling):
                following[depth] = MOST_AT_CELL
            else:
                cell = 0
                while not position.ground[level] >> cell & 1:
                    cell += 1
                first[depth] = cell
        arrived = False
        placement = -1
        if following[depth] < MOST_AT_CELL:
            placement = int(AT_CELL[first[depth], following[depth]])
        if placement < 0:
            if depth == 0:
                return found
            depth -= 1
            lift(position, chosen[depth], levels[depth])
            left[KIND[chosen[depth]]] += 1
            continue
        following[depth] += 1
        if fits(position, left, placement, levels[depth]):
            put(position, placement, levels[depth])
            left[KIND[placement]] -= 1
            chosen[depth] = placement
            depth += 1
            levels[depth] = levels[depth - 1]
            arrived = True


def start(neutral: int) -> Positions:
    """Return a pallet with nothing on it but the neutral box."""
    positions = RULES.start(1, {})
    place = room_for_cards(1)
    place[0] = neutral
    engine.deal_at(positions, 0, place, room_for_moves(RULES.most_legal))
    return positions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=Path(str(perfect.__file__)).parent)
    asked = parser.parse_args()
    small, middling = np.zeros((2, 1 << CELLS), np.uint8)
    fewest(AREA <= SMALL, small)
    fewest((AREA <= SMALL) | (AREA == MIDDLING) & (SHORT_SIDE > 1), middling)
    steps = np.array([perfect.step_of(placement) for placement in range(PLACES)], np.uint8)
    pallets = np.zeros((MOST, BOXES), np.int64)
    found = {}
    for axis in perfect.AXES:
        neutral = next(n for n, place in enumerate(NEUTRAL_PLACES) if place.axis == axis)
        count = find(start(neutral), small, middling, pallets)
        found[axis] = steps[pallets[:count]]
        print(f"{count} perfect pallets with the neutral box along axis {axis}", flush=True)
    content = perfect.packed(found)
    (asked.to / perfect.LIBRARY).write_bytes(content)
    print(f"{len(content)} bytes")


if __name__ == "__main__":
    main()

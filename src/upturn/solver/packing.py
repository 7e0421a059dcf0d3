"""Finds completions of a Team UP pallet: boxes that fill its lowest layers.

A *completion* is a set of boxes, by kind only, each with its place and level, that fills every gap
of the lowest layers and clones nothing. It ignores colours and the order of the cards.
Each box is a *code*: placement * LEVELS_CODED + level.

The lowest empty cell is always filled first, so every box has its support, and each completion can
be found in one order only. Chance decides what is tried first; a try that takes too long is
replaced by a new one.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from upturn.games.compiling import compiled, entry_point
from upturn.games.contract import Positions
from upturn.games.rng import Rng, below
from upturn.games.team_up.position import Position
from upturn.games.team_up.rules import cloned
from upturn.games.team_up.tables import (
    AT,
    BOXES,
    CELLS,
    COLOURS,
    COLUMNS,
    HEIGHT,
    KIND,
    KINDS,
    MASK,
    PLACEMENTS,
    PLACES,
)

Codes = npt.NDArray[np.int32]
Numbers = npt.NDArray[np.int64]

LEVELS_CODED = 128

LARGEST = max(len(place.cells) for place in PLACEMENTS)
COVERS = np.array(
    [place.cells + [-1] * (LARGEST + 1 - len(place.cells)) for place in PLACEMENTS], np.int16
)
"""[placement, …]: its cells, padded with -1."""

_AT_CELL = [[p for p in range(PLACES) if AT[p] == cell] for cell in range(CELLS)]
MOST_AT_CELL = max(map(len, _AT_CELL))
AT_CELL = np.array([at + [-1] * (MOST_AT_CELL + 1 - len(at)) for at in _AT_CELL], np.int16)
"""[cell, …]: the placements whose lowest row and column is this cell, padded with -1."""

EVERY_CELL = (1 << CELLS) - 1
FIRST_COLUMN = sum(1 << cell for cell in range(0, CELLS, COLUMNS))
LAST_COLUMN = FIRST_COLUMN << (COLUMNS - 1)
SINGLES = np.array([p for p in range(PLACES) if MASK[p] == 1], np.int16)
"""One placement of each kind that can cover a single cell."""


# --- Stacking and taking away ----------------------------------------------------------------


@entry_point
def put(position: Position, placement: int, level: int) -> None:
    """Stack a box without a colour and without noting who placed it."""
    position.boxes += 1
    box = position.boxes
    top = level + int(HEIGHT[placement])
    position.box_placement[box] = placement
    position.box_level[box] = level
    position.ground[level] &= ~MASK[placement]
    position.ground[top] |= MASK[placement]
    for at in range(LARGEST):
        cell = int(COVERS[placement, at])
        if cell < 0:
            break
        position.heights[cell] = top
        for filled in range(level, top):
            position.inside[cell, filled] = box


@compiled
def lift(position: Position, placement: int, level: int) -> None:
    """Take away the box stacked last."""
    position.boxes -= 1
    position.ground[level] |= MASK[placement]
    position.ground[level + int(HEIGHT[placement])] &= ~MASK[placement]
    for at in range(LARGEST):
        cell = int(COVERS[placement, at])
        if cell < 0:
            break
        position.heights[cell] = level


# --- What fits -------------------------------------------------------------------------------


@compiled
def alone(cells: int) -> int:
    """Return the cells that have none of the other cells next to them."""
    beside = (cells & ~LAST_COLUMN) << 1 | (cells & ~FIRST_COLUMN) >> 1
    beside |= (cells << COLUMNS | cells >> COLUMNS) & EVERY_CELL
    return cells & ~beside


@compiled
def too_many_alone(cells: int, left: Numbers, level: int, most_high: int) -> bool:
    """Return whether there are too few boxes that cover a single cell for the cells that need
    one."""
    lonely = alone(cells)
    if not lonely:
        return False
    singles = 0
    for placement in SINGLES:
        if level + HEIGHT[placement] <= most_high:
            singles += left[KIND[placement]]
    while lonely:
        lonely &= lonely - 1
        singles -= 1
    return singles < 0


@compiled
def fitting(
    position: Position, left: Numbers, level: int, most_high: int, found: Numbers
) -> int:  # fmt: skip
    """Write the placements that may fill the first cell of this height; return their number."""
    ground = int(position.ground[level])
    cell = 0
    while not ground >> cell & 1:
        cell += 1
    count = 0
    for at in range(MOST_AT_CELL):
        placement = int(AT_CELL[cell, at])
        if placement < 0:
            break
        mask = int(MASK[placement])
        if (
            mask & ~ground == 0
            and left[KIND[placement]] > 0
            and level + HEIGHT[placement] <= most_high
            and not too_many_alone(ground & ~mask, left, level, most_high)
            and not cloned(position, placement, level)
        ):
            found[count] = placement
            count += 1
    return count


# --- Searching -------------------------------------------------------------------------------


@compiled
def kinds_left(position: Position, left: Numbers) -> None:
    """Write how many boxes of each kind are left, of any colour."""
    left[:] = 0
    for colour in range(COLOURS):
        for kind in range(KINDS):
            left[kind] += position.left[colour, kind]


@entry_point
def complete(
    positions: Positions,
    at: int,
    layers: int,
    most_high: int,
    patience: int,
    steps: int,
    rng: Rng,
    completions: Codes,
    sizes: Numbers,
    kin: int = 1,
) -> int:
    """Write random completions of `layers` layers, no box above `most_high`; return their number.

    A try ends after `kin` completions, which have most boxes in common, or when it has stacked
    `patience` boxes. The search ends when `completions` is full or after `steps` boxes. If
    `patience` is at least `steps`, there is one try only. If that finds all completions, the return
    value is -1 minus their number. The position is unchanged afterwards.
    """
    position = positions[at]
    left = np.zeros(KINDS, np.int64)
    kinds_left(position, left)
    options = np.zeros((BOXES + 1, MOST_AT_CELL), np.int64)
    counts = np.zeros(BOXES + 1, np.int64)
    chosen = np.zeros(BOXES + 1, np.int64)
    levels = np.zeros(BOXES + 1, np.int64)
    lowest = 0
    while position.ground[lowest] == 0:
        lowest += 1
    found = spent = 0
    exhausted = False
    while lowest < layers and found < len(completions) and spent < steps and not exhausted:
        depth = 0
        enough = found + kin
        tries_left = min(patience, steps - spent)
        levels[0] = lowest
        counts[0] = fitting(position, left, lowest, most_high, options[0])
        while True:
            if counts[depth] == 0 or tries_left == 0:
                if depth == 0:
                    break
                depth -= 1
                lift(position, chosen[depth], levels[depth])
                left[KIND[chosen[depth]]] += 1
                continue
            counts[depth] -= 1
            last = counts[depth]
            pick = below(rng, last + 1)
            placement, level = options[depth, pick], levels[depth]
            options[depth, pick] = options[depth, last]
            put(position, placement, level)
            left[KIND[placement]] -= 1
            chosen[depth] = placement
            depth += 1
            tries_left -= 1
            spent += 1
            while position.ground[level] == 0:
                level += 1
            if level < layers:
                levels[depth] = level
                counts[depth] = fitting(position, left, level, most_high, options[depth])
                continue
            counts[depth] = 0
            for step in range(depth):
                completions[found, step] = chosen[step] * LEVELS_CODED + levels[step]
            sizes[found] = depth
            found += 1
            if found == len(completions) or (patience < steps and found == enough):
                tries_left = 0
        spent += 1
        exhausted = patience >= steps and tries_left > 0
    return -found - 1 if exhausted else found

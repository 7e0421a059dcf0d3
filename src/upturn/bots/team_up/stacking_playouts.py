"""Team UP played on in the mind: cards in a supposed order, boxes as known completions want them.

A playout knows no more than a player: at each card it places the box that leaves the most
completions open and the colours and shapes in balance, and does not look at the cards after that.
A card that no completion has a box for breaks the plan, unless nothing can be placed at all: then
it is a penalty. What a broken plan is worth is estimated.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from upturn.games.arrays import overwrite
from upturn.games.compiling import compiled, entry_point
from upturn.games.contract import ALLOWED, Positions
from upturn.games.rng import Rng, below
from upturn.games.team_up.components import COMPONENTS, LAYER_POINTS
from upturn.games.team_up.position import Position
from upturn.games.team_up.rules import full_layers, stands
from upturn.games.team_up.tables import (
    ASKS,
    AT,
    CARD_COUNTS,
    COLOURS,
    FIRST,
    KIND,
    KINDS,
    LAYERS,
    MASK,
)
from upturn.solver.packing import LEVELS_CODED, Codes, Numbers, put
from upturn.solver.pool import Pool, count_common

Values = npt.NDArray[np.float64]

CARD_KINDS = len(CARD_COUNTS)
SHAPES = len(COMPONENTS.shapes)
SHAPE = np.array([COMPONENTS.shapes.index(kind.shape) for kind in COMPONENTS.kinds], np.int64)
"""[kind]"""

# What speaks for a box in a playout, against a doubling of the completions it leaves open.
BALANCE = 0.3
"""A box left of its colour, or of its shape: those that there are most of should go first."""
WHIM = 0.3
"""Chance, at most."""
ON_TOP = 1.0
"""Against a box that fills none of the layers in question."""

MOST_OPEN = 1 << 12
"""Completions in a pool, at most."""
DOUBLINGS = np.log2(np.maximum(np.arange(MOST_OPEN + 1), 1))

BROKEN = np.array([LAYER_POINTS * layers - 8.0 for layers in range(LAYERS + 1)])
BROKEN[LAYERS] += 1.5
"""[layers]: the score to expect, penalties not counted, when a plan for so many layers breaks."""
LATE = 6
"""Boxes left when a playout begins to ask itself whether to stop."""
NOTHING_YET = -1.0e9
"""Worth less than any box."""


class Left(NamedTuple):
    """How many boxes are left."""

    of_colour: Numbers
    of_shape: Numbers


# --- What the position tells -----------------------------------------------------------------


@compiled
def obeyed(position: Position, card: int) -> bool:
    """Whether a box is left that obeys the card."""
    for colour in range(COLOURS):
        for kind in range(KINDS):
            if position.left[colour, kind] > 0 and ASKS[card, colour, kind]:
                return True
    return False


@compiled
def placeable(position: Position, card: int) -> bool:
    """Whether the card can be obeyed at all."""
    for kind in range(KINDS):
        wanted = False
        for colour in range(COLOURS):
            wanted |= position.left[colour, kind] > 0 and ASKS[card, colour, kind]
        if wanted:
            for placement in range(FIRST[kind], FIRST[kind + 1]):
                if stands(position, placement) == ALLOWED:
                    return True
    return False


@compiled
def place_on_top(position: Position, kind: int, layers: int) -> int:
    """The code of a place for this kind of box above so many layers, or -1."""
    for placement in range(FIRST[kind], FIRST[kind + 1]):
        level = int(position.heights[AT[placement]])
        if level >= layers and stands(position, placement) == ALLOWED:
            return placement * LEVELS_CODED + level
    return -1


@compiled
def to_stop(position: Position, come: Numbers, layers: int) -> bool:
    """Whether the cards still to come are not worth drawing."""
    good = bad = 0
    for card in range(CARD_KINDS):
        if come[card] > 0:
            if obeyed(position, card):
                good += come[card]
            else:
                bad += come[card]
    return good == 0 or (good < bad and full_layers(position) >= layers)


# --- Choosing a box --------------------------------------------------------------------------


@compiled
def place(position: Position, colour: int, code: int) -> None:
    placement, level = code // LEVELS_CODED, code % LEVELS_CODED
    put(position, placement, level)
    position.left[colour, KIND[placement]] -= 1


@compiled
def count_left(position: Position, left: Left) -> int:
    """Write how many boxes are left of each colour and of each shape; how many in all."""
    count = 0
    left.of_colour[:] = 0
    left.of_shape[:] = 0
    for colour in range(COLOURS):
        for kind in range(KINDS):
            boxes = int(position.left[colour, kind])
            left.of_colour[colour] += boxes
            left.of_shape[SHAPE[kind]] += boxes
            count += boxes
    return count


@compiled
def balance(left: Left, colour: int, kind: int) -> int:
    """How many boxes are left like this one in colour, and like it in shape."""
    return int(left.of_colour[colour] + left.of_shape[SHAPE[kind]])


@compiled
def best_colour(position: Position, card: int, kind: int, left: Left) -> int:
    """Of the colours in which this kind obeys the card the one most boxes are left of, or -1."""
    best = -1
    for colour in range(COLOURS):
        if (
            position.left[colour, kind] > 0
            and ASKS[card, colour, kind]
            and (best < 0 or left.of_colour[colour] > left.of_colour[best])
        ):
            best = colour
    return best


@compiled
def best_planned(
    position: Position, pool: Pool, alive: Numbers, card: int, left: Left, rng: Rng
) -> tuple[float, int, int]:
    """Of the boxes that some open completion wants now the best: value, code (or -1), colour."""
    best, best_code, best_of = NOTHING_YET, -1, -1
    for item in range(len(pool.codes)):
        code = int(pool.codes[item])
        placement = code // LEVELS_CODED
        if MASK[placement] & ~position.ground[code % LEVELS_CODED]:
            continue
        kind = int(KIND[placement])
        colour = best_colour(position, card, kind, left)
        if colour < 0:
            continue
        still_open = count_common(alive, pool.bits[item])
        if still_open:
            whim = WHIM * below(rng, 1024) / 1024
            value = DOUBLINGS[still_open] + BALANCE * balance(left, colour, kind) + whim
            if value > best:
                best, best_code, best_of = value, code, colour
    return best, best_code, best_of


@compiled
def best_on_top(
    position: Position, pool: Pool, alive: Numbers, spared: Numbers, card: int, left: Left
) -> tuple[float, int, int]:
    """The same of the boxes that open completions can spare, above the layers they fill."""
    best, best_code, best_of = NOTHING_YET, -1, -1
    for kind in range(KINDS):
        colour = best_colour(position, card, kind, left)
        if colour < 0:
            continue
        still_open = count_common(alive, pool.spare[kind, spared[kind] + 1])
        if still_open:
            value = DOUBLINGS[still_open] + BALANCE * balance(left, colour, kind) - ON_TOP
            code = place_on_top(position, kind, pool.layers) if value > best else -1
            if code >= 0:
                best, best_code, best_of = value, code, colour
    return best, best_code, best_of


@compiled
def play_out(
    positions: Positions,
    at: int,
    pool: Pool,
    alive: Numbers,
    spared: Numbers,
    order: Codes,
    stop_first: bool,
    rng: Rng,
) -> float:
    """Play on from the position, in place; the score it comes to.

    `alive` are the completions still open, `spared` the boxes of each kind that fill none of
    their layers; both change. `stop_first`: whether it may stop before the first card.
    """
    position = positions[at]
    penalties = int(position.penalties)
    left = Left(np.zeros(COLOURS, np.int64), np.zeros(SHAPES, np.int64))
    come = np.zeros(CARD_KINDS, np.int64)
    for card in order:
        come[card] += 1
    boxes = count_left(position, left)
    may_stop = stop_first
    for card in order:
        if boxes == 0 or (may_stop and boxes <= LATE and to_stop(position, come, pool.layers)):
            break
        may_stop = True
        come[card] -= 1
        value, code, colour = best_planned(position, pool, alive, card, left, rng)
        on_top = False
        if pool.layers < LAYERS:
            top_value, top_code, top_colour = best_on_top(position, pool, alive, spared, card, left)
            if top_value > value:
                code, colour, on_top = top_code, top_colour, True
        if code < 0:
            if placeable(position, card):
                return float(BROKEN[pool.layers]) - penalties
            penalties += 1
            continue
        place(position, colour, code)
        kind = int(KIND[code // LEVELS_CODED])
        if on_top:
            spared[kind] += 1
            alive &= pool.spare[kind, spared[kind]]
        else:
            alive &= pool.bits[pool.item_of[code]]
        boxes = count_left(position, left)
    return float(LAYER_POINTS * full_layers(position) - boxes - penalties)


@entry_point
def play_outs(
    positions: Positions,
    pool: Pool,
    colour: int,
    code: int,
    orders: Codes,
    first: int,
    last: int,
    rng: Rng,
    results: Values,
) -> None:
    """Write what comes of placing this box (code -1: none) with the orders from first to last.

    The position is at index 0; index 1 is scratch space.
    """
    alive = np.zeros(len(pool.all), np.int64)
    spared = np.zeros(KINDS, np.int64)
    for at in range(first, last):
        positions[1] = positions[0]
        overwrite(alive, pool.all)
        spared[:] = 0
        if code >= 0:
            kind = int(KIND[code // LEVELS_CODED])
            place(positions[1], colour, code)
            if pool.item_of[code] >= 0:
                alive &= pool.bits[pool.item_of[code]]
            else:
                spared[kind] = 1
                alive &= pool.spare[kind, 1]
        results[at] = play_out(positions, 1, pool, alive, spared, orders[at], code >= 0, rng)

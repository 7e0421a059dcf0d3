"""What a Team UP bot knows: after which placement is the pallet best to build on?

It looks one box ahead. A pallet is good if its surface is flat, if its lowest layers are full or
nearly so and nothing stands above the fifth, if no cell is a well that only an upright bar can
fill, if the boxes that are left have places to go, and if every card still to come has boxes to
choose from. Before a draw it counts what each undrawn card would bring if it came now: a full
layer, a box, or a penalty. It stops when drawing on brings nothing on average.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from upturn.bots.knowledge import Values
from upturn.games.compiling import compiled
from upturn.games.contract import ALLOWED, Moves, rule
from upturn.games.team_up.components import COMPONENTS, LAYER_POINTS
from upturn.games.team_up.position import NOTHING, POSITION, Position
from upturn.games.team_up.rules import apply, full_layers, list_places, score, stands
from upturn.games.team_up.tables import (
    ASKS,
    AT,
    BOXES,
    CARD_TEXTS,
    CARDS,
    CELLS,
    COLOURS,
    COLUMNS,
    DRAW,
    FIRST,
    HEIGHT,
    KINDS,
    LAYERS,
    MASK,
    PLACES,
    ROWS,
)

# What a pallet is worth, in points or nearly so; found by playing thousands of games with others.
LAYER = 6.0
"""A full layer; of the lowest one that is not, the part that is."""
EVEN = 0.25
"""A cell below the top of the fifth layer, for each cell beside it at the same height."""
STEP = -0.4
"""Two cells side by side, for each level between their heights."""
WELL = -2.0
"""A cell lower than all beside it."""
TOO_HIGH = -1.0
"""A cell filled above the fifth layer: with one of them no pallet is perfect."""
ROOM = 0.5
"""A box that is left, if it has many places to go; half of it if it has one."""
CHOICE = 25.0
"""The next card, if many boxes obey it; half of it if one does."""
AWKWARD, AWKWARD_LEFT = "wide2", -1.2
"""The kind that is hardest to find a place for, being long and high; each that is left."""

IS_AWKWARD = np.array([kind.name == AWKWARD for kind in COMPONENTS.kinds])
CARD_KINDS = len(CARD_TEXTS)

Counts = npt.NDArray[np.int64]

# --- What a pallet is worth ------------------------------------------------------------------


@compiled
def surface(position: Position) -> float:
    """What the heights are worth."""
    lowest = full_layers(position)
    above = even = wells = steps = too_high = 0
    for cell in range(CELLS):
        height = int(position.heights[cell])
        column, row = cell % COLUMNS, cell // COLUMNS
        above += 1 if height > lowest else 0
        too_high += max(height - LAYERS, 0)
        same = higher = 0
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if not (0 <= column + dx < COLUMNS and 0 <= row + dy < ROWS):
                higher += 1
                continue
            other = int(position.heights[cell + dx + COLUMNS * dy])
            same += 1 if other == height else 0
            higher += 1 if other > height else 0
            steps += abs(other - height) if dx + dy > 0 else 0
        if height < LAYERS:
            even += same
            wells += 1 if higher == 4 else 0
    flat = EVEN * even + STEP * steps + WELL * wells
    return LAYER * (lowest + above / CELLS) + flat + TOO_HIGH * too_high


@compiled
def share(count: int) -> float:
    """Of what something is worth if there are many: nothing for none, half of it for one."""
    return count / (count + 1.0)


@compiled
def prospects(position: Position, undrawn: Counts) -> float:
    """What the boxes that are left are worth, by where they can go and which cards they obey."""
    value = 0.0
    obeying = np.zeros(CARD_KINDS, np.int64)
    for kind in range(KINDS):
        left = 0
        for colour in range(COLOURS):
            left += int(position.left[colour, kind])
        if left == 0:
            continue
        free = within = 0
        for placement in range(FIRST[kind], FIRST[kind + 1]):
            if stands(position, placement) == ALLOWED:
                free += 1
                top = position.heights[AT[placement]] + HEIGHT[placement]
                within += 1 if top <= LAYERS else 0
        value += ROOM * left * share(within)
        value += AWKWARD_LEFT * left if IS_AWKWARD[kind] else 0.0
        if free:
            for card in range(CARD_KINDS):
                for colour in range(COLOURS):
                    if ASKS[card, colour, kind]:
                        obeying[card] += position.left[colour, kind]
    choice, cards = 0.0, 0
    for card in range(CARD_KINDS):
        choice += share(obeying[card]) * undrawn[card]
        cards += undrawn[card]
    return value + CHOICE * choice / max(cards, 1)


# --- To draw or to stop ----------------------------------------------------------------------


@compiled
def gain(position: Position, card: int, moves: Moves) -> int:
    """The points that this card would bring at best; if it is a penalty, -1."""
    position.card = card
    count = list_places(position, moves)
    position.card = NOTHING
    before = full_layers(position)
    best = -1
    for move in moves[:count]:
        placement = move % PLACES
        top = int(position.heights[AT[placement]]) + int(HEIGHT[placement])
        lowest = top
        for cell in range(CELLS):
            if not MASK[placement] >> cell & 1:
                lowest = min(lowest, int(position.heights[cell]))
        best = max(best, 1 + LAYER_POINTS * (lowest - before))
    return best


@compiled
def gain_by_drawing(position: Position, undrawn: Counts) -> float:
    """The points to expect of the next cards, up to where it is best to stop.

    Each is taken for what it would bring now. Those whose order the team knows come first.
    """
    moves = np.empty(COLOURS * PLACES, np.int32)
    gains = np.zeros(CARD_KINDS, np.int64)
    for card in range(CARD_KINDS):
        if undrawn[card]:
            gains[card] = gain(position, card, moves)
    total, best = 0.0, -float(CARDS)
    unknown = max(int(position.drawn), int(position.known))
    for place in range(position.drawn, unknown):
        total += gains[position.cards[place]]
        best = max(best, total)
    if unknown < CARDS:
        of_all = 0.0
        for place in range(unknown, CARDS):
            of_all += gains[position.cards[place]]
        best = max(best, total + of_all / (CARDS - unknown), total + of_all)
    return best


# --- For every bot ---------------------------------------------------------------------------


@rule(POSITION)
def weigh(position: Position, moves: Moves, count: int, values: Values) -> None:
    """By the pallet that a box leaves; before a draw, by the points that drawing on brings."""
    undrawn = np.zeros(CARD_KINDS, np.int64)
    for place in range(position.drawn, CARDS):
        undrawn[position.cards[place]] += 1
    if moves[0] == DRAW:
        values[0], values[1] = gain_by_drawing(position, undrawn), 0.0
        return
    then = np.zeros(1, POSITION)
    for index in range(count):
        then[0] = position
        apply(then[0], moves[index])
        values[index] = surface(then[0]) + prospects(then[0], undrawn)


@rule(POSITION)
def worth(position: Position, seat: int) -> float:
    """The score, between that of no box at all and that of a perfect pallet."""
    least = -float(BOXES + CARDS)
    return (score(position, seat) - least) / (LAYER_POINTS * LAYERS - least)

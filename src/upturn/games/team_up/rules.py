"""Team UP: stack boxes on a pallet as the cards demand; full layers score, a perfect pallet is 25.

All players are one team. The seat to act draws a card, or all agree to stop; then it places one box
that obeys the card. A box, placed:

1. lies inside the pallet's edges; there is no height limit,
2. has its painted side up: only quarter turns of its top are open,
3. stands with its whole base on the pallet or on boxes, so the heights under it are all equal,
4. touches another box face to face, beside it or under it,
5. clones no box: no face of it and equal face of another box cover each other exactly. Under the
   reading SHAPE only boxes of the same shape clone each other.

A card that cannot be obeyed at all is a penalty; one that can be must be. The game ends when all
boxes are stacked, after the last card, or when the team stops. Score: 5 per full layer, less one
per box not stacked and per penalty.

There are no placements against the first two rules (`tables.py` numbers what is inside and painted
side up); `notation.py` refuses texts that ask for one. What follows decides the other three.
"""

from __future__ import annotations

import numpy as np

from upturn.games.compiling import compiled, entry_point
from upturn.games.contract import ALLOWED, OVER, PLAYING, Moves, rule
from upturn.games.team_up.components import LAYER_POINTS
from upturn.games.team_up.position import (
    LAST_CARD,
    NOTHING,
    POSITION,
    STACKED,
    STOPPED,
    Position,
)
from upturn.games.team_up.tables import (
    AROUND,
    ASKS,
    AT,
    BESIDE,
    BOXES,
    CARDS,
    CELLS,
    CLONES_BELOW,
    CLONES_BESIDE,
    COLOURS,
    DRAW,
    FIRST,
    HEIGHT,
    KIND,
    KINDS,
    MASK,
    PENALTY,
    PLACES,
    STOP,
)

RULES_VERSION = 1

# Why a move is refused; `reasons.py` says it in words.
DRAW_FIRST, CARD_DRAWN, TOO_LATE, MUST_PLACE = 10, 11, 12, 13
CARD_ASKS, NONE_LEFT = 14, 15
OVERHANGS, TOUCHES_NOTHING, CLONES = 16, 17, 18

# --- Placing ---------------------------------------------------------------------------------


@compiled
def cloned(position: Position, placement: int, level: int) -> int:
    """A box that one placed so would clone, or 0."""
    if level > 0:
        below = position.inside[AT[placement], level - 1]
        if CLONES_BELOW[position.clone, placement, position.box_placement[below]]:
            return int(below)
    for side in range(4):
        cell = BESIDE[placement, side]
        if cell >= 0 and position.heights[cell] > level:
            other = position.inside[cell, level]
            if (
                CLONES_BESIDE[position.clone, placement, position.box_placement[other]]
                and position.box_level[other] == level
            ):
                return int(other)
    return 0


@compiled
def stands(position: Position, placement: int) -> int:
    """ALLOWED, or which placing rule a box placed so breaks."""
    level = position.heights[AT[placement]]
    if MASK[placement] & ~position.ground[level]:
        return OVERHANGS
    if level == 0 and not AROUND[placement] & ~position.ground[0]:
        return TOUCHES_NOTHING
    return CLONES if cloned(position, placement, level) else ALLOWED


@entry_point
def stack(position: Position, placement: int, colour: int, seat: int) -> None:
    """Put a box on the pallet."""
    level = int(position.heights[AT[placement]])
    top = level + int(HEIGHT[placement])
    position.boxes += 1
    box = position.boxes
    position.box_placement[box] = placement
    position.box_colour[box] = colour
    position.box_level[box] = level
    position.box_seat[box] = seat
    position.ground[level] &= ~MASK[placement]
    position.ground[top] |= MASK[placement]
    for cell in range(CELLS):
        if MASK[placement] >> cell & 1:
            position.heights[cell] = top
            position.inside[cell, level:top] = box


# --- Moves -----------------------------------------------------------------------------------


@compiled
def wanted(position: Position, kind: int) -> int:
    """The colours in which a box of this kind is left and obeys the card, as bits."""
    colours = 0
    for colour in range(COLOURS):
        if position.left[colour, kind] > 0 and ASKS[position.card, colour, kind]:
            colours |= 1 << colour
    return colours


@entry_point
def list_places(position: Position, moves: Moves) -> int:
    """Write the ways to obey the card into `moves`, all that it has room for; how many."""
    count = 0
    for kind in range(KINDS):
        colours = wanted(position, kind)
        if colours:
            for placement in range(FIRST[kind], FIRST[kind + 1]):
                if stands(position, placement) == ALLOWED:
                    for colour in range(COLOURS):
                        if colours >> colour & 1 and count < len(moves):
                            moves[count] = colour * PLACES + placement
                            count += 1
    return count


@rule(POSITION)
def legal(position: Position, moves: Moves) -> int:
    if position.phase != PLAYING:
        return 0
    if position.card == NOTHING:
        moves[0], moves[1] = DRAW, STOP
        return 2
    count = list_places(position, moves)
    if count == 0:
        moves[0] = PENALTY
        return 1
    return count


@rule(POSITION)
def free(position: Position, count: int) -> int:
    """All must agree to stop."""
    return min(count, 1) if position.card == NOTHING else count


@rule(POSITION)
@entry_point
def check(position: Position, move: int) -> int:
    if position.card == NOTHING:
        return ALLOWED if move in (DRAW, STOP) else DRAW_FIRST
    if move == DRAW:
        return CARD_DRAWN
    if move == STOP:
        return TOO_LATE
    if move == PENALTY:
        return MUST_PLACE if list_places(position, np.empty(1, np.int32)) else ALLOWED
    colour, placement = move // PLACES, move % PLACES
    kind = KIND[placement]
    if not ASKS[position.card, colour, kind]:
        return CARD_ASKS
    if position.left[colour, kind] == 0:
        return NONE_LEFT
    return stands(position, placement)


@compiled
def finish(position: Position, how: int) -> None:
    position.phase = OVER
    position.to_act = 0
    position.ended = how


@rule(POSITION)
@entry_point
def apply(position: Position, move: int) -> None:
    if move == STOP:
        finish(position, STOPPED)
        return
    if move == DRAW:
        position.card = position.cards[position.drawn]
        position.drawn += 1
        return
    if move == PENALTY:
        position.penalties += 1
    else:
        colour, placement = move // PLACES, move % PLACES
        stack(position, placement, colour, position.to_act)
        position.left[colour, KIND[placement]] -= 1
    position.card = NOTHING
    if position.boxes == BOXES + 1:
        finish(position, STACKED)
    elif position.drawn == CARDS:
        finish(position, LAST_CARD)
    else:
        position.to_act = position.to_act % position.players + 1


# --- Score -----------------------------------------------------------------------------------


@entry_point
def full_layers(position: Position) -> int:
    """No stack has gaps, so the lowest cell tells."""
    lowest = int(position.heights[0])
    for cell in range(1, CELLS):
        lowest = min(lowest, int(position.heights[cell]))
    return lowest


@rule(POSITION)
@entry_point
def score(position: Position, seat: int) -> int:
    """The same for every seat."""
    not_stacked = 0
    for colour in range(COLOURS):
        for kind in range(KINDS):
            not_stacked += int(position.left[colour, kind])
    return LAYER_POINTS * full_layers(position) - not_stacked - int(position.penalties)


@rule(POSITION)
def stalled(position: Position) -> bool:
    """Cards run out."""
    return False

"""Team UP's position: one record of small numbers.

Nothing overhangs, so the stack is a height map. Beside it stand the boxes in the order they were
placed, numbered from 1, the neutral one first, and which of them fills each cell at each level.
Placements and cells are numbered in `tables.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from upturn.games.contract import Positions, record_type
from upturn.games.reading import reader
from upturn.games.team_up.tables import (
    BOXES,
    CARDS,
    CELLS,
    CLONE_READINGS,
    COLOURS,
    KINDS,
    LEFT,
    LEVELS,
)

NOTHING = -1
NO_SCORE = -1000

# Which deal is due (`due`).
NEUTRAL_PLACE, CARD_ORDER, NO_DEAL = 0, 1, 2
# How a game ended (`ended`).
STACKED, LAST_CARD, STOPPED = 1, 2, 3

Row = npt.NDArray[np.int8]
Bits = npt.NDArray[np.int32]


@dataclass(slots=True)
class Position:
    """The fields, in the order of the record."""

    players: int
    phase: int
    to_act: int
    due: int
    clone: int  # the reading of the clone rule, by its place in CLONE_READINGS
    mode: int  # what is played with another game's deal (`modes.py`), 0 for none of it
    known: int  # so many cards from the top of the whole order were known from the start
    to_beat: int  # a score, or NO_SCORE
    drawn: int  # cards
    card: int  # the one drawn and not yet obeyed, or NOTHING
    penalties: int
    boxes: int  # on the pallet, the neutral one included
    ended: int
    cards: Row  # in their order, the first to be drawn first
    left: Row  # [colour, kind]: boxes not stacked yet
    heights: Row  # by cell
    box_placement: npt.NDArray[np.int16]  # by number of the box, from 1
    box_colour: Row  # NOTHING for the neutral box
    box_level: Row  # that it stands on
    box_seat: Row  # that placed it, 0 for the neutral box
    inside: Row  # [cell, level]: which box is there, 0 for none
    ground: Bits  # by level: the cells whose top is there


SHAPES: dict[str, tuple[int, ...]] = {
    "cards": (CARDS,),
    "left": (COLOURS, KINDS),
    "heights": (CELLS,),
    "box_placement": (BOXES + 2,),
    "box_colour": (BOXES + 2,),
    "box_level": (BOXES + 2,),
    "box_seat": (BOXES + 2,),
    "inside": (CELLS, LEVELS),
    "ground": (LEVELS + 1,),
}
LARGER = {"box_placement", "ground"}
POSITION = record_type(Position, SHAPES, small=SHAPES.keys() - LARGER, large=["ground"])


class Open(NamedTuple):
    """What everybody sees: all but the order of the cards, and what compiled code looks up."""

    phase: int
    to_act: int
    due: int
    clone: int
    mode: int
    known: int
    to_beat: int
    drawn: int
    card: int
    penalties: int
    boxes: int
    ended: int
    left: tuple[int, ...]  # colour by colour, KINDS each
    heights: tuple[int, ...]  # by cell
    box_placement: tuple[int, ...]
    box_colour: tuple[int, ...]
    box_level: tuple[int, ...]
    box_seat: tuple[int, ...]


class Turn(NamedTuple):
    """The part of it that tells what a move did."""

    phase: int
    to_act: int
    card: int
    ended: int
    heights: tuple[int, ...]


read_open, read_turn = reader(POSITION, Open), reader(POSITION, Turn)


def start(players: int, options: Mapping[str, object]) -> Positions:
    """The position before the first deal, as an array of one."""
    positions = np.zeros(1, POSITION)
    positions["players"] = players
    positions["clone"] = CLONE_READINGS.index(str(options.get("clone", CLONE_READINGS[0])))
    positions["to_beat"] = NO_SCORE
    positions["card"] = NOTHING
    positions["left"] = LEFT
    positions["ground"][:, 0] = (1 << CELLS) - 1
    return positions

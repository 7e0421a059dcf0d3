"""dnup's position: one record of small numbers.

Hands and sets are groups (see `tables.py`): `hand[seat - 1, ACTIVE, 7]` is the group of cards held
with the 7 up, `hand[seat - 1, INACTIVE, 7]` the group of those with the 7 down, so that turning a
hand swaps the two. Two more hands in the same form serve `redeal`: `known` is the part of the hand
that everyone has seen on the table this round; `shown` are the cards that were dealt to the seat
and have left its hand since, as they would lie in it now had they stayed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from upturn.games.contract import Positions, record_type
from upturn.games.dnup.tables import END, PLACES, SEATS
from upturn.games.reading import reader

ACTIVE, INACTIVE = 0, 1

Row = npt.NDArray[np.int16]


@dataclass(slots=True)
class Position:
    """The fields, in the order of the record."""

    players: int
    phase: int
    to_act: int
    area: int  # two players: 0 or 1, the area whose turn it is
    rounds: int  # dealt so far
    starter: int
    made: int  # moves made this round, counted no further than simulation cares
    discard: int
    finished: int  # seats that are out this round
    out: Row  # by seat: 1 for the first one out, 2 for the second
    tokens: Row
    counts: Row
    set_value: Row  # by place
    set_group: Row
    hand: Row
    known: Row
    shown: Row


SHAPES: dict[str, tuple[int, ...]] = {
    "out": (SEATS,),
    "tokens": (SEATS,),
    "counts": (SEATS,),
    "set_value": (PLACES,),
    "set_group": (PLACES,),
    "hand": (SEATS, 2, END),
    "known": (SEATS, 2, END),
    "shown": (SEATS, 2, END),
}
POSITION = record_type(Position, SHAPES)


class Open(NamedTuple):
    """What lies open or is counted: all but the hands."""

    players: int
    phase: int
    to_act: int
    area: int
    rounds: int
    starter: int
    made: int
    discard: int
    finished: int
    out: tuple[int, ...]
    tokens: tuple[int, ...]
    counts: tuple[int, ...]
    set_value: tuple[int, ...]
    set_group: tuple[int, ...]


read_open = reader(POSITION, Open)


def start(players: int, options: Mapping[str, object]) -> Positions:
    """The position before the first deal, as an array of one."""
    positions = np.zeros(1, POSITION)
    positions["players"] = players
    return positions

"""Team Play's position: one record of small numbers.

Number cards are counted by kind (`components.py`); missions go by their number in the file, -1 for
none. Piles lie with their top card last. A *place* for missions is the centre or one of the two
places of a seat, of which even numbers of players use the first.

The story tells what became of the number cards (`story.py`); `redeal` reasons from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from upturn.games.contract import Positions, record_type
from upturn.games.reading import reader
from upturn.games.team_play.components import COPIES, KINDS, MISSION_COUNT
from upturn.games.team_play.seating import SEATS

BANK = 3
OWN = 2
"""Places for missions that a seat has in the record."""
STORY = 1024
"""Events that the story has room for: some 150 turns."""
NUMBER_CARDS = KINDS * COPIES
NOTHING = -1

# What the seat to act is asked (`asked`).
EXCHANGE, DISCARD, TURN, REFILL = 0, 1, 2, 3
# Which deal is due (`due`), and what for (`wanted`): the set-up; a card for the hand, or for a
# place of the bank; a mission for the centre, or for an own place of the seat.
NUMBERS, MISSIONS = 1, 2
SET_UP = 0
FOR_HAND, FOR_BANK = 1, 2
FOR_CENTRE, FOR_OWN = 1, 2

Row = npt.NDArray[np.int8]


@dataclass(slots=True)
class Position:
    """The fields, in the order of the record."""

    players: int
    phase: int
    to_act: int
    mover: int  # whose turn it is, or whose answer in the set-up; also while a deal is due
    asked: int
    own_place: int  # the own place that a refill is about
    due: int
    wanted: int
    turns: int  # begun so far, counted no further than anybody cares
    draws: int  # made this turn
    gave: int  # this turn
    turns_left: int  # to begin in the last round; -1 before it
    made: int  # moves since a mission was fulfilled, counted no further than simulation cares
    pile_count: int
    mission_count: int  # in the mission pile
    put_away: int  # in the mission discard
    scored_count: int
    told: int  # events in the story
    points: Row  # by team
    completed: Row  # by team: how many missions
    bank: Row
    counts: Row
    hand: Row  # [seat - 1, kind]
    discard: Row  # by kind
    pile: Row
    centre: int
    own: Row  # [seat - 1, place]
    mission_pile: Row
    mission_discard: Row  # in the order they were put there
    scored: Row  # missions in the order they were scored
    scored_by: Row  # and the team of each
    story: Row


SHAPES: dict[str, tuple[int, ...]] = {
    "points": (SEATS,),
    "completed": (SEATS,),
    "bank": (BANK,),
    "counts": (SEATS,),
    "hand": (SEATS, KINDS),
    "discard": (KINDS,),
    "pile": (NUMBER_CARDS,),
    "own": (SEATS, OWN),
    "mission_pile": (MISSION_COUNT,),
    "mission_discard": (MISSION_COUNT,),
    "scored": (MISSION_COUNT,),
    "scored_by": (MISSION_COUNT,),
    "story": (STORY,),
}
POSITION = record_type(Position, SHAPES, small=SHAPES.keys() - {"points"})


class Open(NamedTuple):
    """What lies open or is counted: all but hands, piles and the story."""

    players: int
    phase: int
    to_act: int
    asked: int
    own_place: int
    draws: int
    gave: int
    turns_left: int
    pile_count: int
    mission_count: int
    put_away: int
    scored_count: int
    bank: tuple[int, ...]
    counts: tuple[int, ...]
    discard: tuple[int, ...]
    centre: int
    own: tuple[int, ...]  # seat by seat, OWN places each
    mission_discard: tuple[int, ...]
    scored: tuple[int, ...]
    scored_by: tuple[int, ...]


class Turn(NamedTuple):
    """The part of it that tells what a move did."""

    players: int
    phase: int
    to_act: int
    mover: int
    asked: int
    own_place: int
    due: int
    wanted: int
    turns: int
    turns_left: int
    bank: tuple[int, ...]
    counts: tuple[int, ...]
    centre: int
    own: tuple[int, ...]  # seat by seat, OWN places each


read_open, read_turn = reader(POSITION, Open), reader(POSITION, Turn)


def own_missions(plain: Open | Turn, seat: int) -> tuple[int, ...]:
    """The missions of a seat, place by place."""
    return plain.own[OWN * (seat - 1) : OWN * seat]


def start(players: int, options: Mapping[str, object]) -> Positions:
    """The position before the first deal, as an array of one."""
    positions = np.zeros(1, POSITION)
    positions["players"] = players
    positions["due"] = NUMBERS
    positions["wanted"] = SET_UP
    positions["turns_left"] = NOTHING
    positions["centre"] = NOTHING
    for name in ("bank", "own"):
        positions[name] = NOTHING
    return positions

"""How near a hand of Team Play is to a mission.

Cards that a mission does not tell apart are a *class* of it: the red and the blue 5 of "three
consecutive numbers", all red cards of "any five red cards". Seen so, a mission has few *shapes*:
fifty-six for three pairs instead of its 1,512 ways. A shape is a list of *items*: so many cards of
a class.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from upturn.games.arrays import overwrite
from upturn.games.compiling import compiled, entry_point
from upturn.games.team_play.components import COPIES, KINDS, MISSION_COUNT
from upturn.games.team_play.tables import FIRST_WAY, WAY

Counts = npt.NDArray[np.int64]
"""How many cards, by kind or by class."""
FAR = 99
"""Cards that a hand lacks for a mission that is not there."""

# --- Classes and shapes ----------------------------------------------------------------------


def _classes(ways: npt.NDArray[Any]) -> list[int]:
    """By kind: its class, numbered in card order; -1 if no way takes such a card."""
    power = (COPIES + 1) ** np.arange(KINDS, dtype=np.int64)
    codes = ways @ power

    def replaceable(one: int, other: int) -> bool:
        """Whether a way is still one with a card of the one kind instead of the other."""
        able = (ways[:, one] > 0) & (ways[:, other] < COPIES)
        return bool(np.isin(codes[able] - power[one] + power[other], codes).all())

    classes: list[int] = []
    first: list[int] = []  # by class: its first kind
    for kind in range(KINDS):
        if not ways[:, kind].any():
            classes.append(-1)
            continue
        for number, other in enumerate(first):
            if replaceable(kind, other) and replaceable(other, kind):
                classes.append(number)
                break
        else:
            classes.append(len(first))
            first.append(kind)
    return classes


CLASS = np.full((MISSION_COUNT, KINDS), -1, np.int64)
_shapes: list[list[tuple[int, int]]] = []
_first_shape = [0]
for _mission in range(MISSION_COUNT):
    _ways = WAY[FIRST_WAY[_mission] : FIRST_WAY[_mission + 1]].astype(np.int64)
    CLASS[_mission] = _classes(_ways)
    _of_class = np.eye(KINDS, dtype=np.int64)[CLASS[_mission]] * (CLASS[_mission] >= 0)[:, None]
    _shapes += [
        [(number, count) for number, count in enumerate(shape) if count]
        for shape in np.unique(_ways @ _of_class, axis=0).tolist()
    ]
    _first_shape.append(len(_shapes))

FIRST_SHAPE = np.array(_first_shape, np.int64)
"""Mission m has the shapes from FIRST_SHAPE[m] up to FIRST_SHAPE[m + 1]."""
FIRST_ITEM = np.cumsum([0, *map(len, _shapes)]).astype(np.int64)
ITEM_CLASS = np.array([number for shape in _shapes for number, _ in shape], np.int64)
ITEM_COUNT = np.array([count for shape in _shapes for _, count in shape], np.int64)
BREADTH = np.array([[row.tolist().count(number) for number in range(KINDS)] for row in CLASS])
"""[mission, class]: how many kinds of cards are of it."""

# --- Hands -----------------------------------------------------------------------------------


@entry_point
def nearest(mission: int, hand: Counts, room: Counts) -> tuple[int, int, int]:
    """The shape that lacks the fewest cards; how many it lacks; which classes are wanted.

    A card of any class that is wanted brings the mission nearer. They are bits of one number.
    """
    room[:] = 0
    for kind in range(KINDS):
        if hand[kind] > 0 and CLASS[mission, kind] >= 0:
            room[CLASS[mission, kind]] += hand[kind]
    best, fewest, wanted = -1, FAR, 0
    for shape in range(FIRST_SHAPE[mission], FIRST_SHAPE[mission + 1]):
        lacking, lacks = 0, 0
        for item in range(FIRST_ITEM[shape], FIRST_ITEM[shape + 1]):
            short = ITEM_COUNT[item] - room[ITEM_CLASS[item]]
            if short > 0:
                lacking += short
                lacks |= 1 << ITEM_CLASS[item]
        if lacking < fewest:
            best, fewest, wanted = shape, lacking, lacks
            if lacking == 0:
                break
        elif lacking == fewest:
            wanted |= lacks
    return best, fewest, wanted


@compiled
def kinds_wanted(mission: int, wanted: int) -> int:
    """How many kinds of cards are of the classes that are wanted."""
    kinds, number = 0, 0
    while wanted >> number:
        if wanted >> number & 1:
            kinds += BREADTH[mission, number]
        number += 1
    return kinds


@entry_point
def is_wanted(mission: int, wanted: int, kind: int) -> bool:
    return bool(CLASS[mission, kind] >= 0 and wanted >> CLASS[mission, kind] & 1)


@compiled
def spend(mission: int, shape: int, other: int, hand: Counts, rest: Counts, room: Counts) -> None:
    """What is left of a hand without the cards it has for a shape of a mission.

    Where it can choose, it spends cards that the other mission does not ask for.
    """
    room[:] = 0
    for item in range(FIRST_ITEM[shape], FIRST_ITEM[shape + 1]):
        room[ITEM_CLASS[item]] = ITEM_COUNT[item]
    overwrite(rest, hand)
    for needed in range(2):
        for kind in range(KINDS):
            number = CLASS[mission, kind]
            if rest[kind] > 0 and number >= 0 and (needed or CLASS[other, kind] < 0):
                spent = min(room[number], rest[kind])
                rest[kind] -= spent
                room[number] -= spent

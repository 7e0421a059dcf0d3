"""Finds the completions of a Team UP pallet (see `packing.py`), and says whether they are all.

For the standard boxes and the stricter reading of the clone rule, the library has every perfect
pallet, so it answers at once. Otherwise completions are searched for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from upturn.games.contract import Positions
from upturn.games.rng import Rng
from upturn.games.team_up.tables import BOXES, CLONE_READINGS, LAYERS, LEVELS, PLACES
from upturn.solver.packing import LEVELS_CODED, Codes, Numbers, complete
from upturn.solver.perfect import Pallets, is_complete, perfect_pallets

NO_BOXES = np.zeros(0, np.int32)
"""The completion of a pallet that needs none."""
FACE = CLONE_READINGS.index("face")


class Completions(NamedTuple):
    """Some completions, or all of them."""

    codes: Sequence[Codes] | Pallets
    all: bool


def left_by_kind(now: Positions) -> Numbers:
    """Return how many boxes of each kind are left, of any colour."""
    left: Numbers = now["left"][0].sum(axis=0, dtype=np.int64)
    return left


def standing(now: Positions) -> list[int]:
    """Return the codes of the boxes on the pallet without the neutral one."""
    boxes = slice(2, int(now["boxes"][0]) + 1)
    codes = now["box_placement"][0, boxes].astype(np.int32) * LEVELS_CODED
    return list((codes + now["box_level"][0, boxes]).tolist())


def from_library(now: Positions) -> Pallets:
    """Return the missing boxes of each perfect pallet that has all boxes standing now."""
    return perfect_pallets(int(now["box_placement"][0, 1]) - PLACES).with_boxes(standing(now))


def all_in_library(now: Positions) -> bool:
    """Return whether the library has all perfect completions."""
    return is_complete() and int(now["clone"][0]) == FACE


def perfect_completions(now: Positions) -> Completions:
    """Return the perfect completions that the library has."""
    return Completions(from_library(now), all_in_library(now))


def searched(
    now: Positions, layers: int, patience: int, steps: int, most: int, rng: Rng
) -> Completions:
    """Search for completions of `layers` layers: all of them, or `most` at most.

    With less patience than steps they are random and may repeat.
    """
    room, sizes = np.zeros((most, BOXES + 1), np.int32), np.zeros(most, np.int64)
    highest = LAYERS if layers == LAYERS else LEVELS
    count = complete(now, 0, layers, highest, patience, steps, rng, room, sizes)
    found = count if count >= 0 else -count - 1
    return Completions([room[at, : sizes[at]].copy() for at in range(found)], count < 0)

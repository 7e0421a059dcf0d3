"""Which completions the stacking bot has in mind for a Team UP pallet.

As long as a perfect pallet is possible, perfect ones: from the library, and where it does not have
them all found by searching. After that, completions of as many layers as can still be filled,
searched for after each box that could be placed now, so that every move has some if there are any.
"""

from __future__ import annotations

import numpy as np

from upturn.games.contract import Positions
from upturn.games.rng import Rng
from upturn.games.team_up.tables import BOXES, KIND, LAYERS, LEVELS
from upturn.solver.completions import all_in_library, from_library, left_by_kind
from upturn.solver.packing import LEVELS_CODED, Codes, Numbers, complete, put
from upturn.solver.pool import Pool, make_pool

MOST = 1000
"""Completions in a pool."""
ENOUGH = 200
"""Perfect ones from a library that does not have all, with which no search is needed."""
STEPS_PERFECT = 600_000
STEPS = 200_000
"""Boxes stacked in a thorough search, for perfect completions and others."""
STEPS_PER_PERFECT_TRY = 5_000
STEPS_PER_TRY = 150
"""Boxes stacked in one try, for perfect completions and others."""


# --- Perfect ones ----------------------------------------------------------------------------


def perfect_plans(now: Positions, rng: Rng, share: float = 1.0) -> Pool | None:
    """Perfect completions, or None if none is known; `share` is that of a thorough search."""
    if now["heights"].max() > LAYERS:
        return None
    library = from_library(now)
    known = library[some_of(len(library))]
    if len(known) < ENOUGH and not all_in_library(now):
        known = found(now, known, int(STEPS_PERFECT * share), rng)
        known = known[some_of(len(known))]
    if len(known) == 0:
        return None
    sizes = np.full(len(known), known.shape[1], np.int64)
    return make_pool(LAYERS, np.ascontiguousarray(known), sizes, left_by_kind(now))


def some_of(count: int) -> Numbers:
    """The numbers below this, or as many of them as a pool has room for, evenly."""
    number = min(count, MOST)
    return np.arange(number) * count // max(1, number)


def found(now: Positions, known: Codes, steps: int, rng: Rng) -> Codes:
    """All perfect completions if a search comes to its end, else those known and those found."""
    rest = BOXES + 1 - int(now["boxes"][0])
    completions, sizes = np.zeros((MOST, BOXES + 1), np.int32), np.zeros(MOST, np.int64)
    count = complete(now, 0, LAYERS, LAYERS, steps, steps, rng, completions, sizes)
    if count < 0:
        return completions[: -count - 1, :rest]
    several = [known, completions[:count, :rest].copy()]
    per_try = min(STEPS_PER_PERFECT_TRY, steps - 1)
    count = complete(now, 0, LAYERS, LAYERS, per_try, steps, rng, completions, sizes)
    several.append(completions[:count, :rest])
    every: Codes = np.unique(np.sort(np.concatenate(several), axis=1), axis=0)
    return every


# --- Others ----------------------------------------------------------------------------------


def lower_plans(now: Positions, boxes: list[int], rng: Rng, share: float = 1.0) -> Pool:
    """Completions of as many layers as can be, after each of these boxes; or with none, as it is.

    If no more layers can be filled, the one completion is to leave it at that.
    """
    full = int(now["heights"][0].min())
    for layers in range(LAYERS - 1, full, -1):
        completions, sizes = np.zeros((MOST, BOXES + 1), np.int32), np.zeros(MOST, np.int64)
        count = 0
        tries = max(1, len(boxes))
        steps = int(STEPS * share) // tries
        for box in boxes or [-1]:
            room = slice(count, count + max(1, MOST // tries))
            count += after(now, box, layers, steps, rng, completions[room], sizes[room])
        if count:
            return make_pool(layers, completions[:count], sizes[:count], left_by_kind(now))
    nothing = np.zeros((1, 1), np.int32), np.zeros(1, np.int64)
    return make_pool(full, *nothing, left_by_kind(now))


def after(
    now: Positions, box: int, layers: int, steps: int, rng: Rng, completions: Codes, sizes: Numbers
) -> int:
    """Write completions that begin with this box (-1: any); how many."""
    then = now.copy()
    begun = 0
    if box >= 0:
        placement, level = divmod(box, LEVELS_CODED)
        stack_one(then, placement, level)
        completions[:, 0] = box
        begun = 1
    if then["heights"][0].min() >= layers:
        sizes[:1] = begun
        return min(1, len(sizes))
    rest = np.zeros((len(completions), BOXES + 1), np.int32)
    count = complete(then, 0, layers, LEVELS, STEPS_PER_TRY, steps, rng, rest, sizes)
    count = count if count >= 0 else -count - 1
    completions[:count, begun:] = rest[:count, : rest.shape[1] - begun]
    sizes[:count] += begun
    return count


def stack_one(then: Positions, placement: int, level: int) -> None:
    """Put a box on the pallet and take one of its kind, of whatever colour, from those left."""
    put(then[0], placement, level)
    kind = int(KIND[placement])
    colour = int(then["left"][0, :, kind].argmax())
    then["left"][0, colour, kind] -= 1

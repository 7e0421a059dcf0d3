"""All perfect pallets of the standard edition: the library in `perfect.xz`.

Perfect pallets are rare, and searching for all of them takes an hour. So `tools/perfect_pallets.py`
has stored them: all that are perfect by the stricter reading of the clone rule, "face". They are
perfect by the other reading too, which allows more.

The neutral box is at a1 and lies along x, lies along y or stands. The file first has the number of
pallets for each of the three, and then those pallets, one byte for each box: its kind and turn. Its
place follows from the order: the next box always fills the lowest empty cell, the first of several.
Pallets for the other corners are their mirror images.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from upturn.games.editions import STANDARD
from upturn.games.team_up.components import EDITION
from upturn.games.team_up.tables import (
    AT,
    BOXES,
    CELLS,
    COLUMNS,
    HEIGHT,
    KIND,
    MASK,
    NEUTRAL_PLACES,
    PLACEMENTS,
    PLACES,
    ROWS,
    Placement,
    X,
    Y,
    Z,
)
from upturn.solver.packing import LEVELS_CODED, Codes, Numbers

Steps = npt.NDArray[np.uint8]

LIBRARY = "perfect.xz"
AXES = (X, Y, Z)
"""The axes of the neutral box, in the order of the file."""
COUNTS = np.dtype("<u4")


# --- The file --------------------------------------------------------------------------------


def step_of(placement: int) -> int:
    """Return kind and turn as a number."""
    return 2 * int(KIND[placement]) + (PLACEMENTS[placement].axis == Y)


def packed(pallets: dict[int, Steps]) -> bytes:
    """Return the content of the file, from [pallet, box] by the neutral box's axis."""
    counts = np.array([len(pallets[axis]) for axis in AXES], COUNTS)
    steps = b"".join(pallets[axis].tobytes() for axis in AXES)
    return lzma.compress(counts.tobytes() + steps, preset=9 | lzma.PRESET_EXTREME)


def is_complete() -> bool:
    """Return whether the library has every perfect pallet by the reading "face"."""
    return EDITION == STANDARD


@cache
def unpacked() -> dict[int, Steps]:
    """Return the pallets of the file, or none if the edition in use is not the standard one."""
    none = np.zeros((0, BOXES), np.uint8)
    if EDITION != STANDARD:
        return dict.fromkeys(AXES, none)
    content = lzma.decompress(files(__package__).joinpath(LIBRARY).read_bytes())
    counts = np.frombuffer(content, COUNTS, len(AXES))
    steps = np.frombuffer(content, np.uint8, offset=counts.nbytes).reshape(-1, BOXES)
    return dict(zip(AXES, np.split(steps, np.cumsum(counts)[:-1]), strict=True))


# --- From steps to codes ---------------------------------------------------------------------

_BY_SPOT = {(p.kind, p.axis, p.column, p.row): n for n, p in enumerate(PLACEMENTS)}


def _mirrored(place: Placement, columns: bool, rows: bool) -> int:
    wide, deep, _ = place.size
    column = COLUMNS - wide - place.column if columns else place.column
    row = ROWS - deep - place.row if rows else place.row
    return _BY_SPOT[place.kind, place.axis, column, row]


def mirror(columns: bool, rows: bool) -> Codes:
    """Return [placement]: its mirror image."""
    return np.array([_mirrored(place, columns, rows) for place in PLACEMENTS], np.int32)


def stacked(neutral: int, steps: Steps) -> Codes:
    """Return [pallet, box]: the codes of these pallets with the neutral box in this place."""
    at_cell = np.full((CELLS, 2 * (int(KIND.max()) + 1)), -1, np.int32)
    for placement in range(PLACES):
        at_cell[AT[placement], step_of(placement)] = placement
    covers = (MASK[:, None] >> np.arange(CELLS) & 1).astype(np.bool_)
    heights = np.zeros((len(steps), CELLS), np.int8)
    heights[:, covers[PLACES + neutral]] = HEIGHT[PLACES + neutral]
    codes = np.zeros(steps.shape, np.int32)
    every = np.arange(len(steps))
    for box in range(steps.shape[1]):
        cells = heights.argmin(axis=1)
        placements = at_cell[cells, steps[:, box]]
        levels = heights[every, cells]
        codes[:, box] = placements * LEVELS_CODED + levels
        tops = (levels + HEIGHT[placements]).astype(np.int8)
        heights = np.where(covers[placements], tops[:, None], heights)
    return codes


@cache
def at_first_corner(axis: int) -> Codes:
    """Return [pallet, box]: perfect pallets with the neutral box along this axis at a1."""
    return stacked(first_corner(axis), unpacked()[axis])


def first_corner(axis: int) -> int:
    return next(n for n, place in enumerate(NEUTRAL_PLACES) if place.axis == axis)


@cache
def image_of(neutral: int) -> Codes:
    """Return [code]: its mirror image, by the mirroring between the first corner and this place.

    The image of an image is the code itself, so this works both ways.
    """
    first = PLACES + first_corner(NEUTRAL_PLACES[neutral].axis)
    images = (mirror(columns, rows) for columns in (False, True) for rows in (False, True))
    image = next(image for image in images if image[first] == PLACES + neutral)
    codes = image[:, None] * LEVELS_CODED + np.arange(LEVELS_CODED)
    return codes.astype(np.int32).reshape(-1)


@dataclass(frozen=True)
class Pallets:
    """Perfect pallets, or their missing boxes; mirrored only when read."""

    at_first: Codes  # [pallet, box]: with the neutral box in the first corner
    neutral: int  # the number of its true place

    def __len__(self) -> int:
        return len(self.at_first)

    def __iter__(self) -> Iterator[Codes]:
        return (self[at] for at in range(len(self)))

    def __getitem__(self, index: int | slice | Numbers) -> Codes:
        """Return [box] for one pallet, or [pallet, box] for several."""
        return image_of(self.neutral)[self.at_first[index]]

    def with_boxes(self, boxes: list[int]) -> Pallets:
        """Return the other boxes of those pallets that have all these boxes."""
        codes = self.at_first
        if not boxes:
            return self
        wanted = image_of(self.neutral)[boxes]
        for box in wanted:
            codes = codes[(codes == box).any(axis=1)]
        rest = codes.shape[1] - len(boxes)
        return Pallets(codes[~np.isin(codes, wanted)].reshape(-1, rest), self.neutral)


def perfect_pallets(neutral: int) -> Pallets:
    """Return the perfect pallets with the neutral box in this place."""
    return Pallets(at_first_corner(NEUTRAL_PLACES[neutral].axis), neutral)

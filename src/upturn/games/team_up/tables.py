"""What the compiled rules of Team UP look up, computed from its components once.

A *cell* of the pallet is a number: a1, b1, … f1, a2, …; a set of cells is the bits of a number. A
*placement* is a kind of box, turned one way, at one place: everything about a box but its colour
and the level it stands on. The neutral box has placements of its own, after all others.

Moves are numbered: first every placement in the first colour, then in the second and so on, then
draw, penalty and stop.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from upturn.games.team_up.components import COMPONENTS, NEUTRAL

Flags = npt.NDArray[np.bool_]

COLUMNS, ROWS = COMPONENTS.columns, COMPONENTS.rows
CELLS = COLUMNS * ROWS


def is_inside(column: int, row: int) -> bool:
    """Whether this cell is on the pallet."""
    return 0 <= column < COLUMNS and 0 <= row < ROWS


def cell_text(column: int, row: int) -> str:
    return f"{chr(ord('a') + column)}{row + 1}"


CELL_TEXTS = [cell_text(cell % COLUMNS, cell // COLUMNS) for cell in range(CELLS)]
COLOURS = len(COMPONENTS.colours)
KINDS = len(COMPONENTS.kinds)
LAYERS = COMPONENTS.layers

LEFT = np.array([kind.per_colour for kind in COMPONENTS.kinds], np.int8)
"""[kind]: how many boxes of it each colour has."""
BOXES = COLOURS * int(LEFT.sum())
LEVELS = COMPONENTS.neutral + COLOURS * sum(k.height * k.per_colour for k in COMPONENTS.kinds)
"""No stack is higher than all boxes on top of each other."""

# --- Placements ------------------------------------------------------------------------------

X, Y, Z, NO_AXIS = 0, 1, 2, 3
AXIS_TEXTS = ("x", "y", "z", None)


@dataclass(frozen=True)
class Placement:
    """A box of a kind, at its lowest column and row; columns run along x, rows along y."""

    kind: int  # KINDS: the neutral box
    shape: str
    axis: int
    column: int
    row: int
    size: tuple[int, int, int]

    @property
    def at(self) -> int:
        return self.row * COLUMNS + self.column

    @property
    def cells(self) -> list[int]:
        wide, deep, _ = self.size
        return [
            row * COLUMNS + column
            for row in range(self.row, self.row + deep)
            for column in range(self.column, self.column + wide)
        ]

    @property
    def sides(self) -> set[tuple[int, int, range, int]]:
        """Its four sides standing on level 0: across which axis, where, from to where, how high."""
        (wide, deep, high), column, row = self.size, self.column, self.row
        along_x, along_y = range(column, column + wide), range(row, row + deep)
        return {
            (X, column, along_y, high),
            (X, column + wide, along_y, high),
            (Y, row, along_x, high),
            (Y, row + deep, along_x, high),
        }


def _all_at(kind: int, shape: str, axis: int, size: tuple[int, int, int]) -> list[Placement]:
    """This box, turned this way, wherever it fits on the pallet."""
    return [
        Placement(kind, shape, axis, column, row, size)
        for row, column in product(range(ROWS - size[1] + 1), range(COLUMNS - size[0] + 1))
    ]


def _of_kind(kind: int) -> list[Placement]:
    box = COMPONENTS.kinds[kind]
    (longer, shorter), high = box.top, box.height
    if longer == shorter:
        return _all_at(kind, box.shape, NO_AXIS, (longer, shorter, high))
    along_x = _all_at(kind, box.shape, X, (longer, shorter, high))
    return along_x + _all_at(kind, box.shape, Y, (shorter, longer, high))


def _of_neutral() -> list[Placement]:
    """In a corner, lying along x or along y, or upright."""
    long = COMPONENTS.neutral
    measures = (1, 1, long)
    alike = [k.shape for k in COMPONENTS.kinds if tuple(sorted((*k.top, k.height))) == measures]
    shape = alike[0] if alike else NEUTRAL
    return [
        place
        for axis, size in ((X, (long, 1, 1)), (Y, (1, long, 1)), (Z, (1, 1, long)))
        for place in _all_at(KINDS, shape, axis, size)
        if place.column in (0, COLUMNS - size[0]) and place.row in (0, ROWS - size[1])
    ]


_BY_KIND = [_of_kind(kind) for kind in range(KINDS)]
NEUTRAL_PLACES = _of_neutral()
PLACEMENTS = [place for places in _BY_KIND for place in places] + NEUTRAL_PLACES
PLACES = len(PLACEMENTS) - len(NEUTRAL_PLACES)
"""How many placements there are for the boxes of a colour."""

FIRST = np.cumsum([0, *map(len, _BY_KIND)]).astype(np.int16)
"""A kind's placements are those from FIRST[kind] to FIRST[kind + 1]."""


def _bits(cells: list[int]) -> int:
    return sum(1 << cell for cell in cells)


def _beside(place: Placement) -> list[int]:
    """The cells next to the lowest corner's west and south, and past it to the east and north."""
    wide, deep, _ = place.size
    column, row = place.column, place.row
    beside = ((column - 1, row), (column + wide, row), (column, row - 1), (column, row + deep))
    return [y * COLUMNS + x if is_inside(x, y) else -1 for x, y in beside]


def _around(place: Placement) -> list[int]:
    """All cells that share a side with one of this box's cells, those left out."""
    near = [
        (cell % COLUMNS + dx, cell // COLUMNS + dy)
        for cell in place.cells
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1))
    ]
    return sorted({y * COLUMNS + x for x, y in near if is_inside(x, y)} - {*place.cells})


KIND = np.array([place.kind for place in PLACEMENTS], np.int16)
AT = np.array([place.at for place in PLACEMENTS], np.int16)
HEIGHT = np.array([place.size[2] for place in PLACEMENTS], np.int16)
MASK = np.array([_bits(place.cells) for place in PLACEMENTS], np.int32)
AROUND = np.array([_bits(_around(place)) for place in PLACEMENTS], np.int32)
"""The cells beside a placement."""
BESIDE = np.array([_beside(place) for place in PLACEMENTS], np.int16)
"""[placement, side]: a cell that a box against that whole side covers; -1 off the pallet."""

# --- Clones ----------------------------------------------------------------------------------

CLONE_READINGS = ("face", "shape")


def _pairs(alike: Flags) -> Flags:
    """Under either reading: any two boxes, or only those of the same shape."""
    shapes = np.array([place.shape for place in PLACEMENTS])
    return np.stack([alike, alike & (shapes[:, None] == shapes)])


def _share_a_side() -> Flags:
    sides = [place.sides for place in PLACEMENTS]
    shared = np.array([[not one.isdisjoint(other) for other in sides] for one in sides])
    beside: Flags = shared & (MASK[:, None] & MASK == 0)
    return beside


CLONES_BESIDE = _pairs(_share_a_side())
"""[reading, placement, placement]: whether two boxes on the same level clone each other."""
CLONES_BELOW = _pairs(MASK[:, None] == MASK)
"""[reading, placement, placement]: whether two boxes, one right on top of the other, do."""

# --- Cards and moves -------------------------------------------------------------------------

CARD_TEXTS = list(COMPONENTS.cards)
CARD_COUNTS = np.array(list(COMPONENTS.cards.values()), np.int8)
CARDS = int(CARD_COUNTS.sum())


def _asks() -> Flags:
    asks = np.zeros((len(CARD_TEXTS), COLOURS, KINDS), np.bool_)
    for card, text in enumerate(CARD_TEXTS):
        for colour, name in enumerate(COMPONENTS.colours):
            for kind, box in enumerate(COMPONENTS.kinds):
                asks[card, colour, kind] = name == text or box.shape in text.split("|")
    return asks


ASKS = _asks()
"""[card, colour, kind]: whether such a box obeys the card."""

DRAW, PENALTY, STOP = (COLOURS * PLACES + last for last in range(3))
MOVES = STOP + 1

"""The boxes on the pallet, seen from a corner: their order, and where letters can be read.

Boxes are given as in the view. The corner of a1 on the pallet's top is at 0, 0 on the paper. Each
box has a tooltip that says what it is and where. `heights` are the view's, row by row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from upturn.pictures import paper
from upturn.pictures.cardboard import CELL, box, letter, paint_of
from upturn.pictures.isometric import Cuboid, Piece, lying, outline_of, painted_in_order
from upturn.pictures.svg import Ink, Point, element, group, joined, link, named, polygon, rectangle
from upturn.pictures.team_up.pallet import COLUMN_LETTERS, COLUMNS, ROWS

Box = Mapping[str, Any]
Heights = Sequence[Sequence[int]]


def corner_of(box: Box) -> tuple[int, int]:
    """Return the lowest column and row of a box, counted from 0."""
    return COLUMN_LETTERS.index(box["at"][0]), int(box["at"][1:]) - 1


def body_of(box: Box) -> Cuboid:
    """Return the cuboid of a box of the view."""
    column, row = corner_of(box)
    return Cuboid((column, row, box["level"]), tuple(box["size"]))


def cells_of(box: Box) -> list[tuple[int, int]]:
    """Return the cells a box covers, as columns and rows counted from 0."""
    column, row = corner_of(box)
    columns, rows, _ = box["size"]
    return [(column + across, row + along) for along in range(rows) for across in range(columns)]


def top_level(box: Box) -> int:
    return int(box["level"] + box["size"][2])


def what_and_where(box: Box) -> str:
    """Describe a box so that it could be placed again:
    `red wide2 at c3, layers 1 to 2, covering c3 d3 e3`."""
    low, high = box["level"] + 1, top_level(box)
    layers = f"layer {low}" if low == high else f"layers {low} to {high}"
    cells = " ".join(f"{COLUMN_LETTERS[column]}{row + 1}" for column, row in cells_of(box))
    return f"{box['box']} at {box['at']}, {layers}, covering {cells}"


def stack(boxes: Sequence[Box], heights: Heights) -> Ink:
    """Draw all boxes, starting with those behind others."""
    bodies = [body_of(box) for box in boxes]
    return joined(
        _one_box(boxes[piece.number], piece, heights, order)
        for order, piece in enumerate(painted_in_order(bodies))
    )


def _one_box(box_: Box, piece: Piece, heights: Heights, order: int) -> Ink:
    paint = paint_of(box_["box"])
    spot = letter_spot(box_, heights)
    drawn = box(
        body_of(box_),
        paint,
        *_shadows_on_lid(box_, heights),
        letter(paint, spot) if spot else Ink(""),
        key=(box_["box"], box_["at"], box_["level"]),
    )
    told = element("title", what_and_where(box_))
    if piece.whole:
        return group(told, drawn)
    # Only a part of this box comes now, so clip the box to the outline of the part.
    name = f"piece{order}"
    shape = element("clipPath", polygon(outline_of(piece.body, CELL)), id=named(name))
    return group(told, shape, drawn, clip_path=link(name))


def _height(heights: Heights, column: int, row: int) -> int:
    if 0 <= column < COLUMNS and 0 <= row < ROWS:
        return heights[row][column]
    return 0


def open_cells(box: Box, heights: Heights) -> list[tuple[int, int]]:
    """Return the cells of a box with nothing on them."""
    level = top_level(box)
    return [(column, row) for column, row in cells_of(box) if heights[row][column] == level]


def letter_spot(box: Box, heights: Heights) -> Point | None:
    """Return where on the lid the letter can be read, in cells from the flat lid's upper left.

    That is the middle if the whole lid is visible, else the visible cell nearest to it. If there is
    none, return None: half a letter may look like another one, and the plan from above shows it.
    """
    columns, rows, _ = box["size"]
    column, row = corner_of(box)
    seen = [cell for cell in open_cells(box, heights) if _in_sight(cell, top_level(box), heights)]
    if len(seen) == columns * rows:
        return columns / 2, rows / 2
    flat = [(across - column + 0.5, rows - (along - row) - 0.5) for across, along in seen]
    return min(flat, key=lambda at: abs(at[0] - columns / 2) + abs(at[1] - rows / 2), default=None)


def _in_sight(cell: tuple[int, int], level: int, heights: Heights) -> bool:
    """Return whether no tower between the eye and this cell hides any of its top."""
    column, row = cell
    return not any(
        _height(heights, column + right, row - near) > level + step - 1
        for step in range(1, COLUMNS + 1)
        for right, near in ((step, step), (step, step - 1), (step - 1, step))
    )


def _shadows_on_lid(box: Box, heights: Heights) -> Iterable[Ink]:
    """Draw the shadows of higher neighbours at the left, where the light comes from, and behind."""
    level = top_level(box)
    rows = box["size"][1]
    column, row = corner_of(box)
    for across, along in open_cells(box, heights):
        right, down = (across - column) * CELL, (rows - 1 - (along - row)) * CELL
        left_higher = _height(heights, across - 1, along) - level
        if left_higher > 0:
            wide = CELL * min(0.7, 0.24 + 0.14 * left_higher)
            yield rectangle(right, down, wide, CELL, fill=paper.SHADOW, opacity=0.26)
        if _height(heights, across, along + 1) > level:
            yield rectangle(right, down, CELL, 0.16 * CELL, fill=paper.SHADOW, opacity=0.2)


def shadows_on_planks(heights: Heights) -> Ink:
    """Draw the same shadows on the pallet itself."""
    planks = {"box": "", "at": "a1", "level": 0, "size": (COLUMNS, ROWS, 0)}
    floor = Cuboid((0, 0, 0), (COLUMNS, ROWS, 0))
    return group(*_shadows_on_lid(planks, heights), transform=lying(floor, CELL))

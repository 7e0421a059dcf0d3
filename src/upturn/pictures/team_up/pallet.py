"""The bare pallet, seen from a corner, and the outline of the layers above it.

The corner of a1 on the pallet's top is at 0, 0 on the paper; `stack.py` puts the boxes on it.
"""

from __future__ import annotations

from string import ascii_lowercase

from upturn.games.team_up.components import COMPONENTS
from upturn.pictures import paper
from upturn.pictures.cardboard import CELL
from upturn.pictures.isometric import (
    Cuboid,
    front_of,
    lying,
    projected,
    side_of,
    top_of,
)
from upturn.pictures.paper import unevenness, words
from upturn.pictures.svg import (
    Ink,
    circle,
    element,
    group,
    joined,
    line,
    polygon,
    polyline,
    rectangle,
)

COLUMNS, ROWS, LAYERS = COMPONENTS.columns, COMPONENTS.rows, COMPONENTS.layers
COLUMN_LETTERS = ascii_lowercase[:COLUMNS]
GROUND = -0.62
"""The height of the table, in cells, with the pallet's top at 0."""

WOOD = ("#e6cfa0", "#dfc592", "#e9d4a9", "#d9bd88")
WOOD_FRONT = "#c3a26c"
WOOD_SIDE = "#a58450"
WOOD_SHADE = "#8a6c41"
"""The tops of the boards and blocks under the planks."""
WOOD_EDGE = "#6a4f2b"


def empty_pallet() -> Ink:
    """Draw planks on blocks on boards, and the names of columns and rows along the edges."""
    return group(_pallet_shadow(), _wood(), _names())


def _pallet_shadow() -> Ink:
    ground = Cuboid((0, 0, GROUND), (COLUMNS, ROWS, 0))
    return paper.shadows(lambda **look: polygon(top_of(ground, CELL), **look), 7)


def _wood() -> Ink:
    """Draw the wood from the ground up, and from the far parts to the near ones."""
    foot = [
        Cuboid((0, row, GROUND), (COLUMNS, 0.8, 0.13)) for row in (ROWS - 0.8, ROWS / 2 - 0.4, 0)
    ]
    blocks = [
        Cuboid((column, row, GROUND + 0.13), (0.9, 0.8, 0.31))
        for row in (ROWS - 0.8, ROWS / 2 - 0.4, 0)
        for column in (0, COLUMNS / 2 - 0.45, COLUMNS - 0.9)
    ]
    return joined(
        [
            *(_timber(board, WOOD_SHADE) for board in foot),
            *(_timber(block, WOOD_SHADE) for block in blocks),
            *(_plank(row / 2, row) for row in reversed(range(2 * ROWS))),
            _cell_marks(),
        ]
    )


def _timber(body: Cuboid, top: str) -> Ink:
    return group(
        polygon(top_of(body, CELL), fill=top),
        polygon(front_of(body, CELL), fill=WOOD_FRONT),
        polygon(side_of(body, CELL), fill=WOOD_SIDE),
        stroke=WOOD_EDGE,
        stroke_width=1.2,
        stroke_linejoin="round",
    )


def _plank(row: float, number: int) -> Ink:
    """Draw a plank half a row wide, with its grain and two nails at each end."""
    body = Cuboid((0, row, -0.18), (COLUMNS, 0.5, 0.18))
    chances = unevenness(("plank", number), 12)
    wide, deep = COLUMNS * CELL, CELL / 2
    grain = [
        polyline(
            [
                (wide * (0.25 + 0.2 * chances[at]), deep * (at + 1) / 5),
                (wide * (0.5 + 0.1 * chances[at + 1]), deep * (at + 1) / 5 + 1.5 * chances[at + 2]),
                (wide * (0.75 + 0.2 * chances[at + 3]), deep * (at + 1) / 5),
            ],
            stroke=WOOD_EDGE,
            stroke_width=1,
            opacity=0.28,
        )
        for at in range(4)
    ]
    nails = [
        circle(right, down, 1.5, fill=WOOD_EDGE, opacity=0.75)
        for right in (9, wide - 9)
        for down in (7, deep - 7)
    ]
    return joined(
        [
            _timber(body, WOOD[number % len(WOOD)]),
            group(*grain, *nails, transform=lying(body, CELL)),
        ]
    )


def _cell_marks() -> Ink:
    """Draw a fine pencil line between columns and between rows."""
    upright = [(((at, 0, 0), (at, ROWS, 0))) for at in range(1, COLUMNS)]
    level = [(((0, at, 0), (COLUMNS, at, 0))) for at in range(1, ROWS)]
    return group(
        *(line(projected(start, CELL), projected(end, CELL)) for start, end in [*upright, *level]),
        stroke=WOOD_EDGE,
        stroke_width=1.5,
        stroke_dasharray="5 4",
        opacity=0.7,
    )


def _names() -> Ink:
    """Draw the names on the table along the near edges, where no box can hide them."""
    before = Cuboid((0, -0.72, GROUND), (COLUMNS, 0.6, 0))
    beside = Cuboid((COLUMNS + 0.14, 0, GROUND), (0.6, ROWS, 0))
    columns = [
        words((at + 0.5) * CELL, 22, letter, 23, bold=True, anchor="middle", fill=paper.ON_TABLE)
        for at, letter in enumerate(COLUMN_LETTERS)
    ]
    rows = [
        words(
            0.3 * CELL,
            (ROWS - at - 0.5) * CELL + 8,
            at + 1,
            23,
            bold=True,
            anchor="middle",
            fill=paper.ON_TABLE,
        )
        for at in range(ROWS)
    ]
    return group(
        group(*columns, transform=lying(before, CELL)),
        group(*rows, transform=lying(beside, CELL)),
    )


def layer_guide(full: int) -> Ink:
    """Draw the outline of all layers behind the boxes, and marks beside it for the full ones."""
    goal = Cuboid((0, 0, 0), (COLUMNS, ROWS, LAYERS))
    left, far, right, _ = top_of(goal, CELL)
    foot = [projected(place, CELL) for place in ((0, 0, 0), (0, ROWS, 0), (COLUMNS, ROWS, 0))]
    ghost = group(
        polyline([left, far, right]),
        *(line(low, high) for low, high in zip(foot, (left, far, right), strict=True)),
        stroke=paper.ON_TABLE,
        stroke_width=1.3,
        stroke_dasharray="3 6",
        opacity=0.5,
    )
    return group(ghost, *(_layer_mark(layer, layer <= full) for layer in range(1, LAYERS + 1)))


def _layer_mark(layer: int, full: bool) -> Ink:
    """Draw a mark at the left of a layer, gold and with a tick if it is full."""
    y = -(layer - 0.5) * CELL
    slab = rectangle(
        -46,
        y - 13,
        34,
        26,
        6,
        fill=paper.GOLD if full else paper.TABLE_DARK,
        stroke=paper.GOLD if full else paper.ON_TABLE,
        stroke_width=1.5,
        stroke_dasharray=None if full else "4 4",
        fill_opacity=1 if full else 0.35,
    )
    if not full:
        return joined([slab, words(-29, y + 7, layer, 20, fill=paper.ON_TABLE, anchor="middle")])
    tick = element(
        "path",
        d=f"M-26 {y - 1:.0f}l4 5l7 -10",
        fill="none",
        stroke=paper.INK,
        stroke_width=3,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    return joined([slab, words(-42, y + 7, layer, 20, bold=True), tick])

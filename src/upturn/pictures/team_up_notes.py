"""Team UP's sheets of paper beside the pallet: boxes left, the sum, the pallet from above.

Each is drawn from 0, 0 and `WIDE`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from upturn.games.team_up.components import COMPONENTS
from upturn.pictures import paper
from upturn.pictures.cardboard import CELL, icon, lid, paint_of
from upturn.pictures.pallet import COLUMN_LETTERS, COLUMNS, ROWS
from upturn.pictures.paper import note, words
from upturn.pictures.stack import Box, Heights, open_cells
from upturn.pictures.svg import Ink, Point, group, joined, line, moved, rectangle
from upturn.pictures.team_up_words import signed

WIDE = 308
FIRST = 66
"""Where the columns of the boxes left begin."""
DIGITS = "0123456789"

KINDS = {kind.name: (*kind.top, kind.height) for kind in COMPONENTS.kinds}
"""How the boxes stand, painted side up."""

CELL_WIDE, CELL_DEEP = min(40, 240 / COLUMNS), 32
"""Of the pallet from above."""
LEFT_TALL = 125 + 29 * len(COMPONENTS.colours)
SUM_TALL = 96
ABOVE_TALL = 68 + CELL_DEEP * ROWS
BARE_WOOD = "#e6cfa0"


def boxes_left(left: Mapping[str, Mapping[str, int]]) -> Ink:
    """A row for each colour, a column for each kind."""
    kinds = list(next(iter(left.values()), {}))
    step = (WIDE - FIRST - 10) / max(1, len(kinds))
    total = sum(sum(counts.values()) for counts in left.values())
    heads = [moved(FIRST + step * (at + 0.5), 0, _head(kind)) for at, kind in enumerate(kinds)]
    rows = [
        moved(0, 116 + 29 * at, _row(colour, counts, kinds, step))
        for at, (colour, counts) in enumerate(left.items())
    ]
    return note(WIDE, LEFT_TALL, f"Boxes left: {total}", *_shape_names(kinds, step), *heads, *rows)


def _shape_names(kinds: Sequence[str], step: float) -> list[Ink]:
    """Each shape once, over all of its columns, with a brace under it."""
    names = []
    for shape, columns in groupby(range(len(kinds)), key=lambda at: kinds[at].rstrip(DIGITS)):
        first, *_, last = [*columns] * 2
        left, right = FIRST + step * first + 4, FIRST + step * (last + 1) - 4
        names += [
            words((left + right) / 2, 50, shape, 15, anchor="middle", fill=paper.INK_SOFT),
            line((left, 55), (right, 55), stroke=paper.INK_SOFT, stroke_width=1),
        ]
    return names


def _head(kind: str) -> Ink:
    """A small box as it stands, and the number in its name, which is its height."""
    number = kind[len(kind.rstrip(DIGITS)) :]
    return joined(
        [
            moved(0, 79, icon(KINDS[kind], 7)),
            words(0, 108, number, 14, anchor="middle", fill=paper.INK_SOFT),
        ]
    )


def _row(colour: str, counts: Mapping[str, int], kinds: Sequence[str], step: float) -> Ink:
    swatch = group(
        lid(paint_of(colour), 2, 1),
        rectangle(0, 0, 2 * CELL, CELL, fill="none", stroke=paper.INK, stroke_width=2.4),
        transform="translate(14 0) scale(0.5)",
    )
    numbers = [_count(FIRST + step * (at + 0.5), counts[kind]) for at, kind in enumerate(kinds)]
    return joined([swatch, *numbers])


def _count(x: float, count: int) -> Ink:
    if count:
        return words(x, 18, count, 18, anchor="middle", bold=True)
    return words(x, 18, "·", 18, anchor="middle", fill=paper.INK_SOFT)


def the_sum(layers: int, left: int, penalties: int, score: int, to_beat: int | None) -> Ink:
    """How the score comes about."""
    parts = [
        (signed(5 * layers), f"{layers} layer{'' if layers == 1 else 's'}"),
        (signed(-left), f"{left} box{'' if left == 1 else 'es'}"),
        (signed(-penalties), "penalties"),
    ]
    columns = [
        joined(
            [
                words(44 + 70 * at, 64, value, 24, anchor="middle", bold=True, serif=True),
                words(44 + 70 * at, 84, what, 14, anchor="middle", fill=paper.INK_SOFT),
            ]
        )
        for at, (value, what) in enumerate(parts)
    ]
    total = [
        line((220, 42), (220, 88), stroke=paper.PAPER_EDGE, stroke_width=1.4),
        words(262, 76, signed(score), 32, anchor="middle", bold=True, serif=True),
    ]
    caption = "Score" if to_beat is None else f"Score, to beat: {signed(to_beat)}"
    return note(WIDE, SUM_TALL, caption, *columns, *total, key="sum")


def from_above(boxes: Sequence[Box], heights: Heights) -> Ink:
    """Every cell with its height and the letter of the box on top: nothing hides behind a tower."""
    bare = [
        _cell(column, row, "0", BARE_WOOD, paper.INK_SOFT)
        for row in range(ROWS)
        for column in range(COLUMNS)
        if not heights[row][column]
    ]
    lids = [
        _cell(column, row, f"{paint.letter}{heights[row][column]}", paint.lid, paint.words)
        for box in boxes
        for paint in [paint_of(box["box"])]
        for column, row in open_cells(box, heights)
    ]
    walls = [line(_on_plan(*start), _on_plan(*end)) for start, end in _walls(boxes, heights)]
    return note(
        WIDE,
        ABOVE_TALL,
        "From above",
        *bare,
        *lids,
        # Light under dark: a wall between two dark lids is seen too.
        group(*walls, stroke=paper.PAPER, stroke_width=5, stroke_linecap="round"),
        group(*walls, stroke=paper.INK, stroke_width=2.2, stroke_linecap="round"),
        *_cell_names(),
    )


def _on_plan(column: float, row: float) -> Point:
    """Row 1 is at the bottom, as it is nearest to the eye in the large picture."""
    return 40 + column * CELL_WIDE, 42 + (ROWS - row) * CELL_DEEP


def _cell(column: int, row: int, said: str, fill: str, ink: str) -> Ink:
    x, y = _on_plan(column, row + 1)
    bold = fill != BARE_WOOD
    return joined(
        [
            rectangle(
                x, y, CELL_WIDE, CELL_DEEP, fill=fill, stroke=paper.KRAFT_SIDE, stroke_width=0.7
            ),
            words(x + CELL_WIDE / 2, y + 22, said, 17, anchor="middle", bold=bold, fill=ink),
        ]
    )


def _cell_names() -> list[Ink]:
    names = []
    for column, letter in enumerate(COLUMN_LETTERS):
        x, y = _on_plan(column + 0.5, 0)
        names.append(words(x, y + 17, letter, 15, anchor="middle"))
    for row in range(ROWS):
        x, y = _on_plan(0, row + 0.5)
        names.append(words(x - 14, y + 5, row + 1, 15, anchor="middle"))
    return names


def _walls(boxes: Sequence[Box], heights: Heights) -> Iterator[tuple[Point, Point]]:
    """Lines between cells whose top boxes are not the same, and around all."""
    owners: dict[tuple[int, int], int | None] = {
        (column, row): None for column in range(COLUMNS) for row in range(ROWS)
    }
    for number, box in enumerate(boxes):
        owners |= dict.fromkeys(open_cells(box, heights), number)
    outside = -1
    for column in range(COLUMNS + 1):
        for row in range(ROWS + 1):
            here = owners.get((column, row), outside)
            if here != owners.get((column - 1, row), outside):
                yield (column, row), (column, row + 1)
            if here != owners.get((column, row - 1), outside):
                yield (column, row), (column + 1, row)

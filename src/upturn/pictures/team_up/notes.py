"""Team UP's sheets of paper beside the pallet: boxes left, the sum, the pallet from above.

Each is drawn from 0, 0 and has the width `WIDE`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from upturn.games.team_up.components import COMPONENTS, LAYER_POINTS
from upturn.games.team_up.wording import signed
from upturn.pictures import paper
from upturn.pictures.cardboard import icon, paint_of, swatch
from upturn.pictures.paper import note, words
from upturn.pictures.seats import fitting
from upturn.pictures.svg import Ink, Point, group, joined, line, moved, rectangle
from upturn.pictures.team_up.pallet import COLUMN_LETTERS, COLUMNS, ROWS
from upturn.pictures.team_up.stack import Box, Heights, open_cells
from upturn.pictures.team_up.words import counted

WIDE = 308
FIRST = 66
"""Where the columns of the boxes left begin."""
DIGITS = "0123456789"

KINDS = {kind.name: (*kind.top, kind.height) for kind in COMPONENTS.kinds}
"""The size of each kind of box with its painted side up."""

CELL_WIDE, CELL_DEEP = min(42, 252 / COLUMNS), 34
"""The size of a cell of the pallet from above."""
ROW_TALL = 31
LEFT_TALL = 130 + ROW_TALL * len(COMPONENTS.colours)
SUM_LINE = 24
SUM_TALL = 120
ABOVE_TALL = 70 + CELL_DEEP * ROWS
BARE_WOOD = "#e6cfa0"


def boxes_left(left: Mapping[str, Mapping[str, int]]) -> Ink:
    """Draw the boxes left, with a row for each colour and a column for each kind."""
    kinds = list(next(iter(left.values()), {}))
    step = (WIDE - FIRST - 10) / max(1, len(kinds))
    total = sum(sum(counts.values()) for counts in left.values())
    heads = [moved(FIRST + step * (at + 0.5), 0, _head(kind)) for at, kind in enumerate(kinds)]
    rows = [
        moved(0, 120 + ROW_TALL * at, _row(colour, counts, kinds, step))
        for at, (colour, counts) in enumerate(left.items())
    ]
    return note(WIDE, LEFT_TALL, f"Boxes left: {total}", *_shape_names(kinds, step), *heads, *rows)


def _shape_names(kinds: Sequence[str], step: float) -> list[Ink]:
    """Draw the name of each shape once, over all of its columns, with a line under it."""
    names = []
    for shape, columns in groupby(range(len(kinds)), key=lambda at: kinds[at].rstrip(DIGITS)):
        first, *_, last = [*columns] * 2
        left, right = FIRST + step * first + 4, FIRST + step * (last + 1) - 4
        names += [
            words(
                (left + right) / 2, 51, shape, paper.CAPTION, anchor="middle", fill=paper.INK_SOFT
            ),
            line((left, 57), (right, 57), stroke=paper.INK_SOFT, stroke_width=1),
        ]
    return names


def _head(kind: str) -> Ink:
    """Draw a small box as it stands, and the number in its name, which is its height."""
    number = kind[len(kind.rstrip(DIGITS)) :]
    return joined(
        [
            moved(0, 81, icon(KINDS[kind], 7)),
            words(0, 112, number, paper.CAPTION, anchor="middle", fill=paper.INK_SOFT),
        ]
    )


def _row(colour: str, counts: Mapping[str, int], kinds: Sequence[str], step: float) -> Ink:
    lid = group(swatch(paint_of(colour), 2, 1), transform="translate(12 -1) scale(0.56)")
    numbers = [_count(FIRST + step * (at + 0.5), counts[kind]) for at, kind in enumerate(kinds)]
    return joined([lid, *numbers])


def _count(x: float, count: int) -> Ink:
    if count:
        return words(x, 20, count, 22, anchor="middle", bold=True)
    return words(x, 20, "·", 22, anchor="middle", fill=paper.INK_SOFT)


def the_sum(layers: int, left: int, penalties: int, score: int, to_beat: int | None) -> Ink:
    """Draw how the score adds up."""
    parts = [
        (counted(layers, "layer", "layers"), LAYER_POINTS * layers),
        (counted(left, "box", "boxes"), -left),
        (counted(penalties, "penalty", "penalties"), -penalties),
    ]
    lines = [
        joined(
            [
                words(16, 58 + SUM_LINE * at, what, paper.CAPTION, fill=paper.INK_SOFT),
                words(200, 58 + SUM_LINE * at, signed(value), 21, anchor="end", bold=True),
            ]
        )
        for at, (what, value) in enumerate(parts)
    ]
    total = [
        line((218, 44), (218, SUM_TALL - 12), stroke=paper.PAPER_EDGE, stroke_width=1.4),
        words(262, 92, signed(score), 34, anchor="middle", bold=True, serif=True),
    ]
    caption = "Score" if to_beat is None else f"Score, to beat: {signed(to_beat)}"
    return note(WIDE, SUM_TALL, caption, *lines, *total, key="sum")


def from_above(boxes: Sequence[Box], heights: Heights) -> Ink:
    """Draw every cell with its height and the letter of the box on top, so that nothing is hidden
    behind a tower."""
    bare = [
        _cell(column, row, "0", BARE_WOOD, paper.INK_SOFT)
        for row in range(ROWS)
        for column in range(COLUMNS)
        if not heights[row][column]
    ]
    lids = [
        _cell(
            column,
            row,
            f"{paint.letter}{heights[row][column]}",
            paint.ground or paint.lid,
            paint.words,
        )
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
        # A light line under the dark one shows a wall between two dark lids.
        group(*walls, stroke=paper.PAPER, stroke_width=5, stroke_linecap="round"),
        group(*walls, stroke=paper.INK, stroke_width=2.2, stroke_linecap="round"),
        *_cell_names(),
    )


def _on_plan(column: float, row: float) -> Point:
    """Return the point of a place on the plan. Row 1 is at the bottom, since it is nearest in the
    large picture."""
    return 40 + column * CELL_WIDE, 42 + (ROWS - row) * CELL_DEEP


def _cell(column: int, row: int, said: str, fill: str, ink: str) -> Ink:
    x, y = _on_plan(column, row + 1)
    bold = fill != BARE_WOOD
    size = fitting(said, 20, CELL_WIDE, bold=bold)
    return joined(
        [
            rectangle(
                x, y, CELL_WIDE, CELL_DEEP, fill=fill, stroke=paper.KRAFT_SIDE, stroke_width=0.7
            ),
            words(x + CELL_WIDE / 2, y + 24, said, size, anchor="middle", bold=bold, fill=ink),
        ]
    )


def _cell_names() -> list[Ink]:
    names = []
    for column, letter in enumerate(COLUMN_LETTERS):
        x, y = _on_plan(column + 0.5, 0)
        names.append(words(x, y + 20, letter, 18, anchor="middle"))
    for row in range(ROWS):
        x, y = _on_plan(0, row + 0.5)
        names.append(words(x - 14, y + 6, row + 1, 18, anchor="middle"))
    return names


def _walls(boxes: Sequence[Box], heights: Heights) -> Iterator[tuple[Point, Point]]:
    """Yield lines between cells with different boxes on top, and around all cells."""
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

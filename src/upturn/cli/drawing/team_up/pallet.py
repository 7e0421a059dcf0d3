"""Team UP's pallet in a terminal: its layers seen from above, and the height of each cell.

  Layer 1 23/24
   a b c d e f
  ┌─────┬─────┐   A capital letter is the colour of a box that ends in this layer, a lower-case
4 │R R R│b b b│   one of a box that continues into the next.
  │     ├───┬─┤
3 │R R R│W W│n│   A dot is a free cell on the pallet or on top of a box; a blank is a free cell
  ├─┬───┤   ├─┤   with nothing beneath it.
2 │r│B B│W W│w│
  │ ├─┐ ├───┤ │
1 │r│·│B│R R│w│
  └─┴─┴─┴───┴─┘
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from upturn.cli.drawing.lines import Lines, beside, shelves
from upturn.games.team_up.components import COMPONENTS, Kind

if TYPE_CHECKING:
    from upturn.games.rules import Facts

COLOURS = {"red": "red", "blue": "blue", "white": "white", "neutral": "yellow"}
"""The styles of boxes of these colours, in a terminal with colours."""
ON_LIGHT = ("white", "yellow")
"""Colours that need dark letters."""
OPEN, NOTHING = "·", " "
LINE = "dim"
GAP, NARROW_GAP = 2, 1
"""Columns between layers."""
LEGEND = (
    "In the layers, a dot is a free cell on the pallet or on top of a box; a blank is a free cell "
    "with nothing beneath it. A lower-case letter is a box that continues into the next layer."
)
LINES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""Corners by the lines that meet there: up 1, right 2, down 4, left 8."""

Cells = list[list[int | None]]
"""By row, the highest first, and column: the number of the box there."""


def letter(colour: str) -> str:
    """Return the letter for a box of this colour on the pallet."""
    return colour[0].upper()


def paint(colour: str) -> str:
    """Return the style of a box of this colour."""
    on = COLOURS.get(colour, "")
    return f"bold {'black' if on in ON_LIGHT else 'bright_white'} on {on}" if on else "bold reverse"


def ink(colour: str) -> str:
    """Return the style of words about this colour."""
    return f"bold {COLOURS.get(colour, '')}".rstrip().replace("blue", "bright_blue")


def column_name(column: int) -> str:
    return chr(ord("a") + column)


def column_of(cell: str) -> int:
    return ord(cell[0]) - ord("a")


def colour_of(box: Facts) -> str:
    colour: str = box["box"].split(" ")[0]
    return colour


def names_of_columns(view: Facts, room: int = 1) -> str:
    return " ".join(f"{column_name(column):>{room}}" for column in range(len(view["heights"][0])))


def heights_of(view: Facts) -> Lines:
    """Return the height of every cell, in figures."""
    names = names_of_columns(view, len(str(highest(view))))
    head = Text.assemble(("Height  ", "bold"), (names, "dim"))
    rows = range(len(view["heights"]), 0, -1)
    return [head, *(Text.assemble((f"{row:>6}  ", "dim"), figures(view, row)) for row in rows)]


def figures(view: Facts, row: int) -> str:
    room = len(str(highest(view)))
    return " ".join(f"{height:>{room}}" for height in view["heights"][row - 1])


def pallet_of(
    view: Facts, levels: Sequence[int], width: int, heights: bool = False, gap: int = GAP
) -> list[Lines]:
    """Return these layers side by side, in as many rows as they need, and then the heights if asked
    for.

    Everything in one row of the pallet is on the same line, after the row's number.
    """
    rows = len(view["heights"])
    labels, map_of_heights = [[Text() for _ in range(3 + 2 * rows)] for _ in range(2)]
    for row in range(rows, 0, -1):
        line = 3 + 2 * (rows - row)
        labels[line] = Text(str(row), "dim")
        map_of_heights[line] = Text(f" {figures(view, row)}")
    names = names_of_columns(view, len(str(highest(view))))
    map_of_heights[:2] = [Text("Height", "bold"), Text(f" {names}", "dim")]
    parts = [layer_of(view, level) for level in levels] + [map_of_heights] * heights
    return [beside([labels, shelf], 1) for shelf in shelves(parts, width - 2, gap)] if parts else []


def layers_in_use(view: Facts) -> range:
    """Return the layers of a perfect pallet, and layers above it that contain a box."""
    return range(max(COMPONENTS.layers, highest(view)))


def layers_to_fill(view: Facts) -> list[int]:
    """Return the layers in which a box can be placed or, before a card is drawn, those with room
    for some box."""
    cells = {move.split(" ")[3] for move in view["legal"] if move.startswith("place ")}
    if cells:
        return sorted({view["heights"][int(cell[1:]) - 1][column_of(cell)] for cell in cells})
    bases = {base for kind in kinds_left(view) for base in (kind.top, kind.top[::-1])}
    levels = sorted({height for row in view["heights"] for height in row})
    return [level for level in levels if any(has_room(view, level, base) for base in bases)]


def kinds_left(view: Facts) -> list[Kind]:
    return [k for k in COMPONENTS.kinds if any(left[k.name] for left in view["left"].values())]


def has_room(view: Facts, level: int, base: tuple[int, int]) -> bool:
    """Return whether a base of this size fits on open cells somewhere in this layer."""
    heights, (wide, deep) = view["heights"], base
    return any(
        all(
            height == level for line in heights[row : row + deep] for height in line[at : at + wide]
        )
        for row in range(len(heights) - deep + 1)
        for at in range(len(heights[0]) - wide + 1)
    )


def highest(view: Facts) -> int:
    return int(max(map(max, view["heights"])))


def layer_of(view: Facts, level: int) -> Lines:
    """Return one layer, below its number and how full it is."""
    cells = cells_of(view, level)
    filled = sum(cell is not None for row in cells for cell in row)
    size = len(cells) * len(cells[0])
    state = "full" if filled == size else f"{filled}/{size}" if filled else "empty"
    title = f"Layer {level + 1}"
    room = max(2 * len(cells[0]) + 1 - len(title), len(state) + 1)
    lines = [Text.assemble((title, "bold"), f"{state:>{room}}")]
    lines.append(Text(f" {names_of_columns(view)}", "dim"))
    drawing = Layer(view, level, cells)
    for row in range(len(cells)):
        lines += [drawing.border(row), drawing.inside(row)]
    return [*lines, drawing.border(len(cells))]


def cells_of(view: Facts, level: int) -> Cells:
    rows, columns = len(view["heights"]), len(view["heights"][0])
    cells: Cells = [[None] * columns for _ in range(rows)]
    for number, box in enumerate(view["boxes"]):
        wide, deep, high = box["size"]
        if not box["level"] <= level < box["level"] + high:
            continue
        left, low = column_of(box["at"]), int(box["at"][1:]) - 1
        for row in range(low, low + deep):
            for column in range(left, left + wide):
                cells[rows - 1 - row][column] = number
    return cells


class Layer:
    """Draws the lines around and inside the cells of a layer."""

    def __init__(self, view: Facts, level: int, cells: Cells):
        self.boxes = view["boxes"]
        self.level = level
        self.cells = cells
        self.heights = view["heights"][::-1]
        self.rows, self.columns = len(cells), len(cells[0])

    def border(self, row: int) -> Text:
        """Return the line above a row, or below the last."""
        line = Text()
        for column in range(self.columns + 1):
            line.append(*self._corner(row, column))
            if column < self.columns:
                drawn = self._divided(row, column)
                line.append("─" if drawn else " ", LINE if drawn else self._fill(row, column))
        return line

    def inside(self, row: int) -> Text:
        """Return the cells of a row, and what is between them."""
        line = Text()
        for column in range(self.columns + 1):
            drawn = self._parted(row, column)
            line.append("│" if drawn else " ", LINE if drawn else self._fill(row, column))
            if column < self.columns:
                line.append(*self._cell(row, column))
        return line

    def _cell(self, row: int, column: int) -> tuple[str, str]:
        number = self.cells[row][column]
        if number is None:
            return OPEN if self.heights[row][column] == self.level else NOTHING, ""
        box = self.boxes[number]
        name = letter(colour_of(box))
        ends = box["level"] + box["size"][2] == self.level + 1
        return name if ends else name.lower(), self._fill(row, column)

    def _corner(self, row: int, column: int) -> tuple[str, str]:
        """Return what is drawn where four cells meet."""
        lines = (
            (row > 0 and self._parted(row - 1, column))
            | (column < self.columns and self._divided(row, column)) << 1
            | (row < self.rows and self._parted(row, column)) << 2
            | (column > 0 and self._divided(row, column - 1)) << 3
        )
        return LINES[lines], LINE if lines else self._fill(row, column)

    def _parted(self, row: int, column: int) -> bool:
        """Return whether there is a line to the left of a cell."""
        return column in (0, self.columns) or self._at(row, column - 1) != self._at(row, column)

    def _divided(self, row: int, column: int) -> bool:
        """Return whether there is a line above a cell."""
        return row in (0, self.rows) or self._at(row - 1, column) != self._at(row, column)

    def _at(self, row: int, column: int) -> int | None:
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return self.cells[row][column] if inside else None

    def _fill(self, row: int, column: int) -> str:
        number = self._at(row, column)
        return "" if number is None else paint(colour_of(self.boxes[number]))

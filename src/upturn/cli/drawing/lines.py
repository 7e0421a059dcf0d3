"""Drawings that are lists of lines, put side by side."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from rich.text import Text

Lines = list[Text]
HARD_SPACE = "\N{NO-BREAK SPACE}"


def width_of(lines: Lines) -> int:
    return max((line.cell_len for line in lines), default=0)


def beside(parts: Sequence[Lines], gap: int) -> Lines:
    """Return drawings side by side, aligned at the top, `gap` columns apart."""
    widths = [width_of(part) for part in parts]
    rows = []
    for at in range(max(map(len, parts))):
        row = Text()
        for part, width in zip(parts, widths, strict=True):
            line = part[at].copy() if at < len(part) else Text()
            line.pad_right(width - line.cell_len)
            row.append_text(line).append(" " * gap)
        row.rstrip()
        rows.append(row)
    return rows


def shelves(parts: Sequence[Lines], width: int, gap: int) -> list[Lines]:
    """Return drawings of equal width in rows that are as even as possible."""
    each = max(map(width_of, parts))
    most = max(1, (width + gap) // (each + gap))
    rows = -(-len(parts) // most)
    abreast = -(-len(parts) // rows)
    return [beside(parts[at : at + abreast], gap) for at in range(0, len(parts), abreast)]


def wrapped(text: str, width: int, style: str = "") -> Lines:
    """Return words in lines of this width. A hard space keeps two words together."""
    lines = textwrap.wrap(text, width, break_on_hyphens=False)
    return [Text(line.replace(HARD_SPACE, " "), style) for line in lines]


def indented(lines: Lines, by: int = 1) -> Text:
    """Return the lines as one text with a margin."""
    return Text("\n").join(Text.assemble(" " * by, line) for line in lines)

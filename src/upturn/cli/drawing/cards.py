"""Cards in a terminal, overlapping as in a hand.

A card is a list of lines, each three columns wide. The game that uses it fills them.
"""

from __future__ import annotations

from rich.text import Text

Card = tuple[Text, ...]

PITCH = 4
"""Cards of a group overlap. Each shows this many columns, and the last also its right edge."""


def shelves(groups: list[list[Card]], width: int) -> Text:
    """Return groups of cards side by side, in as many rows as they need."""
    most = max(1, (width - 1) // PITCH)
    parts = [group[at : at + most] for group in groups for at in range(0, len(group), most)]
    rows: list[list[Text]] = []
    for lines in map(fan, parts):
        if rows and rows[-1][0].cell_len + 1 + lines[0].cell_len <= width:
            rows[-1] = [Text(" ").join(pair) for pair in zip(rows[-1], lines, strict=True)]
        else:
            rows.append(lines)
    return Text("\n").join(line for row in rows for line in row)


def fan(cards: list[Card]) -> list[Text]:
    """Return overlapping cards, line by line."""
    top, bottom = Text("╭───" * len(cards) + "╮", "dim"), Text("╰───" * len(cards) + "╯", "dim")
    edge = Text("│", "dim")
    inside = [
        Text.assemble(*(part for face in line for part in (edge, face)), edge)
        for line in zip(*cards, strict=True)
    ]
    return [top, *inside, bottom]

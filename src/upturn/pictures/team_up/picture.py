"""Team UP as a picture: the pallet from a corner, and beside it cards, boxes left, sum and plan.

`picture_of(view)` returns the text of the SVG. The parts: `pallet.py` (wood), `stack.py` (the boxes
on it), `pictures/cardboard.py` (one box), `cards.py`, `notes.py`, `words.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from upturn.games.team_up.components import PERFECT
from upturn.games.team_up.wording import signed
from upturn.pictures import paper
from upturn.pictures.cardboard import CELL
from upturn.pictures.paper import heading, on_table, paper_card, star, words
from upturn.pictures.svg import Ink, group, moved, number
from upturn.pictures.team_up.cards import (
    DECK_TALL,
    coming_cards,
    coming_tall,
    table_of_cards,
    undrawn_cards,
)
from upturn.pictures.team_up.notes import (
    ABOVE_TALL,
    LEFT_TALL,
    SUM_TALL,
    boxes_left,
    from_above,
    the_sum,
)
from upturn.pictures.team_up.pallet import COLUMNS, LAYERS, ROWS, empty_pallet, layer_guide
from upturn.pictures.team_up.stack import shadows_on_planks, stack
from upturn.pictures.team_up.words import (
    house_rule_of,
    mode_of,
    score_of,
    title_of,
    told,
    whose_turn,
)

WIDTH = 820
GAP = 14
BESIDE = 488
"""Where the column of cards and notes begins."""
CARDS_TALL = 172
SCALE = round(0.94 * min(1, 10 / (COLUMNS + ROWS)), 2)
"""The scale of the pallet, so that it ends where that column begins."""
COLUMN_TALL = 26 + CARDS_TALL + LEFT_TALL + SUM_TALL + ABOVE_TALL + 3 * GAP + 26
HEADING_TALL = 104
HEADING_LINE = 24
UNDER_PALLET = 169 + int(SCALE * CELL * COLUMNS / 2)
"""From the corner of a1 to the end of the table."""


def picture_of(view: Mapping[str, Any]) -> str:
    """Return the picture of a view of Team UP."""
    heading_tall = HEADING_TALL + HEADING_LINE * max(1, len(_below_turn(view)))
    table = max(COLUMN_TALL, heading_tall + _stack_height(view) + UNDER_PALLET)
    coming = view["coming"]
    return on_table(
        WIDTH,
        table + (coming_tall(coming) + GAP if coming else 0),
        title_of(view),
        told(view),
        _pallet(view, table - UNDER_PALLET),
        _head(view),
        moved(24, table - DECK_TALL - 26, undrawn_cards(view["undrawn"])),
        _column(view),
        moved(24, table - 26 + GAP, coming_cards(coming, view["deck"])) if coming else Ink(""),
    )


def _stack_height(view: Mapping[str, Any]) -> float:
    """Return the height on paper from the corner of a1 to the highest point."""
    tops = [
        height + (row + 1 - column) / 2
        for row, heights in enumerate(view["heights"])
        for column, height in enumerate(heights)
    ]
    return float(SCALE * CELL * max(*tops, LAYERS + ROWS / 2))


def _pallet(view: Mapping[str, Any], ground: float) -> Ink:
    return group(
        empty_pallet(),
        layer_guide(view["layers"]),
        shadows_on_planks(view["heights"]),
        stack(view["boxes"], view["heights"]),
        transform=f"translate(72 {number(ground)}) scale({SCALE})",
    )


def _head(view: Mapping[str, Any]) -> Ink:
    """Draw the name of the game, and what happens now."""
    lines = [
        heading(30, 60, "Team UP", 34),
        words(32, 88, whose_turn(view), 18, fill=paper.ON_TABLE),
        *(
            words(32, 88 + HEADING_LINE * at, line, 18, fill=paper.ON_TABLE_SOFT)
            for at, line in enumerate(_below_turn(view), start=1)
        ),
    ]
    return group(*lines, _ribbon(view) if view["over"] else Ink(""))


def _below_turn(view: Mapping[str, Any]) -> list[str]:
    return [line for line in (mode_of(view), house_rule_of(view)) if line]


def _ribbon(view: Mapping[str, Any]) -> Ink:
    """Draw a strip of paper with the final score, and a star if it is perfect."""
    score = score_of(view)
    perfect = score == PERFECT
    said = f"{signed(score)}: a perfect pallet" if perfect else f"Score {signed(score)}"
    return moved(
        212,
        32,
        paper_card(
            264 if perfect else 160,
            38,
            star(22, 19, 12, fill=paper.GOLD, stroke=paper.GOLD_DARK) if perfect else Ink(""),
            words(42 if perfect else 22, 26, said, 20, bold=True, serif=True),
            key="ribbon",
            fill=paper.PAPER_SHADE,
        ),
        turn=-1,
    )


def _column(view: Mapping[str, Any]) -> Ink:
    cards = table_of_cards(view["card"], view["deck"], view["penalties"])
    left = sum(sum(counts.values()) for counts in view["left"].values())
    parts: list[tuple[float, Ink]] = [(CARDS_TALL, cards)]
    parts += [
        (LEFT_TALL, boxes_left(view["left"])),
        (
            SUM_TALL,
            the_sum(view["layers"], left, view["penalties"], score_of(view), view["to_beat"]),
        ),
        (ABOVE_TALL, from_above(view["boxes"], view["heights"])),
    ]
    y = 26.0
    placed = []
    for tall, part in parts:
        placed.append(moved(BESIDE, y, part))
        y += tall + GAP
    return group(*placed)

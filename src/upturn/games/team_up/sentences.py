"""What is said when a move of Team UP is refused, by code.

The codes and the templates are what other languages translate; a template's braces are filled
from the error's `details`. Where a sentence depends on the axis, it is the pair (upright, lying).
"""

from __future__ import annotations

from upturn.errors import IllegalMove, InvalidMove
from upturn.filling import filled, listed
from upturn.games.rules import Facts
from upturn.games.team_up.components import COMPONENTS
from upturn.games.team_up.tables import CARD_TEXTS, CELL_TEXTS

SENTENCES: dict[str, str | tuple[str, str]] = {
    "outside": "the {box} would stick out at {cell}. The pallet goes from "
    f"{CELL_TEXTS[0]} to {CELL_TEXTS[-1]}",
    "painted-side": (
        "the coloured side of the {box} is its {top} side and must face up, "
        "so the box can't stand upright",
        "the coloured side of the {box} is its {top} side and must face up, "
        "so the box can't lie along {axis}",
    ),
    "overhangs": "the box would overhang: {cells[0]} is at height {heights[0]}, "
    "but {cells[1]} is at height {heights[1]}",
    "touches-nothing": "the {box} would touch nothing at {at}. "
    "It needs another box beside or under it",
    "clones": "this would clone the {box} at {at}: "
    "their {side} sides would cover each other exactly",
    "card-asks": "the card asks for {asks}, not a {box}",
    "none-left": "there is no {box} left",
    "draw-first": "draw a card first",
    "card-drawn": "you have already drawn a card ({card}). Place a box that follows it",
    "too-late": "you have already drawn a card ({card}). You can stop before the next draw",
    "must-place": "you must follow the card if you can, and {move} is possible",
    "name-the-axis": "say which way the {box} lies, along x or y",
    "no-such-box": f"there is no box {{box}}. The colours are {listed([*COMPONENTS.colours])}. "
    f"The boxes are {listed([kind.name for kind in COMPONENTS.kinds])}",
    "no-such-card": f"there is no card {{card}}. The cards are {listed([*CARD_TEXTS])}",
}


def illegal(code: str, details: Facts) -> IllegalMove:
    """The rules forbid it."""
    return IllegalMove(code, _sentence(code, details), details)


def invalid(code: str, details: Facts) -> InvalidMove:
    """It is no move."""
    return InvalidMove(code, _sentence(code, details), details)


def _sentence(code: str, details: Facts) -> str:
    template = SENTENCES[code]
    if isinstance(template, tuple):
        template = template[details["axis"] != "z"]
    return filled(template, details)

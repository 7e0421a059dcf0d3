"""What is said when a move of Team UP is refused, by code.

The codes and the templates are what other languages translate; a template's braces are filled
from the error's `details`. Where a sentence depends on the axis, it is the pair (upright, lying).
"""

from __future__ import annotations

from upturn.errors import IllegalMove, InvalidMove
from upturn.games.rules import Facts
from upturn.games.team_up.components import COMPONENTS
from upturn.games.team_up.tables import CARD_TEXTS, CELL_TEXTS

SENTENCES: dict[str, str | tuple[str, str]] = {
    "outside": "outside: the {box} would cover {cell}, and the pallet is "
    f"{CELL_TEXTS[0]} to {CELL_TEXTS[-1]}",
    "painted-side": (
        "painted side up: the painted side of the {box} is its {top} side, "
        "so it cannot stand upright",
        "painted side up: the painted side of the {box} is its {top} side, "
        "so it cannot lie along {axis}",
    ),
    "overhangs": "overhangs: cells {cells[0]} and {cells[1]} are at heights "
    "{heights[0]} and {heights[1]}",
    "touches-nothing": "touches nothing: beside or under the {box} at {at} "
    "there must be another box",
    "clones": "clones the {box} at {at}: both show a {side} side and cover each other",
    "card-asks": "the card asks for {asks}, not the {box}",
    "none-left": "no {box} is left",
    "draw-first": "draw a card first",
    "card-drawn": "the card {card} is drawn: place a box that obeys it first",
    "too-late": "the card {card} is drawn: you can stop before the next draw",
    "must-place": "the card can be obeyed, so it must be: {move} is possible",
    "name-the-axis": "say along which axis the {box} lies, x or y",
    "no-such-box": "there is no box {box}; there are "
    f"{', '.join(COMPONENTS.colours)}, each as {', '.join(k.name for k in COMPONENTS.kinds)}",
    "no-such-card": f"there is no card {{card}}; there are {', '.join(CARD_TEXTS)}",
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
    return template.format(**details)

"""What is said when a move of Team UP is refused, by code.

The codes and the templates are what other languages translate; a template's braces are filled
from the error's `details`.
"""

from __future__ import annotations

from upturn.errors import IllegalMove, InvalidMove
from upturn.games.rules import Facts

SENTENCES = {
    "outside": "outside: the {box} would cover {cell}, and the pallet is {first} to {last}",
    "painted-side": "painted side up: the painted side of the {box} is its {top} side, "
    "so it cannot {turn}",
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
    "no-such-box": "there is no box {box}; there are {colours}, each as {kinds}",
    "no-such-card": "there is no card {card}; there are {cards}",
}


def illegal(code: str, details: Facts) -> IllegalMove:
    """The rules forbid it."""
    return IllegalMove(code, SENTENCES[code].format(**details), details)


def invalid(code: str, details: Facts) -> InvalidMove:
    """It is no move."""
    return InvalidMove(code, SENTENCES[code].format(**details), details)

"""Team Play's number cards: red ones have stripes and a round plate, blue ones dots and a diamond.

The name that moves use for the card is in the corner: `r5`, `b3`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from upturn.pictures import paper
from upturn.pictures.cardboard import PAINTS, Paint
from upturn.pictures.paper import paper_card, unevenness, words
from upturn.pictures.seats import steps
from upturn.pictures.svg import (
    Ink,
    Value,
    circle,
    element,
    group,
    joined,
    moved,
    polygon,
    rectangle,
)

TALL = 1.4
"""The height of a card whose width is 1."""
MARGIN = 5


@dataclass(frozen=True)
class Colour:
    """How a colour of numbers looks."""

    name: str
    paint: Paint
    dark: str
    """For numbers on paper."""
    round_: bool
    """Whether its plate is round."""


COLOURS = {
    "r": Colour("red", PAINTS["red"], paper.RED_DARK, True),
    "b": Colour("blue", PAINTS["blue"], paper.BLUE_DARK, False),
}


def said(card: str) -> str:
    """Return a card in words: `red 5`."""
    return f"{COLOURS[card[0]].name} {card[1:]}"


def face(card: str, wide: float, key: object = "") -> Ink:
    """Draw a number card face up."""
    colour, tall = COLOURS[card[0]], TALL * wide
    across, down = wide - 2 * MARGIN, tall - 2 * MARGIN
    middle, low = wide / 2, 0.57 * tall
    size = 0.5 * wide
    number = words(
        middle,
        low + 0.365 * size,
        card[1:],
        size,
        anchor="middle",
        bold=True,
        serif=True,
        fill=colour.dark,
    )
    label = 0.25 * wide
    inside = [
        element("title", f"{card}: {said(card)}"),
        rectangle(MARGIN, MARGIN, across, down, 5, fill=colour.paint.lid),
        moved(MARGIN, MARGIN, colour.paint.pattern(across, down)),
        _plate(colour, middle, low, 0.37 * wide),
        number,
        rectangle(0, 0, 0.48 * wide, 0.34 * wide, 8, fill=paper.PAPER),
        words(0.25 * wide, 0.26 * wide, card, label, anchor="middle", bold=True, fill=colour.dark),
    ]
    return group(paper_card(wide, tall, *inside, key=(card, key), fibres=False), class_="card")


def _plate(colour: Colour, x: float, y: float, radius: float) -> Ink:
    look: dict[str, Value] = {"fill": paper.PAPER, "stroke": colour.dark, "stroke_width": 2.0}
    if colour.round_:
        return circle(x, y, 0.94 * radius, **look)
    wide, tall = 1.12 * radius, 1.3 * radius
    corners = [(x, y - tall), (x + wide, y), (x, y + tall), (x - wide, y)]
    return polygon(corners, stroke_linejoin="round", **look)


def row(cards: Sequence[str], wide: float, room: float, *, bend: float = 0) -> Ink:
    """Draw cards side by side in the middle of the room, red ones apart from blue ones.

    The outermost cards of a full row lean outwards by `bend` degrees, as in a hand.
    """
    at, _ = steps(wide, room, [one[0] != two[0] for one, two in pairwise(cards)])
    left = (room - at[-1] - wide) / 2
    laid = []
    for place, (x, card) in enumerate(zip(at, cards, strict=True)):
        middle, low = wide / 2, TALL * wide
        out = (left + x + middle - room / 2) / (room / 2)  # from -1 to 1
        lean = bend * out + 0.7 * unevenness((card, place), 1)[0]
        shown = moved(-middle, -low, face(card, wide, place))
        laid.append(moved(left + x + middle, low + 2.2 * bend * out * out, shown, turn=lean))
    return joined(laid)

"""Team UP's cards in a terminal: drawn, as symbols and in words, and how many are left.

A shape's symbol has the right proportions: two half lines are as tall as a column is wide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from upturn.cli.drawing.lines import HARD_SPACE, Lines
from upturn.cli.drawing.speech import joined, some
from upturn.cli.drawing.team_up.pallet import ink, letter, paint
from upturn.games.team_up.components import COMPONENTS

if TYPE_CHECKING:
    from upturn.games.rules import Facts

SHAPES = {"square": "██", "wide": "███", "bar": "▄▄▄"}
EITHER = "|"
INSIDE = 9
"""The columns inside the edges of a card."""


def card_of(view: Facts) -> Lines:
    """Return the card in play, or the face-down pile."""
    if view["card"]:
        return drawn(symbol(view["card"]))
    return drawn(Text(some(view["deck"], "card")))


def drawn(face: Text) -> Lines:
    face = face.copy()
    face.align("center", INSIDE)
    edge = Text("│", "dim")
    return [
        Text(f"╭{'─' * INSIDE}╮", "dim"),
        Text.assemble(edge, face, edge),
        Text(f"╰{'─' * INSIDE}╯", "dim"),
    ]


def symbol(card: str) -> Text:
    """Return what is printed on a card."""
    if card in COMPONENTS.colours:
        return Text(f"  {letter(card)}  ", paint(card))
    return Text(EITHER).join(Text(SHAPES.get(shape, shape[:3])) for shape in card.split(EITHER))


def in_words(card: str) -> str:
    """Return a card in words, for a sentence."""
    return card.replace(EITHER, " or ")


def asked(card: str) -> str:
    """Return what a card asks for, in words."""
    if card in COMPONENTS.colours:
        return f"any {card} box"
    return f"any {joined(card.split(EITHER), 'or')} box"


def cards_left(view: Facts) -> str:
    """Return how many cards are undrawn, and of which kinds."""
    kinds = [f"{card}{HARD_SPACE}{count}" for card, count in view["undrawn"].items() if count]
    left = f"{some(view['deck'], 'card')} left"
    return f"{left}: {', '.join(kinds)}." if kinds else f"{left}.".capitalize()


def coloured(words: Text) -> Text:
    """Return words with the names of colours in their colour."""
    for colour in COMPONENTS.colours:
        words.highlight_words([colour], ink(colour))
    return words

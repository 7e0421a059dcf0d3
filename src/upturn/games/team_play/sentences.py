"""What is said when a move of Team Play is refused, by code.

The codes and the templates are what other languages translate; a template's braces are filled
from the error's `details`. Where a sentence depends on the cards drawn, there is one for none and
one for one.
"""

from __future__ import annotations

from upturn.errors import IllegalMove, InvalidMove
from upturn.filling import filled
from upturn.games.rules import Facts

SENTENCES: dict[str, str | tuple[str, ...]] = {
    "answer-first": "decide first whether to keep or swap your mission {mission}",
    "nothing-to-exchange": "there is no mission to keep or swap now. You are asked when a game "
    "with 4 or 6 players begins, and whenever you get a new mission",
    "discard-first": "you hold {held|card|cards}. Discard down to {limit} first",
    "no-discard": "you can only discard if you hold more than {limit|card|cards} "
    "when your turn begins",
    "not-in-bank": "{card} is not in the bank. The bank has {bank}",
    "drawn-twice": "you have drawn your two cards. Complete a mission or end your turn",
    "draws-first": (
        "you must draw two cards first",
        "you must draw your second card first",
    ),
    "not-open": "{mission} is not one of the open missions",
    "not-yours": "{mission} belongs to {name}. "
    "You can complete your own missions and the one in the centre",
    "not-held": "you don't hold {card}",
    "too-few-held": "you need {wanted|copy|copies} of {card}, but you hold only {held}",
    "no-partner": "with {players} players everyone plays alone, "
    "so you have no partner to give cards to",
    "given-already": "you have already given cards this turn",
    "between-draws": "you can't give cards between your two draws. Draw the second card first",
    "two-at-most": "you can give one or two cards, not {count}",
    "not-fulfilled": "{mission} asks for {asks}, not {cards}",
    "surplus": "{mission} asks for {asks} and nothing more: {surplus} would be left over",
    "name-the-cards": "{mission} asks for {asks}. Say which cards you want to use",
    "too-few-cards": "you need {wanted|copy|copies} of {card}, but there are only {copies}",
    "one-at-a-time": "draw or discard cards one at a time",
    "no-such-card": "there is no card {card}. The cards are r1 to r8 and b1 to b8",
    "no-such-mission": "there is no mission {mission}",
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
        template = template[details["drawn"]]
    return filled(template, details)

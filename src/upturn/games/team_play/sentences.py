"""What is said when a move of Team Play is refused, by code.

The codes and the templates are what other languages translate; a template's braces are filled
from the error's `details`. Where a sentence depends on the cards drawn, there is one for none and
one for one.
"""

from __future__ import annotations

from upturn.errors import IllegalMove, InvalidMove
from upturn.games.rules import Facts

SENTENCES: dict[str, str | tuple[str, ...]] = {
    "answer-first": "first say whether you keep or swap your mission {mission}",
    "nothing-to-exchange": "there is no mission to keep or swap now: "
    "that is asked when the game begins at 4 and 6 players, and when a mission of yours is new",
    "discard-first": "you hold {held} cards: discard down to {limit} first",
    "no-discard": "you may only discard when your turn begins with more than {limit} cards",
    "not-in-bank": "{card} is not in the bank; there lie {bank}",
    "drawn-twice": "you have drawn your two cards",
    "draws-first": (
        "you draw two cards in a turn, and have drawn none",
        "you draw two cards in a turn, and have drawn one",
    ),
    "not-open": "the mission {mission} is not open",
    "not-yours": "{mission} is the mission of seat {owner}: "
    "you may fulfil your own and the one in the centre",
    "not-held": "you do not hold {card}",
    "too-few-held": "you hold only {held} of the {wanted} cards {card}",
    "no-partner": "at {players} players everyone plays alone: there is no partner to give to",
    "given-already": "you have already given this turn",
    "between-draws": "cards cannot be given between the two draws: draw the second one first",
    "two-at-most": "one or two cards can be given, not {count}",
    "not-fulfilled": "{mission} asks for {asks}, not {cards}",
    "surplus": "{mission} asks for {asks}, with no surplus: {surplus} would be left over",
    "name-the-cards": "{mission} asks for {asks}; name the cards",
    "too-few-cards": "there are only {copies} of the {wanted} cards {card}",
    "one-at-a-time": "cards are drawn and discarded one at a time",
    "no-such-card": "there is no card {card}; there are r1 to r8 and b1 to b8",
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
    return template.format(**details)

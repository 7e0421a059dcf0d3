"""What is said when a move of dnup is refused, by code.

The codes and the templates are what other languages translate; a template's braces are filled
from the error's `details`. Where a sentence depends on the size of a set, it is the list
(a single card, a pair, more).
"""

from __future__ import annotations

from upturn.errors import IllegalMove, InvalidMove
from upturn.filling import filled
from upturn.games.rules import Facts

NEW_PAIR = "there is a pair of {value}s on the table, so the new pair must be higher than {value}"
SENTENCES: dict[str, str | tuple[str, str, str]] = {
    "not-held": "you don't hold {card}",
    "too-few-held": "you need {wanted|copy|copies} of {card}, but you hold only {held}",
    "other-way-up": "you hold {turned}, not {card}. You can't turn a single card in your hand",
    "set-too-low": (
        "there is a single {value} on the table, so a single card must be higher than {value}",
        "there is a pair of {value}s on the table, so a pair must be higher than {value}",
        "there is a set of {size} cards of value {value} on the table, "
        "so a set of {size} must be higher than {value}",
    ),
    "add-too-low": (  # a set that grows has two cards or more
        NEW_PAIR,
        NEW_PAIR,
        "there is a set of {size} cards of value {value} on the table, "
        "so the new set of {size} must be higher than {value}",
    ),
    "no-set": "there is no set at {place}",
    "own-set": "that set is your own. You can only add to an opponent's set or take one",
    "other-value": "the set at {place} has the value {value}, so you can't add {card} to it",
    "no-such-card": "there is no card {card} in the deck",
    "no-such-place": "there is no place {place}. The places are {places}",
    "mixed-set": "the cards of a set must all have the same active value: these have {values}",
    "too-few-cards": "you need {wanted|copy|copies} of {card}, but the deck has only {copies}",
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
        template = template[min(details["size"], 3) - 1]
    return filled(template, details)

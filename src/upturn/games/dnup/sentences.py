"""What is said when a move of dnup is refused, by code.

The codes and the templates are what other languages translate; a template's braces are filled
from the error's `details`. Where a sentence depends on the size of a set, it is the list
(a single card, a pair, more).
"""

from __future__ import annotations

from upturn.errors import IllegalMove, InvalidMove, in_a_sentence
from upturn.games.rules import Facts

SENTENCES: dict[str, str | tuple[str, str, str]] = {
    "not-held": "you do not hold {card}",
    "too-few-held": "you hold only {held} of the {wanted} cards {card}",
    "other-way-up": "you hold {turned}, not {card}: a card keeps its way up in the hand",
    "set-too-low": (
        "a single {value} lies on the table: a single card must be higher than {value}",
        "a pair of {value}s lies on the table: a pair must be higher than {value}",
        "a set of {size} cards of value {value} lies on the table: "
        "a set of {size} must be higher than {value}",
    ),
    "add-too-low": (
        "a single {value} lies on the table: the grown set must be higher than {value}",
        "a pair of {value}s lies on the table: the grown pair must be higher than {value}",
        "a set of {size} cards of value {value} lies on the table: "
        "the grown set of {size} must be higher than {value}",
    ),
    "no-set": "no set lies at {place}",
    "own-set": "{place} is your own: only an opponent's set can be added to or taken",
    "other-value": "the set at {place} has the value {value}: {card} cannot join it",
    "no-such-card": "the deck has no card {card}",
    "no-such-place": "there is no place {place}; there is {places}",
    "mixed-set": "the cards of a set share one active value: these have {values}",
    "too-few-cards": "the deck has only {copies} of the {wanted} cards {card}",
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
    return template.format_map({name: in_a_sentence(value) for name, value in details.items()})

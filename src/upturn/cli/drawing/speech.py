"""Words that every game needs: who does what, how many of what, how things stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from upturn.filling import seat_in
from upturn.games import names
from upturn.games.rules import Facts

OPENING = re.compile(r"(?<![^\s(\[=“])'(?=\S)")
"""A straight mark where a quotation begins."""
ENDS = (".", "!", "?", "…")


class Speaker:
    """Names the seats for the person in one of them, who is "you"."""

    def __init__(self, names: list[str], seat: int):
        self.names = names
        self.seat = seat

    def who(self, seat: int) -> str:
        return "you" if seat == self.seat else self.names[seat - 1]

    def whose(self, seat: int) -> str:
        return "your" if seat == self.seat else f"{self.names[seat - 1]}’s"

    def name(self, seat: int) -> str:
        """Return the name of a seat for a list."""
        return "You" if seat == self.seat else self.names[seat - 1]

    def verb(self, seat: int, verb: str) -> str:
        return verb if seat == self.seat else f"{verb}s"

    def does(self, seat: int, verb: str) -> str:
        return f"{self.who(seat)} {self.verb(seat, verb)}"

    def named(self, details: Facts) -> Facts:
        """Return the details of a refusal or a bot's reason with the name of the seat they are
        about."""
        seat = seat_in(details)
        return details if seat is None else {**details, "name": self.who(seat)}


def standings(kind: str, scores: Iterable[tuple[str, int]]) -> str:
    """Return a list of who has how many, in the given order."""
    return f"{kind}: {' · '.join(f'{name} {score}' for name, score in scores)}"


PLURALS = {"box": "boxes", "penalty": "penalties"}


def some(count: int, thing: str) -> str:
    """Return a number of things in words, singular or plural."""
    first, _, rest = thing.partition(" ")
    plural = first if count == 1 else PLURALS.get(first, f"{first}s")
    return f"{count or 'no'} {plural} {rest}".rstrip()


def joined(things: Sequence[str], word: str = "and") -> str:
    """Return a list of things in words, with this word before the last."""
    *first, last = things
    return f"{', '.join(first)} {word} {last}" if first else last


def sentence(text: str) -> str:
    """Return words as a sentence. The games write reasons without a capital and a full stop.

    Cards, missions and games keep their case: r5 is not R5.
    """
    first = text.partition(" ")[0].rstrip(",;:")
    plain = first.replace("’", "").isalpha() and first not in names()
    start = text[:1].upper() if plain else text[:1]
    return f"{start}{text[1:]}."


def complaint(text: str) -> str:
    """Return what went wrong as a sentence, with the marks of print."""
    text = in_print(text)
    return sentence(text).removesuffix("." if text.endswith(ENDS) else "")


def in_print(text: str) -> str:
    """Return a text with the apostrophes and quotation marks of print."""
    return OPENING.sub("‘", text).replace("'", "’")

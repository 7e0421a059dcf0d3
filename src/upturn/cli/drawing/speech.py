"""Words that every game needs: who does what, how many of what, how things stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class Speaker:
    """Names the seats to the person in one of them, who is "you"."""

    def __init__(self, names: list[str], seat: int):
        self.names = names
        self.seat = seat

    def who(self, seat: int) -> str:
        return "you" if seat == self.seat else self.names[seat - 1]

    def whose(self, seat: int) -> str:
        return "your" if seat == self.seat else f"{self.names[seat - 1]}’s"

    def name(self, seat: int) -> str:
        """As it stands in a list."""
        return "You" if seat == self.seat else self.names[seat - 1]

    def verb(self, seat: int, verb: str) -> str:
        return verb if seat == self.seat else f"{verb}s"

    def does(self, seat: int, verb: str) -> str:
        return f"{self.who(seat)} {self.verb(seat, verb)}"


def standings(kind: str, scores: Iterable[tuple[str, int]]) -> str:
    """Who has how many, in the order given."""
    return f"{kind}: {' · '.join(f'{name} {score}' for name, score in scores)}"


PLURALS = {"box": "boxes", "penalty": "penalties"}


def some(count: int, thing: str) -> str:
    """So many things, in words that agree."""
    first, _, rest = thing.partition(" ")
    plural = first if count == 1 else PLURALS.get(first, f"{first}s")
    return f"{count or 'no'} {plural} {rest}".rstrip()


def joined(things: Sequence[str], word: str = "and") -> str:
    """Things in a row, the last after this word."""
    *first, last = things
    return f"{', '.join(first)} {word} {last}" if first else last


def sentence(text: str) -> str:
    """Words as a sentence; the games write their reasons without capital and stop.

    Cards and missions keep their letters: r5 is not R5.
    """
    first = text.partition(" ")[0].rstrip(",;:")
    start = text[:1].upper() if first.replace("’", "").isalpha() else text[:1]
    return f"{start}{text[1:]}."

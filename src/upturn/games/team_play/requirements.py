"""Which cards fulfil a requirement: every multiset of cards that does, each once.

A way is written as the cards it takes, sorted by number, red before blue. Compiled code asks the
tables made of these lists (`tables.py`); nothing else knows what a requirement means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations_with_replacement, permutations, product

from upturn.games.rules import Facts
from upturn.games.team_play.components import (
    COPIES,
    LARGEST_HAND,
    NUMBERS,
    Requirement,
)

MOST_WAYS = 20_000
"""A mission with more is refused: somebody's slip, and no hand could be offered them all."""

RED, BLUE = 0, 1
Way = tuple[int, ...]
Palette = tuple[int, ...]
PALETTES: dict[str, list[Palette]] = {
    "any": [(RED, BLUE)],
    "red": [(RED,)],
    "blue": [(BLUE,)],
    "one": [(RED,), (BLUE,)],
}
"""What a colour allows: one of these sets of colours, for all cards of the way."""


def ways(requirement: Requirement) -> list[Way]:
    """Every multiset of cards that fulfils it, of as many cards as a hand can hold, sorted.

    Stops early, with more than MOST_WAYS, where there are too many.
    """
    found: set[Way] = set()
    for palette, numbers in product(PALETTES[requirement.colour], pools(requirement.pool)):
        for way in WAYS[requirement.kind](requirement, palette, numbers):
            if possible(way):
                found.add(way)
            if len(found) > MOST_WAYS:
                break
    return sorted(found, key=lambda way: [by_number(card) for card in way])


def pools(pool: str) -> list[list[int]]:
    """The numbers a pool allows: one of these lists, for all cards of the way."""
    odd, even = list(range(1, NUMBERS + 1, 2)), list(range(2, NUMBERS + 1, 2))
    if pool in ("odd", "even", "parity"):
        return {"odd": [odd], "even": [even], "parity": [odd, even]}[pool]
    low, high = pool.split("-")
    return [list(range(int(low), int(high) + 1))]


def as_facts(requirement: Requirement) -> Facts:
    """A requirement as plain data: its kind, what all kinds have, and what its kind asks for."""
    asked: dict[str, Facts] = {
        "groups": {
            "sizes": list(requirement.sizes),
            "colours": list(requirement.colours) or [requirement.colour] * len(requirement.sizes),
        },
        "run": {"length": requirement.length},
        "exact": {"numbers": sorted(requirement.numbers)},
        "from": {"count": requirement.count},
        "addition": {},
        "sum": {"total": requirement.total, "count": requirement.count or None},
    }
    return {
        "kind": requirement.kind,
        "colour": requirement.colour,
        "pools": pools(requirement.pool),
        **asked[requirement.kind],
    }


def card(number: int, colour: int) -> int:
    """The card of this number and colour, in card order."""
    return colour * NUMBERS + number - 1


def number_of(card: int) -> int:
    return card % NUMBERS + 1


def by_number(card: int) -> int:
    """The place of a card when sorted by number, red before blue."""
    return 2 * (card % NUMBERS) + card // NUMBERS


def in_order(cards: Iterable[int]) -> Way:
    return tuple(sorted(cards, key=by_number))


def possible(way: Way) -> bool:
    return len(way) <= LARGEST_HAND and all(way.count(kind) <= COPIES for kind in set(way))


def coloured(numbers: Iterable[int], palette: Palette) -> Iterator[Way]:
    """These numbers in all colours of the palette."""
    kinds = [[card(number, colour) for colour in palette] for number in numbers]
    return (in_order(cards) for cards in product(*kinds))


# --- The kinds -------------------------------------------------------------------------------


def groups(requirement: Requirement, palette: Palette, numbers: list[int]) -> Iterator[Way]:
    """Groups of one number each, no two groups of the same number."""
    sizes = requirement.sizes
    palettes = [PALETTES[colour][0] for colour in requirement.colours] or [palette] * len(sizes)
    asked = list(zip(sizes, palettes, strict=True))
    alike = [
        (one, two) for two in range(len(asked)) for one in range(two) if asked[one] == asked[two]
    ]
    for chosen in permutations(numbers, len(sizes)):
        if any(chosen[one] > chosen[two] for one, two in alike):
            continue  # the same groups in another order
        each = [
            combinations_with_replacement([card(number, colour) for colour in colours], size)
            for number, (size, colours) in zip(chosen, asked, strict=True)
        ]
        for parts in product(*each):
            yield in_order(kind for part in parts for kind in part)


def run(requirement: Requirement, palette: Palette, numbers: list[int]) -> Iterator[Way]:
    """Consecutive numbers, which do not go on from 8 to 1."""
    for first in range(1, NUMBERS - requirement.length + 2):
        yield from coloured(range(first, first + requirement.length), palette)


def exact(requirement: Requirement, palette: Palette, numbers: list[int]) -> Iterator[Way]:
    return coloured(requirement.numbers, palette)


def from_pool(requirement: Requirement, palette: Palette, numbers: list[int]) -> Iterator[Way]:
    kinds = [card(number, colour) for number in numbers for colour in palette]
    return (in_order(way) for way in combinations_with_replacement(kinds, requirement.count))


def addition(requirement: Requirement, palette: Palette, numbers: list[int]) -> Iterator[Way]:
    """Two cards add up to the third; the two may be equal."""
    for one, other in combinations_with_replacement(numbers, 2):
        if one + other <= NUMBERS:
            yield from coloured((one, other, one + other), palette)


def total(requirement: Requirement, palette: Palette, numbers: list[int]) -> Iterator[Way]:
    """Cards of a given total: so many of them, or any number."""
    kinds = in_order(card(number, colour) for number in numbers for colour in palette)

    def fill(chosen: Way, first: int, left: int) -> Iterator[Way]:
        if left == 0:
            if requirement.count in (0, len(chosen)):
                yield chosen
            return
        if left > NUMBERS * ((requirement.count or LARGEST_HAND) - len(chosen)):
            return  # not even with the highest cards
        for at in range(first, len(kinds)):
            if number_of(kinds[at]) > left:
                return
            if chosen.count(kinds[at]) < COPIES:
                yield from fill((*chosen, kinds[at]), at, left - number_of(kinds[at]))

    return fill((), 0, requirement.total)


WAYS: dict[str, Callable[[Requirement, Palette, list[int]], Iterator[Way]]] = {
    "groups": groups,
    "run": run,
    "exact": exact,
    "from": from_pool,
    "addition": addition,
    "sum": total,
}

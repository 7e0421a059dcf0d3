"""Who sits where, deal by deal: every deal is played once from every seat by everyone.

A line-up names a bot for each side. `sets_of_games` gives, for one deal after the other, the
line-ups that play it: the same bots moved on by one side until all have sat everywhere.

- As many bots as sides: these.
- Fewer: they are repeated in turn, shifted from deal to deal, so that each is doubled as often.
- More: all combinations in turn, in an order that soon gives each bot equally many games.
- One side (Team UP): there is nobody to meet at the table; each bot plays the deal by itself.

Who follows whom matters too where seats take turns, so the bots also change their order from deal
to deal, until every order has been there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, count, permutations

LineUp = tuple[str, ...]
"""A bot's name by side."""


def sets_of_games(bots: tuple[str, ...], sides: int) -> Iterator[tuple[LineUp, ...]]:
    """For the first deal, the second and so on without end: the line-ups that play it."""
    if sides == 1:
        alone = tuple((bot,) for bot in dict.fromkeys(bots))
        while True:
            yield alone
    tables = list(tables_of(bots, sides))
    for deal in count():
        around, table = divmod(deal, len(tables))
        orders = orders_of(tables[table])
        yield rotations(orders[around % len(orders)])


def tables_of(bots: tuple[str, ...], sides: int) -> Iterator[LineUp]:
    """Who meets whom, until each bot had its turn as often as any other."""
    number = len(bots)
    if number > sides:
        for chosen in balanced_combinations(number, sides):
            yield tuple(bots[at] for at in chosen)
        return
    for shift in range(number if sides % number else 1):
        yield tuple(bots[(shift + at) % number] for at in range(sides))


def balanced_combinations(number: int, size: int) -> Iterator[tuple[int, ...]]:
    """All ways to choose so many of 0 … number - 1.

    A choice is followed by the same one moved on by 1, 2 and so on around the circle: after each
    such round everyone was chosen equally often.
    """
    for chosen in combinations(range(number), size):
        moved = [tuple(sorted((at + step) % number for at in chosen)) for step in range(number)]
        if chosen == min(moved):
            yield from dict.fromkeys(moved)


@cache
def orders_of(table: LineUp) -> tuple[LineUp, ...]:
    """The ways to sit around a table, told apart by who follows whom; as given comes first."""
    first, *rest = table
    by_circle: dict[LineUp, LineUp] = {}
    for others in permutations(rest):
        order = (first, *others)
        by_circle.setdefault(min(rotations(order)), order)
    return tuple(by_circle.values())


@cache
def rotations(order: LineUp) -> tuple[LineUp, ...]:
    """The order moved on by one side at a time, until it is as it was."""
    moved = (order[-step:] + order[:-step] for step in range(len(order)))
    return tuple(dict.fromkeys(moved))

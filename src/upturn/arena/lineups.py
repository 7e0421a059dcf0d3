"""Which bot sits where, deal by deal: every bot of a deal plays it once from every side.

A line-up names a bot for each side. `sets_of_games` gives the line-ups for one deal after another:
the same bots, moved on by one side until each has been on every side.

- As many bots as sides: all of them play.
- Fewer: they are repeated in turn and shifted from deal to deal, so that each is doubled equally
  often.
- More: all combinations in turn, in an order that soon gives each bot equally many games.
- One side (Team UP): there are no opponents, so each bot plays the deal by itself.

Where seats take turns it also matters which bot follows which. So the bots also change their order
from deal to deal, until every order has been played.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, count, permutations

LineUp = tuple[str, ...]
"""The name of a bot for each side."""


def sets_of_games(bots: tuple[str, ...], sides: int) -> Iterator[tuple[LineUp, ...]]:
    """Yield the line-ups that play the first deal, the second and so on without end."""
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
    """Yield the bots that meet, until each bot has played equally often."""
    number = len(bots)
    if number > sides:
        for chosen in balanced_combinations(number, sides):
            yield tuple(bots[at] for at in chosen)
        return
    for shift in range(number if sides % number else 1):
        yield tuple(bots[(shift + at) % number] for at in range(sides))


def balanced_combinations(number: int, size: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to choose `size` of the numbers 0 … number - 1.

    Each choice is followed by the same choice moved on by 1, 2 and so on around the circle. After
    each such round all numbers have been chosen equally often.
    """
    for chosen in combinations(range(number), size):
        moved = [tuple(sorted((at + step) % number for at in chosen)) for step in range(number)]
        if chosen == min(moved):
            yield from dict.fromkeys(moved)


@cache
def orders_of(table: LineUp) -> tuple[LineUp, ...]:
    """Return the orders around a table that differ in who follows whom, the given one first."""
    first, *rest = table
    by_circle: dict[LineUp, LineUp] = {}
    for others in permutations(rest):
        order = (first, *others)
        by_circle.setdefault(min(rotations(order)), order)
    return tuple(by_circle.values())


@cache
def rotations(order: LineUp) -> tuple[LineUp, ...]:
    """Return the order moved on by one side at a time, without repeats."""
    moved = (order[-step:] + order[:-step] for step in range(len(order)))
    return tuple(dict.fromkeys(moved))

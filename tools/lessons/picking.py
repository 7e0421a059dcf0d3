"""Moves that a learner could try by pressing things on the table, legal or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from upturn.games import rules_of
from upturn.games.pieces import module_of

Facts = dict[str, Any]

MOST_PICKED = 6
"""The most cards of a hand that are picked at once."""


def tries(view: Facts) -> list[str]:
    """Return the texts of moves that are not legal.

    A game with many moves says in `tries(view)`, in its module here, which deserve an answer.
    """
    own = module_of(view["game"], __package__)
    known = rules_of(view["game"]).notation(view["players"]).texts
    tried: Iterable[str] = own.tries(view) if own else filter(None, known)
    legal = set(view["legal"])
    return [move for move in dict.fromkeys(tried) if move not in legal]


def subsets(cards: list[str], most: int) -> Iterator[tuple[str, ...]]:
    """Yield each choice of cards from a hand once."""
    for size in range(1, most + 1):
        yield from dict.fromkeys(combinations(cards, size))

"""Moves that a learner could try by pressing what lies on the table, legal or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from upturn.games import rules_of
from upturn.games.pieces import module_of

Facts = dict[str, Any]

MOST_PICKED = 6
"""So many cards of a hand are picked at once, at most."""


def tries(view: Facts) -> list[str]:
    """Texts of moves, without those that are legal.

    A game with many moves says which of them are worth an answer: `tries(view)` in its module here.
    """
    own = module_of(view["game"], __package__)
    known = rules_of(view["game"]).notation(view["players"]).texts
    tried: Iterable[str] = own.tries(view) if own else filter(None, known)
    legal = set(view["legal"])
    return [move for move in dict.fromkeys(tried) if move not in legal]


def subsets(cards: list[str], most: int) -> Iterator[tuple[str, ...]]:
    """What can be picked of a hand, each choice once."""
    for size in range(1, most + 1):
        yield from dict.fromkeys(combinations(cards, size))

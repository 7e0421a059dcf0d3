"""Moves that a learner could try by pressing what lies on the table, legal or not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any

Facts = dict[str, Any]

MOST_PICKED = 6
"""So many cards of a hand are picked at once, at most."""


def tries(view: Facts) -> Iterable[str]:
    """Texts of moves, without those that are legal."""
    legal = set(view["legal"])
    return [move for move in dict.fromkeys(KINDS[view["game"]](view)) if move not in legal]


def subsets(cards: list[str], most: int) -> Iterator[tuple[str, ...]]:
    """What can be picked of a hand, each choice once."""
    for size in range(1, most + 1):
        yield from dict.fromkeys(combinations(cards, size))


def dnup(view: Facts) -> Iterator[str]:
    hand = sorted(view["hand"], key=lambda card: [int(end) for end in card.split("/")])
    for cards in subsets(hand, MOST_PICKED):
        # Of mixed sets the small ones are enough: nobody picks six cards that do not belong.
        if len(cards) < 3 or len({card.split("/")[0] for card in cards}) == 1:
            yield "play " + " ".join(cards)
    for place in view["sets"]:
        yield from (f"add {card} to {place['seat']}" for card in hand)
    yield from (f"take {seat}" for seat in range(1, view["players"] + 1))


def team_play(view: Facts) -> Iterator[str]:
    hand = sorted(view["hand"], key=lambda card: (card[0] != "r", card))
    open_missions = [view["centre"], *(one for own in view["missions"] for one in own)]
    for mission in filter(None, open_missions):
        yield from (f"fulfil {mission} {' '.join(cards)}" for cards in subsets(hand, MOST_PICKED))
    yield from (f"give {' '.join(cards)}" for cards in subsets(hand, 3))
    yield from (f"discard {card}" for card in hand)
    yield from (f"draw {card}" for card in [*filter(None, view["bank"]), "pile"])
    yield from ("keep", "swap", "end")


def team_up(view: Facts) -> Iterator[str]:
    if view["card"] is not None:
        yield from placings(view)
    yield from ("draw", "penalty", "stop")


def placings(view: Facts) -> Iterator[str]:
    """A box of every kind in every place, each way round."""
    columns, rows = len(view["heights"][0]), len(view["heights"])
    cells = [f"{chr(97 + column)}{row + 1}" for column in range(columns) for row in range(rows)]
    for colour, kinds in view["left"].items():
        for kind, left in kinds.items():
            axes = [""] if kind in ("square1", "bar3") else [" x", " y"]
            if left:
                yield from (
                    f"place {colour} {kind} {cell}{axis}" for cell in cells for axis in axes
                )


KINDS: dict[str, Callable[[Facts], Iterator[str]]] = {
    "dnup": dnup,
    "team-play": team_play,
    "team-up": team_up,
}

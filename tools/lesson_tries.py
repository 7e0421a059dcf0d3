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
    own = [view["centre"], *view["missions"][view["seat"] - 1]]
    for mission in filter(None, own):
        yield from (f"fulfil {mission} {' '.join(cards)}" for cards in subsets(hand, MOST_PICKED))
    # A mission of somebody else is not ours, whatever the cards.
    others = {one for missions in view["missions"] for one in missions if one not in own}
    yield from (f"fulfil {mission} {card}" for mission in sorted(others) for card in hand[:1])
    yield from (f"give {' '.join(cards)}" for cards in subsets(hand, 3))
    yield from (f"discard {card}" for card in hand)
    yield from (f"draw {card}" for card in [*filter(None, view["bank"]), "pile"])
    yield from ("keep", "swap", "end")


def team_up(view: Facts) -> Iterator[str]:
    columns, rows = len(view["heights"][0]), len(view["heights"])
    cells = [f"{chr(97 + column)}{row + 1}" for column in range(columns) for row in range(rows)]
    for colour, kinds in view["left"].items():
        for kind in [kind for kind, left in kinds.items() if left]:
            axes = [""] if kind in ("square1", "bar3") else [" x", " y"]
            # A box that the card does not ask for is as wrong in every other place.
            tried = cells if obeys(view["card"], colour, kind) else cells[:1]
            yield from (f"place {colour} {kind} {cell}{axis}" for cell in tried for axis in axes)
    yield from ("draw", "penalty", "stop")


def obeys(card: str | None, colour: str, kind: str) -> bool:
    return card is not None and (card == colour or kind[:-1] in card.split("|"))


KINDS: dict[str, Callable[[Facts], Iterator[str]]] = {
    "dnup": dnup,
    "team-play": team_play,
    "team-up": team_up,
}

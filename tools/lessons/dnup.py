"""Moves of dnup that a learner could try by pressing things on the table."""

from __future__ import annotations

from collections.abc import Iterator

from tools.lessons.picking import MOST_PICKED, Facts, subsets


def tries(view: Facts) -> Iterator[str]:
    hand = sorted(view["hand"], key=lambda card: [int(end) for end in card.split("/")])
    for cards in subsets(hand, MOST_PICKED):
        # Small mixed sets are enough: nobody picks six cards that do not belong together.
        if len(cards) < 3 or len({card.split("/")[0] for card in cards}) == 1:
            yield "play " + " ".join(cards)
    for place in view["sets"]:
        yield from (f"add {card} to {place['seat']}" for card in hand)
    yield from (f"take {seat}" for seat in range(1, view["players"] + 1))

"""Moves of Team Play that a learner could try by pressing things on the table."""

from __future__ import annotations

from collections.abc import Iterator

from tools.lessons.picking import MOST_PICKED, Facts, subsets


def tries(view: Facts) -> Iterator[str]:
    hand = sorted(view["hand"], key=lambda card: (card[0] != "r", card))
    own = [view["centre"], *view["missions"][view["seat"] - 1]]
    for mission in filter(None, own):
        yield from (f"fulfil {mission} {' '.join(cards)}" for cards in subsets(hand, MOST_PICKED))
    # Somebody else's mission is not ours, whatever the cards.
    others = {one for missions in view["missions"] for one in missions if one not in own}
    yield from (f"fulfil {mission} {card}" for mission in sorted(others) for card in hand[:1])
    yield from (f"give {' '.join(cards)}" for cards in subsets(hand, 3))
    yield from (f"discard {card}" for card in hand)
    yield from (f"draw {card}" for card in [*filter(None, view["bank"]), "pile"])
    yield from ("keep", "swap", "end")

"""`greedy` for dnup: after which move would my hand be gone soonest?

It looks one move ahead. A hand is weighed by the turns it still takes: one per value, more for
sets that are likely to be beaten, and whichever way up is better. A move is as good as the hand
it leaves, on average over the set being beaten or not, and better if it gives cards back to a
rival, most of all to one who is nearly out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from upturn.bots.bot import Seed, luck

if TYPE_CHECKING:
    from upturn.games.rules import Facts

HIGHEST = 10
BEATABLE = (0.0, 0.55, 0.3, 0.15, 0.06, 0.03, 0.0, 0.0, 0.0)
"""By size: how likely one rival beats a set of 1s of that size in one turn."""
REPEAT = 1.0
"""Turns that a set costs more if it is sure to come back."""
SETBACK = 1.0
"""Turns that one card more is worth to a rival who holds one."""
BLOCK = 0.3
"""Turns it is worth to lie, high, in the way of a rival's last set."""
LAST_CARDS = 3
"""A rival who holds no more is nearly out."""

Card = tuple[int, int]
Place = str


def risk(size: int, value: int, chances: int) -> float:
    """How likely a set is beaten while so many turns of rivals go by."""
    once = BEATABLE[min(size, 8)] * (HIGHEST - value) / (HIGHEST - 1)
    return 1.0 - (1.0 - once) ** chances


@dataclass
class Hand:
    """How many cards show each value, as held and flipped: all that matters for the outlook."""

    up: list[int]
    down: list[int]

    def with_cards(self, cards: list[Card]) -> Hand:
        return self._changed(cards, 1)

    def without(self, cards: list[Card]) -> Hand:
        return self._changed(cards, -1)

    def flipped(self) -> Hand:
        return Hand(self.down, self.up)

    def _changed(self, cards: list[Card], by: int) -> Hand:
        up, down = self.up.copy(), self.down.copy()
        for active, inactive in cards:
            up[active] += by
            down[inactive] += by
        return Hand(up, down)

    def turns(self) -> float:
        """About how many turns it takes to be rid of this hand."""
        return min(_turns(self.up), 1.0 + _turns(self.down))


def _turns(sizes: list[int]) -> float:
    return sum(TURNS[size][value] for value, size in enumerate(sizes) if size)


TURNS = [
    [1.0 + REPEAT * risk(size, value, 2) for value in range(HIGHEST + 1)] for size in range(30)
]


class GreedyBot:
    def __init__(self, seed: Seed):
        self.seed = seed

    def choose(self, view: Facts) -> str:
        outlook = Outlook(view)
        costs = {move: outlook.cost(move) for move in view["legal"]}
        least = min(costs.values())
        best = [move for move, cost in costs.items() if cost <= least + 1e-9]
        return best[0] if len(best) == 1 else luck(self.seed, view).choice(best)


class Outlook:
    """What each legal move would lead to, from one view."""

    def __init__(self, view: Facts):
        self.me: int = view["seat"]
        self.counts: list[int] = view["counts"]
        self.rivals = [
            seat
            for seat in range(1, view["players"] + 1)
            if seat != self.me and seat not in view["out"]
        ]
        # With two players everybody has two turns in a row.
        self.chances = 2 if view["players"] == 2 else len(self.rivals)
        self.hand = Hand([0] * (HIGHEST + 1), [0] * (HIGHEST + 1)).with_cards(
            [read(card) for card in view["hand"]]
        )
        self.sets = {
            f"{laid['seat']}{laid['area'] or ''}": (
                laid["seat"],
                laid["value"],
                [read(card) for card in laid["cards"]],
            )
            for laid in view["sets"]
        }

    def cost(self, move: str) -> float:
        """Turns I still need after this move, less what it costs the rivals."""
        verb, *words = move.split(" ")
        if verb == "play":
            return self._play([read(card) for card in words])
        if verb == "add":
            return self._add(read(words[0]), words[2])
        if verb == "take":
            return self.hand.with_cards(turned(self.sets[words[0]][2])).turns()
        return self.hand.flipped().turns()

    def _play(self, cards: list[Card]) -> float:
        rest, gain = self._after(self.hand.without(cards), len(cards), cards[0][0])
        if not any(rest.up):
            return -100.0
        size, value = len(cards), cards[0][0]
        beaten = risk(size, value, self.chances)
        safe, back = rest.turns(), rest.with_cards(turned(cards)).turns()
        for seat in self.rivals:
            if self.counts[seat - 1] == size and size <= LAST_CARDS:
                gain += BLOCK * value / HIGHEST
        return (1.0 - beaten) * safe + beaten * back - gain

    def _add(self, card: Card, place: Place) -> float:
        _, value, cards = self.sets[place]
        rest, gain = self._after(self.hand.without([card]), len(cards) + 1, value)
        return rest.turns() - gain if any(rest.up) else -100.0

    def _after(self, rest: Hand, size: int, value: int) -> tuple[Hand, float]:
        """My hand and the gain once a set of this size has sent back the one in its way."""
        for owner, other, cards in self.sets.values():
            if len(cards) == size and other < value:
                if owner == self.me:
                    return rest.with_cards(turned(cards)), 0.0
                if owner in self.rivals:
                    return rest, SETBACK * len(cards) / self.counts[owner - 1]
        return rest, 0.0


def read(card: str) -> Card:
    active, inactive = card.split("/")
    return int(active), int(inactive)


def turned(cards: list[Card]) -> list[Card]:
    return [(inactive, active) for active, inactive in cards]

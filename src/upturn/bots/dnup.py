"""`greedy` for dnup: after which move would my hand be gone soonest?

It looks one move ahead. A hand is weighed by the turns it still takes: one per value, more for
sets that are likely to be beaten, and whichever way up is better. A move is as good as the hand
it leaves, on average over its set being beaten or not, and better if it gives cards back to a
rival, most of all to one who is nearly out.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from upturn.bots.bot import Seed, luck

if TYPE_CHECKING:
    from upturn.games.rules import Facts

HIGHEST = 10
BEATABLE = (0.0, 0.4, 0.2, 0.1, 0.04, 0.02)
"""By size: how likely one turn of a rival beats a set of 1s of that size. Larger ones: never."""
SETBACK = 1.0
"""Turns it is worth to give a rival as many cards as they hold."""
OUT = -100.0
"""The cost of a move that empties the hand: nothing is better."""

Card = tuple[int, int]


def risk(size: int, value: int, turns: int) -> float:
    """How likely a set is beaten while rivals have so many turns."""
    once = BEATABLE[size] if size < len(BEATABLE) else 0.0
    return 1.0 - (1.0 - once * (HIGHEST - value) / (HIGHEST - 1)) ** turns


class Hand(NamedTuple):
    """How many cards show each value, as held and flipped: all that matters for the outlook."""

    up: list[int]
    down: list[int]

    def change(self, cards: list[Card], by: int) -> Hand:
        """This hand with the cards (by 1) or without them (by -1)."""
        up, down = self.up.copy(), self.down.copy()
        for active, inactive in cards:
            up[active] += by
            down[inactive] += by
        return Hand(up, down)

    def turns(self) -> float:
        """About how many turns it takes to be rid of this hand."""
        as_held = sum(turns_of(size, value) for value, size in enumerate(self.up) if size)
        flipped = sum(turns_of(size, value) for value, size in enumerate(self.down) if size)
        return min(as_held, 1.0 + flipped)


@cache
def turns_of(size: int, value: int) -> float:
    """The turn it takes to play a set, and another if it comes back."""
    return 1.0 + risk(size, value, turns=3)


NO_CARDS = Hand([0] * (HIGHEST + 1), [0] * (HIGHEST + 1))


class Laid(NamedTuple):
    """A set on the table."""

    seat: int
    value: int
    cards: list[Card]


class GreedyBot:
    """Plays the move that leaves the best outlook; among equals, luck decides."""

    def __init__(self, seed: Seed):
        self.seed = seed

    def choose(self, view: Facts) -> str:
        legal: list[str] = view["legal"]
        outlook = Outlook(view)
        costs = {move: round(outlook.cost(move), 6) for move in legal}
        least = min(costs.values())
        best = [move for move, cost in costs.items() if cost == least]
        return best[0] if len(best) == 1 else luck(self.seed, view).choice(best)


class Outlook:
    """What each legal move would lead to, as far as one view tells."""

    def __init__(self, view: Facts):
        self.me: int = view["seat"]
        self.counts: list[int] = view["counts"]
        self.out: list[int] = view["out"]
        # A set lies while every rival still in has a turn; with two players the rival has two.
        self.turns_exposed = max(2, view["players"] - 1 - len(self.out))
        self.hand = NO_CARDS.change(read(view["hand"]), 1)
        self.sets = {
            f"{laid['seat']}{laid['area'] or ''}": Laid(
                laid["seat"], laid["value"], read(laid["cards"])
            )
            for laid in view["sets"]
        }

    def cost(self, move: str) -> float:
        """Turns I still need after this move, less what it costs the rivals."""
        verb, *words = move.split(" ")
        if verb == "play":
            return self._play(read(words))
        if verb == "add":
            return self._add(read(words[:1]), place=words[-1])
        if verb == "take":
            return self.hand.change(turned(self.sets[words[0]].cards), 1).turns()
        return Hand(self.hand.down, self.hand.up).turns()

    def _play(self, cards: list[Card]) -> float:
        size, value = len(cards), cards[0][0]
        rest, gain = self._after(cards, size, value)
        if not any(rest.up):
            return OUT
        beaten = risk(size, value, self.turns_exposed)
        back = rest.change(turned(cards), 1)
        return (1.0 - beaten) * rest.turns() + beaten * back.turns() - gain

    def _add(self, cards: list[Card], place: str) -> float:
        grown = self.sets[place]
        rest, gain = self._after(cards, len(grown.cards) + 1, grown.value)
        return rest.turns() - gain if any(rest.up) else OUT

    def _after(self, cards: list[Card], size: int, value: int) -> tuple[Hand, float]:
        """My hand and my gain once these cards made a set that sent back the one in its way."""
        rest = self.hand.change(cards, -1)
        for other in self.sets.values():
            if len(other.cards) == size and other.value < value:
                if other.seat == self.me:
                    return rest.change(turned(other.cards), 1), 0.0
                if other.seat not in self.out:
                    return rest, SETBACK * size / self.counts[other.seat - 1]
        return rest, 0.0


def read(cards: list[str]) -> list[Card]:
    ends = (card.split("/") for card in cards)
    return [(int(active), int(inactive)) for active, inactive in ends]


def turned(cards: list[Card]) -> list[Card]:
    return [(inactive, active) for active, inactive in cards]

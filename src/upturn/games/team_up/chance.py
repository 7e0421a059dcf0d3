"""Chance in Team UP: the neutral box's place, the order of the cards, and a guess at that order."""

from __future__ import annotations

import numpy as np

from upturn.games.arrays import overwrite, put_in_order
from upturn.games.contract import PLAYING, Cards, rule
from upturn.games.rng import Rng, below
from upturn.games.rng import shuffle as mix
from upturn.games.team_up.position import (
    CARD_ORDER,
    NEUTRAL_PLACE,
    NO_DEAL,
    NOTHING,
    POSITION,
    Position,
)
from upturn.games.team_up.rules import stack
from upturn.games.team_up.tables import CARD_COUNTS, CARDS, NEUTRAL_PLACES, PLACES

WAYS = len(NEUTRAL_PLACES)
CARD_KINDS = len(CARD_COUNTS)


@rule(POSITION)
def shuffle(position: Position, rng: Rng, cards: Cards) -> int:
    if position.due == NEUTRAL_PLACE:
        cards[0] = below(rng, WAYS)
        return 1
    count = 0
    for card in range(CARD_KINDS):
        for _ in range(CARD_COUNTS[card]):
            cards[count] = card
            count += 1
    mix(rng, cards, count)
    return count


@rule(POSITION)
def deal(position: Position, cards: Cards) -> None:
    """The number of a neutral place, or the cards in their order."""
    if position.due == NEUTRAL_PLACE:
        stack(position, PLACES + int(cards[0]), NOTHING, 0)
        position.due = CARD_ORDER
        return
    for place in range(CARDS):
        position.cards[place] = cards[place]
    position.due = NO_DEAL
    position.phase = PLAYING
    position.to_act = 1


@rule(POSITION)
def redeal(position: Position, seat: int, rng: Rng) -> None:
    """Mix the cards that are neither drawn nor known; nobody can know more than that.

    They are brought into one order first, so that the outcome depends on nothing hidden.
    """
    first = max(int(position.drawn), int(position.known))
    cards = position.cards[first:].astype(np.int16)
    put_in_order(cards)
    mix(rng, cards, len(cards))
    overwrite(position.cards[first:], cards)

"""Chance in dnup: the deal of a round, and a fair guess at what one seat cannot know of it."""

from __future__ import annotations

import numpy as np

from upturn.games.arrays import overwrite
from upturn.games.compiling import compiled, entry_point
from upturn.games.contract import PLAYING, Cards, rule
from upturn.games.dnup.position import ACTIVE, POSITION, Position, Row
from upturn.games.dnup.rules import hold
from upturn.games.dnup.tables import (
    DECK,
    DECK_SIZE,
    END,
    FACE,
    FACE_ACTIVE,
    FACE_COUNT,
    FACE_INACTIVE,
    HELD,
    SEATS,
    STAR_HIGH,
    STAR_LOW,
    TURNED,
)
from upturn.games.rng import Rng, below
from upturn.games.rng import shuffle as mix


@rule(POSITION)
def shuffle(position: Position, rng: Rng, cards: Cards) -> int:
    size = int(DECK_SIZE[position.players])
    for card in range(size):
        cards[card] = DECK[position.players, card]
    mix(rng, cards, size)
    for card in range(size):
        if below(rng, 2):
            cards[card] = TURNED[cards[card]]
    return size


@compiled
def hold_either_way(cards: Row, face: int, rng: Rng) -> None:
    if below(rng, 2):
        face = TURNED[face]
    hold(cards, FACE_ACTIVE[face], FACE_INACTIVE[face])


@entry_point
def is_star(active: int, inactive: int) -> bool:
    return min(active, inactive) == STAR_LOW and max(active, inactive) == STAR_HIGH


@rule(POSITION)
def deal(position: Position, cards: Cards) -> None:
    """The faces in `cards` are the hands, one seat after the other."""
    position.hand[:] = 0
    position.known[:] = 0
    position.shown[:] = 0
    position.out[:] = 0
    position.set_value[:] = 0
    position.set_group[:] = 0
    position.discard = 0
    position.finished = 0
    position.made = 0
    position.rounds += 1
    size = int(DECK_SIZE[position.players]) // int(position.players)
    for seat in range(1, position.players + 1):
        position.counts[seat - 1] = size
        for card in range((seat - 1) * size, seat * size):
            active, inactive = FACE_ACTIVE[cards[card]], FACE_INACTIVE[cards[card]]
            hold(position.hand[seat - 1], active, inactive)
            if is_star(active, inactive):
                position.starter = seat
    position.phase = PLAYING
    position.to_act = position.starter
    position.area = 1 if position.players == 2 else 0


@compiled
def unseen(position: Position, seat: int, active: int, inactive: int) -> int:
    """How many such cards a seat holds that nobody else has seen."""
    cards = position.hand[seat - 1, ACTIVE, active] - position.known[seat - 1, ACTIVE, active]
    return int(HELD[active, cards, inactive])


@compiled
def odds_against(position: Position, seat: int) -> int:
    """One in how many guesses like this one should be kept.

    Cards of one face look alike. If a seat was dealt j + m of them and has laid down m, there are
    many ways to choose those m, and all of them look the same: dealing the rest anew would count
    each way, where the deal happened once.
    """
    odds = 1
    for other in range(1, position.players + 1):
        for active in range(1, END):
            shown = position.shown[other - 1, ACTIVE, active]
            if other != seat and shown:
                for inactive in range(1, END):
                    laid = int(HELD[active, shown, inactive])
                    if laid:
                        for left in range(1, unseen(position, other, active, inactive) + 1):
                            odds = odds * (laid + left) // left
    return odds


@rule(POSITION)
def redeal(position: Position, seat: int, rng: Rng) -> None:
    """Other hands' unseen cards are mixed and dealt anew, either way up.

    Everyone knows where the star is until it is seen: the starter holds it, one way or the other.
    The cards are gathered in the order of their faces, so that what comes of a generator depends
    on nothing the seat cannot know. Every deal that could have led here is equally likely.
    """
    pool = np.empty(DECK.shape[1], np.int16)
    wanted = np.zeros(SEATS, np.int16)
    pooled, star_at = 0, 0
    for face in range(FACE_COUNT):
        low, high = FACE_ACTIVE[face], FACE_INACTIVE[face]
        for other in range(1, position.players + 1):
            if other != seat and low < high:
                copies = unseen(position, other, low, high) + unseen(position, other, high, low)
                if copies and is_star(low, high):
                    star_at = other
                    continue
                wanted[other - 1] += copies
                for _ in range(copies):
                    pool[pooled] = face
                    pooled += 1
    while True:
        mix(rng, pool, pooled)
        dealt = 0
        for other in range(1, position.players + 1):
            if other != seat:
                hand = position.hand[other - 1]
                overwrite(hand, position.known[other - 1])
                for _ in range(wanted[other - 1]):
                    hold_either_way(hand, pool[dealt], rng)
                    dealt += 1
                if other == star_at:
                    hold_either_way(hand, FACE[STAR_LOW, STAR_HIGH], rng)
        if below(rng, odds_against(position, seat)) == 0:
            return

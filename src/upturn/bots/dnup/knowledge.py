"""What a dnup bot knows: after which move would my hand be gone soonest?

It looks one move ahead. A hand is weighed by the turns it still takes: one per value, more for
sets that are likely to be beaten, and whichever way up is better. A move is as good as the hand
it leaves, on average over its set being beaten or not, and better if it gives cards back to a
rival, most of all to one who is nearly out.
"""

from __future__ import annotations

from itertools import permutations, product
from math import exp

import numpy as np
import numpy.typing as npt

from upturn.bots.knowledge import Values
from upturn.games.arrays import overwrite
from upturn.games.compiling import compiled, entry_point
from upturn.games.contract import OVER, PLAYING, Moves, rule
from upturn.games.dnup.position import POSITION, Position
from upturn.games.dnup.rules import (
    ROUNDS_TO_WIN,
    STALLED_AFTER,
    TOKENS_TO_WIN,
    own_place,
    owner,
    places,
)
from upturn.games.dnup.tables import (
    END,
    FACE_ACTIVE,
    FACE_COUNT,
    FACE_INACTIVE,
    FIRST_ADD,
    FIRST_TAKE,
    FLIP,
    INSIDE,
    LARGEST,
    PLAY_GROUP,
    PLAY_VALUE,
    PLAYS,
    SEATS,
    SIZE,
    STEP,
)

BEATABLE = (0.0, 0.4, 0.2, 0.1, 0.04, 0.02)
"""By size: how likely one turn of a rival beats a set of 1s of that size. Larger ones: never."""
SETBACK = 1.0
"""Turns it is worth to give a rival as many cards as they hold."""
OUT = 100.0
"""What a move is worth that empties the hand: nothing is better."""

TURN, WAIT, CARD, EXPOSED = 0.37, 0.11, 0.11, 0.55
"""How much less likely, in logarithms, a seat is to be out next: for each turn its hand takes, each
seat that has its turn before, each card, and each card on the table that is likely to come back.
Fitted to rounds between bots that go by `weigh`."""

Sizes = npt.NDArray[np.int64]
"""By value: how many cards of a hand show it."""


def _risk() -> Values:
    once = np.array([*BEATABLE, *[0.0] * LARGEST])[: LARGEST + 1, None]
    lower = (END - 1 - np.arange(END)) / (END - 2)
    turns = np.arange(SEATS)[:, None, None]
    risk: Values = 1.0 - (1.0 - once * lower) ** turns
    return risk


RISK = _risk()
"""[turns, size, value]: how likely a set is beaten while rivals have so many turns."""
TURNS = np.where(np.arange(LARGEST + 1)[:, None] > 0, 1.0 + RISK[3], 0.0)
"""[size, value]: the turn it takes to play a set, and another if it comes back."""

# --- The hand --------------------------------------------------------------------------------


@entry_point
def turns(up: Sizes, down: Sizes) -> float:
    """About how many turns it takes to be rid of this hand."""
    as_held, flipped = 0.0, 1.0
    for value in range(1, END):
        as_held += TURNS[up[value], value]
        flipped += TURNS[down[value], value]
    return min(as_held, flipped)


@compiled
def change(up: Sizes, down: Sizes, value: int, group: int, by: int) -> None:
    """Cards of a set come to a hand as they lie (by 1), or leave it (by -1)."""
    size = int(SIZE[value, group])
    up[value] += by * size
    for card in range(size):
        down[INSIDE[value, group, card]] += by


@compiled
def in_the_way(position: Position, place: int, size: int, value: int) -> int:
    """The place of the set that a new one at `place` would beat, or -1."""
    for other in range(places(position)):
        lower = position.set_value[other]
        same_size = SIZE[lower, position.set_group[other]] == size
        if other != place and same_size and 0 < lower < value:
            return other
    return -1


@compiled
def after_laying(position: Position, place: int, size: int, value: int, hand: Sizes) -> float:
    """What it is worth that a set comes to lie at `place`; an own set it beats comes to `hand`.

    `hand` is [up, down].
    """
    beaten = in_the_way(position, place, size, value)
    if beaten < 0:
        return 0.0
    seat = owner(position, beaten)
    if seat == position.to_act:
        change(hand[1], hand[0], position.set_value[beaten], position.set_group[beaten], 1)
        return 0.0
    if position.out[seat - 1]:
        return 0.0
    return SETBACK * size / int(position.counts[seat - 1])


@compiled
def exposed(position: Position, size: int) -> int:
    """How many turns rivals have, who hold enough cards, before a set is safe."""
    count = 0
    for seat in range(1, position.players + 1):
        if seat != position.to_act and not position.out[seat - 1]:
            count += 1 if position.counts[seat - 1] >= size else 0
    return 2 * count if position.players == 2 else count


# --- The moves -------------------------------------------------------------------------------


@compiled
def value_of(position: Position, move: int, hand: Sizes) -> float:
    """What one move leaves of `hand`, which it changes, in turns; more is better."""
    if move < PLAYS:
        value, group = int(PLAY_VALUE[move]), int(PLAY_GROUP[move])
        size = int(SIZE[value, group])
        change(hand[0], hand[1], value, group, -1)
        gain = after_laying(position, own_place(position), size, value, hand)
        if hand[0].sum() == 0:
            return OUT
        risk = float(RISK[exposed(position, size), size, value])
        rest = turns(hand[0], hand[1])
        change(hand[1], hand[0], value, group, 1)
        return gain - (1.0 - risk) * rest - risk * turns(hand[0], hand[1])
    if move < FIRST_TAKE:
        place, face = (move - FIRST_ADD) // FACE_COUNT, (move - FIRST_ADD) % FACE_COUNT
        value, end = int(FACE_ACTIVE[face]), int(FACE_INACTIVE[face])
        change(hand[0], hand[1], value, int(STEP[value, end]), -1)
        size = int(SIZE[value, position.set_group[place]]) + 1
        gain = after_laying(position, place, size, value, hand)
        return OUT if hand[0].sum() == 0 else gain - turns(hand[0], hand[1])
    if move < FLIP:
        place = move - FIRST_TAKE
        change(hand[1], hand[0], position.set_value[place], position.set_group[place], 1)
        return -turns(hand[0], hand[1])
    return -turns(hand[1], hand[0])


@rule(POSITION)
def weigh(position: Position, moves: Moves, count: int, values: Values) -> None:
    """By the turns that the hand will take after each move."""
    held = np.empty((2, END), np.int64)
    hand = np.empty((2, END), np.int64)
    for value in range(END):
        for side in range(2):
            held[side, value] = SIZE[value, position.hand[position.to_act - 1, side, value]]
    for move in range(count):
        overwrite(hand, held)
        values[move] = value_of(position, moves[move], hand)


# --- The round -------------------------------------------------------------------------------

MOST_TOKENS = max(TOKENS_TO_WIN, ROUNDS_TO_WIN)


def _chances() -> Values:
    """As if all were equally likely to be out first and second in the rounds to come."""
    chances = np.zeros((SEATS + 1, MOST_TOKENS**SEATS, SEATS))
    for players in range(2, SEATS + 1):
        goal, prizes = (ROUNDS_TO_WIN, (1,)) if players == 2 else (TOKENS_TO_WIN, (2, 1))
        rounds = list(permutations(range(players), len(prizes)))
        for tokens in sorted(product(range(goal), repeat=players), key=sum, reverse=True):
            chance = chances[players, _state(tokens)]
            for order in rounds:
                then = list(tokens)
                for seat, prize in zip(order, prizes, strict=True):
                    then[seat] += prize
                    if then[seat] >= goal:
                        chance[seat] += 1.0 / len(rounds)
                        break
                else:
                    chance += chances[players, _state(tuple(then))] / len(rounds)
    return chances


def _state(tokens: tuple[int, ...]) -> int:
    return sum(count * MOST_TOKENS**seat for seat, count in enumerate(tokens))


CHANCES = _chances()
"""[players, tokens of all, seat - 1]: the chance to win the game before a deal."""


@rule(POSITION)
def settled(position: Position) -> bool:
    """A round is looked through to its end; the next deal is anybody's."""
    return bool(position.phase != PLAYING or position.made >= STALLED_AFTER)


@compiled
def state_of(position: Position) -> int:
    """The tokens of all, as CHANCES is asked for them."""
    state, unit = 0, 1
    for other in range(position.players):
        state += int(position.tokens[other]) * unit
        unit *= MOST_TOKENS
    return state


@compiled
def quickness(position: Position, strengths: Values) -> None:
    """How likely each seat still in is to be out next, by seat, up to a common factor."""
    players = int(position.players)
    hand = np.empty((2, END), np.int64)
    for seat in range(1, players + 1):
        held = position.hand[seat - 1]
        for value in range(END):
            for side in range(2):
                hand[side, value] = SIZE[value, held[side, value]]
        wait = (seat - int(position.to_act)) % players
        cost = TURN * turns(hand[0], hand[1]) + WAIT * wait
        strengths[seat - 1] = -cost - CARD * int(position.counts[seat - 1])
    for place in range(places(position)):
        value = int(position.set_value[place])
        if value:
            seat = owner(position, place)
            wait = 2 if players == 2 else (seat - int(position.to_act)) % players
            size = int(SIZE[value, position.set_group[place]])
            strengths[seat - 1] -= EXPOSED * size * RISK[wait, size, value]
    for seat in range(players):
        alive = position.out[seat] == 0
        strengths[seat] = exp(strengths[seat]) if alive else 0.0


@compiled
def outlook(position: Position, seat: int) -> float:
    """The chance to win the game in the middle of a round."""
    players = int(position.players)
    strengths = np.zeros(SEATS)
    quickness(position, strengths)
    two = players == 2
    goal = ROUNDS_TO_WIN if two else TOKENS_TO_WIN
    state, all_in = state_of(position), strengths.sum()
    last = two or position.finished == 1
    prize = 1 if last else 2
    chance, unit = 0.0, 1
    for first in range(players):
        likely = strengths[first] / all_in
        if likely > 0.0 and position.tokens[first] + prize >= goal:
            chance += likely if first == seat - 1 else 0.0
        elif likely > 0.0 and last:
            chance += likely * CHANCES[players, state + prize * unit, seat - 1]
        elif likely > 0.0:
            then, other = state + prize * unit, 1
            for second in range(players):
                if second != first:
                    both = likely * strengths[second] / (all_in - strengths[first])
                    if position.tokens[second] + 1 < goal:
                        chance += both * CHANCES[players, then + other, seat - 1]
                    elif second == seat - 1:
                        chance += both
                other *= MOST_TOKENS
        unit *= MOST_TOKENS
    return chance


@rule(POSITION)
def worth(position: Position, seat: int) -> float:
    """The chance to win the game, going by the tokens and, in a round, by the hands."""
    if position.phase == OVER:
        goal = ROUNDS_TO_WIN if position.players == 2 else TOKENS_TO_WIN
        return 1.0 if position.tokens[seat - 1] >= goal else 0.0
    if position.phase == PLAYING:
        return outlook(position, seat)
    return float(CHANCES[position.players, state_of(position), seat - 1])

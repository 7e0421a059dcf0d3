"""`redeal` for Team Play: a fair guess at what a seat cannot know, true to all it witnessed.

What a seat saw of the number cards is in the story (`position.py`): bank picks and discards it
knows, pile draws and gifts of others it does not. A card seen going to a hand is there until it is
seen leaving, or may have gone to the partner face down. To guess well, the story is retold in
several worlds at once. In each, gifts nobody saw are any cards of the giver's hand, and a drawn
card stays unknown until it must be something: it is whatever its pile can still hold. A world that
cannot go on as the story does is dropped; of the others, the likelier ones are copied in its place.
At the end one world is chosen, its unknown cards are dealt at random, and it becomes the position,
story included: a game that could have been.

A *token* is a card that came to a hand; tokens are numbered as they come. A *pile* here is one
shuffle of the number cards; a token drawn from it is one of the cards it was made of.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from upturn.games.compiling import compiled
from upturn.games.contract import rule
from upturn.games.rng import Rng, below
from upturn.games.rng import shuffle as mix
from upturn.games.team_play.components import COPIES, KINDS, MISSION_COUNT
from upturn.games.team_play.position import (
    DREW,
    GAVE,
    NOTHING,
    NUMBER_CARDS,
    PICKED,
    POSITION,
    SEAT,
    SHUFFLED,
    STORY,
    TURNED_UP,
    Position,
)
from upturn.games.team_play.seating import PARTNER, SEATS

WORLDS = 16
"""Worlds told at once; twice as many after a try in which none could go on."""
CERTAIN = 1 << 16
"""The weight of a world in which what happened had to happen."""
PILES = 64
"""No story has more: a shuffle brings a dozen cards or more, and each is an event."""
ROOM = 16
"""No hand has more cards."""

World = Any
WORLD = np.dtype(
    (
        np.record,
        [
            ("pile", np.int16),  # the number of the present pile
            ("tokens", np.int16),
            ("gifts", np.int16),
            ("discard", np.int8, (KINDS,)),
            ("unknown", np.int8, (PILES, KINDS)),  # the cards of each pile still to be placed
            ("left", np.int16, (PILES,)),  # how many those are
            ("face", np.int8, (STORY,)),  # of each token: its kind, or NOTHING if unknown
            ("source", np.int8, (STORY,)),  # of each token: the pile when it came
            ("counts", np.int16, (SEATS + 1,)),
            ("held", np.int16, (SEATS + 1, ROOM)),  # the tokens in each seat's hand
            ("gift", np.int16, (STORY,)),  # the token of each gift, in order
        ],
    )
)
Worlds = npt.NDArray[Any]
Numbers = npt.NDArray[np.int64]

# --- One world -----------------------------------------------------------------------------


@compiled
def lay_pile(world: World, pile: int) -> None:
    """The cards in the world's discard become this pile."""
    world.pile = pile
    for kind in range(KINDS):
        world.unknown[pile, kind] = world.discard[kind]
        world.left[pile] += world.discard[kind]
    world.discard[:] = 0


@compiled
def chance_of(world: World, pile: int, kind: int) -> int:
    """How likely an unknown card of a pile is of this kind."""
    if world.left[pile] == 0:
        return 0
    return CERTAIN * int(world.unknown[pile, kind]) // int(world.left[pile])


@compiled
def uncover(world: World, pile: int, kind: int) -> int:
    """An unknown card of a pile turns out to be of this kind; how likely that was."""
    chance = chance_of(world, pile, kind)
    world.unknown[pile, kind] -= 1
    world.left[pile] -= 1
    return chance


@compiled
def chance_in_hand(world: World, seat: int, kind: int) -> int:
    """How likely a hand has a card of this kind: CERTAIN if one is known, else by its unknown."""
    total = 0
    for at in range(world.counts[seat]):
        token = world.held[seat, at]
        if world.face[token] == kind:
            return CERTAIN
        if world.face[token] == NOTHING:
            total += chance_of(world, world.source[token], kind)
    return total


@compiled
def find(world: World, seat: int, kind: int, chance: int, rng: Rng) -> int:
    """Where in a hand the card of this kind is: a known one, or an unknown one that is known now.

    `chance` is what `chance_in_hand` says, and not 0.
    """
    for at in range(world.counts[seat]):
        if world.face[world.held[seat, at]] == kind:
            return at
    wanted = below(rng, chance)
    for at in range(world.counts[seat]):
        token = world.held[seat, at]
        if world.face[token] == NOTHING:
            wanted -= chance_of(world, world.source[token], kind)
            if wanted < 0:
                world.face[token] = kind
                uncover(world, world.source[token], kind)
                return at
    return 0


@compiled
def come(world: World, seat: int, token: int) -> None:
    world.held[seat, world.counts[seat]] = token
    world.counts[seat] += 1


@compiled
def leave(world: World, seat: int, at: int) -> int:
    """The token at this place of a hand leaves it."""
    token = int(world.held[seat, at])
    world.counts[seat] -= 1
    world.held[seat, at] = world.held[seat, world.counts[seat]]
    return token


@compiled
def come_new(world: World, seat: int, face: int) -> None:
    token = int(world.tokens)
    world.face[token] = face
    world.source[token] = world.pile
    world.tokens += 1
    come(world, seat, token)


@compiled
def tell(world: World, event: int, teller: int, partner: int, seat: int, rng: Rng) -> int:
    """Let an event happen in a world, as `seat` saw it; how likely it was.

    At 0 the world is impossible, and of no use any more.
    """
    what, kind = event // KINDS, event % KINDS
    chance = CERTAIN
    if event == SHUFFLED:
        lay_pile(world, int(world.pile) + 1)
    elif what == TURNED_UP:
        chance = uncover(world, int(world.pile), kind)
    elif what == PICKED:
        come_new(world, teller, kind)
    elif what == DREW and teller == seat:
        chance = uncover(world, int(world.pile), kind)
        come_new(world, teller, kind)
    elif what == DREW:
        come_new(world, teller, NOTHING)
    elif what == GAVE and teller != seat and partner != seat:
        token = leave(world, teller, below(rng, int(world.counts[teller])))
        come(world, partner, token)
        world.gift[world.gifts] = token
        world.gifts += 1
    else:  # a card was seen leaving a hand
        chance = chance_in_hand(world, teller, kind)
        if chance:
            token = leave(world, teller, find(world, teller, kind, chance, rng))
            if what == GAVE:
                come(world, partner, token)
                world.gift[world.gifts] = token
                world.gifts += 1
            else:
                world.discard[kind] += 1
    return chance


# --- All worlds ----------------------------------------------------------------------------


@compiled
def survive(worlds: Worlds, weights: Numbers, rng: Rng) -> bool:
    """Copy likelier worlds in place of less likely ones; whether any world was possible."""
    count = len(worlds)
    total, same = 0, True
    for at in range(count):
        total += weights[at]
        same = same and weights[at] == weights[0]
    if same or total == 0:
        return total > 0
    copies = np.zeros(count, np.int64)
    start = below(rng, total)
    passed, chosen = 0, 0
    for at in range(count):
        passed += weights[at]
        while chosen < count and (start + chosen * total) // count < passed:
            copies[at] += 1
            chosen += 1
    spare = 0  # the next world that nobody chose
    for at in range(count):
        for _ in range(copies[at] - 1):
            while copies[spare] > 0:
                spare += 1
            worlds[spare] = worlds[at]
            copies[spare] = 1
    return True


@compiled
def retell(position: Position, seat: int, rng: Rng, worlds: Worlds) -> bool:
    """Tell the whole story in all worlds; whether any of them could go on to the end."""
    weights = np.zeros(len(worlds), np.int64)
    teller = 0
    for at in range(len(worlds)):
        worlds[at].discard[:] = COPIES
        lay_pile(worlds[at], 0)
    for happened in range(position.told):
        event = int(position.story[happened])
        if SEAT < event < SHUFFLED:
            teller = event - SEAT
            continue
        partner = int(PARTNER[position.players, teller])
        for at in range(len(worlds)):
            weights[at] = tell(worlds[at], event, teller, partner, seat, rng)
        if not survive(worlds, weights, rng):
            return False
    return True


@compiled
def is_certain(position: Position, seat: int) -> bool:
    """Whether the story leaves the seat no doubt: no unseen gift, and one pile."""
    teller = 0
    for happened in range(position.told):
        event = int(position.story[happened])
        if event == SHUFFLED:
            return False
        if event > SEAT:
            teller = event - SEAT
        unseen = teller != seat and PARTNER[position.players, teller] != seat
        if event // KINDS == GAVE and unseen:
            return False
    return True


# --- The chosen world ----------------------------------------------------------------------


@compiled
def settle(position: Position, world: World, rng: Rng) -> None:
    """Deal the unknown cards of every pile to the tokens that came from it; the rest lies there."""
    cards = np.zeros(NUMBER_CARDS, np.int16)
    position.pile[:] = 0
    for pile in range(world.pile + 1):
        count = 0
        for kind in range(KINDS):
            for _ in range(world.unknown[pile, kind]):
                cards[count] = kind
                count += 1
        mix(rng, cards, count)
        for token in range(world.tokens):
            if world.face[token] == NOTHING and world.source[token] == pile:
                count -= 1
                world.face[token] = cards[count]
        if pile == world.pile:
            for at in range(min(count, position.pile_count)):
                position.pile[at] = cards[at]


@compiled
def take_over(position: Position, world: World) -> None:
    """The hands and the story of this world become the position's."""
    position.hand[:] = 0
    for seat in range(1, position.players + 1):
        for at in range(world.counts[seat]):
            position.hand[seat - 1, world.face[world.held[seat, at]]] += 1
    tokens, gifts = 0, 0
    for happened in range(position.told):
        what = int(position.story[happened]) // KINDS
        if what in (PICKED, DREW):
            position.story[happened] = what * KINDS + world.face[tokens]
            tokens += 1
        elif what == GAVE:
            position.story[happened] = what * KINDS + world.face[world.gift[gifts]]
            gifts += 1
    position.story[position.told :] = 0


@compiled
def mix_missions(position: Position, rng: Rng) -> None:
    """All missions in the pile are known by elimination, their order is not."""
    cards = np.zeros(MISSION_COUNT, np.int16)
    count = 0
    for mission in range(MISSION_COUNT):
        for at in range(position.mission_count):
            if position.mission_pile[at] == mission:
                cards[count] = mission
                count += 1
    mix(rng, cards, count)
    position.mission_pile[:] = 0
    for at in range(count):
        position.mission_pile[at] = cards[at]


@rule(POSITION)
def redeal(position: Position, seat: int, rng: Rng) -> None:
    count = 1 if is_certain(position, seat) else WORLDS
    worlds = np.zeros(count, WORLD)
    while not retell(position, seat, rng, worlds):
        count *= 2
        worlds = np.zeros(count, WORLD)
    world = worlds[below(rng, count)]
    settle(position, world, rng)
    take_over(position, world)
    mix_missions(position, rng)

"""A world: one way the number cards may have gone, as far as a seat knows, told event by event.

A *token* is a card that came to a hand; tokens are numbered as they come. A *pile* is one shuffle
of the number cards; a token drawn from it is one of the cards it was made of. Compiled code does
not check bounds, so what holds the arrays below is said with each.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from upturn.games.compiling import compiled
from upturn.games.rng import Rng, below, word
from upturn.games.team_play.components import KINDS, LARGEST_HAND
from upturn.games.team_play.position import NOTHING, STORY
from upturn.games.team_play.seating import SEATS
from upturn.games.team_play.story import DREW, GAVE, PICKED, SHUFFLED, TURNED_UP

PILES = STORY // 16
"""A shuffle is of eleven cards at least, each of which was seen leaving a hand and is drawn before
the next one: more than twenty events."""
ROOM = LARGEST_HAND + 6
"""A seat has LARGEST_HAND cards at most, also when its partner has given it two."""

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


@compiled
def lay_pile(world: World, pile: int) -> None:
    """The cards in the world's discard become this pile."""
    world.pile = pile
    for kind in range(KINDS):
        world.unknown[pile, kind] = world.discard[kind]
        world.left[pile] += world.discard[kind]
    world.discard[:] = 0


@compiled
def chance_of(world: World, pile: int, kind: int) -> float:
    """How likely an unknown card of a pile is of this kind."""
    if world.unknown[pile, kind] <= 0:
        return 0.0
    return int(world.unknown[pile, kind]) / int(world.left[pile])


@compiled
def uncover(world: World, pile: int, kind: int) -> float:
    """An unknown card of a pile turns out to be of this kind; how likely that was."""
    chance = chance_of(world, pile, kind)
    world.unknown[pile, kind] -= 1
    world.left[pile] -= 1
    return chance


@compiled
def chance_in_hand(world: World, seat: int, kind: int) -> float:
    """How likely a hand has a card of this kind: 1 if one is known, else by its unknown ones."""
    total = 0.0
    for at in range(world.counts[seat]):
        token = world.held[seat, at]
        if world.face[token] == kind:
            return 1.0
        if world.face[token] == NOTHING:
            total += chance_of(world, world.source[token], kind)
    return total


@compiled
def find(world: World, seat: int, kind: int, chance: float, rng: Rng) -> int:
    """Where in a hand the card of this kind is: a known one, or an unknown one that is known now.

    `chance` is what `chance_in_hand` says, and not 0.
    """
    for at in range(world.counts[seat]):
        if world.face[world.held[seat, at]] == kind:
            return at
    wanted = chance * share(rng)
    found = 0
    for at in range(world.counts[seat]):
        token = world.held[seat, at]
        if world.face[token] == NOTHING:
            likely = chance_of(world, world.source[token], kind)
            if likely > 0.0:
                found = at
                wanted -= likely
                if wanted < 0.0:
                    break
    token = world.held[seat, found]
    world.face[token] = kind
    uncover(world, world.source[token], kind)
    return found


@compiled
def share(rng: Rng) -> float:
    """A number from 0 up to 1."""
    return word(rng) / 4294967296.0


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
def pass_on(world: World, token: int, partner: int) -> None:
    come(world, partner, token)
    world.gift[world.gifts] = token
    world.gifts += 1


@compiled
def tell(world: World, event: int, teller: int, partner: int, seat: int, rng: Rng) -> float:
    """Let an event happen in a world, as `seat` saw it; how likely it was.

    At 0 the world is impossible, and of no use any more.
    """
    what, kind = event // KINDS, event % KINDS
    chance = 1.0
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
        at = below(rng, int(world.counts[teller]))
        pass_on(world, leave(world, teller, at), partner)
    else:  # a card was seen leaving a hand
        chance = chance_in_hand(world, teller, kind)
        if chance > 0.0:
            token = leave(world, teller, find(world, teller, kind, chance, rng))
            if what == GAVE:
                pass_on(world, token, partner)
            else:
                world.discard[kind] += 1
    return chance

"""`redeal` for Team Play: a fair guess at what a seat cannot know, true to all it witnessed.

What a seat saw of the number cards is in the story (`position.py`): bank picks and discards it
knows, pile draws and gifts of others it does not. A card seen going to a hand is there until it is
seen leaving, or may have gone to the partner face down.

To guess well, the story is retold in several worlds at once (a particle filter). In each, gifts
nobody saw are any cards of the giver's hand, and a drawn card stays unknown until it must be
something: it is whatever its pile can still hold. A world that cannot go on as the story does is
dropped; of the others, the likelier ones are copied in its place. Gifts that explain what is seen
later are tried more often, and weighed for it in the end: that spares many worlds. At last one
world is chosen, its unknown cards are dealt at random, and it becomes the position, story included:
a game that could have been.

A *token* is a card that came to a hand; tokens are numbered as they come. A *pile* here is one
shuffle of the number cards; a token drawn from it is one of the cards it was made of.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from upturn.games.compiling import compiled
from upturn.games.contract import rule
from upturn.games.rng import Rng, below, word
from upturn.games.rng import shuffle as mix
from upturn.games.team_play.components import COPIES, KINDS, MISSION_COUNT
from upturn.games.team_play.position import (
    DREW,
    GAVE,
    LEFT,
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
from upturn.games.team_play.seating import PARTNER, SEATS, TEAM

WORLDS = 16
"""Worlds told at once; twice as many after a try in which none could go on."""
WORTH = 0.5
"""When the worlds are worth no more than this share of them, likelier ones are copied."""
LOOKAHEAD = 200
"""Events in which to look for what became of a gift; some five turns of everybody."""
UNLIKELY, AS_LIKELY, LIKELY = 1, 4, 32
"""How much a gift is thought of, by what is seen of such cards soon after."""
PILES = 64
"""No story has more: a shuffle brings a dozen cards or more, and each is an event."""
ROOM = 16
"""No hand has more cards."""

World = Any
WORLD = np.dtype(
    (
        np.record,
        [
            ("debt", np.float64),  # what gifts weigh that were thought of for a reason
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
Weights = npt.NDArray[np.float64]

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
def thought_of(world: World, token: int, hopes: Numbers) -> int:
    return AS_LIKELY if world.face[token] == NOTHING else int(hopes[world.face[token]])


@compiled
def give_unseen(world: World, giver: int, partner: int, hopes: Numbers, rng: Rng) -> None:
    """One of the giver's cards, those rather that are hoped for.

    Every card is as likely, so one that is thought of twice as often weighs half as much: but
    only at the end, lest the world is dropped before its reason has come to light.
    """
    count = int(world.counts[giver])
    total = 0
    for at in range(count):
        total += thought_of(world, world.held[giver, at], hopes)
    wanted = below(rng, total)
    at = 0
    while wanted >= thought_of(world, world.held[giver, at], hopes):
        wanted -= thought_of(world, world.held[giver, at], hopes)
        at += 1
    world.debt *= total / (count * thought_of(world, world.held[giver, at], hopes))
    pass_on(world, leave(world, giver, at), partner)


@compiled
def pass_on(world: World, token: int, partner: int) -> None:
    come(world, partner, token)
    world.gift[world.gifts] = token
    world.gifts += 1


@compiled
def tell(
    world: World, event: int, teller: int, partner: int, seat: int, hopes: Numbers, rng: Rng
) -> float:
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
        give_unseen(world, teller, partner, hopes, rng)
    else:  # a card was seen leaving a hand
        chance = chance_in_hand(world, teller, kind)
        if chance > 0.0:
            token = leave(world, teller, find(world, teller, kind, chance, rng))
            if what == GAVE:
                pass_on(world, token, partner)
            else:
                world.discard[kind] += 1
    return chance


# --- All worlds ----------------------------------------------------------------------------


@compiled
def weigh(weights: Weights) -> float:
    """Let the weights add up to 1; how many worlds they are worth, 0 if all are impossible."""
    total, squares = 0.0, 0.0
    for at in range(len(weights)):
        total += weights[at]
    if total == 0.0:
        return 0.0
    for at in range(len(weights)):
        weights[at] /= total
        squares += weights[at] * weights[at]
    return 1.0 / squares


@compiled
def survive(worlds: Worlds, weights: Weights, rng: Rng) -> None:
    """Copy likelier worlds in place of less likely ones; then all weigh the same."""
    count = len(worlds)
    copies = np.zeros(count, np.int64)
    start = share(rng)
    passed, chosen, possible = 0.0, 0, 0
    for at in range(count):
        passed += weights[at]
        if weights[at] > 0.0:
            possible = at
        while chosen < count and chosen + start < passed * count:
            copies[at] += 1
            chosen += 1
    copies[possible] += count - chosen  # none or one: sums are not exact
    spare = 0  # the next world that nobody chose
    for at in range(count):
        for _ in range(copies[at] - 1):
            while copies[spare] > 0:
                spare += 1
            worlds[spare] = worlds[at]
            copies[spare] = 1
        weights[at] = 1.0 / count


@compiled
def hope(position: Position, happened: int, giver: int, hopes: Numbers) -> None:
    """By kind: is such a card seen leaving the partner's hand later, or still the giver's?

    One that was seen coming there in between does not count. This only says which gifts to think
    of first; what they weigh makes up for it.
    """
    hopes[:] = AS_LIKELY
    came = np.zeros((2, KINDS), np.int64)
    teller, team = giver, TEAM[position.players, giver]
    for later in range(happened + 1, min(happened + LOOKAHEAD, position.told)):
        event = int(position.story[later])
        what, kind = event // KINDS, event % KINDS
        if SEAT < event < SHUFFLED:
            teller = event - SEAT
        elif what in (LEFT, PICKED) and TEAM[position.players, teller] == team:
            who = 0 if teller == giver else 1
            came[who, kind] += 1 if what == PICKED else -1
            if came[who, kind] < 0 and hopes[kind] == AS_LIKELY:
                hopes[kind] = LIKELY if who else UNLIKELY


@compiled
def retell(position: Position, seat: int, rng: Rng, worlds: Worlds) -> bool:
    """Tell the whole story in all worlds; whether any of them could go on to the end."""
    count = len(worlds)
    weights = np.full(count, 1.0 / count)
    hopes = np.full(KINDS, AS_LIKELY)
    teller = 0
    for at in range(count):
        worlds[at].debt = 1.0
        worlds[at].discard[:] = COPIES
        lay_pile(worlds[at], 0)
    for happened in range(position.told):
        event = int(position.story[happened])
        if SEAT < event < SHUFFLED:
            teller = event - SEAT
            continue
        partner = int(PARTNER[position.players, teller])
        if event // KINDS == GAVE:
            hope(position, happened, teller, hopes)
        for at in range(count):
            if weights[at] > 0.0:
                weights[at] *= tell(worlds[at], event, teller, partner, seat, hopes, rng)
        worth = weigh(weights)
        if worth == 0.0:
            return False
        if worth < count * WORTH:
            survive(worlds, weights, rng)
    for at in range(count):
        weights[at] *= worlds[at].debt
    weigh(weights)
    survive(worlds, weights, rng)
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


# These take all worlds and the number of one: compiled code does not keep an array alive for the
# sake of a single record.


@compiled
def settle(position: Position, worlds: Worlds, chosen: int, rng: Rng) -> None:
    """Deal the unknown cards of every pile to the tokens that came from it; the rest lies there."""
    world = worlds[chosen]
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
def take_over(position: Position, worlds: Worlds, chosen: int) -> None:
    """The hands and the story of this world become the position's."""
    world = worlds[chosen]
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
    chosen = below(rng, count)
    settle(position, worlds, chosen, rng)
    take_over(position, worlds, chosen)
    mix_missions(position, rng)

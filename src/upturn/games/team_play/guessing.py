"""`redeal` for Team Play: a fair guess at what a seat cannot know, true to all it witnessed.

What a seat saw of the number cards is in the story (`story.py`): bank picks and discards it knows,
pile draws and gifts of others it does not. A card seen going to a hand is there until it is seen
leaving, or may have gone to the partner face down.

To guess well, the story is retold in several worlds at once (a particle filter). In each, gifts
nobody saw are any cards of the giver's hand, and a drawn card stays unknown until it must be
something: it is whatever its pile can still hold. A world that cannot go on as the story does is
dropped; of the others, the likelier ones are copied in its place. At last one world is chosen, its
unknown cards are dealt at random, and it becomes the position, story included: a game that could
have been.
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
from upturn.games.team_play.position import NOTHING, NUMBER_CARDS, POSITION, Position
from upturn.games.team_play.seating import PARTNER
from upturn.games.team_play.story import DREW, GAVE, PICKED, SEAT, SHUFFLED, forget
from upturn.games.team_play.worlds import WORLD, lay_pile, share, tell

WORLDS = 16
"""Worlds told at once; twice as many after a try in which none could go on."""
MOST_WORLDS = 4096
"""If not even so many are enough, half of the story is forgotten, and then all of it: a guess must
come to an end."""
WORTH = 0.5
"""When the worlds are worth no more than this share of them, likelier ones are copied."""

Worlds = npt.NDArray[Any]
Weights = npt.NDArray[np.float64]

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
def retell(position: Position, seat: int, rng: Rng, worlds: Worlds) -> bool:
    """Tell the whole story in all worlds; whether any of them could go on to the end."""
    count = len(worlds)
    weights = np.full(count, 1.0 / count)
    teller = 0
    for at in range(count):
        worlds[at].discard[:] = COPIES
        lay_pile(worlds[at], 0)
    for happened in range(position.told):
        event = int(position.story[happened])
        if SEAT < event < SHUFFLED:
            teller = event - SEAT
            continue
        partner = int(PARTNER[position.players, teller])
        for at in range(count):
            if weights[at] > 0.0:
                weights[at] *= tell(worlds[at], event, teller, partner, seat, rng)
        worth = weigh(weights)
        if worth == 0.0:
            return False
        if worth < count * WORTH:
            survive(worlds, weights, rng)
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
    forgotten = False
    while not retell(position, seat, rng, worlds):
        count *= 2
        if count > MOST_WORLDS:
            forget(position, int(position.told) if forgotten else int(position.told) // 2)
            forgotten = True
            count = WORLDS
        worlds = np.zeros(count, WORLD)
    chosen = below(rng, count)
    settle(position, worlds, chosen, rng)
    take_over(position, worlds, chosen)
    mix_missions(position, rng)

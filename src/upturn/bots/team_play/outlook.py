"""What the seat to act in Team Play goes by, and what a hand may be expected to bring, in points.

A mission promises its points, less for every card that is missing, and a little less where few
cards would do. A hand is weighed by all missions it may fulfil; cards meant for one of them do not
count for the next. Of the partner's hand one knows the cards it was seen taking or was given.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from upturn.bots.team_play.hands import Counts, kinds_wanted, nearest, spend
from upturn.games.compiling import compiled, entry_point
from upturn.games.team_play.components import KINDS, LARGEST_HAND
from upturn.games.team_play.position import NOTHING, Position
from upturn.games.team_play.rules import DRAWS
from upturn.games.team_play.seating import OWN_PLACES, PARTNER
from upturn.games.team_play.story import GAVE, LEFT, PICKED, SEAT, SHUFFLED
from upturn.games.team_play.tables import MOST_OPEN, POINTS

LEFT_PER_MISSING_CARD = 0.85
"""What is left of a mission's points for each card that is missing."""
AT_CENTRE = 0.96
"""And of that, for each, at the centre, where a rival may be first."""
EFFORT = 0.3
"""Points that a missing card costs besides: it must be drawn."""
READY = 1.0
"""Points it is worth besides that nothing is missing: a new mission will come the sooner."""
RARE = 0.05
"""The share that is lost if only one kind of card will do next; less if there are more."""

CENTRE = MOST_OPEN - 1
"""What a seat may fulfil is a row of missions, the centre in this place, its own before."""
MANY, NONE = 100, -1
"""Cards still to be drawn: many in the middle of the game, none without another turn."""


def _promised() -> np.ndarray:
    lacking = np.arange(LARGEST_HAND + 1)
    promised = np.zeros((MOST_OPEN, len(POINTS), len(lacking)))
    for place in range(MOST_OPEN):
        left = LEFT_PER_MISSING_CARD * (AT_CENTRE if place == CENTRE else 1.0)
        promised[place] = POINTS[:, None] * left**lacking - EFFORT * lacking
    promised[:, :, 0] += READY
    return np.maximum(promised, 0.0)


PROMISED = _promised()
"""[place, mission, missing cards]: points to be expected."""
SHARE = np.exp(-RARE / np.maximum(np.arange(KINDS + 1), 1))
"""[kinds of cards that would do]"""

# --- Missions --------------------------------------------------------------------------------


@compiled
def promise(mission: int, place: int, lacking: int, wanted: int, draws: int) -> float:
    """The points to be expected of a mission, with so many cards to be drawn."""
    if lacking > draws:
        return 0.0
    points = float(PROMISED[place, mission, lacking])
    return points if lacking == 0 else points * float(SHARE[kinds_wanted(mission, wanted)])


@compiled
def outlook(hand: Counts, missions: Counts, draws: int, room: Counts) -> float:
    """The points to be expected of a hand, whichever mission is gone for first."""
    best = 0.0
    for first in range(MOST_OPEN):
        mission = missions[first]
        if mission == NOTHING:
            continue
        shape, lacking, wanted = nearest(mission, hand, room[0])
        total = promise(mission, first, lacking, wanted, draws)
        spent = False
        for second in range(MOST_OPEN):
            other = missions[second]
            if second == first or other == NOTHING:
                continue
            if not spent:
                spend(mission, shape, other, hand, room[1], room[0])
                spent = True
            _, lacking, wanted = nearest(other, room[1], room[0])
            total += promise(other, second, lacking, wanted, draws)
        best = max(best, total)
    return best


@compiled
def hope(hand: Counts, missions: Counts, draws: int, room: Counts) -> float:
    """The same for a hand that is known in part: as if no mission took cards from another."""
    total = 0.0
    for place in range(MOST_OPEN):
        if missions[place] != NOTHING:
            _, lacking, wanted = nearest(missions[place], hand, room[0])
            total += promise(missions[place], place, lacking, wanted, draws)
    return total


# --- The seat to act -------------------------------------------------------------------------


class Sight(NamedTuple):
    """What the seat to act sees and remembers."""

    hand: Counts
    missions: Counts
    draws: int  # cards it will draw, in this turn and after
    later: int  # those after this turn
    partner: int
    known: Counts  # cards of the partner's hand
    theirs: Counts  # missions the partner may fulfil
    their_draws: int
    given: Counts  # what the partner gave in its last turn
    room: Counts


@entry_point
def look(position: Position) -> Sight:
    seat = int(position.to_act)
    partner = int(PARTNER[position.players, seat])
    hand = np.zeros(KINDS, np.int64)
    hold(position, seat, hand)
    missions = np.zeros(MOST_OPEN, np.int64)
    see_missions(position, seat, missions)
    known = np.zeros(KINDS, np.int64)
    given = np.zeros(KINDS, np.int64)
    theirs = np.full(MOST_OPEN, NOTHING)
    later, their_draws = draws_after(position, seat), NONE
    draws = DRAWS - int(position.draws) + max(later, 0)
    room = np.zeros((2, KINDS), np.int64)
    if partner:
        remember(position, partner, known, given)
        see_missions(position, partner, theirs)
        their_draws = draws_after(position, partner)
    return Sight(hand, missions, draws, later, partner, known, theirs, their_draws, given, room)


@compiled
def hold(position: Position, seat: int, hand: Counts) -> None:
    for kind in range(KINDS):
        hand[kind] = position.hand[seat - 1, kind]


@compiled
def see_missions(position: Position, seat: int, missions: Counts) -> None:
    missions[:] = NOTHING
    for place in range(OWN_PLACES[position.players]):
        missions[place] = position.own[seat - 1, place]
    missions[CENTRE] = position.centre


@compiled
def draws_after(position: Position, seat: int) -> int:
    """How many cards a seat will draw after the turn that is going on; NONE: it has no turn."""
    if position.turns_left == NOTHING:
        return MANY
    ahead = (seat - int(position.mover) - 1) % int(position.players) + 1
    return DRAWS if ahead <= position.turns_left else NONE


@compiled
def remember(position: Position, partner: int, known: Counts, given: Counts) -> None:
    """What a seat knows of its partner's hand, and what the partner gave it last.

    A card that the partner was seen taking or was given is there until it is seen leaving.
    """
    seat = int(PARTNER[position.players, partner])
    teller = 0
    for happened in range(position.told):
        event = int(position.story[happened])
        what, kind = event // KINDS, event % KINDS
        if SEAT < event < SHUFFLED:
            teller = event - SEAT
            if teller == partner:
                given[:] = 0
        elif (teller == seat and what == GAVE) or (teller == partner and what == PICKED):
            known[kind] += 1
        elif teller == partner and what in (LEFT, GAVE):
            known[kind] = max(known[kind] - 1, 0)
            if what == GAVE:
                given[kind] += 1


@entry_point
def is_ready(sight: Sight, mission: int) -> bool:
    """Whether the partner was seen to have what a mission takes, and has a turn to come."""
    if mission == NOTHING or sight.their_draws == NONE:
        return False
    return nearest(mission, sight.known, sight.room[0])[1] == 0

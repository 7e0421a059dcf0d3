"""What a Team Play bot knows: after which move are our missions nearest, for their points?

It looks one move ahead. What can be fulfilled is, for points and with the cards that leave the
best rest; but the centre is left to a partner who was seen to have what it takes, if one needs the
cards oneself. Then it draws, for its own missions or for the partner's, and at last it weighs
gifts: what they do for the partner's missions, and what the hand is worth without them.
"""

from __future__ import annotations

from math import exp, inf

import numpy as np

from upturn.bots.knowledge import Values
from upturn.bots.team_play.hands import Counts, is_wanted, nearest, spend
from upturn.bots.team_play.outlook import (
    CENTRE,
    NONE,
    Sight,
    draws_after,
    hold,
    hope,
    is_ready,
    look,
    outlook,
    promise,
    see_missions,
)
from upturn.games.compiling import compiled
from upturn.games.contract import OVER, Moves, rule
from upturn.games.team_play.components import COPIES, KINDS
from upturn.games.team_play.position import (
    BANK,
    DISCARD,
    EXCHANGE,
    NOTHING,
    POSITION,
    REFILL,
    Position,
)
from upturn.games.team_play.rules import DRAWS
from upturn.games.team_play.seating import GOAL, IN_TEAMS, LIMIT, SEATS, TEAM
from upturn.games.team_play.tables import (
    DRAW_PILE,
    END,
    FIRST_DISCARD,
    FIRST_DRAW,
    FIRST_FULFIL,
    FIRST_GIVE,
    FIRST_GIVE_TWO,
    MOST_OPEN,
    PAIR_FIRST,
    PAIR_SECOND,
    POINTS,
    WAY,
    WAY_MISSION,
    WAY_SIZE,
)

SCORED = 1.0
"""Points that a point is worth when it is scored, beside one that is only expected."""
CARD = 0.3
"""Points it costs to spend a card."""
LEAST_GAIN = 0.02
"""Points a card must bring the team to be given to the partner."""
BURDEN = 0.5
"""Points it costs to give the partner a card that makes it discard one."""
SPARE = 0.5
"""Points it costs to keep a card that will have to be discarded."""
PASSED_ON = 0.5
"""What is left of a card's worth to the partner if it must be drawn here and given first."""


@rule(POSITION)
def weigh(position: Position, moves: Moves, count: int, values: Values) -> None:
    """By the points that are to be expected after each move, of the hand and of the partner's."""
    values[:count] = -inf
    if count == 1:
        values[0] = 0.0
        return
    sight = look(position)
    if position.asked in (EXCHANGE, REFILL):
        weigh_answers(position, sight, values)
    elif position.asked == DISCARD:
        weigh_discards(sight, moves, count, values)
    elif not weigh_fulfilling(sight, moves, count, values):
        if position.draws < DRAWS:
            weigh_draws(position, sight, moves, count, values)
        else:
            weigh_gifts(position, sight, moves, count, values)


# --- Missions --------------------------------------------------------------------------------


@compiled
def weigh_answers(position: Position, sight: Sight, values: Values) -> None:
    """To keep: what the offered mission promises. To swap: what another does, on average."""
    place = int(position.own_place) if position.asked == REFILL else 0
    kept = promise_of(sight, int(sight.missions[place]))
    total, count = 0.0, int(position.mission_count)
    for at in range(count):
        total += promise_of(sight, int(position.mission_pile[at]))
    if count == 0:  # the discard will be shuffled, the offered mission with it
        total, count = kept, 1 + int(position.put_away)
        for at in range(position.put_away):
            total += promise_of(sight, int(position.mission_discard[at]))
    values[0], values[1] = kept, total / count


@compiled
def promise_of(sight: Sight, mission: int) -> float:
    _, lacking, wanted = nearest(mission, sight.hand, sight.room[0])
    return promise(mission, 0, lacking, wanted, sight.draws)


@compiled
def weigh_fulfilling(sight: Sight, moves: Moves, count: int, values: Values) -> bool:
    """Whether there is anything to be fulfilled now."""
    if moves[0] < FIRST_FULFIL:  # such moves are listed first
        return False
    centre = sight.missions[CENTRE]
    left = is_ready(sight, centre)
    found = False
    rest = np.empty_like(sight.hand)
    for index in range(count):
        if moves[index] < FIRST_FULFIL:
            break
        way = moves[index] - FIRST_FULFIL
        mission = WAY_MISSION[way]
        for kind in range(KINDS):
            rest[kind] = sight.hand[kind] - WAY[way, kind]
        if left and mission == centre and needed_elsewhere(sight, rest):
            continue
        found = True
        values[index] = SCORED * POINTS[mission] - CARD * WAY_SIZE[way]
        values[index] += outlook_without(sight, rest, mission)
    return found


@compiled
def outlook_without(sight: Sight, hand: Counts, mission: int) -> float:
    """The outlook of a hand when a mission is gone."""
    for place in range(MOST_OPEN):
        if sight.missions[place] == mission:
            sight.missions[place] = NOTHING
            value = outlook(hand, sight.missions, sight.draws, sight.room)
            sight.missions[place] = mission
            return value
    return outlook(hand, sight.missions, sight.draws, sight.room)


@compiled
def needed_elsewhere(sight: Sight, rest: Counts) -> bool:
    """Whether the seat's own missions are nearer with all its cards than with this rest."""
    centre = sight.missions[CENTRE]
    return outlook_without(sight, rest, centre) < outlook_without(sight, sight.hand, centre)


# --- Cards -----------------------------------------------------------------------------------


@compiled
def weigh_discards(sight: Sight, moves: Moves, count: int, values: Values) -> None:
    for index in range(count):
        kind = moves[index] - FIRST_DISCARD
        sight.hand[kind] -= 1
        values[index] = outlook(sight.hand, sight.missions, sight.draws, sight.room)
        sight.hand[kind] += 1


@compiled
def weigh_draws(position: Position, sight: Sight, moves: Moves, count: int, values: Values) -> None:
    """A card is drawn for oneself or for the partner; the pile is worth an average unseen card."""
    if is_ready(sight, sight.missions[CENTRE]):
        sight.missions[CENTRE] = NOTHING
    base = outlook(sight.hand, sight.missions, sight.draws - 1, sight.room)
    mine = np.full(KINDS, base)
    theirs = np.full(KINDS, base)
    foresee(sight, mine)
    foresee_partner(sight, theirs)
    total, cards = 0.0, 0
    for kind in range(KINDS):
        unseen = COPIES - sight.hand[kind] - int(position.discard[kind])
        for place in range(BANK):
            if position.bank[place] == kind:
                unseen -= 1
        total += unseen * max(mine[kind], theirs[kind])
        cards += unseen
    for index in range(count):
        move = moves[index]
        if move == DRAW_PILE:
            values[index] = total / max(cards, 1)
        elif FIRST_DRAW <= move < FIRST_DISCARD:
            kind = move - FIRST_DRAW
            sight.hand[kind] += 1
            better = outlook(sight.hand, sight.missions, sight.draws - 1, sight.room)
            sight.hand[kind] -= 1
            values[index] = max(better, theirs[kind])


@compiled
def foresee(sight: Sight, values: Values) -> None:
    """About the outlook with one card more, by kind; at least as it was."""
    draws = sight.draws - 1
    total = np.empty(KINDS)
    for first in range(MOST_OPEN):
        mission = sight.missions[first]
        if mission == NOTHING:
            continue
        shape, lacking, wanted = nearest(mission, sight.hand, sight.room[0])
        now = promise(mission, first, lacking, wanted, draws)
        then = promise(mission, first, lacking - 1, wanted, draws) if lacking else now
        for kind in range(KINDS):
            total[kind] = then if is_wanted(mission, wanted, kind) else now
        spent = False
        for second in range(MOST_OPEN):
            other = sight.missions[second]
            if second == first or other == NOTHING:
                continue
            if not spent:
                spend(mission, shape, other, sight.hand, sight.room[1], sight.room[0])
                spent = True
            _, short, asked = nearest(other, sight.room[1], sight.room[0])
            now = promise(other, second, short, asked, draws)
            then = promise(other, second, short - 1, asked, draws) if short else now
            for kind in range(KINDS):
                free = not is_wanted(mission, wanted, kind)
                total[kind] += then if free and is_wanted(other, asked, kind) else now
        for kind in range(KINDS):
            values[kind] = max(values[kind], total[kind])


@compiled
def foresee_partner(sight: Sight, values: Values) -> None:
    """Add what a card of each kind would do for the partner."""
    if sight.their_draws == NONE:
        return
    for place in range(MOST_OPEN):
        mission = sight.theirs[place]
        if mission != NOTHING:
            _, lacking, wanted = nearest(mission, sight.known, sight.room[0])
            if 0 < lacking <= sight.their_draws + 1:
                gain = promise(mission, place, lacking - 1, wanted, sight.their_draws)
                gain -= promise(mission, place, lacking, wanted, sight.their_draws)
                for kind in range(KINDS):
                    if is_wanted(mission, wanted, kind):
                        values[kind] += PASSED_ON * gain


# --- Gifts -----------------------------------------------------------------------------------


@compiled
def weigh_gifts(position: Position, sight: Sight, moves: Moves, count: int, values: Values) -> None:
    """To end the turn is to give nothing. Two cards are given if one alone is worth giving."""
    limit = int(LIMIT[position.players])
    over = int(position.counts[position.to_act - 1]) - limit
    theirs_over = int(position.counts[sight.partner - 1]) - limit
    alone = np.full(KINDS, -inf)
    unhelped = hope(sight.known, sight.theirs, sight.their_draws, sight.room)
    nothing = outlook(sight.hand, sight.missions, sight.later, sight.room) + unhelped
    nothing -= SPARE * max(over, 0) + BURDEN * max(theirs_over, 0)
    for index in range(count):
        move = moves[index]
        if move == END:
            values[index] = nothing
        elif FIRST_GIVE <= move < FIRST_GIVE_TWO:
            first = move - FIRST_GIVE
            values[index] = value_of_gift(sight, first, -1, over, theirs_over, unhelped)
            alone[first] = values[index]
    for index in range(count):
        move = moves[index]
        if FIRST_GIVE_TWO <= move < FIRST_FULFIL:
            first = PAIR_FIRST[move - FIRST_GIVE_TWO]
            second = PAIR_SECOND[move - FIRST_GIVE_TWO]
            if max(alone[first], alone[second]) > nothing:
                values[index] = value_of_gift(sight, first, second, over, theirs_over, unhelped)


@compiled
def value_of_gift(
    sight: Sight, first: int, second: int, over: int, theirs_over: int, unhelped: float
) -> float:
    """What both hands are worth after a gift of one or two cards.

    No thought is given to handing back what the partner gave, nor to what does not help it unless
    one must be rid of cards.
    """
    size = 1 if second < 0 else 2
    pass_on(sight, first, second, 1)
    back = sight.hand[first] < sight.given[first]
    if second >= 0 and sight.hand[second] < sight.given[second]:
        back = True
    value = -inf
    helped = hope(sight.known, sight.theirs, sight.their_draws, sight.room)
    if not back and (over > 0 or helped > unhelped):
        value = helped + outlook(sight.hand, sight.missions, sight.later, sight.room)
        value -= LEAST_GAIN * size + SPARE * max(over - size, 0)
        value -= BURDEN * max(theirs_over + size, 0)
    pass_on(sight, first, second, -1)
    return value


@compiled
def pass_on(sight: Sight, first: int, second: int, cards: int) -> None:
    """Cards go to the partner; -1: they come back. There may be no second one."""
    sight.hand[first] -= cards
    sight.known[first] += cards
    if second >= 0:
        sight.hand[second] -= cards
        sight.known[second] += cards


# --- The game --------------------------------------------------------------------------------

EXPECTED, HELD, DRAWN, DONE = 0.55, 0.5, 0.45, 0.45
"""Points of the final score by which a side leads for each point it may expect, each card it holds,
each draw of the turn going on, and each mission it has completed. As the numbers below they are
fitted to games between bots that go by `weigh`; there, what is held no longer counts in the last
round."""
SPREAD = (-1.4, 0.65, 0.25, -1.05)
"""How sure a lead is, in logarithms: at the start, more at the goal; in the last turn, less in the
turns before it."""
SURE = 100.0


@rule(POSITION)
def worth(position: Position, seat: int) -> float:
    """The chance of the seat's side to have the most points."""
    leads = np.zeros(SEATS)
    add_up(position, leads)
    sure = sureness(position)
    mine = leads[TEAM[position.players, seat]]
    total = 0.0
    for team in range(int(position.players) // (2 if IN_TEAMS[position.players] else 1)):
        total += exp(min(sure * (leads[team] - mine), SURE))
    return 1.0 / total


@compiled
def add_up(position: Position, leads: Values) -> None:
    """By team: its points, and what else is likely to become points."""
    players = int(position.players)
    for seat in range(1, players + 1):
        team = TEAM[players, seat]
        leads[team] = int(position.points[team])
        if position.turns_left == NOTHING:
            leads[team] += DONE * int(position.completed[team])
    if position.phase == OVER:
        return
    hand = np.zeros(KINDS, np.int64)
    missions = np.zeros(MOST_OPEN, np.int64)
    room = np.zeros((2, KINDS), np.int64)
    for seat in range(1, players + 1):
        team = TEAM[players, seat]
        draws = draws_after(position, seat)
        if seat == position.mover:
            now = DRAWS - int(position.draws)
            draws = max(draws, 0) + now
            leads[team] += DRAWN * now
        hold(position, seat, hand)
        see_missions(position, seat, missions)
        leads[team] += EXPECTED * outlook(hand, missions, draws, room)
        if position.turns_left == NOTHING:
            leads[team] += HELD * int(position.counts[seat - 1])


@compiled
def sureness(position: Position) -> float:
    """How sure a lead of one point is, as the factor of a logistic function."""
    if position.phase == OVER:
        return SURE
    players = int(position.players)
    if position.turns_left != NOTHING:
        return exp(SPREAD[2] + SPREAD[3] * int(position.turns_left) / players)
    most = 0
    for seat in range(1, players + 1):
        most = max(most, int(position.completed[TEAM[players, seat]]))
    return exp(SPREAD[0] + SPREAD[1] * most / int(GOAL[players]))

"""Team Play: collect number cards, trade them for missions; partners pass cards without a word.

At 4 and 6 players the seats opposite each other are a team; at 3 and 5 everyone plays alone. A
turn is two draws, from the bank of three open cards or the pile, and, in any order with them:

- fulfil  an own mission or the centre one with hand cards that match it exactly, any number of
          times. Its place is refilled; a refilled own mission may be swapped once, at once.
- give    one or two cards to the partner, once, not between the two draws.

A seat that begins its turn above the hand limit first discards down to it, not in the first round.
An even number of players begins with an exchange: each may swap its mission once. The 8th mission
of a team (the 5th of a single player) starts the last round: that turn is finished, then every seat
has one more. Most points win.

A card wanted from an empty pile waits for chance: the phase is DEALING, `due` says which pile and
`wanted` what for, and the deal (`chance.py`) brings the card. Moves are numbered in `tables.py`;
the fields of a position are in `position.py`.
"""

from __future__ import annotations

from upturn.games.compiling import compiled
from upturn.games.contract import ALLOWED, DEALING, OVER, PLAYING, Moves, rule
from upturn.games.team_play.components import KINDS
from upturn.games.team_play.position import (
    BANK,
    DISCARD,
    EXCHANGE,
    FOR_BANK,
    FOR_CENTRE,
    FOR_HAND,
    FOR_OWN,
    MISSIONS,
    NOTHING,
    NUMBERS,
    POSITION,
    REFILL,
    TURN,
    Position,
)
from upturn.games.team_play.seating import GOAL, IN_TEAMS, LIMIT, OWN_PLACES, PARTNER, TEAM
from upturn.games.team_play.story import DREW, GAVE, LEFT, PICKED, SEAT, TURNED_UP, note
from upturn.games.team_play.tables import (
    DRAW_PILE,
    END,
    FIRST_DISCARD,
    FIRST_DRAW,
    FIRST_FULFIL,
    FIRST_GIVE,
    FIRST_GIVE_TWO,
    GIVE_TWO,
    KEEP,
    PAIR_FIRST,
    PAIR_SECOND,
    POINTS,
    SWAP,
    WAY,
    WAY_MISSION,
)
from upturn.games.team_play.ways import list_ways

RULES_VERSION = 1

DRAWS = 2
STALLED_AFTER = 3000
MANY_TURNS = 1000

# Why a move is refused; `reasons.py` says it in words.
ANSWER_FIRST, NOTHING_TO_EXCHANGE, DISCARD_FIRST, NO_DISCARD = 10, 11, 12, 13
NOT_IN_BANK, DRAWN_TWICE, DRAWS_FIRST = 14, 15, 16
NOT_OPEN, NOT_YOURS, NOT_HELD = 17, 18, 19
NO_PARTNER, GIVEN_ALREADY, BETWEEN_DRAWS = 20, 21, 22

# --- The table -----------------------------------------------------------------------------


@compiled
def open_place(position: Position, mission: int) -> int:
    """Where the seat to act may fulfil a mission: FOR_CENTRE, FOR_OWN + place, or 0."""
    if position.centre == mission:
        return FOR_CENTRE
    for place in range(OWN_PLACES[position.players]):
        if position.own[position.to_act - 1, place] == mission:
            return FOR_OWN + place
    return 0


@compiled
def is_open(position: Position, mission: int) -> bool:
    """Whether a mission lies open anywhere."""
    if position.centre == mission:
        return True
    for seat in range(position.players):
        for place in range(OWN_PLACES[position.players]):
            if position.own[seat, place] == mission:
                return True
    return False


@compiled
def check_giving(position: Position) -> int:
    """ALLOWED, or why no card may be given now."""
    if not IN_TEAMS[position.players]:
        return NO_PARTNER
    if position.gave:
        return GIVEN_ALREADY
    return BETWEEN_DRAWS if position.draws == 1 else ALLOWED


# --- Legal moves ---------------------------------------------------------------------------


@rule(POSITION)
def legal(position: Position, moves: Moves) -> int:
    if position.phase != PLAYING:
        return 0
    if position.asked == EXCHANGE or position.asked == REFILL:
        moves[0], moves[1] = KEEP, SWAP
        return 2
    hand = position.hand[position.to_act - 1]
    count = 0
    if position.asked == DISCARD:
        for kind in range(KINDS):
            if hand[kind]:
                moves[count] = FIRST_DISCARD + kind
                count += 1
        return count
    count = list_ways(position.centre, hand, moves, count)
    for place in range(OWN_PLACES[position.players]):
        count = list_ways(position.own[position.to_act - 1, place], hand, moves, count)
    if position.draws < DRAWS:
        for place in range(BANK):
            kind = position.bank[place]
            first = True
            for before in range(place):
                if position.bank[before] == kind:
                    first = False
            if first:
                moves[count] = FIRST_DRAW + kind
                count += 1
        moves[count] = DRAW_PILE
        count += 1
    else:
        moves[count] = END
        count += 1
    if check_giving(position) == ALLOWED:
        for kind in range(KINDS):
            if hand[kind]:
                moves[count] = FIRST_GIVE + kind
                count += 1
                if hand[kind] > 1:
                    moves[count] = GIVE_TWO[kind, kind]
                    count += 1
                for second in range(kind + 1, KINDS):
                    moves[count] = GIVE_TWO[kind, second]
                    count += 1 if hand[second] else 0
    return count


@rule(POSITION)
def check(position: Position, move: int) -> int:
    if position.asked == EXCHANGE or position.asked == REFILL:
        return ALLOWED if move in (KEEP, SWAP) else ANSWER_FIRST
    hand = position.hand[position.to_act - 1]
    discarding = FIRST_DISCARD <= move < FIRST_GIVE
    if position.asked == DISCARD:
        if not discarding:
            return DISCARD_FIRST
        return ALLOWED if hand[move - FIRST_DISCARD] else NOT_HELD
    if discarding:
        return NO_DISCARD
    if move in (KEEP, SWAP):
        return NOTHING_TO_EXCHANGE
    if move == END:
        return ALLOWED if position.draws == DRAWS else DRAWS_FIRST
    if move < FIRST_DISCARD:
        return check_draw(position, move)
    if move < FIRST_FULFIL:
        return check_give(position, move)
    way = move - FIRST_FULFIL
    if open_place(position, WAY_MISSION[way]) == 0:
        return NOT_YOURS if is_open(position, WAY_MISSION[way]) else NOT_OPEN
    for kind in range(KINDS):
        if WAY[way, kind] > hand[kind]:
            return NOT_HELD
    return ALLOWED


@compiled
def check_draw(position: Position, move: int) -> int:
    if position.draws == DRAWS:
        return DRAWN_TWICE
    if move == DRAW_PILE:
        return ALLOWED
    for place in range(BANK):
        if position.bank[place] == move - FIRST_DRAW:
            return ALLOWED
    return NOT_IN_BANK


@compiled
def check_give(position: Position, move: int) -> int:
    refusal = check_giving(position)
    if refusal != ALLOWED:
        return refusal
    hand = position.hand[position.to_act - 1]
    if move < FIRST_GIVE_TWO:
        return ALLOWED if hand[move - FIRST_GIVE] else NOT_HELD
    first, second = PAIR_FIRST[move - FIRST_GIVE_TWO], PAIR_SECOND[move - FIRST_GIVE_TWO]
    if first == second:
        return ALLOWED if hand[first] > 1 else NOT_HELD
    return ALLOWED if hand[first] and hand[second] else NOT_HELD


# --- Cards on their way --------------------------------------------------------------------


@compiled
def take_card(position: Position, seat: int, kind: int) -> None:
    position.hand[seat - 1, kind] += 1
    position.counts[seat - 1] += 1


@compiled
def lay_down(position: Position, kind: int) -> None:
    """A card of the seat to act goes to the discard."""
    note(position, LEFT * KINDS + kind)
    position.hand[position.to_act - 1, kind] -= 1
    position.counts[position.to_act - 1] -= 1
    position.discard[kind] += 1


@compiled
def await_deal(position: Position, pile: int, wanted: int) -> None:
    position.phase = DEALING
    position.to_act = 0
    position.due = pile
    position.wanted = wanted


@compiled
def want_card(position: Position, wanted: int) -> None:
    """The top card of the number pile goes to the mover's hand, or to a place of the bank."""
    if position.pile_count == 0:
        await_deal(position, NUMBERS, wanted)
        return
    position.pile_count -= 1
    kind = int(position.pile[position.pile_count])
    if wanted == FOR_HAND:
        note(position, DREW * KINDS + kind)
        take_card(position, int(position.mover), kind)
    else:
        note(position, TURNED_UP * KINDS + kind)
        position.bank[wanted - FOR_BANK] = kind


@compiled
def want_mission(position: Position, wanted: int) -> None:
    """The next mission goes to the centre or an own place of the mover, if there is one left."""
    mission = NOTHING
    if position.mission_count:
        position.mission_count -= 1
        mission = int(position.mission_pile[position.mission_count])
    elif position.put_away:
        await_deal(position, MISSIONS, wanted)
        return
    if wanted == FOR_CENTRE:
        position.centre = mission
        return
    position.own[position.mover - 1, wanted - FOR_OWN] = mission
    if position.asked == EXCHANGE:
        next_exchange(position)
    elif position.asked == REFILL:
        position.asked = TURN
    elif mission != NOTHING:
        position.asked = REFILL
        position.own_place = wanted - FOR_OWN


# --- Making a move -------------------------------------------------------------------------


@compiled
def begin_turn(position: Position, seat: int) -> None:
    note(position, SEAT + seat)
    # The rule has a first round without limit. No hand is over it then: five cards at most.
    first_round = position.turns < position.players
    position.turns = min(position.turns + 1, MANY_TURNS)
    position.mover = seat
    position.to_act = seat
    position.draws = 0
    position.gave = 0
    above = position.counts[seat - 1] > LIMIT[position.players]
    position.asked = DISCARD if above and not first_round else TURN


@compiled
def next_exchange(position: Position) -> None:
    """The set-up exchange goes on with the next seat; after the last one the game begins."""
    if position.mover == position.players:
        begin_turn(position, 1)
    else:
        position.mover += 1
        position.to_act = position.mover


@compiled
def end_turn(position: Position) -> None:
    if position.turns_left == 0:
        position.phase = OVER
        position.to_act = 0
        return
    if position.turns_left > 0:
        position.turns_left -= 1
    begin_turn(position, int(position.to_act) % int(position.players) + 1)


@compiled
def draw_from_bank(position: Position, kind: int) -> None:
    for place in range(BANK):
        if position.bank[place] == kind:
            note(position, PICKED * KINDS + kind)
            position.bank[place] = NOTHING
            take_card(position, int(position.to_act), kind)
            want_card(position, FOR_BANK + place)
            return


@compiled
def swap(position: Position) -> None:
    place = int(position.own_place) if position.asked == REFILL else 0
    position.mission_discard[position.put_away] = position.own[position.to_act - 1, place]
    position.put_away += 1
    position.own[position.to_act - 1, place] = NOTHING
    want_mission(position, FOR_OWN + place)


@compiled
def fulfil(position: Position, way: int) -> None:
    mission = int(WAY_MISSION[way])
    place = open_place(position, mission)
    for kind in range(KINDS):
        for _ in range(WAY[way, kind]):
            lay_down(position, kind)
    team = TEAM[position.players, position.to_act]
    position.scored[position.scored_count] = mission
    position.scored_by[position.scored_count] = team
    position.scored_count += 1
    position.points[team] += POINTS[mission]
    position.completed[team] += 1
    if position.completed[team] == GOAL[position.players] and position.turns_left == NOTHING:
        position.turns_left = position.players
    position.made = 0
    if place == FOR_CENTRE:
        position.centre = NOTHING
    else:
        position.own[position.to_act - 1, place - FOR_OWN] = NOTHING
    want_mission(position, place)


@compiled
def give(position: Position, kind: int) -> None:
    note(position, GAVE * KINDS + kind)
    seat = int(position.to_act)
    position.hand[seat - 1, kind] -= 1
    position.counts[seat - 1] -= 1
    take_card(position, PARTNER[position.players, seat], kind)
    position.gave = 1


@rule(POSITION)
def apply(position: Position, move: int) -> None:
    position.made = min(position.made + 1, STALLED_AFTER)
    if move >= FIRST_FULFIL:
        fulfil(position, move - FIRST_FULFIL)
    elif move >= FIRST_GIVE_TWO:
        give(position, PAIR_FIRST[move - FIRST_GIVE_TWO])
        give(position, PAIR_SECOND[move - FIRST_GIVE_TWO])
    elif move >= FIRST_GIVE:
        give(position, move - FIRST_GIVE)
    elif move >= FIRST_DISCARD:
        lay_down(position, move - FIRST_DISCARD)
        if position.counts[position.to_act - 1] <= LIMIT[position.players]:
            position.asked = TURN
    elif move >= FIRST_DRAW:
        position.draws += 1
        draw_from_bank(position, move - FIRST_DRAW)
    elif move == DRAW_PILE:
        position.draws += 1
        want_card(position, FOR_HAND)
    elif move == END:
        end_turn(position)
    elif move == SWAP:
        swap(position)
    elif position.asked == EXCHANGE:
        next_exchange(position)
    else:
        position.asked = TURN


# --- Score ---------------------------------------------------------------------------------


@rule(POSITION)
def score(position: Position, seat: int) -> int:
    return int(position.points[TEAM[position.players, seat]])


@rule(POSITION)
def stalled(position: Position) -> bool:
    return position.made >= STALLED_AFTER

"""dnup: shed your hand in sets; a card that comes back from the table to a hand is turned.

A round deals the whole deck. The holder of the star begins. As a turn begins, the seat's own set
on the table is discarded; then the seat does one thing:

- play  a set of cards of one active value. A set of the same size on the table must be lower;
        it goes back to its owner's hand, turned.
- add   one card of a set's value to an opponent's set, under the same condition for the grown set.
- take  an opponent's set into the hand, turned.
- flip  the whole hand.

Three to five players: the first to empty the hand gets 2 tokens, the second 1 and the round ends;
4 tokens win at once. The set of a seat that is out lies until its turn would come, and is
discarded, not returned, when beaten. Two players: each has two areas and a go is two turns, one
per area; the star's holder opens with one turn in the second area; an empty hand wins the round,
two rounds the game.

Moves are numbered in `tables.py`, and hands and sets are groups as described there; the fields of
a position are in `position.py`.
"""

from __future__ import annotations

from upturn.games.compiling import compiled, entry_point
from upturn.games.contract import ALLOWED, DEALING, OVER, PLAYING, Moves, Positions, rule
from upturn.games.dnup.position import ACTIVE, INACTIVE, POSITION, Position, Row
from upturn.games.dnup.tables import (
    END,
    FACE,
    FACE_ACTIVE,
    FACE_COUNT,
    FACE_INACTIVE,
    FIRST_ADD,
    FIRST_TAKE,
    FLIP,
    HELD,
    INSIDE,
    LOWEST_BIT,
    PLAY_GROUP,
    PLAY_VALUE,
    PLAYS,
    SIZE,
    STEP,
    SUBGROUP_PLAY,
    SUBGROUP_SIZE,
    SUBGROUPS,
)

RULES_VERSION = 1

TOKENS_TO_WIN = 4
ROUNDS_TO_WIN = 2
STALLED_AFTER = 1000

# Why a move is refused; `reasons.py` says it in words.
NOT_HELD, SET_TOO_LOW, NO_SET, OWN_SET, OTHER_VALUE, ADD_TOO_LOW = 10, 11, 12, 13, 14, 15

# --- The table -----------------------------------------------------------------------------


@compiled
def places(position: Position) -> int:
    """How many places for sets the table has."""
    return 4 if position.players == 2 else int(position.players)


@compiled
def owner(position: Position, place: int) -> int:
    """The seat a place belongs to."""
    return place // 2 + 1 if position.players == 2 else place + 1


@compiled
def own_place(position: Position) -> int:
    """The place where the seat to act would play a set now."""
    if position.players == 2:
        return 2 * (int(position.to_act) - 1) + int(position.area)
    return int(position.to_act) - 1


@entry_point
def bars(position: Position) -> int:
    """What a set must beat: for each size, the value of the set of that size, in four bits."""
    packed = 0
    for place in range(places(position)):
        value = int(position.set_value[place])
        if value:
            packed |= value << (4 * int(SIZE[value, position.set_group[place]]))
    return packed


@entry_point
def bar(packed: int, size: int) -> int:
    """The value that a set of this size must be higher than; 0 if there is no such set."""
    return (packed >> (4 * int(size))) & 15


# --- Legal moves ---------------------------------------------------------------------------


@rule(POSITION)
def legal(position: Position, moves: Moves) -> int:
    if position.phase != PLAYING:
        return 0
    hand = position.hand[position.to_act - 1, ACTIVE]
    packed = bars(position)
    count = 0
    # Going from bit to bit, not from value to value, spares the processor wrong guesses.
    values = 0
    for value in range(1, END):
        values |= (1 if hand[value] else 0) << value
    while values:
        value = LOWEST_BIT[values]
        values &= values - 1
        group = hand[value]
        for entry in range(SUBGROUPS[value, group], SUBGROUPS[value, group + 1]):
            moves[count] = SUBGROUP_PLAY[entry]
            if value > bar(packed, SUBGROUP_SIZE[entry]):
                count += 1
    for place in range(places(position)):
        value = position.set_value[place]
        if value and owner(position, place) != position.to_act:
            group = hand[value]
            if group and value > bar(packed, SIZE[value, position.set_group[place]] + 1):
                before = 0
                for card in range(SIZE[value, group]):
                    inactive = INSIDE[value, group, card]
                    if inactive != before:
                        moves[count] = FIRST_ADD + place * FACE_COUNT + FACE[value, inactive]
                        count += 1
                        before = inactive
            moves[count] = FIRST_TAKE + place
            count += 1
    moves[count] = FLIP
    return count + 1


@rule(POSITION)
def check(position: Position, move: int) -> int:
    hand = position.hand[position.to_act - 1, ACTIVE]
    if move == FLIP:
        return ALLOWED
    if move < PLAYS:
        value, group = PLAY_VALUE[move], PLAY_GROUP[move]
        for inactive in range(1, END):
            if HELD[value, group, inactive] > HELD[value, hand[value], inactive]:
                return NOT_HELD
        too_low = value <= bar(bars(position), SIZE[value, group])
        return SET_TOO_LOW if too_low else ALLOWED
    taking = move >= FIRST_TAKE
    place = move - FIRST_TAKE if taking else (move - FIRST_ADD) // FACE_COUNT
    if owner(position, place) == position.to_act:
        return OWN_SET
    if position.set_value[place] == 0:
        return NO_SET
    if taking:
        return ALLOWED
    face = (move - FIRST_ADD) % FACE_COUNT
    value = FACE_ACTIVE[face]
    if HELD[value, hand[value], FACE_INACTIVE[face]] == 0:
        return NOT_HELD
    if value != position.set_value[place]:
        return OTHER_VALUE
    too_low = value <= bar(bars(position), SIZE[value, position.set_group[place]] + 1)
    return ADD_TOO_LOW if too_low else ALLOWED


# --- Making a move -------------------------------------------------------------------------


@entry_point
def hold(cards: Row, active: int, inactive: int) -> None:
    """Put one card among the cards of a seat (its hand, or what is known or shown of it)."""
    cards[ACTIVE, active] += STEP[active, inactive]
    cards[INACTIVE, inactive] += STEP[inactive, active]


@compiled
def leave_hand(position: Position, seat: int, value: int, group: int) -> None:
    """Cards go from a hand to the table. Of two equal cards, the one all have seen goes first."""
    hand, known = position.hand[seat - 1], position.known[seat - 1]
    shown = position.shown[seat - 1]
    hand[ACTIVE, value] -= group
    for card in range(SIZE[value, group]):
        inactive = INSIDE[value, group, card]
        hand[INACTIVE, inactive] -= STEP[inactive, value]
        if HELD[value, known[ACTIVE, value], inactive]:
            known[ACTIVE, value] -= STEP[value, inactive]
            known[INACTIVE, inactive] -= STEP[inactive, value]
        else:
            hold(shown, value, inactive)
    position.counts[seat - 1] -= SIZE[value, group]


@compiled
def clear(position: Position, place: int) -> None:
    position.set_value[place] = 0
    position.set_group[place] = 0


@compiled
def to_hand(position: Position, place: int, seat: int) -> None:
    """A set goes from the table to a hand, each card turned, for all to see."""
    value, group = position.set_value[place], position.set_group[place]
    hand, known = position.hand[seat - 1], position.known[seat - 1]
    hand[INACTIVE, value] += group
    known[INACTIVE, value] += group
    for card in range(SIZE[value, group]):
        active = INSIDE[value, group, card]
        hand[ACTIVE, active] += STEP[active, value]
        known[ACTIVE, active] += STEP[active, value]
    position.counts[seat - 1] += SIZE[value, group]
    clear(position, place)


@compiled
def to_discard(position: Position, place: int) -> None:
    position.discard += SIZE[position.set_value[place], position.set_group[place]]
    clear(position, place)


@compiled
def beat(position: Position, winner: int) -> None:
    """The set that lies at `winner` beats the other set of its size, if there is one."""
    size = SIZE[position.set_value[winner], position.set_group[winner]]
    for place in range(places(position)):
        value = position.set_value[place]
        if place != winner and value and SIZE[value, position.set_group[place]] == size:
            loser = owner(position, place)
            if position.out[loser - 1]:
                to_discard(position, place)
            else:
                to_hand(position, place, loser)


@compiled
def turn_hand(position: Position, seat: int) -> None:
    for value in range(1, END):
        for cards in (position.hand[seat - 1], position.known[seat - 1], position.shown[seat - 1]):
            up, down = cards[ACTIVE, value], cards[INACTIVE, value]
            cards[ACTIVE, value], cards[INACTIVE, value] = down, up


@compiled
def act(position: Position, move: int) -> None:
    """Do what a move says, and nothing that follows from it but the beating of a set."""
    seat = int(position.to_act)
    if move < PLAYS:
        place = own_place(position)
        value, group = PLAY_VALUE[move], PLAY_GROUP[move]
        leave_hand(position, seat, value, group)
        position.set_value[place] = value
        position.set_group[place] = group
        beat(position, place)
    elif move < FIRST_TAKE:
        place, face = (move - FIRST_ADD) // FACE_COUNT, (move - FIRST_ADD) % FACE_COUNT
        step = STEP[FACE_ACTIVE[face], FACE_INACTIVE[face]]
        leave_hand(position, seat, FACE_ACTIVE[face], step)
        position.set_group[place] += step
        beat(position, place)
    elif move < FLIP:
        to_hand(position, move - FIRST_TAKE, seat)
    else:
        turn_hand(position, seat)


@entry_point
def act_at(positions: Positions, at: int, move: int) -> None:
    """The same for the position at this index."""
    act(positions[at], move)


@compiled
def go_out(position: Position, seat: int) -> None:
    """A seat has emptied its hand: it scores, and the round or the game may be over."""
    position.finished += 1
    position.out[seat - 1] = position.finished
    two = position.players == 2
    position.tokens[seat - 1] += 1 if two or position.finished == 2 else 2
    if position.tokens[seat - 1] >= (ROUNDS_TO_WIN if two else TOKENS_TO_WIN):
        position.phase = OVER
    elif two or position.finished == 2:
        position.phase = DEALING
    if position.phase != PLAYING:
        position.to_act = 0


@compiled
def next_turn(position: Position) -> None:
    """The turn passes on; sets whose turn has come are discarded, also those of seats out."""
    if position.players == 2:
        position.area = 1 - position.area
        if position.area == 0:
            position.to_act = 3 - position.to_act
        to_discard(position, own_place(position))
        return
    while True:
        position.to_act = position.to_act % position.players + 1
        to_discard(position, own_place(position))
        if not position.out[position.to_act - 1]:
            return


@rule(POSITION)
@entry_point
def apply(position: Position, move: int) -> None:
    seat = int(position.to_act)
    position.made = min(position.made + 1, STALLED_AFTER)
    act(position, move)
    if position.counts[seat - 1] == 0:
        go_out(position, seat)
    if position.phase == PLAYING:
        next_turn(position)


# --- Score ---------------------------------------------------------------------------------


@rule(POSITION)
def score(position: Position, seat: int) -> int:
    return int(position.tokens[seat - 1])


@rule(POSITION)
def stalled(position: Position) -> bool:
    return position.made >= STALLED_AFTER

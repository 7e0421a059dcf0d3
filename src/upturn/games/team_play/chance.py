"""Chance in Team Play: the shuffle of the numbers, that of the missions, and their reshuffles."""

from __future__ import annotations

from upturn.games.compiling import compiled
from upturn.games.contract import PLAYING, Cards, rule
from upturn.games.rng import Rng
from upturn.games.rng import shuffle as mix
from upturn.games.team_play.components import COPIES, KINDS, MISSION_COUNT
from upturn.games.team_play.position import (
    BANK,
    EXCHANGE,
    FOR_BANK,
    MISSIONS,
    NUMBER_CARDS,
    POSITION,
    SET_UP,
    Position,
)
from upturn.games.team_play.rules import (
    begin_turn,
    take_card,
    want_card,
    want_mission,
)
from upturn.games.team_play.seating import FIRST_HAND, IN_TEAMS, OWN_PLACES
from upturn.games.team_play.story import DREW, SEAT, SHUFFLED, note


@rule(POSITION)
def shuffle(position: Position, rng: Rng, cards: Cards) -> int:
    count = 0
    first = position.wanted == SET_UP
    if position.due == MISSIONS:
        for mission in range(MISSION_COUNT if first else position.put_away):
            cards[count] = mission if first else position.mission_discard[mission]
            count += 1
    else:
        for kind in range(KINDS):
            for _ in range(COPIES if first else position.discard[kind]):
                cards[count] = kind
                count += 1
    mix(rng, cards, count)
    return count


@rule(POSITION)
def deal(position: Position, cards: Cards) -> None:
    """`cards` is the new pile, top first; then what waited for its top card goes on."""
    wanted = int(position.wanted)
    if position.due == MISSIONS:
        count = MISSION_COUNT if wanted == SET_UP else int(position.put_away)
        for card in range(count):
            position.mission_pile[count - 1 - card] = cards[card]
        position.mission_count = count
        position.put_away = 0
        if wanted == SET_UP:
            set_up_missions(position)
        else:
            play_on(position)
            want_mission(position, wanted)
        return
    count = NUMBER_CARDS
    if wanted != SET_UP:
        count = 0
        for kind in range(KINDS):
            count += int(position.discard[kind])
        note(position, SHUFFLED)
    for card in range(count):
        position.pile[count - 1 - card] = cards[card]
    position.pile_count = count
    position.discard[:] = 0
    if wanted == SET_UP:
        set_up_numbers(position)
    else:
        play_on(position)
        want_card(position, wanted)


@compiled
def play_on(position: Position) -> None:
    position.phase = PLAYING
    position.to_act = position.mover
    position.due = 0


@compiled
def set_up_numbers(position: Position) -> None:
    """The bank, then the first hands; the missions come next."""
    for place in range(BANK):
        want_card(position, FOR_BANK + place)
    for seat in range(1, position.players + 1):
        note(position, SEAT + seat)
        for _ in range(FIRST_HAND[seat]):
            position.pile_count -= 1
            take_card(position, seat, int(position.pile[position.pile_count]))
        # In card order: a hand is taken up as a whole, not even its seat knows how it was dealt.
        for kind in range(KINDS):
            for _ in range(position.hand[seat - 1, kind]):
                note(position, DREW * KINDS + kind)
    position.due = MISSIONS


@compiled
def next_mission(position: Position) -> int:
    position.mission_count -= 1
    return int(position.mission_pile[position.mission_count])


@compiled
def set_up_missions(position: Position) -> None:
    """The centre, then every seat's own, second ones in a second pass; then the game begins."""
    position.centre = next_mission(position)
    for place in range(OWN_PLACES[position.players]):
        for seat in range(position.players):
            position.own[seat, place] = next_mission(position)
    position.mover = 1
    play_on(position)
    if IN_TEAMS[position.players]:
        position.asked = EXCHANGE
    else:
        begin_turn(position, 1)

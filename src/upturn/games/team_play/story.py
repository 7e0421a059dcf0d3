"""The story of the number cards, for `redeal` to reason from: which card went from where to where.

An event is one number: `what * KINDS + kind`, or SEAT + the seat whose hand the next ones are
about, or SHUFFLED: the discard became the pile. The story is the same for all; what a seat saw of
it is for `worlds.py` to know.
"""

from __future__ import annotations

import numpy as np

from upturn.games.compiling import compiled
from upturn.games.team_play.components import KINDS
from upturn.games.team_play.position import STORY, Position
from upturn.games.team_play.seating import PARTNER, SEATS

# A card went from the bank to the hand, from the pile to the hand, from the hand to the discard,
# from the hand to the partner's, from the pile to the bank.
PICKED, DREW, LEFT, GAVE, TURNED_UP = 0, 1, 2, 3, 4
SEAT = 5 * KINDS
SHUFFLED = SEAT + SEATS + 1


@compiled
def append(position: Position, event: int) -> None:
    position.story[position.told] = event
    position.told += 1


@compiled
def note(position: Position, event: int) -> None:
    """Add to the story; if it is full, forget the older half first."""
    if position.told == STORY:
        forget(position, STORY // 2)
    append(position, event)


@compiled
def forget(position: Position, events: int) -> None:
    """Replace so many events by the shortest story that leads to where the cards were then.

    The bank is turned up, the discard is drawn and laid down, every hand is drawn: some 170 events
    at most. What nobody saw of a card drawn long ago is forgotten, and what was seen too. Where the
    story is a seat's own (`supposing.py`), only the sizes of other hands are right.
    """
    hands = np.zeros((SEATS + 1, KINDS), np.int64)
    bank = np.zeros(KINDS, np.int64)
    discard = np.zeros(KINDS, np.int64)
    seat = 0
    for at in range(events):
        event = int(position.story[at])
        what, kind = event // KINDS, event % KINDS
        if event == SHUFFLED:
            discard[:] = 0
        elif event > SEAT:
            seat = event - SEAT
        elif what == TURNED_UP:
            bank[kind] += 1
        elif what in (PICKED, DREW):
            hands[seat, kind] += 1
            bank[kind] -= 1 if what == PICKED else 0
        else:
            hands[seat, kind] -= 1
            if what == LEFT:
                discard[kind] += 1
            else:
                hands[PARTNER[position.players, seat], kind] += 1
    later = position.story[events : position.told].copy()
    position.told = 0
    for kind in range(KINDS):
        for _ in range(bank[kind]):
            append(position, TURNED_UP * KINDS + kind)
    append(position, SEAT + 1)
    for kind in range(KINDS):
        for _ in range(discard[kind]):
            append(position, DREW * KINDS + kind)
            append(position, LEFT * KINDS + kind)
    for other in range(1, position.players + 1):
        append(position, SEAT + other)
        size = 0
        for kind in range(KINDS):
            size += hands[other, kind]
        for kind in range(KINDS):
            for _ in range(min(hands[other, kind], size)):
                append(position, DREW * KINDS + kind)
                size -= 1
    append(position, SEAT + seat)
    for event in later:
        append(position, event)

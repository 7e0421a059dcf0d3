"""What the compiled rules of dnup look up: groups, moves and decks, numbered once at import.

A *group* is a multiset of cards that share one value: the cards of one active value in a hand,
or a set on the table. The groups of a value are numbered in mixed radix, one digit per other
end, the digit counting the copies held. So 0 is the empty group, adding the card 7/3 to a group
of 7s adds `STEP[7, 3]` to its number, and taking a contained group away is a subtraction.

A *face* is a card with one end up: 7/3 and 3/7 are two faces.

A *move* is a small number too: first every play (a value's non-empty groups in order), then
every add (place on the table x face), then every take (place), then the one flip. A *place* is
where a set lies: a seat, or, with two players, one of 1a, 1b, 2a, 2b in this order.
"""

from __future__ import annotations

from math import prod

import numpy as np
import numpy.typing as npt

from upturn.games.dnup.components import CARDS, DECK_SIZES, VALUES

Table = npt.NDArray[np.int16]
LongTable = npt.NDArray[np.int32]

SEATS = 5
PLACES = 5
END = VALUES + 1  # tables are indexed by the values 1..10 themselves


def _copies() -> Table:
    copies = np.zeros((END, END), np.int16)
    for card in CARDS:
        copies[card.low, card.high] += 1
        copies[card.high, card.low] += 1
    return copies


COPIES = _copies()
"""How many cards have these two ends."""

STEP = np.array(
    [[prod(int(n) + 1 for n in COPIES[a, :i]) for i in range(END)] for a in range(END)], np.int16
)
"""What a card active/inactive adds to the number of its group."""

GROUPS = [0] + [prod(int(n) + 1 for n in COPIES[value]) for value in range(1, END)]
"""How many groups a value has, the empty one included."""

MOST_GROUPS = max(GROUPS)
LARGEST = int(COPIES.sum(axis=1).max())


def _held() -> Table:
    held = np.zeros((END, MOST_GROUPS, END), np.int16)
    for value in range(1, END):
        numbers = np.arange(GROUPS[value])[:, None]
        held[value, : GROUPS[value]] = numbers // STEP[value] % (COPIES[value] + 1)
    return held


HELD = _held()
"""[value, group, other end]: how many such cards a group holds."""

SIZE: Table = HELD.sum(axis=2, dtype=np.int16)
"""[value, group]: how many cards a group holds."""


def _inside() -> Table:
    inside = np.zeros((END, MOST_GROUPS, LARGEST), np.int16)
    for value in range(1, END):
        for group in range(GROUPS[value]):
            ends = np.repeat(np.arange(END), HELD[value, group])
            inside[value, group, : len(ends)] = ends
    return inside


INSIDE = _inside()
"""[value, group, k]: the other end of its k-th card, by rising value."""

PLAY_VALUE = np.repeat(np.arange(1, END), [n - 1 for n in GROUPS[1:]]).astype(np.int16)
PLAY_GROUP = np.concatenate([np.arange(1, n) for n in GROUPS[1:]]).astype(np.int16)
PLAYS = len(PLAY_VALUE)
FIRST_PLAY = np.cumsum([0, 0] + [n - 1 for n in GROUPS[1:]])[:END] - 1
"""FIRST_PLAY[value] + group is the move that plays that group."""


def _subgroups() -> tuple[LongTable, Table]:
    """For every group the plays it allows, one after the other, and where each list starts."""
    starts = np.zeros((END, MOST_GROUPS + 1), np.int32)
    plays: list[Table] = []
    total = 0
    for value in range(1, END):
        digits = HELD[value, : GROUPS[value]]
        contains = (digits[None, 1:] <= digits[:, None]).all(axis=2)
        counts = np.cumsum(contains.sum(axis=1))
        starts[value, 1 : GROUPS[value] + 1] = total + counts
        starts[value, 0] = total
        plays.append((np.nonzero(contains)[1] + FIRST_PLAY[value] + 1).astype(np.int16))
        total += int(counts[-1])
    return starts, np.concatenate(plays)


SUBGROUPS, SUBGROUP_PLAY = _subgroups()
"""A hand group's plays: `SUBGROUP_PLAY[SUBGROUPS[value, group] : SUBGROUPS[value, group + 1]]`."""

SUBGROUP_SIZE = SIZE[PLAY_VALUE[SUBGROUP_PLAY], PLAY_GROUP[SUBGROUP_PLAY]]
"""How many cards each of these plays has."""

LOWEST_BIT = np.array([0] + [(n & -n).bit_length() - 1 for n in range(1, 1 << END)], np.int16)
"""The place of the lowest bit set in a number of END bits."""

FACES = [(a, i) for a in range(1, END) for i in range(1, END) if COPIES[a, i]]
FACE_ACTIVE = np.array([active for active, _ in FACES], np.int16)
FACE_INACTIVE = np.array([inactive for _, inactive in FACES], np.int16)
FACE = np.full((END, END), -1, np.int16)
FACE[FACE_ACTIVE, FACE_INACTIVE] = np.arange(len(FACES))
TURNED = FACE[FACE_INACTIVE, FACE_ACTIVE]
"""The same card the other way up."""

FACE_COUNT = len(FACES)
FIRST_ADD = PLAYS
FIRST_TAKE = FIRST_ADD + PLACES * FACE_COUNT
FLIP = FIRST_TAKE + PLACES
MOVES = FLIP + 1

_STAR = next(card for card in CARDS if card.star)
STAR_LOW, STAR_HIGH = _STAR.low, _STAR.high

DECK_SIZE = np.array([DECK_SIZES.get(players, 0) for players in range(SEATS + 1)], np.int16)
DECK = np.zeros((SEATS + 1, len(CARDS)), np.int16)
"""[players]: the faces in the deck, the lower end up."""
for _players, _size in DECK_SIZES.items():
    DECK[_players, :_size] = [
        FACE[card.low, card.high] for card in CARDS if card.players <= _players
    ]

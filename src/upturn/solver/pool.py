"""Many completions of one pallet as sets of bits, so that thousands are searched at once.

An *item* is a box that occurs in some completion: a kind at a place and a level. The pool has for
every item the set of completions in which it occurs. A set is a row of words of WORD_BITS bits
each. Stacking a box leaves those completions of the set in which its item occurs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from upturn.games.arrays import overwrite
from upturn.games.compiling import compiled, entry_point
from upturn.games.team_up.tables import COLOURS, KIND, KINDS, LEFT, PLACES
from upturn.solver.packing import LEVELS_CODED, Codes, Numbers

WORD_BITS = 60
"""Few enough that a word is never negative."""
MOST_ALIKE = COLOURS * int(LEFT.max())
NO_ITEM = -1


class Pool(NamedTuple):
    """Completions that fill `layers` layers."""

    layers: int
    size: int  # the number of completions
    codes: Codes  # by item
    item_of: Codes  # by code; NO_ITEM if it occurs in none
    bits: Numbers  # [item, word]
    spare: Numbers  # [kind, n, word]: those that leave at least n boxes of the kind
    all: Numbers  # every completion


@compiled
def count_ones(word: int) -> int:
    """Return how many bits of a word are set."""
    word = word - ((word >> 1) & 0x555555555555555)
    word = (word & 0x333333333333333) + ((word >> 2) & 0x333333333333333)
    word = (word + (word >> 4)) & 0xF0F0F0F0F0F0F0F
    word = word + (word >> 8)
    word = word + (word >> 16)
    word = word + (word >> 32)
    return word & 0x7F


@entry_point
def count_common(one: Numbers, other: Numbers) -> int:
    """Return how many completions are in both sets."""
    count = 0
    for at in range(len(one)):
        both = one[at] & other[at]
        if both:
            count += count_ones(both)
    return count


@entry_point
def mark(
    completions: Codes, sizes: Numbers, left: Numbers, item_of: Codes, bits: Numbers, spare: Numbers
) -> None:
    """Fill in the sets `bits` and `spare`."""
    unused = np.zeros(KINDS, np.int64)
    for at in range(len(completions)):
        word, bit = at // WORD_BITS, 1 << (at % WORD_BITS)
        overwrite(unused, left)
        for step in range(sizes[at]):
            code = completions[at, step]
            bits[item_of[code], word] |= bit
            unused[KIND[code // LEVELS_CODED]] -= 1
        for kind in range(KINDS):
            for number in range(unused[kind] + 1):
                spare[kind, number, word] |= bit


def make_pool(layers: int, completions: Codes, sizes: Numbers, left: Numbers) -> Pool:
    """Make a pool of these completions; `left` says how many boxes of each kind there are."""
    words = -(-len(completions) // WORD_BITS)
    within = np.arange(completions.shape[1]) < sizes[:, None]
    codes = np.unique(completions[within])
    item_of = np.full(PLACES * LEVELS_CODED, NO_ITEM, np.int32)
    item_of[codes] = np.arange(len(codes))
    bits = np.zeros((len(codes), words), np.int64)
    spare = np.zeros((KINDS, MOST_ALIKE + 2, words), np.int64)
    mark(completions, sizes, left, item_of, bits, spare)
    return Pool(layers, len(completions), codes, item_of, bits, spare, spare[0, 0].copy())

"""The matcher and the enumerator: do these cards fulfil a mission, and which of a hand do?"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from upturn.games.compiling import compiled
from upturn.games.contract import Moves
from upturn.games.team_play.components import KINDS
from upturn.games.team_play.position import NOTHING
from upturn.games.team_play.tables import (
    FIRST_FULFIL,
    FIRST_WAY,
    NODE_KIND,
    NODE_LEAP,
    NODE_NEEDS,
    NODE_WAY,
    TREE,
    WAY,
    WAY_SIZE,
)

Hand = npt.NDArray[np.int8]
"""How many cards of each kind."""


@compiled
def list_ways(mission: int, hand: Hand, moves: Moves, count: int) -> int:
    """Write every way to fulfil a mission with cards of a hand to `moves`, from `count` on.

    As numbers of moves, each once; how many moves there are then. NOTHING has no ways.
    """
    if mission == NOTHING:
        return count
    node = TREE[mission]
    end = TREE[mission + 1]
    while node < end:
        if hand[NODE_KIND[node]] < NODE_NEEDS[node]:
            node = NODE_LEAP[node]
        else:
            if NODE_WAY[node] >= 0:
                moves[count] = FIRST_FULFIL + NODE_WAY[node]
                count += 1
            node += 1
    return count


@compiled
def way_of(mission: int, cards: Hand) -> int:
    """The way that takes exactly these cards, or -1: they do not fulfil the mission."""
    size = 0
    for kind in range(KINDS):
        size += int(cards[kind])
    node = TREE[mission]
    end = TREE[mission + 1]
    while node < end:
        if cards[NODE_KIND[node]] < NODE_NEEDS[node]:
            node = NODE_LEAP[node]
        else:
            way = NODE_WAY[node]
            if way >= 0 and WAY_SIZE[way] == size:
                return int(way)
            node += 1
    return -1


def fewest_missing(mission: int, hand: Hand) -> npt.NDArray[np.int8]:
    """What a hand lacks for a mission: every smallest multiset of cards, one per row.

    One row of zeros if the hand lacks nothing.
    """
    ways = WAY[FIRST_WAY[mission] : FIRST_WAY[mission + 1]]
    missing = np.maximum(ways - hand, 0)
    lacking = missing.sum(axis=1)
    return np.unique(missing[lacking == lacking.min()], axis=0)

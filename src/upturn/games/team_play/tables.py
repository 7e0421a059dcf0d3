"""What the compiled rules of Team Play look up, computed from the missions once at import.

A *way* is a multiset of cards that fulfils a mission. The ways of all missions are numbered, those
of a mission side by side.

The ways of a mission also form a tree: from the root, one card after the other, by number. It is
written down as a list of its nodes, parents before children, each with the place in the list after
its last descendant. To find the ways within a hand one goes down the list and leaps over the
descendants of every card the hand lacks; see `ways.py`.

A *move* is a small number too: keep, swap, end, draw pile; a draw, a discard and a give per kind
of card; a give per pair of kinds; a fulfil per way.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb

import numpy as np

from upturn.errors import ComponentsError
from upturn.games.editions import components_file
from upturn.games.team_play.components import (
    CARD_TEXTS,
    KINDS,
    LARGEST_HAND,
    LARGEST_HAND_IN_TEAMS,
    MISSIONS,
)
from upturn.games.team_play.requirements import MOST_WAYS, Way, ways

MOST_WAYS_OF_ALL = 60_000

# --- Ways ------------------------------------------------------------------------------------


def _ways() -> list[list[Way]]:
    """By mission, every way to fulfil it."""
    found = [ways(mission.requirement) for mission in MISSIONS]
    where = str(components_file("team-play"))
    for mission, listed in zip(MISSIONS, found, strict=True):
        if not any(len(way) <= LARGEST_HAND_IN_TEAMS for way in listed):
            raise ComponentsError(f"{where}: mission {mission.id}: no hand can complete it")
        if len(listed) > MOST_WAYS:
            raise ComponentsError(
                f"{where}: mission {mission.id}: more than {MOST_WAYS:,} ways to complete it"
            )
    if sum(map(len, found)) > MOST_WAYS_OF_ALL:
        raise ComponentsError(
            f"{where}: the missions allow more than {MOST_WAYS_OF_ALL:,} ways to complete them"
        )
    return found


WAY_CARDS: list[Way] = []
"""By way: its cards by number, red before blue."""
FIRST_WAY = [0]
"""Mission m has the ways from FIRST_WAY[m] up to FIRST_WAY[m + 1]."""
for _listed in _ways():
    WAY_CARDS += _listed
    FIRST_WAY.append(len(WAY_CARDS))

WAY_COUNT = len(WAY_CARDS)
WAY_MISSION = np.repeat(np.arange(len(MISSIONS)), np.diff(FIRST_WAY)).astype(np.int16)
WAY_SIZE = np.array([len(way) for way in WAY_CARDS], np.int16)
WAY = np.array([np.bincount(way, minlength=KINDS) for way in WAY_CARDS], np.int8)
"""[way, kind]: how many such cards it takes."""
POINTS = np.array([mission.points for mission in MISSIONS], np.int16)


def _tree() -> tuple[list[int], list[tuple[int, int, int, int]]]:
    """Where each mission's nodes begin, and the nodes: kind, copies needed, leap, way or -1."""
    begins: list[int] = []
    nodes: list[tuple[int, int, int, int]] = []
    for mission in range(len(MISSIONS)):
        begins.append(len(nodes))
        path: list[int] = []  # the nodes on the way to the latest leaf
        before: Way = ()
        for way in range(FIRST_WAY[mission], FIRST_WAY[mission + 1]):
            cards = WAY_CARDS[way]
            shared = next(at for at, kind in enumerate(cards) if before[at : at + 1] != (kind,))
            _close(nodes, path, shared)
            for at in range(shared, len(cards)):
                path.append(len(nodes))
                leaf = way if at == len(cards) - 1 else -1
                nodes.append((cards[at], cards[: at + 1].count(cards[at]), 0, leaf))
            before = cards
        _close(nodes, path, 0)
    return [*begins, len(nodes)], nodes


def _close(nodes: list[tuple[int, int, int, int]], path: list[int], depth: int) -> None:
    """The nodes of a path below a depth have all their descendants: the leap leads here."""
    while len(path) > depth:
        kind, needed, _, leaf = nodes[path[-1]]
        nodes[path.pop()] = (kind, needed, len(nodes), leaf)


_begins, _nodes = _tree()
TREE = np.array(_begins, np.int32)
"""The nodes of mission m are those from TREE[m] up to TREE[m + 1]."""
NODE_KIND = np.array([kind for kind, _, _, _ in _nodes], np.int16)
NODE_NEEDS = np.array([needed for _, needed, _, _ in _nodes], np.int16)
"""How many cards of its kind the path down to this node takes."""
NODE_LEAP = np.array([leap for _, _, leap, _ in _nodes], np.int32)
NODE_WAY = np.array([leaf for _, _, _, leaf in _nodes], np.int32)
"""The way that is complete here, or -1."""

# --- Moves -----------------------------------------------------------------------------------

KEEP, SWAP, END, DRAW_PILE = 0, 1, 2, 3
FIRST_DRAW = 4
FIRST_DISCARD = FIRST_DRAW + KINDS
FIRST_GIVE = FIRST_DISCARD + KINDS
FIRST_GIVE_TWO = FIRST_GIVE + KINDS
PAIRS = list(combinations_with_replacement(range(KINDS), 2))
PAIR_FIRST = np.array([first for first, _ in PAIRS], np.int16)
PAIR_SECOND = np.array([second for _, second in PAIRS], np.int16)
GIVE_TWO = np.zeros((KINDS, KINDS), np.int16)
"""[first, second]: the move that gives these two, first not after second."""
GIVE_TWO[PAIR_FIRST, PAIR_SECOND] = FIRST_GIVE_TWO + np.arange(len(PAIRS))
FIRST_FULFIL = FIRST_GIVE_TWO + len(PAIRS)
MOVES = FIRST_FULFIL + WAY_COUNT

MOST_OPEN = 3  # missions one seat may fulfil: two of its own, and the centre
# No way is part of another way of its mission, so by Sperner's theorem a hand of n cards holds no
# more of them than n choose n/2.
MOST_LEGAL = MOST_OPEN * comb(LARGEST_HAND, LARGEST_HAND // 2) + FIRST_FULFIL

CARD_NUMBERS = {text: kind for kind, text in enumerate(CARD_TEXTS)}

"""Who plays with whom, and what depends on how many play. Tables are indexed by numbers as said."""

from __future__ import annotations

import numpy as np

TEAMS: dict[int, list[list[int]]] = {
    3: [[1], [2], [3]],
    4: [[1, 3], [2, 4]],
    5: [[1], [2], [3], [4], [5]],
    6: [[1, 4], [2, 5], [3, 6]],
}
"""By number of players, the seats of every team."""
SEATS = max(TEAMS)
IN_TEAMS = np.array([len(TEAMS.get(count, [[]])[0]) > 1 for count in range(SEATS + 1)], np.int16)

TEAM = np.zeros((SEATS + 1, SEATS + 1), np.int16)
"""[players, seat]: the number of its team, from 0."""
PARTNER = np.zeros((SEATS + 1, SEATS + 1), np.int16)
"""[players, seat]: the other seat of its team, or 0."""
for _players, _teams in TEAMS.items():
    for _number, _team in enumerate(_teams):
        for _seat in _team:
            TEAM[_players, _seat] = _number
            PARTNER[_players, _seat] = sum(_team) - _seat

LIMIT = np.where(IN_TEAMS, 6, 8).astype(np.int16)
"""More cards than this are not allowed when a turn begins."""
GOAL = np.where(IN_TEAMS, 8, 5).astype(np.int16)
"""As many missions of one team start the last round."""
OWN_PLACES = np.where(IN_TEAMS, 1, 2).astype(np.int16)
"""Missions that every seat has of its own."""
FIRST_HAND = np.array([0, 1, 2, 3, 3, 3, 3], np.int16)
"""[seat]: cards dealt to it."""


def sides(players: int) -> tuple[tuple[int, ...], ...]:
    """The teams, as the rest of the program asks for them."""
    return tuple(map(tuple, TEAMS[players]))

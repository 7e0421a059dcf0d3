"""A position as one seat may suppose it: the inverse of `view.py`.

The seat's history since the last deal is played again with empty hands for the others: what is
made public comes out right, since no rule looks into a hand once a move is known to be allowed.
Then the cards that nobody has shown are handed out, anyhow; `redeal` mixes them.
"""

from __future__ import annotations

import numpy as np

from upturn.games.contract import PLAYING, Positions
from upturn.games.dnup.chance import is_star
from upturn.games.dnup.notation import FACE_NUMBERS, notation
from upturn.games.dnup.position import ACTIVE, Position, Row, start
from upturn.games.dnup.rules import apply, hold
from upturn.games.dnup.tables import (
    DECK,
    DECK_SIZE,
    END,
    FACE,
    FACE_ACTIVE,
    FACE_COUNT,
    FACE_INACTIVE,
    FACES,
    HELD,
    TURNED,
)
from upturn.games.rules import DEAL, Entry, Facts


def suppose(view: Facts) -> Positions:
    """An array of one position that this seat cannot tell from the true one."""
    supposed, since = dealt(view)
    if supposed[0].phase == PLAYING:
        for move in since:
            apply(supposed[0], move)
        _hand_out_the_rest(supposed[0], view["seat"], _own_cards(view))
    return supposed


def dealt(view: Facts) -> tuple[Positions, list[int]]:
    """The position after the last deal, with hands for no one but the seat, and the moves since.

    All that is not in the hands of others is as it was.
    """
    supposed = start(view["players"], {})
    if not view["round"]:
        return supposed, []
    position: Position = supposed[0]
    since = view["history"][_last_deal(view) + 1 :]
    position.tokens[: position.players] = view["scores"]
    for event in (event for entry in since for event in entry["events"]):
        if event["event"] == "out":
            position.tokens[event["seat"] - 1] -= event["points"]
    position.rounds = view["round"]
    position.starter = view["starter"]
    position.phase = PLAYING
    position.to_act = position.starter
    position.area = 1 if position.players == 2 else 0
    position.counts[: position.players] = int(DECK_SIZE[position.players]) // int(position.players)
    for face in _own_cards(view):
        hold(position.hand[view["seat"] - 1], FACE_ACTIVE[face], FACE_INACTIVE[face])
    numbers = notation(view["players"]).numbers
    return supposed, [numbers[entry["move"]] for entry in since]


def _last_deal(view: Facts) -> int:
    history: list[Entry] = view["history"]
    return max(ply for ply, entry in enumerate(history) if entry["seat"] is None)


def _own_cards(view: Facts) -> list[int]:
    """The faces that the seat was dealt."""
    hands = view["history"][_last_deal(view)]["move"].removeprefix(DEAL).split(" | ")
    return [FACE_NUMBERS[card] for card in hands[view["seat"] - 1].split(" ")]


def _hand_out_the_rest(position: Position, seat: int, mine: list[int]) -> None:
    """Give the others, beside what all know they hold, the cards that nobody has shown."""
    others = [other for other in range(1, position.players + 1) if other != seat]
    unseen = np.zeros(FACE_COUNT, np.int16)
    np.add.at(unseen, DECK[position.players, : DECK_SIZE[position.players]], 1)
    np.subtract.at(unseen, [min(face, int(TURNED[face])) for face in mine], 1)
    wanted = dict.fromkeys(others, len(mine))
    for other in others:
        for face in shown_faces(position.shown[other - 1]):
            unseen[min(face, int(TURNED[face]))] -= 1
            wanted[other] -= 1
    rest = np.repeat(np.arange(FACE_COUNT), unseen).tolist()
    # The starter holds the star until it is seen.
    rest.sort(key=lambda face: is_star(*FACES[face]))
    others.sort(key=lambda other: other == position.starter)
    for other in others:
        hand = position.hand[other - 1]
        hand[:] = position.known[other - 1]
        for face in rest[: wanted[other]]:
            hold(hand, FACE_ACTIVE[face], FACE_INACTIVE[face])
        del rest[: wanted[other]]


def shown_faces(cards: Row) -> list[int]:
    """The faces among cards that lie as in a hand."""
    return [
        int(FACE[active, inactive])
        for active in range(1, END)
        if cards[ACTIVE, active]
        for inactive in range(1, END)
        for _ in range(HELD[active, cards[ACTIVE, active], inactive])
    ]

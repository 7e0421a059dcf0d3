"""A position as one seat may suppose it: the inverse of `view.py`.

The seat's history is played again. The cards it has not seen come anyhow; `redeal` mixes them.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from upturn.games import engine
from upturn.games.contract import Cards, Positions, room_for_cards, room_for_moves
from upturn.games.rules import Facts
from upturn.games.team_up.modes import MODES
from upturn.games.team_up.notation import CARDS_DEAL, NEUTRAL_DEAL, NEUTRAL_TEXTS, notation
from upturn.games.team_up.position import NO_SCORE, start
from upturn.games.team_up.tables import CARD_COUNTS, CARD_TEXTS, MOVES
from upturn.games.team_up.view import UNKNOWN


def suppose(view: Facts) -> Positions:
    """An array of one position that this seat cannot tell from the true one."""
    supposed = start(view["players"], {"clone": view["clone"]})
    supposed["mode"] = MODES.index(view["mode"])
    supposed["to_beat"] = NO_SCORE if view["to_beat"] is None else view["to_beat"]
    numbers = notation(view["players"]).numbers
    moves = room_for_moves(MOVES)
    for entry in view["history"]:
        line = entry["move"]
        if line.startswith(NEUTRAL_DEAL):
            place = room_for_cards(1)
            place[0] = NEUTRAL_TEXTS.index(line.removeprefix(NEUTRAL_DEAL))
            engine.deal_at(supposed, 0, place, moves)
        elif line.startswith(CARDS_DEAL):
            known = [card for card in line.removeprefix(CARDS_DEAL).split(" ") if card != UNKNOWN]
            supposed["known"] = len(known)
            engine.deal_at(supposed, 0, _cards(view, known), moves)
        else:
            engine.step_at(supposed, 0, numbers[line], moves)
    return supposed


def _cards(view: Facts, known: list[str]) -> Cards:
    """The cards known before the game or drawn since, in their order, and then the others."""
    events = (event for entry in view["history"] for event in entry["events"])
    drawn = [event["card"] for event in events if event["event"] == "drawn"]
    first = [CARD_TEXTS.index(card) for card in max(known, drawn, key=len)]
    others = Counter(dict(enumerate(CARD_COUNTS.tolist())))
    others.subtract(first)
    return np.array([*first, *others.elements()], np.int16)

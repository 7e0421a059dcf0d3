"""`greedy` for Team UP: after which placement is the pallet best to build on?

It looks one box ahead. A pallet is good if its surface is flat, if its lowest layers are full or
nearly so and nothing stands above the fifth, if no cell is a well that only an upright bar can
fill, if the boxes that are left have places to go, and if every card still to come has boxes to
choose from. Before a draw it counts what each undrawn card would bring if it came now: a full
layer, a box, or a penalty. It stops when drawing on brings nothing on average.

What a view shows is laid out as a position, and the rules tell what could be placed on it next.
Many pallets are weighed at once, as the rows of one array.
"""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from upturn.bots.bot import Seed, luck
from upturn.games import engine
from upturn.games.contract import PLAYING, Positions, room_for_cards, room_for_moves
from upturn.games.team_up import RULES
from upturn.games.team_up.components import COMPONENTS, NEUTRAL
from upturn.games.team_up.notation import NEUTRAL_TEXTS
from upturn.games.team_up.tables import (
    ASKS,
    AT,
    CARD_TEXTS,
    COLUMNS,
    DRAW,
    FIRST,
    HEIGHT,
    LAYERS,
    PLACES,
    ROWS,
)

if TYPE_CHECKING:
    from upturn.games.rules import Facts

# What a pallet is worth, in points or nearly so; found by playing thousands of games with others.
LAYER = 6.0
"""A full layer; of the lowest one that is not, the part that is."""
EVEN = 0.25
"""A cell below the top of the fifth layer, for each cell beside it at the same height."""
STEP = -0.4
"""Two cells side by side, for each level between their heights."""
WELL = -2.0
"""A cell lower than all beside it."""
TOO_HIGH = -1.0
"""A cell filled above the fifth layer: with one of them no pallet is perfect."""
ROOM = 0.5
"""A box that is left, if it has many places to go; half of it if it has one."""
CHOICE = 25.0
"""The next card, if many boxes obey it; half of it if one does."""
AWKWARD, AWKWARD_LEFT = "wide2", -1.2
"""The kind that is hardest to find a place for, being long and high; each that is left."""

IS_AWKWARD = np.array([kind.name == AWKWARD for kind in COMPONENTS.kinds])
NUMBERS = RULES.notation(1).numbers
"""Moves by their text."""
OFF_THE_PALLET = 99
"""Higher than any cell."""

Counts = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Values = npt.NDArray[np.float64]


class GreedyBot:
    """Places a box so that the pallet is worth the most; among equals, luck decides."""

    def __init__(self, seed: Seed):
        self.seed = seed

    def choose(self, view: Facts) -> str:
        legal: list[str] = view["legal"]
        now = laid_out(view)
        if "draw" in legal:  # the others may not want to stop: then it is no choice
            return "draw" if legal == ["draw"] or gain_by_drawing(now, view) > 0 else "stop"
        now["card"] = CARD_TEXTS.index(view["card"])
        pallets = after(now, [NUMBERS[move] for move in legal])
        values = np.round(surface(pallets) + prospects(pallets, view["undrawn"]), 6)
        best = [legal[at] for at in np.flatnonzero(values == values.max())]
        return best[0] if len(best) == 1 else luck(self.seed, view).choice(best)


# --- To draw or to stop ----------------------------------------------------------------------


def gain_by_drawing(now: Positions, view: Facts) -> float:
    """The points to expect of the next cards, up to where it is best to stop.

    Each is taken for what it would bring now. Those whose order the team knows come first.
    """
    known: list[str] = view["coming"]
    undrawn: dict[str, int] = view["undrawn"]
    unknown = Counter(undrawn) - Counter(known)
    gains = {card: gain(now, card) for card in {*known, *unknown}}
    average = sum(gains[card] * count for card, count in unknown.items()) / (unknown.total() or 1)
    return max(accumulate([gains[card] for card in known] + [average] * unknown.total()))


def gain(now: Positions, card: str) -> float:
    """The points that this card would bring at best; if it is a penalty, -1."""
    now["card"] = CARD_TEXTS.index(card)
    moves = room_for_moves(RULES.most_legal)
    then = after(now, moves[: engine.legal_at(now, 0, moves)].tolist())
    return max(engine.score_at(then, at, 1) for at in range(len(then))) - engine.score_at(now, 0, 1)


# --- What a pallet is worth ------------------------------------------------------------------


def surface(pallets: Positions) -> Values:
    """What the heights are worth, by pallet."""
    heights = pallets["heights"].reshape(-1, ROWS, COLUMNS).astype(np.int64)
    beside, cells = heights_beside(heights), (1, 2)
    lowest = heights.min(axis=cells, keepdims=True)
    layers = (lowest + (heights > lowest)).mean(axis=cells)
    room = heights < LAYERS
    even = ((beside == heights) & room).sum(axis=(0, 2, 3))
    wells = ((beside > heights).all(axis=0) & room).sum(axis=cells)
    steps = sum(np.abs(np.diff(heights, axis=axis)).sum(axis=cells) for axis in cells)
    too_high = np.maximum(heights - LAYERS, 0).sum(axis=cells)
    flat = EVEN * even + STEP * steps + WELL * wells
    value: Values = LAYER * layers + flat + TOO_HIGH * too_high
    return value


def heights_beside(heights: Counts) -> Counts:
    """How high the next cell is: [side, pallet, row, column]."""
    around = np.pad(heights, ((0, 0), (1, 1), (1, 1)), constant_values=OFF_THE_PALLET)
    rows, columns = around[:, :, 1:-1], around[:, 1:-1]
    return np.stack([rows[:, :-2], rows[:, 2:], columns[:, :, :-2], columns[:, :, 2:]])


def prospects(pallets: Positions, undrawn: dict[str, int]) -> Values:
    """What the boxes that are left are worth, by pallet."""
    left = pallets["left"].astype(np.int64)  # [pallet, colour, kind]
    of_kind = left.sum(axis=1)
    free = free_places(pallets)
    within = pallets["heights"][:, AT[:PLACES]] + HEIGHT[:PLACES] <= LAYERS
    room = (of_kind * share(by_kind(free & within))).sum(axis=1)
    placeable = left * (by_kind(free) > 0)[:, None]
    obeying = np.tensordot(placeable, ASKS.astype(np.int64), ([1, 2], [1, 2]))
    cards = np.array([undrawn[card] for card in CARD_TEXTS])
    choice = share(obeying) @ cards / max(cards.sum(), 1)
    value: Values = ROOM * room + CHOICE * choice + AWKWARD_LEFT * (of_kind @ IS_AWKWARD)
    return value


def free_places(pallets: Positions) -> Flags:
    """Whether a box that is left may be placed so, whatever the card: [pallet, placement]."""
    free = np.zeros((len(pallets), PLACES), np.bool_)
    moves = room_for_moves(RULES.most_legal)
    for shape in COMPONENTS.shapes:
        pallets["card"] = CARD_TEXTS.index(shape)
        for at in range(len(pallets)):
            legal = moves[: engine.legal_at(pallets, at, moves)]
            free[at, legal[legal < DRAW] % PLACES] = True
    return free


def by_kind(free: Flags) -> Counts:
    """How many of these places each kind of box has: [pallet, kind]."""
    counts: Counts = np.add.reduceat(free, FIRST[:-1], axis=1, dtype=np.int64)
    return counts


def share(counts: Counts) -> Values:
    """Of what something is worth if there are many: nothing for none, half of it for one."""
    return counts / (counts + 1)


# --- Positions -------------------------------------------------------------------------------


def laid_out(view: Facts) -> Positions:
    """The pallet of a view and the boxes that are left, as a position that knows of no cards."""
    now = RULES.start(view["players"], {"clone": view["clone"]})
    moves = room_for_moves(RULES.most_legal)
    for box in view["boxes"]:
        spot = f"{box['at']} {box['axis']}" if box["axis"] else box["at"]
        if box["box"] == NEUTRAL:
            place = room_for_cards(1)
            place[0] = NEUTRAL_TEXTS.index(spot)
            engine.deal_at(now, 0, place, moves)
            now["phase"] = PLAYING
        else:
            now["card"] = CARD_TEXTS.index(box["shape"])
            engine.step_at(now, 0, NUMBERS[f"place {box['box']} {spot}"], moves)
    return now


def after(now: Positions, numbers: list[int]) -> Positions:
    """Where each of these moves leads to."""
    then = np.repeat(now, len(numbers))
    moves = room_for_moves(RULES.most_legal)
    for at, number in enumerate(numbers):
        engine.step_at(then, at, number, moves)
    return then

"""A beam search for a good play of a Team UP position, card by card.

Of all pallets that the cards so far can lead to, it keeps the few that leave most places open for
the boxes left. That proves nothing, but finds lines where plans for full layers are of no use.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from upturn.games.arrays import overwrite
from upturn.games.compiling import compiled, entry_point
from upturn.games.contract import ALLOWED, OVER, Positions
from upturn.games.team_up.components import LAYER_POINTS
from upturn.games.team_up.position import NOTHING, Position
from upturn.games.team_up.rules import apply, full_layers, list_places, score, stands
from upturn.games.team_up.tables import CARDS, COLOURS, DRAW, FIRST, KINDS, MOVES, PENALTY
from upturn.solver.endings import Hashes, answers_in, hash_of_move, make_hashes
from upturn.solver.failures import Failures, has_failed, remember
from upturn.solver.packing import Numbers

PLACES_COUNTED = 8
"""The most places counted for a kind of box; more make no difference."""
WORTHLESS = -1.0e9


class Beam(NamedTuple):
    """The pallets kept after some cards, the moves to each, and its estimated worth."""

    pallets: Positions
    keys: Numbers  # [pallet, 2]: its state, hashed
    lines: Numbers  # [pallet, card]: the moves that led to it, draws left out
    worths: npt.NDArray[np.float64]


def make_beam(now: Positions, width: int) -> Beam:
    """Make room for `width` pallets and one more as scratch space."""
    room = width + 1
    lines = np.zeros((room, CARDS + 2), np.int64)
    return Beam(np.repeat(now, room), np.zeros((room, 2), np.int64), lines, np.zeros(room))


@compiled
def promise(position: Position) -> float:
    """Return what this pallet seems worth: the more places for the boxes left, the better."""
    worth = float(LAYER_POINTS * full_layers(position) - int(position.penalties))
    for kind in range(KINDS):
        left = 0
        for colour in range(COLOURS):
            left += int(position.left[colour, kind])
        places = 0
        if left:
            for placement in range(FIRST[kind], FIRST[kind + 1]):
                places += stands(position, placement) == ALLOWED
        worth -= left / (1.0 + min(places, PLACES_COUNTED))
    return worth


@entry_point
def widen(
    beam: Beam,
    count: int,
    then: Beam,
    made: int,
    hashes: Hashes,
    seen: Failures,
    best: int,
    line: Numbers,
) -> tuple[int, int]:
    """Obey the next card on every pallet, after `made` cards. Return how many pallets are kept, and
    the best score.

    A line to a better score than `best` is written to `line`, closed by -1.
    """
    moves = np.zeros(MOVES, np.int32)
    width = len(then.pallets) - 1
    then.worths[:] = WORTHLESS
    kept = 0
    seen.question[0] += 1
    for at in range(count):
        if beam.pallets[at].card == NOTHING:
            apply(beam.pallets[at], DRAW)
        options = list_places(beam.pallets[at], moves)
        if options == 0:
            moves[0], options = PENALTY, 1
        for option in range(options):
            move = int(moves[option])
            first, second = hash_of_move(beam.pallets[at], move, hashes)
            first ^= beam.keys[at, 0]
            second ^= beam.keys[at, 1]
            if has_failed(seen, first, second):
                continue
            remember(seen, first, second)
            then.pallets[width] = beam.pallets[at]
            pallet = then.pallets[width]
            apply(pallet, move)
            if score(pallet, 1) > best:
                best = score(pallet, 1)
                overwrite(line[:made], beam.lines[at, :made])
                line[made], line[made + 1] = move, -1
            slot = kept if kept < width else int(np.argmin(then.worths[:width]))
            worth = WORTHLESS if pallet.phase == OVER else promise(pallet)
            if worth > then.worths[slot]:
                then.worths[slot] = worth
                then.pallets[slot] = then.pallets[width]
                then.keys[slot, 0], then.keys[slot, 1] = first, second
                overwrite(then.lines[slot, :made], beam.lines[at, :made])
                then.lines[slot, made] = move
                kept = max(kept, slot + 1)
    return kept, best


def best_of_beam(now: Positions, best: int, width: int, seen: Failures) -> list[int] | None:
    """Return moves to a better score than `best`, without draws, or None if the beam finds none."""
    beam, then = make_beam(now, width), make_beam(now, width)
    line = np.full(CARDS + 2, -1, np.int64)
    count, found, made = 1, best, 0
    while count and int(beam.pallets["drawn"][0]) - int(beam.pallets["card"][0] != NOTHING) < CARDS:
        count, found = widen(beam, count, then, made, make_hashes(), seen, found, line)
        beam, then, made = then, beam, made + 1
    return answers_in(line) if found > best else None

"""Turns an order of a plan's boxes into moves: gives boxes their colours and adds draws."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from upturn.games.contract import ALLOWED, PLAYING, Positions, copy_of
from upturn.games.team_up.position import NOTHING
from upturn.games.team_up.rules import apply, check, list_places, score
from upturn.games.team_up.tables import COLOURS, DRAW, PENALTY, PLACES, STOP
from upturn.solver.ordering import COLOUR_OF, END, PASSED
from upturn.solver.packing import LEVELS_CODED, Numbers
from upturn.solver.plans import Plan

OPEN = -1
"""In place of a colour: any colour that is left."""


class Line(NamedTuple):
    """Moves by number, and the score they lead to."""

    moves: list[int]
    score: int


def any_line(now: Positions) -> Line:
    """Return the shortest line: stop at once, or after obeying the drawn card."""
    if now["card"][0] == NOTHING:
        return played(now, [])
    moves = np.zeros(1, np.int32)
    return played(now, [int(moves[0]) if list_places(now[0], moves) else PENALTY])


def line_of(now: Positions, plan: Plan, cards: Numbers, order: Numbers, settled: Numbers) -> Line:
    """Return the line that plays this order by the rules."""
    boxes = order[: order.tolist().index(END)].tolist()
    colours = coloured(now, plan, cards, boxes, settled)
    moves: list[int] = []
    for box, colour in zip(boxes, colours, strict=True):
        moves.append(DRAW)
        if box == PASSED:
            moves.append(PENALTY)
        else:
            moves.append(colour * PLACES + int(plan.codes[box]) // LEVELS_CODED)
    if now["card"][0] != NOTHING:
        del moves[:1]
    return played(now, moves)


def coloured(
    now: Positions, plan: Plan, cards: Numbers, boxes: list[int], settled: Numbers
) -> list[int]:
    """Return a colour for each box: its card's, or that of a card passed later, or any left."""
    left = now["left"][0].astype(int)
    colours = [OPEN if box == PASSED else int(COLOUR_OF[cards[at]]) for at, box in enumerate(boxes)]
    kinds = [OPEN if box == PASSED else int(plan.kinds[box]) for box in boxes]

    def is_open(at: int) -> bool:
        return kinds[at] != OPEN and colours[at] == OPEN

    for passed, box in enumerate(boxes):
        if box == PASSED:
            for kind, count in enumerate(settled[passed].tolist()):
                alike = [at for at in range(passed) if is_open(at) and kinds[at] == kind]
                for at in alike[:count]:
                    colours[at] = int(COLOUR_OF[cards[passed]])
    for kind, colour in zip(kinds, colours, strict=True):
        if colour != OPEN:
            left[colour, kind] -= 1
    for at in filter(is_open, range(len(boxes))):
        colours[at] = max(range(COLOURS), key=lambda colour: left[colour, kinds[at]])
        left[colours[at], kinds[at]] -= 1
    return colours


def played(now: Positions, moves: list[int]) -> Line:
    """Play these moves by the rules, with a stop after them if the game goes on."""
    then = copy_of(now)
    for move in moves:
        if check(then[0], move) != ALLOWED:
            raise AssertionError(f"a line with a move against the rules: {moves}")
        apply(then[0], move)
    if then["phase"][0] == PLAYING and then["card"][0] == NOTHING:
        moves = [*moves, STOP]
    return Line(moves, int(score(then[0], 1)))

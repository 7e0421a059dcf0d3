"""Why a move of Team UP is refused: a stable code, and a sentence that names the rule.

The sentences are in `sentences.py`; texts that are no move at all are refused by `notation.py`.
"""

from __future__ import annotations

from upturn.errors import IllegalMove
from upturn.games.contract import room_for_moves
from upturn.games.rules import Facts
from upturn.games.team_up.notation import notation
from upturn.games.team_up.position import Position
from upturn.games.team_up.rules import (
    CARD_ASKS,
    CARD_DRAWN,
    CLONES,
    DRAW_FIRST,
    MUST_PLACE,
    NONE_LEFT,
    OVERHANGS,
    TOO_LATE,
    TOUCHES_NOTHING,
    list_places,
)
from upturn.games.team_up.sentences import SENTENCES, illegal
from upturn.games.team_up.tables import (
    CARD_TEXTS,
    CELL_TEXTS,
    CLONES_BELOW,
    CLONES_BESIDE,
    PLACEMENTS,
    PLACES,
    Placement,
)
from upturn.games.team_up.view import box_name
from upturn.games.team_up.wording import in_words

__all__ = ["SENTENCES", "refuse"]

CODES = {
    DRAW_FIRST: "draw-first",
    CARD_DRAWN: "card-drawn",
    TOO_LATE: "too-late",
    MUST_PLACE: "must-place",
    CARD_ASKS: "card-asks",
    NONE_LEFT: "none-left",
    OVERHANGS: "overhangs",
    TOUCHES_NOTHING: "touches-nothing",
    CLONES: "clones",
}


def refuse(position: Position, move: int, reason: int) -> IllegalMove:
    """The error for a move that `check` refused."""
    return illegal(CODES[reason], _details(position, move, reason))


def _details(position: Position, move: int, reason: int) -> Facts:
    if reason == DRAW_FIRST:
        return {}
    if reason in (CARD_DRAWN, TOO_LATE):
        return {"card": CARD_TEXTS[position.card]}
    if reason == MUST_PLACE:
        return {"move": _some_move(position)}
    colour, placement = divmod(move, PLACES)
    place = PLACEMENTS[placement]
    if reason == OVERHANGS:
        return _uneven(position, place)
    if reason == CLONES:
        return _first_cloned(position, placement)
    details: Facts = {"box": box_name(colour, place)}
    if reason == CARD_ASKS:
        card = CARD_TEXTS[position.card]
        return {"card": card, "asks": in_words(card)} | details
    return details | {"at": CELL_TEXTS[place.at]} if reason == TOUCHES_NOTHING else details


def _some_move(position: Position) -> str:
    moves = room_for_moves(1)
    list_places(position, moves)
    return notation(int(position.players)).texts[int(moves[0])]


def _uneven(position: Position, place: Placement) -> Facts:
    """The first cell under a box, and the first one after it at another height."""
    heights = {cell: int(position.heights[cell]) for cell in place.cells}
    first = place.at
    other = next(cell for cell in heights if heights[cell] != heights[first])
    cells = (first, other)
    return {
        "cells": [CELL_TEXTS[cell] for cell in cells],
        "heights": [heights[cell] for cell in cells],
    }


def _first_cloned(position: Position, placement: int) -> Facts:
    """Of the boxes that one placed so would clone, the one placed first."""
    place = PLACEMENTS[placement]
    level = int(position.heights[place.at])
    for box in range(1, int(position.boxes) + 1):
        other = int(position.box_placement[box])
        stands_on = int(position.box_level[box])
        beside = stands_on == level and CLONES_BESIDE[position.clone, placement, other]
        top = stands_on + PLACEMENTS[other].size[2]
        if beside or (top == level and CLONES_BELOW[position.clone, placement, other]):
            return _clone(int(position.box_colour[box]), PLACEMENTS[other], place, bool(beside))
    raise AssertionError("it clones no box")


def _clone(colour: int, other: Placement, place: Placement, beside: bool) -> Facts:
    if beside:
        [(_, _, along, high)] = place.sides & other.sides
        measures = (len(along), high)
    else:
        measures = place.size[:2]
    return {
        "box": f"{box_name(colour, other).split(' ')[0]} {other.shape}",
        "at": CELL_TEXTS[other.at],
        "side": f"{max(measures)}×{min(measures)}",
    }

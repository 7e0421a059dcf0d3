"""Tries every play of a Team UP position that could still be better: an exhaustive proof.

This is for positions where few boxes are left or few find a place. A state consists of the boxes
on the pallet, the boxes left by colour and the cards drawn. It is hashed to 120 bits, and not
searched again when met again.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from upturn.games.arrays import overwrite, turn_round
from upturn.games.compiling import compiled, entry_point
from upturn.games.contract import OVER, Positions, copy_of
from upturn.games.team_up.components import LAYER_POINTS
from upturn.games.team_up.position import NOTHING, Position
from upturn.games.team_up.rules import apply, full_layers, list_places, score
from upturn.games.team_up.tables import (
    ASKS,
    AT,
    BOXES,
    CARDS,
    CELLS,
    COLOURS,
    DRAW,
    HEIGHT,
    KIND,
    KINDS,
    LAYERS,
    LEVELS,
    MASK,
    MOVES,
    PENALTY,
    PLACES,
)
from upturn.solver.failures import Failures, has_failed, remember
from upturn.solver.packing import Numbers

CARD_KINDS = len(ASKS)
VOLUME = np.zeros(KINDS, np.int64)
for _placement in range(PLACES):
    VOLUME[KIND[_placement]] = int(MASK[_placement]).bit_count() * int(HEIGHT[_placement])
"""[kind]: the number of cells that a box fills."""
HASH_BITS = 60


class Hashes(NamedTuple):
    """Random numbers, two for each part of a state."""

    boxes: Numbers  # [placement, level, 2]
    colours: Numbers  # [colour, kind, count, 2]: for the box placed when `count` were left
    drawn: Numbers  # [cards drawn, 2]


@cache
def make_hashes() -> Hashes:
    draw = np.random.default_rng(1)
    most = (1 << HASH_BITS) - 1

    def some(*shape: int) -> Numbers:
        return draw.integers(0, most, size=(*shape, 2), dtype=np.int64)

    return Hashes(some(PLACES, LEVELS + 1), some(COLOURS, KINDS, BOXES + 1), some(CARDS + 1))


@compiled
def hash_of_move(position: Position, move: int, hashes: Hashes) -> tuple[int, int]:
    """Return the changes that a move which obeys a card makes to the two hashes of a state."""
    if move == PENALTY:
        return 0, 0
    colour, placement = move // PLACES, move % PLACES
    kind = KIND[placement]
    level, left = position.heights[AT[placement]], position.left[colour, kind]
    box, gone = hashes.boxes[placement, level], hashes.colours[colour, kind, left]
    return int(box[0] ^ gone[0]), int(box[1] ^ gone[1])


@compiled
def could_come(position: Position, caps: Numbers) -> int:
    """Return a bound on the score from here. `caps` has one for each number of full layers."""
    coming = CARDS - int(position.drawn)
    unstacked = volume = 0
    obeyable = np.zeros(CARD_KINDS, np.bool_)
    for colour in range(COLOURS):
        for kind in range(KINDS):
            count = int(position.left[colour, kind])
            if count:
                unstacked += count
                volume += count * VOLUME[kind]
                for card in range(CARD_KINDS):
                    obeyable[card] |= ASKS[card, colour, kind]
    gained = most_gained = 0
    for at in range(coming):
        gained += 1 if obeyable[position.cards[int(position.drawn) + at]] else -1
        most_gained = max(most_gained, gained)
    lost = unstacked - min(most_gained, unstacked) + int(position.penalties)
    most = -(1 << 30)
    for layers in range(int(full_layers(position)), LAYERS + 1):
        missing = 0
        for cell in range(CELLS):
            missing += max(0, layers - int(position.heights[cell]))
        if missing <= volume:
            most = max(most, min(int(caps[layers]), LAYER_POINTS * layers - lost))
    return most


@compiled
def lowest_first(position: Position, moves: Numbers, count: int) -> None:
    """Sort placements in place by the level of their boxes' tops."""
    for at in range(1, count):
        move = moves[at]
        placement = move % PLACES
        top = position.heights[AT[placement]] + HEIGHT[placement]
        to = at
        while to > 0:
            other = moves[to - 1] % PLACES
            if position.heights[AT[other]] + HEIGHT[other] <= top:
                break
            moves[to] = moves[to - 1]
            to -= 1
        moves[to] = move


@entry_point
def try_all(
    stack: Positions,
    caps: Numbers,
    best: int,
    steps: int,
    hashes: Hashes,
    seen: Failures,
    line: Numbers,
) -> tuple[int, bool]:
    """Look for a better score than `best`. Return the best, and whether everything was tried.

    `stack[0]` is the position; the rest of `stack` is room for one position per card. The moves to
    the best score are written to `line` without draws, closed by -1. If a card is drawn, the first
    move obeys it.
    """
    seen.question[0] += 1
    moves = np.zeros((CARDS + 2, MOVES), np.int32)
    counts = np.zeros(CARDS + 2, np.int64)
    chosen = np.zeros(CARDS + 2, np.int64)
    keys = np.zeros((CARDS + 2, 2), np.int64)
    depth = spent = 0
    arrived = True
    while True:
        position = stack[depth]
        if arrived:
            arrived = False
            counts[depth] = 0
            if position.card == NOTHING and score(position, 1) > best:
                best = score(position, 1)
                overwrite(line[:depth], chosen[:depth])
                line[depth] = -1
            if position.phase != OVER and could_come(position, caps) > best:
                first = keys[depth, 0] ^ hashes.drawn[position.drawn, 0]
                second = keys[depth, 1] ^ hashes.drawn[position.drawn, 1]
                if position.card != NOTHING or not has_failed(seen, first, second):
                    spent += 1
                    if spent > steps:
                        return best, False
                    if position.card == NOTHING:
                        remember(seen, first, second)
                        apply(position, DRAW)
                    counts[depth] = list_places(position, moves[depth])
                    if counts[depth] == 0:
                        moves[depth, 0] = PENALTY
                        counts[depth] = 1
                    else:
                        lowest_first(position, moves[depth], counts[depth])
                        turn_round(moves[depth], counts[depth])
        if counts[depth] == 0:
            if depth == 0:
                return best, True
            depth -= 1
            continue
        counts[depth] -= 1
        move = int(moves[depth, counts[depth]])
        chosen[depth] = move
        stack[depth + 1] = position
        keys[depth + 1] = keys[depth]
        first, second = hash_of_move(position, move, hashes)
        keys[depth + 1, 0] ^= first
        keys[depth + 1, 1] ^= second
        apply(stack[depth + 1], move)
        depth += 1
        arrived = True


def best_ending(
    now: Positions, caps: Numbers, best: int, steps: int, seen: Failures
) -> tuple[list[int] | None, bool]:
    """Return moves to a better score than `best`, without draws, or None; and whether everything
    was tried."""
    stack = np.repeat(copy_of(now), CARDS + 2)
    line = np.full(CARDS + 2, -1, np.int64)
    found, tried_all = try_all(stack, caps, best, steps, make_hashes(), seen, line)
    return (answers_in(line) if found > best else None), bool(tried_all)


def answers_in(line: Numbers) -> list[int]:
    """Return the moves of a line that is closed by -1."""
    return list(line[: line.tolist().index(-1)].tolist())


def with_draws(now: Positions, answers: list[int]) -> list[int]:
    """Return the moves with a draw before each, except before the first if a card is already
    drawn."""
    moves = [move for answer in answers for move in (DRAW, answer)]
    return moves[1:] if now["card"][0] != NOTHING else moves

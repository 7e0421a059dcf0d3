"""What code for every game does with positions: step, play at random, count.

Everything works on an array of positions and an index into it, which is what compiled code takes
fastest from Python. No function here knows a game; see `contract.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from upturn.games import contract
from upturn.games.compiling import direct, entry_point
from upturn.games.contract import (
    ALLOWED,
    DEAL_AWAITED,
    DEALING,
    GAME_OVER,
    PLAYING,
    Cards,
    Moves,
    Positions,
)
from upturn.games.rng import Rng, below


@entry_point
def legal_at(positions: Positions, at: int, moves: Moves) -> int:
    """The legal moves of the position at this index; how many."""
    return contract.legal(positions[at], moves)


@entry_point
def free_at(positions: Positions, at: int, count: int) -> int:
    """How many of the `count` legal moves, the first ones, need nobody's agreement."""
    return contract.free(positions[at], count)


@entry_point
def check_at(positions: Positions, at: int, move: int) -> int:
    """ALLOWED, or why the move is refused."""
    if positions[at].phase == PLAYING:
        return contract.check(positions[at], move)
    return DEAL_AWAITED if positions[at].phase == DEALING else GAME_OVER


@entry_point
def step_at(positions: Positions, at: int, move: int, moves: Moves) -> int:
    """Make the move if it is allowed, and list the moves legal after it.

    How many those are (0: no seat is to act), or minus the reason why the move is refused.
    """
    refusal = check_at(positions, at, move)
    if refusal != ALLOWED:
        return -refusal
    contract.apply(positions[at], move)
    return contract.legal(positions[at], moves)


StepAt = Callable[[Positions, int, int, Moves], int]
ScoreAt = Callable[[Positions, int, int], int]


@cache
def shortcuts(position_type: np.dtype[Any]) -> tuple[StepAt, ScoreAt]:
    """`step_at` and `score_at` for the positions of one game, called without a look at what they
    are given."""
    example = np.zeros(1, position_type)
    return (
        direct(step_at, example, 0, 0, contract.room_for_moves(1)),
        direct(score_at, example, 0, 0),
    )


@entry_point
def shuffle_at(positions: Positions, at: int, rng: Rng, cards: Cards) -> int:
    """A random outcome of the chance that is due; how many cards it has."""
    return contract.shuffle(positions[at], rng, cards)


@entry_point
def deal_at(positions: Positions, at: int, cards: Cards, moves: Moves) -> int:
    """Let chance have this outcome, and list the moves legal after it; how many."""
    contract.deal(positions[at], cards)
    return contract.legal(positions[at], moves)


@entry_point
def redeal_at(positions: Positions, at: int, seat: int, rng: Rng) -> None:
    """Replace what the seat cannot know, in place."""
    contract.redeal(positions[at], seat, rng)


@entry_point
def score_at(positions: Positions, at: int, seat: int) -> int:
    return contract.score(positions[at], seat)


@entry_point
def stalled_at(positions: Positions, at: int) -> bool:
    return contract.stalled(positions[at])


@entry_point
def play_randomly(positions: Positions, at: int, rng: Rng, moves: Moves, log: Moves) -> int:
    """Play random moves in place until chance is due, the end, a stall, or a full log.

    The moves are written to `log`; how many.
    """
    position = positions[at]
    made = 0
    while position.phase == PLAYING and made < len(log) and not contract.stalled(position):
        free = contract.free(position, contract.legal(position, moves))
        move = moves[below(rng, free)]
        contract.apply(position, move)
        log[made] = move
        made += 1
    return made


@entry_point
def random_games(positions: Positions, games: int, rng: Rng, moves: Moves, cards: Cards) -> int:
    """Play whole random games, the last one left at index 1; how many moves were made.

    Index 0 holds the position before the first deal; every game starts from it.
    """
    made = 0
    for _ in range(games):
        positions[1] = positions[0]
        position = positions[1]
        while True:
            if position.phase == DEALING:
                contract.shuffle(position, rng, cards)
                contract.deal(position, cards)
            elif position.phase == PLAYING and not contract.stalled(position):
                free = contract.free(position, contract.legal(position, moves))
                contract.apply(position, moves[below(rng, free)])
                made += 1
            else:
                break
    return made


@entry_point
def perft(positions: Positions, depth: int, moves: Moves) -> int:
    """How many sequences of `depth` moves there are from the position at index 0.

    Sequences that reach a deal or the end earlier count too, each once. `positions` and `moves`
    (one row per level) are scratch space for `depth` levels.
    """
    left = np.zeros(depth + 1, np.int64)
    total = 0
    level = 0
    left[0] = contract.legal(positions[0], moves[0])
    while level >= 0:
        if level == depth or positions[level].phase != PLAYING:
            total += 1
            level -= 1
        elif left[level] == 0:
            level -= 1
        else:
            left[level] -= 1
            positions[level + 1] = positions[level]
            contract.apply(positions[level + 1], moves[level, left[level]])
            level += 1
            if level < depth:
                left[level] = contract.legal(positions[level], moves[level])
    return total


@entry_point
def copy_many(positions: Positions, times: int) -> None:
    """Copy positions around the array; for measuring what a copy costs."""
    for time in range(times):
        positions[(time + 1) % len(positions)] = positions[time % len(positions)]

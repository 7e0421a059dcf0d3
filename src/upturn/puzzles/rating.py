"""Rates how hard a puzzle is, in points and as one of five difficulties.

points = halvings + (25 − bots) / 2

*Halvings* measure how rare solutions are: log2(pallets / packings), where *pallets* are all perfect
pallets on this neutral box and *packings* are those that can be stacked in this order of the cards.
*Bots* is the mean score of the level `skilled` over eight games with the order open to it.
The two mostly agree. Where they do not, each adds something: a rare solution may be easy to find.
See docs/decisions/0014-what-makes-a-puzzle-hard.md.
"""

from __future__ import annotations

from math import log2

import upturn
from upturn.bots import make_bot
from upturn.errors import UpturnError
from upturn.puzzles.counting import Table, neutral_of, numbered
from upturn.puzzles.puzzle import (
    DIFFICULTIES,
    GAME,
    PERFECT,
    PLAYERS,
    Puzzle,
    Rating,
    check_edition,
)

BOT = "skilled"
GAMES = 8
LEAST_POINTS = (0.0, 1.5, 4.0, 6.5, 9.0)
"""The least points of each difficulty."""
DIGITS = 2


class NotCounted(UpturnError):
    """It takes too long to find out whether some of the pallets can be stacked in this order."""


class NotSolvable(UpturnError):
    """No perfect pallet can be stacked in this order."""


def rate(puzzle: Puzzle) -> Rating:
    """Rate a puzzle: count its packings and let the bots try. Raise NotSolvable if there are no
    packings, and NotCounted if they cannot be counted."""
    check_edition()
    table = Table(neutral_of(puzzle))
    count = table.count(numbered(puzzle.cards))
    if count.undecided:
        raise NotCounted("the packings of this deal cannot be counted: some pallets take too long")
    if not count.admitting:
        raise NotSolvable("this deal is not a puzzle: it cannot be solved perfectly")
    return rated(count.admitting, len(table.pallets), bot_scores(puzzle))


def rated(packings: int, pallets: int, scores: list[int]) -> Rating:
    """Return the rating that follows from these figures."""
    mean = sum(scores) / len(scores)
    points = round(log2(pallets / packings) + (PERFECT - mean) / 2, DIGITS)
    return Rating(packings, pallets, mean, max(scores), points, difficulty_of(points))


def difficulty_of(points: float) -> int:
    return max(d for d, least in zip(DIFFICULTIES, LEAST_POINTS, strict=True) if points >= least)


def bot_scores(puzzle: Puzzle) -> list[int]:
    """Return the scores of bots that know the order. They use no clock, so these never change."""
    return [bot_score(puzzle, seed) for seed in range(GAMES)]


def bot_score(puzzle: Puzzle, seed: int) -> int:
    game = upturn.new(GAME, players=PLAYERS, seed=seed, deal=puzzle.record(), mode="puzzle")
    bot = make_bot(BOT, GAME, seed)
    while game.to_act is not None:
        game.play(bot.choose(game.view(game.to_act)))
    return game.scores[0]

"""How hard a puzzle is, in points, and which of five difficulties that makes it.

points = halvings + (25 − bots) / 2

*Halvings* tell how rare solutions are: log2(pallets / packings), where *pallets* are all perfect
pallets on this neutral box and *packings* those of them that can be stacked in this order of the
cards. *Bots* is the mean score of the level `skilled` over eight games with the order open to it.
The two agree mostly, and where they do not each sees something that the other does not: a rare
solution may be easy to run into. See docs/decisions/0014-what-makes-a-puzzle-hard.md.
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
"""By difficulty: from so many points on it is at least that."""
DIGITS = 2


class NotCounted(UpturnError):
    """Whether some of the pallets can be stacked in this order takes too long to find out."""


class NotSolvable(UpturnError):
    """No perfect pallet can be stacked in this order."""


def rate(puzzle: Puzzle) -> Rating:
    """Count the packings and let the bots try. Raises NotSolvable if there is nothing to rate."""
    check_edition()
    table = Table(neutral_of(puzzle))
    count = table.count(numbered(puzzle.cards))
    if count.undecided:
        raise NotCounted("the packings of this deal cannot be counted: some pallets take too long")
    if not count.admitting:
        raise NotSolvable("this deal is no puzzle: it cannot be solved perfectly")
    return rated(count.admitting, len(table.pallets), bot_scores(puzzle))


def rated(packings: int, pallets: int, scores: list[int]) -> Rating:
    """The rating that follows from these figures."""
    mean = sum(scores) / len(scores)
    points = round(log2(pallets / packings) + (PERFECT - mean) / 2, DIGITS)
    return Rating(packings, pallets, mean, max(scores), points, difficulty_of(points))


def difficulty_of(points: float) -> int:
    return max(d for d, least in zip(DIFFICULTIES, LEAST_POINTS, strict=True) if points >= least)


def bot_scores(puzzle: Puzzle) -> list[int]:
    """What bots come to that know the order; they have no clock, so it is always the same."""
    return [bot_score(puzzle, seed) for seed in range(GAMES)]


def bot_score(puzzle: Puzzle, seed: int) -> int:
    game = upturn.new(GAME, players=PLAYERS, seed=seed, deal=puzzle.record(), mode="puzzle")
    bot = make_bot(BOT, GAME, seed)
    while game.to_act is not None:
        game.play(bot.choose(game.view(game.to_act)))
    return game.scores[0]

"""Measures how often the solver proves its answer in the middle of a game, and how long it takes.

`python -m tools.solver_proofs --bot greedy --games 20` lets a bot play games of Team UP and solves
them after certain numbers of boxes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean, median
from time import perf_counter

import upturn
from upturn.bots import make_bot
from upturn.games.game import Game
from upturn.solver import solve
from upturn.solver.solving import load

AFTER = (4, 8, 12, 16, 20, 23)
"""Boxes placed."""


@dataclass(frozen=True)
class Answer:
    after: int
    score: int
    bound: int
    seconds: float


def moments(bot_name: str, seed: int) -> Iterator[tuple[int, Game]]:
    """Yield a game of this bot before draws, with the number of boxes placed, as `AFTER` says."""
    game = upturn.new("team-up", players=1, seed=seed)
    bot = make_bot(bot_name, "team-up", seed)
    to_come = list(AFTER)
    while not game.over:
        view = game.view(1)
        if to_come and view["card"] is None and len(view["boxes"]) - 1 == to_come[0]:
            yield to_come.pop(0), game
        game.play(bot.choose(view))


def answers(bot_name: str, games: int, seconds: float) -> Iterator[Answer]:
    for seed in range(games):
        for after, game in moments(bot_name, seed):
            begun = perf_counter()
            found = solve(game, seconds)
            yield Answer(after, found.score, found.bound, perf_counter() - begun)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each position")
    asked = parser.parse_args()
    load()
    found = list(answers(asked.bot, asked.games, asked.seconds))
    print(f"{asked.games} games of {asked.bot}, at most {asked.seconds:g} s for a position")
    print("boxes positions proven  score  bound  median  longest")
    for after in AFTER:
        here = [answer for answer in found if answer.after == after]
        if here:
            times = [answer.seconds for answer in here]
            print(
                f"{after:5} {len(here):9} {fmean(a.score == a.bound for a in here):6.0%}"
                f" {fmean(a.score for a in here):6.1f} {fmean(a.bound for a in here):6.1f}"
                f" {1000 * median(times):4.0f} ms {max(times):6.2f} s"
            )


if __name__ == "__main__":
    main()

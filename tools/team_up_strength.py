"""Measures how well the stacking bot plays: `python -m tools.team_up_strength --deals 200`.

It prints the mean score over fixed deals with its standard error, how often each score came, and
how long a game and the slowest answer took.
"""

from __future__ import annotations

import argparse
from collections import Counter
from time import perf_counter

import numpy as np

import upturn
from upturn.bots import Player
from upturn.bots.team_up.stacking import EFFORT, Stacker


def play(seed: int, bot: Player, players: int, clone: str) -> tuple[int, float]:
    """Return the score of the bot in every seat of this deal, and its slowest answer in seconds."""
    game = upturn.new("team-up", players=players, seed=seed, options={"clone": clone})
    slowest = 0.0
    while game.to_act is not None:
        view = game.view(game.to_act)
        begin = perf_counter()
        move = bot.choose(view)
        slowest = max(slowest, perf_counter() - begin)
        game.play(move)
    return game.scores[0], slowest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first deal")
    parser.add_argument("--effort", type=int, default=EFFORT)
    parser.add_argument("--seed", default="0", help="of the bot")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--clone", default="face")
    parser.add_argument("--each", action="store_true", help="print every game")
    asked = parser.parse_args()
    bot = Player(Stacker(asked.seed, asked.effort), asked.seed)
    play(-1, Player(Stacker(asked.seed, 1), asked.seed), asked.players, asked.clone)  # compiles
    begin = perf_counter()
    scores, slowest = [], 0.0
    for seed in range(asked.first, asked.first + asked.deals):
        start = perf_counter()
        score, slow = play(seed, bot, asked.players, asked.clone)
        scores.append(score)
        slowest = max(slowest, slow)
        if asked.each:
            print(f"{seed}: {score}, {perf_counter() - start:.1f} s, {slow:.2f} s", flush=True)
    each = (perf_counter() - begin) / asked.deals
    error = np.std(scores) / np.sqrt(len(scores))
    print(
        f"mean {np.mean(scores):.2f} ± {error:.2f} over {len(scores)} deals, effort {asked.effort}"
    )
    print(f"{each:.2f} s a game, slowest answer {slowest:.2f} s")
    for score, times in sorted(Counter(scores).items(), reverse=True):
        print(f"{score:>4} {times:>4} {'#' * times}")


if __name__ == "__main__":
    main()

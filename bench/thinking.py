"""Search: ours beside OpenSpiel's, both information-set MCTS with random playouts on one core.

Every iteration guesses what is hidden, goes down the tree and plays at random to the end: ours of
a round of dnup with four players, from its start; theirs of a game of euchre or hearts, from the
first decision. A simulated move is one of a player, in the tree or after it. OpenSpiel does not
count its moves, so theirs are iterations times the mean length of random games from the same
decision.
"""

from __future__ import annotations

from functools import partial
from random import choice
from statistics import fmean

import pyspiel

import upturn
from bench.contender import Contender, Run, Unit, repeat
from upturn.bots.search import Search, Style, style_of

OURS, EUCHRE, HEARTS = "search, dnup", "OpenSpiel ISMCTS, euchre", "OpenSpiel ISMCTS, hearts"
GUIDED = "search, dnup, guided by knowledge"
ITERATIONS = 2_000
EXPLORATION = 2.0
PLAYERS = 4
PLAYOUTS = 200


def iterations(name: str) -> str:
    """What a contender is called where its iterations are counted, not its moves."""
    return f"{name}, iterations"


def search(style: Style, count_moves: bool) -> Run:
    game: upturn.Game = upturn.new("dnup", players=PLAYERS, seed=1)
    view = game.view(game.to_act)

    def think() -> int:
        one = Search(view, 0, style, ITERATIONS)
        one.think(ITERATIONS)
        return one.simulated if count_moves else ITERATIONS

    return repeat(think)


def first_decision(name: str) -> pyspiel.State:
    """Where a player has a choice for the first time; a forced move would not be thought about."""
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        state.apply_action(choice(state.legal_actions()))
    return state


def random_length(state: pyspiel.State) -> int:
    """Moves of players from here to the end of a random game."""
    made = 0
    state = state.clone()
    while not state.is_terminal():
        made += not state.is_chance_node()
        state.apply_action(choice(state.legal_actions()))
    return made


def openspiel(name: str, count_moves: bool) -> Run:
    state = first_decision(name)
    length = fmean(random_length(state) for _ in range(PLAYOUTS))
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)

    def think() -> int:
        bot = pyspiel.ISMCTSBot(1, evaluator, EXPLORATION, ITERATIONS)
        bot.step(state)
        return round(ITERATIONS * length) if count_moves else ITERATIONS

    return repeat(think)


def contenders() -> list[Contender]:
    """Each twice: once by the moves it simulates, once by its iterations."""
    kinds = [
        (OURS, "random playouts", partial(search, Style(guided=False))),
        (GUIDED, "as `search` plays", partial(search, style_of("dnup"))),
        (EUCHRE, "`ISMCTSBot`, random playouts", partial(openspiel, "euchre")),
        (HEARTS, "`ISMCTSBot`, random playouts", partial(openspiel, "hearts")),
    ]
    by_moves = [Contender(name, how, run(count_moves=True)) for name, how, run in kinds]
    return by_moves + [
        Contender(iterations(name), how, run(count_moves=False), Unit.ITERATIONS)
        for name, how, run in kinds
    ]

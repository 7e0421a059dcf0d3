"""Random games of other programs, each driven from Python one move at a time.

A user's loop: ask for the legal actions, choose one, apply it. Where a program offers several
ways to do that, the fastest that needs nothing internal is taken. Moves of players are counted,
those of chance are not; the clock runs during both unless a contender says otherwise, as it does
for ours. Every game has the number of players it comes with.
"""

from __future__ import annotations

from random import choice
from time import perf_counter

import numpy as np
import pyspiel
import rlcard
from pettingzoo.classic import hanabi_v5

from bench.contender import Contender, Run, Slice, repeat, repeat_timed

CRAZY_EIGHTS = "OpenSpiel crazy_eights"
HEARTS = "OpenSpiel hearts"
UNO = "RLCard uno"


def openspiel(name: str) -> Run:
    """Whole games.

    The outcomes of every chance node of these games are equally likely, so that choosing among
    its legal actions is right, and more than twice as fast as weighing `chance_outcomes()`.
    """
    game = pyspiel.load_game(name)

    def play() -> int:
        made = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            made += not state.is_chance_node()
            state.apply_action(choice(state.legal_actions()))
        return made

    return repeat(play)


def openspiel_without_chance(name: str) -> Run:
    """Whole games, with a clock that stands still at chance nodes."""
    game = pyspiel.load_game(name)

    def play() -> Slice:
        made, spent = 0, 0.0
        state = game.new_initial_state()
        while not state.is_terminal():
            while state.is_chance_node():
                state.apply_action(choice(state.legal_actions()))
            begin = perf_counter()
            while not (state.is_chance_node() or state.is_terminal()):
                state.apply_action(choice(state.legal_actions()))
                made += 1
            spent += perf_counter() - begin
        return Slice(made, spent)

    return repeat_timed(play)


def uno() -> Run:
    """The game inside the environment: `step` returns the legal actions, as texts.

    The environment around it also encodes what the player sees, and is less than half as fast.
    """
    game = rlcard.make("uno").game

    def play() -> int:
        made = 0
        state, _ = game.init_game()
        while not game.is_over():
            state, _ = game.step(choice(state["legal_actions"]))
            made += 1
        return made

    return repeat(play)


def uno_environment() -> Run:
    environment = rlcard.make("uno")

    def play() -> int:
        made = 0
        state, _ = environment.reset()
        while not environment.is_over():
            action = choice(state["raw_legal_actions"])
            state, _ = environment.step(action, raw_action=True)
            made += 1
        return made

    return repeat(play)


def hanabi() -> Run:
    environment = hanabi_v5.env()

    def play() -> int:
        made = 0
        environment.reset()
        for _ in environment.agent_iter():
            observation, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                environment.step(None)
            else:
                environment.step(int(choice(np.flatnonzero(observation["action_mask"]))))
                made += 1
        return made

    return repeat(play)


def contenders() -> list[Contender]:
    ask = "`legal_actions()`, `apply_action()`; C++ inside"
    players_only = f"{ask}; the clock stands still at chance nodes"
    return [
        Contender(CRAZY_EIGHTS, ask, openspiel("crazy_eights")),
        Contender(HEARTS, ask, openspiel("hearts")),
        Contender("OpenSpiel euchre", ask, openspiel("euchre")),
        Contender(
            f"{CRAZY_EIGHTS}, chance left out",
            players_only,
            openspiel_without_chance("crazy_eights"),
        ),
        Contender(UNO, "`game.step()` with its `legal_actions`", uno()),
        Contender(
            f"{UNO}, environment", "`env.step()` with its `raw_legal_actions`", uno_environment()
        ),
        Contender("PettingZoo hanabi", "`last()`, `step()` with its `action_mask`", hanabi()),
    ]

"""Compiles the solver by running each of its methods once."""

from __future__ import annotations

from upturn.games import rules_of
from upturn.games.game import Game
from upturn.games.rng import seeded
from upturn.games.simulation import play_randomly
from upturn.games.team_up.tables import BOXES
from upturn.solver.plans import MOST_BOXES
from upturn.solver.solver import Solver, position_of

SECONDS = 1.0
"""For each method: with any components, only the compiler may take longer."""


def warm_up(name: str) -> None:
    """Compile the solver of this game, if it has one, or load it from the cache."""
    if name != "team-up" or BOXES > MOST_BOXES:
        return
    game = Game(rules_of(name), 1, seed=0)
    game.deal_on()
    Solver(position_of(game), SECONDS).try_perfect(1)
    play_randomly(game, seeded(0))
    for _ in range(len(game.moves) // 4):
        game.undo()
    now = position_of(game)
    for layers in Solver(now, SECONDS).open:
        Solver(now, SECONDS).try_lower(layers, 1)
        Solver(now, SECONDS).exclude(layers, 1)
    Solver(now, SECONDS).try_beam(1)
    Solver(now, SECONDS).try_all(1)

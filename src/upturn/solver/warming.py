"""Compiles the solver by solving: a whole deal, and a position that every way of thinking fits."""

from __future__ import annotations

from upturn.games import rules_of
from upturn.games.game import Game
from upturn.games.rng import seeded
from upturn.games.simulation import play_randomly
from upturn.solver.solving import Solver, position_of

SECONDS = 600.0
"""Compiling takes its time."""


def warm_up(name: str) -> None:
    """Compile the solver of this game, if it has one, or load it from the cache."""
    if name != "team-up":
        return
    game = Game(rules_of(name), 1, seed=0)
    game.deal_on()
    Solver(position_of(game), SECONDS).solve()
    play_randomly(game, seeded(0))
    for _ in range(len(game.moves) // 4):
        game.undo()
    solver = Solver(position_of(game), SECONDS)
    for layers in list(solver.open):
        solver.try_lower(layers, 1)
        solver.exclude(layers, 1)
    solver.try_beam(1)
    solver.try_all(1)

"""Compiles a game by using it: each entry point is called once, with every type."""

from __future__ import annotations

from upturn.games import engine, rules_of
from upturn.games.game import Game
from upturn.games.record import take_up
from upturn.games.rng import seeded
from upturn.games.simulation import play_listing, play_randomly


def warm_up(name: str) -> None:
    """Compile what people and bots ask of a game, or load it from the cache.

    What only benchmarks and proofs ask (`perft`, `random_games`) is compiled when they do.
    """
    rules = rules_of(name)
    game = Game(rules, rules.player_counts[0], seed=0)
    game.deal_on()
    play_listing(game.copy(), seeded(0))
    game.play(game.legal_moves()[0])
    game.view(1)
    for text in filter(None, rules.notation(game.players).texts):
        game.why_not(text)
    play_randomly(game, seeded(0))
    game.view(1)
    take_up(Game, rules, game.players, None, 0, game.record(), None)
    engine.redeal_at(rules.start(game.players, {}), 0, 1, seeded(0))

"""Compiles a game by using it: every compiled function is called once, with every type."""

from __future__ import annotations

import numpy as np

from upturn.games import engine, rules_of
from upturn.games.contract import room_for_cards, room_for_moves
from upturn.games.game import Game
from upturn.games.record import take_up
from upturn.games.rng import seeded
from upturn.games.simulation import play_listing, play_randomly


def warm_up(name: str) -> None:
    """Compile everything for the game of this name, or load it from the cache."""
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
    take_up(rules, game.players, None, 0, game.record(), None)

    positions = np.concatenate([rules.start(game.players, {}) for _ in range(3)])
    moves = room_for_moves(2, rules.most_legal)
    cards = room_for_cards(rules.most_cards)
    rng = seeded(0)
    engine.copy_many(positions, 2)
    engine.random_games(positions, 1, rng, moves[0], cards)
    engine.redeal_at(positions, 0, 1, rng)
    engine.legal_at(positions, 0, moves[0])
    engine.perft(positions, 1, moves)

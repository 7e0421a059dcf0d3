"""Asks the compiled knowledge about a game's position, as `greedy` does."""

from __future__ import annotations

import numpy as np

from upturn.bots import knowledge
from upturn.bots.greedy import weigh_at
from upturn.games.contract import room_for_moves
from upturn.games.engine import legal_at
from upturn.games.game import Game


def weighed(game: Game) -> dict[str, float]:
    """Return how much each legal move is worth."""
    knowledge.know(game.name)
    moves, values = room_for_moves(game.rules.most_legal), np.zeros(game.rules.most_legal)
    count = legal_at(game.now, 0, moves)
    weigh_at(game.now, 0, moves, count, values)
    texts = game.rules.notation(game.players).texts
    return {texts[move]: values[at] for at, move in enumerate(moves[:count].tolist())}


def best(game: Game) -> str:
    """Return the move that is worth the most."""
    weights = weighed(game)
    return max(weights, key=weights.__getitem__)

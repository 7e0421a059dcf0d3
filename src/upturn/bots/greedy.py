"""`greedy`: the move that a game's knowledge finds best, looking no further."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import numpy as np

from upturn.bots import knowledge
from upturn.bots.explaining import explain
from upturn.bots.knowledge import Values
from upturn.games import engine, rules_of
from upturn.games.compiling import entry_point
from upturn.games.contract import Moves, Positions, room_for_moves
from upturn.games.supposing import suppose

if TYPE_CHECKING:
    from upturn.bots.bot import Weights
    from upturn.games.rules import Facts


@entry_point
def weigh_at(positions: Positions, at: int, moves: Moves, count: int, values: Values) -> None:
    """What each of the `count` moves is worth to the seat to act."""
    knowledge.weigh(positions[at], moves, count, values)


class Greedy:
    """Weighs the moves of a view by what is known of its game."""

    def weigh(self, view: Facts) -> Weights:
        rules = rules_of(view["game"])
        knowledge.know(view["game"])
        supposed = suppose(view)
        moves, values = room_for_moves(rules.most_legal), np.zeros(rules.most_legal)
        count = engine.legal_at(supposed, 0, moves)
        weigh_at(supposed, 0, moves, count, values)
        texts = rules.notation(view["players"]).texts
        legal = frozenset(view["legal"])
        weighed = zip(moves[:count].tolist(), values[:count].tolist(), strict=True)
        return {
            texts[move]: value for move, value in weighed if value > -inf and texts[move] in legal
        }

    def why(self, view: Facts, move: str, weights: Weights) -> Facts:
        reason = explain(view, move, weights)
        return reason or {"code": "looks-best", "moves": len(weights)}

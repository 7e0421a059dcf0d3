"""How fast Team UP checks whether a box may be placed, for all that a card leaves open."""

from __future__ import annotations

import numpy as np

import upturn
from bench.contender import Contender, Run, Unit, repeat
from upturn.games import engine, rules_of
from upturn.games.contract import Position, room_for_moves
from upturn.games.rng import below, seeded
from upturn.games.team_up.rules import wanted
from upturn.games.team_up.tables import FIRST, KINDS

NAME = "team-up, placements checked"
GAMES = 20


def checked(position: Position) -> int:
    """How many placements are looked at to list the legal moves here."""
    return sum(
        int(FIRST[kind + 1] - FIRST[kind]) for kind in range(KINDS) if wanted(position, kind)
    )


def moments() -> list[Position]:
    """Every moment of random games at which a card is to be obeyed."""
    positions = []
    for seed in range(GAMES):
        game = upturn.new("team-up", players=4, seed=seed)
        rng = seeded(seed)
        while not game.over:
            if game.view()["card"] is not None:
                positions.append(game.position)
            codes = game.free_codes()
            game.play_code(codes[below(rng, len(codes))])
    return positions


def listing() -> Run:
    taken = moments()
    positions = np.array(taken, rules_of("team-up").start(4, {}).dtype)
    total = sum(map(checked, taken))
    moves = room_for_moves(rules_of("team-up").most_legal)

    def list_all() -> int:
        for at in range(len(positions)):
            engine.legal_at(positions, at, moves)
        return total

    return repeat(list_all)


def contender() -> Contender:
    how = "`legal_at` at every moment of random games"
    return Contender(NAME, how, listing(), Unit.PLACEMENTS)

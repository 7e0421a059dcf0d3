"""Random games of every kind, and the state that tests compare."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import strategies as st

import upturn
from upturn.games import engine, names, rules_of
from upturn.games.game import Game
from upturn.games.rng import seeded
from upturn.games.simulation import random_records

TABLES = [(name, players) for name in names() for players in rules_of(name).player_counts]
every_table = pytest.mark.parametrize(("name", "players"), TABLES)
PRIVATE = [name for name in names() if rules_of(name).private]
"""The games in which a seat sees something that the others do not see."""
some_table = st.sampled_from(TABLES)
some_seed = st.integers(0, 10**6)


def and_others(
    tables: list[tuple[Any, ...]], *more: object, games: list[str] | None = None
) -> list[tuple[Any, ...]]:
    """These tables, and a usual one of every other game: its name, its players and `more`."""
    listed = {name for name, *_ in tables}
    others = [name for name in games or names() if name not in listed]
    return [*tables, *((name, rules_of(name).usual_players, *more) for name in others)]


def some_move(game: Game, choose: random.Random) -> str:
    """Return a random legal move. It rarely is one that all must agree to, which would end most
    games at once."""
    return choose.choice(game.legal_moves() if choose.random() < 0.03 else game.free_moves())


def random_game(name: str, players: int, seed: int, moves: int) -> Game:
    """Return a game after some random moves, or fewer if it ended."""
    game = upturn.new(name, players=players, seed=seed)
    choose = random.Random(seed)
    for _ in range(moves):
        if game.over:
            break
        game.play(some_move(game, choose))
    return game


def state(game: Game) -> tuple[bytes, list[str], list[str], bool]:
    """Everything that makes a game what it is now."""
    return game.now.tobytes(), game.moves, game.legal_moves(), game.over


def seats(game: Game) -> list[int | None]:
    """Return all receivers of views: the seats, and None for a spectator."""
    return [None, *range(1, game.players + 1)]


def guessed(game: Game, seat: int, chance: object) -> Any:
    """The position after a guess at what this seat cannot know."""
    guess = game.now.copy()
    engine.redeal_at(guess, 0, seat, seeded(chance))
    return guess[0]


def games_and_guesses() -> list[str]:
    """Return random games, with some guesses during each, as text."""
    lines = []
    for name, players in TABLES:
        for played in random_records(name, players, 2, seed=4, legal=True):
            record: dict[str, Any] = {**played}
            game = Game(rules_of(name), players)
            for ply, line in enumerate(record["moves"][:140], 1):
                game.follow(line)
                if ply % 70 == 0:
                    guess = game.now.copy()
                    for seat in (0, 1, players):
                        engine.redeal_at(guess, 0, seat, seeded(seat))
                        record[f"guess {ply} {seat}"] = guess.tobytes().hex()
            lines.append(json.dumps(record))
    return lines

"""Golden playthroughs and perft counts: how they are made, for writing and for checking.

A playthrough is a whole game with what every seat sees at every step: a leak shows as a diff. A
perft count is the number of move sequences to a depth: a wrong rule shows as a wrong count.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

import upturn
from tests.support.paths import TESTS
from upturn.games import engine, rules_of
from upturn.games.contract import room_for_moves
from upturn.games.game import Game
from upturn.games.rng import below, seeded
from upturn.games.rules import Facts
from upturn.games.simulation import play_randomly

PERFT_STARTS = 6  # positions per number of players: after 0, 7, 14 … random moves
PERFT_NODES = 400_000  # depths are counted as long as they stay below this
PERFT_DEPTH = 14


def golden_file(name: str, players: int) -> Path:
    return TESTS / "golden" / f"{name}-{players}.txt"


def perft_file(name: str) -> Path:
    return TESTS / "perft" / f"{name}.jsonl"


# --- Playthroughs ----------------------------------------------------------------------------


def playthrough(name: str, players: int) -> Iterator[str]:
    """Yield a whole game: each line, then what every seat and a spectator sees of it, and what is
    new in their views."""
    seed = seed_of(name, players)
    record = random_game(name, players, seed).record()
    yield (
        f"# {name}, {players} players, seed {seed}. "
        "Written by `make golden`; read the diff when it changes."
    )
    game = undealt(record)
    seen: dict[int | None, Facts] = {seat: {} for seat in (None, *range(1, players + 1))}
    for ply, line in enumerate(record["moves"], 1):
        game.follow(line)
        yield ""
        yield f"## {ply}. {line}"
        for seat in (None, *range(1, players + 1)):
            sight = game.sight(seat)
            changed = {
                key: value for key, value in sight.items() if seen[seat].get(key, ...) != value
            }
            seen[seat] = sight
            newest: Any = game.history(seat)[-1]
            yield f"{seat or 'spectator'}: {compact(newest)}"
            yield f"    {compact(changed)}"
    yield ""
    yield f"scores {record['scores']}"


def undealt(record: Mapping[str, Any]) -> Game:
    """Return the game of a record, before its first line."""
    start = {key: value for key, value in record.items() if key != "scores"}
    return upturn.replay(start | {"moves": [], "over": False})


def compact(facts: object) -> str:
    return json.dumps(facts, separators=(",", ":"), ensure_ascii=False)


def kinds_of_moves(lines: Iterable[str]) -> set[str]:
    return {line.split(" ")[0] for line in lines if line}


def random_game(name: str, players: int, seed: int) -> Game:
    """Return a whole game. If players can agree to end it, they do so after everything else was
    seen."""
    game = upturn.new(name, players=players, seed=f"golden {seed}")
    rng = seeded("golden", name, players, seed)
    agreed = agreed_moves(game)
    if not agreed:
        play_randomly(game, rng)
        return game
    wanted = kinds_of_moves(game.rules.notation(players).texts) - kinds_of_moves(agreed)
    while not game.over:
        agreed = agreed_moves(game)
        if agreed and wanted <= kinds_of_moves(game.moves):
            game.play(agreed[0])
        else:
            codes = game.free_codes()
            game.play_code(codes[below(rng, len(codes))])
    return game


def agreed_moves(game: Game) -> list[str]:
    """Return the legal moves that all must agree to."""
    return game.legal_moves()[len(game.free_moves()) :]


def seed_of(name: str, players: int) -> int:
    """Return the seed in the first line of a golden file, or a new seed if there is no file yet."""
    file = golden_file(name, players)
    if not file.exists():
        return find_seed(name, players)
    head, *_ = file.read_text(encoding="utf-8").splitlines()
    return int(head.partition(", seed ")[2].partition(".")[0])


def find_seed(name: str, players: int) -> int:
    """Return the seed of the shortest finished game that shows every kind of move."""
    kinds = kinds_of_moves(rules_of(name).notation(players).texts)
    games = ((seed, random_game(name, players, seed)) for seed in range(2000))
    rich = [
        (len(game.moves), seed)
        for seed, game in games
        if game.over and kinds <= kinds_of_moves(game.moves)
    ]
    return min(rich)[1]


# --- Perft -----------------------------------------------------------------------------------


def perft(game: Game, depth: int) -> int:
    """Return how many sequences of `depth` moves there are. Shorter games count once."""
    moves = room_for_moves(depth + 1, game.rules.most_legal)
    positions = np.concatenate([game.now] * (depth + 1))
    return int(engine.perft(positions, depth, moves))


def perft_starts(name: str, players: int) -> Iterator[dict[str, Any]]:
    """Yield records of unfinished games to count from."""
    for number in range(PERFT_STARTS):
        game = upturn.new(name, players=players, seed=f"perft {number}")
        rng = seeded("perft", name, players, number)
        for _ in range(7 * number):
            if game.over:
                game.undo()
                break
            game.play(game.free_moves()[int(rng[number % 3]) % len(game.free_moves())])
            rng = seeded(*rng)
        yield {**game.record()}


def perft_counts(record: dict[str, Any]) -> list[int]:
    """Return the counts to depth 1, 2, 3 … until they get too large."""
    game = upturn.replay(record)
    counts: list[int] = []
    growth = 1.0
    while len(counts) < PERFT_DEPTH and (not counts or counts[-1] * growth < PERFT_NODES):
        counts.append(perft(game, len(counts) + 1))
        growth = counts[-1] / (counts[-2] if counts[1:] else 1)
    return counts

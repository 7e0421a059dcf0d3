"""Golden playthroughs and perft counts stay as they are written down."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

import upturn
from tests.support.kits import Model, model_of
from tests.support.playthroughs import (
    golden_file,
    perft,
    perft_file,
    playthrough,
)
from tests.support.random_games import TABLES
from upturn.games import names

COUNTED_BY_MODEL = 1500  # sequences the slow model counts too


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_golden_playthrough_shows_every_seat_the_same_as_ever(name: str, players: int) -> None:
    written = golden_file(name, players).read_text(encoding="utf-8").splitlines()
    assert list(playthrough(name, players)) == written


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_golden_playthrough_is_a_whole_game_with_every_kind_of_move(
    name: str, players: int
) -> None:
    lines = golden_file(name, players).read_text(encoding="utf-8").splitlines()
    moves = [line.split(" ", 2)[2] for line in lines if line.startswith("## ")]
    [scores] = [line.removeprefix("scores ") for line in lines if line.startswith("scores ")]
    record = {"upturn": 1, "game": name, "players": players, "moves": moves}
    game = upturn.replay(record | {"scores": json.loads(scores)})
    texts = game.rules.notation(players).texts
    assert {text.split(" ")[0] for text in texts if text} <= {move.split(" ")[0] for move in moves}


def perft_lines() -> list[Any]:
    lines = [line for name in names() for line in perft_file(name).read_text().splitlines()]
    return [pytest.param(json.loads(line), id=str(n)) for n, line in enumerate(lines, 1)]


@pytest.mark.parametrize("line", perft_lines())
def test_as_many_move_sequences_as_ever_start_here(line: dict[str, Any]) -> None:
    game = upturn.replay(line["record"])
    assert [perft(game, depth) for depth in range(1, len(line["perft"]) + 1)] == line["perft"]


@pytest.mark.parametrize("line", perft_lines())
def test_the_naive_model_counts_as_many(line: dict[str, Any]) -> None:
    model = model_of(line["record"])
    for move in line["record"]["moves"]:
        model.apply(move)
    for depth, count in enumerate(line["perft"], 1):
        if count <= COUNTED_BY_MODEL:
            assert count_sequences(model, depth) == count


def count_sequences(model: Model, depth: int) -> int:
    if model.to_act is None:
        return 1
    legal = model.legal_moves()
    if depth == 1:
        return len(legal)
    total, before = 0, pickle.dumps(model)  # copies ten times as fast as deepcopy
    for move in legal:
        after = pickle.loads(before)  # noqa: S301
        after.apply(move)
        total += count_sequences(after, depth - 1)
    return total

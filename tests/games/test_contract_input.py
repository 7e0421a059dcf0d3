"""What every game must answer to bad input: a clear error, and nothing has changed."""

from __future__ import annotations

import copy
import json
import pickle
import random
from typing import Any

import numpy as np
import pytest

import upturn
from tests.support.random_games import every_table, random_game, state


@every_table
def test_bad_set_up_is_refused_in_words(name: str, players: int) -> None:
    wrong_counts: list[Any] = [0, -1, 99, True, "4", 2.0, None]
    for wrong in wrong_counts:
        with pytest.raises(upturn.InvalidSetup, match=f"{name} is for"):
            upturn.new(name, players=wrong)
    with pytest.raises(upturn.InvalidSetup, match="has no option"):
        upturn.new(name, players=players, options={"nonsense": 1})
    options: Any = ["nonsense"]
    with pytest.raises(upturn.InvalidSetup, match="options are names"):
        upturn.new(name, players=players, options=options)
    wrong_seeds: list[Any] = [1.5, [], b"x", True]
    for wrong in wrong_seeds:
        with pytest.raises(upturn.InvalidSetup, match="a seed is"):
            upturn.new(name, players=players, seed=wrong)
    game = upturn.new(name, players=players, seed=1)
    wrong_seats: list[Any] = [0, -1, players + 1, "1", True, 1.0]
    for wrong in wrong_seats:
        with pytest.raises(upturn.InvalidSetup, match="there is no seat"):
            game.view(wrong)


def test_an_unknown_game_is_refused_in_words() -> None:
    unknown: list[Any] = ["chess", "", "DNUP", None, 7, ["dnup"], "x" * 10_000]
    for name in unknown:
        with pytest.raises(upturn.UnknownGame, match="there is no game") as error:
            upturn.new(name, players=2)
        assert len(str(error.value)) < 200


@every_table
def test_what_is_no_text_or_no_number_is_no_move(name: str, players: int) -> None:
    game = upturn.new(name, players=players, seed=1)
    before = state(game)
    wrong: list[Any] = [None, 1, 1.5, b"flip", ["flip"], {"move": "flip"}, object()]
    for move in wrong:
        with pytest.raises(upturn.InvalidMove, match="a move must be text"):
            game.play(move)
        assert game.why_not(move) is not None
    numbers: list[Any] = [-1, 10**9, "1", None, 1.0]
    for number in numbers:
        with pytest.raises(upturn.InvalidMove, match="no move number"):
            game.play_code(number)
    assert state(game) == before


@every_table
def test_a_thousand_fuzzed_texts_are_moves_or_errors_and_errors_change_nothing(
    name: str, players: int
) -> None:
    game = random_game(name, players, seed=8, moves=12)
    before = state(game)
    legal = set(game.legal_moves())
    fuzz = random.Random(players)
    alphabet = "playdtkefi 0123456789/|abr \t\n-._é💥\x00"
    seeds = [text for text in game.notation.texts if text] + game.moves
    for _ in range(1000):
        letters = list(fuzz.choice(seeds))
        for _ in range(fuzz.randint(1, 4)):
            at = fuzz.randrange(len(letters) + 1)
            letters[at : at + fuzz.randint(0, 2)] = fuzz.choices(alphabet, k=fuzz.randint(0, 3))
        text = "".join(letters)
        if text in legal:
            continue
        with pytest.raises(upturn.MoveError) as error:
            game.play(text)
        assert error.value.code
        assert len(str(error.value)) < 400
    assert state(game) == before


@every_table
def test_a_deal_is_not_a_players_move(name: str, players: int) -> None:
    game = upturn.new(name, players=players, seed=1)
    with pytest.raises(upturn.IllegalMove) as error:
        game.play(game.moves[0])
    assert error.value.code == "chance-only"
    with pytest.raises(upturn.IllegalMove) as error:
        game.deal()
    assert error.value.code == "no-deal-due"


@every_table
def test_numbers_too_long_to_write_are_refused_like_any_other(name: str, players: int) -> None:
    game = upturn.new(name, players=players, seed=1)
    huge: Any = 10**5000
    for attempt in (
        lambda: upturn.new(name, players=huge),
        lambda: upturn.new(name, players=players, seed=huge),
        lambda: upturn.new(name, players=players, options={huge: 1}),
        lambda: upturn.new(huge, players=players),
        lambda: game.view(huge),
        lambda: game.play_code(huge),
        lambda: upturn.replay(game.record() | {"upturn": huge}),
        lambda: upturn.replay(game.record() | {"rules": huge}),
    ):
        with pytest.raises(upturn.UpturnError):
            attempt()


@every_table
def test_numbers_of_numpy_are_numbers(name: str, players: int) -> None:
    number: Any = np.int32
    game = upturn.new(name, players=number(players), seed=number(1))
    assert json.dumps(game.record()) == json.dumps(
        upturn.new(name, players=players, seed=1).record()
    )
    assert json.dumps(game.view(number(1))) == json.dumps(game.view(1))
    game.play_code(number(game.legal_codes()[0]))


@every_table
def test_errors_and_games_can_be_sent_to_another_process(name: str, players: int) -> None:
    game = random_game(name, players, seed=3, moves=40)
    again = pickle.loads(pickle.dumps(game))  # noqa: S301 - our own
    assert state(again) == state(game)
    assert again.seed == game.seed
    error = game.why_not("nonsense")
    assert error is not None
    error.ply = 7
    for copied in (pickle.loads(pickle.dumps(error)), copy.copy(error)):  # noqa: S301
        assert type(copied) is type(error)
        assert (copied.code, str(copied), copied.details, copied.ply) == (
            *(error.code, str(error), error.details),
            7,
        )


@every_table
def test_options_cannot_be_changed_in_a_game(name: str, players: int) -> None:
    game = upturn.new(name, players=players, seed=1)
    options: Any = game.options
    with pytest.raises(TypeError):
        options["nonsense"] = 1


@every_table
def test_mangled_records_never_break_anything(name: str, players: int) -> None:
    """Hundreds of random mutations: each replays, or is refused by an error of ours."""
    mangle = random.Random(players)
    record = random_game(name, players, seed=4, moves=150).record() | {"over": False}
    text = json.dumps(record)
    lines = record["moves"]
    refused = 0
    for _ in range(400):
        letters = list(text)
        for _ in range(mangle.randint(1, 3)):
            at = mangle.randrange(len(letters))
            letters[at : at + mangle.randint(0, 2)] = mangle.choices(text, k=1)
        shuffled = record | {"moves": mangle.sample(lines, len(lines) - mangle.randint(0, 2))}
        for mangled in ("".join(letters), json.dumps(shuffled)):
            try:
                upturn.replay(json.loads(mangled))
            except upturn.UpturnError as error:
                refused += bool(str(error))
            except json.JSONDecodeError:
                continue
    assert refused > 400

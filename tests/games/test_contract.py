"""What every game must do, whatever its rules: one test suite over the registry."""

from __future__ import annotations

import inspect
import json
import os
import random
import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import upturn
from tests.support.paths import ROOT
from tests.support.random_games import (
    every_table,
    games_and_guesses,
    random_game,
    seats,
    some_move,
    some_seed,
    some_table,
    state,
)
from upturn.games import contract, engine, rules_of
from upturn.games.core import COMMON_REFUSALS
from upturn.games.game import Game
from upturn.games.rng import seeded
from upturn.games.rules import DEAL
from upturn.games.simulation import random_records

# --- Positions and moves ---------------------------------------------------------------------


@every_table
def test_a_position_is_one_small_record(name: str, players: int) -> None:
    start = rules_of(name).start(players, {})
    assert start.shape == (1,)
    assert start.dtype.itemsize <= 2048
    assert {"players", "phase", "to_act"} <= set(start.dtype.names or ())
    assert start[0].players == players
    assert start[0].phase == contract.DEALING


@every_table
def test_no_field_of_a_position_hides_behind_an_attribute_of_numpy(name: str, players: int) -> None:
    fields = rules_of(name).start(players, {}).dtype.names or ()
    assert not [field for field in fields if hasattr(np.record, field)]


@given(some_table, some_seed, st.integers(0, 300))
def test_legal_moves_are_exactly_the_moves_that_check_allows(
    table: tuple[str, int], seed: int, moves: int
) -> None:
    game = random_game(*table, seed, moves)
    numbers = range(game.rules.move_count)
    texts = game.notation.texts
    allowed = [
        move
        for move in numbers
        if texts[move] and engine.check_at(game.now, 0, move) == contract.ALLOWED
    ]
    legal = game.legal_codes()
    assert sorted(legal) == allowed
    assert len(set(legal)) == len(legal)


@given(some_table, some_seed, st.integers(0, 300))
def test_whoever_is_to_act_has_a_move_that_needs_nobodys_agreement(
    table: tuple[str, int], seed: int, moves: int
) -> None:
    game = random_game(*table, seed, moves)
    free = game.free_moves()
    assert free == game.legal_moves()[: len(free)]
    assert bool(free) == (game.to_act is not None)
    assert game.free_codes() == game.legal_codes()[: len(free)]


@every_table
def test_every_move_has_one_text_and_every_text_one_move(name: str, players: int) -> None:
    texts = rules_of(name).notation(players).texts
    written = [text for text in texts if text]
    assert len(texts) == rules_of(name).move_count
    assert len(set(written)) == len(written)
    assert not [text for text in written if text.startswith(DEAL) or text != text.strip()]


@every_table
def test_a_move_by_number_and_by_text_is_the_same_move(name: str, players: int) -> None:
    by_text, by_number = (upturn.new(name, players=players, seed=1) for _ in range(2))
    choose = random.Random(players)
    while not by_text.over:
        at = choose.randrange(len(by_text.free_moves()))
        by_text.play(by_text.legal_moves()[at])
        by_number.play_code(by_number.legal_codes()[at])
    assert state(by_text) == state(by_number)


@given(some_table, some_seed, st.integers(0, 400))
def test_a_refused_move_says_why_and_changes_nothing(
    table: tuple[str, int], seed: int, moves: int
) -> None:
    game = random_game(*table, seed, moves)
    before, history = state(game), game.history(1)
    legal = set(game.legal_moves())
    refused = [text for text in game.notation.texts if text and text not in legal]
    for text in random.Random(seed).sample(refused, min(40, len(refused))):
        with pytest.raises(upturn.IllegalMove) as error:
            game.play(text)
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", error.value.code)
        assert len(str(error.value)) > 8
        assert "{" not in str(error.value)
        json.dumps(error.value.details)
        same = game.why_not(text)
        assert same is not None
        assert (same.code, str(same)) == (error.value.code, str(error.value))
    assert state(game) == before
    assert game.history(1) == history
    for text in legal:
        assert game.why_not(text) is None


@every_table
def test_the_same_seed_gives_the_same_game_and_another_seed_another(
    name: str, players: int
) -> None:
    first, same, other = (upturn.new(name, players=players, seed=seed) for seed in (3, 3, 4))
    assert state(first) == state(same)
    assert first.moves != other.moves


@every_table
def test_any_text_is_a_seed(name: str, players: int) -> None:
    for seed in ("", "süß", "\udcff", "x" * 10_000, -1, 10**100):
        game = upturn.new(name, players=players, seed=seed)
        assert state(game) == state(upturn.new(name, players=players, seed=seed))


@every_table
def test_without_a_seed_no_two_games_are_alike(name: str, players: int) -> None:
    assert upturn.new(name, players=players).moves != upturn.new(name, players=players).moves


@every_table
def test_a_game_says_what_it_is(name: str, players: int) -> None:
    game = upturn.new(name, players=players, seed=1)
    number = "1 player" if players == 1 else f"{players} players"
    assert repr(game) == f"<{name}, {number}, seat {game.to_act} to act>"
    empty = {"upturn": 1, "game": name, "players": players, "moves": [], "over": False}
    assert repr(upturn.replay(empty)) == f"<{name}, {number}, a deal due>"


# --- Undo, copy and records ------------------------------------------------------------------


@given(some_table, some_seed, st.integers(1, 350))
def test_undo_leads_back_to_where_the_game_stood(
    table: tuple[str, int], seed: int, moves: int
) -> None:
    game = upturn.new(table[0], players=table[1], seed=seed)
    choose = random.Random(seed)
    states = [state(game)]
    while len(states) <= moves and not game.over:
        game.play(some_move(game, choose))
        states.append(state(game))
    histories = {seat: game.history(seat) for seat in seats(game)}
    end = state(game)
    taken_back = game.copy()
    for expected in reversed(states[:-1][-20:]):
        taken_back.undo()
        assert state(taken_back) == expected
        for seat in seats(game):
            assert taken_back.history(seat) == histories[seat][: len(taken_back.moves)]
    assert state(game) == end


@every_table
def test_a_deal_comes_again_after_undoing_the_move_before_it(name: str, players: int) -> None:
    game = upturn.new(name, players=players, seed=9)
    choose = random.Random(1)
    last = ""
    while not (last and game.moves[-1].startswith(DEAL)) and not game.over:
        last = some_move(game, choose)
        game.play(last)
    after = state(game)
    game.undo()
    game.play(last)
    assert state(game) == after


@every_table
def test_there_is_nothing_to_undo_before_the_first_move(name: str, players: int) -> None:
    game = upturn.new(name, players=players, seed=2)
    before = state(game)
    with pytest.raises(upturn.NothingToUndo):
        game.undo()
    assert state(game) == before


@given(some_table, some_seed, st.integers(0, 800))
def test_a_record_replays_to_the_same_game(table: tuple[str, int], seed: int, moves: int) -> None:
    game = random_game(*table, seed, moves)
    record = json.loads(json.dumps(game.record()))
    again = upturn.replay(record)
    assert state(again) == state(game)
    assert again.record() == record
    assert record.get("over", True) == game.over
    assert (record["upturn"], record["game"], record["players"]) == (1, *table)
    assert record["rules"] == game.rules.version
    assert record["edition"] == game.rules.edition
    assert record["scores"] == game.scores
    for seat in seats(game):
        assert again.view(seat) == game.view(seat)


@every_table
def test_a_record_may_stop_where_a_deal_is_due_and_be_dealt_on(name: str, players: int) -> None:
    empty = {"upturn": 1, "game": name, "players": players, "moves": [], "over": False}
    game = upturn.replay(empty)
    assert (game.to_act, game.over, game.awaits_deal) == (None, False, True)
    assert game.legal_moves() == []
    with pytest.raises(upturn.IllegalMove, match="dealt first"):
        game.play(next(text for text in game.notation.texts if text))
    assert game.deal().startswith(DEAL)
    game.deal_on()
    assert game.to_act


@every_table
def test_simulated_games_are_reproducible_and_listing_moves_does_not_change_them(
    name: str, players: int
) -> None:
    plain = list(random_records(name, players, 3, seed=5))
    listed = list(random_records(name, players, 3, seed=5, legal=True))
    for record, with_legal in zip(plain, listed, strict=True):
        upturn.replay(with_legal)
        lists = with_legal.pop("legal")
        assert with_legal == record
        made = [line for line in record["moves"] if not line.startswith(DEAL)]
        assert len(lists) == len(made)
        assert all(lists_ == sorted(lists_) for lists_ in lists)
        assert all(move in legal for move, legal in zip(made, lists, strict=True))
    assert list(random_records(name, players, 3, seed=6)) != plain


@every_table
def test_a_game_can_begin_with_the_deal_of_another(name: str, players: int) -> None:
    first = random_game(name, players, seed=6, moves=30)
    again = upturn.new(name, players=players, deal=first.record(), seed=1)
    dealt = len(again.moves)
    assert again.to_act
    assert all(line.startswith(DEAL) for line in again.moves)
    assert again.moves == first.moves[:dealt]
    assert not first.moves[dealt].startswith(DEAL)
    assert state(upturn.replay(again.record())) == state(again)


@every_table
def test_a_record_without_a_deal_is_no_deal(name: str, players: int) -> None:
    empty = {"upturn": 1, "game": name, "players": players, "moves": [], "over": False}
    with pytest.raises(upturn.InvalidSetup, match="before the cards are dealt"):
        upturn.new(name, players=players, deal=empty)
    with pytest.raises(upturn.InvalidSetup, match="deal of another game"):
        upturn.new(name, players=players, mode="competition")
    record = upturn.new(name, players=players, seed=1).record()
    with pytest.raises(upturn.InvalidSetup, match="has no mode 'nonsense'"):
        upturn.new(name, players=players, deal=record, mode="nonsense")


# --- What a seat may see ---------------------------------------------------------------------


@given(some_table, some_seed, st.integers(0, 300))
def test_a_view_is_plain_data_and_says_what_is_legal_to_the_seat_to_act_alone(
    table: tuple[str, int], seed: int, moves: int
) -> None:
    game = random_game(*table, seed, moves)
    for seat in seats(game):
        view = game.view(seat)
        assert json.loads(json.dumps(view)) == view
        assert view["legal"] == (game.legal_moves() if seat and seat == game.to_act else [])
        assert (view["game"], view["players"], view["seat"]) == (*table, seat)
        assert (view["to_act"], view["over"]) == (game.to_act, game.over)
        assert view["scores"] == game.scores
        assert len(view["history"]) == len(game.moves)


@given(some_table, some_seed, st.integers(0, 300), some_seed)
def test_redeal_leaves_all_that_the_seat_sees_as_it_is(
    table: tuple[str, int], seed: int, moves: int, chance: int
) -> None:
    game = random_game(*table, seed, moves)
    for seat in seats(game):
        guess = game.now.copy()
        engine.redeal_at(guess, 0, seat or 0, seeded(chance))
        assert seen_bytes(game, guess, seat) == seen_bytes(game, game.now, seat)


def seen_bytes(game: Game, position: Any, seat: int | None) -> bytes:
    """All that a position shows to a seat: its view, its legal moves, why others are illegal."""
    facts: list[object] = [game.rules.seen_by(position, seat), int(position[0].to_act)]
    facts.append([int(engine.score_at(position, 0, other)) for other in range(1, game.players + 1)])
    if seat == position[0].to_act:
        for move, text in enumerate(game.notation.texts):
            reason = engine.check_at(position, 0, move) if text else contract.ALLOWED
            if reason != contract.ALLOWED and reason not in COMMON_REFUSALS:
                refusal = game.rules.refuse(position[0], move, reason)
                facts.append([text, refusal.code, str(refusal), refusal.details])
            elif text:
                facts.append([text, int(reason)])
    return json.dumps(facts).encode()


@every_table
def test_redeal_guesses_differently_each_time_and_the_same_for_the_same_chance(
    name: str, players: int
) -> None:
    game = upturn.new(name, players=players, seed=11)

    def guess(seat: int, chance: int) -> bytes:
        position = game.now.copy()
        engine.redeal_at(position, 0, seat, seeded(chance))
        return position.tobytes()

    for seat in range(players + 1):
        guesses = {guess(seat, chance) for chance in range(20)}
        assert len(guesses) >= 15
        assert guess(seat, 1) == guess(seat, 1)


@given(some_table, some_seed, st.integers(0, 300))
def test_the_guess_of_redeal_depends_on_nothing_the_seat_cannot_know(
    table: tuple[str, int], seed: int, moves: int
) -> None:
    game = random_game(*table, seed, moves)
    for seat in range(game.players + 1):
        other = game.now.copy()
        engine.redeal_at(other, 0, seat, seeded("other secrets", seed))
        guesses = [game.now.copy(), other]
        for guess in guesses:
            engine.redeal_at(guess, 0, seat, seeded("a guess", seed))
        assert guesses[0].tobytes() == guesses[1].tobytes()


@given(some_table, some_seed, st.integers(0, 300))
def test_what_a_seat_supposes_from_its_view_is_redealt_like_the_true_position(
    table: tuple[str, int], seed: int, moves: int
) -> None:
    """So a bot can search from its view alone, and knows no less than the seat may."""
    game = random_game(*table, seed, moves)
    for seat in range(1, game.players + 1):
        supposed, true = game.rules.suppose(game.view(seat)), game.now.copy()
        for position in (supposed, true):
            engine.redeal_at(position, 0, seat, seeded("a guess", seed))
        assert supposed.tobytes() == true.tobytes()


@every_table
def test_redeal_leaves_a_game_that_can_be_played_on(name: str, players: int) -> None:
    moves = contract.room_for_moves(rules_of(name).most_legal)
    log = contract.room_for_moves(5000)
    for seed in range(20):
        game = random_game(name, players, seed, seed * 5)
        if game.to_act:
            guess = game.now.copy()
            engine.redeal_at(guess, 0, game.to_act, seeded(seed))
            engine.play_randomly(guess, 0, seeded(seed), moves, log)
            assert guess[0].phase != contract.PLAYING or engine.stalled_at(guess, 0)


# --- One set of rules, compiled or not -------------------------------------------------------


def test_the_rules_run_the_same_as_plain_python() -> None:
    code = inspect.cleandoc(
        """
        from upturn.games import compiling
        from tests.support.random_games import games_and_guesses
        assert not compiling.COMPILED
        print(*games_and_guesses(), sep="\\n")
        """
    )
    plain = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=os.environ | {"UPTURN_COMPILE": "0"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout.splitlines() == games_and_guesses()

"""Copies, equality and going back: a game is its log and the deals to come."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import upturn
from tests.support.random_games import (
    every_table,
    random_game,
    seats,
    some_seed,
    some_table,
    state,
)
from upturn.games import telling
from upturn.games.game import Game


def looks(game: Game) -> list[Any]:
    """All that everybody sees."""
    return [game.view(seat) for seat in seats(game)]


# --- Equality --------------------------------------------------------------------------------


@given(some_table, some_seed, st.integers(0, 200))
def test_a_copy_and_a_pickled_game_are_equal_until_one_is_played(
    table: tuple[str, int], seed: int, moves: int
) -> None:
    game = random_game(*table, seed, moves)
    pickled: Game = pickle.loads(pickle.dumps(game))  # noqa: S301 - our own
    for same in (game.copy(), pickled):
        assert same == game
        assert looks(same) == looks(game)
        if not game.over:
            same.play(same.legal_moves()[0])
            assert same != game
            same.undo()
            assert same == game


@every_table
def test_games_with_other_deals_to_come_are_not_equal(name: str, players: int) -> None:
    game = upturn.new(name, players=players, seed=1)
    again = upturn.replay(game.record())
    assert again.moves == game.moves
    assert again != game
    assert game == upturn.new(name, players=players, seed="1")  # a seed is its text
    assert game != upturn.new(name, players=players, seed=2)
    assert game != game.record()


def test_what_a_game_is_counts_too() -> None:
    face, shape = (
        upturn.new("team-up", players=2, seed=1, options={"clone": clone})
        for clone in ("face", "shape")
    )
    assert face.moves == shape.moves
    assert face != shape
    record = face.record()
    first, second = (
        upturn.new("team-up", players=2, seed=1, deal=record, mode=mode)
        for mode in ("competition", "challenge")
    )
    assert first != second != face
    assert upturn.new("dnup", players=3, seed=1) != upturn.new("dnup", players=4, seed=1)


def test_a_game_changes_so_it_has_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(upturn.new("dnup", players=3, seed=1))


# --- Copies ----------------------------------------------------------------------------------


@given(some_table, some_seed, st.integers(1, 200), st.data())
def test_neither_a_copy_nor_its_original_notices_what_the_other_does(
    table: tuple[str, int], seed: int, moves: int, data: st.DataObject
) -> None:
    game = random_game(*table, seed, moves)
    before = looks(game)
    for played, other in ((game.copy(), game), (game, game.copy())):
        kept, there = data.draw(st.integers(0, len(played.moves))), state(other)
        played.go_back(kept)
        played.deal_on()
        if not played.over:
            played.play(played.legal_moves()[-1])
        assert looks(played) == looks(upturn.replay(played.record()))
        assert (state(other), looks(other)) == (there, before)


@every_table
def test_a_copy_is_told_nothing_that_was_told_before(
    name: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = random_game(name, players, seed=4, moves=60)
    before = looks(game)
    monkeypatch.delattr(telling, "tell")
    assert looks(game.copy()) == before


# --- Going back ------------------------------------------------------------------------------


@given(
    some_table,
    some_seed,
    st.integers(0, 80),
    st.one_of(
        st.integers(),
        st.booleans(),
        st.floats(),
        st.none(),
        st.text(max_size=3),
        st.integers(-300, 300).map(np.int64),
    ),
)
def test_going_back_to_where_no_game_was_is_refused_and_changes_nothing(
    table: tuple[str, int], seed: int, moves: int, kept: Any
) -> None:
    game = random_game(*table, seed, moves)
    there, seen, lines = state(game), looks(game), game.moves
    whole = isinstance(kept, int | np.integer) and not isinstance(kept, bool)
    if whole and 0 <= kept <= len(lines):
        game.go_back(kept)
        assert game.moves == lines[:kept]
    else:
        with pytest.raises(upturn.NothingToUndo, match=f"the game has {len(lines)}"):
            game.go_back(kept)
        assert (state(game), looks(game)) == (there, seen)


@pytest.mark.parametrize("kept", [-1, 999, True, 1.0, "1", None])
def test_the_refusal_says_how_many_lines_there_are(kept: Any) -> None:
    game = upturn.new("dnup", players=3, seed=1)
    with pytest.raises(upturn.NothingToUndo) as refused:
        game.go_back(kept)
    assert str(refused.value) == f"{kept!r} lines cannot be kept: the game has 1"
    assert len(game.moves) == 1

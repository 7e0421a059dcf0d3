"""Readers of open fields: they read what they name, and nothing else gets through."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.kits import kit_of
from tests.support.random_games import random_game, some_seed, some_table
from upturn.games import names, rules_of
from upturn.games.dnup import position as dnup
from upturn.games.dnup.tables import SEATS
from upturn.games.dnup.view import see_own
from upturn.games.pieces import GAMES, module_of
from upturn.games.reading import reader, row_of
from upturn.games.team_up import position as team_up


def readers(name: str) -> list[tuple[Any, Any]]:
    """The open fields that a game reads together, and what reads them: `Open` and `read_open`."""
    module = module_of(name, GAMES, "position")
    parts: dict[str, Any] = vars(module) if module else {}
    found = [part.removeprefix("read_") for part in parts if part.startswith("read_")]
    return [(parts[part.title()], parts[f"read_{part}"]) for part in found]


def test_readers_are_found_by_their_names() -> None:
    assert readers("dnup") == [(dnup.Open, dnup.read_open)]
    both = [(team_up.Open, team_up.read_open), (team_up.Turn, team_up.read_turn)]
    assert readers("team-up") == both


@given(some_table, some_seed, st.integers(0, 200))
def test_a_reader_reads_what_the_fields_hold(table: tuple[str, int], seed: int, moves: int) -> None:
    now = random_game(*table, seed, moves).now
    for fields, read in readers(table[0]):
        found = read(now)
        assert type(found) is fields
        for field in fields._fields:
            held = now[field][0]
            expected = tuple(held.ravel().tolist()) if held.shape else int(held)
            assert getattr(found, field) == expected


@pytest.mark.parametrize("name", names())
def test_no_reader_names_a_secret_field(name: str) -> None:
    fields = rules_of(name).start(rules_of(name).player_counts[-1], {}).dtype.names or ()
    assert set(fields) >= kit_of(name).SECRET
    for open_fields, _ in readers(name):
        assert not kit_of(name).SECRET & set(open_fields._fields)


@given(some_table, some_seed, st.integers(0, 200))
def test_whatever_stands_in_other_fields_is_not_read(
    table: tuple[str, int], seed: int, moves: int
) -> None:
    now = random_game(*table, seed, moves).now
    for fields, read in readers(table[0]):
        other = now.copy()
        for field in set(now.dtype.names or ()) - set(fields._fields):
            noise = random.Random(seed).randbytes(other[field].nbytes)
            other[field] = np.frombuffer(noise, other[field].dtype).reshape(other[field].shape)
        assert other.tobytes() != now.tobytes()
        assert read(other) == read(now)


def test_a_reader_of_a_field_that_is_not_there_is_not_made() -> None:
    class Wrong(NamedTuple):
        phase: int
        scores: int

    with pytest.raises(KeyError, match="scores"):
        reader(team_up.POSITION, Wrong)


def test_a_reader_of_one_field_reads_it_as_one_of_several_would() -> None:
    class Number(NamedTuple):
        players: int

    class Row(NamedTuple):
        counts: tuple[int, ...]

    now = random_game("dnup", 4, 1, 20).now
    assert reader(dnup.POSITION, Number)(now) == Number(4)
    assert reader(dnup.POSITION, Row)(now) == Row(tuple(now["counts"][0].tolist()))


def test_a_row_is_where_the_field_has_it() -> None:
    now = random_game("dnup", 4, 1, 20).now
    for seat, side in np.ndindex(dnup.POSITION["hand"].shape[:2]):
        row = row_of(dnup.POSITION, "hand", seat, side)
        assert now.tobytes()[row] == now["hand"][0, seat, side].tobytes()
    assert now.tobytes()[row_of(dnup.POSITION, "counts")] == now["counts"].tobytes()


@pytest.mark.parametrize("index", [(-1, 0), (0, -1), (SEATS, 0), (0, 2)])
def test_there_is_no_row_beyond_the_field(index: tuple[int, int]) -> None:
    with pytest.raises(IndexError, match="hand has no row"):
        row_of(dnup.POSITION, "hand", *index)


@pytest.mark.parametrize("index", [(), (0,), (0, 0, 0)])
def test_a_row_has_a_number_for_each_dimension_but_the_last(index: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="zip"):
        row_of(dnup.POSITION, "hand", *index)


@pytest.mark.parametrize("seat", [-1, 0, 6])
def test_there_is_no_hand_of_a_seat_that_is_not_there(seat: int) -> None:
    now = random_game("dnup", 5, 1, 20).now
    with pytest.raises(KeyError):
        see_own(now, seat)

"""Whoever gets a view may do with it what they like: the game and later views stay as they are."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Mapping, MutableMapping, MutableSequence, Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import upturn
from tests.support.random_games import random_game, seats, some_seed, some_table, state
from upturn.games.read_only import read_only

CHANGES: dict[type, list[Any]] = {
    dict: [
        lambda one: one.__setitem__("seat", 9),
        lambda one: one.__delitem__("seat"),
        lambda one: one.__ior__({"seat": 9}),
        lambda one: one.clear(),
        lambda one: one.pop("seat"),
        lambda one: one.popitem(),
        lambda one: one.setdefault("more", 9),
        lambda one: one.update(seat=9),
    ],
    list: [
        lambda one: one.__setitem__(0, 9),
        lambda one: one.__delitem__(0),
        lambda one: one.__iadd__([9]),
        lambda one: one.__imul__(2),
        lambda one: one.append(9),
        lambda one: one.clear(),
        lambda one: one.extend([9]),
        lambda one: one.insert(0, 9),
        lambda one: one.pop(),
        lambda one: one.remove(one[0]),
        lambda one: one.reverse(),
        lambda one: one.sort(),
    ],
}


def spoil(value: object) -> None:
    """Change everything in it that can be changed, from the inside out."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in list(parts):
        spoil(part)
    for kind in (dict, list):
        if isinstance(value, kind):
            for change in CHANGES[kind]:
                try:
                    change(value)
                except (TypeError, KeyError, IndexError):
                    continue


@given(some_table, some_seed, st.integers(0, 120))
def test_whatever_is_done_to_a_view_the_game_and_later_views_stay_as_they_are(
    table: tuple[str, int], seed: int, moves: int
) -> None:
    game, same = (random_game(*table, seed, moves) for _ in range(2))
    for _ in range(2):
        for seat in seats(game):
            spoil(game.view(seat))
            spoil(game.sight(seat))
            spoil(game.history(seat))
    spoil(game.record())
    spoil(game.moves)
    spoil(game.legal_moves())
    spoil(game.scores)
    assert state(game) == state(same)
    for seat in seats(game):
        assert json.dumps(game.view(seat)) == json.dumps(same.view(seat))
    if not game.over:
        for one in (game, same):
            one.play(one.legal_moves()[0])
        assert [game.view(seat) for seat in seats(game)] == [
            same.view(seat) for seat in seats(same)
        ]


WRITERS = {
    dict: set(vars(MutableMapping)) & set(vars(dict)) - set(vars(Mapping)) | {"__ior__"},
    list: set(vars(MutableSequence)) - set(vars(Sequence)) | {"__imul__", "sort"},
}
"""What changes a dict or a list."""
LINE: dict[str, Any] = {"seat": 1, "move": "flip", "events": [{"event": "out", "cards": ["7/1"]}]}


@pytest.mark.parametrize("at", ["line", "events", "event", "cards"])
def test_no_part_of_a_line_can_be_changed(at: str) -> None:
    line = read_only(LINE)
    parts = {"line": line, "events": line["events"], "event": line["events"][0]}
    part = parts.get(at, line["events"][0]["cards"])
    kind = dict if isinstance(part, dict) else list
    for change in CHANGES[kind]:
        with pytest.raises(TypeError, match="read-only"):
            change(part)
    assert line == LINE
    assert WRITERS[kind] <= vars(type(part)).keys()


def test_a_line_is_plain_data_in_all_else() -> None:
    line = read_only(LINE)
    assert line == LINE
    assert repr(line) == repr(LINE)
    assert json.dumps(line) == json.dumps(LINE)
    assert msgspec.json.encode(line) == msgspec.json.encode(LINE)
    assert msgspec.to_builtins(line) == LINE


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - our own


@pytest.mark.parametrize("through", [copy.deepcopy, pickled])
def test_a_copy_of_a_view_is_plain_and_can_be_changed(through: Any) -> None:
    view = through(upturn.new("team-play", players=4, seed=1).view(1))
    line = view["history"][0]
    assert (type(line), type(line["events"]), type(line["events"][0])) == (dict, list, dict)
    line["events"].append({"event": "mine"})

"""The types of views and events are what the games give: no field more, none less."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import msgspec
import pytest

import upturn
from tests.support.paths import TESTS
from tests.support.playthroughs import random_game, undealt
from tests.support.random_games import TABLES
from upturn.games import names, rules_of
from upturn.games.game import Game
from upturn.wire.views import GAMES, AnyView

SEEDS = range(3)
KEPT = [json.loads(path.read_text()) for path in sorted((TESTS / "records").glob("*.json"))]
"""Games that chance does not find: a perfect pallet, hands of too many cards."""


@cache
def finished(name: str, players: int) -> list[dict[str, Any]]:
    """Records of a few games."""
    kept = [one for one in KEPT if (one["game"], one["players"]) == (name, players)]
    return kept + [random_game(name, players, seed).record() for seed in SEEDS]


def stages(record: dict[str, Any]) -> Iterator[Game]:
    """The game of a record before its first line and after each, deals that are due included."""
    game = undealt(record)
    yield game
    for line in record["moves"]:
        game.follow(line)
        yield game


def same_there_and_back(plain: object, kind: Any) -> Any:
    """The plain data as the type, having checked that the type writes the very same JSON."""
    typed = msgspec.convert(plain, kind)
    assert msgspec.json.encode(typed) == msgspec.json.encode(plain)
    assert msgspec.json.decode(msgspec.json.encode(plain), type=kind) == typed
    return typed


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_every_seat_sees_at_any_time_has_the_type_of_its_game(name: str, players: int) -> None:
    for record in finished(name, players):
        for game in stages(record):
            for seat in (None, *range(1, players + 1)):
                typed = same_there_and_back(game.sight(seat), AnyView)
                assert type(typed) is GAMES[name].VIEW


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_every_seat_was_told_has_the_type_of_its_game(name: str, players: int) -> None:
    for record in finished(name, players):
        game = upturn.replay(record)
        for seat in (None, *range(1, players + 1)):
            typed = same_there_and_back(game.view(seat), AnyView)
            assert len(typed.history) == len(game.moves)


@pytest.mark.parametrize("mode", ["challenge", "competition", "puzzle"])
def test_a_deal_that_is_played_again_looks_the_same(mode: str) -> None:
    first, *_ = finished("team-up", 2)
    again = upturn.new("team-up", players=2, deal=first, mode=mode, options={"clone": "shape"})
    again.play("draw")
    typed = same_there_and_back(again.view(1), AnyView)
    assert (typed.mode, typed.to_beat, typed.clone) == (mode, first["scores"][0], "shape")


@pytest.mark.parametrize("name", names())
def test_every_type_of_event_happens(name: str) -> None:
    seen = {
        event["event"]
        for other, players in TABLES
        if other == name
        for record in finished(name, players)
        for line in upturn.replay(record).history(1)
        for event in line["events"]
    }
    assert seen == {kind.__struct_config__.tag for kind in get_args(GAMES[name].EVENT)}


@pytest.mark.parametrize("name", names())
def test_a_field_too_many_or_too_few_is_noticed(name: str) -> None:
    sight = upturn.new(name, players=rules_of(name).player_counts[1], seed=1).sight(1)
    for wrong in (
        sight | {"hidden": 1},
        {key: value for key, value in sight.items() if key != "scores"},
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, AnyView)

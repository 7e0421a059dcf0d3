"""Type checkers know what views, records and bots are made of, and refuse a slip."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

import upturn
from tests.support.paths import ROOT
from upturn.games import names, rules_of
from upturn.games.data_types import View
from upturn.games.views import view_type
from upturn.wire.views import GAMES

RIGHT = """
import upturn

game = upturn.new("dnup", players=4, seed=7)
view: upturn.DnupView = game.view(1)
hand: list[str] | None = view["hand"]
lines: list[upturn.Entry] = view["history"]
moves: list[str] = game.record()["moves"]
bank: list[str | None] = upturn.new("team-play", players=4).view()["bank"]
level: int = upturn.new("team-up", players=4).view()["boxes"][0]["level"]


class Hasty:
    def choose(self, view: upturn.DnupView) -> str:
        return view["legal"][0]


def play(game: upturn.Game, bot: upturn.Bot) -> None:
    while game.to_act is not None:
        game.play(bot.choose(game.view(game.to_act)))


def of_any(name: str) -> list[str]:
    return upturn.new(name, players=3).view(1)["legal"]


hasty: upturn.Bot[upturn.DnupView] = Hasty()
play(game, hasty)
play(game.copy(), upturn.make_bot("greedy", "dnup", seed=1))
why: object = upturn.make_bot("greedy", "dnup", seed=1).decide(view).why
all_games: list[str] = upturn.game_names()
"""

WRONG = {
    'upturn.new("dnup", players=4).view(1)["hnad"]': 'has no key "hnad"',
    'upturn.new("dnup", players=4).view(1)["bank"]': 'has no key "bank"',
    'upturn.new("team-play", players=4).view(1)["hnad"]': 'has no key "hnad"',
    'upturn.new("team-up", players=4).view(1)["boxes"][0]["hight"]': 'has no key "hight"',
    'upturn.new(str(), players=4).view(1)["hand"]': '"View" has no key "hand"',
    'upturn.new("dnup", players=4).record()["move"]': '"Record" has no key "move"',
    'upturn.new("dnup", players=4).view(1)["history"][0]["text"]': 'has no key "text"',
    'upturn.new("dnup", players="four")': "No overload variant",
    'upturn.new("dnup", players=4).sight_parts([1])': 'has no attribute "sight_parts"',
    'upturn.gmae("dnup")': 'has no attribute "gmae"',
}


def mypy(tmp_path: Path, source: str) -> list[str]:
    file = tmp_path / "program.py"
    file.write_text(source, encoding="utf-8")
    found = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--hide-error-context", str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode in (0, 1), found.stdout + found.stderr
    return [line for line in found.stdout.splitlines() if ": error:" in line]


def test_what_is_right_is_accepted(tmp_path: Path) -> None:
    assert mypy(tmp_path, RIGHT) == []


def test_every_slip_is_refused(tmp_path: Path) -> None:
    errors = mypy(tmp_path, "\n".join(["import upturn", *WRONG]))
    lines = dict(enumerate(WRONG, 2))
    by_line: dict[str, str] = {}
    for error in errors:
        number = re.search(r"program\.py:(\d+):", error)
        assert number is not None, error
        by_line[lines[int(number[1])]] = error
    assert by_line.keys() == WRONG.keys()
    for line, words in WRONG.items():
        assert words in by_line[line]


def test_every_public_name_is_there_and_no_other_is_promised() -> None:
    for name in upturn.__all__:
        assert getattr(upturn, name) is not None
    assert set(upturn.__all__) <= set(dir(upturn))
    with pytest.raises(AttributeError, match="no attribute 'gmae'"):
        upturn.gmae  # type: ignore[attr-defined]  # noqa: B018


# --- The same views for the network ------------------------------------------------------------


TYPED = [name for name in names() if view_type(name) is not View]
"""The games whose views have a type of their own."""


def plain(kind: Any) -> Any:
    """A type without what only the network knows: limits and absence."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return {field.name: plain(field.type) for field in msgspec.structs.fields(kind)}
    if hasattr(kind, "__required_keys__"):
        return {name: plain(part) for name, part in get_type_hints(kind).items()}
    if get_origin(kind) is Literal:
        return kind
    parts = tuple(plain(part) for part in get_args(kind) if part is not msgspec.UnsetType)
    origin = get_origin(kind)
    if origin is None:
        return kind
    if origin is Annotated:
        return parts[0]
    if origin in (list, dict):
        return (origin, *parts)
    return frozenset(map(repr, parts))  # a union, in any order


@pytest.mark.parametrize("name", TYPED)
def test_the_types_of_a_view_are_those_that_cross_the_network(name: str) -> None:
    ours: Any = view_type(name)
    theirs = GAMES[name].VIEW
    assert theirs.__name__ == ours.__name__
    assert theirs.__struct_config__.tag == name
    hints = get_type_hints(ours)
    fields = {field.name: field.type for field in msgspec.structs.fields(theirs)}
    assert {*fields, theirs.__struct_config__.tag_field} == set(hints) == ours.__required_keys__
    for field in set(fields) - {"history"}:  # its events have types on the network only
        assert plain(fields[field]) == plain(hints[field]), field


def test_boxes_and_sets_have_the_names_that_cross_the_network() -> None:
    for name in TYPED:
        ours = view_type(name).__module__
        defined = [one for one in vars(sys.modules[ours]).values() if isinstance(one, type)]
        for kind in (one for one in defined if one.__module__ == ours):
            assert issubclass(getattr(GAMES[name], kind.__name__), msgspec.Struct)


@pytest.mark.parametrize("name", names())
def test_a_view_has_the_fields_of_its_type(name: str) -> None:
    game: upturn.Game = upturn.new(name, players=rules_of(name).usual_players, seed=1)
    fields = get_type_hints(view_type(name)).keys()
    assert get_type_hints(View).keys() <= fields
    for seat in (None, 1):
        view = game.view(seat)
        assert fields == view.keys() if name in TYPED else fields <= view.keys()


def test_a_record_has_only_fields_of_its_type() -> None:
    first = upturn.new("team-up", players=2, seed=1)
    again = upturn.new("team-up", players=2, deal=first.record())
    hints = get_type_hints(upturn.Record, include_extras=True)
    assert again.record().keys() == hints.keys() - {"legal"}
    required = {name for name, kind in hints.items() if "NotRequired" not in str(kind)}
    assert required == {"upturn", "game", "players", "moves"} == upturn.Record.__required_keys__

"""A fourth game joins no list: whatever is kept by game is found by its name, or has a default."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import upturn
from tests.support import only_game, written_game
from tests.support.boards import PLAIN, board_of
from tests.support.paths import ROOT
from tests.support.random_games import and_others
from upturn.games import FOLDERS, caching, names, rules_of
from upturn.games.data_types import View
from upturn.games.views import view_type

GAME = "tally"
FOLDERS_OF_CODE = ("src/upturn", "tests", "tools", "bench")
OTHER_FILES = (
    "web/src/**/*.ts*",
    "web/test/*.ts",
    "web/index.html",
    "web/public/*.webmanifest",
    ".github/**/*.yml",
    "deploy/**/*",
    "pyproject.toml",
    "Makefile",
)
COMPLETES = "and_others"
"""The function that adds the games which a list leaves out."""
THE_LIST = "src/upturn/games/registry.py"
ABOUT_THESE = {
    "tests/arena/test_matches.py": "which seats of these games are on one side",
    "tests/games/test_warming.py": "in which order games of these names are compiled",
    "tests/project/test_upgrades.py": "what is in a database of an old release",
    "tools/release_database.py": "writes such a database",
}
"""Files that name all games of today and need not know another one."""


@pytest.fixture
def tally(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game of docs/adding-a-game.md, registered beside the others."""
    folder = tmp_path / GAME
    written_game.write(written_game.engine_files(), folder)
    only_game.register(folder, monkeypatch)


# --- Lists -----------------------------------------------------------------------------------


def lists_of(tree: ast.AST) -> Iterator[int]:
    """The lines where lists, sets, tuples or dicts begin that name every game."""
    complete = {
        id(part)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == COMPLETES
        for part in ast.walk(call)
    }
    for node in ast.walk(tree):
        if id(node) not in complete:
            parts = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", [])
            named = {
                part.value
                for element in parts
                for part in [element, *getattr(element, "elts", [])]
                if isinstance(part, ast.Constant)
            }
            if named >= set(names()) or named >= set(FOLDERS.values()):
                yield int(getattr(node, "lineno", 0))


def test_no_list_in_python_names_every_game() -> None:
    found = [
        f"{path}:{line}"
        for folder in FOLDERS_OF_CODE
        for file in sorted((ROOT / folder).rglob("*.py"))
        if (path := file.relative_to(ROOT).as_posix()) not in {THE_LIST, *ABOUT_THESE}
        for line in lists_of(ast.parse(file.read_text(encoding="utf-8")))
    ]
    assert found == []


def test_such_a_list_would_be_found_unless_the_other_games_are_added() -> None:
    written = repr([(name, 3) for name in names()])
    assert [*lists_of(ast.parse(f"TABLES = {written}"))] == [1]
    assert [*lists_of(ast.parse(repr(dict.fromkeys(names(), 0))))] == [1]
    assert [*lists_of(ast.parse(f"TABLES = {COMPLETES}({written})"))] == []
    assert [*lists_of(ast.parse(repr(names()[1:])))] == []


def test_no_line_of_any_other_file_names_every_game() -> None:
    called = [names(), [rules_of(name).title for name in names()]]
    patterns = [
        [re.compile(rf"(?<![\w-]){re.escape(one)}(?![\w-])") for one in all_] for all_ in called
    ]
    found = [
        f"{file.relative_to(ROOT).as_posix()}:{number}"
        for pattern in OTHER_FILES
        for file in sorted(ROOT.glob(pattern))
        if file.is_file()
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if any(all(one.search(line) for one in ones) for ones in patterns)
    ]
    assert found == []


def test_a_list_of_tables_takes_up_the_games_that_it_leaves_out(tally: None) -> None:
    tables = and_others([(name, 3, 7) for name in names() if name != GAME], 5)
    assert tables[-1] == (GAME, rules_of(GAME).usual_players, 5)
    assert len(tables) == len(names())


# --- Defaults --------------------------------------------------------------------------------


def test_a_game_without_types_of_its_own_has_those_of_every_view(tally: None) -> None:
    assert view_type(GAME) is View
    game = upturn.new(GAME, players=2, seed=1)
    view = game.view(1)
    assert View.__required_keys__ < view.keys()
    assert upturn.make_bot("random", GAME, seed=1).choose(game.view(game.to_act))


def test_of_a_game_that_says_no_more_rules_and_bots_are_compiled(tally: None) -> None:
    assert caching.parts_of(GAME) == [f"{GAME} rules", f"{GAME} bots"]
    assert caching.package_of(f"{GAME} rules") == "games"
    assert "team-up puzzles" in caching.parts_of()


def test_without_a_board_in_tests_a_press_makes_a_move(tally: None) -> None:
    assert board_of(GAME) is PLAIN
    assert board_of("dnup") is not PLAIN
    assert PLAIN.drag("lay 7") is None
    assert PLAIN.unit(2) == "points?"

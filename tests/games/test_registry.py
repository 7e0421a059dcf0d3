"""A game that is registered is there as a whole; of one that is not, what it lacks is named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import grimp
import pytest

from tests.support import kits, only_game, written_game
from tests.support.paths import ROOT
from tests.support.pieces import PIECES, missing
from upturn.games import FOLDERS, names, rules_of
from upturn.games.game import Game
from upturn.games.pieces import home_of

HOW_TO = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
OUTSIDE = "## Outside its folders"
MOST_OUTSIDE = 8
GAME = "tally"


@pytest.fixture
def tally(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The game of docs/adding-a-game.md, registered: its rules and nothing else."""
    folder = tmp_path / GAME
    written_game.write(written_game.engine_files(), folder)
    only_game.register(folder, monkeypatch)
    return folder


@pytest.mark.parametrize("game", names())
def test_a_registered_game_has_every_piece(game: str) -> None:
    assert missing(game) == []


def test_of_a_game_that_has_only_rules_every_other_piece_is_named(tally: Path) -> None:
    assert missing(GAME) == [
        "tally has no view types: src/upturn/games/views/tally.py",
        "tally has no deal of the day: src/upturn/games/tally/daily.toml",
        "tally has no levels: src/upturn/bots/tally/bots.toml",
        "tally has no knowledge for bots: src/upturn/bots/tally/knowledge.py",
        "tally has no stored matches: src/upturn/arena/figures/tally.json",
        "tally has no drawer: src/upturn/cli/drawing/tally/drawer.py",
        "tally has no picture: src/upturn/pictures/tally/picture.py",
        "tally has no wire types: src/upturn/wire/tally.py",
        "tally has no TypeScript types: web/src/wire.ts",
        "tally has no face: web/src/games/tally/index.tsx",
        "tally has no lesson: tools/lessons/tally.toml",
        "tally has no lesson for the page: web/public/lessons/tally.json",
        "tally has no sentences for the page: web/src/words/sentences/tally.json",
        "tally has no translations: locale/*.po",
        "tally has no tests: tests/games/tally",
        "tally has no test kit: tests/support/kits/tally.py",
        "tally has no board in tests: tests/support/boards/tally.py",
        "tally has no naive model: tests/naive/tally.py",
        "tally has no playthroughs: tests/golden/tally-*.txt",
        "tally has no perft counts: tests/perft/tally.jsonl",
        "tally has no targets of its own: bench/games/tally.py",
        "tally has no page in the docs: docs/tally.md",
        "tally has no picture in the docs: docs/pictures/tally.svg",
    ]


@pytest.mark.parametrize("file", ["about.md", "reasons.py"])
def test_a_file_of_the_rules_that_is_not_there_is_named(tally: Path, file: str) -> None:
    rules_of(GAME)
    there = home_of(GAME) / file  # of the first test that loaded the game in this process
    aside = there.rename(tally / "aside")
    named = [line for line in missing(GAME) if line.endswith(f"games/tally/{file}")]
    aside.rename(there)
    assert len(named) == 1


def test_a_piece_that_is_left_out_on_purpose_is_not_missed(
    tally: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = missing(GAME)
    kit = SimpleNamespace(LEFT_OUT={"drawer", "picture", "naive model"})
    monkeypatch.setattr(kits, "module_of", lambda *_: kit)
    found = set(before) - set(missing(GAME))
    assert {line.partition(":")[0] for line in found} == {
        "tally has no drawer",
        "tally has no picture",
    }, "nothing stands in for a naive model"


def test_no_game_leaves_out_what_there_is_no_such_piece_of() -> None:
    optional = {piece.name for piece in PIECES if piece.instead}
    for game in names():
        assert kits.left_out(game) <= optional


# --- The page that leads through it ----------------------------------------------------------


def outside() -> list[str]:
    """The files outside its folders that a game touches, as the page lists them."""
    section = HOW_TO.partition(f"{OUTSIDE}\n")[2].partition("\n## ")[0]
    return re.findall(r"^\d+\. `([^`]+)`", section, re.MULTILINE)


def test_a_new_game_touches_few_files_outside_its_folders_and_they_are_there() -> None:
    assert 0 < len(outside()) <= MOST_OUTSIDE
    assert [path for path in outside() if not (ROOT / path).is_file()] == []


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece.name)
def test_the_page_names_every_piece(piece: Any) -> None:
    place = piece.place.format(game=GAME, folder=GAME)
    shared = [path for path in outside() if Path(path).match(place)]
    assert f"`{place}`" in HOW_TO or f"## `{Path(place).name}`" in HOW_TO or shared


# --- What belongs to a game ------------------------------------------------------------------


def test_what_belongs_to_a_game_knows_no_other_game() -> None:
    graph = grimp.build_graph("upturn", cache_dir=None)
    for one, other in permutations(FOLDERS.values(), 2):
        for importer in packages_of(graph, one):
            for imported in packages_of(graph, other):
                chain = graph.find_shortest_chain(importer, imported, as_packages=True)
                assert chain is None, chain


def packages_of(graph: grimp.ImportGraph, folder: str) -> Iterator[str]:
    """Every package or module that is named after a game."""
    return (module for module in graph.modules if module.rpartition(".")[2] == folder)


@pytest.mark.parametrize("game", names())
def test_a_seat_has_the_same_parts_of_its_own_all_along_and_nobody_else_sees_them(
    game: str,
) -> None:
    rules = rules_of(game)
    playing = Game(rules, rules.player_counts[0], seed=1)
    playing.deal_on()
    while not playing.over and len(playing.moves) < 60:
        now = playing.now
        assert tuple(rules.see_own(now, 1)) == rules.private
        assert [part for part in rules.private if rules.see(now)[part] is not None] == []
        playing.play(playing.free_moves()[0])

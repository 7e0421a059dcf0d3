"""The documents tell the truth: their examples run, their links lead somewhere."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import upturn
from tests.support import only_game, written_game
from tests.support.paths import ROOT
from upturn import games
from upturn.bots import make_bot
from upturn.games import sentences

ONLY_GAME = "tests.support.only_game"
CONTRACT = ("tests/games/test_contract.py", "tests/games/test_contract_input.py")
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def page_name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_the_examples_of_a_page_run_as_written(page: Path) -> None:
    failures, _ = doctest.testfile(
        str(page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert failures == 0


def test_the_readme_has_examples() -> None:
    parser = doctest.DocTestParser()
    assert len(parser.get_examples((ROOT / "README.md").read_text(encoding="utf-8"))) > 10


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    missing = [link for link in links if not (page.parent / link).exists()]
    assert missing == []


@pytest.mark.parametrize("name", games.names())
def test_every_reason_of_a_game_is_in_its_page(name: str) -> None:
    page = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    reasons = importlib.import_module(f"upturn.games.{games.FOLDERS[name]}.reasons")
    sources = (Path(str(reasons.__file__)).parent / "notation.py").read_text(encoding="utf-8")
    deals = re.findall(r'Move\(\s*"([a-z]+(?:-[a-z]+)*)"', sources)
    codes = {*reasons.SENTENCES, *sentences.SENTENCES, *deals}
    assert {"unreadable", "other-form", "wrong-deal", "game-over", "chance-only"} <= codes
    assert [code for code in sorted(codes) if f"`{code}`" not in page] == []


@pytest.fixture
def tally(tmp_path: Path) -> Path:
    """The folder of the game that docs/adding-a-game.md builds."""
    files = written_game.engine_files()
    assert len(files) == 7
    folder = tmp_path / "tally"
    written_game.write(files, folder)
    return folder


def test_a_game_is_a_folder_and_a_line_in_the_registry(tally: Path) -> None:
    """The whole contract, for a game that no code of ours knows."""
    without = "not plain_python"  # which begins a process that does not know the game either
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", ONLY_GAME, "-k", without, *CONTRACT],
        env=os.environ | {only_game.VARIABLE: str(tally)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
    passed = re.search(r"(\d+) passed", ran.stdout)
    assert passed
    assert int(passed[1]) >= 2 * 20


def test_a_new_game_can_be_searched_at_once(tally: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only_game.register(tally, monkeypatch)
    game = upturn.new("tally", players=3, seed=1)
    bot = make_bot("search:50", "tally", seed=2)
    while game.to_act is not None:
        view = game.view(game.to_act)
        move = bot.choose(view)
        assert move in view["legal"]
        game.play(move)
    assert max(game.scores) > 0

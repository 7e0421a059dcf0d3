"""The documents tell the truth: their examples run, their links lead somewhere."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

import upturn
from tests import test_contract, test_contract_input
from upturn import games
from upturn.bots import make_bot
from upturn.games.warming import warm_up

ROOT = Path(__file__).parents[1]
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
    sources += (ROOT / "src" / "upturn" / "games" / "game.py").read_text(encoding="utf-8")
    codes = {*reasons.SENTENCES, *re.findall(r'(?:Move\(|: \()\s*"([a-z]+(?:-[a-z]+)*)"', sources)}
    assert {"unreadable", "other-form", "wrong-deal", "game-over", "chance-only"} <= codes
    assert [code for code in sorted(codes) if f"`{code}`" not in page] == []


@pytest.fixture
def tally(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The game that docs/adding-a-game.md builds, installed as the page says."""
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    files = re.findall(r"<!-- file: (\S+) -->\n```python\n(.*?)```", page, re.DOTALL)
    assert len(files) == 6
    (tmp_path / "tally").mkdir()
    for name, code in files:
        (tmp_path / "tally" / name).write_text(code, encoding="utf-8")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    monkeypatch.setitem(games.FOLDERS, "tally", "tally")
    importlib.invalidate_caches()
    return "tally"


def test_a_game_is_a_folder_and_a_line_in_the_registry(tally: str) -> None:
    """The whole contract, for a game that no code of ours knows."""
    warm_up(tally)
    contract = vars(test_contract) | vars(test_contract_input)
    run = 0
    for test in [contract[name] for name in contract if name.startswith("test_")]:
        marks = {mark.name for mark in getattr(test, "pytestmark", [])}
        for players in (2, 3):
            if "parametrize" in marks:
                test(tally, players)
                run += 1
            elif hasattr(test, "hypothesis"):
                inner = test.hypothesis.inner_test
                extra = inner.__code__.co_argcount - 1
                for seed in range(3):
                    inner((tally, players), *[seed * 4 + 1] * extra)
                run += 1
    assert run >= 2 * 20


def test_a_new_game_can_be_searched_at_once(tally: str) -> None:
    game = upturn.new(tally, players=3, seed=1)
    bot = make_bot("search:50", tally, seed=2)
    while game.to_act is not None:
        view = game.view(game.to_act)
        move = bot.choose(view)
        assert move in view["legal"]
        game.play(move)
    assert max(game.scores) > 0

"""A game that the page has never heard of: played at the plain board, and at one of its own.

It is the one that docs/adding-a-game.md builds. Its board is written into a copy of web/, checked
and built there; nothing else of the page is changed.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.support import only_game, written_game
from tests.support.browser_play import Keys, Mouse
from tests.support.browsing import DESK, PHONE, Visitor, visitor
from tests.support.paths import ROOT
from tests.support.servers import serving
from tools import node, page, words_of_page
from tools.turns import one_at_a_time
from upturn.games import names
from upturn.server.http import pages

GAME = "tally"
NAMES = ("Ada", "Ben")
Press: TypeAlias = Callable[[Page, str], None]


@pytest.fixture
def registered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The server plays this game too; a folder for its tables."""
    folder = tmp_path / "games" / GAME
    written_game.write(written_game.engine_files(), folder)
    only_game.register(folder, monkeypatch)
    return tmp_path


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources of the page, with the game's folder among the others."""
    folder = tmp_path_factory.mktemp("page")
    env = node.environment()
    with one_at_a_time("page"):
        node.install(ROOT / page.WEB, env, everything=True)
    ignored = shutil.ignore_patterns(page.MODULES)
    shutil.copytree(ROOT / page.WEB, folder / page.WEB, ignore=ignored)
    shutil.copytree(ROOT / page.LOCALE, folder / page.LOCALE)
    (folder / page.WEB / page.MODULES).symlink_to(ROOT / page.WEB / page.MODULES)
    files = written_game.page_files()
    assert {Path(name).name for name in files} >= {"index.tsx", "Board.tsx"}
    written_game.write(files, folder)
    return folder


@pytest.fixture(scope="module")
def built(sources: Path) -> Path:
    into = sources / "static"
    page.build(sources, into, node.environment())
    return into


def test_its_types_are_right(sources: Path) -> None:
    node.run([*page.TSC, "--noEmit"], sources / page.WEB, node.environment())


def test_its_words_can_be_translated(sources: Path) -> None:
    said = {message.text for message in words_of_page.messages("web/src/games", sources)}
    assert "{name} lays the {card}." in said


def test_it_is_played_at_its_own_board(
    browser: Browser, registered: Path, built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "FOLDER", built)
    with serving(registered) as server, visitor(browser, server) as ada:
        table = sat_down(ada, "Lay ever higher cards, or pass.")
        hand = ada.page.get_by_role("group", name="Your hand")
        made = play(ada, table, Mouse().press, lambda view: shows_hand(hand, view))
        expect(ada.page.locator(".pl-board")).to_have_count(0)
        lays = [move.split()[1] for seat, move in made if seat == 1 and move.startswith("lay")]
        for card in lays:
            expect(ada.page.locator(".tb-story")).to_contain_text(f"Ada lays the {card}.")
        shows_the_end(ada, table)


def shows_hand(hand: Locator, view: dict[str, Any]) -> None:
    expect(hand.get_by_role("button")).to_have_text([str(card) for card in view["hand"]])


@pytest.mark.parametrize("way", [Mouse(), Keys()], ids=["mouse", "keys"])
def test_without_a_board_of_its_own_it_is_played_at_the_plain_one(
    browser: Browser, registered: Path, way: Mouse | Keys
) -> None:
    size, dark = (DESK, False) if isinstance(way, Mouse) else (PHONE, True)
    with serving(registered) as server, visitor(browser, server, size, dark=dark) as ada:
        table = sat_down(ada, "Pick your moves from a list.")
        assert not ada.overflow()
        play(ada, table, way.press, lambda view: shows_facts(ada, view))
        shows_the_end(ada, table)


def shows_facts(somebody: Visitor, view: dict[str, Any]) -> None:
    """What is seen stands there as text, what can be done as buttons, and nothing twice."""
    page = somebody.page
    facts = page.locator(".pl-facts")
    expect(facts.locator("div", has_text="Highest")).to_contain_text(str(view["highest"]))
    expect(facts.locator("div", has_text="Hand").get_by_role("listitem")).to_have_text(
        [str(card) for card in view["hand"]]
    )
    moves = page.get_by_role("region", name="Choose a move.")
    expect(moves.get_by_role("button")).to_have_text(
        [move[0].upper() + move[1:] for move in view["legal"]]
    )
    expect(page.get_by_text(re.compile("All moves"))).to_have_count(0)
    assert somebody.audit() == []


def sat_down(somebody: Visitor, line: str) -> str:
    """From the landing page to a table where two people pass a device around."""
    page = somebody.page
    somebody.go("/")
    box = page.get_by_role("article", name=GAME)
    expect(box).to_contain_text(line)
    expect(page.get_by_role("button", name="Play now")).to_have_count(len(names()))
    assert somebody.audit() == []
    box.get_by_role("button", name="Pass and play").click()
    sheet = page.get_by_role("dialog")
    sheet.locator("fieldset").first.get_by_text("2", exact=True).click()
    for seat, name in enumerate(NAMES, 1):
        sheet.get_by_label(f"Name for seat {seat}").fill(name)
    page.get_by_role("button", name="Start the game", exact=True).click()
    page.wait_for_url("**/t/*")
    return page.url.rpartition("/")[2]


def play(
    somebody: Visitor, table: str, press: Press, look: Callable[[dict[str, Any]], None]
) -> list[tuple[int, str]]:
    """Lay the lowest card each time, to the end; what was laid, as the server has it."""
    page, made = somebody.page, list[tuple[int, str]]()
    while True:
        standing = somebody.standing(table)
        version = standing["table"]["version"]
        page.locator(f'[data-version="{version}"]').wait_for()
        if standing["table"]["state"] == "over":
            break
        seat = standing["views"][0]["to_act"]
        view = somebody.call("GET", f"/api/tables/{table}?seat={seat}")["views"][0]
        page.get_by_role("button", name=f"I’m {NAMES[seat - 1]}. Show my cards").click()
        look(view)
        made.append((seat, view["legal"][0]))
        press(page, f'[data-move="{view["legal"][0]}"]')
        somebody.call("GET", f"/api/tables/{table}/entries?since={version}&wait=20")
    told = somebody.call("GET", f"/api/tables/{table}/entries?since=0")["told"]
    lines = [line for entry in told for line in entry.get("lines") or []]
    assert [(line["seat"], line["move"]) for line in lines if line["seat"]] == made
    return made


def shows_the_end(somebody: Visitor, table: str) -> None:
    scores = somebody.standing(table)["views"][0]["scores"]
    best = max(scores)
    result = somebody.page.get_by_role("region", name=re.compile("win"))
    expect(result.get_by_role("heading", level=2)).to_contain_text(
        NAMES[scores.index(best)] if scores.count(best) == 1 else "Ada and Ben"
    )
    for score in scores:
        points = f"{score} point" if score == 1 else f"{score} points"
        expect(result.get_by_label(points)).not_to_have_count(0)

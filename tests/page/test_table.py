"""People at one table, each at a browser of their own, or passing one device around.

They see each other's moves, hear each other, and agree on things; who watches sees what everybody
may see; and a page that is loaded anew, or whose server was away, goes on as if nothing had been.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser_play import Mouse, steps
from tests.support.browser_scenes import play
from tests.support.browsing import PHONE, Visitor, visitor
from tests.support.mortal_server import MortalServer
from tests.support.random_games import PRIVATE
from tests.support.servers import Server
from upturn.games import rules_of

Company = tuple[Visitor, Visitor]


def click(page: Page, game: str, move: str) -> None:
    """Make a move on the board by mouse."""
    for control in steps(page, game, move):
        Mouse().press(page, control)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def said(somebody: Visitor, text: str) -> str:
    """A text in somebody's language."""
    language = somebody.page.evaluate("navigator.language")
    if language == "en":
        return text
    words: dict[str, str] = somebody.call("GET", f"/static/words/{language}.json")
    return words[text]


def headline(page: Page) -> Any:
    return page.locator("#main h1")


def view_of(somebody: Visitor, table: str) -> dict[str, Any]:
    view: dict[str, Any] = somebody.standing(table)["views"][0]
    return view


def moves_of(somebody: Visitor, table: str, seat: int) -> list[str]:
    """The moves of a seat as the log has them."""
    told = somebody.call("GET", f"/api/tables/{table}/entries?since=0")["told"]
    lines = [line for entry in told for line in entry.get("lines") or []]
    return [line["move"] for line in lines if line["seat"] == seat]


def next_move(somebody: Visitor, table: str, kind: str = "") -> str:
    """A move of this kind that is possible; first wait until it is our turn."""
    since = 0
    while True:
        now = somebody.call("GET", f"/api/tables/{table}/entries?since={since}&wait=20")
        since = now["version"]
        for view in now["views"]:
            for move in view["legal"]:
                if move.startswith(kind):
                    return str(move)


@pytest.fixture
def company(browser: Browser, site: Server) -> Iterator[Company]:
    """Ada and Ben, who reads French."""
    with visitor(browser, site) as ada, visitor(browser, site, language="fr") as ben:
        ada.come("Ada")
        ben.come("Ben")
        yield ada, ben


def seated(company: Company, game: str) -> str:
    """A table that Ada opens and Ben comes to by its link; both look at it, and it has begun."""
    ada, ben = company
    facts = ada.call("POST", "/api/tables", {"game": game, "players": 2, "seat": 1})["table"]
    table: str = facts["id"]
    ada.go(f"/t/{table}")
    expect(headline(ada.page)).to_have_text("Waiting for players")
    expect(ada.page.get_by_role("button", name="Start the game")).to_be_disabled()
    ben.go(f"/j/{facts['code']}")
    press(ben.page, said(ben, "Sit here"))
    expect(ada.page.locator('.tb-chair[data-seat="2"]')).to_contain_text("Ben")
    press(ada.page, "Start the game")
    expect(ben.page.locator(".tb-board")).to_be_visible()
    return table


# --- Two browsers ------------------------------------------------------------------------------


def test_two_see_each_others_moves_and_agree_to_take_one_back(company: Company) -> None:
    table = seated(company, "dnup")
    one, other = company if view_of(company[0], table)["legal"] else company[::-1]
    move = next(move for move in view_of(one, table)["legal"] if move.startswith("play"))
    laid = other.page.locator(f'.dn-set [data-card="{move.split()[1]}"]')
    expect(laid).to_have_count(0)
    click(one.page, "dnup", move)
    expect(laid.first).to_be_visible()
    expect(other.page.locator("[data-move]").first).to_be_attached()

    press(one.page, said(one, "Take back"))
    asked = other.page.locator(".tb-ballot")
    expect(asked).to_be_visible()
    expect(one.page.locator(".tb-ballot").get_by_role("button")).to_have_count(0)
    back = one.page.get_by_role("button", name=said(one, "Take back"), exact=True)
    expect(back).to_be_disabled()  # they are being asked
    question = asked.get_by_role("heading").inner_text()
    expect(other.page.locator("#announce")).to_contain_text(question)
    asked.get_by_role("button").first.click()  # yes
    expect(laid).to_have_count(0)
    expect(one.page.locator(".tb-ballot")).to_have_count(0)
    assert move in view_of(one, table)["legal"]


def test_phrases_are_read_in_ones_own_language_and_who_is_here_is_seen(company: Company) -> None:
    ada, ben = company
    table = seated(company, "dnup")
    ada.page.get_by_role("textbox", name="Say something").fill("Good luck, <b>Ben</b>!")
    press(ada.page, "Send")
    expect(ben.page.locator(".tb-said")).to_contain_text("Good luck, <b>Ben</b>!")
    press(ben.page, "Bien joué !")
    expect(ada.page.locator(".tb-said")).to_contain_text("Well played!")
    seat = ada.page.locator(".tb-seats li").filter(has_text="Ben")
    expect(seat).to_contain_text("here")
    ben.go("/")
    expect(seat).to_contain_text("not connected")
    ben.go(f"/t/{table}")
    expect(seat).to_contain_text("here")
    expect(ben.page.locator(".tb-said")).to_contain_text("Bien joué !")


def test_a_team_sees_what_one_thinks_of_and_stops_together(company: Company) -> None:
    ada = company[0]
    table = seated(company, "team-up")
    one, other = company if view_of(ada, table)["legal"] else company[::-1]
    for somebody in company:
        somebody.page.locator(".tu-views button").last.click()  # from above
    click(one.page, "team-up", "draw")
    place = next_move(one, table, "place")
    for control in steps(one.page, "team-up", place):
        if "data-cell" in control:
            one.page.locator(control).first.hover()
        else:
            Mouse().press(one.page, control)
    ghost = other.page.locator(".tu-outline-mate")
    expect(ghost).to_be_visible()
    expect(other.page.locator(".tb-bottom")).to_contain_text("Ada" if one is ada else "Ben")
    one.page.keyboard.press("Escape")
    expect(ghost).to_have_count(0)
    click(one.page, "team-up", place)
    expect(headline(one.page)).not_to_have_text(said(one, "Your turn"))

    next_move(other, table, "stop")
    other.page.locator('[data-move="stop"]').first.click()
    asked = one.page.locator(".tb-ballot")
    asked.get_by_role("button").last.click()  # no
    expect(asked).to_have_count(0)
    expect(one.page.locator(".tb-playing")).to_be_visible()
    other.page.locator('[data-move="stop"]').first.click()
    asked.get_by_role("button").first.click()
    for somebody in company:
        expect(somebody.page.locator(".tb-after")).to_be_visible()
    assert ada.standing(table)["table"]["state"] == "over"


@pytest.mark.parametrize("game", PRIVATE)
def test_who_watches_sees_nobodys_hand(browser: Browser, site: Server, game: str) -> None:
    with visitor(browser, site) as ada, visitor(browser, site) as cleo:
        ada.come("Ada")
        heard: list[str] = []
        cleo.page.on(
            "websocket",
            lambda line: line.on("framereceived", lambda frame: heard.append(str(frame))),
        )
        table, private = ada.open_table(game, rules_of(game).usual_players), rules_of(game).private
        ada.go(f"/t/{table}")
        cleo.go(f"/t/{table}")
        for _ in range(3):
            move = next_move(ada, table)
            version = ada.standing(table)["table"]["version"]
            ada.page.locator(f'[data-version="{version}"]').wait_for()
            cleo.page.locator(f'[data-version="{version}"]').wait_for()
            view = view_of(ada, table)
            assert shown(cleo.page) <= public(view), "a card that only one may see"
            own = texts_in([view[part] for part in private])
            assert own - public(view) <= shown(ada.page)
            expect(
                cleo.page.locator('[data-part="hand"], [data-spot="hand"], [data-move]')
            ).to_have_count(0)
            click(ada.page, game, move)
        views = [view for text in heard for view in json.loads(text).get("views") or []]
        assert views
        assert all(view["seat"] is None for view in views)
        assert not any(view[part] for view in views for part in private)


def shown(page: Page) -> set[str]:
    """The cards whose faces are anywhere in the page."""
    cards: list[str] = page.locator("[data-card], .pl-facts li").evaluate_all(
        "(all) => all.map((one) => one.dataset.card ?? one.textContent)"
    )
    return set(cards)


def public(view: dict[str, Any]) -> set[str]:
    """What everybody may see, cards among it."""
    own = {*rules_of(view["game"]).private, "legal"}
    return texts_in([value for part, value in view.items() if part not in own])


def texts_in(value: Any) -> set[str]:
    """The texts and numbers that data is made of."""
    if isinstance(value, dict):
        value = list(value.values())
    return set().union(*map(texts_in, value)) if isinstance(value, list) else {str(value)}


# --- One device --------------------------------------------------------------------------------


def test_a_device_that_is_passed_around_hides_the_next_hand(browser: Browser, site: Server) -> None:
    with visitor(browser, site) as ada:
        heard: list[str] = []
        ada.page.on(
            "websocket",
            lambda line: line.on("framereceived", lambda frame: heard.append(str(frame))),
        )
        ada.go("/")
        card = ada.page.get_by_role("article", name="dnup")
        card.get_by_role("button", name="Pass and play").click()
        sheet = ada.page.get_by_role("dialog")
        sheet.locator("fieldset").first.get_by_text("2", exact=True).click()
        for seat, name in ((1, "Ada"), (2, "Ben")):
            sheet.get_by_label(f"Name for seat {seat}").fill(name)
        press(ada.page, "Start the game")
        ada.page.wait_for_url("**/t/*")
        table = ada.page.url.rpartition("/")[2]
        looking, looked = 0, {1: 0, 2: 0}  # how much was heard when a seat looked last
        hands: dict[int, set[str]] = {1: set(), 2: set()}  # all that a seat has seen in its own
        for _ in range(6):
            due, other = at_one_device(ada, table)
            if due["seat"] != looking:
                looking = due["seat"]
                expect(ada.page.locator(".tb-curtain")).to_be_visible()
                assert shown(ada.page) <= public(due)
                assert ada.page.locator("[data-pick], [data-move]").count() == 0
                secret = set(due["hand"]) - hands[3 - looking] - told_to_all(ada, table)
                assert secret
                assert not secret & cards_in(heard[looked[looking] :]), "it was sent too early"
                press(ada.page, f"I’m {'Ada' if looking == 1 else 'Ben'}. Show my cards")
            expect(ada.page.locator("[data-pick]")).to_have_count(len(due["hand"]))
            assert set(due["hand"]) <= cards_in(heard), "who looks is sent the own hand"
            hands[looking] |= set(due["hand"])
            secret = set(other["hand"]) - set(due["hand"]) - public(due)
            assert not shown(ada.page) & secret
            click(ada.page, "dnup", due["legal"][0])
            ada.page.locator(
                f'[data-version="{ada.standing(table)["table"]["version"]}"]'
            ).wait_for()
            looked[looking] = len(heard)


def at_one_device(somebody: Visitor, table: str) -> list[dict[str, Any]]:
    """What the two seats of somebody see, the one to act first."""
    views = [
        somebody.call("GET", f"/api/tables/{table}?seat={seat}")["views"][0] for seat in (1, 2)
    ]
    return sorted(views, key=lambda view: not view["legal"])


def told_to_all(somebody: Visitor, table: str) -> set[str]:
    """The cards of dnup that everybody has seen in the course of the game."""
    return cards_in([json.dumps(somebody.call("GET", f"/api/tables/{table}/entries?since=0"))])


def cards_in(texts: list[str]) -> set[str]:
    """The cards of dnup that texts mention."""
    return {card for text in texts for card in re.findall(r"[0-9]+/[0-9]+", text)}


def test_a_page_that_is_loaded_anew_goes_on(browser: Browser, site: Server) -> None:
    with visitor(browser, site) as ada:
        ada.come("Ada")
        table = ada.open_table("team-play", 4)
        ada.go(f"/t/{table}")
        made = []
        for _ in range(4):
            made.append(next_move(ada, table))
            click(ada.page, "team-play", made[-1])
        next_move(ada, table)
        story = ada.page.locator(".tb-story")
        version = ada.standing(table)["table"]["version"]
        ada.page.locator(f'[data-version="{version}"]').wait_for()
        before = story.inner_text()
        ada.page.reload()
        ada.page.locator(f'[data-version="{version}"]').wait_for()
        expect(story).to_have_text(before, use_inner_text=True)
        assert moves_of(ada, table, 1) == made


def test_a_move_made_while_the_server_was_away_is_made_once(
    browser: Browser, tmp_path: Path
) -> None:
    server = MortalServer(tmp_path, f"sqlite:///{tmp_path / 'table.db'}")
    server.start()
    assert server.server is not None
    try:
        with visitor(browser, server.server) as ada:
            ada.come("Ada")
            table = ada.open_table("team-up", 1)
            ada.go(f"/t/{table}")
            click(ada.page, "team-up", "draw")
            place = next_move(ada, table, "place")
            server.kill()
            lost = ada.page.locator(".tb-lost")
            expect(lost).to_contain_text("Connection lost")
            click(ada.page, "team-up", place)
            expect(ada.page.get_by_text("Sending …")).to_be_visible()
            server.start()
            expect(lost).to_have_count(0)
            expect(ada.page.locator('[data-move="draw"]').first).to_be_enabled()
            assert moves_of(ada, table, 1) == ["draw", place]
            ada.mistakes.clear()  # a browser complains of a line that it cannot get
    finally:
        server.stop()


# --- Alone -------------------------------------------------------------------------------------


def test_a_hint_is_followed_and_a_move_is_taken_back_alone(browser: Browser, site: Server) -> None:
    with visitor(browser, site, PHONE, touch=True) as ada:
        ada.come("Ada")
        table = ada.open_table("team-up", 1)
        ada.go(f"/t/{table}")
        press(ada.page, "From above")
        ada.page.locator('[data-move="draw"]').first.tap()
        next_move(ada, table, "place")
        press(ada.page, "Hint")
        hint = ada.page.get_by_role("note", name="Hint")
        advised = hint.locator("[data-move]").get_attribute("data-move")
        hint.get_by_role("button", name="Make this move").tap()
        expect(ada.page.locator('[data-move="draw"]').first).to_be_visible()
        assert moves_of(ada, table, 1) == ["draw", advised]
        press(ada.page, "Take back")
        expect(hint).to_have_count(0)
        ada.page.locator(f'[data-box="{" ".join(str(advised).split()[1:3])}"]').wait_for()
        next_move(ada, table, "place")
        assert len(view_of(ada, table)["boxes"]) == 1
        assert ada.overflow() == []


def test_looking_back_leads_to_a_link_and_to_another_way_on(browser: Browser, site: Server) -> None:
    with visitor(browser, site) as ada:
        ada.come("Ada")
        ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
        table = ada.open_table("team-play", 4)
        play(ada, table, 1000)
        ada.go(f"/t/{table}")
        press(ada.page, "Look back")
        press(ada.page, "Go to the start")
        where = ada.page.get_by_role("slider", name="Position in the game")
        for _ in range(3):
            press(ada.page, "Next move")
        expect(where).to_have_attribute("aria-valuetext", re.compile("^After move 3 of "))
        press(ada.page, "Copy a link to this move")
        link = ada.page.evaluate("navigator.clipboard.readText()")
        assert link == f"{site.url}/t/{table}?ply=3"
        ada.page.goto(link)
        expect(where).to_have_attribute("aria-valuetext", re.compile("^After move 3 of "))

        press(ada.page, "What if …")
        press(ada.page, "Play on from here")
        ada.page.wait_for_url(lambda address: table not in address)
        again = ada.page.url.rpartition("/")[2]
        expect(ada.page.locator(".tb-playing")).to_be_visible()
        assert ada.standing(again)["table"]["what_if"] == table
        assert ada.standing(table)["table"]["state"] == "over"

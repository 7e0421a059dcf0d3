"""The page around the tables: from the landing page to a move, by every way there is."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser_scenes import FLAT_PALLET, MIDWAY, midway, play
from tests.support.browsing import PHONE, Visitor, visitor
from tests.support.servers import Server
from upturn.games import names, rules_of

# --- To a table --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", names())
def test_two_actions_lead_to_a_move(browser: Browser, site: Server, game: str) -> None:
    with visitor(browser, site, PHONE, touch=True) as ada:
        ada.page.add_init_script(FLAT_PALLET)
        ada.go("/")
        box = ada.page.get_by_role("article", name=rules_of(game).title)
        box.get_by_role("button", name="Play now").tap()
        ada.page.locator(".tb-board [data-move]:not([aria-disabled=true])").first.tap()
        expect(ada.page.locator(".tb-playing")).to_be_visible()
        table = ada.page.url.rpartition("/")[2]
        made: list[int] = []
        while 1 not in made:
            told = ada.call("GET", f"/api/tables/{table}/entries?since=0")["told"]
            made = [entry["seat"] for entry in told if entry["what"] == "moved"]


def test_friends_come_by_link_code_or_picture(browser: Browser, site: Server) -> None:
    with visitor(browser, site) as ada, visitor(browser, site, PHONE, touch=True) as ben:
        ada.go("/")
        box = ada.page.get_by_role("article", name="Team Play")
        box.get_by_role("button", name="With friends").click()
        sheet = ada.page.get_by_role("dialog", name="Team Play with friends")
        sheet.get_by_label("Your name").fill("Ada")
        sheet.get_by_role("button", name="Open the table").click()
        expect(ada.page.locator("#main h1")).to_have_text("Waiting for players")
        table = ada.page.url.rpartition("/")[2]
        code = ada.standing(table)["table"]["code"]
        expect(ada.page.get_by_label("Link")).to_have_value(f"{site.url}/j/{code}")
        expect(ada.page.get_by_label(f"Code: {' '.join(code)}")).to_be_visible()
        picture = ada.page.get_by_alt_text("QR code for this table")
        picture.scroll_into_view_if_needed()
        ada.page.wait_for_function("document.querySelector('.tb-qr').naturalWidth > 0")

        ben.go("/")
        ben.page.get_by_label("Six-letter code").fill(code.lower())  # the sixth one opens it
        ben.page.wait_for_url(f"**/t/{table}")
        ben.page.get_by_label("What should we call you?").fill("Ben")
        ben.page.get_by_role("button", name="That’s me").tap()
        ben.page.get_by_role("button", name="Sit here").first.tap()
        expect(ada.page.locator('.tb-chair[data-seat="2"]')).to_contain_text("Ben")
        ada.page.get_by_role("button", name="Add bots").click()
        ada.page.get_by_role("button", name="Start the game").click()
        expect(ben.page.locator(".tb-playing")).to_be_visible()


def test_a_code_that_leads_nowhere_is_said(browser: Browser, site: Server) -> None:
    with visitor(browser, site) as ada:
        ada.go("/")
        ada.page.get_by_label("Six-letter code").fill("ZZZZZZ")
        expect(ada.page.locator(".home-problem")).not_to_be_empty()


def test_the_deal_of_the_day_and_a_puzzle_are_played(browser: Browser, site: Server) -> None:
    with visitor(browser, site) as ada:
        ada.page.add_init_script(FLAT_PALLET)
        ada.go("/")
        ticket = ada.page.get_by_role("listitem").filter(
            has=ada.page.get_by_role("heading", name="dnup", level=3)
        )
        ticket.get_by_role("button", name="Play").click()
        expect(ada.page.locator(".tb-kind")).to_contain_text("Deal of")
        expect(ada.page.locator(".tb-playing")).to_be_visible()
        ada.page.get_by_role("link", name="Back to the games").click()
        expect(ticket.get_by_role("link", name="Continue")).to_be_visible()

        ada.page.get_by_role("button", name=re.compile("^Easy: puzzle")).click()
        expect(ada.page.locator(".tb-kind")).to_contain_text("Puzzle")
        expect(ada.page.locator('[data-move="draw"]').first).to_be_visible()
        table = ada.page.url.rpartition("/")[2]
        assert ada.standing(table)["views"][0]["coming"]


# --- Settings ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [("en-GB", "en"), ("fr-CH", "fr"), ("de-AT", "de"), ("it", "it"), ("pt", "en")],
)
def test_the_page_speaks_the_language_of_the_browser(
    browser: Browser, site: Server, asked: str, spoken: str
) -> None:
    with visitor(browser, site, language=asked) as ada:
        ada.go("/")
        expect(ada.page.locator("#main h1")).to_be_visible()
        expect(ada.page.locator("html")).to_have_attribute("lang", spoken)


def test_settings_stay_and_what_is_kept_can_be_taken_and_deleted(
    browser: Browser, site: Server
) -> None:
    with visitor(browser, site) as ada:
        ada.come("Ada")
        ada.go("/me")
        page = ada.page
        root = page.locator("html")
        page.get_by_text("Dark", exact=True).click()
        expect(root).to_have_attribute("data-theme", "dark")
        page.locator("#main").get_by_label("Language").select_option("de")
        expect(root).to_have_attribute("lang", "de")
        page.reload()
        expect(page.locator("#main").get_by_label("Sprache")).to_have_value("de")
        expect(root).to_have_attribute("data-theme", "dark")
        page.locator("#main").get_by_label("Sprache").select_option("en")
        with page.expect_download() as kept:
            page.get_by_role("link", name="Download your data").click()
        told = json.loads(Path(kept.value.path()).read_text(encoding="utf-8"))
        assert told["me"]["name"] == "Ada"

        page.get_by_role("button", name="Delete your data …").click()
        page.get_by_role("button", name="Yes, delete everything").click()
        expect(
            page.get_by_text("Your name and data are deleted. All the best!").first
        ).to_be_visible()
        expect(page.get_by_role("button", name="Play now").first).to_be_visible()
        assert ada.context.request.get(f"{site.url}/api/me").status == 401


# --- What is missing ---------------------------------------------------------------------------


def test_what_is_not_there_is_said_kindly(browser: Browser, site: Server) -> None:
    with visitor(browser, site) as ada:
        for path in (
            "/t/nothing",
            "/deals/nothing",
            "/rules/nothing",
            "/learn/nothing",
            "/j/ZZZZZZ",
        ):
            ada.go(path)
            expect(ada.page.locator("#main h1")).to_be_visible()
            expect(ada.page.locator("#main :is(a, button)").first).to_be_visible()
        answer = ada.page.goto(f"{site.url}/nowhere")
        assert answer is not None
        assert answer.status == 404
        ada.page.get_by_role("link").first.click()
        expect(ada.page.get_by_role("button", name="Play now").first).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/puzzles", "/me", "/ratings"])
def test_a_page_comes_back_with_the_server(browser: Browser, site: Server, path: str) -> None:
    with visitor(browser, site) as ada:
        ada.page.clock.install()
        ada.page.route("**/api/**", lambda asked: asked.abort())
        ada.go(path)
        expect(ada.page.get_by_role("heading", name="No connection")).to_be_visible()
        ada.page.unroute("**/api/**")
        ada.page.clock.run_for(4_000)
        expect(ada.page.locator("#main h1")).not_to_have_text("No connection")


# --- For everybody -----------------------------------------------------------------------------

DIALOGS = ("Players and bots for dnup", "With friends", "Pass and play")


def test_axe_finds_nothing_serious_on_any_page(browser: Browser, site: Server) -> None:
    with visitor(browser, site) as ada:
        ada.page.add_init_script(FLAT_PALLET)
        ada.come("Ada")
        found: list[str] = []
        for path in paths(ada):
            ada.go(path)
            look(ada, path, found)
        ada.page.get_by_role("button", name="Look back").click()  # the last one is over
        look(ada, "replay", found)
        for name in DIALOGS:
            ada.go("/")
            ada.page.get_by_role("button", name=name).first.click()
            expect(ada.page.get_by_role("dialog")).to_be_visible()
            look(ada, name, found)
        assert not found, "\n".join(found)


def look(somebody: Visitor, name: str, found: list[str]) -> None:
    """What is wrong with a page by daylight; and by lamp light, which changes but the colours."""
    somebody.page.locator("#main h1, #main h2").first.wait_for()
    somebody.page.wait_for_load_state("networkidle")
    somebody.page.emulate_media(color_scheme="light")
    found += [f"{name}: {one}" for one in somebody.audit()]
    somebody.page.emulate_media(color_scheme="dark")
    found += [f"{name}, dark: {one}" for one in somebody.audit("color-contrast")]


def paths(somebody: Visitor) -> list[str]:
    """Every kind of page."""
    over = somebody.open_table("dnup", 2)
    play(somebody, over, 1000)
    lobby = somebody.call("POST", "/api/tables", {"game": "dnup", "players": 3, "seat": 1})
    facts = somebody.standing(over)["table"]
    return [
        *("/", "/puzzles", "/me", "/ratings", f"/deals/{facts['deal']}"),
        *(f"/rules/{game}" for game in names()),
        *(f"/learn/{game}" for game in names()),
        f"/t/{lobby['table']['id']}",
        *(f"/t/{midway(somebody, game, *MIDWAY[game])}" for game in names()),
        f"/t/{over}",
    ]

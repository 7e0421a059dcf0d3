"""What the page says of deals that somebody has seen: a second name in the same browser."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.support.browsing import Visitor, visitor
from tests.support.servers import Server


def come_anew(somebody: Visitor, name: str) -> None:
    """The next name in the same browser."""
    url = somebody.server.url
    somebody.context.request.delete(f"{url}/api/me/devices/this", headers={"origin": url})
    somebody.come(name)


def finish(somebody: Visitor, table: str) -> str:
    """Play a game of Team UP alone and stop early; its deal."""
    while (standing := somebody.standing(table))["table"]["state"] == "playing":
        legal = standing["views"][0]["legal"]
        version = standing["table"]["version"]
        move = "stop" if "stop" in legal else legal[0]
        command = {"do": "move", "id": f"m{version}", "version": version, "seat": 1, "move": move}
        somebody.call("POST", f"/api/tables/{table}/commands", command)
    return str(standing["table"]["deal"])


def test_a_second_name_is_told_that_it_has_seen_a_deal(browser: Browser, site: Server) -> None:
    with visitor(browser, site) as somebody:
        somebody.come("Sees it first")
        first = somebody.open_table("team-up", 1)
        deal = finish(somebody, first)
        come_anew(somebody, "Sees it again")
        page = somebody.page
        somebody.go(f"/deals/{deal}")
        expect(page.get_by_text("You’ve seen these cards")).to_be_visible()
        page.get_by_role("button", name="Compete").click()
        page.wait_for_url("**/t/*")
        table = page.url.rpartition("/")[2]
        finish(somebody, table)
        expect(page.get_by_text("Someone here had seen these cards before")).to_be_visible()
        somebody.go(f"/deals/{deal}")
        expect(page.get_by_text("knew the deal")).to_have_count(1)
        assert somebody.audit() == []


def test_todays_deal_is_played_once_in_a_browser_and_says_when_its_seed_is_told(
    browser: Browser, site: Server
) -> None:
    with visitor(browser, site) as somebody:
        somebody.come("Plays it today")
        table = somebody.open_table("team-up", 1, daily=True)
        finish(somebody, table)
        page = somebody.page
        somebody.go(f"/t/{table}")
        page.get_by_text("How the cards were shuffled").click()
        expect(page.get_by_text("seed and nonce stay secret until the day is over")).to_be_visible()
        come_anew(somebody, "Wants it again")
        somebody.go("/")
        ticket = page.locator(".home-ticket[data-game=team-up]")
        expect(ticket).to_contain_text("Already played in this browser.")
        expect(ticket.get_by_role("button", name="Play")).to_have_count(0)
        assert somebody.audit() == []

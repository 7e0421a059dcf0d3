"""Before and after a game: a table that is closed, a seat on another device, what comes next."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, expect

from tests.support.browser_scenes import FLAT_PALLET, play
from tests.support.browsing import PHONE, TABLET, Visitor, visitor
from tests.support.servers import Server


def command(somebody: Visitor, table: str, wish: dict[str, Any]) -> None:
    version = somebody.standing(table)["table"]["version"]
    more = {"id": f"{wish['do']}-{version}", "version": version}
    somebody.call("POST", f"/api/tables/{table}/commands", wish | more)


def table_of(somebody: Visitor) -> str:
    somebody.page.wait_for_url("**/t/*")
    return str(somebody.page.url.rpartition("/")[2])


# --- Before ------------------------------------------------------------------------------------


def test_who_gets_a_name_at_a_table_is_somebody_everywhere(browser: Browser, site: Server) -> None:
    with visitor(browser, site) as ada, visitor(browser, site, TABLET) as ben:
        ada.come("Ada")
        wish = {"game": "dnup", "players": 2, "seat": 1}
        code = ada.call("POST", "/api/tables", wish)["table"]["code"]
        ben.go(f"/j/{code}")
        ben.page.get_by_label("What should we call you?").fill("Ben")
        ben.page.get_by_role("button", name="That’s me").click()
        expect(ben.page.get_by_role("button", name="Sit here")).to_be_visible()
        ben.page.get_by_role("link", name="Back to the games").click()
        expect(ben.page.locator(".header-name")).to_have_text("Ben")
        ben.page.get_by_role("button", name="Play now").first.click()
        assert ben.standing(table_of(ben))["table"]["seats"][0]["name"] == "Ben"


def test_a_host_closes_a_table_that_is_not_wanted_any_more(browser: Browser, site: Server) -> None:
    with visitor(browser, site) as ada, visitor(browser, site, PHONE) as ben:
        ada.come("Ada")
        ben.come("Ben")
        wish = {"game": "team-play", "players": 4, "seat": 1}
        table = ada.call("POST", "/api/tables", wish)["table"]["id"]
        ada.go(f"/t/{table}")
        ben.go(f"/t/{table}")
        expect(ben.page.get_by_role("button", name="Sit here").first).to_be_visible()
        expect(ben.page.get_by_role("button", name="Close this table")).to_have_count(0)
        ada.page.get_by_role("button", name="Close this table").click()
        sure = ada.page.get_by_role("dialog", name="Close this table")
        sure.get_by_role("button", name="Close this table").click()
        expect(ben.page.get_by_text("The host closed the table.")).to_be_visible()
        expect(ada.page.locator("#main h1")).to_have_text("The table is closed")
        expect(ada.page.get_by_role("link", name="All results for this deal")).to_have_count(0)
        ada.page.get_by_role("link", name="Back to the games").click()
        expect(ada.page.get_by_text("closed by the host")).to_be_visible()


def test_a_seat_is_taken_to_a_phone(browser: Browser, site: Server) -> None:
    with visitor(browser, site) as ada, visitor(browser, site, PHONE, touch=True) as phone:
        ada.come("Ada")
        phone.come("Zoe")
        table = ada.open_table("dnup", 2)
        ada.open_table("dnup", 2)  # another one that goes on, and was touched later
        ada.go(f"/t/{table}")
        ada.page.get_by_role("button", name="Menu").click()
        ada.page.get_by_role("button", name="Continue on my phone").click()
        sheet = ada.page.get_by_role("dialog", name="Continue on my phone")
        sheet.get_by_role("button", name="Create a link").click()
        expect(sheet.get_by_alt_text("QR code for the link")).to_be_visible()
        link = sheet.locator("code").inner_text()

        phone.page.goto(link)
        expect(phone.page.get_by_text("You’re signed in here as Zoe.")).to_be_visible()
        phone.page.get_by_role("button", name="Yes, this is my device").tap()
        expect(phone.page.locator(".tb-playing")).to_be_visible()
        assert table_of(phone) == table
        assert phone.standing(table)["seats"] == [1]


# --- After -------------------------------------------------------------------------------------


def test_friends_meet_at_the_next_table(browser: Browser, site: Server) -> None:
    with visitor(browser, site) as ada, visitor(browser, site, PHONE, language="fr") as ben:
        ada.come("Ada")
        ben.come("Ben")
        wish = {"game": "dnup", "players": 2, "seat": 1}
        table = ada.call("POST", "/api/tables", wish)["table"]["id"]
        command(ben, table, {"do": "sit", "seat": 2})
        command(ada, table, {"do": "start"})
        command(ada, table, {"do": "propose-end", "seat": 1})
        command(ben, table, {"do": "vote", "seat": 2, "ballot": 1, "choice": "yes"})
        ada.go(f"/t/{table}")
        ben.go(f"/t/{table}")
        expect(ben.page.get_by_role("button", name="Rejouer", exact=True)).to_be_visible()
        results = ben.page.get_by_role("link", name="Tous les résultats de cette donne")
        expect(results).to_have_count(0)
        ada.page.get_by_role("button", name="Play again").click()
        ada.page.wait_for_url(lambda address: table not in address)
        ben.page.get_by_role("link", name="Rejoindre la partie suivante").click()
        expect(ben.page.locator(".tb-gathering")).to_be_visible()
        assert table_of(ben) == table_of(ada)
        told = ada.call("GET", f"/api/tables/{table}/entries?since=0")["told"]
        assert "once-more" in [entry.get("phrase") for entry in told]


def test_a_puzzle_is_tried_again(browser: Browser, site: Server) -> None:
    with visitor(browser, site) as ada:
        ada.page.add_init_script(FLAT_PALLET)
        ada.come("Ada")
        table = ada.open_table("team-up", 1, puzzle=3)
        deal = ada.standing(table)["table"]["deal"]
        command(ada, table, {"do": "move", "seat": 1, "move": "stop"})
        ada.go(f"/t/{table}")
        expect(ada.page.get_by_role("link", name="All puzzles")).to_be_visible()
        expect(ada.page.get_by_text("Play this deal again")).to_have_count(0)
        ada.page.get_by_role("button", name="Try again").click()
        ada.page.wait_for_url(lambda address: table not in address)
        facts = ada.standing(table_of(ada))["table"]
        assert (facts["mode"], facts["deal"]) == ("puzzle", deal)


def test_what_would_be_refused_is_not_offered(browser: Browser, site: Server) -> None:
    with visitor(browser, site) as ada:
        ada.come("Ada")
        table = ada.open_table("dnup", 4, bots={}, daily=True, hints=False)
        command(ada, table, {"do": "propose-end", "seat": 1})
        ada.go(f"/t/{table}")
        expect(ada.page.get_by_role("link", name="All results for this deal")).to_be_visible()
        expect(ada.page.get_by_role("button", name="Play this deal again")).to_have_count(0)

        other = ada.open_table("dnup", 2)
        play(ada, other, 1000)
        ada.go(f"/t/{other}")
        expect(ada.page.locator(".tb-scores .tb-best")).to_contain_text("most rounds won")
        ada.page.get_by_role("button", name="Play this deal again").click()
        ada.page.wait_for_url(lambda address: other not in address)
        expect(ada.page.get_by_text("This deal comes from an earlier game")).to_be_visible()
        ada.page.get_by_role("link", name="See the earlier game").click()
        expect(ada.page.get_by_role("heading", name=re.compile("win"))).to_be_visible()


def test_the_buttons_of_looking_back_stay_where_they_are(browser: Browser, site: Server) -> None:
    with visitor(browser, site, PHONE) as ada:
        ada.come("Ada")
        table = ada.open_table("dnup", 4)
        play(ada, table, 1000)
        plies = ada.standing(table)["table"]["plies"]
        assert plies > 10
        places = []
        ada.go(f"/t/{table}?ply=0")
        slider = ada.page.get_by_role("slider", name="Position in the game")
        buttons = ada.page.locator(".tb-steps > button")
        for ply in (0, 9, 10, plies):
            slider.fill(str(ply))
            expect(slider).to_have_attribute("aria-valuetext", f"After move {ply} of {plies}")
            places.append([button.bounding_box() for button in buttons.all()])
        assert all(boxes == places[0] for boxes in places)

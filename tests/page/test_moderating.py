"""Talk that gets too much, at browsers: the host mutes and removes, and older entries are shown
when somebody wants them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browsing import PHONE, Visitor, visitor
from tests.support.servers import Server

Company = tuple[Visitor, Visitor]


@pytest.fixture
def company(browser: Browser, site: Server) -> Iterator[Company]:
    """Ada, who hosts, and Eve, who watches and reads German."""
    with visitor(browser, site) as ada, visitor(browser, site, language="de") as eve:
        ada.come("Ada")
        eve.come("Eve")
        yield ada, eve


def say(somebody: Visitor, table: str, text: str) -> None:
    command = {"do": "say", "id": f"said-{text.replace(' ', '-')}", "version": 1, "text": text}
    somebody.call("POST", f"/api/tables/{table}/commands", command)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_the_host_mutes_somebody_and_lets_them_talk_again(company: Company) -> None:
    ada, eve = company
    table = ada.open_table("dnup", 2)
    ada.go(f"/t/{table}")
    eve.go(f"/t/{table}")
    box = eve.page.get_by_role("textbox", name="Sag etwas")
    expect(box).to_be_enabled()
    say(eve, table, "boo")
    assert eve.page.get_by_role("button", name="stummschalten").count() == 0  # no host
    menu = ada.page.get_by_role("button", name="Mute or remove Eve")
    menu.focus()
    ada.page.keyboard.press("Enter")
    assert ada.audit() == []
    mute = ada.page.get_by_role("dialog").get_by_role("button", name="Mute Eve", exact=True)
    mute.focus()
    ada.page.keyboard.press("Enter")
    expect(menu).to_be_focused()
    expect(ada.page.get_by_role("list", name="Muted or removed")).to_contain_text("Eve is muted.")
    expect(box).to_be_disabled()
    why = eve.page.get_by_text("Der Gastgeber hat dich hier stummgeschaltet.")
    expect(why).to_be_visible()
    assert box.get_attribute("aria-describedby") == why.get_attribute("id")
    expect(eve.page.locator(".tb-phrase").first).to_be_disabled()
    expect(eve.page.locator(".tb-story")).to_contain_text("Der Gastgeber schaltet Eve stumm.")
    eve.page.reload()
    expect(why).to_be_visible()
    press(ada.page, "Let Eve talk")
    expect(box).to_be_enabled()
    expect(ada.page.get_by_role("list", name="Muted or removed")).to_have_count(0)


def test_the_host_removes_somebody_who_is_told_so_and_cannot_come_again(company: Company) -> None:
    ada, eve = company
    table = ada.open_table("dnup", 2)
    ada.go(f"/t/{table}")
    eve.go(f"/t/{table}")
    expect(eve.page.locator(".tb-board")).to_be_visible()
    say(eve, table, "boo")
    press(ada.page, "Mute or remove Eve")
    press(ada.page, "Remove Eve")
    words = "Der Gastgeber hat dich von diesem Tisch entfernt."
    expect(eve.page.locator(".tb-lost")).to_have_text(words)
    eve.page.reload()
    expect(eve.page.get_by_role("heading", name=words)).to_be_visible()
    press(ada.page, "Let Eve come again")
    expect(ada.page.get_by_role("list", name="Muted or removed")).to_have_count(0)
    eve.page.reload()
    expect(eve.page.locator(".tb-board")).to_be_visible()


def test_at_a_phone_the_menu_is_large_enough_and_nothing_sticks_out(
    browser: Browser, site: Server
) -> None:
    with visitor(browser, site, PHONE, touch=True) as ada, visitor(browser, site) as eve:
        ada.come("Ada")
        eve.come("Eve")
        table = ada.open_table("dnup", 2)
        ada.go(f"/t/{table}")
        say(eve, table, "boo")
        ada.page.get_by_role("button", name="Talk").click()
        menu = ada.page.get_by_role("button", name="Mute or remove Eve")
        size = menu.bounding_box()
        assert size is not None
        assert min(size["width"], size["height"]) >= 44
        menu.tap()
        assert ada.overflow() == []
        press(ada.page, "Mute Eve")
        expect(ada.page.get_by_role("button", name="Let Eve talk")).to_be_visible()
        assert ada.overflow() == []


def test_earlier_entries_are_shown_when_somebody_wants_them(company: Company) -> None:
    ada, _ = company
    table = ada.open_table("dnup", 2)
    for number in range(210):
        say(ada, table, f"word {number}")
    ada.go(f"/t/{table}")
    said = ada.page.locator(".tb-said")
    expect(said).to_contain_text("word 209")
    expect(said.get_by_text("word 3", exact=True)).to_have_count(0)
    expect(ada.page.locator(".tb-story")).not_to_contain_text("The table is open.")
    earlier = said.get_by_role("button", name="Show earlier")
    earlier.focus()
    ada.page.keyboard.press("Enter")
    expect(said.get_by_text("word 3", exact=True)).to_have_count(1)
    expect(ada.page.locator(".tb-story")).to_contain_text("The table is open.")
    expect(earlier).to_have_count(0)
    expect(said).to_be_focused()
    assert ada.audit() == []

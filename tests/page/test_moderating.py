"""Talk that gets too much, at browsers: the host mutes and removes, and older entries are shown
when somebody wants them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browsing import DESK, PHONE, Visitor, visitor
from tests.support.servers import Server, serving

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


def act(somebody: Visitor, table: str, **command: object) -> None:
    whole = {"id": f"act-{command['do']}", "version": 1, **command}
    somebody.call("POST", f"/api/tables/{table}/commands", whole)


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
    why = eve.page.get_by_text("Die Tischleitung hat dich an diesem Tisch stummgeschaltet.")
    expect(why).to_be_visible()
    assert box.get_attribute("aria-describedby") == why.get_attribute("id")
    expect(eve.page.locator(".tb-phrase").first).to_be_disabled()
    expect(eve.page.locator(".tb-story")).to_contain_text("Die Tischleitung schaltet Eve stumm.")
    eve.page.reload()
    expect(why).to_be_visible()
    press(ada.page, "Unmute Eve")
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
    words = "Die Tischleitung hat dich von diesem Tisch entfernt."
    expect(eve.page.locator(".tb-lost")).to_have_text(words)
    eve.page.reload()
    expect(eve.page.get_by_role("heading", name=words)).to_be_visible()
    press(ada.page, "Let Eve back in")
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
        expect(ada.page.get_by_role("button", name="Unmute Eve")).to_be_visible()
        assert ada.overflow() == []


def test_a_stand_in_host_is_offered_what_they_may_do_and_nothing_else(
    company: Company, browser: Browser, site: Server
) -> None:
    ada, eve = company
    table = ada.open_table("dnup", 3, bots={}, start=False)
    with visitor(browser, site) as bob:
        bob.come("Bob")
        act(bob, table, do="sit", seat=2)
        act(eve, table, do="sit", seat=3)
        act(ada, table, do="stand", seat=1)
        say(eve, table, "boo")
        say(ada, table, "hello")
        bob.go(f"/t/{table}")
        expect(bob.page.get_by_role("button", name="Start the game")).to_be_visible()
        expect(bob.page.get_by_role("button", name="Mute Eve", exact=True)).to_be_visible()
        expect(bob.page.get_by_role("button", name="Mute Ada")).to_have_count(0)
        expect(bob.page.get_by_role("button", name="Remove")).to_have_count(0)
        press(bob.page, "Free up seat 3")
        expect(bob.page.get_by_role("button", name="Free up seat 3")).to_have_count(0)
        assert bob.standing(table)["table"].get("removed", []) == []
        press(bob.page, "Mute Eve")
        expect(bob.page.get_by_role("dialog").get_by_role("button", name="Remove")).to_have_count(0)
        assert bob.audit() == []


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_words_that_are_refused_come_back_with_the_reason(
    browser: Browser, tmp_path: Path, phone: bool
) -> None:
    limits = tmp_path / "limits.toml"
    limits.write_text("[talk]\nburst = 2\nper_second = 0.001\n")
    with (
        serving(tmp_path, limits=limits) as server,
        visitor(browser, server, PHONE if phone else DESK, touch=phone) as ada,
    ):
        ada.come("Ada")
        table = ada.open_table("dnup", 2)
        ada.go(f"/t/{table}")
        if phone:
            press(ada.page, "Talk")
        box = ada.page.get_by_role("textbox", name="Say something")
        for word in ("one", "two", "three"):
            box.fill(word)
            box.press("Enter")
        expect(box).to_have_value("three")
        why = ada.page.locator(".tb-refused")
        expect(why).to_have_text(re.compile("You’re sending messages too fast"))
        assert box.get_attribute("aria-describedby") == why.get_attribute("id")
        assert ada.audit() == []
        assert ada.overflow() == []
        if phone:  # the words outlive the sheet
            ada.page.keyboard.press("Escape")
            expect(box).to_have_count(0)
            press(ada.page, "Talk")
            expect(box).to_have_value("three")
            expect(why).to_be_visible()
        box.fill("never mind")
        expect(why).to_have_count(0)


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

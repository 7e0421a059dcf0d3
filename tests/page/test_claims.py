"""Somebody asks for a seat: what the others, the owner and that person see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browsing import PHONE, Visitor, visitor
from tests.support.servers import Server
from upturn.table import consent

People = tuple[Visitor, Visitor, Visitor]


@pytest.fixture
def people(browser: Browser, site: Server) -> Iterator[tuple[People, str]]:
    """Ada and Bob play; Bob has left the table; Eve watches."""
    with (
        visitor(browser, site) as ada,
        visitor(browser, site) as bob,
        visitor(browser, site) as eve,
    ):
        for somebody, name in ((ada, "Ada"), (bob, "Bob"), (eve, "Eve")):
            somebody.come(name)
        wish = {"game": "dnup", "players": 2, "seat": 1}
        table: str = ada.call("POST", "/api/tables", wish)["table"]["id"]
        do(bob, table, "sit", seat=2)
        do(ada, table, "start")
        do(bob, table, "stand", seat=2)
        for somebody in (ada, eve):
            somebody.go(f"/t/{table}")
        yield (ada, bob, eve), table


def do(somebody: Visitor, table: str, kind: str, **fields: Any) -> None:
    version = somebody.standing(table)["table"]["version"]
    command = {"do": kind, "id": f"{kind}-{version}", "version": version, **fields}
    somebody.call("POST", f"/api/tables/{table}/commands", command)


def sheet(page: Page, words: str) -> Any:
    return page.locator(".tb-ballot").filter(has_text=words)


def hand(page: Page) -> Any:
    return page.locator('[data-part="hand"], [data-spot="hand"]')


def test_a_seat_is_given_by_all_and_its_owner_has_it_back(
    people: tuple[People, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (ada, bob, eve), table = people
    bob.go("/")
    eve.page.get_by_role("button", name="Ask for this seat").click()

    asked = sheet(ada.page, "Eve would like seat 2.")
    expect(asked).to_contain_text(
        "Everyone playing must agree. Bob can keep the seat by coming back."
    )
    bob.page.reload()
    expect(bob.page.locator(".home-goon")).to_contain_text("Someone would like your seat")
    bob.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert not bob.overflow()
    assert not ada.audit()
    asked.get_by_role("button", name="Give Eve the seat").click()
    expect(asked).to_contain_text(
        "Everyone agrees. The seat will soon be given away, unless Bob comes back."
    )
    expect(asked.get_by_role("button")).to_have_count(1)  # it is not too late for a no
    expect(hand(eve.page)).to_have_count(0)

    monkeypatch.setattr(consent, "OWNER_HAS", 0)  # as if the two minutes were over
    expect(hand(eve.page).first).to_be_visible()
    bob.go(f"/t/{table}")
    expect(hand(bob.page)).to_have_count(0)
    lost = sheet(bob.page, "Someone else has your seat now.")
    lost.get_by_role("button", name="Sit down again").click()
    expect(hand(bob.page).first).to_be_visible()
    expect(lost).to_have_count(0)
    expect(eve.page.locator(".toast")).to_have_text(
        "Bob is back and has taken the seat again. You’re watching now."
    )
    expect(hand(eve.page)).to_have_count(0)


def test_an_owner_at_another_table_is_told(people: tuple[People, str]) -> None:
    (ada, bob, eve), table = people
    bob.go(f"/t/{bob.open_table('dnup', 2)}")
    expect(bob.page.locator(".tb-board")).to_be_visible()
    eve.page.get_by_role("button", name="Ask for this seat").click()
    expect(bob.page.locator(".toast")).to_have_text(
        "Someone would like your seat at another table. Go back there to keep it."
    )
    bob.go(f"/t/{table}")
    bob.page.locator(".tb-ballot").get_by_role("button", name="Sit down again").click()
    expect(hand(bob.page).first).to_be_visible()
    expect(sheet(ada.page, "would like seat")).to_have_count(0)

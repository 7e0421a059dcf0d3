"""A person's devices on the page: listed, signed out, and told so where a table is open."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.support.browsing import DESK, PHONE, Visitor, visitor
from tests.support.servers import Server


def bring(ada: Visitor, phone: Visitor) -> None:
    """The second browser becomes the first one's person by a link."""
    token = ada.call("POST", "/api/me/links", {})["url"].rsplit("/", 1)[1]
    phone.call("POST", "/api/link", {"token": token})


def devices(page: Page) -> Locator:
    return page.locator(".device")


def test_who_has_one_device_sees_that_there_is_no_other(browser: Browser, site: Server) -> None:
    with visitor(browser, site) as ada:
        ada.come("Ada of one device")
        ada.go("/me")
        expect(devices(ada.page)).to_have_count(1)
        expect(devices(ada.page)).to_contain_text("This device")
        expect(ada.page.get_by_text("You aren’t signed in anywhere else.")).to_be_visible()
        expect(ada.page.get_by_role("button", name="Sign out everywhere else")).to_have_count(0)


def test_another_device_is_signed_out_by_keyboard_and_its_table_says_so(
    browser: Browser, site: Server
) -> None:
    with visitor(browser, site) as ada, visitor(browser, site, PHONE, touch=True) as phone:
        ada.come("Ada of two devices")
        bring(ada, phone)
        table = ada.open_table("dnup", 2)
        phone.go(f"/t/{table}")
        expect(phone.page.locator(".tb-playing")).to_be_visible()
        ada.go("/me")
        page = ada.page
        expect(devices(page)).to_have_count(2)
        other = devices(page).filter(has_not_text="This device")
        button = other.get_by_role("button", name="Sign out ")
        button.focus()
        page.keyboard.press("Enter")
        question = page.get_by_role("dialog")
        expect(question).to_contain_text("at once, even in the middle of a game")
        page.keyboard.press("Escape")
        expect(button).to_be_focused()
        expect(devices(page)).to_have_count(2)
        page.keyboard.press("Enter")
        question.get_by_role("button", name="Yes, sign out").press("Enter")
        expect(devices(page)).to_have_count(1)
        expect(page.get_by_role("heading", name="Your devices")).to_be_focused()
        expect(page.locator("#announce")).to_contain_text("Signed out.")
        expect(phone.page.locator("#announce")).to_contain_text("This device has been signed out.")
        expect(phone.page.locator(".tb-playing")).to_be_visible()
        assert phone.standing(table)["seats"] == []
        assert ada.standing(table)["seats"] == [1]


def test_all_others_are_signed_out_with_one_button(browser: Browser, site: Server) -> None:
    with (
        visitor(browser, site, PHONE, touch=True) as ada,
        visitor(browser, site) as one,
        visitor(browser, site) as two,
    ):
        ada.come("Ada of three devices")
        bring(ada, one)
        bring(ada, two)
        ada.go("/me")
        expect(devices(ada.page)).to_have_count(3)
        ada.page.get_by_role("button", name="Sign out everywhere else").tap()
        ada.page.get_by_role("button", name="Yes, sign out").tap()
        expect(devices(ada.page)).to_have_count(1)
        for gone in (one, two):
            assert gone.context.request.get(f"{site.url}/api/me").status == 401


def test_who_leaves_this_device_is_nobody_here(browser: Browser, site: Server) -> None:
    with visitor(browser, site) as ada:
        ada.come("Ada who leaves")
        ada.go("/me")
        ada.page.get_by_role("button", name="Sign out on this device").click()
        expect(ada.page.get_by_role("dialog", name="Sign out on this device?")).to_be_visible()
        ada.page.get_by_role("button", name="Yes, sign out").click()
        expect(ada.page.get_by_role("button", name="Play now").first).to_be_visible()
        assert ada.context.request.get(f"{site.url}/api/me").status == 401


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
@pytest.mark.parametrize(("size", "dark"), [(PHONE, True), (DESK, False)])
def test_the_list_fits_and_can_be_read(
    browser: Browser, site: Server, language: str, size: tuple[int, int], dark: bool
) -> None:
    with (
        visitor(browser, site, size, dark=dark, language=language) as ada,
        visitor(browser, site) as phone,
    ):
        ada.come(f"Ada {language} {size[0]}")
        bring(ada, phone)
        ada.go("/me")
        expect(devices(ada.page)).to_have_count(2)
        assert ada.overflow() == []
        assert ada.audit() == []
        devices(ada.page).last.get_by_role("button").click()
        expect(ada.page.get_by_role("dialog")).to_be_visible()
        assert ada.overflow() == []
        assert ada.audit() == []

"""While the server is away, and on a home network where browsers allow less."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.support.browsing import visitor
from tests.support.servers import Server

KEPT = """
async (file) => {
  while (!(await caches.match(file))) await new Promise((done) => setTimeout(done, 50));
}
"""


def test_a_table_comes_back_with_the_server(browser: Browser, site: Server) -> None:
    with visitor(browser, site) as ada:
        ada.come("Ada")
        table = ada.open_table("dnup", 2)
        ada.page.clock.install()
        ada.page.route("**/api/**", lambda asked: asked.abort())
        ada.go(f"/t/{table}")
        expect(ada.page.get_by_role("heading", name="No connection")).to_be_visible()
        ada.page.unroute("**/api/**")
        ada.page.clock.run_for(4_000)
        expect(ada.page.locator(".tb-playing")).to_be_visible()


def test_the_page_says_that_the_bots_warm_up_until_they_have(
    browser: Browser, site: Server
) -> None:
    with visitor(browser, site) as ada:
        ada.come("Ada")
        table = ada.open_table("dnup", 2)
        ada.page.clock.install()
        warming = "**/api/warming"
        ada.page.route(warming, lambda asked: asked.fulfill(json={"games": ["dnup"]}))
        ada.go(f"/t/{table}")
        words = ada.page.get_by_text("The bots are warming up.")
        expect(words).to_be_visible()
        ada.page.clock.run_for(10_000)
        expect(words).to_be_visible()
        ada.page.unroute(warming)
        ada.page.clock.run_for(4_000)
        expect(words).to_be_hidden()


def test_a_page_whose_script_does_not_come_stays_and_says_so(
    browser: Browser, site: Server
) -> None:
    with visitor(browser, site) as ada:
        ada.go("/")
        expect(ada.page.get_by_role("button", name="Play now").first).to_be_visible()
        ada.page.route("**/assets/Ratings*", lambda asked: asked.abort())
        ada.page.route("**/healthz", lambda asked: asked.abort())
        ada.page.get_by_role("link", name="How strong are the players and bots here?").click()
        expect(ada.page.get_by_role("heading", name="No connection")).to_be_visible()
        ada.page.unroute("**/assets/Ratings*")
        ada.page.unroute("**/healthz")
        ada.page.get_by_role("button", name="Try now").click()
        expect(ada.page.get_by_role("heading", name="Ratings")).to_be_visible()


def test_a_language_that_cannot_be_had_is_not_chosen(browser: Browser, site: Server) -> None:
    with visitor(browser, site) as ada:
        ada.go("/me")
        choice = ada.page.locator("#main").get_by_label("Language")
        ada.page.route("**/words/*.json", lambda asked: asked.abort())
        choice.select_option("de")
        expect(ada.page.locator(".toast")).to_have_text("Can’t reach the server.")
        expect(choice).to_have_value("en")
        ada.page.unroute("**/words/*.json")
        choice.select_option("de")
        expect(ada.page.locator("html")).to_have_attribute("lang", "de")


def test_what_came_before_the_worker_is_kept_as_well(browser: Browser, site: Server) -> None:
    context = browser.new_context(locale="de")
    try:
        page = context.new_page()
        page.goto(site.url)
        expect(page.locator("html")).to_have_attribute("lang", "de")
        page.evaluate(KEPT, "/static/words/de.json")
        context.set_offline(True)
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", "de")
        expect(page.get_by_role("heading", name="Keine Verbindung")).to_be_visible()
    finally:
        context.close()


def test_a_link_is_copied_also_where_browsers_have_no_clipboard(
    browser: Browser, site: Server
) -> None:
    with visitor(browser, site) as ada:
        ada.page.add_init_script(
            "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
        )
        ada.come("Ada")
        table = ada.open_table("dnup", 2)
        ada.go(f"/t/{table}")
        ada.page.get_by_role("button", name="Menu").click()
        ada.page.get_by_role("button", name="Invite").click()
        ada.page.get_by_role("button", name="Copy", exact=True).click()
        expect(ada.page.locator(".toast")).to_have_text("Copied.")
        ada.page.get_by_role("button", name="Close").click()
        expect(ada.page.get_by_role("dialog")).to_have_count(0)
        field = ada.page.get_by_label("Say something")
        field.press("ControlOrMeta+v")
        code = ada.standing(table)["table"]["code"]
        expect(field).to_have_value(f"{site.url}/j/{code}")

"""People with browsers: Chromium, driven by Playwright, at a server of ours.

A `Visitor` is somebody with their own browser. Errors in their page (in a script, or against a
policy) fail the test when they leave.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.support import marks
from tests.support.paths import ROOT
from tests.support.servers import Server
from tools import chromium

AXE = (ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
BROWSER_TIMEOUT = 300_000
"""Milliseconds. It is long because machines are shared and noisy."""
expect.set_options(timeout=BROWSER_TIMEOUT)

PHONE, TABLET, DESK = (360, 740), (820, 1180), (1440, 900)
SERIOUS = ("serious", "critical")


@contextmanager
def opened() -> Iterator[Browser]:
    """Open a browser that nobody uses yet."""
    marks.need(marks.BROWSER)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.ensure(), args=chromium.arguments()
        )
        try:
            yield browser
        finally:
            browser.close()


class Visitor:
    """Somebody with their own browser at a server."""

    def __init__(self, context: BrowserContext, server: Server):
        self.context, self.server = context, server
        context.set_default_timeout(BROWSER_TIMEOUT)
        self.page: Page = context.new_page()
        self.mistakes: list[str] = []
        self.page.on("pageerror", lambda error: self.mistakes.append(str(error)))
        self.page.on("console", self._console)

    def _console(self, message: Any) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.mistakes.append(message.text)

    def go(self, path: str) -> None:
        self.page.goto(self.server.url + path)

    def call(self, method: str, path: str, body: object = None) -> Any:
        """Call the server as this person's page would."""
        more: dict[str, Any] = {} if body is None else {"data": body}
        # The server may close an idle connection just when it is used again.
        answer = self.context.request.fetch(
            self.server.url + path, method=method, max_retries=3, **more
        )
        assert answer.ok, (answer.status, answer.text())
        return answer.json() if answer.body() else None

    def come(self, name: str) -> None:
        self.call("POST", "/api/me", {"name": name})

    def leave(self) -> None:
        """Delete the person, so that the next visitor can have the name."""
        url = self.server.url
        self.context.request.delete(f"{url}/api/me", headers={"origin": url})

    def open_table(self, game: str, players: int, **more: Any) -> str:
        """Open a table with us in the first seat and bots in the others, and start the game."""
        bots = {str(seat): "beginner" for seat in range(2, players + 1)}
        wish = {"game": game, "players": players, "seat": 1, "bots": bots, "start": True} | more
        table: str = self.call("POST", "/api/tables", wish)["table"]["id"]
        return table

    def standing(self, table: str) -> Any:
        return self.call("GET", f"/api/tables/{table}")

    def audit(self, *rules: str) -> list[str]:
        """Return the serious problems that axe finds on this page, in words. It checks all its
        rules, or only the named ones."""
        if not self.page.evaluate("'axe' in window"):  # half a megabyte, read once per page
            self.page.evaluate(AXE)
        asked = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
        found = self.page.evaluate("(asked) => axe.run(document, asked)", asked)
        return [
            f"{one['id']}: {one['help']}: {node['target']} {node['failureSummary']}"
            for one in found["violations"]
            if one["impact"] in SERIOUS
            for node in one["nodes"]
        ]

    def overflow(self) -> list[str]:
        """Return elements that stick out of the window, and text that its container cuts off."""
        told: str = self.page.evaluate(OVERFLOW)
        sticking: list[str] = json.loads(told)
        return sticking


OVERFLOW = """
() => {
  const found = [];
  const width = document.documentElement.clientWidth;
  const all = document.documentElement.scrollWidth;
  if (all > width + 1) found.push(`page: ${all} > ${width}`);
  const apart = ".unseen, [aria-hidden=true]"; // not read here, or no words
  const rects = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()];
  };
  const words = "button, a, label, h1, h2, h3, legend, summary, td, th";
  for (const one of document.querySelectorAll(words)) {
    const box = one.getBoundingClientRect();
    if (!box.width || !box.height || one.closest(apart)) continue;
    if (getComputedStyle(one).overflowX !== "visible") continue;
    const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const holder = node.parentElement;
      if (holder.closest(apart) || holder.getBoundingClientRect().width < 2) continue;
      if (rects(node).some((text) => text.right > box.right + 2 || text.left < box.left - 2))
        found.push(`${one.tagName} ${one.textContent.slice(0, 40)}: ${node.textContent}`);
    }
  }
  return JSON.stringify(found);
}
"""


@contextmanager
def visitor(
    browser: Browser,
    server: Server,
    size: tuple[int, int] = DESK,
    *,
    dark: bool = False,
    language: str = "en",
    touch: bool = False,
    motion: bool = False,
) -> Iterator[Visitor]:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        locale=language,
        has_touch=touch,
        reduced_motion="no-preference" if motion else "reduce",
        service_workers="block",
    )
    somebody = Visitor(context, server)
    try:
        yield somebody
        assert not somebody.mistakes, somebody.mistakes
    finally:
        somebody.leave()
        context.close()

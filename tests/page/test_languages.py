"""The page in every language, on a phone and on a desk: nothing sticks out, nothing stays English.

`make check-deep` also saves each page as build/screens/<language>-<page>-<width>.png, for people to
look at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.support.amounts import amount
from tests.support.browser_scenes import FLAT_PALLET, MIDWAY, midway, play
from tests.support.browsing import DESK, PHONE, Visitor, visitor
from tests.support.paths import ROOT
from tests.support.servers import Server
from upturn.games import names

SCREENS = ROOT / "build" / "screens"
LANGUAGES = ("en", "fr", "de", "it")
FEWEST_LETTERS = 6
"""Of a text with gaps, to know it by what stands around them."""

TEXTS = """
() => {
  const texts = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (node.parentElement.checkVisibility({ visibilityProperty: true }))
      texts.add(node.textContent.trim());
  }
  for (const name of ["aria-label", "title", "alt", "placeholder"])
    for (const one of document.querySelectorAll(`body [${name}]`))
      texts.add(one.getAttribute(name).trim());
  return [...texts].filter((text) => text.length > 1); // a code has letters
}
"""


@pytest.fixture(scope="module")
def ada(browser: Browser, site: Server) -> Iterator[Visitor]:
    with visitor(browser, site, PHONE) as ada:
        ada.page.add_init_script(FLAT_PALLET)
        ada.come("Ada")
        yield ada


@pytest.fixture(scope="module")
def pages(ada: Visitor) -> dict[str, str]:
    """Where to look, by name."""
    wish = {"game": "team-play", "players": 4, "seat": 1, "bots": {"3": "casual"}}
    lobby = ada.call("POST", "/api/tables", wish)["table"]["id"]
    over = ada.open_table("dnup", 2)
    play(ada, over, 1000)
    return (
        {"landing": "/", "lobby": f"/t/{lobby}", "result": f"/t/{over}"}
        | {f"table-{game}": f"/t/{midway(ada, game, *MIDWAY[game])}" for game in names()}
        | {f"rules-{game}": f"/rules/{game}" for game in names()}
        | {f"lesson-{game}": f"/learn/{game}" for game in names()}
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits_and_is_translated(
    ada: Visitor, pages: dict[str, str], language: str
) -> None:
    SCREENS.mkdir(parents=True, exist_ok=True)
    found: list[str] = []
    page = ada.page
    ada.go("/me")
    page.evaluate("(language) => localStorage.setItem('upturn.language', language)", language)
    english = left_in_english(ada, language)
    for name, path in pages.items():
        ada.go(path)
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.locator("#main h1").wait_for()
        page.wait_for_load_state("networkidle")
        found += [f"{name}: still English: {text}" for text in english(page.evaluate(TEXTS))]
        for width, height in (PHONE, DESK):
            page.set_viewport_size({"width": width, "height": height})
            found += [f"{name}, {width}: {one}" for one in ada.overflow()]
            if amount(0, 1):
                page.screenshot(path=SCREENS / f"{language}-{name}-{width}.png")
    assert not found, "\n".join(found)


def left_in_english(somebody: Visitor, language: str) -> Any:
    """A function that finds English among texts: what has a translation that reads otherwise."""
    if language == "en":
        return lambda texts: []
    words: dict[str, Any] = somebody.call("GET", f"/static/words/{language}.json")
    pairs = [(text, [other] if isinstance(other, str) else other) for text, other in words.items()]
    ours = [pattern(form) for _, forms in pairs for form in forms]
    theirs = [pattern(text) for text, forms in pairs if text not in forms and letters(text)]
    english = re.compile("|".join(theirs))
    translated = re.compile("|".join(ours))
    return lambda texts: [
        text for text in texts if english.fullmatch(text) and not translated.fullmatch(text)
    ]


def letters(text: str) -> bool:
    """Whether a text can be told by its own words."""
    bare = re.sub(r"\{[^}]*\}", "", text)
    return bare == text or len(re.findall(r"[a-z]", bare)) >= FEWEST_LETTERS


def pattern(text: str) -> str:
    parts = re.split(r"(\{[^}]*\})", text)
    return (
        "(?:" + "".join(".+" if part.startswith("{") else re.escape(part) for part in parts) + ")"
    )

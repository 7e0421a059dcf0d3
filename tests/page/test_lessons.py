"""Every lesson, gone through in a browser: its moves are made on the board, to its end."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.boards import board_of
from tests.support.browser_play import steps
from tests.support.browsing import visitor
from tests.support.paths import ROOT
from tests.support.servers import Server
from upturn.games import names

LESSONS = ROOT / "web" / "public" / "lessons"
PAUSE = 2000
"""Milliseconds; so long each thing is shown at most that others do."""


@pytest.mark.parametrize("game", names())
def test_a_lesson_is_played_to_its_end(browser: Browser, site: Server, game: str) -> None:
    lesson = json.loads((LESSONS / f"{game}.json").read_text(encoding="utf-8"))
    with visitor(browser, site) as ada:
        page = ada.page
        page.clock.install()  # nobody waits for what others do
        ada.go(f"/learn/{game}")
        if name := board_of(game).sit:
            page.get_by_role("button", name=name, exact=True).click()
        for number, step in enumerate(lesson["steps"], 1):
            expect(page.get_by_text(f"Step {number} of {len(lesson['steps'])}")).to_be_visible()
            take(page, game, step)
        expect(page.get_by_role("heading", name="You know how to play!")).to_be_visible()
        page.get_by_role("button", name="Play now").click()
        page.wait_for_url(re.compile("/t/"))
        expect(page.locator(".tb-playing")).to_be_visible()


def take(page: Page, game: str, step: dict[str, Any]) -> None:
    """Do what a step asks for, and watch what follows."""
    if "moves" not in step:
        key = ""
        page.get_by_role("button", name="Next", exact=True).click()
    else:
        key = step["moves"][0]
        expect(page.get_by_role("button", name="Do it for me")).to_be_visible()
        for control in steps(page, game, key):
            if "data-pick" in control:  # cards lean and lie over each other
                page.locator(control).first.press("Enter")
            else:
                page.locator(control).first.click()
    for _ in step["after"][key]:
        page.clock.run_for(PAUSE)

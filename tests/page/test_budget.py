"""What the page costs: how much script it takes to begin, and how soon a press is answered.

The times depend on the machine: they are measured and written to build/screens/timings.json, with
no limit here.
"""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Response, expect

from tests.support.browser_play import Mouse
from tests.support.browser_scenes import FLAT_PALLET, MIDWAY, midway
from tests.support.browser_sitting import Sitting
from tests.support.browsing import Visitor, visitor
from tests.support.paths import ROOT
from tests.support.servers import Server
from upturn.games import names

MOST_SCRIPT = 70_000
"""Bytes of script, compressed, until the page is there."""
MARK_OF_THREE = b"WebGLRenderer"
TIMINGS = ROOT / "build" / "screens" / "timings.json"
TURNS = 6
TURNED = 15
"""Steps of the mouse."""

WATCH = """
  window.slow = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries())
      if (one.interactionId) window.slow.push([one.name, one.duration]);
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
"""
FRAMES = 'performance.getEntriesByName("pallet-frame").map((one) => one.duration)'
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


class Scripts:
    """The scripts that a page asks for."""

    def __init__(self, somebody: Visitor):
        self.bodies: dict[str, bytes] = {}
        somebody.page.on("response", self.take)

    def take(self, response: Response) -> None:
        if response.ok and response.url.endswith(".js"):
            self.bodies[response.url] = response.body()

    @property
    def size(self) -> int:
        return sum(len(gzip.compress(body)) for body in self.bodies.values())

    @property
    def solid(self) -> list[str]:
        """Those with three.js in them."""
        return [url for url, body in self.bodies.items() if MARK_OF_THREE in body]


def test_the_landing_page_takes_little_script(browser: Browser, site: Server) -> None:
    with visitor(browser, site) as ada:
        scripts = Scripts(ada)
        ada.go("/")
        expect(ada.page.get_by_role("button", name="Play now").first).to_be_enabled()
        ada.page.wait_for_load_state("networkidle")
        assert 0 < scripts.size <= MOST_SCRIPT, sizes(scripts)
        assert not scripts.solid


@pytest.mark.parametrize("game", names())
def test_a_table_takes_little_script(browser: Browser, site: Server, game: str) -> None:
    with visitor(browser, site) as ada:
        ada.page.add_init_script(FLAT_PALLET)
        ada.come("Ada")
        table = midway(ada, game, *MIDWAY[game])
        scripts = Scripts(ada)
        ada.go(f"/t/{table}")
        ada.page.locator(".tb-board :is(button, [data-card])").first.wait_for()
        ada.page.wait_for_load_state("networkidle")
        assert 0 < scripts.size <= MOST_SCRIPT, sizes(scripts)
        assert not scripts.solid


def sizes(scripts: Scripts) -> str:
    return "\n".join(f"{len(gzip.compress(body))} {url}" for url, body in scripts.bodies.items())


def test_the_solid_pallet_comes_in_a_script_of_its_own(browser: Browser, site: Server) -> None:
    with visitor(browser, site, motion=True) as ada:
        ada.come("Ada")
        scripts = Scripts(ada)
        ada.go(f"/t/{midway(ada, 'team-up', *MIDWAY['team-up'])}")
        canvas = ada.page.locator(".tu-solid canvas")
        canvas.wait_for()
        ada.page.wait_for_load_state("networkidle")
        assert len(scripts.solid) == 1

        box = canvas.bounding_box()
        assert box is not None
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        ada.page.mouse.move(*middle)
        ada.page.mouse.down()
        ada.page.mouse.move(middle[0] + 200, middle[1], steps=TURNED)  # it is turned
        ada.page.wait_for_function(f"{FRAMES}.length > 5")
        ada.page.mouse.up()
        frames = sorted(ada.page.evaluate(FRAMES))
        figures = {"median": frames[len(frames) // 2], "worst": frames[-1], "frames": len(frames)}
        note("pallet", {"frame_ms": figures})


@pytest.mark.parametrize("game", names())
def test_how_soon_a_press_is_answered_is_measured(
    browser: Browser, site: Server, game: str
) -> None:
    with visitor(browser, site) as ada:
        ada.page.add_init_script(WATCH)
        sitting = Sitting(ada, game, MIDWAY[game][0])
        for _ in range(TURNS):
            if not sitting.over:
                sitting.turn(Mouse())
        ada.page.evaluate(PAINTED)
        slow: list[tuple[str, float]] = ada.page.evaluate("window.slow")
        assert slow, "nothing was measured"
        name, worst = max(slow, key=lambda one: one[1])
        note(game, {"interaction_ms": worst, "of": name, "measured": len(slow)})


def note(name: str, figures: dict[str, Any]) -> None:
    """Write down what was measured, beside what others have measured."""
    TIMINGS.parent.mkdir(parents=True, exist_ok=True)
    known = json.loads(TIMINGS.read_text(encoding="utf-8")) if TIMINGS.exists() else {}
    TIMINGS.write_text(json.dumps(known | {name: figures}, indent=1) + "\n", encoding="utf-8")

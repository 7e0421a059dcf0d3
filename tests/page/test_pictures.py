"""Pictures of the page for the README, of games under way: build/pictures/page-*.png.

`make picture` takes them into docs/pictures.
"""

from __future__ import annotations

import base64

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Browser, expect

from tests.support.boards import board_of
from tests.support.browser_scenes import MIDWAY, midway
from tests.support.browsing import DESK, Visitor, visitor
from tests.support.paths import ROOT
from tests.support.servers import Server
from tools import png
from upturn.games import names

PICTURES = ROOT / "build" / "pictures"
HAND = (390, 844)
SCENES = {
    **{game: (game, *(board_of(game).scene or MIDWAY[game]), DESK) for game in names()},
    "phone": ("team-up", 2, 13, HAND),
}
"""By picture: game, players, moves of ours until it is taken, and the size of the window."""
BOTS = "skilled"
FEWEST_COLOURS = 500
LARGEST = 300_000

PIXELS = """
async (picture) => {
  const bitmap = await createImageBitmap(await (await fetch(picture)).blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext("2d");
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  let text = "";
  for (let at = 0; at < data.length; at += 32768)
    text += String.fromCharCode(...data.subarray(at, at + 32768));
  return btoa(text);
}
"""


def pixels_of(browser: Browser, picture: bytes) -> NDArray[np.uint8]:
    """Rows of red, green and blue; the browser reads what it wrote."""
    width, height = png.size_of(picture)
    page = browser.new_page()
    try:
        text = page.evaluate(PIXELS, f"data:image/png;base64,{base64.b64encode(picture).decode()}")
    finally:
        page.close()
    pixels = np.frombuffer(base64.b64decode(text), np.uint8)
    return pixels.reshape(height, width, 4)[..., :3]


def take(browser: Browser, somebody: Visitor, name: str, size: tuple[int, int]) -> None:
    """A picture of what somebody sees; there must be something to see."""
    somebody.page.wait_for_load_state("networkidle")
    pixels = pixels_of(browser, somebody.page.screenshot())
    red, green, blue = np.moveaxis(pixels.astype(np.int64), -1, 0)
    assert len(np.unique(red << 16 | green << 8 | blue)) > FEWEST_COLOURS, "a blank page"
    picture = png.paletted(pixels)
    assert png.size_of(picture) == size
    assert len(picture) < LARGEST
    PICTURES.mkdir(parents=True, exist_ok=True)
    (PICTURES / f"page-{name}.png").write_bytes(picture)


def test_few_colours_look_like_many(browser: Browser) -> None:
    across, down = np.meshgrid(np.arange(96), np.arange(64))
    pixels = np.stack([across * 2, down * 3, (across + down) % 256], axis=-1).astype(np.uint8)
    drawn = pixels_of(browser, png.paletted(pixels))
    assert drawn.shape == pixels.shape
    assert len(np.unique(drawn.reshape(-1, 3), axis=0)) <= png.COLOURS
    assert np.abs(drawn.astype(int) - pixels).max() < 40
    assert np.abs(drawn.astype(int) - pixels).mean() < 6


def test_a_picture_of_the_landing_page(browser: Browser, site: Server) -> None:
    with visitor(browser, site, DESK) as ada:
        ada.go("/")
        expect(ada.page.get_by_role("button", name="Play now")).to_have_count(len(names()))
        take(browser, ada, "landing", DESK)


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_of_a_game_under_way(browser: Browser, site: Server, name: str) -> None:
    game, players, turns, size = SCENES[name]
    with visitor(browser, site, size) as ada:
        ada.come("Ada")
        table = midway(ada, game, players, turns, BOTS)
        ada.go(f"/t/{table}")
        ada.page.locator(".tb-mine").wait_for()
        if game == "team-up":
            ada.page.locator(".tu-solid canvas").wait_for()
            boxes = ada.page.locator("[data-box]:enabled")
            if boxes.count():  # one is held over the pallet
                boxes.first.click()
        take(browser, ada, name, size)

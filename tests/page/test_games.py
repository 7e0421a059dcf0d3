"""Every game, played from its first move to its end in a real browser.

By mouse, by keys alone, and by the list of all moves as a screen reader finds it; by finger on a
phone; by dragging. What the page shows at the end is what the server says.

In `make test` each kind of move is made by hand a few times, and then for us, as if on a device of
ours in another room; in `make check-deep` all of them are made by hand.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.support.amounts import amount
from tests.support.boards import board_of
from tests.support.browser_play import (
    Dragging,
    DraggingFinger,
    Finger,
    Hand,
    Keys,
    Listener,
    Mouse,
    ends,
)
from tests.support.browser_sitting import Sitting, Way
from tests.support.browsing import DESK, PHONE, TABLET, visitor
from tests.support.servers import Server
from upturn.games import names, rules_of
from upturn.table import shuffles

LEAST = [(game, rules_of(game).player_counts[0]) for game in names()]
MOST = [(game, rules_of(game).player_counts[-1]) for game in names()]
SOME_TURNS = amount(5, 8)
BY_HAND = amount(3, 1000)
"""How often each kind of move is made at the page."""


LAST_LOOK = 3000
"""Milliseconds; by then the page has let us look at the last move long enough."""


@pytest.fixture(autouse=True)
def deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same cards every time, so that these games are as long today as they are tomorrow."""
    seed = "an evening"
    if played := getattr(request.node, "callspec", None):
        seed = board_of(played.params["game"]).deals.get(played.params["players"], seed)
    monkeypatch.setattr(shuffles, "fresh", lambda: (seed, secrets.token_hex(16)))


def shows_the_end(game: Sitting) -> None:
    """The page tells how the game ended as the server has it, and offers to look back."""
    page, view = game.page, game.view
    assert game.facts["state"] == "over"
    assert game.recorded() == game.made
    expect(page.get_by_role("heading", level=1)).to_have_text("The game is over")
    unit = board_of(view["game"]).unit(view["players"])
    after = page.get_by_role("region", name=re.compile(rf"\d+ {unit}"))
    counted = re.compile(rf"^[−\d]+ {unit}$")
    rows = after.get_by_role("listitem").filter(has=page.get_by_label(counted))
    page.clock.run_for(LAST_LOOK)
    expect(rows).to_have_count(len(teams(view)))
    shown = [(row.get_by_label(counted).inner_text(), row.inner_text()) for row in rows.all()]
    for team, score in teams(view):
        assert any(
            told == str(score).replace("-", "−") and all(name(game, seat) in words for seat in team)
            for told, words in shown
        ), (team, score, shown)
    result = after.get_by_role("heading", level=2).inner_text()
    best = max(score for _, score in teams(view))
    assert str(best).replace("-", "−") in result
    winners = [team for team, score in teams(view) if score == best]
    if len(teams(view)) > 1:
        for seat in (seat for team in winners for seat in team):
            assert name(game, seat) in result or (seat == 1 and "You" in result), result
    page.get_by_role("button", name="Look back").click()
    line = page.get_by_role("slider", name="Position in the game")
    expect(line).to_have_value(str(game.facts["plies"]))


def name(game: Sitting, seat: int) -> str:
    return game.name if seat == 1 else f"Bot {seat}"


def teams(view: dict[str, Any]) -> list[tuple[tuple[int, ...], int]]:
    """Who has how many points."""
    split = rules_of(view["game"]).sides(view["players"])
    return [(team, view["scores"][team[0] - 1]) for team in split]


def played_to_the_end() -> Iterator[Any]:
    """The smallest tables in every way; the largest ones by mouse, and in `check-deep` in every
    way as well."""
    ways = {"mouse": Mouse(), "keys": Keys(), "listening": Listener()}
    for game, players in LEAST + MOST:
        for name, way in ways.items():
            long = (game, players) in MOST and name != "mouse"
            marks = [pytest.mark.deep] if long else []
            yield pytest.param(game, players, way, id=f"{game}-{players}-{name}", marks=marks)


@pytest.mark.parametrize(("game", "players", "way"), [*played_to_the_end()])
def test_a_game_is_played_to_its_end(
    browser: Browser, site: Server, game: str, players: int, way: Way
) -> None:
    size = DESK if (game, players) in LEAST else TABLET
    with visitor(browser, site, size) as ada:
        ada.page.clock.install()
        sitting = Sitting(ada, game, players)
        sitting.play(way, BY_HAND)
        shows_the_end(sitting)


def test_on_a_phone_a_game_is_played_with_a_finger(browser: Browser, site: Server) -> None:
    with visitor(browser, site, PHONE, touch=True) as ada:
        ada.page.clock.install()
        sitting = Sitting(ada, "dnup", 2)
        sitting.play(DraggingFinger(), BY_HAND)
        shows_the_end(sitting)


@pytest.mark.parametrize(("game", "players"), MOST)
@pytest.mark.parametrize(
    "way",
    [Finger(), DraggingFinger(), Dragging(), Keys(), Listener()],
    ids=["tapping", "finger", "dragging", "keys", "listening"],
)
def test_a_full_table_is_played_at(
    browser: Browser, site: Server, game: str, players: int, way: Way
) -> None:
    touch = isinstance(way, Hand) and way.touch
    with visitor(browser, site, PHONE if touch else DESK, touch=touch) as ada:
        sitting = Sitting(ada, game, players)
        way.sit(sitting)
        for _ in range(SOME_TURNS):
            sitting.turn(way)


def carried(game: Sitting) -> str | None:
    """A move that can be made by dragging one thing."""
    board = board_of(game.game)
    alone = (move for move in game.legal if len(board.cards_of(move)) < 2)
    return next((move for move in alone if move.startswith(board.carried)), None)


@pytest.mark.parametrize(
    ("game", "players"), [(game, players) for game, players in MOST if board_of(game).carried]
)
def test_escape_puts_back_what_is_dragged(
    browser: Browser, site: Server, game: str, players: int
) -> None:
    with visitor(browser, site) as ada:
        page, way = ada.page, Dragging()
        sitting = Sitting(ada, game, players)
        way.sit(sitting)
        while (move := carried(sitting)) is None:
            sitting.turn(Mouse())
        board = board_of(game)
        move = board.taken(page, move, way.press)
        dragged = board.drag(move)
        assert dragged is not None
        start, end = ends(page, *dragged)
        page.mouse.move(**start)
        page.mouse.down()
        page.mouse.move(**end, steps=4)
        expect(page.locator(":root")).to_have_attribute("data-dragging", "")
        page.keyboard.press("Escape")
        expect(page.locator(":root[data-dragging], [data-over], [data-takes]")).to_have_count(0)
        expect(page.locator(board.floating)).to_have_count(0)
        page.mouse.up()
        assert ada.standing(sitting.table)["table"]["version"] == sitting.version
        way.carry(page, start, end)  # and once more, in earnest
        sitting.follow()
        assert sitting.recorded()[-1] == move


# --- The solid pallet -------------------------------------------------------------------------


def begun_with_a_card(game: Sitting) -> None:
    solid = game.page.get_by_role("button", name="3D", exact=True)
    expect(solid).to_have_attribute("aria-pressed", "true")
    game.turn(Mouse(), "draw")


def test_a_box_is_carried_onto_the_solid_pallet(browser: Browser, site: Server) -> None:
    with visitor(browser, site, TABLET) as ada:
        game = Sitting(ada, "team-up", 1)
        begun_with_a_card(game)
        page = game.page
        box = " ".join(game.legal[0].split()[1:3])
        start, middle = ends(page, f'[data-box="{box}"]', "[data-solid]")
        page.mouse.move(**start)
        page.mouse.down()
        # To and fro over it, until it may be there.
        fits = page.locator(".tu-place[data-move]")
        for step in range(60):
            x, y = middle["x"] + 25 * (step % 8 - 4), middle["y"] + 20 * (step // 8 - 4)
            page.mouse.move(x, y)
            if fits.count():
                break
        move = fits.first.get_attribute("data-move")
        page.mouse.up()
        game.follow()
        assert game.recorded() == ["draw", move]


def test_a_box_is_set_on_the_solid_pallet_with_keys(browser: Browser, site: Server) -> None:
    with visitor(browser, site, PHONE) as ada:
        game = Sitting(ada, "team-up", 1)
        begun_with_a_card(game)
        page, keys = game.page, Keys()
        box = " ".join(game.legal[0].split()[1:3])
        keys.press(page, f'[data-box="{box}"]')
        expect(page.locator("[data-solid]")).to_be_focused()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowLeft")
        move = page.locator(".tu-place[data-move]").first.get_attribute("data-move")
        page.keyboard.press("Enter")
        game.follow()
        assert game.recorded() == ["draw", move]


# --- Why not? ---------------------------------------------------------------------------------


def says(game: Sitting, reason: str) -> None:
    """It is shown, and said to who listens."""
    page = game.page
    heard = page.get_by_role("log")
    expect(page.get_by_text(reason).and_(page.locator(":visible")).first).to_be_visible()
    expect(heard.get_by_text(reason).first).to_be_attached()
    assert game.visitor.standing(game.table)["table"]["version"] == game.version


PICK_AT_ONCE = """() => {
  const cards = () => [...document.querySelectorAll('[data-spot="hand"] [data-card]')];
  const before = cards().length;
  window.picked = new Promise((done) => {
    const watch = new MutationObserver(() => {
      if (cards().length === before) return;
      watch.disconnect();
      cards()[0].click();
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 200)));
    });
    watch.observe(document.body, { childList: true, subtree: true });
  });
}"""
"""Picks a card before anything else happens with a hand that has just changed."""


def test_a_card_that_is_picked_at_once_stays_picked(browser: Browser, site: Server) -> None:
    with visitor(browser, site) as ada:
        sitting = Sitting(ada, "team-play", 3)
        hand = ada.page.locator('[data-spot="hand"] [data-card]')
        expect(hand).to_have_count(len(sitting.view["hand"]))  # the board comes after the table
        ada.page.evaluate(PICK_AT_ONCE)
        draw = next(move for move in sitting.legal if move.startswith("draw"))
        Mouse().make(sitting, draw)
        ada.page.evaluate("() => window.picked")
        expect(ada.page.locator('[data-card][aria-pressed="true"]')).to_have_count(1)


def test_a_set_that_is_too_low_is_told_so(browser: Browser, site: Server) -> None:
    with visitor(browser, site) as ada:
        game = Sitting(ada, "dnup", 2)
        low: list[str] = []
        while not low:
            game.turn(Mouse())
            low = [card for card in game.view["hand"] if f"play {card}" not in game.legal]
        reason = game.why([f"play {low[0]}"])[f"play {low[0]}"]
        assert reason is not None
        assert reason["code"] == "set-too-low"
        Dragging().drag(game.page, f'[data-pick="{low[0]}"]', '[data-part="discard"]')
        says(game, reason["sentence"])


def test_a_turn_that_cannot_end_yet_says_why(browser: Browser, site: Server) -> None:
    with visitor(browser, site) as ada:
        game = Sitting(ada, "team-play", 3)
        reason = game.why(["end"])["end"]
        assert reason is not None
        assert reason["code"] == "draws-first"
        Keys().press(game.page, "button.tp-end")
        says(game, reason["sentence"])


def test_a_box_that_would_overhang_is_told_so(browser: Browser, site: Server) -> None:
    with visitor(browser, site) as ada:
        game = Sitting(ada, "team-up", 1)
        way = Mouse()
        way.sit(game)
        while True:
            game.turn(way)
            # A box with a square top is held by its own cell, and looks the same turned.
            boxes = {move.rsplit(" ", 1)[0] for move in game.legal if len(move.split()) == 4}
            wishes = [f"{box} {cell}" for box in boxes for cell in ("a1", "b1", "b2", "c2", "d2")]
            reasons = game.why(wishes) if wishes else {}
            found = [
                (move, why) for move, why in reasons.items() if why and "overhang" in why["code"]
            ]
            if found:
                break
        move, reason = found[0]
        _, colour, kind, cell = move.split()
        way.press(game.page, f'[data-box="{colour} {kind}"]')
        keys = Keys()
        keys.press(game.page, f'[data-cell="{cell}"]')
        says(game, reason["sentence"])

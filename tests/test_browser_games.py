"""Every game, played from its first move to its end in a real browser.

By mouse, by keys alone, and by the list of all moves as a screen reader finds it; by finger on a
phone; by dragging. What the page shows at the end is what the server says.
"""

from __future__ import annotations

import re
import secrets
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser_play import Dragging, DraggingFinger, Finger, Keys, Listener, Mouse, Sitting, Way
from tests.browsing import DESK, PHONE, TABLET, visitor
from tests.servers import Server
from upturn.table import shuffles

LEAST = [("dnup", 2), ("team-play", 3), ("team-up", 1)]
MOST = [("dnup", 5), ("team-play", 6), ("team-up", 4)]
GAMES = [game for game, _ in LEAST]
SOME_TURNS = 8


@pytest.fixture(autouse=True)
def deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same cards every time, so that these games are as long today as they are tomorrow."""
    monkeypatch.setattr(shuffles, "fresh", lambda: ("an evening", secrets.token_hex(16)))


def shows_the_end(game: Sitting) -> None:
    """The page tells how the game ended as the server has it, and offers to look back."""
    page, view = game.page, game.view
    assert game.facts["state"] == "over"
    assert game.recorded() == game.made
    expect(page.get_by_role("heading", level=1)).to_have_text("The game is over")
    after = page.get_by_role("region", name=re.compile(r"\d+ (points?|tokens?|rounds? won)"))
    points = page.get_by_label(re.compile(r"^[−\d]+ points?$"))
    rows = after.get_by_role("listitem").filter(has=points)
    shown = [
        (row.get_by_label(re.compile("points?$")).inner_text(), row.inner_text())
        for row in rows.all()
    ]
    assert len(shown) == len(teams(view))
    for team, score in teams(view):
        assert any(
            told == str(score).replace("-", "−") and all(name(game, seat) in words for seat in team)
            for told, words in shown
        ), (team, score, shown)
    result = after.get_by_role("heading", level=2).inner_text()
    best = max(score for _, score in teams(view))
    assert str(best).replace("-", "−") in result
    winners = [team for team, score in teams(view) if score == best]
    if view["game"] != "team-up":
        for seat in (seat for team in winners for seat in team):
            assert name(game, seat) in result or (seat == 1 and "You" in result), result
    page.get_by_role("button", name="Look back").click()
    line = page.get_by_role("slider", name="Line of the game")
    expect(line).to_have_value(str(game.facts["plies"]))


def name(game: Sitting, seat: int) -> str:
    return game.name if seat == 1 else f"Bot {seat}"


def teams(view: dict[str, Any]) -> list[tuple[list[int], int]]:
    """Who has how many points."""
    seats = list(range(1, view["players"] + 1))
    match view["game"]:
        case "team-up":
            split = [seats]
        case "team-play":
            split = view["teams"]
        case _:
            split = [[seat] for seat in seats]
    return [(team, view["scores"][team[0] - 1]) for team in split]


@pytest.mark.parametrize("way", [Mouse(), Keys(), Listener()], ids=["mouse", "keys", "listening"])
@pytest.mark.parametrize(("game", "players"), LEAST + MOST)
def test_a_game_is_played_to_its_end(
    browser: Browser, site: Server, game: str, players: int, way: Way
) -> None:
    size = DESK if (game, players) in LEAST else TABLET
    with visitor(browser, site, size) as ada:
        sitting = Sitting(ada, game, players)
        sitting.play(way)
        shows_the_end(sitting)


@pytest.mark.parametrize(("game", "players"), LEAST)
def test_on_a_phone_a_game_is_played_with_a_finger(
    browser: Browser, site: Server, game: str, players: int
) -> None:
    with visitor(browser, site, PHONE, touch=True) as ada:
        sitting = Sitting(ada, game, players)
        sitting.play(DraggingFinger())
        shows_the_end(sitting)


@pytest.mark.parametrize(("game", "players"), MOST)
@pytest.mark.parametrize("way", [Finger(), Dragging()], ids=["tapping", "dragging"])
def test_a_full_table_is_played_at(
    browser: Browser, site: Server, game: str, players: int, way: Mouse
) -> None:
    size = PHONE if way.touch else DESK
    with visitor(browser, site, size, touch=way.touch) as ada:
        sitting = Sitting(ada, game, players)
        way.sit(sitting)
        for _ in range(SOME_TURNS):
            sitting.turn(way)

"""Games played in a browser: somebody at a table with bots, who makes moves as people make them.

    game = Sitting(visitor, "dnup", 2)
    game.play(Mouse(visitor.page))

Which moves, a seeded choice from what the server lists decides. How a move is made on a board is
told once, as the controls to press one after the other (`steps`); a way presses them: by mouse, by
finger, or by keys. `Listener` does without the board: it reads the list of all moves.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any, Protocol

from playwright.sync_api import Page, expect

from tests.browsing import Visitor

MOST_MOVES = 400
"""Of one person in one game; these choices make games end long before."""
WAIT = 20
"""Seconds that the server may take to say that nothing has happened."""

# What is done rather than anything after it. In Team UP nobody stops: the pallet is to be filled.
PREFERRED = {
    "dnup": ("play", "add", "take", "flip"),
    "team-play": ("fulfil", "draw", "discard", "keep", "end", "give", "swap"),
    "team-up": ("place", "draw", "penalty"),
}
WHIMS = 0.15
"""How often another kind of move is made, so that all of them are."""


def verb(move: str) -> str:
    return move.split()[0]


def choose(game: str, legal: list[str], rng: random.Random) -> str:
    """A move that brings the end nearer, mostly; as many cards at once as can be in dnup."""
    kinds = [kind for kind in PREFERRED[game] if any(verb(move) == kind for move in legal)]
    kind = rng.choice(kinds) if rng.random() < WHIMS else kinds[0]
    moves = [move for move in legal if verb(move) == kind]
    if kind == "play":
        most = max(map(len, map(str.split, moves)))
        moves = [move for move in moves if len(move.split()) == most]
    return rng.choice(moves)


class Way(Protocol):
    """How somebody makes a move."""

    def make(self, game: Sitting, move: str) -> None: ...


class Sitting:
    """Somebody in the first seat of a new table, and bots in the others."""

    def __init__(self, visitor: Visitor, game: str, players: int, **more: Any):
        self.visitor, self.page, self.game, self.players = visitor, visitor.page, game, players
        self.rng = random.Random(f"{game} {players}")
        self.made: list[str] = []
        visitor.come("Ada")
        self.table = visitor.open_table(game, players, **more)
        self.version = 0
        self.facts: dict[str, Any] = {}
        self.view: dict[str, Any] = {}
        visitor.go(f"/t/{self.table}")
        self.follow()

    @property
    def over(self) -> bool:
        return self.facts["state"] in ("over", "ended")

    @property
    def legal(self) -> list[str]:
        moves: list[str] = self.view["legal"]
        return moves

    def follow(self) -> None:
        """Wait for our next turn, or the end: first the server gets there, then the page."""
        before, quiet = self.version, 0
        while True:
            path = f"/api/tables/{self.table}/entries?since={self.version}&wait={WAIT}"
            now = self.visitor.call("GET", path)
            quiet = quiet + 1 if now["version"] == self.version else 0
            assert quiet < 3, f"nothing happens after {self.made[-1:]} at {before}"
            self.version, self.facts = now["version"], now["table"]
            if now["views"]:
                self.view = now["views"][0]
            if self.version > before and (self.over or self.legal):
                break
        self.page.locator(f'[data-version="{self.version}"]').wait_for()

    def turn(self, way: Way, move: str | None = None) -> str:
        """Make a move, of our choice unless one is given."""
        move = move or choose(self.game, self.legal, self.rng)
        assert move in self.legal
        self.made.append(move)
        way.make(self, move)
        self.follow()
        return move

    def play(self, way: Way) -> None:
        """Play to the end."""
        while not self.over:
            assert len(self.made) < MOST_MOVES, f"{self.game} does not end"
            self.turn(way)

    def why(self, move: str) -> dict[str, Any]:
        """The server's reason why a move is not possible."""
        wish = {"do": "why", "id": f"why-{self.version}", "version": self.version, "seat": 1}
        path = f"/api/tables/{self.table}/commands"
        answer = self.visitor.call("POST", path, wish | {"moves": [move]})
        reason: dict[str, Any] = answer["reasons"][move]
        return reason

    def recorded(self) -> list[str]:
        """The moves of our seat, as the record of the finished game has them."""
        record = self.visitor.call("GET", f"/api/tables/{self.table}/record")
        return [line["move"] for line in record["lines"] if line.get("seat") == 1]


# --- On the board -----------------------------------------------------------------------------


def steps(page: Page, game: str, move: str, *, touch: bool = False) -> Iterator[str]:
    """The controls to press for a move, one after the other; asked for as one goes along."""
    verb, *rest = move.split()
    done = f'[data-move="{move}"]'
    if game == "dnup":
        cards = rest if verb == "play" else rest[:1] if verb == "add" else []
        yield from (f'[data-pick="{card}"][aria-pressed="false"]' for card in cards)
    elif game == "team-play":
        cards = {"fulfil": rest[1:], "give": rest, "discard": rest}.get(verb, [])
        yield from (f'[data-card="{card}"][aria-pressed="false"]' for card in cards)
    elif verb == "place":
        yield f'[data-box="{rest[0]} {rest[1]}"][aria-pressed="false"]'
        done = f"[data-cell]{done}"
        expect(page.locator('[data-box][aria-pressed="true"]')).to_have_count(1)
        if page.locator(done).count() == 0:
            yield TURN
        if touch:
            # A finger shows the box there first; a press on the button, or there again, is meant.
            yield done
            done = f'.tu-place[data-move="{move}"]'
    yield done


TURN = 'button[aria-keyshortcuts="R"]'
CORNER = {"x": 7.0, "y": 20.0}
"""Cards of a hand lie over each other: the left edge of each is seen."""


class Mouse:
    def make(self, game: Sitting, move: str) -> None:
        closed(game.page)
        for control in steps(game.page, game.game, move):
            spot = CORNER if "aria-pressed" in control and "data-box" not in control else None
            game.page.locator(control).first.click(position=spot)  # type: ignore[arg-type]


class Finger:
    def make(self, game: Sitting, move: str) -> None:
        closed(game.page)
        for control in steps(game.page, game.game, move, touch=True):
            spot = CORNER if "aria-pressed" in control and "data-box" not in control else None
            game.page.locator(control).first.tap(position=spot)  # type: ignore[arg-type]


def closed(page: Page) -> None:
    """What lies over the table is read and closed: the end of a round."""
    told = page.get_by_role("button", name="Go on", exact=True)
    if told.count():
        told.click()


# --- With keys --------------------------------------------------------------------------------

WHERE_TO = """
(selector) => {
  const here = document.activeElement;
  if (here.matches(selector)) return "here";
  const seen = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  if (!seen.length) return "nowhere";
  const target = seen.find((one) => one.tabIndex >= 0) ?? seen[0];
  const after = here.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
  const group = target.closest("[role=group], [role=grid]");
  if (target.tabIndex >= 0 || !group.contains(here)) return after ? "Tab" : "Shift+Tab";
  const [row, line] = [here.closest("tr"), target.closest("tr")];
  if (row !== line) return after ? "ArrowDown" : "ArrowUp";
  return after ? "ArrowRight" : "ArrowLeft";
}
"""
MOST_KEYS = 150


class Keys:
    """Tab and arrows to a control, then Enter or Space; never a mouse."""

    def make(self, game: Sitting, move: str) -> None:
        for control in steps(game.page, game.game, move):
            if control == TURN:
                game.page.keyboard.press("r")
                continue
            self.reach(game.page, control)
            game.page.keyboard.press("Space" if "aria-pressed" in control else "Enter")

    def reach(self, page: Page, control: str) -> None:
        page.locator(control).first.wait_for()
        for _ in range(MOST_KEYS):
            key = page.evaluate(WHERE_TO, control)
            if key == "here":
                return
            assert key != "nowhere", f"{control} cannot be seen"
            page.keyboard.press(key)
        raise AssertionError(f"{MOST_KEYS} keys do not lead to {control}")


# --- Without the board ------------------------------------------------------------------------


def listed(legal: list[str]) -> list[str]:
    """Moves as the list has them: by their first word."""
    kinds = list(dict.fromkeys(map(verb, legal)))
    return sorted(legal, key=lambda move: kinds.index(verb(move)))


class Listener:
    """Finds things by what they are and what they are called, as a screen reader does."""

    def make(self, game: Sitting, move: str) -> None:
        words = f"All moves ({len(game.legal)})"
        moves = game.page.get_by_role("group", name=words, exact=True)
        if not moves.count():
            game.page.get_by_text(words, exact=True).press("Enter")
            moves.wait_for()
        more = moves.get_by_text(re.compile(r"^\d+ more$"))
        for at in range(more.count()):
            more.nth(at).press("Enter")
        buttons = moves.get_by_role("button")
        expect(buttons).to_have_count(len(game.legal))
        names = buttons.all_inner_texts()
        assert len(set(names)) == len(names), "moves that sound the same"
        buttons.nth(listed(game.legal).index(move)).press("Enter")

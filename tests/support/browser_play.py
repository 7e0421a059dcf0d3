"""Ways to make a move on the page: by mouse, by finger, by dragging, with keys, or by listening.

How a move is made on a board is told once, as the controls to press one after the other (`boards`
has it, game by game); a way presses them. `Listener` does without the board: it reads the list of
all moves.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

from playwright.sync_api import Page, Position, expect

from tests.support.boards import board_of
from tests.support.browser_sitting import Sitting, verb

# --- On the board -----------------------------------------------------------------------------


def steps(page: Page, game: str, move: str, *, touch: bool = False) -> Iterator[str]:
    """The controls to press for a move, one after the other; asked for as one goes along."""
    return board_of(game).steps(page, move, touch=touch)


SHORTCUT = re.compile(r'\[aria-keyshortcuts="(\w)"\]')
NO = ".tb-ballot button:last-of-type"


class Hand:
    """Somebody at the board, who presses one control after the other."""

    touch = False

    def press(self, page: Page, control: str) -> None:
        raise NotImplementedError

    def sit(self, game: Sitting) -> None:
        if name := board_of(game.game).sit:
            self.press(game.page, f'[aria-label="{name}"]')

    def make(self, game: Sitting, move: str) -> None:
        for control in steps(game.page, game.game, move, touch=self.touch):
            self.press(game.page, control)

    def decline(self, page: Page) -> None:
        self.press(page, NO)


def spot(control: str) -> Position | None:
    """Return where to press. Cards of a hand overlap, so only the left part of each is visible."""
    return {"x": 12, "y": 30} if "aria-pressed" in control and "data-box" not in control else None


class Mouse(Hand):
    def press(self, page: Page, control: str) -> None:
        page.locator(control).first.click(position=spot(control))

    def make(self, game: Sitting, move: str) -> None:
        closed(game.page)
        super().make(game, move)


class Finger(Mouse):
    touch = True

    def press(self, page: Page, control: str) -> None:
        page.locator(control).first.tap(position=spot(control))


def closed(page: Page) -> None:
    """Close what covers the table, such as the end of a round."""
    told = page.get_by_role("button", name="Next round", exact=True)
    if told.count():
        told.click()


# --- Dragging ---------------------------------------------------------------------------------


class Dragging(Mouse):
    """Drags things with the mouse to where they go, unless a press is enough for the move."""

    def make(self, game: Sitting, move: str) -> None:
        page, board = game.page, board_of(game.game)
        dragged = board.drag(move)
        if dragged is None:
            super().make(game, move)
            return
        closed(page)
        alone = len(board.cards_of(move)) == 1  # it need not be picked before
        for control in board.steps(page, move):
            if "data-move" in control:
                self.drag(page, *dragged)
            elif not alone:
                self.press(page, control)

    def drag(self, page: Page, what: str, where: str) -> None:
        self.carry(page, *ends(page, what, where))

    def carry(self, page: Page, start: Position, end: Position) -> None:
        page.mouse.move(**start)
        page.mouse.down()
        page.mouse.move(**end, steps=STEPS)
        page.mouse.up()


class DraggingFinger(Dragging):
    touch = True

    def press(self, page: Page, control: str) -> None:
        page.locator(control).first.tap(position=spot(control))

    def carry(self, page: Page, start: Position, end: Position) -> None:
        line = page.context.new_cdp_session(page)
        began = time.time() - 3

        def finger(kind: str, at: float, *points: Position) -> None:
            told = {"type": kind, "touchPoints": list(points), "timestamp": began + at}
            line.send("Input.dispatchTouchEvent", told)

        finger("touchStart", 0, start)
        for step in range(1, STEPS + 1):
            part = step / STEPS
            x = start["x"] + (end["x"] - start["x"]) * part
            y = start["y"] + (end["y"] - start["y"]) * part
            finger("touchMove", part, {"x": x, "y": y})
        # Hold still before lifting: otherwise the page is flung, and the next tap only stops it.
        finger("touchMove", 2, end)
        finger("touchEnd", 3)
        line.detach()


STEPS = 6


SEEN = """
(element) => {
  const box = element.getBoundingClientRect();
  const parts = [0.5, 0.3, 0.7, 0.1, 0.9, 0.04, 0.96];
  for (const down of parts) for (const right of parts) {
    const [x, y] = [box.left + box.width * right, box.top + box.height * down];
    if (element.contains(document.elementFromPoint(x, y))) return { x, y };
  }
  return null;
}
"""


def ends(page: Page, what: str, where: str) -> tuple[Position, Position]:
    """Return the points of the window where a drag begins and ends, where both things are
    visible."""
    source, target = page.locator(what).first, page.locator(where).first
    source.scroll_into_view_if_needed()
    if target.evaluate(SEEN) is None:
        target.evaluate("(element) => element.scrollIntoView({ block: 'nearest' })")
    start, end = source.evaluate(SEEN), target.evaluate(SEEN)
    together = f"{what} and {where} are not seen together"
    assert start is not None, together
    assert end is not None, together
    return start, end


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


class Keys(Hand):
    """Tab and arrows to a control, then Enter or Space; never a mouse."""

    def press(self, page: Page, control: str) -> None:
        if shortcut := SHORTCUT.search(control):
            page.keyboard.press(shortcut[1].lower())
            return
        self.reach(page, control)
        page.keyboard.press("Space" if "aria-pressed" in control else "Enter")

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
    """Return moves in the order of the list, by their first word."""
    kinds = list(dict.fromkeys(map(verb, legal)))
    return sorted(legal, key=lambda move: kinds.index(verb(move)))


class Listener:
    """Finds things by role and name, as a screen reader does."""

    def sit(self, game: Sitting) -> None:
        if name := board_of(game.game).sit:
            game.page.get_by_role("button", name=name, exact=True).press("Enter")

    def decline(self, page: Page) -> None:
        page.get_by_role("button", name="No", exact=True).press("Enter")

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

"""How Team UP is played on the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.boards import Board

TURN = 'button[aria-keyshortcuts="R"]'


class TeamUpBoard(Board):
    sit = "From above"  # the pallet as a map: a solid one is slow without a graphics card
    scene = 4, 7
    carried = "place"
    floating = ".tu-floating"

    def pick(self, view: dict[str, Any], moves: list[str], rng: Random) -> str:
        if moves[0].startswith("place "):  # boxes low down
            return min(moves, key=lambda move: (height(view, move.split()[3]), rng.random()))
        return rng.choice(moves)

    def steps(self, page: Page, move: str, *, touch: bool = False) -> Iterator[str]:
        done = f'[data-move="{move}"]'
        match move.split():
            case "place", colour, kind, *_:
                yield f'[data-box="{colour} {kind}"][aria-pressed="false"]'
                done = f"[data-cell]{done}"
                expect(page.locator('[data-box][aria-pressed="true"]')).to_have_count(1)
                if page.locator(done).count() == 0:
                    yield TURN
                if touch:
                    # A tap shows the box there first; a press on the button, or there again, is
                    # meant.
                    cell, done = done, f'.tu-place[data-move="{move}"]'
                    if page.locator(done).count() == 0:
                        yield cell
        yield done

    def drag(self, move: str) -> tuple[str, str] | None:
        match move.split():
            case "place", colour, kind, *_:
                return f'[data-box="{colour} {kind}"]', f'[data-cell][data-move="{move}"]'
        return None

    def taken(self, page: Page, move: str, press: Callable[[Page, str], None]) -> str:
        """The pallet says what may be placed where."""
        press(page, '[data-box="{} {}"]'.format(*move.split()[1:3]))
        found = page.locator("[data-cell][data-move]").first.get_attribute("data-move")
        assert found is not None
        return found


def height(view: dict[str, Any], cell: str) -> int:
    """How high boxes are stacked on a cell of the pallet: b3."""
    high: int = view["heights"][int(cell[1:]) - 1]["abcdef".index(cell[0])]
    return high


BOARD = TeamUpBoard()

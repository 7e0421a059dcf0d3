"""How Team Play is played on the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from playwright.sync_api import Page

from tests.support.boards import Board


class TeamPlayBoard(Board):
    deals: ClassVar = {3: "snow", 6: "tea"}
    scene = 4, 14
    carried = "draw"
    floating = ".tp-ghost"

    def cards_of(self, move: str) -> list[str]:
        match move.split():
            case (("give" | "discard"), *cards):
                return cards
            case "fulfil", _, *cards:
                return cards
        return []

    def steps(self, page: Page, move: str, *, touch: bool = False) -> Iterator[str]:
        for card in self.cards_of(move):
            yield f'[data-card="{card}"][aria-pressed="false"]'
        yield f'[data-move="{move}"]'

    def drag(self, move: str) -> tuple[str, str] | None:
        match move.split():
            case "draw", *_:
                return f'[data-drag="{move}"]', '[data-drop="hand"]'
            case "discard", card, *_:
                return f'[data-card="{card}"]', '[data-drop="discard"]'
            case "give", card, *_:
                return f'[data-card="{card}"]', '[data-drop="partner"]'
            case "fulfil", mission, card, *_:
                return f'[data-card="{card}"]', f'[data-drop="mission {mission}"]'
        return None


BOARD = TeamPlayBoard()

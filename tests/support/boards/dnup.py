"""How dnup is played on the page."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

from playwright.sync_api import Page

from tests.support.boards import Board


class DnupBoard(Board):
    deals: ClassVar = {2: "rain", 5: "tea"}
    scene = 4, 2
    carried = "play"
    floating = ".dn-dragged, .dn-carried"

    def unit(self, players: int) -> str:
        return "rounds? won" if players == 2 else "tokens?"

    def pick(self, view: dict[str, Any], moves: list[str], rng: Random) -> str:
        if moves[0].startswith("play "):  # many cards at once
            return max(moves, key=lambda move: (len(move.split()), rng.random()))
        return rng.choice(moves)

    def cards_of(self, move: str) -> list[str]:
        match move.split():
            case "play", *cards:
                return cards
            case "add", card, *_:
                return [card]
        return []

    def steps(self, page: Page, move: str, *, touch: bool = False) -> Iterator[str]:
        for card in self.cards_of(move):
            yield f'[data-pick="{card}"][aria-pressed="false"]'
        yield f'[data-move="{move}"]'

    def drag(self, move: str) -> tuple[str, str] | None:
        match move.split():
            case "play", card, *_:
                return f'[data-pick="{card}"]', '[data-part="discard"]'  # the middle of the table
            case "add", card, _, owner, *_:
                return f'[data-pick="{card}"]', f'[data-part="set-{owner}"]'
            case "take", owner, *_:
                return f'[data-part="set-{owner}"] .dn-set-cards', '[data-part="hand"]'
        return None


BOARD = DnupBoard()

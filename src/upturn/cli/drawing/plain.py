"""Any game in a terminal: a view line by line, for games without a drawer of their own."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, ClassVar

from rich.console import RenderableType
from rich.text import Text

from upturn.cli.drawing.drawer import Drawer
from upturn.cli.drawing.speech import joined, sentence
from upturn.games.plain import event_in_words, facts_in_words
from upturn.games.rules import DEAL

if TYPE_CHECKING:
    from upturn.games.rules import Entry, Facts


class PlainDrawer(Drawer):
    """Draws a game as a list of facts."""

    verbs: ClassVar[tuple[str, ...]] = ()

    def screen(self, view: Facts, width: int, seen: Facts | None = None) -> RenderableType:
        facts = [*facts_in_words(view), ("scores", self._scores(view))]
        label = min(max(len(name) for name, _ in facts) + 2, width // 2)
        lines = [Text(f" {view['game']}", "bold")]
        for name, fact in facts:
            rows = textwrap.wrap(fact, width - label - 2) or [""]
            lines.append(Text.assemble((f" {name[: label - 1]:<{label}}", "dim"), rows[0]))
            lines += [Text(f" {'':<{label}}{row}") for row in rows[1:]]
        return Text("\n").join(lines)

    def tell(self, entry: Entry, view: Facts) -> list[str]:
        if entry["seat"] is None:
            told = f"cards are dealt: {entry['move'].removeprefix(DEAL)}"
        else:
            told = f"{self.name(entry['seat'])}: {entry['move']}"
        return [sentence(told), *(sentence(event_in_words(event)) for event in entry["events"])]

    def option(self, move: str) -> str:
        return move.partition(" ")[2] or move

    def result(self, view: Facts) -> str:
        scores = view["scores"]
        best = [seat for seat, score in enumerate(scores, 1) if score == max(scores)]
        if len(best) == len(scores):
            return f"The game is over. Scores: {self._scores(view)}."
        won = sentence(f"{joined([self.who(seat) for seat in best])} {self._win(best)}")
        return f"{won} Scores: {self._scores(view)}."

    def _win(self, seats: list[int]) -> str:
        return self.verb(seats[0], "win") if len(seats) == 1 else "win"

    def _scores(self, view: Facts) -> str:
        seats = range(1, view["players"] + 1)
        return " · ".join(
            f"{self.name(seat)} {score}" for seat, score in zip(seats, view["scores"], strict=True)
        )

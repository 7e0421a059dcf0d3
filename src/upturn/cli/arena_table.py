"""Shows a match in the terminal: a table while it is played, and a summary at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

if TYPE_CHECKING:
    from upturn.arena import Figures, Match, Result, Tally
    from upturn.arena.sprt import Sprt

EVERY = 0.25
"""Seconds between two tables, because computing the intervals takes time."""
PARTS = 5
"""How many lines report progress if nobody watches."""
PLACES = {"one": "in one process", "cores": "in {}processes", "ray": "by {}workers of Ray"}
VERDICTS = {
    "more": "settled after {deals:,} deals: {bot} wins at least {more} percentage points more than "
    "an even share.",
    "even": "settled after {deals:,} deals: {bot} does not win {more} percentage points more than "
    "an even share.",
    "open": "after {deals:,} deals it is still open whether {bot} wins {more} percentage points "
    "more than an even share.",
}


class Board:
    """Shows a running match. Without a terminal it prints a few plain lines."""

    def __init__(self, match: Match, console: Console):
        self._match = match
        self._console = console
        self._begun = perf_counter()
        self._shown = 0.0
        self._told = 0
        self._progress = Progress(
            BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn()
        )
        self._task = self._progress.add_task("", total=match.total)
        self._live = Live(self._progress, console=console, transient=True)

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.stop()

    def show(self, tally: Tally, games: int) -> None:
        """Show the table. Call this after every game."""
        if not self._console.is_terminal:
            self._tell(tally, games)
            return
        self._progress.update(self._task, completed=games)
        now = perf_counter()
        if tally.played and now - self._shown > EVERY:
            figures, seconds = tally.figures(), now - self._begun
            table = table_of(figures, self._match, seconds, tally.unfinished, tally.test)
            self._live.update(Group(table, self._progress))
            self._shown = perf_counter()

    def _tell(self, tally: Tally, games: int) -> None:
        part = PARTS * games // self._match.total
        if self._told < part < PARTS and tally.played:
            self._told = part
            rates = ", ".join(
                f"{each.bot} {percent(each.win_rate.value)}" for each in tally.figures()
            )
            self._console.print(
                f"{games:,} of {self._match.total:,} games: {rates}", soft_wrap=True
            )


def table_of(
    figures: Sequence[Figures],
    match: Match,
    seconds: float,
    unfinished: int = 0,
    test: Sprt | None = None,
) -> Table:
    """Return a table with a line per bot that fits into 80 columns."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("bot", overflow="fold", min_width=6, max_width=19)
    for title in ("games", "win rate", "95 %", "rating", "score", "moves/s", "think"):
        table.add_column(title, justify="right", no_wrap=True)
    for each in figures:
        low, high = 100 * each.win_rate.low, 100 * each.win_rate.high
        table.add_row(
            each.bot,
            f"{each.games:,}",
            percent(each.win_rate.value),
            f"{low:.1f}–{high:.1f}",
            f"{each.rating:.1f} ±{2 * each.sigma:4.1f}",
            f"{each.mean_score:.2f}",
            f"{each.moves / max(seconds, 1e-9):,.0f}",
            duration(each.think),
        )
    notes = [f"An even share is {percent(match.even)}. Rating ± 2 sigma."]
    if unfinished:
        notes.append(f"Games that went round in circles and were stopped: {unfinished:,}.")
    if test:
        notes.append(f"Test: LLR {test.llr:.2f}, settled at ±{test.bound:.2f}.")
    table.caption = "\n".join(notes)
    table.caption_justify = "left"
    return table


def closing_words(result: Result) -> Iterator[str]:
    """Yield what else there is to say when everything is played."""
    match = result.match
    games, moves = len(result.played), sum(sum(game.moves) for game in result.played)
    place = PLACES[result.on].format(f"{result.workers} " if result.workers else "")
    pace = moves / max(result.seconds, 1e-9)
    took = f"{duration(result.seconds)} {place}"
    yield f"{games:,} games, {moves:,} moves in {took}: {pace:,.0f} moves/s."
    if result.test:
        test = result.test
        more = f"{100 * test.more:g}"
        said = VERDICTS[test.verdict].format(bot=match.bots[0], more=more, deals=test.deals)
        yield f"Test: {said}"
    if result.partial:
        yield f"Partial results: stopped after {games:,} of {match.total:,} games."


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def duration(seconds: float) -> str:
    """Return a duration in a suitable unit."""
    if seconds < 0.001:
        return f"{1e6 * seconds:.0f} µs"
    if seconds < 1:
        return f"{1000 * seconds:.{1 if seconds < 0.01 else 0}f} ms"
    if seconds < 120:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min"

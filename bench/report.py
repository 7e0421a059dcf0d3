"""The figures as tables: for the terminal, and as Markdown for the documentation."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable

from bench.contender import Contender
from bench.deals import Deals
from bench.measuring import FULL, Results
from bench.ours import Lengths
from bench.targets import Outcome
from upturn.games.team_up.components import PERFECT

INTRODUCTION = f"""\
# Benchmarks

`make bench` measures all of this in one run and writes this page.

Random games are played, ours beside those of other programs, which are driven from Python one
move at a time: legal moves, a random choice, the move. Every game of theirs has the number of
players it comes with. Only moves of players are counted, but the clock runs while chance deals
too, on both sides. OpenSpiel deals card by card, which costs it much of its time; the line
"chance left out" stops the clock for that, and for that alone. Random games of Team UP leave out
`stop`, which would end half of them before the first card.

In each of {FULL.rounds} rounds every contender has a slice of {FULL.seconds:g} s, in an order that
changes, so that other work on the machine troubles all alike. A ratio is the median of the
rounds' ratios; the targets give the lowest and the highest round too. A target for a speed is
judged by the median round, one for a cost by the best.
"""


@dataclass(frozen=True)
class Table:
    title: str
    header: list[str]
    rows: list[list[str]]
    figures_from: int
    """The first column of figures; they are aligned to the right."""


def targets_table(outcomes: list[Outcome]) -> Table:
    rows = [[mark(outcome), outcome.target, outcome.measured] for outcome in outcomes]
    return Table("Targets", ["", "target", "measured"], rows, 2)


def mark(outcome: Outcome) -> str:
    return "✓" if outcome.met else "✗"


def missed(outcomes: list[Outcome]) -> list[str]:
    return [
        f"{outcome.target}. Measured: {outcome.measured}."
        for outcome in outcomes
        if not outcome.met
    ]


def speeds_table(title: str, results: Results, contenders: list[Contender], against: str) -> Table:
    """Random games, all compared with one contender."""

    def row(contender: Contender) -> list[str]:
        name = contender.name
        return [
            *(name, contender.how, f"{results.median(name):,.0f}", f"{results.best(name):,.0f}"),
            f"{results.ratio(name, against).median:.2f}",
        ]

    header = ["random games", "driven by", "moves/s", "best", f"× {against}"]
    return Table(title, header, [row(contender) for contender in contenders], 2)


def details_table(title: str, results: Results, contenders: list[Contender]) -> Table:
    def row(contender: Contender) -> list[str]:
        name, unit = contender.name, contender.unit
        median, best = results.median(name), results.best(name)
        return [name, contender.how, unit.write(median), unit.write(best)]

    rows = [row(contender) for contender in contenders]
    return Table(title, ["what", "how", "median", "best"], rows, 2)


def deals_table(title: str, solved: Deals) -> Table:
    header = ["deals", f"solved to {PERFECT}", "proven less", "open", "median", "99 %", "worst"]
    nearly_worst = sorted(solved.seconds)[int(0.99 * solved.count)]
    times = [f"{1000 * one:.2f} ms" for one in (solved.median, nearly_worst, solved.worst)]
    counts = [f"{n:,}" for n in (solved.count, solved.perfect, solved.less, solved.open)]
    return Table(title, header, [[*counts, *times]], 0)


def lengths_table(title: str, lengths: list[Lengths]) -> Table:
    rows = [
        [str(length.players), f"{length.mean_moves:.1f}", f"{length.stalled:.2%}"]
        for length in lengths
    ]
    return Table(title, ["players", "mean moves", "given up as endless"], rows, 0)


def markdown(facts: list[tuple[str, str]], tables: list[Table], misses: list[str]) -> str:
    parts = [INTRODUCTION, "\n".join(f"- {name}: {value}" for name, value in facts) + "\n"]
    for table in tables:
        parts.append(f"## {table.title}\n")
        parts.append(_markdown_table(table))
        if table is tables[0]:
            parts.append(_markdown_misses(misses))
    return "\n".join(parts)


def _markdown_table(table: Table) -> str:
    columns = range(len(table.header))
    rule = ["--:" if column >= table.figures_from else "---" for column in columns]
    lines = [f"| {' | '.join(row)} |" for row in (table.header, rule, *table.rows)]
    return "\n".join(lines) + "\n"


def _markdown_misses(misses: list[str]) -> str:
    if not misses:
        return "No target was missed.\n"
    return "\n".join(["**Missed:**\n", *(f"- ✗ {miss}" for miss in misses)]) + "\n"


def show(console: Console, tables: list[Table], misses: list[str]) -> None:
    for table in tables:
        shown = RichTable(title=table.title, title_justify="left", title_style="bold")
        for column, head in enumerate(table.header):
            right = column >= table.figures_from
            shown.add_column(head, justify="right" if right else "left")
        for row in table.rows:
            shown.add_row(*(escape(cell.replace("`", "")) for cell in row))
        console.print(shown)
        console.print()
    if misses:
        console.print(f"[bold red]✗ Targets missed: {len(misses)}[/]")
        for miss in misses:
            console.print(f"  ✗ {escape(miss)}", highlight=False)
    else:
        console.print("[bold green]✓ Every target met[/]")

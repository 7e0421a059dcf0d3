"""Tables and targets: for the terminal, and as Markdown for the documentation."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable


@dataclass(frozen=True)
class Table:
    title: str
    header: list[str]
    rows: list[list[str]]
    figures_from: int
    """The first column of figures; they are aligned to the right."""


@dataclass(frozen=True)
class Outcome:
    met: bool
    target: str
    measured: str


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


def markdown(
    introduction: str,
    facts: list[tuple[str, str]],
    tables: list[Table],
    misses: list[str] | None,
    heading: str = "##",
) -> str:
    """A page, or a part of one: the first table is that of the targets, unless `misses` is None."""
    parts = [introduction, "\n".join(f"- {name}: {value}" for name, value in facts) + "\n"]
    for table in tables:
        parts.append(f"{heading} {table.title}\n")
        parts.append(markdown_table(table))
        if table is tables[0] and misses is not None:
            parts.append(_markdown_misses(misses))
    return "\n".join(parts)


def markdown_table(table: Table) -> str:
    columns = range(len(table.header))
    rule = ["--:" if column >= table.figures_from else "---" for column in columns]
    lines = [f"| {' | '.join(row)} |" for row in (table.header, rule, *table.rows)]
    return "\n".join(lines) + "\n"


def _markdown_misses(misses: list[str]) -> str:
    if not misses:
        return "No target was missed.\n"
    return "\n".join(["**Missed:**\n", *(f"- ✗ {miss}" for miss in misses)]) + "\n"


def show(console: Console, tables: list[Table], misses: list[str] | None) -> None:
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
    elif misses is not None:
        console.print("[bold green]✓ Every target met[/]")

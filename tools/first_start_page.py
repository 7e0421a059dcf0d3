"""Shows how long first starts took, as tables for the terminal and for docs/benchmarks.md."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from rich.console import Console

from bench import page, tables
from bench.machine import processor
from bench.tables import Outcome, Table

MAKE, WHEEL = "make play", "the wheel"
NEEDED = (".venv", "the page")
"""What playing needs. Node and the packages of the page are only needed to build the page."""
MOST_SECONDS, MOST_AGAIN = 60, 3
MOST_PROCESSOR, MOST_FIRST_GAME = 90, 15
MOST_MEGABYTES = 400
PACKAGES = ("upturn", "numba", "numpy")
INTRODUCTION = """\
## First start

`python -m tools.first_start --write` measures all of this and writes this part of the page.

A newcomer has Python, make and git, but no Node. They have a fresh clone, an empty home folder and
empty caches. They type `make play`, open the page, sit down to a game of dnup with two bots and
make a move. We count the seconds from the command. Then we do everything again on a similar machine
that already has what pip and npm download. This shows how long it takes without downloading, and
the targets are for this run. The wheel is the one that `make wheel` builds: the clock runs while
`pip install` puts it into an empty environment, and goes on with `upturn serve`. Node and the
page's packages are only needed to build the page: you can delete `build/node` and
`web/node_modules` afterwards.
"""


@dataclass
class Start:
    """The seconds since the command, and the megabytes, of one first start."""

    how: str
    downloads_kept: bool
    page: float = 0.0
    move: float = 0.0
    answer: float = 0.0
    compiled: dict[str, float] = field(default_factory=dict)
    """When each game was compiled."""
    everything: float = 0.0
    """When the solver and the puzzles were compiled too."""
    again: float = 0.0
    """Seconds until the page answers at the second start."""
    megabytes: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Compiling:
    """The time to compile everything with `upturn warm`, while nothing else runs."""

    processor: float
    elapsed: float


def facts() -> list[tuple[str, str]]:
    """Return what a reader must know to judge the figures. Call it before measuring, for the
    load."""
    return [
        ("Date", datetime.now(UTC).date().isoformat()),
        ("Processor", f"{processor()}, {len(os.sched_getaffinity(0))} cores"),
        ("Load before the run", f"{os.getloadavg()[0]:.1f}"),
        ("System", f"{platform.system()} {platform.machine()}"),
        ("Python", f"{platform.python_implementation()} {platform.python_version()}"),
        ("Packages", ", ".join(f"{name} {version(name)}" for name in PACKAGES)),
    ]


def outcomes(starts: list[Start], compiling: Compiling) -> list[Outcome]:
    """Return the targets. If downloads were never kept, downloading counts too."""
    kept = [start for start in starts if start.downloads_kept] or starts
    found = []
    for start in kept:
        besides = ", downloads not counted" if start.downloads_kept else ""
        for what, seconds in (("page", start.page), ("first move", start.move)):
            target = f"{start.how}: {what} within {MOST_SECONDS} s{besides}"
            found.append(Outcome(seconds <= MOST_SECONDS, target, f"{seconds:.1f} s"))
        waited = min(start.compiled.values()) - start.page
        target = f"{start.how}: first compiled game within {MOST_FIRST_GAME} s of the page"
        found.append(Outcome(waited <= MOST_FIRST_GAME, target, f"{waited:.1f} s"))
        target = f"{start.how}: started again, page within {MOST_AGAIN} s"
        found.append(Outcome(start.again <= MOST_AGAIN, target, f"{start.again:.1f} s"))
        target = f"{start.how}: playing needs at most {MOST_MEGABYTES} MB"
        found.append(Outcome(needed(start) <= MOST_MEGABYTES, target, f"{needed(start):.0f} MB"))
    target = f"compiling everything: at most {MOST_PROCESSOR} s of processor time"
    measured = f"{compiling.processor:.0f} s"
    return [*found, Outcome(compiling.processor <= MOST_PROCESSOR, target, measured)]


def needed(start: Start) -> float:
    return sum(start.megabytes[name] for name in NEEDED)


def shown(starts: list[Start], compiling: Compiling) -> list[Table]:
    header = [title(start) for start in starts]
    seconds = {
        "the page answers": [start.page for start in starts],
        "a first move is acknowledged": [start.move for start in starts],
        "a bot has answered it": [start.answer for start in starts],
        **{
            f"{game} is compiled": [start.compiled[game] for start in starts]
            for game in starts[0].compiled
        },
        "everything is compiled": [start.everything for start in starts],
        "started again, the page answers": [start.again for start in starts],
    }
    megabytes = {name: [start.megabytes[name] for start in starts] for name in starts[0].megabytes}
    return [
        table("Seconds until", header, seconds, "{:.1f}"),
        table("Megabytes on disk", header, megabytes, "{:.0f}"),
        Table(
            "Compiling everything with `upturn warm`",
            ["", "seconds"],
            [
                ["processor time", f"{compiling.processor:.1f}"],
                ["elapsed", f"{compiling.elapsed:.1f}"],
            ],
            1,
        ),
    ]


def title(start: Start) -> str:
    return f"{start.how}, downloads kept" if start.downloads_kept else start.how


def table(name: str, header: list[str], rows: dict[str, list[float]], form: str) -> Table:
    told = [[what, *(form.format(figure) for figure in row)] for what, row in rows.items()]
    return Table(name, ["", *header], told, 1)


def show(
    console: Console, told: list[tuple[str, str]], starts: list[Start], compiling: Compiling
) -> str:
    """Print the tables. Return them as part of the page."""
    judged = outcomes(starts, compiling)
    all_tables = [tables.targets_table(judged), *shown(starts, compiling)]
    misses = tables.missed(judged)
    tables.show(console, all_tables, misses)
    return tables.markdown(INTRODUCTION, told, all_tables, misses, heading="###")


def write(text: str, where: Path = page.PAGE) -> str:
    return page.write(page.FIRST_START, text, where)

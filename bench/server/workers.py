"""More workers and more servers on one PostgreSQL: what each more brings.

`python -m bench.server.workers` writes its part of docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from bench import page, tables
from bench.server import report
from bench.server.hosting import Server, running, serve
from bench.server.rounds import BUILD, FULL, QUICK, RUSH, STROLL, Contestant, Plan, Results, measure
from bench.server.storm import postgres
from bench.server.upturn import Upturn

ONE = "one worker"
WAYS = {ONE: (1, 1), "two workers": (2, 1), "four workers": (4, 1), "two servers": (1, 2)}
"""By name: workers of each server, and servers."""

INTRODUCTION = f"""\
## Workers and servers on PostgreSQL

`{page.WORKERS}` measures all of this in one run and writes this part of the page.
The load is the same as in the first part about the server: {{tables:,}} tables of dnup,
{{sockets:,}} sockets. Rounds: {{rounds}}, of {{seconds:g}} s. The database is one PostgreSQL on the
same machine, with its default settings, so every group of moves is synced. Its own processor time
and memory do not count. All the people at a table use the same server; *two servers* share nothing
but the database, and do not know about each other.
"""


@contextmanager
def host(folder: Path, workers: int, servers: int) -> Iterator[Server]:
    """So many servers with so many workers each, on a new PostgreSQL."""
    with ExitStack() as stack:
        database = stack.enter_context(postgres())
        command = [sys.executable, "-m", "upturn", *serve(folder, workers, database=database)]
        found = []
        for _ in range(servers):
            place = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=folder)))
            found.append(stack.enter_context(running(command, os.environ, place)))
        first, *others = found
        ports = tuple(server.port for server in found) if others else ()
        beside = others[0].process if others else None
        yield replace(first, ports=ports, proxy=beside)


def shown(results: Results) -> list[tables.Table]:
    rush = [
        [*report.rush_row(name, results.of(name, RUSH)), f"{results.ratio(name, ONE).median:.2f}"]
        for name in WAYS
    ]
    stroll = [report.stroll_row(name, results.of(name, STROLL)) for name in WAYS]
    return [
        tables.Table("Rushing, by workers", [*report.RUSHED, f"× {ONE}"], rush, 1),
        tables.Table("Strolling, by workers", report.PACED, stroll, 1),
    ]


def run(plan: Plan, console: Console) -> str:
    """Measure, show, and return the page's part."""
    BUILD.mkdir(exist_ok=True)
    known = report.facts(BUILD, "none")[:-1]
    contestants = [
        Contestant(name, partial(host, workers=workers, servers=servers), Upturn.at)
        for name, (workers, servers) in WAYS.items()
    ]
    with Progress(console=console, transient=True) as progress:
        bar = progress.add_task("", total=2 * plan.rounds * len(contestants))
        results = measure(
            contestants, plan, lambda name: progress.update(bar, description=name, advance=1)
        )
    found = shown(results)
    tables.show(console, found, None)
    introduction = INTRODUCTION.format(
        tables=plan.tables, sockets=plan.sockets, rounds=plan.rounds, seconds=plan.seconds
    )
    return tables.markdown(introduction, known, found, None, heading="###")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.server.workers", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few tables, briefly; write nothing")
    parser.add_argument(
        "--rounds", type=int, default=FULL.rounds, help="for each number of workers"
    )
    wishes = parser.parse_args()
    console = Console()
    plan = QUICK if wishes.quick else replace(FULL, rounds=max(1, wishes.rounds))
    text = run(plan, console)
    if not wishes.quick:
        console.print(f"Written to {page.write(page.WORKERS, text)}")


if __name__ == "__main__":
    main()

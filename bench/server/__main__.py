"""`python -m bench.server` loads the servers and writes its part of docs/benchmarks.md.

It measures and does not test: a missed target is shown, and the exit code is 0 all the same.
"""

from __future__ import annotations

import argparse
from functools import partial

from rich.console import Console
from rich.progress import Progress

from bench import page, tables
from bench.server import hosting, node, profiling, report
from bench.server.boardgame import Boardgame
from bench.server.rounds import BUILD, FULL, QUICK, Contestant, Plan, measure
from bench.server.upturn import Upturn


def run(plan: Plan, wheel: bool, console: Console) -> str:
    """Measure, show, and return the page's part."""
    env = node.environment(wheel)
    with console.status("Installing boardgame.io …"):
        node.install(env)
    BUILD.mkdir(exist_ok=True)
    facts = report.facts(BUILD, node.versions(env))
    contestants = [
        Contestant(report.OURS, hosting.upturn, Upturn.at),
        Contestant(report.ALONE, partial(hosting.upturn, workers=1), Upturn.at),
        Contestant(report.THEIRS, partial(hosting.boardgame, env=env), Boardgame.at),
    ]
    with Progress(console=console, transient=True) as progress:
        bar = progress.add_task("", total=2 * plan.rounds * len(contestants) + 1)
        results = measure(
            contestants, plan, lambda name: progress.update(bar, description=name, advance=1)
        )
        progress.update(bar, description="profiling boardgame.io", advance=1)
        time_spent = profiling.profile(plan, env)
    outcomes = report.outcomes(results, plan)
    shown = [tables.targets_table(outcomes), *report.tables(results, time_spent)]
    misses = tables.missed(outcomes)
    tables.show(console, shown, misses)
    return tables.markdown(report.introduction(plan), facts, shown, misses, heading="###")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.server", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few tables, briefly; write nothing")
    parser.add_argument("--wheel", action="store_true", help="the wheel's Node, not the path's")
    wishes = parser.parse_args()
    console = Console()
    text = run(QUICK if wishes.quick else FULL, wishes.wheel, console)
    if not wishes.quick:
        console.print(f"Written to {page.write(page.SERVER, text)}")


main()

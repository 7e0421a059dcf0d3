"""`python -m bench.server` loads the servers and writes its part of docs/benchmarks.md.

It measures and does not test: a missed target is shown, and the exit code is 0 all the same.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial

from rich.console import Console
from rich.progress import Progress

from bench import page, tables
from bench.server import crowd, hosting, node, profiling, report
from bench.server.boardgame import Boardgame
from bench.server.colyseus import Colyseus
from bench.server.rounds import BUILD, CROWD, FULL, QUICK, Contestant, Plan, measure
from bench.server.socketio import SocketIO
from bench.server.storm import STORMS, storm
from bench.server.upturn import Upturn


def run(plan: Plan, crowd_plan: Plan, wheel: bool, console: Console) -> str:
    """Measure, show, and return the page's part."""
    crowd_plan = crowd.fitting(crowd_plan)
    env = node.environment(wheel)
    with console.status("Installing boardgame.io and Colyseus …"):
        node.install(env)
    BUILD.mkdir(exist_ok=True)
    facts = report.facts(BUILD, node.versions(env))
    contestants = [
        ours := Contestant(report.OURS, hosting.upturn, Upturn.at),
        Contestant(report.ALONE, partial(hosting.upturn, workers=1), Upturn.at),
        Contestant(report.BOARDGAME, partial(hosting.boardgame, env=env), Boardgame.at),
        Contestant(report.COLYSEUS, partial(hosting.colyseus, env=env), Colyseus.at),
        Contestant(report.SOCKETIO, hosting.socketio, SocketIO.at),
    ]
    with Progress(console=console, transient=True) as progress:
        total = 2 * plan.rounds * len(contestants) + len(STORMS) + 2
        bar = progress.add_task("", total=total)

        def advance(name: str) -> None:
            progress.update(bar, description=name, advance=1)

        results = measure(contestants, plan, advance)
        advance("a crowd")
        crowded = crowd.gather(ours, crowd_plan)
        storms = {}
        for name, (workers, on_postgres) in STORMS.items():
            advance(f"a storm, {name}")
            storms[name] = storm(plan, workers, on_postgres)
        advance("profiling boardgame.io")
        time_spent = profiling.profile(plan, env)
    outcomes = report.outcomes(results, plan, crowded, crowd_plan, storms)
    shown = [
        tables.targets_table(outcomes),
        *report.tables(results, time_spent, crowded, crowd_plan, storms),
    ]
    misses = tables.missed(outcomes)
    tables.show(console, shown, misses)
    return tables.markdown(
        report.introduction(plan, crowd_plan), facts, shown, misses, heading="###"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.server", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few tables, briefly; write nothing")
    parser.add_argument("--wheel", action="store_true", help="the wheel's Node, not the path's")
    parser.add_argument("--rounds", type=int, default=FULL.rounds, help="for each server")
    wishes = parser.parse_args()
    console = Console()
    full = replace(FULL, rounds=max(1, wishes.rounds))
    plans = (QUICK, QUICK) if wishes.quick else (full, CROWD)
    text = run(*plans, wishes.wheel, console)
    if not wishes.quick:
        console.print(f"Written to {page.write(page.SERVER, text)}")


main()

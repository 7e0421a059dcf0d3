"""`python -m bench` measures and writes docs/benchmarks.md; `--quick` only tries everything once.

It measures and does not test: a missed target is shown, and the exit code is 0 all the same.
"""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.progress import Progress

from bench import (
    deals,
    machine,
    ours,
    packing,
    page,
    peers,
    report,
    starting,
    tables,
    thinking,
)
from bench.contender import Contender
from bench.measuring import FULL, QUICK, Plan, Results, measure
from bench.targets import TARGETS, deals_outcomes
from bench.wanted import GAMES
from upturn.games import rules_of
from upturn.games.pieces import module_of
from upturn.games.warming import warm_up


def of_game(game: str) -> list[Contender]:
    """What is measured of this game and of no other."""
    alone = module_of(game, "bench.games")
    return [contender() for contender in getattr(alone, "CONTENDERS", [])]


class Benchmark:
    """All contenders, measured, and the tables about them."""

    def __init__(self) -> None:
        self.peers = peers.contenders()
        self.random_games = {
            game: ours.random_game_contenders(game, players) for game, players in GAMES.items()
        }
        self.details = {
            game: ours.detail_contenders(game, players) + of_game(game)
            for game, players in GAMES.items()
        }
        self.search = thinking.contenders()
        self.solver = [deals.contender(), *packing.contenders()]
        self.starts = starting.contenders() + [
            contender
            for game, players in GAMES.items()
            for contender in starting.game_contenders(game, players)
        ]

    def contenders(self) -> list[Contender]:
        per_game = [*self.random_games.values(), *self.details.values()]
        return [
            *self.peers,
            *(one for group in per_game for one in group),
            *self.search,
            *self.solver,
            *self.starts,
        ]

    def tables(self, results: Results, solved: deals.Deals) -> list[tables.Table]:
        against = peers.CRAZY_EIGHTS
        own = [contender for group in self.random_games.values() for contender in group]
        found = [
            report.speeds_table("Random games", results, [*self.peers, *own], against),
            report.details_table("Search", results, self.search),
            report.details_table("Solver", results, self.solver),
            report.deals_table("Deals solved, one after the other on one core", solved),
            report.details_table("Starting", results, self.starts),
        ]
        for game, players in GAMES.items():
            size = rules_of(game).start(players, {}).itemsize
            title = f"{game} in detail (a position has {size} bytes)"
            found.append(report.details_table(title, results, self.details[game]))
            counted = [ours.lengths(game, count) for count in rules_of(game).player_counts]
            found.append(report.lengths_table(f"Random games of {game}", counted))
        return found


def run(plan: Plan, console: Console) -> str:
    """Measure, show, and return the page's part."""
    facts = machine.describe()
    with console.status("Compiling …"):
        for game in GAMES:
            warm_up(game)
        benchmark = Benchmark()
    contenders = benchmark.contenders()
    with Progress(console=console, transient=True) as progress:
        bar = progress.add_task("", total=len(contenders) * (plan.rounds + 1))
        results = measure(
            contenders, plan, lambda name: progress.update(bar, description=name, advance=1)
        )
        count = deals.DEALS if plan is FULL else deals.WARM
        bar = progress.add_task("solving deals", total=count)
        solved = deals.solve_all(count, lambda: progress.advance(bar))
    outcomes = [*(target.check(results) for target in TARGETS), *deals_outcomes(solved)]
    shown = [tables.targets_table(outcomes), *benchmark.tables(results, solved)]
    misses = tables.missed(outcomes)
    tables.show(console, shown, misses)
    return tables.markdown(report.INTRODUCTION, facts, shown, misses)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="try everything once, write nothing")
    quick = parser.parse_args().quick
    console = Console()
    text = run(QUICK if quick else FULL, console)
    if not quick:
        console.print(f"Written to {page.write(page.ENGINE, text)}")


main()

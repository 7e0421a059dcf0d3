"""The figures as tables, and what the page says before them."""

from __future__ import annotations

from bench.contender import Contender
from bench.deals import Deals
from bench.measuring import FULL, Results
from bench.ours import Lengths
from bench.tables import Table
from upturn.games.team_up.components import PERFECT

INTRODUCTION = f"""\
# Benchmarks

`make bench` measures all of this in one run and writes this page, except its last parts: how the
server does under load is measured by `make bench-server`, ways to spread tables over workers by
`python -m bench.server.spread`, and what a newcomer waits for by
`python -m tools.first_start --write`.

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

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

`make bench` measures the first parts of this page in one run and writes them. The other parts have
commands of their own: `make bench-server` measures the server under load,
`python -m bench.server.spread` compares ways to spread tables over workers,
`python -m bench.server.workers` shows how much more workers and servers help, and
`python -m tools.first_start --write` measures how long a newcomer has to wait.

We play random games with our own engine and with other programs. The others are driven from Python
one move at a time: get the legal moves, choose one at random, play it. Each of their games has its
usual number of players. Only the players' moves are counted, but on both sides the clock also runs
while cards are dealt. OpenSpiel deals card by card, which takes up much of its time. For the line
"chance left out" we stop the clock while it deals, and for nothing else. Random games of Team UP
leave out `stop`, which would end half of them before the first card.

In each of {FULL.rounds} rounds, every contender gets {FULL.seconds:g} s. The order changes from
round to round, so that other work on the machine affects them all equally. A ratio is the median of
the ratios in all rounds; the targets also show the lowest and the highest. We compare targets for
speed with the median round, and targets for cost with the best one.
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

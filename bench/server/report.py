"""What came of it: targets, tables, and the words before them."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from statistics import median

from bench.machine import processor
from bench.server import crowd as crowds
from bench.server.own_sockets import WORKERS
from bench.server.rounds import RUSH, STROLL, Plan, Results, Round, Spread, spread
from bench.server.storm import Storm
from bench.tables import Outcome, Table

OURS, ALONE = "Upturn", "Upturn, one worker"
BOARDGAME, COLYSEUS, SOCKETIO = "boardgame.io", "Colyseus", "python-socketio"
SERVERS = (OURS, ALONE, BOARDGAME, COLYSEUS, SOCKETIO)
PACKAGES = ("upturn", "uvicorn", "websockets", "uvloop", "msgspec", "picows", "python-socketio")

MOST_DELAY = 0.1
MOST_MEMORY = 250 * 10**6
LEAST_RATE = 2000
LEAST_TIMES = {BOARDGAME: 3, COLYSEUS: 2, SOCKETIO: 5}
CROWD_MEMORY = 10**9
LONGEST_STORM = 5.0
NEARLY_ALL = 0.99
COSTS = ["processor per move", "players' processor", "memory"]
PACED = ["server", "moves/s", "50 %", "99 %", "99.9 %", *COSTS]
RUSHED = ["server", "moves/s", "50 %", "99 %", *COSTS, "games over"]


def introduction(plan: Plan, crowd_plan: Plan) -> str:
    return f"""\
## The server under load

`make bench-server` measures all of this in one run and writes this part of the page.

One process plays all seats of {plan.tables:,} tables of dnup with four players. Each seat has a
WebSocket of its own and picks random legal moves by itself. The server and the players share the
machine, so the tables also show the processor time that the players take for each move. With all
servers, a seat that is not to move only searches each message for its number and whose turn it is.
Only the seat to move decodes the message.

A move is acknowledged when the seat that made it has received the state after it. Every seat at the
table must be told of every move, and we count that. Our server only acknowledges what is on disk
(SQLite, synced for every group of moves). It has {WORKERS} workers
(`upturn serve --workers {WORKERS}`); for comparison, we also run it with one.

*Strolling* means that a seat makes a move every {plan.every:g} s, {plan.pace:,.0f} moves a second
in all; a move's delay is measured from the moment it was due. *Rushing* means that a seat moves as
soon as it sees that it is its turn, so every table always has exactly one move under way.

The other servers get the same load from the same process: dnup for four with the same deck and the
same moves. Each is a single process and keeps its games in memory, so it never waits for a disk;
none of them checks credentials. According to their documentation, they need other servers if they
are to run as several processes: a database and a pub/sub for {BOARDGAME}, Redis or something
similar for the rest.

- *{BOARDGAME}* plays dnup as one of its games (`bench/boardgame/dnup.cjs`), in production mode,
  with undo off. It gets slower if it sends differences instead of states (`deltaState`), so that
  is off too. Since 0.47 it can spread matches over processes with a pub/sub; with games in memory
  it is a single process.
- *{COLYSEUS}* has a room for each table (`bench/colyseus/server.mjs`), which plays by the same
  functions. Hands are hidden, so it sends each seat a message with its view instead of a
  synchronised state.
- *{SOCKETIO}* (`bench/socketio/server.py`) is an ASGI application on uvicorn with uvloop, as its
  documentation shows, and plays by our compiled rules.

*A crowd* is {crowd_plan.sockets:,} sockets at {crowd_plan.tables:,} of our tables, strolling, all
open at once. It takes {crowds.PROCESSES} processes to play them, because many systems do not let
one process open so many files. In *a storm*, our server is killed while everybody is at the tables
(`kill -9`), and started again. We measure the time from the restart until the server listens, until
every client has been welcomed, and until every table has made its next move. Clients come back
after a random time of 0.5 to 1.5 s, and keep trying at similar intervals. Everything that was
acknowledged before the storm must still be there.

The servers take turns: {plan.rounds} rounds of {plan.seconds:g} s each after {plan.warm_up:g} s to
warm up, with a fresh server for every round. Figures are the median of the rounds, with the lowest
and the highest; a ratio compares consecutive rounds. Memory is the resident memory of all the
server's processes, measured when everybody is seated and when the round ends, whichever is more. A
memory page that several of them share counts once.
"""


def facts(folder: Path, peer: str) -> list[tuple[str, str]]:
    """What a reader must know to judge the figures. Call it before measuring, for the load."""
    return [
        ("Date", datetime.now(UTC).date().isoformat()),
        ("Processor", f"{processor()}, {len(os.sched_getaffinity(0))} cores"),
        ("Load before the run", f"{os.getloadavg()[0]:.1f}"),
        ("System", f"{platform.system()} {platform.machine()}"),
        ("Disk", f"4 KiB written and synced in {1000 * _sync_time(folder):.2f} ms (median of 50)"),
        ("Python", f"{platform.python_implementation()} {platform.python_version()}"),
        ("Packages", ", ".join(f"{name} {version(name)}" for name in PACKAGES)),
        ("Peer", peer),
    ]


def _sync_time(folder: Path) -> float:
    place = folder / "sync"
    times = []
    with place.open("wb", buffering=0) as file:
        for _ in range(50):
            start = time.perf_counter()
            file.write(bytes(4096))
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - start)
    place.unlink()
    return median(times)


def outcomes(
    results: Results, plan: Plan, crowd: Round, crowd_plan: Plan, storms: dict[str, Storm]
) -> list[Outcome]:
    at = f"{plan.tables:,} tables, {plan.sockets:,} sockets"
    strolls, rushes = results.of(OURS, STROLL), results.of(OURS, RUSH)
    delays = spread([one.counted.delay(NEARLY_ALL) for one in strolls])
    memory = max(one.memory for one in strolls)
    rates = spread([one.counted.rate for one in rushes])
    crowded = f"{crowd_plan.tables:,} tables, {crowd_plan.sockets:,} sockets"
    crowd_delay = crowd.counted.delay(NEARLY_ALL)
    return [
        Outcome(
            delays.median <= MOST_DELAY,
            f"{at}, {plan.pace:,.0f} moves/s: {NEARLY_ALL:.0%} of the moves on disk and "
            f"acknowledged within {1000 * MOST_DELAY:g} ms",
            _range(delays, _delay),
        ),
        Outcome(
            memory <= MOST_MEMORY,
            f"the same: at most {_memory(MOST_MEMORY)} of memory",
            _memory(memory),
        ),
        Outcome(
            rates.median >= LEAST_RATE,
            f"{at}: at least {LEAST_RATE:,} acknowledged moves/s",
            _range(rates, _rate),
        ),
        *(_beside(results, peer) for peer in LEAST_TIMES),
        Outcome(
            crowd_delay <= MOST_DELAY,
            f"{crowded}, {crowd_plan.pace:,.0f} moves/s: {NEARLY_ALL:.0%} within "
            f"{1000 * MOST_DELAY:g} ms",
            _delay(crowd_delay),
        ),
        Outcome(
            crowd.memory <= CROWD_MEMORY,
            f"the same: at most {_memory(CROWD_MEMORY)} of memory",
            _memory(crowd.memory),
        ),
        *(_after(name, storm) for name, storm in storms.items()),
        Outcome(
            all(one.complete for one in [*results.all(), crowd]),
            "every seat is told of every move of its table, once and in order",
            f"{sum(one.complete for one in [*results.all(), crowd])} of "
            f"{len(results.all()) + 1} rounds",
        ),
    ]


def _beside(results: Results, peer: str) -> Outcome:
    ratio = results.ratio(OURS, peer)
    return Outcome(
        ratio.median >= LEAST_TIMES[peer],
        f"the same: at least {LEAST_TIMES[peer]:g} × {peer}",
        f"{ratio.median:.2f} × ({ratio.low:.2f}–{ratio.high:.2f})",
    )


def _after(name: str, storm: Storm) -> Outcome:
    return Outcome(
        storm.played <= LONGEST_STORM and not storm.lost,
        f"a storm, {name}: everybody plays again within {LONGEST_STORM:g} s, nothing is lost",
        f"{storm.played:.1f} s, {storm.lost} lost",
    )


def tables(
    results: Results,
    time_spent: dict[str, float],
    crowd: Round,
    crowd_plan: Plan,
    storms: dict[str, Storm],
) -> list[Table]:
    stroll = [stroll_row(name, results.of(name, STROLL)) for name in SERVERS]
    rush = [rush_row(name, results.of(name, RUSH)) for name in SERVERS]
    theirs = median(one.cpu for one in results.of(BOARDGAME, RUSH))
    where = [
        [cause, f"{part:.0%}", f"{1e6 * part * theirs:,.0f} µs"]
        for cause, part in time_spent.items()
    ]
    return [
        Table("Strolling", PACED, stroll, 1),
        Table("Rushing", RUSHED, rush, 1),
        Table(
            "A crowd",
            ["server", "sockets", *PACED[1:]],
            [[OURS, f"{crowd_plan.sockets:,}", *stroll_row(OURS, [crowd])[1:]]],
            1,
        ),
        Table(
            "A storm",
            ["server", "listens", "welcomed all", "all play", "its processor", "moves lost"],
            [_storm_row(name, one) for name, one in storms.items()],
            1,
        ),
        Table(
            f"What {BOARDGAME}'s server does with a move", ["what", "part", "per move"], where, 1
        ),
    ]


def _storm_row(name: str, storm: Storm) -> list[str]:
    seconds = (storm.listens, storm.welcomed, storm.played, storm.cpu)
    return [name, *(f"{one:.1f} s" for one in seconds), str(storm.lost)]


def stroll_row(name: str, rounds: list[Round]) -> list[str]:
    delays = [
        _range(spread([one.counted.delay(part) for one in rounds]), _delay)
        for part in (0.5, 0.99, 0.999)
    ]
    rate = _rate(median(one.counted.rate for one in rounds))
    return [name, rate, *delays, *_costs(rounds)]


def rush_row(name: str, rounds: list[Round]) -> list[str]:
    delays = [_delay(median(one.counted.delay(part) for one in rounds)) for part in (0.5, 0.99)]
    rate = _range(spread([one.counted.rate for one in rounds]), _rate)
    return [name, rate, *delays, *_costs(rounds), str(max(one.finished for one in rounds))]


def _range(figures: Spread, write: Callable[[float], str]) -> str:
    return f"{write(figures.median)} ({write(figures.low)}–{write(figures.high)})"


def _delay(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"


def _rate(rate: float) -> str:
    return f"{rate:,.0f}"


def _memory(count: float) -> str:
    return f"{count / 10**6:.0f} MB"


def _costs(rounds: list[Round]) -> list[str]:
    """Processor time per move, of the server and of the players, and the server's memory."""
    return [
        _micros(median(one.cpu for one in rounds)),
        _micros(median(one.load for one in rounds)),
        _memory(max(one.memory for one in rounds)),
    ]


def _micros(seconds: float) -> str:
    return f"{1e6 * seconds:,.0f} µs"

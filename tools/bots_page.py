"""Writes the figures in docs/bots.md: `make bots`.

It plays the stored matches again and stores their new figures, as `upturn arena --regress --write`
does. Then it measures the slowest answer of the strongest level of each game. Only this program
writes between the marks of the page. `--stored` plays no matches.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from time import perf_counter

import upturn
from upturn.arena.intervals import SURE
from upturn.arena.regress import SCORE, STORED, Stored, load, measure_of
from upturn.bots import bot_names, make_bot
from upturn.bots.warming import warm_up
from upturn.cli.arena import play_stored
from upturn.games import names, rules_of

PAGE = Path(__file__).resolve().parents[1] / "docs" / "bots.md"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
HEAD = "| match | games | figure | 95 % | goal | |\n|---|--:|--:|--:|--:|---|\n"


def row(stored: Stored) -> str:
    """Return a line of the table, about the first bot of a match."""
    match = stored.match()
    first, *others = stored.bots
    found = stored.figures[first]
    by = measure_of(stored, match)
    number = score if by == SCORE else percent
    low, high = found.value - SURE * found.error, found.value + SURE * found.error
    if by != SCORE:
        low, high = max(0.0, low), min(1.0, high)
    goal = "" if stored.goal is None else f"≥ {number(stored.goal)}"
    mark = "" if stored.goal is None else "✓" if found.value >= stored.goal else "✗"
    against = f" against {', '.join(others)}" if others else ""
    name = f"{stored.game}, {stored.players}: {first}{against}"
    return (
        f"| {name} | {match.total:,} | {number(found.value)} |"
        f" {number(low)} – {number(high)} | {goal} | {mark} |\n"
    )


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def score(mean: float) -> str:
    return f"{mean:.2f}"


def slowest_answer(game: str, players: int) -> tuple[float, float]:
    """Return the mean and the longest time that the strongest level takes, in seconds, in one
    game."""
    play = upturn.new(game, players=players, seed=1)
    bot = make_bot(bot_names(game)[0], game, seed=1)
    times = []
    while play.to_act and not play.stalled:
        view = play.view(play.to_act)
        begun = perf_counter()
        move = bot.choose(view)
        times.append(perf_counter() - begun)
        play.play(move)
    return sum(times) / len(times), max(times)


def answers_table() -> str:
    lines = ["| strongest level | mean answer | slowest answer |\n|---|--:|--:|\n"]
    for game in names():
        warm_up(game)  # otherwise the first answer would wait for the compiler
        for players in rules_of(game).player_counts:
            mean, longest = slowest_answer(game, players)
            lines.append(
                f"| {game}, {players} | {1000 * mean:.0f} ms | {1000 * longest:.0f} ms |\n"
            )
    return "".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stored", action="store_true", help="play no matches")
    if not parser.parse_args().stored:
        play_stored(None, "cores", None, write=True)
    matches = HEAD + "".join(row(stored) for stored in load(STORED))
    tables = f"{BEGIN}\n\n{matches}\n{answers_table()}\n{END}"
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(
        re.sub(f"{BEGIN}.*{END}", lambda _: tables, page, flags=re.DOTALL), encoding="utf-8"
    )


if __name__ == "__main__":
    main()

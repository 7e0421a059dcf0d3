"""Plays a match from its first deal to its last, on whichever engine.

Games may come back in any order. They are added up by whole deals in their order, and a test stops
the match after the deal that settles it; so neither the engine nor the number of workers shows in
the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from time import perf_counter

from upturn.arena.engines import check_workers, engine_of
from upturn.arena.match import OUR_BOTS, Match, set_up
from upturn.arena.result import Result
from upturn.arena.sprt import OPEN, check_sprt
from upturn.arena.table import Played, play_game
from upturn.arena.tally import Tally
from upturn.games.caching import is_warm
from upturn.games.compiling import COMPILED

Watcher = Callable[[Tally, int], None]
"""Told after every game: the deals added up so far, and how many games have been played in all."""


def play_match(
    game: str,
    *,
    players: int,
    bots: Sequence[str],
    games: int = 100,
    seed: int | str | None = None,
    options: Mapping[str, object] | None = None,
    on: str = "one",
    workers: int | None = None,
    sprt: float | None = None,
    maker: str = OUR_BOTS,
    watch: Watcher | None = None,
) -> Result:
    """Let bots play each other.

    `games` is rounded up to whole sets of mirrored deals. `on` is "one" (this process), "cores" or
    "ray". `sprt` stops as soon as it is settled whether the first bot wins so many percentage
    points more than its share. `maker` is where bots of your own come from:
    "package.module:function", called with a name, a game and a seed. An interrupt (Ctrl-C) gives
    what there is so far.
    """
    match = set_up(game, players, bots, games, seed, options, maker)
    return play_out(match, on=on, workers=workers, sprt=sprt, watch=watch)


def play_out(
    match: Match,
    *,
    on: str = "one",
    workers: int | None = None,
    sprt: float | None = None,
    watch: Watcher | None = None,
) -> Result:
    """The same for a match that is set up already."""
    engine = engine_of(on)
    workers = check_workers(workers) or engine.usual_workers()
    if workers:
        workers = min(workers, match.total)
    tally = new_tally(match, sprt)
    compile_first(match.game)
    begun = perf_counter()
    done: list[list[Played]] = []
    partial = False
    try:
        with closing(engine.run(play_game, match.jobs(), workers)) as answers:
            waiting: dict[int, Played] = {}
            for number, answer in answers:
                waiting[number] = answer
                for deal in whole_deals(match, len(done), len(tally.played), waiting):
                    done.append(deal)
                    tally.add_deal(deal)
                    if is_settled(tally):
                        break
                if watch:
                    watch(tally, len(tally.played) + len(waiting))
                if is_settled(tally):
                    break
    except KeyboardInterrupt:
        partial = True
        tally = new_tally(match, sprt)  # it may have come while a deal was being added up
        for deal in done:
            tally.add_deal(deal)
    return Result(
        match=match,
        figures=tally.figures(),
        played=tally.played,
        unfinished=tally.unfinished,
        test=tally.test,
        partial=partial,
        seconds=perf_counter() - begun,
        on=on,
        workers=workers,
    )


def new_tally(match: Match, sprt: float | None) -> Tally:
    return Tally(match, None if sprt is None else check_sprt(sprt, match.even, len(match.names)))


def is_settled(tally: Tally) -> bool:
    return tally.test is not None and tally.test.verdict != OPEN


def whole_deals(
    match: Match, deals: int, games: int, waiting: dict[int, Played]
) -> Iterator[list[Played]]:
    """The deals after the first so many of which all games are there; they wait no longer."""
    while deals < len(match.deals):
        numbers = range(games, games + len(match.deals[deals]))
        if not all(number in waiting for number in numbers):
            return
        yield [waiting.pop(number) for number in numbers]
        deals, games = deals + 1, numbers.stop


def compile_first(game: str) -> None:
    """Once, here, rather than in every worker at once."""
    if COMPILED and not is_warm(game):
        from upturn.bots import warming as bots
        from upturn.games import warming as games

        games.warm_up(game)
        bots.warm_up(game)

"""Plays a match from its first deal to its last, on any engine.

Games may come back in any order. They are added up in the order of the deals, each deal as a
whole, and a test stops the match after the deal that settles it. So the result does not depend on
the engine or the number of workers.
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
"""Called after every game with the deals added up so far and the number of games played in all."""


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
    """Let bots play each other and return the result.

    `games` is rounded up to whole sets of mirrored deals. `on` is "one" (this process), "cores" or
    "ray". With `sprt`, the match stops as soon as it is settled whether the first bot wins that
    many percentage points more than its share. `maker` names a function that makes your own bots,
    as "package.module:function"; it is called with a name, a game and a seed. After an interrupt
    (Ctrl-C) the result has the deals finished so far.
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
    """Play a match that is set up already, as `play_match` does."""
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
        tally = new_tally(match, sprt)  # the interrupt may have come in the middle of `add_deal`
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
    """Take the next deals out of `waiting` as long as all their games are there.

    `deals` and `games` are the numbers of those taken before.
    """
    while deals < len(match.deals):
        numbers = range(games, games + len(match.deals[deals]))
        if not all(number in waiting for number in numbers):
            return
        yield [waiting.pop(number) for number in numbers]
        deals, games = deals + 1, numbers.stop


def compile_first(game: str) -> None:
    """Compile the game once, here, rather than in every worker at once."""
    if COMPILED and not is_warm(game):
        from upturn.bots import warming as bots
        from upturn.games import warming as games

        games.warm_up(game)
        bots.warm_up(game)

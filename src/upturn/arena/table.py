"""Plays one game of a match: takes a job, returns which bots sat where and how it ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter
from traceback import format_exc

import upturn
from upturn.arena.match import Job, maker_of
from upturn.errors import MatchFailed, MoveError, quoted


@dataclass(frozen=True)
class Played:
    """A game that was played. Two are equal if the same happened, however long they took."""

    deal: int
    seats: tuple[str, ...]
    """The bot in each seat."""
    scores: tuple[int, ...]
    """By seat, like the moves and the seconds spent choosing them."""
    moves: tuple[int, ...]
    over: bool
    """False if it stalled: some games could go on for ever."""
    seconds: tuple[float, ...] = field(compare=False)


def play_game(job: Job) -> Played:
    """Play a game to its end, or until it stalls. Raise MatchFailed if a bot fails."""
    game = upturn.new(job.game, players=job.players, seed=job.seed, options=job.options)
    make = maker_of(job.maker)
    bots = [make(bot, job.game, f"{job.seed}/{seat}") for seat, bot in enumerate(job.seats, 1)]
    moves, seconds = [0] * job.players, [0.0] * job.players
    while game.to_act and not game.stalled:
        at = game.to_act - 1
        view = game.view(game.to_act)
        begun = perf_counter()
        try:
            move = bots[at].choose(view)
        except (Exception, SystemExit) as problem:
            raise failed(job, at, sum(moves), f"it raised {described(problem)}") from problem
        seconds[at] += perf_counter() - begun
        try:
            game.play(move)
        except MoveError as problem:
            reason = f"it played {quoted(move)}, but {problem}"
            raise failed(job, at, sum(moves), reason) from problem
        moves[at] += 1
    scores = tuple(game.scores)
    return Played(job.deal, job.seats, scores, tuple(moves), game.over, tuple(seconds))


def failed(job: Job, at: int, moves: int, reason: str) -> MatchFailed:
    """Return the error that ends the match. Its note has the traceback for the bot's author, since
    a traceback itself does not cross processes."""
    problem = MatchFailed(
        f"bot {job.seats[at]} in seat {at + 1} failed at move {moves + 1} of {job}: {reason}"
    )
    problem.add_note(format_exc())
    return problem


def described(problem: BaseException) -> str:
    words = str(problem)
    return type(problem).__name__ + (f": {words}" if words else "")

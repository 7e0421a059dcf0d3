"""Looks back at a game of Team UP: what its cards allowed, and which move lost that.

The best score within reach never rises in the course of a game. So the position is solved again
only where the game leaves the solver's line. A score found later was within reach before, and a
score excluded once stays excluded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from time import monotonic

import numpy as np

from upturn.errors import InvalidSetup
from upturn.games.contract import OVER, Positions
from upturn.games.game import Game
from upturn.games.team_up.components import PERFECT
from upturn.games.team_up.position import NOTHING
from upturn.games.team_up.rules import score
from upturn.games.team_up.tables import CARD_TEXTS
from upturn.solver.clock import REVIEW_SECONDS
from upturn.solver.solver import Solution, position_of
from upturn.solver.solving import solve_position

EFFORT = 3
"""The factor by which the time for a position grows in each further round."""


@dataclass(frozen=True)
class Prospect:
    """The score within reach at one point of a game."""

    score: int  # there is a way to it
    bound: int  # there is no way to more

    @property
    def proven(self) -> bool:
        """Whether the score is the best there was."""
        return self.score == self.bound


@dataclass(frozen=True)
class Loss:
    """A move after which less was within reach than before it."""

    ply: int  # its line in the log, counted from 1
    move: str
    card: str | None  # the card it obeyed; None for a draw or a stop
    boxes: int  # stacked before it, the neutral one not counted
    before: Prospect
    after: Prospect

    @property
    def points(self) -> int:
        """How much it cost, as far as is known."""
        return self.before.score - self.after.score

    @property
    def proven(self) -> bool:
        """Whether the score within reach before it certainly was not after it."""
        return self.after.bound < self.before.score


@dataclass(frozen=True)
class Review:
    """The review of a game."""

    score: int
    over: bool
    possible: Prospect  # from the start
    left: Prospect  # at the end of the log: the score itself if the game is over
    lost: Loss | None  # the first move after which the best from the start was out of reach
    costliest: Loss | None  # the move that cost most, the first of several
    proven: bool  # whether all of this is certain, or only the best found in time


def review(game: Game, seconds: float = REVIEW_SECONDS) -> Review:
    """Review a game of Team UP, finished or not: what was possible, and where it was lost."""
    if game.name != "team-up":
        raise InvalidSetup(f"only games of team-up can be reviewed, not {game.name}")
    if game.awaits_deal:
        raise InvalidSetup("the cards have not been dealt yet")
    return Reviewer(game, seconds).review()


class Reviewer:
    """Goes through one game with more and more effort, until all is proven or time is up."""

    def __init__(self, game: Game, seconds: float):
        self.game = game
        self.until = monotonic() + seconds
        self.positions = list(positions_of(game))
        self.moves = game.moves[len(game.moves) - len(self.positions) + 1 :]
        self.proven: dict[int, Solution] = {}  # by number of moves made before
        self.looked: set[int] = set()  # the positions that there was time to look at

    def review(self) -> Review:
        prospects = self.prospects()
        losses = [*self.losses(prospects)]
        return Review(
            score=self.game.scores[0],
            over=self.game.over,
            possible=prospects[0],
            left=prospects[-1],
            lost=losses[0] if losses else None,
            costliest=max(losses, key=lambda loss: loss.points, default=None),
            proven=all(prospect.proven for prospect in prospects),
        )

    def prospects(self) -> list[Prospect]:
        """Return what could be reached at the start and after every move."""
        effort = 1
        found = tightened(self.walk(effort))
        while not all(each.proven for each in found) and monotonic() < self.until:
            effort *= EFFORT
            found = tightened(map(together, found, self.walk(effort)))
        return found

    def walk(self, effort: int) -> list[Prospect]:
        """Return the same for each position on its own, as far as this effort can tell."""
        found: list[Prospect] = []
        line: list[str] = []  # from the last position in `found` to its score
        for at, now in enumerate(self.positions):
            on_line = found and line[:1] == self.moves[at - 1 : at]
            if on_line and now["phase"][0] != OVER:  # at the end the score itself is exact
                found.append(found[-1])
                del line[0]
                self.looked.add(at)
                continue
            lost = bool(found) and found[-1].score < found[0].score
            solution = self.solved(at, self.share(at, effort) if lost else self.time_left() / 2)
            line = list(solution.moves)
            found.append(Prospect(max(solution.score, least(now)), solution.bound))
        return found

    def solved(self, at: int, seconds: float) -> Solution:
        if at in self.proven:
            return self.proven[at]
        now = self.positions[at]
        if at and seconds == 0 and now["phase"][0] != OVER:  # even 0 seconds would take a moment
            return Solution(least(now), [], PERFECT)
        self.looked.add(at)
        solution = solve_position(now, seconds)
        if solution.proven:
            self.proven[at] = solution
        return solution

    def time_left(self) -> float:
        return max(0.0, self.until - monotonic())

    def share(self, at: int, effort: int) -> float:
        """Return the seconds for a position after the best was lost; earlier ones solve quickly."""
        decisions = 1 + (len(self.moves) - at) // 2
        return self.time_left() * min(effort, decisions) / decisions

    def losses(self, prospects: list[Prospect]) -> Iterator[Loss]:
        for at, move in enumerate(self.moves):
            before, after = prospects[at], prospects[at + 1]
            if after.score < before.score and at + 1 in self.looked:
                now = self.positions[at][0]
                card = None if now["card"] == NOTHING else CARD_TEXTS[int(now["card"])]
                ply = len(self.game.moves) - len(self.moves) + at + 1
                yield Loss(ply, move, card, int(now["boxes"]) - 1, before, after)


def positions_of(game: Game) -> Iterator[Positions]:
    """Yield the position after the deals and after every move, as arrays of one."""
    again = Game(game.rules, game.players, game.options, game.seed, game.same_deal)
    for line in game.moves:
        again.follow(line)
        if not again.awaits_deal:
            yield position_of(again)


def least(now: Positions) -> int:
    """Return a score that is certain. At worst, the drawn card costs a penalty."""
    drawn = now["phase"][0] != OVER and now["card"][0] != NOTHING
    return int(score(now[0], 1)) - bool(drawn)


def together(one: Prospect, other: Prospect) -> Prospect:
    """Combine what two prospects say of the same position."""
    return Prospect(max(one.score, other.score), min(one.bound, other.bound))


def tightened(each_alone: Iterable[Prospect]) -> list[Prospect]:
    """Let each prospect tighten the others: neither scores nor bounds rise from move to move."""
    found = list(each_alone)
    scores = np.maximum.accumulate([each.score for each in reversed(found)])[::-1]
    bounds = np.maximum(np.minimum.accumulate([each.bound for each in found]), scores)
    return [Prospect(*both) for both in zip(scores.tolist(), bounds.tolist(), strict=True)]

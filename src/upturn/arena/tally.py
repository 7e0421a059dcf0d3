"""Adds up a match, deal by deal: which bot won, its rating, and how certain the figures are.

A contest is a unit with one winner. Where sides meet at the table, each game is a contest; where
all seats are one side, the games of all bots on one deal form one. The highest score wins; a tie
is shared. A stalled game counts with its present scores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from upturn.arena.intervals import Estimate, mean, rate
from upturn.arena.match import Match
from upturn.arena.ratings import Entrant, Ratings
from upturn.arena.sprt import Sprt
from upturn.arena.table import Played


@dataclass(frozen=True)
class Figures:
    """The figures of one bot in a match."""

    bot: str
    games: int
    """The games it sat in."""
    wins: float
    """The sum of its shares of wins. `contests` counts a contest once per side it played."""
    contests: int
    win_rate: Estimate
    rating: float
    sigma: float
    mean_score: float
    score: Estimate | None
    """The mean score with its interval, if there was more than one deal."""
    scores: tuple[tuple[int, int], ...]
    """Each score it had, and how often."""
    moves: int
    seconds: float
    """Spent thinking."""

    @property
    def think(self) -> float:
        """Seconds per move."""
        return self.seconds / self.moves if self.moves else 0.0


@dataclass
class Account:
    """The running totals of one bot; the lists have an item per deal it played."""

    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    wins: list[float] = field(default_factory=list)
    chances: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    scores: Counter[int] = field(default_factory=Counter)


class Tally:
    """The running totals of a match."""

    def __init__(self, match: Match, test: Sprt | None = None):
        self.match = match
        self.test = test
        self.played: list[Played] = []
        self.unfinished = 0
        self._accounts = {bot: Account() for bot in match.names}
        self._ratings = Ratings(match.names)

    def add_deal(self, games: Sequence[Played]) -> None:
        """Add all games on the next deal."""
        self.played += games
        for game in games:
            self.unfinished += not game.over
            self._clock(game)
        wins: dict[str, float] = {}
        entered: dict[str, list[int]] = {}
        for contest in self._contests(games):
            self._ratings.take_in(contest)
            for entrant, share in zip(contest, shares(contest), strict=True):
                wins[entrant.bot] = wins.get(entrant.bot, 0.0) + share
                entered.setdefault(entrant.bot, []).append(entrant.score)
        for bot, scores in entered.items():
            account = self._accounts[bot]
            account.wins.append(wins[bot])
            account.chances.append(len(scores))
            account.points.append(sum(scores))
            account.scores.update(scores)
        first = self.match.bots[0]
        if self.test and first in entered:
            self.test.add(wins[first] / len(entered[first]))

    def figures(self) -> list[Figures]:
        """Return the figures of each bot that has played, the highest rating first."""
        found = [
            self._figures_of(bot, account)
            for bot, account in self._accounts.items()
            if account.games
        ]
        return sorted(found, key=lambda each: -each.rating)

    def _figures_of(self, bot: str, account: Account) -> Figures:
        wins = np.array(account.wins, np.float64)
        chances = np.array(account.chances, np.float64)
        points = np.array(account.points, np.float64)
        rating, sigma = self._ratings[bot]
        return Figures(
            bot=bot,
            games=account.games,
            wins=sum(account.wins),
            contests=sum(account.chances),
            win_rate=rate(wins, chances),
            rating=rating,
            sigma=sigma,
            mean_score=sum(account.points) / sum(account.chances),
            score=mean(points, chances),
            scores=tuple(sorted(account.scores.items())),
            moves=account.moves,
            seconds=account.seconds,
        )

    def _clock(self, game: Played) -> None:
        for bot in set(game.seats):
            self._accounts[bot].games += 1
        for bot, moves, seconds in zip(game.seats, game.moves, game.seconds, strict=True):
            self._accounts[bot].moves += moves
            self._accounts[bot].seconds += seconds

    def _contests(self, games: Sequence[Played]) -> Iterator[list[Entrant]]:
        if self.match.alone:
            yield [Entrant(game.seats[0], 1, game.scores[0]) for game in games]
            return
        for game in games:
            yield [
                Entrant(game.seats[side[0] - 1], len(side), game.scores[side[0] - 1])
                for side in self.match.sides
            ]


def shares(contest: Sequence[Entrant]) -> list[float]:
    """Return each entrant's share of the win."""
    best = max(entrant.score for entrant in contest)
    winners = sum(entrant.score == best for entrant in contest)
    return [(entrant.score == best) / winners for entrant in contest]

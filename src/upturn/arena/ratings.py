"""Ratings of bots by openskill's Plackett-Luce model, updated contest by contest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from upturn.extras import load

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating


@dataclass(frozen=True)
class Entrant:
    """One side of a contest."""

    bot: str
    seats: int
    score: int


class Ratings:
    """The rating of each bot, which starts at 25 ± 2 · 25/3 and follows the results."""

    def __init__(self, bots: Sequence[str]):
        self._model: PlackettLuce = load("openskill.models", "arena").PlackettLuce()
        self._now = {bot: self._model.rating(name=bot) for bot in bots}

    def __getitem__(self, bot: str) -> tuple[float, float]:
        """Return the rating and its sigma."""
        rating = self._now[bot]
        return float(rating.mu), float(rating.sigma)

    def take_in(self, entrants: Sequence[Entrant]) -> None:
        """Rate a contest. A bot on several sides or in several seats gets the mean of its ratings
        there."""
        if len({entrant.bot for entrant in entrants}) < 2:
            return  # no bot met another
        teams = [[self._copy(entrant.bot) for _ in range(entrant.seats)] for entrant in entrants]
        scores = [float(entrant.score) for entrant in entrants]
        after: dict[str, list[PlackettLuceRating]] = {}
        for entrant, team in zip(entrants, self._model.rate(teams, scores=scores), strict=True):
            after.setdefault(entrant.bot, []).extend(team)
        for bot, found in after.items():
            mu, sigma = fmean(each.mu for each in found), fmean(each.sigma for each in found)
            self._now[bot] = self._model.rating(mu, sigma, bot)

    def _copy(self, bot: str) -> PlackettLuceRating:
        return self._model.rating(*self[bot], bot)

"""The result of a match: figures for each bot and every game, as data and as a picture."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import upturn
from upturn.arena.intervals import Estimate
from upturn.arena.match import Match
from upturn.arena.sprt import ERROR_RATE, Sprt
from upturn.arena.table import Played
from upturn.arena.tally import Figures
from upturn.errors import InvalidSetup, quoted
from upturn.games import rules_of

FORMAT = 1
"""Increase it when the data change in a way that their readers must know of."""
DIGITS = 6
LONG = ("figures", "results")
"""Fields that are long lists, written with a line for each item."""


@dataclass(frozen=True)
class Result:
    """A match that was played, or the part of it before an interrupt."""

    match: Match
    figures: list[Figures]
    """The figures of each bot, the highest rating first."""
    played: list[Played]
    """Every game, in the order of the deals."""
    unfinished: int
    """Games that stalled."""
    test: Sprt | None
    """The sequential test, if there was one."""
    partial: bool
    """Whether it was interrupted; the deals that were finished are included."""
    seconds: float
    on: str
    workers: int | None
    """None if the engine took as many as the cluster had."""

    def __repr__(self) -> str:
        rates = ", ".join(f"{each.bot} {100 * each.win_rate.value:.1f} %" for each in self.figures)
        part = ", partial" if self.partial else ""
        return f"<{self.match.game}, {len(self.played)} games: {rates}{part}>"

    def of(self, bot: str) -> Figures:
        """Return the figures of this bot. Raise InvalidSetup if it has not played."""
        for each in self.figures:
            if each.bot == bot:
                return each
        raise InvalidSetup(f"{quoted(bot)} did not play in this match")

    def data(self) -> dict[str, Any]:
        """Return the result as plain data; docs/arena.md explains every field.

        Everything but `times` is the same whenever the match is played.
        """
        match, rules = self.match, rules_of(self.match.game)
        return {
            "arena": FORMAT,
            "version": upturn.__version__,
            "game": match.game,
            "rules": rules.version,
            "edition": rules.edition,
            "players": match.players,
            "options": dict(match.options),
            "bots": list(match.bots),
            "maker": match.maker,
            "games": match.games,
            "seed": match.seed,
            "partial": self.partial,
            "even": rounded(match.even),
            "unfinished": self.unfinished,
            "test": self._test(),
            "figures": [self._figures(each) for each in self.figures],
            "results": [
                {
                    "deal": game.deal,
                    "seed": match.deal_seed(game.deal),
                    "seats": list(game.seats),
                    "scores": list(game.scores),
                    "moves": list(game.moves),
                    "over": game.over,
                }
                for game in self.played
            ],
            "times": {
                "on": self.on,
                "workers": self.workers,
                "seconds": rounded(self.seconds),
                "thinking": {each.bot: rounded(each.seconds) for each in self.figures},
            },
        }

    def json(self) -> str:
        """Return the data as text, with a line for each field, bot and game."""
        fields = ",\n".join(
            f"  {written(name)}: {in_lines(value) if name in LONG else written(value)}"
            for name, value in self.data().items()
        )
        return f"{{\n{fields}\n}}\n"

    def svg(self) -> str:
        """Return a picture of the ratings and the scores."""
        from upturn.pictures.arena import picture_of

        return picture_of(self.data())

    def _repr_svg_(self) -> str:
        return self.svg()

    def _test(self) -> dict[str, Any] | None:
        if self.test is None:
            return None
        return {
            "bot": self.match.bots[0],
            "more": rounded(self.test.more),
            "error_rate": ERROR_RATE,
            "deals": self.test.deals,
            "llr": rounded(self.test.llr),
            "verdict": self.test.verdict,
        }

    def _figures(self, each: Figures) -> dict[str, Any]:
        return {
            "bot": each.bot,
            "games": each.games,
            "wins": rounded(each.wins),
            "contests": each.contests,
            "win_rate": rounded(each.win_rate.value),
            "win_rate_95": interval(each.win_rate),
            "rating": rounded(each.rating),
            "sigma": rounded(each.sigma),
            "mean_score": rounded(each.mean_score),
            "mean_score_95": interval(each.score) if each.score else None,
            "scores": [list(pair) for pair in each.scores],
            "moves": each.moves,
        }


def interval(estimate: Estimate) -> list[float]:
    return [rounded(estimate.low), rounded(estimate.high)]


def rounded(value: float) -> float:
    return round(value, DIGITS)


def written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def in_lines(values: Sequence[object]) -> str:
    """Return a list as JSON with a line for each value."""
    return "[\n" + ",\n".join(f"    {written(value)}" for value in values) + "\n  ]"

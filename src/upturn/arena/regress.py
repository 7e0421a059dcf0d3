"""Has a bot got worse? Matches whose figures are stored are played again and compared.

A stored match has a seed, so bots that play as before give exactly the same figures. One that plays
otherwise may be better or worse; it is called worse if the difference is more than chance explains.

A match is about its first bot: the wins of the others are what it leaves them, so they go down
when it gets better. Where bots play by themselves each one is judged, by its mean score, unless the
match is about who does better on the same deals.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from math import hypot
from pathlib import Path

from upturn.arena.match import Match, set_up
from upturn.arena.result import Result, in_lines, rounded
from upturn.arena.tally import Figures
from upturn.errors import UpturnError

STORED = Path(__file__).with_name("figures.json")
WINS, SCORE = "share of wins", "mean score"
SIGNIFICANT = 2.326
"""So many standard errors below is worse: chance alone does that once in 100 times."""


@dataclass(frozen=True)
class Figure:
    """A number and its standard error."""

    value: float
    error: float


@dataclass(frozen=True)
class Stored:
    """A match and the figures it gave, by bot: a share of wins, or a mean score."""

    game: str
    players: int
    bots: list[str]
    games: int
    seed: int | str
    options: dict[str, object] = field(default_factory=dict)
    by: str = ""
    """WINS or SCORE; if it is not said, by the score where bots play by themselves."""
    goal: float | None = None
    """What the first bot should reach."""
    figures: dict[str, Figure] = field(default_factory=dict)

    def match(self) -> Match:
        return set_up(self.game, self.players, self.bots, self.games, self.seed, self.options)


@dataclass(frozen=True)
class Finding:
    """How a bot does now, beside what is stored."""

    bot: str
    what: str
    then: Figure | None
    now: Figure

    @property
    def worse(self) -> bool:
        if self.then is None:
            return False
        return self.then.value - self.now.value > SIGNIFICANT * hypot(
            self.then.error, self.now.error
        )

    def __str__(self) -> str:
        now = f"{self.bot}: {self.what} {self.now.value:.4g} ± {2 * self.now.error:.2g}"
        if self.then is None:
            return f"{now}, nothing stored"
        if self.then == self.now:
            return f"{now}, as stored"
        verdict = "WORSE than" if self.worse else "not significantly below"
        return f"{now}, {verdict} the stored {self.then.value:.4g} ± {2 * self.then.error:.2g}"


def measure_of(stored: Stored, match: Match) -> str:
    return stored.by or (SCORE if match.alone else WINS)


def compare(stored: Stored, result: Result) -> Iterator[Finding]:
    """What a match says about the bots it is about."""
    by = measure_of(stored, result.match)
    for bot in result.match.names if by == SCORE else result.match.names[:1]:
        yield Finding(bot, by, stored.figures.get(bot), figure(result.of(bot), by))


def stored_of(stored: Stored, result: Result) -> Stored:
    """The same match with the figures it gives now."""
    by = measure_of(stored, result.match)
    figures = {bot: figure(result.of(bot), by) for bot in result.match.names}
    return replace(stored, figures=figures)


def figure(figures: Figures, by: str) -> Figure:
    if by == WINS:
        # A bot that has several seats has several chances in a game; the game has one winner.
        chances = figures.contests / figures.games
        share = figures.win_rate
        return Figure(rounded(chances * share.value), rounded(chances * share.error))
    error = figures.score.error if figures.score else 0.0
    return Figure(rounded(figures.mean_score), rounded(error))


def load(path: Path) -> list[Stored]:
    """The matches of a file. Raises UpturnError if it is no such file."""
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))["matches"]
        return [
            Stored(
                **{
                    **entry,
                    "figures": {
                        bot: Figure(**found) for bot, found in entry.get("figures", {}).items()
                    },
                }
            )
            for entry in entries
        ]
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as problem:
        raise UpturnError(f"{path} holds no stored matches: {problem}") from problem


def store(path: Path, matches: Sequence[Stored]) -> None:
    """A line per match, so that a change is easy to see."""
    text = f'{{"matches": {in_lines([asdict(match) for match in matches])}}}\n'
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise UpturnError(f"cannot write {path}: {problem.strerror}") from problem

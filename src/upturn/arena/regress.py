"""Checks whether a bot got worse: plays matches with stored figures again and compares.

A stored match has a seed, so bots that play as before give exactly the same figures. A bot that
plays differently is called worse if the difference is larger than chance explains.

A match by wins judges its first bot only: the others' wins go down when it gets better. A match by
mean score judges every bot; that is the default where each bot plays by itself.
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
from upturn.games import names

STORED = Path(__file__).with_name("figures")
"""The folder with one file for each game, named after it."""
WINS, SCORE = "share of wins", "mean score"
SIGNIFICANT = 2.326
"""A bot this many standard errors below is worse: chance alone does that once in 100 times."""


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
    """WINS or SCORE; if empty, SCORE where bots play by themselves, else WINS."""
    goal: float | None = None
    """The figure that the first bot should reach."""
    figures: dict[str, Figure] = field(default_factory=dict)

    def match(self) -> Match:
        return set_up(self.game, self.players, self.bots, self.games, self.seed, self.options)


@dataclass(frozen=True)
class Finding:
    """A bot's figure now, and the stored one."""

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
    """Yield a finding for each bot that the match judges."""
    by = measure_of(stored, result.match)
    for bot in result.match.names if by == SCORE else result.match.names[:1]:
        yield Finding(bot, by, stored.figures.get(bot), figure(result.of(bot), by))


def stored_of(stored: Stored, result: Result) -> Stored:
    """Return the stored match with the figures of this result."""
    by = measure_of(stored, result.match)
    figures = {bot: figure(result.of(bot), by) for bot in result.match.names}
    return replace(stored, figures=figures)


def figure(figures: Figures, by: str) -> Figure:
    if by == WINS:
        # A bot with several seats has several chances in a game, but the game has one winner.
        chances = figures.contests / figures.games
        share = figures.win_rate
        return Figure(rounded(chances * share.value), rounded(chances * share.error))
    error = figures.score.error if figures.score else 0.0
    return Figure(rounded(figures.mean_score), rounded(error))


def load(folder: Path = STORED) -> list[Stored]:
    """Return the matches in a folder, game by game. Raise UpturnError if a file is malformed."""
    files = [folder / f"{game}.json" for game in names()]
    return [match for file in files if file.exists() for match in _matches(file)]


def _matches(path: Path) -> list[Stored]:
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
        raise UpturnError(f"{path} contains no stored matches: {problem}") from problem


def store(folder: Path, matches: Sequence[Stored]) -> None:
    """Write the file of each game, one match per line, so that a change is easy to see."""
    for game in dict.fromkeys(match.game for match in matches):
        own = [asdict(match) for match in matches if match.game == game]
        path = folder / f"{game}.json"
        try:
            path.write_text(f'{{"matches": {in_lines(own)}}}\n', encoding="utf-8")
        except OSError as problem:
            raise UpturnError(f"cannot write {path}: {problem.strerror}") from problem

"""A match: a checked description of the game and the bots, cut into jobs that can run anywhere.

All chance follows from the seed of the match. The seed of a deal comes from its number, and a
bot's seed from that and the seat. So a game is the same wherever and whenever it is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, cast

from upturn.arena.lineups import LineUp, sets_of_games
from upturn.errors import InvalidSetup, quoted
from upturn.games import rules_of
from upturn.games.setup import check_options, check_players, check_seed, is_int

if TYPE_CHECKING:
    from collections.abc import Callable

    from upturn.bots import Bot

OUR_BOTS = "upturn.bots:make_bot"
MOST_BOTS = 32
MOST_GAMES = 10_000_000


@dataclass(frozen=True)
class Job:
    """One game to be played, with everything a worker must know."""

    game: str
    players: int
    options: Mapping[str, object]
    deal: int
    """Counted from 0."""
    seed: str
    seats: tuple[str, ...]
    """The bot in each seat."""
    maker: str

    def __str__(self) -> str:
        bots = ", ".join(self.seats)
        return f"the game with seed {self.seed!r} ({self.game}, {self.players} players: {bots})"


@dataclass(frozen=True)
class Match:
    """A match to be played. `set_up` makes one."""

    game: str
    players: int
    bots: tuple[str, ...]
    games: int
    """The least number of games; whole sets of mirrored deals are played."""
    seed: int | str
    options: Mapping[str, object]
    maker: str
    sides: tuple[tuple[int, ...], ...]
    """The seats that win and lose together."""
    deals: tuple[tuple[LineUp, ...], ...] = field(repr=False)
    """The line-ups that play each deal."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the bots, each once."""
        return tuple(dict.fromkeys(self.bots))

    @property
    def alone(self) -> bool:
        """Whether all seats are one side, so that bots meet by playing the same deal."""
        return len(self.sides) == 1

    @property
    def even(self) -> float:
        """The share of wins that each bot would have if all were equally good."""
        return 1 / (len(self.names) if self.alone else len(self.sides))

    @property
    def total(self) -> int:
        """The number of games."""
        return sum(map(len, self.deals))

    def deal_seed(self, deal: int) -> str:
        """Return the seed with which `upturn.new` deals the same cards."""
        return f"{self.seed}/{deal}"

    def jobs(self) -> Iterator[Job]:
        """Yield every game, deal by deal."""
        for deal, line_ups in enumerate(self.deals):
            for line_up in line_ups:
                yield Job(
                    game=self.game,
                    players=self.players,
                    options=self.options,
                    deal=deal,
                    seed=self.deal_seed(deal),
                    seats=self._seated(line_up),
                    maker=self.maker,
                )

    def _seated(self, line_up: LineUp) -> tuple[str, ...]:
        around = {seat: bot for side, bot in zip(self.sides, line_up, strict=True) for seat in side}
        return tuple(around[seat] for seat in sorted(around))


def set_up(
    game: str,
    players: int,
    bots: Sequence[str],
    games: int,
    seed: int | str | None = None,
    options: Mapping[str, object] | None = None,
    maker: str = OUR_BOTS,
) -> Match:
    """Return a match. Raise InvalidSetup if it cannot be played."""
    rules = rules_of(game)
    players = check_players(rules, players)
    chosen = check_options(rules, options)
    if isinstance(bots, str):
        bots = [bots]
    if not 1 <= len(bots) <= MOST_BOTS:
        raise InvalidSetup(f"a match takes 1 to {MOST_BOTS} bots, not {len(bots)}")
    make = maker_of(maker)
    for bot in dict.fromkeys(bots):
        make(bot, game, 0)  # raises if there is no such bot
    if not is_int(games) or not 1 <= games <= MOST_GAMES:
        raise InvalidSetup(f"a match has 1 to {MOST_GAMES:,} games, not {quoted(games)}")
    sides = rules.sides(players)
    return Match(
        game=game,
        players=players,
        bots=tuple(bots),
        games=int(games),
        seed=check_seed(seed),
        options=chosen,
        maker=maker,
        sides=sides,
        deals=tuple(enough_deals(tuple(bots), len(sides), int(games))),
    )


def enough_deals(bots: tuple[str, ...], sides: int, games: int) -> Iterator[tuple[LineUp, ...]]:
    """Yield whole sets of mirrored deals, until they have at least `games` games."""
    planned = 0
    for line_ups in sets_of_games(bots, sides):
        if planned >= games:
            return
        planned += len(line_ups)
        yield line_ups


def maker_of(path: str) -> Callable[[str, str, int | str], Bot]:
    """Return the function `package.module:function`, which makes bots like
    `upturn.bots.make_bot`."""
    module, _, function = path.partition(":")
    try:
        return cast(
            "Callable[[str, str, int | str], Bot]", getattr(import_module(module), function)
        )
    except (ImportError, AttributeError, ValueError) as problem:
        raise InvalidSetup(f"{quoted(path)} cannot make bots: {problem}") from problem

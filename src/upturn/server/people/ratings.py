"""How strong persons and bots are, by game: a fold of all rated results in their order.

The model is openskill's Plackett-Luce, and everybody starts at 25 ± 25/3. In dnup every seat is on
its own, in Team Play the sides are compared. A team of Team UP is compared with the teams that
played the same deal before; only its own ratings change, since the others' game is long over.
Nobody is rated twice on a deal. The fold stays in memory and is continued; names are looked up when
it is read.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from openskill.models import PlackettLuce

from upturn.games import rules_of
from upturn.server.people.results import is_rated
from upturn.wire.facts import Rating

if TYPE_CHECKING:
    from upturn.store import ResultRow, Store

BATCH = 500
MOST_RIVALS = 12
"""How many of the last teams of its deal a team is compared with."""
MOST_TOLD = 100
CAUTION = 3
"""A rating is mu minus this many sigma: a level that somebody has almost certainly reached."""


class Who(NamedTuple):
    """A person by id, or the bots of a level."""

    id: str
    bot: bool


@dataclass(slots=True)
class Record:
    """The rating and the games of one person or level."""

    mu: float
    sigma: float
    games: int = 0
    wins: int = 0
    points: int = 0


class Team(NamedTuple):
    members: tuple[Who | None, ...]  # None: somebody who asked to be forgotten
    score: int


@dataclass
class Deal:
    """Who has played a deal of Team UP."""

    rivals: deque[Team] = field(default_factory=lambda: deque(maxlen=MOST_RIVALS))
    best: int | None = None
    people: set[Who] = field(default_factory=set)


class Fold:
    """The ratings of all games after some results."""

    def __init__(self) -> None:
        self._model = PlackettLuce()
        self._deals: dict[str, Deal] = {}
        self.records: dict[str, dict[Who, Record]] = {}
        self.last = 0
        """The id of the last result taken in."""

    def take_in(self, rows: Iterable[ResultRow]) -> None:
        """Take in results, in order of their ids."""
        for row in rows:
            self.last = row.id
            if is_rated(row):
                self._rate(row)

    def _rate(self, row: ResultRow) -> None:
        scores: list[int] = msgspec.json.decode(row.scores)
        seated = [who_sat(seat.person, seat.bot) for seat in row.seats]
        teams = [
            Team(tuple(seated[seat - 1] for seat in side), scores[side[0] - 1])
            for side in rules_of(row.game).sides(row.players)
        ]
        records = self.records.setdefault(row.game, {})
        if len(teams) > 1:
            best = max(team.score for team in teams)
            if len({who for team in teams for who in team.members}) > 1:
                self._meet(records, teams, teams)
                self._count(records, teams, [team for team in teams if team.score == best])
        else:
            self._compare(records, teams[0], row.deal or row.table)

    def _compare(self, records: dict[Who, Record], team: Team, deal_id: str) -> None:
        """Compare a team that plays by itself with teams that had the same cards."""
        deal = self._deals.setdefault(deal_id, Deal())
        people = {who for who in team.members if who is not None and not who.bot}
        if people & deal.people:
            return
        rivals = [rival for rival in deal.rivals if set(rival.members) != set(team.members)]
        if rivals:
            self._meet(records, [team, *rivals], [team])
        beaten = deal.best is not None and team.score > deal.best
        self._count(records, [team], [team] if beaten else [])
        deal.rivals.append(team)
        deal.best = team.score if deal.best is None else max(deal.best, team.score)
        deal.people |= people

    def _meet(
        self, records: dict[Who, Record], teams: Sequence[Team], learning: Sequence[Team]
    ) -> None:
        """Rate a contest. A person with several seats gets the mean of their ratings."""
        before = [[self._rating(records, who) for who in team.members] for team in teams]
        rated = self._model.rate(before, scores=[float(team.score) for team in teams])
        after: dict[Who, list[tuple[float, float]]] = {}
        for team, found in zip(learning, rated, strict=False):
            for who, one in zip(team.members, found, strict=True):
                if who is not None:
                    after.setdefault(who, []).append((one.mu, one.sigma))
        for who, found_for in after.items():
            record = self._record(records, who)
            record.mu = fmean(mu for mu, _ in found_for)
            record.sigma = fmean(sigma for _, sigma in found_for)

    def _count(
        self, records: dict[Who, Record], teams: Sequence[Team], winners: Sequence[Team]
    ) -> None:
        """Count one more game. A person with several seats counts once."""
        won = {who for team in winners for who in team.members}
        points = {who: team.score for team in teams for who in team.members if who is not None}
        for who, score in points.items():
            record = self._record(records, who)
            record.games += 1
            record.wins += who in won
            record.points += score

    def _rating(self, records: dict[Who, Record], who: Who | None):  # type: ignore[no-untyped-def]
        record = records.get(who) if who is not None else None
        return self._model.rating(record.mu, record.sigma) if record else self._model.rating()

    def _record(self, records: dict[Who, Record], who: Who) -> Record:
        if who not in records:
            begun = self._model.rating()
            records[who] = Record(begun.mu, begun.sigma)
        return records[who]


class Standings:
    """The ratings of a server, up to its last result."""

    def __init__(self, store: Store):
        self._store = store
        self._fold = Fold()
        self._turn = asyncio.Lock()

    async def of_game(self, game: str) -> list[Rating]:
        """Return the best, by their cautious rating."""
        async with self._turn:
            await self._read_on()
            told = await self._told(game)
            if told is None:  # somebody was deleted, and their results belong to nobody now
                self._fold = Fold()
                await self._read_on()
                told = await self._told(game) or []
            return told

    async def _read_on(self) -> None:
        while rows := await self._store.results(after=self._fold.last, limit=BATCH):
            await asyncio.to_thread(self._fold.take_in, rows)

    async def _told(self, game: str) -> list[Rating] | None:
        """Return the best, or None if the fold contains somebody who was deleted."""
        records = self._fold.records.get(game, {})
        alone = len(rules_of(game).sides(rules_of(game).player_counts[-1])) == 1
        ranked = sorted(records.items(), key=lambda item: (-cautious(item[1]), item[0]))
        told = []
        for who, record in ranked[:MOST_TOLD]:
            name = await self._name(who)
            if name is None:
                return None
            told.append(
                Rating(
                    name=name,
                    bot=who.bot,
                    rating=round(cautious(record), 2),
                    mu=round(record.mu, 2),
                    sigma=round(record.sigma, 2),
                    games=record.games,
                    wins=record.wins,
                    average=round(record.points / record.games, 2) if alone else None,
                )
            )
        return told

    async def _name(self, who: Who) -> str | None:
        if who.bot:
            return f"{who.id} bot"
        person = await self._store.person(who.id)
        return None if person is None else person.name


def cautious(record: Record) -> float:
    return record.mu - CAUTION * record.sigma


def who_sat(person: str | None, bot: str | None) -> Who | None:
    """Return who is rated for a seat: its person, even if a bot finished the game."""
    if person is not None:
        return Who(person, bot=False)
    return None if bot is None else Who(bot, bot=True)

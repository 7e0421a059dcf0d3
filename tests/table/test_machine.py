"""Whatever people, bots and the table itself do in whatever order: a table is the fold of its log,
and what it refuses changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.support.random_games import TABLES
from tests.support.sitting import CODE, ID, NONCE, NOON, PEOPLE, SEED, state
from upturn.errors import Refusal
from upturn.table import (
    Change,
    Person,
    Table,
    ballots,
    consent,
    log,
    opening,
    playing,
    results,
    showing,
)
from upturn.wire import commands as c
from upturn.wire.entries import AnyTold
from upturn.wire.facts import Clock, TableFacts
from upturn.wire.requests import NewTable

SELDOM = 20_000
"""Picks below this may also be moves that all must agree to."""

RARELY = (17, 43)
"""Picks out of a hundred for what leaves little to do afterwards."""
CHOICES = ("yes", "yes", "no")
SEAT_CHOICES = ("bot", "wait", "bot", "wait", "bot", "end")

people = st.sampled_from(PEOPLE[:4])
seats = st.integers(1, 7)
commands: list[tuple[type, dict[str, st.SearchStrategy[Any]]]] = [
    (c.Sit, {"seat": seats, "name": st.sampled_from([None, "Zoe", "ada", "\u200b"])}),
    (c.Stand, {"seat": seats}),
    (c.Fill, {"seat": seats, "bot": st.sampled_from([None, "casual", "skilled", "nobody"])}),
    (c.Start, {}),
    (c.MakeMove, {"seat": seats, "move": st.sampled_from(["stop", "draw", "flip", "x", "deal 1"])}),
    (c.TakeBack, {"seat": seats}),
    (
        c.Vote,
        {
            "seat": seats,
            "ballot": st.integers(1, 6),
            "choice": st.sampled_from(["yes", "no", "wait", "bot", "end"]),
        },
    ),
    (
        c.Say,
        {
            "seat": st.none() | seats,
            "text": st.none() | st.text(min_size=1, max_size=9),
            "phrase": st.sampled_from([None, "nice", "nonsense"]),
        },
    ),
    *(
        (
            kind,
            {
                "seat": st.none() | seats,
                "entry": st.none() | st.integers(1, 30),
                "lift": st.booleans(),
            },
        )
        for kind in (c.Mute, c.Remove)
    ),
    (c.Claim, {"seat": seats, "name": st.sampled_from([None, "Zoe", "bob"])}),
    (c.Answer, {"claim": st.integers(1, 4), "give": st.booleans()}),
    (c.Hint, {"seat": seats}),
    (c.Point, {"seat": seats, "move": st.just("draw")}),
    (c.Why, {"seat": seats, "moves": st.just(["draw"])}),
]
any_command = st.sampled_from(commands).flatmap(
    lambda kind: st.fixed_dictionaries(kind[1]).map(lambda fields: (kind[0], fields))
)


class TableMachine(RuleBasedStateMachine):
    """A table, and beside it one that only reads its log, as another worker would."""

    @initialize(
        game=st.sampled_from(TABLES),
        seat=st.sampled_from([1, 1, 1, None]),
        bots=st.integers(0, 5),
        clock=st.sampled_from([None, Clock(5, 10)]),
        hints=st.booleans(),
        day=st.sampled_from([None, None, "2026-11-16"]),
        start=st.sampled_from([True, True, True, False]),
        persons=st.sampled_from([4, 3, 2, 1]),
    )
    def open(
        self,
        game: tuple[str, int],
        seat: int | None,
        bots: int,
        clock: Clock | None,
        hints: bool,
        day: str | None,
        start: bool,
        persons: int,
    ) -> None:
        name, players = game
        taken = range(players, max(1, players - bots), -1)
        wish = NewTable(
            game=name,
            players=players,
            seat=seat,
            bots={str(number): "casual" for number in taken},
            clock=clock,
            hints=hints,
            daily=day is not None,
        )
        opened = opening.open_table(wish, PEOPLE[0], SEED, NONCE, day=day)
        self.now, self.ids = NOON, 0
        self.table, change = Table.open(ID, CODE, opened, self.now)
        self.rows: list[log.Row] = [(1, self.now, change.body)]
        self.reader = Table.fold(ID, CODE, self.rows)
        if start:
            for number in range(players):
                self._command(PEOPLE[number % persons], c.Sit, {"seat": number + 1}, 0)
            self._command(PEOPLE[0], c.Start, {}, 0)

    # --- What is done ------------------------------------------------------------------------

    @rule(person=people, wish=any_command, behind=st.sampled_from([0, 0, 0, 1, 3, -1]))
    def ask_anything(self, person: Person, wish: tuple[type, dict[str, Any]], behind: int) -> None:
        self._command(person, wish[0], wish[1], behind)

    @rule(wish=any_command, pick=st.integers(0, 100))
    def ask_for_ones_own_seat(self, wish: tuple[type, dict[str, Any]], pick: int) -> None:
        chairs = [chair for chair in self.table.chairs if chair.person is not None]
        if chairs:
            chair = chairs[pick % len(chairs)]
            fields = wish[1] | ({"seat": chair.seat} if "seat" in wish[1] else {})
            self._command(Person(str(chair.person), str(chair.name)), wish[0], fields, 0)

    @precondition(lambda self: self.table.state == "playing")
    @rule(seat=seats, pick=st.integers(0, 100))
    def propose_to_end(self, seat: int, pick: int) -> None:
        chair = self.table.chairs[seat % len(self.table.chairs)]
        others = ballots.voters(self.table, chair.seat)
        if chair.person is not None and (others or pick in RARELY):
            person = Person(chair.person, str(chair.name))
            self._command(person, c.ProposeEnd, {"seat": chair.seat}, 0)

    @precondition(lambda self: self.table.state == "playing")
    @rule(person=people, pick=st.integers(0, 100))
    def claim(self, person: Person, pick: int) -> None:
        free = [chair.seat for chair in self.table.chairs if chair.away or chair.bot is not None]
        if free:
            self._command(person, c.Claim, {"seat": free[pick % len(free)]}, 0)

    @precondition(lambda self: self.table.state == "playing")
    @rule(picks=st.lists(st.integers(0, 10**6), min_size=4, max_size=25))
    def play(self, picks: list[int]) -> None:
        for pick in picks:
            game, seat = self.table.game, self.table.to_act
            if game is None or seat is None:
                return
            moves = game.legal_moves() if pick < SELDOM else game.free_moves()
            self._move(seat, moves[pick % len(moves)])

    @precondition(lambda self: bool(playing.agreed_moves(self.table)))
    @rule(pick=st.integers(0, 100))
    def ask_for_agreement(self, pick: int) -> None:
        seat = self.table.to_act
        if seat is not None and (len(ballots.voters(self.table, seat)) > 0 or pick in RARELY):
            self._move(seat, playing.agreed_moves(self.table)[0])

    def _move(self, seat: int, move: str) -> None:
        chair = self.table.chairs[seat - 1]
        if chair.bot is not None:
            version = self.table.version
            self._try(partial(self.table.bot_move, seat, move, version, self.now))
        elif chair.person is not None:
            person = Person(chair.person, str(chair.name))
            self._command(person, c.MakeMove, {"seat": seat, "move": move}, 0)

    @precondition(lambda self: self.table.ballots)
    @rule(pick=st.integers(0, 100), choice=st.integers(0, 100))
    def vote(self, pick: int, choice: int) -> None:
        asked = showing.facts(self.table).ballots
        ballot = asked[pick % len(asked)]
        choices = SEAT_CHOICES if ballot.about == "seat" else CHOICES
        if ballot.voters:
            seat = ballot.voters[pick % len(ballot.voters)]
            person = Person(str(self.table.chairs[seat - 1].person), "?")
            fields = {
                "seat": seat,
                "ballot": ballot.ballot,
                "choice": choices[choice % len(choices)],
            }
            self._command(person, c.Vote, fields, 0)

    @precondition(lambda self: self.table.take_back)
    @rule(pick=st.integers(0, 100))
    def take_back(self, pick: int) -> None:
        seat = self.table.take_back[pick % len(self.table.take_back)]
        person = Person(str(self.table.chairs[seat - 1].person), "?")
        before = self.table.version
        asked = any(ballot.about == "take-back" for ballot in self.table.ballots)
        self._command(person, c.TakeBack, {"seat": seat}, 0)
        assert asked or self.table.version == before + 1

    @precondition(lambda self: self.table.state == "playing")
    @rule(seat=seats, back=st.booleans())
    def come_or_go(self, seat: int, back: bool) -> None:
        deed = self.table.back if back else self.table.away
        self._try(lambda: deed(seat, self.now))

    @precondition(lambda self: self.table.claims)
    @rule(pick=st.integers(0, 100), give=st.booleans())
    def answer(self, pick: int, give: bool) -> None:
        claim = self.table.claims[pick % len(self.table.claims)]
        asked = sorted(consent.voters(self.table, claim) or self.table.hosts)
        fields = {"claim": claim.number, "give": give}
        self._command(Person(asked[pick % len(asked)], "?"), c.Answer, fields, 0)

    @precondition(lambda self: self.table.claims)
    @rule()
    def wait_for_owners(self) -> None:
        self.now += consent.OWNER_HAS
        self._try(lambda: self.table.give(self.now))

    @precondition(lambda self: any(chair.owners for chair in self.table.chairs))
    @rule(sits=st.booleans())
    def have_a_seat_back(self, sits: bool) -> None:
        chair = next(chair for chair in self.table.chairs if chair.owners)
        owner = chair.owners[0]
        if self.table.state != "playing":
            return
        if sits:
            person = Person(owner.person, owner.name)
            self._command(person, c.Sit, {"seat": chair.seat}, 0)
        else:
            self._try(lambda: self.table.back(chair.seat, self.now, owner.person))
        back = self.table.chairs[chair.seat - 1]
        assert (back.person, back.name, back.owners) == (owner.person, owner.name, ())

    @rule(seconds=st.integers(0, 20), pick=st.integers(0, 10**6))
    def time_goes_by(self, seconds: int, pick: int) -> None:
        self.now += seconds * 1000
        game = self.table.game
        if game is not None and game.legal_moves():
            moves = game.legal_moves()
            self._try(lambda: self.table.time_up(moves[pick % len(moves)], self.now))

    @rule(pick=st.integers(0, 100))
    def close(self, pick: int) -> None:
        if pick in RARELY:
            self._try(lambda: self.table.end("cleaning", self.now))

    # --- What always holds -------------------------------------------------------------------

    def _command(self, person: Person, kind: type, fields: dict[str, Any], behind: int) -> None:
        self.ids += 1
        version = max(0, self.table.version - behind)
        command = kind(id=f"c{self.ids}", version=version, **fields)
        change = self._try(lambda: self.table.do(command, person, self.now))
        if change is not None:
            assert self.table.repeat_of(command, person) == change.n

    def _try(self, deed: Callable[[], Change]) -> Change | None:
        before = state(self.table)
        facts_before = showing.facts(self.table)
        refusal = None
        try:
            change = deed()
        except Refusal as problem:
            refusal = problem
        if refusal is None:
            self._check_change(change, facts_before)
            return change
        assert refusal.code
        assert refusal.sentence
        msgspec.json.encode(refusal.details)
        assert state(self.table) == before
        return None

    def _check_change(self, change: Change, before: TableFacts) -> None:
        table = self.table
        assert change.n == len(self.rows) + 1 == table.version
        self.rows.append((change.n, change.at, change.body))
        read = self.reader.take(change.n, change.at, log.decode(change.body))
        assert state(self.reader) == state(table)
        for seat in [None, *range(1, len(table.chairs) + 1)]:
            told = msgspec.json.encode(showing.tell(table, change, seat))
            assert told == msgspec.json.encode(showing.tell(self.reader, read, seat))
            msgspec.json.decode(told, type=AnyTold)
        after = msgspec.json.decode(msgspec.json.encode(showing.facts(table)), type=TableFacts)
        if not change.facts:
            assert only_the_game_changed(before, after)
        assert change.take_back == (before.take_back != after.take_back)
        assert (change.state or before.state) == after.state
        if table.state == "over":
            assert results.outcome(table).scores == after.scores
        due = table.bot_due()
        assert due is None or table.chairs[due.seat - 1].bot == due.level

    def teardown(self) -> None:
        if hasattr(self, "table"):
            assert state(Table.fold(ID, CODE, self.rows)) == state(self.table)
            for seat in (None, 1):
                told = showing.retell(ID, CODE, self.rows, 0, seat)
                assert [entry.n for entry in told] == [n for n, _, _ in self.rows]


def only_the_game_changed(before: TableFacts, after: TableFacts) -> bool:
    """Whether the facts differ in nothing but what a client can follow by itself."""
    followed = {"version", "to_act", "scores", "plies", "take_back"}
    old, new = (msgspec.structs.asdict(facts) for facts in (before, after))
    return all(old[name] == new[name] for name in old if name not in followed)


TestTableMachine = TableMachine.TestCase
TestTableMachine.settings = settings(max_examples=120, stateful_step_count=40)


@pytest.mark.deep
def test_many_more_tables() -> None:
    longer = settings(max_examples=1500, stateful_step_count=80)
    run_state_machine_as_test(TableMachine, settings=longer)

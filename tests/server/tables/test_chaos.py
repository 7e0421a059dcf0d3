"""Whatever the disk and the lines do, nobody is told anything that is not so, and nothing twice.

Messages both ways are lost, doubled, delayed and overtaken by others; entries are written late, not
at all, or after another worker's. All runs in one thread with a time of its own, in an order that
hypothesis chooses, so that the same choices lead to the same end.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, TypeVar, cast

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.support.evenings import set_clock
from tests.support.one_thread import OwnTimeLoop, use_no_threads
from tests.support.random_games import and_others
from tests.support.shaky import Client, Gates, Line, Truth
from tests.support.sitting import ADA, BOB, CODE, CYD, EVE, ID, NOON, At, gathered, state
from upturn.errors import Refusal, StoreUnavailable
from upturn.server.monitoring.metrics import Metrics
from upturn.server.tables.registry import TableRegistry
from upturn.store import Store, TableRow, open_store
from upturn.table import Table, log
from upturn.wire import commands as c

T = TypeVar("T")
TURNS = 25
"""So often everything that is ready gets its turn before the table is looked at again."""
STEP = 0.02
"""Seconds that pass with each step."""
AFTERNOON = NOON + 3_600_000
"""After everything that is in the log at first."""
MISHAPS = ("beaten", "written but", "not written")
CHOICES = {"seat": ["wait", "bot", "end"]}
NUMBER = st.integers(0, 1000)


def opened(game: str, players: int, begun: bool) -> At:
    """Ada, Bob, and Cyd in all other seats."""
    at = gathered(game, players)
    at.do(BOB, c.Sit, seat=2)
    for seat in range(3, players + 1):
        at.do(CYD, c.Sit, seat=seat)
    if begun:
        at.start()
    return at


class Chaos(RuleBasedStateMachine):
    loop: OwnTimeLoop
    store: Store
    trace: ClassVar[list[object]] = []
    """What was there to do after each step, of all examples."""

    @initialize(
        game=st.sampled_from(
            and_others([("dnup", 3), ("dnup", 4), ("team-play", 4), ("team-up", 3)])
        ),
        begun=st.sampled_from([True, True, False]),
    )
    def open(self, game: tuple[str, int], begun: bool) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="upturn-"))
        self.loop = OwnTimeLoop()
        self.patches = pytest.MonkeyPatch()
        set_clock(self.patches, lambda: AFTERNOON + int(1000 * self.loop.now))
        self.ghosts: list[Line] = []
        self.deliveries: Counter[str] = Counter()
        self.ids = 0
        self.versions: dict[str | None, int] = {}
        self.run(self._open(opened(*game, begun)))
        self.gates.ajar = False
        self.clients = [Client(person, self.truth) for person in (ADA, ADA, BOB, CYD, EVE)]
        for client in self.clients:
            self.run(self._connect(client))
        self._carry_all()

    async def _open(self, at: At) -> None:
        self.store = await open_store(f"sqlite:///{self.folder / 'table.db'}")
        n, moment, body = at.rows[0]
        setup = at.table.setup
        row = TableRow(
            ID, CODE, setup.game, setup.players, False, "gathering", setup.deal, None, moment,
            moment, "{}",
        )  # fmt: skip
        assert n == 1
        assert await self.store.add_table(row, body)
        for entry in at.rows[1:]:
            assert await self.store.append(ID, *entry)
        self.gates = Gates(self.store)
        self.registry = TableRegistry(cast(Any, self.gates), Metrics(), bot_pace=0.0, grace=60.0)
        use_no_threads(self.store, self.registry)
        self.room = await self.registry.room(ID)
        self.truth = Truth(await self.store.entries(ID))

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        async def turn() -> T:
            result = await work
            for _ in range(TURNS):
                await asyncio.sleep(0)
            return result

        self.loop.now += STEP
        result = self.loop.run_until_complete(turn())
        self.trace.append(self._to_do())
        return result

    def _to_do(self) -> object:
        if not hasattr(self, "clients"):
            return None
        lines = [client.line and len(client.line.down) for client in self.clients]
        return len(self.gates.writes), len(self.gates.reads), lines

    # --- People --------------------------------------------------------------------------------

    @precondition(lambda self: any(client.line is None for client in self.clients))
    @rule(who=NUMBER)
    def connect(self, who: int) -> None:
        clients = [client for client in self.clients if client.line is None]
        self.run(self._connect(clients[who % len(clients)]))

    async def _connect(self, client: Client) -> None:
        client.connect(self.room)

    @rule(who=NUMBER)
    def lose_the_connection(self, who: int) -> None:
        self._break(self.clients[who % len(self.clients)])

    def _break(self, client: Client) -> None:
        """The server does not know yet, and what is under way to it still arrives."""
        if client.line is not None:
            self.ghosts.append(client.line)
            client.line = None

    def _movers(self) -> list[tuple[Client, Any]]:
        """Who believes to have a move, and their view."""
        return [
            (client, view)
            for client in self.clients
            for view in client.views
            if view["seat"] in client.seats and view["legal"]
        ]

    @rule(who=NUMBER, pick=NUMBER)
    def look(self, who: int, pick: int) -> None:
        """Somebody at a device that is passed around looks, or turns away."""
        clients = [client for client in self.clients if len(client.seats) > 1]
        if clients:
            client = clients[who % len(clients)]
            self._look(client, [*client.seats, None][pick % (len(client.seats) + 1)])

    def _look(self, client: Client, seat: int | None) -> None:
        self.ids += 1
        client.look(c.Look(id=f"l{self.ids}", version=client.version, seat=seat))

    @precondition(lambda self: self._movers())
    @rule(who=NUMBER, pick=NUMBER)
    def move(self, who: int, pick: int) -> None:
        movers = self._movers()
        client, view = movers[who % len(movers)]
        move = "nonsense" if pick % 16 == 15 else view["legal"][pick % len(view["legal"])]
        self._send(client, c.MakeMove, seat=view["seat"], move=move)

    @rule(picks=st.lists(NUMBER, min_size=1, max_size=6))
    def play_on(self, picks: list[int]) -> None:
        """Some moves for which everything goes well."""
        for pick in picks:
            for client in self.clients:
                if len(client.seats) > 1 and client.table.get("to_act") in client.seats:
                    self._look(client, client.table["to_act"])
                    self._carry_all()
            if self._movers():
                self.move(pick, pick)
                self._carry_all()

    @precondition(lambda self: self._movers())
    @rule(who=NUMBER, picks=st.lists(NUMBER, min_size=2, max_size=3))
    def move_hastily(self, who: int, picks: list[int]) -> None:
        """One after another, without waiting; perhaps on two devices."""
        for more, pick in enumerate(picks):
            self.move(who + more, pick)

    @rule(who=NUMBER, pick=NUMBER)
    def vote(self, who: int, pick: int) -> None:
        client = self.clients[who % len(self.clients)]
        for ballot in client.table.get("ballots", []):
            for seat in set(ballot["voters"]) & set(client.seats):
                choices = CHOICES.get(ballot["about"], ["yes", "no"])
                choice = choices[pick % len(choices)]
                self._send(client, c.Vote, seat=seat, ballot=ballot["ballot"], choice=choice)

    @rule(who=NUMBER, pick=NUMBER)
    def do_something_else(self, who: int, pick: int) -> None:
        client = self.clients[who % len(self.clients)]
        if not client.table:
            return
        seat = (client.seats or [1 + pick % client.table["players"]])[0]
        match pick % 8:
            case 0 | 1:
                self._send(client, c.Say, text="hm")
            case 2 | 3:
                self._send(client, c.TakeBack, seat=seat)
            case 4:
                self._send(client, c.Sit, seat=seat)
            case 5:
                self._send(client, c.Stand, seat=seat)
            case 6:
                self._send(client, c.Claim, seat=1 + pick % client.table["players"])
            case 7 if pick % 5:
                self._send(client, c.Start)
            case _:
                self._send(client, c.ProposeEnd, seat=seat)

    @precondition(lambda self: any(client.table.get("claims") for client in self.clients))
    @rule(give=st.booleans())
    def answer_a_claim(self, give: bool) -> None:
        for client in self.clients:
            for claim in client.table.get("claims", []):
                self._send(client, c.Answer, claim=claim["claim"], give=give)

    def _send(self, client: Client, kind: type, **fields: Any) -> None:
        self.ids += 1
        self.versions[f"k{self.ids}"] = client.version
        client.send(kind(id=f"k{self.ids}", version=client.version, **fields))

    @rule(who=NUMBER, pick=NUMBER)
    def repeat(self, who: int, pick: int) -> None:
        """A client that waited long enough for an answer asks again."""
        client = self.clients[who % len(self.clients)]
        if client.unanswered and client.line is not None and client.line.welcomed:
            commands = list(client.unanswered.values())
            client.line.up.append(commands[pick % len(commands)])

    # --- The lines -----------------------------------------------------------------------------

    def _speaking(self) -> list[Line]:
        """The lines on which something is under way to the server."""
        lines = [client.line for client in self.clients if client.line is not None]
        return [line for line in [*lines, *self.ghosts] if line.up]

    def _listening(self) -> list[Client]:
        """The clients to which something is under way."""
        return [client for client in self.clients if client.line is not None and client.line.down]

    @precondition(lambda self: self._speaking())
    @rule(which=NUMBER)
    def carry_up(self, which: int) -> None:
        lines = self._speaking()
        self.run(self._ask(lines[which % len(lines)], 0))

    @precondition(lambda self: self._speaking())
    @rule(which=NUMBER, where=NUMBER, how=st.sampled_from(["lose", "double", "overtake"]))
    def mistreat_up(self, which: int, where: int, how: str) -> None:
        lines = self._speaking()
        line = lines[which % len(lines)]
        line.damaged = True
        mistreat(line.up, where, how)

    async def _ask(self, line: Line, index: int) -> None:
        command = line.up.pop(index)
        self.deliveries[command.id] += 1
        self.room.hear(command, line)

    @precondition(lambda self: self._listening())
    @rule(who=NUMBER, count=st.integers(1, 4))
    def carry_down(self, who: int, count: int) -> None:
        clients = self._listening()
        client = clients[who % len(clients)]
        for _ in range(count):
            self._hear(client)

    def _hear(self, client: Client) -> None:
        line = client.line
        if line is not None and line.down and not client.hear(line, line.down.pop(0)):
            self._break(client)

    @precondition(lambda self: self._listening())
    @rule(which=NUMBER, where=NUMBER, how=st.sampled_from(["lose", "double", "overtake"]))
    def mistreat_down(self, which: int, where: int, how: str) -> None:
        clients = self._listening()
        line = clients[which % len(clients)].line
        assert line is not None
        line.damaged = True
        mistreat(line.down, where, how)

    @precondition(lambda self: self.ghosts)
    @rule(which=NUMBER)
    def notice_that_somebody_is_gone(self, which: int) -> None:
        self.run(self._leave(self.ghosts.pop(which % len(self.ghosts))))

    async def _leave(self, line: Line) -> None:
        self.room.leave(line)

    # --- The disk ------------------------------------------------------------------------------

    @precondition(lambda self: self.gates.writes)
    @rule(how=st.sampled_from(["fine", "fine", "fine", *MISHAPS]))
    def write(self, how: str) -> None:
        self.run(self._write(how))

    @precondition(lambda self: self._movers())
    @rule(who=NUMBER, pick=NUMBER, how=st.sampled_from(MISHAPS))
    def move_in_bad_luck(self, who: int, pick: int, how: str) -> None:
        """A move arrives, and something happens while it is written."""
        self.move(who, pick)
        for line in self._speaking():
            self.run(self._ask(line, 0))
        if self.gates.writes:
            self.run(self._write(how))

    async def _write(self, how: str) -> None:
        future, entry = self.gates.writes.popleft()
        if how == "beaten":
            await self._another_worker_writes()
        if how != "not written":
            won = await self.store.append(*entry)
        self.truth.take(await self.store.entries(ID, self.truth.version))
        if how in ("fine", "beaten"):
            assert won == (how == "fine")
            future.set_result(won)
        else:
            future.set_exception(StoreUnavailable("the disk failed"))

    async def _another_worker_writes(self) -> None:
        theirs = Table.fold(ID, CODE, await self.store.entries(ID))
        self.ids += 1
        say = c.Say(id=f"w{self.ids}", version=theirs.version, text="elsewhere")
        away, back = partial(theirs.away, 2), partial(theirs.back, 2)
        for deed in (partial(theirs.do, say, EVE), away, back):  # partners may not talk
            with suppress(Refusal):
                change = deed(theirs.changed)
                break
        assert await self.store.append(ID, change.n, change.at, change.body)

    @precondition(lambda self: self.gates.reads)
    @rule()
    def read(self) -> None:
        self.run(self._read())

    async def _read(self) -> None:
        future, table, after = self.gates.reads.popleft()
        rows = await self.store.entries(table, after)
        if not future.done():
            future.set_result(rows)

    # --- The end -------------------------------------------------------------------------------

    def teardown(self) -> None:
        if not hasattr(self, "clients"):
            return
        try:
            self._heal()
            self._compare()
        finally:
            self.run(self._close())
            self.loop.close()
            self.patches.undo()
            shutil.rmtree(self.folder)

    def _heal(self) -> None:
        """From now on all goes well: who lost something connects again."""
        while self.ghosts:
            self.notice_that_somebody_is_gone(0)
        for client in self.clients:
            if client.line is not None and client.line.damaged:
                self.run(self._leave(client.line))
                client.line = None
            if client.line is None:
                self.run(self._connect(client))
        self._carry_all()
        while any(client.unanswered for client in self.clients):
            for client in self.clients:
                if client.line is not None:  # those that were told to try again
                    client.line.up.extend(client.unanswered.values())
            self._carry_all()

    def _carry_all(self) -> bool:
        """All that is under way arrives, and all is written; whether there was anything."""
        busy = False
        while self.gates.writes or self.gates.reads or self._speaking() or self._listening():
            busy = True
            while self.gates.writes or self.gates.reads:
                self.run(self._write("fine") if self.gates.writes else self._read())
            for line in self._speaking():
                while line.up:
                    self.run(self._ask(line, 0))
            for client in self._listening():
                while client.line is not None and client.line.down:
                    self._hear(client)
        return busy

    def _compare(self) -> None:
        table = self.room.table
        assert state(table) == state(Table.fold(ID, CODE, self.truth.rows))
        for client in self.clients:
            assert client.line is not None, "nothing is missing on a good line"
            assert not client.unanswered
            assert client.version == self.truth.version
            assert client.seats == table.seats_of(client.person.id)
            there = self.room.attendance.present(), watching(table)
            assert (client.present, client.watching) == there
            client.check_answers(self.deliveries)
        for row, known in zip(self.truth.rows[1:], self.truth.game_versions, strict=False):
            self._check_not_stale(row.body, known)

    def _check_not_stale(self, body: str, game_version: int) -> None:
        """A move was made by somebody who knew the game as it was."""
        entry = log.decode(body)
        if isinstance(entry, log.Moved) and entry.id in self.versions:
            assert self.versions[entry.id] >= game_version

    async def _close(self) -> None:
        await self.registry.close()
        await self.store.close()


def mistreat(messages: list[Any], where: int, how: str) -> None:
    """Lose a message, double it, or let it be overtaken by all others."""
    message = messages.pop(where % len(messages))
    if how == "double":
        messages[:0] = [message, message]
    elif how == "overtake":
        messages.append(message)


def watching(table: Table) -> int:
    """Everybody is connected, Ada twice."""
    return sum(not table.seats_of(person.id) for person in (ADA, ADA, BOB, CYD, EVE))


TestChaos = Chaos.TestCase
TestChaos.settings = settings(max_examples=60, stateful_step_count=60)


def test_the_same_choices_lead_to_the_same_end() -> None:
    few = settings(max_examples=10, stateful_step_count=60, phases=[Phase.generate], database=None)
    traces = []
    for _ in range(2):
        Chaos.trace.clear()
        run_state_machine_as_test(Chaos, settings=few)
        traces.append([*Chaos.trace])
    assert traces[0] == traces[1]


@pytest.mark.deep
def test_chaos_for_a_long_time() -> None:
    long = settings(max_examples=600, stateful_step_count=100, derandomize=False)
    run_state_machine_as_test(Chaos, settings=long)

"""Two workers at one database against a model of plain dictionaries, in any order of calls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from tests.support.amounts import amount
from tests.support.databases import PostgresServer
from tests.support.stored import RESULT, TABLE
from upturn.store import EntryRow, PersonRow, ResultRow, ResultSeat, Store, TableRow, open_store
from upturn.store.driver import NewEntry

T = TypeVar("T")
# Few of each, so that they meet.
ids = st.sampled_from(["a", "b", "c"])
names = st.sampled_from(["Ann", "ANN", "Ben", "Ödön"])
hashes = st.sampled_from([b"", b"\x00", b"\xff\x80"])
times = st.integers(0, 2)
bodies = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=8)
entries = st.builds(NewEntry, ids, st.integers(1, 6), times, bodies)
workers = st.integers(0, 1)
OPEN = ("gathering", "playing")


class Machine(RuleBasedStateMachine):
    """The store beside the model; every answer is compared, and at times all that is kept."""

    def __init__(self, new_url: Callable[[], str]):
        super().__init__()
        self.url = new_url()
        self.runner = asyncio.Runner()
        self.logs: dict[str, dict[int, EntryRow]] = {}
        self.tables: dict[str, TableRow] = {}
        self.persons: dict[str, PersonRow] = {}
        self.credentials: dict[bytes, str] = {}
        self.links: dict[bytes, tuple[str, int]] = {}
        self.seatings: dict[tuple[str, str, int], tuple[str, int]] = {}
        self.results: list[ResultRow] = []

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(asyncio.wait_for(work, 300))

    @initialize()
    def start(self) -> None:
        self.stores: list[Store] = [self.do(open_store(self.url)) for _ in range(2)]
        self.add_person(0, "a", "Ann", 0, b"")
        self.add_table(0, "a", "a", "a", True, 0, "{}")

    def teardown(self) -> None:
        try:
            self.same_as_the_model(0)
        finally:
            for store in self.stores:
                self.do(store.close())
            self.runner.close()

    @rule(worker=workers)
    def starts_anew(self, worker: int) -> None:
        self.do(self.stores[worker].close())
        self.stores[worker] = self.do(open_store(self.url))

    # --- logs and tables

    @rule(wanted=st.lists(st.tuples(workers, entries), max_size=9))
    def append_at_once(self, wanted: list[tuple[int, NewEntry]]) -> None:
        async def together() -> list[bool]:
            calls = (self.stores[worker].append(*entry) for worker, entry in wanted)
            return await asyncio.gather(*calls)

        won = self.do(together())
        for (_, (table, n, at, body)), ours in zip(wanted, won, strict=True):
            if ours:
                assert n not in self.logs.get(table, {})
                self.logs.setdefault(table, {})[n] = EntryRow(n, at, body)
        assert all(n in self.logs[table] for _, (table, n, _, _) in wanted)

    @rule(worker=workers, id=ids, code=ids, host=ids, public=st.booleans(), at=times, body=bodies)
    def add_table(
        self,
        worker: int,
        id: str,  # noqa: A002
        code: str,
        host: str,
        public: bool,
        at: int,
        body: str,
    ) -> None:
        row = TABLE._replace(id=id, code=code, host=host, public=public, created=at, changed=at)
        taken = id in self.tables or any(code == table.code for table in self.tables.values())
        taken = taken or 1 in self.logs.get(id, {})
        assert self.do(self.stores[worker].add_table(row, body)) is not taken
        if not taken:
            self.tables[id] = row
            self.logs.setdefault(id, {})[1] = EntryRow(1, at, body)

    @rule(worker=workers, id=ids, state=st.sampled_from([*OPEN, "ended"]), at=times)
    def set_state(self, worker: int, id: str, state: str, at: int) -> None:  # noqa: A002
        why = "closed" if state == "ended" else None
        self.do(self.stores[worker].set_state(id, state, at, why))
        if id in self.tables:
            known = self.tables[id]
            self.tables[id] = known._replace(state=state, changed=at, ended_by=why)

    # --- persons

    @rule(worker=workers, id=ids, name=names, at=times, hashed=hashes)
    def add_person(self, worker: int, id: str, name: str, at: int, hashed: bytes) -> None:  # noqa: A002
        taken = id in self.persons or self.named(name) or hashed in self.credentials
        added = self.do(self.stores[worker].add_person(id, name, name.lower(), at, hashed))
        assert added is not bool(taken)
        if added:
            self.persons[id] = PersonRow(id, name, at)
            self.credentials[hashed] = id

    @rule(worker=workers, id=ids, name=names)
    def rename_person(self, worker: int, id: str, name: str) -> None:  # noqa: A002
        possible = id in self.persons and self.named(name) <= {id}
        assert self.do(self.stores[worker].rename_person(id, "?", name, name.lower())) is possible
        if possible:
            self.persons[id] = self.persons[id]._replace(name=name)

    def named(self, name: str) -> set[str]:
        return {row.id for row in self.persons.values() if row.name.lower() == name.lower()}

    @rule(worker=workers, id=ids)
    def delete_person(self, worker: int, id: str) -> None:  # noqa: A002
        assert self.do(self.stores[worker].delete_person(id)) is (id in self.persons)
        self.persons.pop(id, None)
        self.credentials = {key: who for key, who in self.credentials.items() if who != id}
        self.links = {key: link for key, link in self.links.items() if link[0] != id}
        self.seatings = {key: value for key, value in self.seatings.items() if key[0] != id}
        for table in self.tables.values():
            if table.host == id:
                self.tables[table.id] = table._replace(host=None)
        self.results = [
            row._replace(
                seats=tuple(self.nobody(seat) if seat.person == id else seat for seat in row.seats)
            )
            for row in self.results
        ]

    @staticmethod
    def nobody(seat: ResultSeat) -> ResultSeat:
        return seat._replace(person=None, name=None)

    @rule(worker=workers, hashed=hashes, others=st.booleans())
    def drop_credential(self, worker: int, hashed: bytes, others: bool) -> None:
        store, person = self.stores[worker], self.credentials.get(hashed)
        if person is None:
            return
        devices = {row.hash: row.id for row in self.do(store.credentials(person))}
        if others:
            self.do(store.drop_other_credentials(person, devices.pop(hashed)))
            self.links = {key: link for key, link in self.links.items() if link[0] != person}
        else:
            self.do(store.drop_credential(person, devices[hashed]))
            devices = {hashed: devices[hashed]}
        for gone in devices:
            del self.credentials[gone]

    @rule(worker=workers, hashed=hashes, person=ids, expires=times)
    def add_link(self, worker: int, hashed: bytes, person: str, expires: int) -> None:
        possible = person in self.persons and hashed not in self.links
        assert self.do(self.stores[worker].add_link(hashed, person, expires)) is possible
        if possible:
            self.links[hashed] = (person, expires)

    @rule(worker=workers, hashed=hashes, now=times, credential=hashes)
    def use_link(self, worker: int, hashed: bytes, now: int, credential: bytes) -> None:
        person, expires = self.links.get(hashed, (None, 0))
        used = self.do(self.stores[worker].use_link(hashed, now, credential))
        if person is not None and now < expires and credential in self.credentials:
            assert used is None, "nothing happens if the hash is in use"
            return
        assert used == (person if now < expires else None)
        if used is not None:
            self.credentials[credential] = used
        self.links.pop(hashed, None)
        self.links = {key: link for key, link in self.links.items() if link[1] > now}

    @rule(worker=workers, table=ids, seat=st.integers(0, 1), person=ids, name=names, at=times)
    def sit(self, worker: int, table: str, seat: int, person: str, name: str, at: int) -> None:
        sat = self.do(self.stores[worker].add_seating(table, seat, person, name, at))
        assert sat is (person in self.persons)
        if sat:
            self.seatings[person, table, seat] = (name, at)

    # --- results

    @rule(worker=workers, table=ids, persons=st.lists(st.none() | ids, min_size=1, max_size=3))
    def add_result(self, worker: int, table: str, persons: list[str | None]) -> None:
        seats = tuple(ResultSeat(who, f"name of {who}", None if who else "bot") for who in persons)
        row = RESULT._replace(table=table, seats=seats, finished=7, game=f"game {len(persons)}")
        new = all(table != other.table for other in self.results)
        assert self.do(self.stores[worker].add_result(row)) is new
        if not new:
            return
        known = (
            seat if seat.bot or seat.person in self.persons else self.nobody(seat) for seat in seats
        )
        self.results.append(row._replace(seats=tuple(known), id=len(self.results) + 1))
        if table in self.tables:
            self.tables[table] = self.tables[table]._replace(state="over", changed=7)

    @rule(worker=workers, person=ids, size=st.integers(1, 3), after=st.integers(0, 3))
    def results_that(self, worker: int, person: str, size: int, after: int) -> None:
        asked: dict[str, Any] = {
            "person": person,
            "game": f"game {size}",
            "after": after,
            "limit": 2,
        }
        expected = [
            row
            for row in self.results
            if any(seat.person == person for seat in row.seats)
            and len(row.seats) == size
            and row.id > after
        ]
        assert self.do(self.stores[worker].results(**asked)) == expected[:2]
        assert self.do(self.stores[worker].results(newest=True, **asked)) == expected[::-1][:2]

    # --- all that is kept

    @rule(worker=workers)
    def same_as_the_model(self, worker: int) -> None:
        self.do(self.compare(self.stores[worker]))

    async def compare(self, store: Store) -> None:
        for id in "abc":  # noqa: A001
            log = [self.logs[id][n] for n in sorted(self.logs[id])] if id in self.logs else []
            assert await store.entries(id) == log
            assert await store.table(id) == self.tables.get(id)
            assert await store.person(id) == self.persons.get(id)
            assert {row.hash for row in await store.credentials(id)} == {
                key for key, who in self.credentials.items() if who == id
            }
            assert {
                (row.table.id, row.seat, row.name, row.at) for row in await store.seatings(id)
            } == {
                (table, seat, *sat)
                for (who, table, seat), sat in self.seatings.items()
                if who == id and table in self.tables
            }
        open_now = [row for row in self.tables.values() if row.state in OPEN]
        assert await store.open_tables() == sorted(open_now, key=lambda row: (row.created, row.id))
        shown = sorted(
            (row for row in open_now if row.public), key=lambda row: (-row.created, row.id)
        )
        assert await store.public_tables(None, 9) == shown
        assert await store.results(limit=99) == self.results


def check(new_url: Callable[[], str], examples: int) -> None:
    class OnThis(Machine):
        def __init__(self) -> None:
            super().__init__(new_url)

    run_state_machine_as_test(
        OnThis, settings=settings(max_examples=examples, stateful_step_count=40)
    )


def test_sqlite_does_as_the_model_does(tmp_path: Path) -> None:
    numbers = count()
    check(lambda: str(tmp_path / f"{next(numbers)}.db"), amount(20, 50))


def test_postgres_does_as_the_model_does(postgres_server: PostgresServer) -> None:
    check(postgres_server.new_database, amount(15, 25))

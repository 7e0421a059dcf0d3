"""`Store`: the logs of all tables and the few rows around them, in one database.

Appends are durable when they return. Every other change is one durable transaction. The store
makes no decisions and does not interpret the texts it keeps.
Every method raises `StoreUnavailable` when the database fails. The change may or may not have been
made then, so read again. Writing a text with a zero byte or half a surrogate pair raises
`ValueError`.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, TypeVar

from upturn.store import statements as sql
from upturn.store.committing import Committer, Watch
from upturn.store.driver import Driver, Heard, NewEntry, Step, Told
from upturn.store.rows import (
    CredentialRow,
    DeviceRow,
    EntryRow,
    Kind,
    PersonRow,
    ResultRow,
    ResultSeat,
    SeatingRow,
    SightingRow,
    TableRow,
)

SECRET_BYTES = 32
DEVICE_BYTES = 6
UNKNOWN: Kind = (None, None)

T = TypeVar("T")


class Store:
    """An open database. Use `open_store` to get one."""

    def __init__(self, driver: Driver, url_shown: str):
        self._driver = driver
        self._committer = Committer(driver.insert)
        self.url_shown = url_shown

    @property
    def shared(self) -> bool:
        """Whether other workers may append to these tables."""
        return self._driver.shared

    @property
    def upgraded(self) -> str | None:
        """A sentence about the upgrade, if the database was of an older version when opened."""
        return self._driver.upgraded

    async def close(self) -> None:
        """Write the entries that are being appended and close the database."""
        await self._committer.close()
        await self._driver.close()

    # --- the log

    async def append(self, table: str, n: int, at: int, body: str) -> bool:
        """Append entry n of the table and return True once it is on disk. Return False, and write
        nothing, if there is an entry n already. `body` is JSON."""
        return await self.submit(table, n, at, body)

    def submit(self, table: str, n: int, at: int, body: str) -> asyncio.Future[bool]:
        """Do the same as `append`, but return a future, so that no task has to wait."""
        _check(table, body)
        return self._committer.submit(NewEntry(table, n, at, body))

    def watch(self, told: Watch) -> None:
        """Call `told` for each batch that is on disk from now on, with the number of its entries
        and the seconds it took."""
        self._committer.watch = told

    async def entries(self, table: str, after: int = 0) -> list[EntryRow]:
        """Return the entries after number `after`, in order."""
        return [EntryRow(*row) for row in await self._rows(sql.LOG, table, after)]

    async def tables_naming(self, person: str) -> list[str]:
        """Return the tables whose logs name a person. Slow: it reads all logs."""
        rows = await self._driver.rows(sql.TABLES_NAMING, f'%"{person}"%')
        return [table for (table,) in rows]

    async def amend(self, table: str, bodies: Mapping[int, str]) -> None:
        """Change the bodies of entries that are already in the log. Only used to forget a
        person."""
        _check(*bodies.values())
        steps = [Step(sql.AMEND_ENTRY, (table, n, body)) for n, body in bodies.items()]
        if steps:
            await self._driver.change(*steps)

    async def listen(self, heard: Heard, told: Told = lambda word: None) -> None:
        """Call `heard(table, n)` for each entry that another worker appends from now on, `heard("",
        0)` when some may have been missed, and `told` for each announcement. PostgreSQL also
        reports this worker's own entries; SQLite without a group reports nothing."""
        await self._driver.listen(heard, told)

    async def announce(self, words: Sequence[str]) -> None:
        """Send messages to the other workers; they are not stored for later."""
        _check(*words)
        await self._driver.announce(words)

    # --- tables

    async def add_table(self, row: TableRow, first_entry: str) -> bool:
        """Add a table and entry 1 of its log. Return False if its id or code is taken."""
        return await self._done(
            Step(sql.ADD_TABLE, row), Step(sql.FIRST_ENTRY, (row.id, row.created, first_entry))
        )

    async def table(self, table: str) -> TableRow | None:
        return _first(_tables(await self._rows(sql.TABLE, table)))

    async def table_by_code(self, code: str) -> TableRow | None:
        return _first(_tables(await self._rows(sql.TABLE_BY_CODE, code)))

    async def set_state(
        self, table: str, state: str, changed: int, ended_by: str | None = None
    ) -> None:
        await self._change(Step(sql.SET_STATE, (table, state, ended_by, changed)))

    async def set_summary(self, table: str, summary: str, changed: int) -> None:
        await self._change(Step(sql.SET_SUMMARY, (table, summary, changed)))

    async def open_tables(self) -> list[TableRow]:
        """Return the tables that gather or play, oldest first."""
        return _tables(await self._rows(sql.OPEN_TABLES))

    async def unsettled_tables(self) -> list[str]:
        """Return the open tables that may have something to do by themselves, the last changed
        first: those that play, and those whose rows may be behind their logs."""
        return [table for (table,) in await self._rows(sql.UNSETTLED_TABLES)]

    async def closed_tables(self, since: int) -> list[str]:
        """Return the tables that were over or ended at this moment or later."""
        return [table for (table,) in await self._rows(sql.CLOSED_TABLES, since)]

    async def deserted_tables(self, before: int) -> list[str]:
        """Return the tables without a game that last changed before a moment, oldest first."""
        return [table for (table,) in await self._rows(sql.DESERTED_TABLES, before)]

    async def hosted_tables(self, person: str) -> list[TableRow]:
        """Return the open tables that a person hosts, newest first."""
        return _tables(await self._rows(sql.HOSTED_TABLES, person))

    async def newest_tables(self, limit: int) -> list[TableRow]:
        """Return tables in any state, newest first."""
        return _tables(await self._driver.rows(sql.NEWEST_TABLES, limit))

    async def public_tables(self, game: str | None, limit: int) -> list[TableRow]:
        """Return the public open tables of one game or of all, newest first."""
        if game is None:
            return _tables(await self._rows(sql.PUBLIC_TABLES, limit))
        return _tables(await self._rows(sql.PUBLIC_TABLES_OF, limit, game))

    # --- persons

    async def add_person(
        self,
        person: str,
        name: str,
        key: str,
        created: int,
        credential: bytes,
        label: str = "",
        kind: Kind = UNKNOWN,
        look: str | None = None,
    ) -> bool:
        """Add a person with a first credential. `key` and `look` are the forms of the name used to
        compare names. Return False if one of them is taken."""
        return await self._done(
            Step(sql.ADD_PERSON, (person, name, key, created, look)),
            Step(sql.ADD_CREDENTIAL, (person, *_credential(credential, created, label, kind))),
        )

    async def person(self, person: str) -> PersonRow | None:
        return _first([PersonRow(*row) for row in await self._rows(sql.PERSON, person)])

    async def person_by_name(self, key: str, name: str = "") -> PersonRow | None:
        """Return the person of exactly this name or, if there is none, of this key."""
        rows = await self._rows(sql.PERSON_BY_NAME, key, name)
        return _first([PersonRow(*row) for row in rows])

    async def device_by_credential(self, hashed: bytes) -> DeviceRow | None:
        rows = await self._rows(sql.DEVICE_BY_CREDENTIAL, hashed)
        return _first([DeviceRow(PersonRow(*row[:-2]), *row[-2:]) for row in rows])

    async def rename_person(
        self, person: str, old: str, name: str, key: str, look: str | None = None
    ) -> bool:
        """Rename a person, also in results that have the old name. Return False if the name is
        taken or there is no such person."""
        return bool(
            await self._change(
                Step(sql.RENAME_PERSON, (person, name, key, look)),
                Step(sql.RENAME_IN_RESULTS, (person, name, old)),
            )
        )

    async def touch_devices(self, devices: Sequence[str], seen: int) -> None:
        """Note that these devices were seen."""
        if devices:  # in order, so that two workers do not wait for each other
            await self._change(*(Step(sql.TOUCH_DEVICE, (one, seen)) for one in sorted(devices)))

    async def delete_person(self, person: str, words: Sequence[str] = ()) -> bool:
        """Forget a person: name, credentials, links, seatings and seen deals. Their results stay
        without a person, and their tables without a host. Return False if there is no such
        person. Announce the words with it."""
        steps = (Step(statement, (person,)) for statement in sql.FORGET_PERSON)
        deleted = await self._change(Step(sql.DELETE_PERSON, (person,)), *steps, words=words)
        return bool(deleted)

    async def purge(self) -> bool:
        """Remove from the files of the database what was deleted or amended before: SQLite keeps it
        in its write-ahead log. Return False if somebody reads and it should be tried again."""
        return await self._driver.purge()

    async def drop_credential(self, person: str, device: str, words: Sequence[str] = ()) -> None:
        """Forget a device of a person, and announce the words with it."""
        await self._change(Step(sql.DROP_CREDENTIAL, (person, device)), words=words)

    async def drop_credential_and_links(
        self, person: str, device: str, words: Sequence[str] = ()
    ) -> None:
        """Forget a device of a person, which may have made links, and all links to new devices.
        Announce the words with it."""
        await self._change(
            Step(sql.DROP_LINKS, (person,)),
            Step(sql.DROP_CREDENTIAL, (person, device)),
            words=words,
        )

    async def drop_other_credentials(
        self, person: str, device: str, words: Sequence[str] = ()
    ) -> None:
        """Forget all devices of a person but one, and all links to new ones. Announce the words
        with it."""
        await self._change(
            # Links first: this waits for a device that just comes by one, and is dropped next.
            Step(sql.DROP_LINKS, (person,)),
            Step(sql.DROP_OTHER_CREDENTIALS, (person, device)),
            words=words,
        )

    async def credentials(self, person: str) -> list[CredentialRow]:
        """Return a person's devices, oldest first."""
        return [CredentialRow(*row) for row in await self._rows(sql.CREDENTIALS, person)]

    async def add_link(self, hashed: bytes, person: str, expires: int) -> bool:
        """Add a link that lets a person use one more device. Return False if there is no such
        person or the hash is in use."""
        return bool(await self._change(Step(sql.ADD_LINK, (person, hashed, expires))))

    async def use_link(
        self, hashed: bytes, now: int, credential: bytes, label: str = "", kind: Kind = UNKNOWN
    ) -> str | None:
        """Use up a link: its person has one more device. Return the person, or None if the link
        is unknown, used or expired."""
        used = await self._change(
            Step(sql.FOLLOW_LINK, (hashed, *_credential(credential, now, label, kind))),
            Step(sql.DROP_LINK, (hashed,)),
            Step(sql.DROP_EXPIRED_LINKS, (now,)),
        )
        return used[0][0] if used else None

    # --- who sat where

    async def add_seating(self, table: str, seat: int, person: str, name: str, at: int) -> bool:
        """Note that a person took a seat, or took it again. Return False if there is no such
        person."""
        step = Step(sql.ADD_SEATING, (person, table, seat, name, at))
        return bool(await self._change(step))

    async def drop_seating(self, table: str, seat: int, person: str) -> None:
        await self._change(Step(sql.DROP_SEATING, (person, table, seat)))

    async def seatings(self, person: str) -> list[SeatingRow]:
        """Return a person's seats at all tables, newest first."""
        rows = await self._rows(sql.SEATINGS, person)
        width = len(TableRow._fields)
        return [SeatingRow(_tables([row])[0], *row[width:]) for row in rows]

    # --- who has seen which deal

    async def add_sightings(self, rows: Sequence[SightingRow]) -> None:
        """Note who saw a deal where, once each. People who are deleted are left out."""
        await self._change(
            *(
                Step(sql.ADD_SIGHTING if row.person else sql.ADD_NAMELESS_SIGHTING, row)
                for row in sorted(rows)  # in one order, so that workers do not block each other
            )
        )

    async def has_seen(self, person: str, browser: str, deal: str, except_at: str = "") -> bool:
        """Return whether this person or browser saw a deal, other than at one table."""
        return bool(await self._rows(sql.SIGHTING_OF_DEAL, deal, except_at, person, browser))

    async def had_seen(self, table: str, before: int) -> bool:
        """Return whether anybody with a seat at a table saw its deal elsewhere before a moment:
        they themself, or somebody in a browser in which they were at this table."""
        return bool(await self._rows(sql.SIGHTING_ELSEWHERE, table, before))

    async def seen_deals(self, person: str) -> list[str]:
        """Return the deals that a person has seen, in the order of first sight."""
        return [deal for (deal,) in await self._rows(sql.SEEN_DEALS, person)]

    async def drop_sightings(self, before: int) -> None:
        """Forget what was seen before a moment, but not by people who had a seat there."""
        await self._change(Step(sql.DROP_SIGHTINGS, (before,)))

    # --- results

    async def add_result(self, row: ResultRow) -> bool:
        """Add a result and mark its table as over. Return False if the table has a result already.
        If a person was deleted meanwhile, nobody is in that seat."""
        return await self._done(
            Step(sql.NEXT_RESULT),
            Step(sql.ADD_RESULT, (*row[: ResultRow._fields.index("seats")], row.flags)),
            *_seat_steps(row),
            Step(sql.SET_STATE, (row.table, "over", None, row.finished)),
        )

    async def results(
        self,
        *,
        game: str | None = None,
        deal: str | None = None,
        day: str | None = None,
        person: str | None = None,
        after: int = 0,
        before: int | None = None,
        newest: bool = False,
        limit: int,
    ) -> list[ResultRow]:
        """Return the results that match every given argument, with after < id < before, in the
        order of their ids, or newest first."""
        asked = {
            "game = ${}": game,
            "deal = ${}": deal,
            "day = ${}": day,
            "table_id IN (SELECT table_id FROM result_seats WHERE person = ${})": person,
            "id > ${}": after,
            "id < ${}": before,
        }
        wanted = {condition: value for condition, value in asked.items() if value is not None}
        conditions = [condition.format(i) for i, condition in enumerate(wanted, 1)]
        rows = await self._rows(sql.results(conditions, newest), *wanted.values(), limit)
        return [_result([*seats]) for _, seats in groupby(rows, key=lambda row: row[0])]

    # --- the server's own

    async def server_secret(self, name: str) -> bytes:
        """Return random bytes, made on the first call and the same for all workers ever after."""
        found = await self._rows(sql.SECRET, name)  # first, so that starting usually needs no write
        if not found:
            made = secrets.token_bytes(SECRET_BYTES)
            await self._change(Step(sql.ADD_SECRET, (name, made)))
            found = await self._rows(sql.SECRET, name)
        ((secret,),) = found
        return bytes(secret)

    # --- for admins

    async def check(self) -> None:
        """Write something durably and read some entries of a log, or raise `StoreUnavailable`."""
        await self._change(Step(sql.CHECK))
        await self._rows(sql.A_LOG)

    async def figures(self) -> dict[str, int]:
        """Return the number of rows of each kind, and bytes on disk. Slow: it counts everything."""
        (counts,) = await self._rows(sql.COUNTS)
        return {
            **dict(zip(sql.TABLES_OF_ROWS, counts, strict=True)),
            "bytes": await self._driver.size(),
        }

    async def backup(self, path: Path) -> None:
        """Write a consistent copy of everything into a new SQLite file that can be served."""
        await self._driver.backup(path)

    async def _done(self, *steps: Step) -> bool:
        return await self._change(*steps) is not None

    async def _change(
        self, *steps: Step, words: Sequence[str] = ()
    ) -> list[tuple[Any, ...]] | None:
        for step in steps:
            _check(*step.args)
        return await self._driver.change(*steps, words=words)

    async def _rows(self, statement: str, *args: Any) -> list[tuple[Any, ...]]:
        try:
            _check(*args)
        except ValueError:
            return []  # no stored text can match it
        return await self._driver.rows(statement, *args)


def _check(*values: Any) -> None:
    """Raise ValueError for a text that a database cannot hold, before it spoils a whole batch."""
    for value in values:
        if isinstance(value, str):
            if "\0" in value:
                raise ValueError("a text cannot hold a zero byte")
            value.encode()


def _credential(hashed: bytes, created: int, label: str, kind: Kind) -> tuple[Any, ...]:
    """Return the columns of a new device. Its id has nothing to do with its secret."""
    return hashed, created, label, secrets.token_hex(DEVICE_BYTES), *kind


def _first(rows: list[T]) -> T | None:
    return rows[0] if rows else None


def _tables(rows: list[tuple[Any, ...]]) -> list[TableRow]:
    found = (TableRow(*row[: len(TableRow._fields)]) for row in rows)
    return [row._replace(public=bool(row.public)) for row in found]


def _seat_steps(row: ResultRow) -> list[Step]:
    steps = []
    for i, seat in enumerate(row.seats):
        if seat.person is None:
            steps.append(Step(sql.ADD_RESULT_SEAT, (row.table, i, seat.bot, seat.name)))
        else:
            steps.append(Step(sql.ADD_RESULT_SEAT, (row.table, i, seat.bot, None)))
            steps.append(Step(sql.ADD_RESULT_PERSON, (seat.person, row.table, i, seat.name)))
    return steps


def _result(rows: list[tuple[Any, ...]]) -> ResultRow:
    """Build a result from the rows of its seats."""
    number, *told = rows[0][:-4]
    seats = tuple(ResultSeat(*row[-3:]) for row in rows)
    return ResultRow._make((*told, seats, rows[0][-4], number))

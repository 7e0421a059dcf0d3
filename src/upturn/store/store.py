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
from typing import Any

from upturn.store import statements as sql
from upturn.store.committing import Committer, Watch
from upturn.store.driver import Driver, Heard, NewEntry, Step, Told
from upturn.store.people import People
from upturn.store.queries import check_texts, first, table_rows
from upturn.store.rows import EntryRow, ResultRow, ResultSeat, TableRow

SECRET_BYTES = 32


class Store(People):
    """An open database. Use `open_store` to get one."""

    def __init__(self, driver: Driver, url_shown: str):
        super().__init__(driver)
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
        check_texts(table, body)
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
        check_texts(*bodies.values())
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
        check_texts(*words)
        await self._driver.announce(words)

    # --- tables

    async def add_table(self, row: TableRow, first_entry: str) -> bool:
        """Add a table and entry 1 of its log. Return False if its id or code is taken."""
        return await self._done(
            Step(sql.ADD_TABLE, row), Step(sql.FIRST_ENTRY, (row.id, row.created, first_entry))
        )

    async def table(self, table: str) -> TableRow | None:
        return first(table_rows(await self._rows(sql.TABLE, table)))

    async def table_by_code(self, code: str) -> TableRow | None:
        return first(table_rows(await self._rows(sql.TABLE_BY_CODE, code)))

    async def set_state(
        self, table: str, state: str, changed: int, ended_by: str | None = None
    ) -> None:
        await self._change(Step(sql.SET_STATE, (table, state, ended_by, changed)))

    async def set_summary(self, table: str, summary: str, changed: int) -> None:
        await self._change(Step(sql.SET_SUMMARY, (table, summary, changed)))

    async def open_tables(self) -> list[TableRow]:
        """Return the tables that gather or play, oldest first."""
        return table_rows(await self._rows(sql.OPEN_TABLES))

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
        return table_rows(await self._rows(sql.HOSTED_TABLES, person))

    async def newest_tables(self, limit: int) -> list[TableRow]:
        """Return tables in any state, newest first."""
        return table_rows(await self._driver.rows(sql.NEWEST_TABLES, limit))

    async def public_tables(self, game: str | None, limit: int) -> list[TableRow]:
        """Return the public open tables of one game or of all, newest first."""
        if game is None:
            return table_rows(await self._rows(sql.PUBLIC_TABLES, limit))
        return table_rows(await self._rows(sql.PUBLIC_TABLES_OF, limit, game))

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

    async def purge(self) -> bool:
        """Remove from the files of the database what was deleted or amended before: SQLite keeps it
        in its write-ahead log. Return False if somebody reads and it should be tried again."""
        return await self._driver.purge()

    async def backup(self, path: Path) -> None:
        """Write a consistent copy of everything into a new SQLite file that can be served."""
        await self._driver.backup(path)


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

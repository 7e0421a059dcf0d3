"""Everything about a person: exported, or deleted."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from upturn.errors import BrokenLog, StoreUnavailable, UpturnError
from upturn.server.http.calls.me import devices_of, farewell, me_of
from upturn.server.http.calls.tables import OPEN, Caller
from upturn.server.http.endpoint import answer_of
from upturn.server.monitoring.logs import logger
from upturn.server.people import erasure, results
from upturn.table import Table, log
from upturn.wire.answers import Export, Seating, Utterance
from upturn.wire.commands import Stand

if TYPE_CHECKING:
    from typing import Any

    from starlette.responses import Response

    from upturn.server.http.call import Asked
    from upturn.store import EntryRow, Store, TableRow

MOST_RESULTS = 100_000
PURGED_EVERY, PURGES = 5.0, 720
"""Seconds between attempts to empty files of what was deleted, and their number: for an hour. A
backup reads for as long as it takes."""


# --- Export ----------------------------------------------------------------------------------


async def export_me(asked: Asked) -> Response:
    store, person = asked.services.store, asked.person
    seatings = await store.seatings(person.id)
    said, tables = [], {row.table.id: row.table for row in seatings}
    played = []
    for table in dict.fromkeys([*tables, *await store.tables_naming(person.id)]):
        rows = await store.entries(table)
        said += _said(table, rows, person.id)
        if table in tables:
            played.append(await asyncio.to_thread(_record, tables[table], rows))
    rows_of_results = await store.results(person=person.id, limit=MOST_RESULTS)
    export = Export(
        me=await me_of(asked, person.id),
        devices=await devices_of(asked),
        seatings=[
            Seating(row.table.id, row.table.game, row.table.state, row.seat, row.name, row.at)  # type: ignore[arg-type]
            for row in seatings
        ],
        results=[results.result_of(row) for row in rows_of_results],
        said=said,
        records=[record for record in played if record is not None],
        seen=await store.seen_deals(person.id),
    )
    response = answer_of(export)
    response.headers["content-disposition"] = 'attachment; filename="upturn-export.json"'
    return response


def _said(table: str, rows: list[EntryRow], person: str) -> list[Utterance]:
    said = []
    for row in rows:
        if person in row.body:
            entry = log.decode(row.body)
            if isinstance(entry, log.Spoke) and entry.person == person:
                said.append(Utterance(table, row.at, entry.text, entry.phrase))
    return said


def _record(row: TableRow, rows: list[EntryRow]) -> dict[str, Any] | None:
    try:
        return results.record_of(Table.fold(row.id, row.code, rows))
    except UpturnError:  # not finished, closed before it began, or played under other rules
        return None


# --- Deletion --------------------------------------------------------------------------------


async def delete_me(asked: Asked) -> Response:
    """Leave all tables, then erase the person from the logs and the store. At the end, erase what
    was added meanwhile."""
    services, person = asked.services, asked.person
    await _leave_tables(asked)
    if not await services.registry.index.written():
        raise StoreUnavailable("seats that people have taken are not written yet")
    await _forget_in_logs(asked)
    await services.persons.delete(person)
    await _forget_in_logs(asked)
    if not await _purged(asked.services.store):
        asked.services.registry.context.tasks.spawn(_purge_later(asked.services.store))
    return farewell(asked)


async def _purged(store: Store) -> bool:
    try:
        return await store.purge()
    except StoreUnavailable:
        return False


async def _purge_later(store: Store) -> None:
    for _ in range(PURGES):
        await asyncio.sleep(PURGED_EVERY)
        if await _purged(store):
            return
    logger.error("deleted data may still be in the write-ahead log of the database")


async def _leave_tables(asked: Asked) -> None:
    """Stand up wherever a game is open, so that the others can go on."""
    for row in await asked.services.store.seatings(asked.person.id):
        if row.table.state in OPEN:
            try:
                room = await asked.services.registry.room(row.table.id)
            except BrokenLog:  # the log is of other rules, so nobody can play there any more
                continue
            command = Stand(f"leaving-{row.seat}", room.table.version, row.seat)
            caller = Caller(command, room.table.version)
            room.submit(command, asked.person, caller)
            await asyncio.wait([caller.heard])
            caller.heard.exception()  # a refusal is fine: the seat belongs to somebody else by now


async def _forget_in_logs(asked: Asked) -> None:
    store, person = asked.services.store, asked.person
    for table in await store.tables_naming(person.id):
        await store.amend(table, erasure.without(await store.entries(table), person.id))
        await asked.services.registry.read_again(table)

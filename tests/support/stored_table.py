"""A table written to a server's database, with the people who sit at it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.support.servers import Server, serving
from tests.support.sitting import CODE, ID, NOON, PEOPLE
from upturn.server.people.persons import digest
from upturn.server.tables.index import summary_of
from upturn.store import TableRow, open_store
from upturn.store.driver import Step
from upturn.table import Table, log

UNHEARD = ("content-length", "date", "set-cookie")


async def write(folder: Path, rows: list[log.Row]) -> None:
    """Write a table with this log into the database of this folder."""
    table = Table.fold(ID, CODE, rows)
    setup = table.setup
    store = await open_store(str(folder / "table.db"))
    try:
        row = TableRow(ID, CODE, setup.game, setup.players, True, table.state, setup.deal,
                       setup.host, NOON, NOON, summary_of(table))  # fmt: skip
        assert await store.add_table(row, rows[0][2])
        later = (store.append(ID, n, at, body) for n, at, body in rows[1:])
        assert all(await asyncio.gather(*later))  # in few commits
        for person in PEOPLE:
            await store.add_person(
                person.id, person.name, person.name.lower(), NOON, digest(person.id)
            )
        # The same in every world that is compared: an id is random, and it is seen when asked.
        same = "UPDATE credentials SET id = '00000000000' || substr(person, 2), seen = $1"
        await store._driver.change(Step(same, (2 * NOON,)))
        for chair in table.chairs:
            assert chair.person is not None
            await store.add_seating(ID, chair.seat, chair.person, str(chair.name), NOON)
    finally:
        await store.close()


@contextmanager
def with_log(folder: Path, rows: list[log.Row]) -> Iterator[Server]:
    """Run a server that knows all people and has this table."""
    folder.mkdir()
    asyncio.run(write(folder, rows))
    with serving(folder) as server:
        yield server


def told(answer: httpx.Response) -> object:
    """Return an answer without the server's own address and the random number of a browser."""
    headers = {name: value for name, value in answer.headers.items() if name not in UNHEARD}
    if answer.headers["content-type"] == "image/svg+xml":
        return answer.status_code, headers
    return answer.status_code, headers, answer.content

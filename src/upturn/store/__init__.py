"""The database of tables, their logs and people: SQLite, or PostgreSQL for several machines.

`open_store` opens a `Store`. `rows` has the types of the rows that it takes and returns.
"""

from __future__ import annotations

from upturn.store import addresses
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
from upturn.store.store import Store
from upturn.workers import WorkerGroup

__all__ = [
    "CredentialRow",
    "DeviceRow",
    "EntryRow",
    "Kind",
    "PersonRow",
    "ResultRow",
    "ResultSeat",
    "SeatingRow",
    "SightingRow",
    "Store",
    "TableRow",
    "open_store",
]


async def open_store(url: str, group: WorkerGroup | None = None) -> Store:
    """Open `sqlite:///FILE`, a path or `postgresql://…`. Create the schema or bring it up to date.
    Pass `group` if other workers of that group open the same SQLite file."""
    shown = addresses.shown(url)
    if addresses.is_postgres(url):
        from upturn.store.postgres import Postgres

        return Store(await Postgres.open(url, shown), shown)
    from upturn.store.sqlite import Sqlite

    return Store(await Sqlite.open(addresses.sqlite_path(url), shown, group), shown)

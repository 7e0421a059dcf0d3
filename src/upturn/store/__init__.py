"""Where tables are kept: their logs, and who is who. SQLite, or PostgreSQL for several machines.

`open_store` opens a `Store`; `rows` says what goes in and comes out.
"""

from __future__ import annotations

from upturn.crew import Crew
from upturn.store import addresses
from upturn.store.rows import (
    CredentialRow,
    EntryRow,
    PersonRow,
    ResultRow,
    ResultSeat,
    SeatingRow,
    TableRow,
)
from upturn.store.store import Store

__all__ = [
    "CredentialRow",
    "EntryRow",
    "PersonRow",
    "ResultRow",
    "ResultSeat",
    "SeatingRow",
    "Store",
    "TableRow",
    "open_store",
]


async def open_store(url: str, crew: Crew | None = None) -> Store:
    """Open `sqlite:///FILE`, a path or `postgresql://…`; make the schema or bring it up to date.
    For one worker of a crew, if others of it open the same."""
    shown = addresses.shown(url)
    if addresses.is_postgres(url):
        from upturn.store.postgres import Postgres

        return Store(await Postgres.open(url, shown), shown)
    from upturn.store.sqlite import Sqlite

    return Store(await Sqlite.open(addresses.sqlite_path(url), shown, crew), shown)

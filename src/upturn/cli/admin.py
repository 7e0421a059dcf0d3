"""`upturn admin`: tables, storage and backups, for the people who run a server, while it runs.

It opens the same database as the server and does what any worker may do. It shows nothing hidden.
"""

from __future__ import annotations

import asyncio
import json as notation
import re
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from rich.table import Table as Grid

from upturn.cli.ready import get_ready
from upturn.cli.serve import Config, flag
from upturn.cli.talking import be_legible
from upturn.cli.terminal import complain, console, messages
from upturn.errors import InvalidSetup, UpturnError
from upturn.extras import need
from upturn.server.config.settings import Settings, gather

if TYPE_CHECKING:
    from upturn.store import Store, TableRow

T = TypeVar("T")

app = typer.Typer(no_args_is_help=True, help="Look after a server: tables, storage, backups.")

SHOWN = 1000
"""The most tables that are listed."""
ATTEMPTS = 20
"""How often to try to end a busy table."""
REASON = "admin"
WORD = re.compile(r"[a-z][a-z0-9-]{0,39}")
CODE_LENGTH = 6
UNITS = ("bytes", "kB", "MB", "GB", "TB")

Database = Annotated[str | None, flag("database")]
Json = Annotated[bool, typer.Option("--json", help="Print it as JSON.")]


@app.command()
def tables(
    everything: Annotated[
        bool, typer.Option("--all", help="Include tables that are over or ended.")
    ] = False,
    json: Json = False,
    database: Database = None,
    config: Config = None,
) -> None:
    """List the open tables."""

    async def look(store: Store) -> list[TableRow]:
        return await (store.newest_tables(SHOWN) if everything else store.open_tables())

    found = with_store(settings_of(database, config), look)
    if json:
        shown = [{name: getattr(row, name) for name in COLUMNS} for row in found]
        console.out(notation.dumps(shown))
        return
    if not found:
        console.print("There are no tables." if everything else "No tables are open.")
        return
    console.print(in_columns(found), soft_wrap=True, markup=False)
    if len(found) == SHOWN:
        console.print(f"Only the newest {SHOWN:,} are shown.")


COLUMNS = ("id", "code", "game", "players", "public", "state", "created", "changed")
"""What is shown of a table."""


@app.command()
def storage(json: Json = False, database: Database = None, config: Config = None) -> None:
    """Show what is in the database and how large it is."""

    async def look(store: Store) -> tuple[str, dict[str, int]]:
        return store.url_shown, await store.figures()

    where, figures = with_store(settings_of(database, config), look)
    if json:
        console.out(notation.dumps({"database": where} | figures))
        return
    console.print(where, soft_wrap=True, markup=False)
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(justify="right")
    for name, number in figures.items():
        if name != "bytes":
            grid.add_row(f"{number:,}", name.replace("_", " "))
    size, unit = in_units(figures["bytes"])
    grid.add_row(size, f"{unit} on disk")
    console.print(grid, soft_wrap=True)


@app.command()
def end(
    table: Annotated[str, typer.Argument(help="The table's six-letter code, or its id.")],
    reason: Annotated[
        str, typer.Option(metavar="WORD", help="What the people at the table are told.")
    ] = REASON,
    database: Database = None,
    config: Config = None,
) -> None:
    """End a table, whatever is going on there. Everyone there is told; nothing is deleted."""
    if not WORD.fullmatch(reason):
        raise InvalidSetup(
            "a reason is one word of lower-case letters, digits and hyphens, as in too-late"
        )
    settings = settings_of(database, config)
    get_ready()
    row, version = with_store(settings, lambda store: end_table(store, table, reason))
    console.print(f"Table {row.code} ({row.game}) is ended: see entry {version} of its log.")


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; it must not exist yet.")],
    database: Database = None,
    config: Config = None,
) -> None:
    """Copy everything, as it is right now, into a SQLite file. The server can keep running."""
    settings = settings_of(database, config)
    if file.exists():
        raise InvalidSetup(f"{file} already exists; a backup needs a new file")
    with_store(settings, lambda store: store.backup(file))
    size, unit = in_units(file.stat().st_size)
    console.print(f"{size} {unit} written to {file}.", soft_wrap=True)


# --- The work ----------------------------------------------------------------------------------


def settings_of(database: str | None, config: Path | None) -> Settings:
    need("serve")
    return gather({"database": database, "config": config})


def with_store(settings: Settings, work: Callable[[Store], Awaitable[T]]) -> T:
    """Do something with the database of these settings, which must exist."""
    from upturn.store import addresses, open_store

    be_legible()
    if not settings.on_postgres and not addresses.sqlite_path(settings.database).exists():
        complain(f"there is no database {addresses.sqlite_path(settings.database)}")
        raise typer.Exit(1)

    async def run() -> T:
        store = await open_store(settings.database)
        if store.upgraded is not None:
            messages.print(store.upgraded, markup=False, highlight=False, soft_wrap=True)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


async def end_table(store: Store, name: str, reason: str) -> tuple[TableRow, int]:
    """Append the entry that ends a table, as any worker may. If a worker is faster, try again.

    Raise Refusal if the table is closed already.
    """
    from upturn.table import Table

    row = None
    if len(name) == CODE_LENGTH:
        row = await store.table_by_code(name.upper())
    row = row or await store.table(name)
    if row is None:
        raise InvalidSetup(f"there is no table {name!r:.40}")
    for _ in range(ATTEMPTS):
        table = Table.fold(row.id, row.code, await store.entries(row.id))
        change = table.end(reason, int(time() * 1000))
        if await store.append(row.id, change.n, change.at, change.body):
            await store.set_state(row.id, table.state, change.at, table.ended_by)
            return row, change.n
    raise UpturnError("too much is going on at this table; try again")


def in_columns(found: list[TableRow]) -> str:
    """Return a line per table with everything in full, since a shortened id is of no use."""
    lines = [("code", "table", "game", "players", "state", "opened")]
    for row in found:
        state = f"{row.state}, public" if row.public else row.state
        lines.append((row.code, row.id, row.game, str(row.players), state, moment(row.created)))
    room = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(f"{text:<{wide}}" for text, wide in zip(line, room, strict=True)).rstrip()
        for line in lines
    )


def moment(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000).astimezone().strftime("%Y-%m-%d %H:%M")


def in_units(size: float) -> tuple[str, str]:
    """Return a number of bytes with three digits, and its unit."""
    unit = 0
    while size >= 1000 and unit < len(UNITS) - 1:
        size, unit = size / 1000, unit + 1
    return (f"{size:,.0f}" if unit == 0 or size >= 100 else f"{size:.3g}"), UNITS[unit]

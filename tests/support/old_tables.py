"""Databases that earlier releases wrote, and what each release said about its own.

They are in `upgrades/`: `0.1.0.db.xz` is the SQLite file, and `0.1.0.json.xz` has what that release
answered to `ask_all`. `tools/release_database.py` writes them. All persons in them are made up, and
their secrets are in the second file.
"""

from __future__ import annotations

import asyncio
import json
import lzma
import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from tests.support.paths import TESTS
from tests.support.servers import Guest, Server, read
from upturn.games import names
from upturn.store import migrating, statements

FOLDER = TESTS / "upgrades"
FIRST = "0.1.0"
DATABASES = ("sqlite", "postgres")
CLOSED = ("over", "ended")
NOBODY = ""
"""The name for people who ask without a name."""

Said = dict[str, dict[str, list[Any]]]
"""The status and the body of each answer, by person and path."""


def releases() -> list[str]:
    """Return the releases whose databases are here."""
    return sorted(file.name.removesuffix(".db.xz") for file in FOLDER.glob("*.db.xz"))


# --- Files ---------------------------------------------------------------------------------------


def put_away(release: str, database: Path, told: dict[str, Any]) -> None:
    text = json.dumps(told, ensure_ascii=False, sort_keys=True).encode()
    for name, content in (("db", database.read_bytes()), ("json", text)):
        packed = lzma.compress(content, preset=9 | lzma.PRESET_EXTREME)
        (FOLDER / f"{release}.{name}.xz").write_bytes(packed)


def bring_back(release: str, path: Path) -> None:
    """Write the database of a release to a SQLite file."""
    path.write_bytes(lzma.decompress((FOLDER / f"{release}.db.xz").read_bytes()))


def told_by(release: str) -> dict[str, Any]:
    """Return the answers (`said`), the `secrets` of persons by name, and when the answers were
    given (`written`)."""
    text = lzma.decompress((FOLDER / f"{release}.json.xz").read_bytes())
    told: dict[str, Any] = json.loads(text)
    return told


async def copy_to_postgres(file: Path, url: str, schema: str) -> None:
    """Copy the rows to PostgreSQL, with the schema of that release."""
    connection = await asyncpg.connect(url)
    try:
        async with connection.transaction():
            for sql in (statements.MAKE_META, schema, "DELETE FROM meta"):
                await connection.execute(sql)
            with closing(sqlite3.connect(file)) as source:
                known = source.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
                for (table,) in known.fetchall():
                    rows = source.execute(f"SELECT * FROM {table}")  # noqa: S608
                    columns = [name for name, *_ in rows.description]
                    where = columns.index("public") if "public" in columns else None
                    await connection.copy_records_to_table(
                        table,
                        columns=columns,
                        records=[
                            [bool(value) if i == where else value for i, value in enumerate(row)]
                            for row in rows
                        ],
                    )
    finally:
        await connection.close()


def restore(release: str, kind: str, folder: Path, request: pytest.FixtureRequest) -> str:
    """Return the address of a database as a release left it."""
    file = folder / "table.db"
    bring_back(release, file)
    if kind == "sqlite":
        return f"sqlite:///{file}"
    url: str = request.getfixturevalue("postgres_server").new_database()
    with closing(sqlite3.connect(file)) as known:
        ((version,),) = known.execute(statements.SCHEMA_VERSION)
    asyncio.run(copy_to_postgres(file, url, "".join(migrating._files()[:version])))
    return url


# --- Questions -----------------------------------------------------------------------------------


def guests(server: Server, secrets: dict[str, str]) -> dict[str, Guest]:
    """Return everybody who is in a database, with their secrets."""
    return {
        name: Guest(server.guest(authorization=f"Bearer {secret}").http, secret, name)
        for name, secret in secrets.items()
    }


def ask_all(server: Server, secrets: dict[str, str]) -> Said:
    """Return everything that a server tells each of these people about its tables, results and
    ratings."""
    said: Said = {}

    def ask(guest: Guest, path: str) -> Any:
        answer = guest.http.get(path)
        body = answer.json()
        while body.get("first", 1) > 1:  # entries come in pages since 0.2.0
            earlier = guest.get(path, before=body["first"])
            body["told"] = earlier["told"] + body["told"]
            body["first"] = earlier.get("first", 1)
        body.pop("first", None)
        said.setdefault(guest.name or NOBODY, {})[path] = [answer.status_code, body]
        return body

    nobody = server.guest()
    tables = set()
    for guest in guests(server, secrets).values():
        ask(guest, "/api/me")
        for line in ask(guest, "/api/me/tables")["tables"]:
            tables.add(line["id"])
            ask(guest, f"/api/tables/{line['id']}")
            ask(guest, f"/api/tables/{line['id']}/entries")
    for table in sorted(tables):
        ask(nobody, f"/api/tables/{table}")
        ask(nobody, f"/api/tables/{table}/record")
        ask(nobody, f"/api/tables/{table}/replay")
    for game in names():
        ask(nobody, f"/api/ratings?game={game}")
    for result in ask(nobody, "/api/results?limit=200")["results"]:
        ask(nobody, f"/api/deals/{result['deal']}")
    ask(nobody, "/api/tables")
    ask(nobody, "/api/daily")
    return said


# --- Playing -------------------------------------------------------------------------------------


def facts_of(guest: Guest, table: str) -> dict[str, Any]:
    facts: dict[str, Any] = guest.get(f"/api/tables/{table}")["table"]
    return facts


def play(
    table: str, people: Sequence[Guest], chance: random.Random, moves: int | None = None
) -> None:
    """Make some moves, or play to the end. Then wait until it is the turn of one of the guests."""
    made = 0
    while True:
        standings = [guest.get(f"/api/tables/{table}") for guest in people]
        facts = standings[0]["table"]
        if facts["state"] in CLOSED:
            assert moves is None, f"the {facts['game']} was to stay open"
            return
        commands = (_command(standing, chance) for standing in standings)
        turn = next((pair for pair in zip(people, commands, strict=True) if pair[1]), None)
        if turn is None:  # a bot's turn
            people[0].get(f"/api/tables/{table}/entries", since=facts["version"], wait=5)
        elif made == moves:
            return
        else:
            guest, command = turn
            read(guest.do(table, **command))
            made += 1


def _command(standing: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Return a command for somebody who sees this, or None if it is not their turn. Everybody votes
    yes."""
    seats, version = set(standing["seats"]), standing["table"]["version"]
    ballots = standing["table"].get("ballots", [])
    for ballot in ballots:
        for seat in seats & set(ballot["voters"]):
            if str(seat) not in ballot["votes"]:
                vote = {"ballot": ballot["ballot"], "choice": "yes"}
                return {"kind": "vote", "seat": seat, "version": version} | vote
    for view in standing["views"]:
        if view.get("legal") and not ballots:
            legal = [move for move in view["legal"] if move != "stop"] or view["legal"]
            move = {"move": chance.choice(legal)}
            return {"kind": "move", "seat": view["seat"], "version": version} | move
    return {}

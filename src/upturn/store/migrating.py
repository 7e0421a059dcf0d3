"""The schema as numbered files, and the steps that a database still lacks.

A database has its schema version in `meta`. To change the schema, add a file `schema/000n.sql`;
never change a published one.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

from upturn import __version__
from upturn.errors import StoreError
from upturn.store import statements
from upturn.store.driver import Step

UPGRADED = f"The database was brought up to date for Upturn {__version__}"


@cache
def _files() -> tuple[str, ...]:
    folder = resources.files("upturn.store") / "schema"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=str)
    return tuple(file.read_text(encoding="utf-8") for file in files)


def newest() -> int:
    """Return the version of the schema that this program uses."""
    return len(_files())


def missing(version: int, shown: str) -> list[Step]:
    """Return the steps from this version of the schema (0: no schema yet) to the newest.
    Raise StoreError if the version is newer than this program knows."""
    if version > newest():
        raise StoreError(
            f"{shown} was written by a newer Upturn: its schema has version {version}, "
            f"this program knows versions up to {newest()}. Use the newer Upturn, or a copy of the "
            "database from before it was brought up to date"
        )
    if version == newest():
        return []
    steps = [Step(part) for file in _files()[version:] for part in _statements(file)]
    return [*steps, Step(statements.SET_SCHEMA_VERSION, (newest(),))]


def _statements(file: str) -> list[str]:
    lines = [line for line in file.splitlines() if not line.startswith("--")]
    return [part.strip() for part in "\n".join(lines).split(";") if part.strip()]

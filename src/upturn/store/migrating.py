"""The schema as numbered files, and the steps that a database still lacks.

A database has its schema version in `meta`. To change the schema, add a file `schema/000n.sql`;
never change a published one. If the keys of names have to be computed anew, the file says
AFTERWARDS.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources

from upturn import __version__
from upturn.errors import StoreError
from upturn.store import statements
from upturn.store.driver import Step
from upturn.wire.text import key_of, look_of

AFTERWARDS = "-- AFTERWARDS"
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
            f"{shown} was written by a newer Upturn: its schema is version {version}, "
            f"and this program knows versions up to {newest()}. Use the newer Upturn, or a copy of "
            "the database from before it was brought up to date"
        )
    if version == newest():
        return []
    steps = [Step(part) for file in _files()[version:] for part in _statements(file)]
    return [*steps, Step(statements.SET_SCHEMA_VERSION, (newest(),))]


def computes_keys(version: int) -> bool:
    """Whether keys of names are computed anew on the way from this version to the newest."""
    return any(AFTERWARDS in file for file in _files()[version:])


def new_keys(names: Iterable[tuple[str, str]]) -> Iterator[Step]:
    """Return the steps that give every person the keys of their name, given ids and names with the
    oldest first. Where two names have the same key, a later one gets one that no name has."""
    yield Step(statements.FORGET_KEYS)
    keys, looks = set(), set()
    for person, name in names:
        key, look = key_of(name), look_of(name)
        if key in keys:
            key = f"{key} {person}"  # no key has a space
        free = look not in looks
        keys.add(key)
        looks.add(look)
        yield Step(statements.SET_KEYS, (person, key, look if free else None))


def _statements(file: str) -> list[str]:
    lines = [line for line in file.splitlines() if not line.startswith("--")]
    return [part.strip() for part in "\n".join(lines).split(";") if part.strip()]

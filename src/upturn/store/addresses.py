"""Addresses of databases: how people write them, and how much of them may be shown."""

from __future__ import annotations

import re
from pathlib import Path

from upturn.errors import StoreError

_POSTGRES = re.compile(r"postgres(ql)?://", re.IGNORECASE)
_SQLITE = re.compile(r"sqlite:///?", re.IGNORECASE)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_PLACE = re.compile(r"[\w.\-\[\]:,%/]*")
_PORT = re.compile(r":(?!\d*(?:[/,\]:]|$))")


def is_postgres(url: str) -> bool:
    return _POSTGRES.match(url) is not None


def sqlite_path(url: str) -> Path:
    """Return the file of `sqlite:///relative.db`, `sqlite:////absolute.db` or a plain path."""
    found = _SQLITE.match(url)
    if found is None and _SCHEME.match(url):
        raise StoreError(
            "unknown kind of database: write sqlite:///FILE, a path, or postgresql://…"
        )
    name = url[found.end() :] if found else url
    if not name or name == ":memory:":
        raise StoreError("a SQLite database needs a file: sqlite:///FILE or a path")
    return Path(name)


def shown(url: str) -> str:
    """Return the address without user, password and options, for logs and errors.

    If a password has characters that should have been escaped, it is unclear where it ends. Then
    only the kind of database is shown.
    """
    found = _POSTGRES.match(url)
    if found is None:
        return f"sqlite:///{sqlite_path(url)}"
    rest = url[found.end() :]
    place = re.split(r"[?#]", rest, maxsplit=1)[0]
    unclear = "@" in rest[len(place) :]
    place = place.rpartition("@")[2]
    if unclear or not _PLACE.fullmatch(place) or _PORT.search(place):
        return "postgresql://…"
    return f"postgresql://{place}"

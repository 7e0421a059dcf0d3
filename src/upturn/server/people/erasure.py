"""Takes a person out of the logs of their tables. Pure.

Moves stay, because the other players' games would not fold without them. But the person's name and
their messages are erased, and nothing shows that the same person was at two tables.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from upturn.table import log

SOMEBODY = "somebody"
UNSAID = "…"

Named = log.Sat | log.Claimed | log.Answered | log.Spoke | log.Muted | log.Removed


def without(rows: Sequence[log.Row], person: str) -> dict[int, str]:
    """Return the entries of a log that have to change, by number."""
    entries = {n: log.decode(body) for n, _, body in rows}
    claims = {
        entry.claim: entry.person for entry in entries.values() if isinstance(entry, log.Claimed)
    }
    theirs: dict[str, str] = {}
    others: set[str] = set()
    for entry in entries.values():
        name = _name(entry)
        if name is None:
            continue
        if _named(entry, claims) == person:
            theirs[name] = ""
        else:
            others.add(name)
    for name in theirs:
        theirs[name] = _fresh(others)
    stranger = secrets.token_hex(8)
    changed: dict[int, str] = {}
    for n, entry in entries.items():
        before = log.encode(entry)
        _forget(entry, person, stranger, theirs, claims)
        after = log.encode(entry)
        if after != before:
            changed[n] = after
    return changed


def _name(entry: log.AnyEntry) -> str | None:
    """Return the name that an entry contains."""
    if isinstance(entry, log.Opened):
        return entry.host_name
    return entry.name if isinstance(entry, Named) else None


def _named(entry: log.AnyEntry, claims: dict[int, str | None]) -> str | None:
    """Return the person whose name it is."""
    if isinstance(entry, log.Answered):
        return claims.get(entry.claim)
    return entry.who if isinstance(entry, log.Muted | log.Removed) else entry.person


def _fresh(taken: set[str]) -> str:
    """Return a name that nobody at the table has, and take it."""
    name, number = SOMEBODY, 1
    while name in taken:
        number += 1
        name = f"{SOMEBODY} {number}"
    taken.add(name)
    return name


def _forget(
    entry: log.AnyEntry,
    person: str,
    stranger: str,
    names: dict[str, str],
    claims: dict[int, str | None],
) -> None:
    if _named(entry, claims) == person:
        if isinstance(entry, log.Opened):
            entry.host_name = names[entry.host_name]
        elif isinstance(entry, Named) and entry.name:
            entry.name = names[entry.name]
        if isinstance(entry, log.Muted | log.Removed):
            entry.who = stranger
        if isinstance(entry, log.Spoke):
            entry.text, entry.phrase = UNSAID, None
    if entry.person == person:
        entry.person, entry.id = stranger, None
    if isinstance(entry, log.Opened) and entry.host == person:
        entry.host = stranger

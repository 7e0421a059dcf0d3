"""Counts what people say at a table, so that nobody drowns the others out.

Three limits hold at once: one for each person, whatever number of devices they have, one for all
people with seats at a table, and a smaller one for all its spectators.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.errors import Refusal
from upturn.server.clock import now

if TYPE_CHECKING:
    from collections.abc import Callable

    from upturn.server.config.limits import Limits
    from upturn.table import Change, Person, Table
    from upturn.wire.commands import Say


def saying(limits: Limits | None, command: Say, person: Person) -> Callable[[Table], Change]:
    """Return the function that says something at a table. It counts that once, however often it
    is called; what the table refuses counts for nothing, so that the muted use up nobody's share.
    """
    counted = limits is None

    def say(table: Table) -> Change:
        nonlocal counted
        if not counted and limits is not None:
            table.check_say(command, person, now())
            _count(limits, table, person)
            counted = True
        return table.do(command, person, now())

    return say


def _count(limits: Limits, table: Table, person: Person) -> None:
    _spend(limits, "talk", person.id, "talking-too-fast")
    if table.seats_of(person.id):
        _spend(limits, "table_talk", table.id, "table-too-loud")
    else:
        _spend(limits, "spectator_talk", table.id, "spectators-too-fast")


def _spend(limits: Limits, kind: str, who: str, code: str) -> None:
    try:
        limits.spend(kind, who)
    except Refusal as refusal:
        raise Refusal(code, seconds=refusal.details["seconds"]) from None

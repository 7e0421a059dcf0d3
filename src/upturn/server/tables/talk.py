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


def count_for_person(limits: Limits | None, table: Table, command: Say, person: Person) -> None:
    """Count what a person says before it waits for its turn, so that a flood makes nobody else
    wait. A repeat does not count. Raise Refusal if it is too much."""
    if limits is not None and table.repeat_of(command, person) is None:
        seconds = _seconds_to_wait(limits, "talk", person.id)
        if seconds:
            raise Refusal("talking-too-fast", seconds=seconds)


def saying(limits: Limits | None, command: Say, person: Person) -> Callable[[Table], Change]:
    """Return the function that says something at a table, in its turn. It counts that once for
    all who share a limit, however often it is called. What the table refuses does not count: people
    who are muted use up nobody's share."""
    counted = False

    def say(table: Table) -> Change:
        nonlocal counted
        if not counted and limits is not None:
            table.check_say(command, person, now())
            _count_for_table(limits, table, person)
            counted = True
        return table.do(command, person, now())

    return say


def _count_for_table(limits: Limits, table: Table, person: Person) -> None:
    seated = bool(table.seats_of(person.id))
    seconds = _seconds_to_wait(limits, "table_talk" if seated else "spectator_talk", table.id)
    if seconds and seated:
        raise Refusal("table-too-loud", seconds=seconds)
    if seconds:
        raise Refusal("spectators-too-fast", seconds=seconds)


def _seconds_to_wait(limits: Limits, kind: str, who: str) -> int:
    """Count one more. Return 0 if it is allowed, else when it will be."""
    try:
        limits.spend(kind, who)
    except Refusal as refusal:
        seconds = refusal.details.get("seconds")
        return seconds if isinstance(seconds, int) else 1
    return 0

"""The host keeps a table peaceful: mutes people, and removes people for good.

A person is named by a seat or by the number of an entry that they said, since spectators have no
seats and nobody is told people's ids. Both hold on every device of the person until the host lifts
them. A person with a seat in a game, or with one to come back to, can be muted, not removed: votes
decide about seats.

A removal holds for the person's browsers, too, so that they do not come back under another name. It
does not keep others out who share a browser with them and have had a seat here.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from upturn.errors import Refusal
from upturn.table import log, talking
from upturn.table.seating import chair_at, expect_host, lost_seats, seats_of
from upturn.table.state import Barred, Speaker

if TYPE_CHECKING:
    from collections.abc import Iterable

    from upturn.table.change import Change
    from upturn.table.state import Person, TableState
    from upturn.wire import commands

MOST_BROWSERS = 8
"""Browsers of a person for which a removal holds."""
MARK_LENGTH = 16


# --- Commands --------------------------------------------------------------------------------


def mute(table: TableState, command: commands.Mute, person: Person, now: int) -> log.AnyEntry:
    expect_host(table, person)
    if talking.closed(table):  # a partner could mute and unmute somebody to tell the other things
        raise Refusal("talk-closed")
    who = _find(table, command, table.muted)
    if command.lift:
        if who.person == person.id:  # a stand-in host who was muted
            raise Refusal("host-only")
        if who.person not in table.muted:
            raise Refusal("not-muted", name=who.name)
    else:
        _expect_somebody_else(table, who, person)
        if who.person in table.muted:
            raise Refusal("muted-already", name=who.name)
    return log.Muted(who=who.person, name=who.name, seat=who.seat, lifted=command.lift)


def remove(table: TableState, command: commands.Remove, person: Person, now: int) -> log.AnyEntry:
    if not may_remove(table, person):
        raise Refusal("opener-only")
    if talking.closed(table):  # the name of whoever is removed could tell a partner something
        raise Refusal("talk-closed")
    who = _find(table, command, table.removed)
    if not command.lift:
        _expect_somebody_else(table, who, person)
        return removal(table, who)
    if who.person not in table.removed:
        raise Refusal("not-removed", name=who.name)
    return log.Removed(who=who.person, name=who.name, seat=who.seat, lifted=True)


def may_remove(table: TableState, person: Person) -> bool:
    """Return whether this person opened the table. A stand-in host removes nobody."""
    return person.id == table.setup.host


def removal(table: TableState, who: Speaker) -> log.Removed:
    """Return the entry that removes somebody. Raise Refusal if they are to stay."""
    if who.person in table.removed:
        raise Refusal("removed-already", name=who.name)
    plays = seats_of(table, who.person) or lost_seats(table, who.person)
    if table.state != "gathering" and plays:
        raise Refusal("plays-here", name=who.name)
    return log.Removed(who=who.person, name=who.name, seat=who.seat)


def _find(
    table: TableState, command: commands.Mute | commands.Remove, barred: dict[str, Barred]
) -> Speaker:
    """Return the person a command names: by a seat, by something they said, or by the entry that
    barred them."""
    if command.seat is not None and command.entry is None:
        chair = chair_at(table, command.seat)
        if chair.person is None:
            raise Refusal("seat-empty", seat=chair.seat)
        return Speaker(chair.person, chair.name or "", chair.seat)
    if command.seat is not None or command.entry is None:
        raise Refusal("seat-or-entry")
    for person, one in barred.items():
        if one.entry == command.entry:
            return Speaker(person, one.name, one.seat)
    said = table.said_by.get(command.entry)
    if said is None:
        raise Refusal("nobody-spoke", entry=command.entry)
    return said


def _expect_somebody_else(table: TableState, who: Speaker, person: Person) -> None:
    if who.person in (person.id, table.setup.host):
        raise Refusal("not-the-host")


# --- Browsers --------------------------------------------------------------------------------


def bar_browsers(table: TableState, entry: log.Removed, browsers: Iterable[str]) -> None:
    """Let a removal hold for these browsers, before its entry is stored."""
    marks = [browser_mark(table, browser) for browser in browsers]
    entry.browsers = table.removed_browsers[entry.who] = sorted(marks)[:MOST_BROWSERS]


def bars_browser(table: TableState, person: str | None, browser: str) -> bool:
    """Return whether a browser is closed to this person because somebody was removed who used it.
    Without a browser (an empty text), or for people who belong here, it is not."""
    if not browser or not table.removed_browsers or person in table.regulars:
        return False
    mark = browser_mark(table, browser)
    return any(mark in marks for marks in table.removed_browsers.values())


def browser_mark(table: TableState, browser: str) -> str:
    """Return what the log keeps of a browser: the logs of two tables cannot be compared by it."""
    return sha256(f"{table.id} {browser}".encode()).hexdigest()[:MARK_LENGTH]


# --- Entries ---------------------------------------------------------------------------------


def muted(table: TableState, entry: log.Muted, change: Change, fresh: bool) -> None:
    _note(table.muted, entry, change)


def removed(table: TableState, entry: log.Removed, change: Change, fresh: bool) -> None:
    _note(table.removed, entry, change)
    if entry.lifted:
        table.removed_browsers.pop(entry.who, None)
        table.regulars.add(entry.who)
        return
    table.removed_browsers[entry.who] = entry.browsers
    table.claims = [claim for claim in table.claims if claim.person != entry.who]
    for seat in seats_of(table, entry.who):
        table.chairs[seat - 1].clear()
        change.seats.append(seat)
        change.stood = entry.who


def _note(barred: dict[str, Barred], entry: log.Muted | log.Removed, change: Change) -> None:
    change.who = entry.who
    if entry.lifted:
        barred.pop(entry.who, None)
    else:
        barred[entry.who] = Barred(change.n, entry.name, entry.seat)

"""Asking the host for a seat whose person is not there, or that a bot sits in."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from upturn.errors import BrokenLog, Refusal
from upturn.table import coming, log
from upturn.table.seating import Person, chair_at, expect_host, expect_playing, name_for, taken_by

if TYPE_CHECKING:
    from upturn.table.change import Change
    from upturn.table.table import Table
    from upturn.wire import commands

MOST = 8
"""So many claims can wait for an answer."""


class Claim(NamedTuple):
    number: int
    seat: int
    person: str
    name: str


def claim(table: Table, command: commands.Claim, person: Person, now: int) -> log.AnyEntry:
    expect_playing(table)
    chair = chair_at(table, command.seat)
    if chair.person == person.id:
        raise Refusal("your-seat", f"seat {chair.seat} is yours: sit down", {"seat": chair.seat})
    if not chair.away and chair.bot is None:
        raise taken_by(chair)
    if any(other.person == person.id and other.seat == chair.seat for other in table.claims):
        raise Refusal("host-asked", "the host is being asked that already")
    if len(table.claims) >= MOST:
        raise Refusal("too-many-claims", "the host has to answer others first", {"most": MOST})
    name = name_for(table, person, command.name)
    return log.Claimed(claim=table.claims_made + 1, seat=chair.seat, name=name)


def answer(table: Table, command: commands.Answer, person: Person, now: int) -> log.AnyEntry:
    expect_host(table, person)
    found = _find(table, command.claim)
    if found is None:
        raise Refusal("no-such-claim", "nobody waits for that answer", {"claim": command.claim})
    name = found.name
    if command.give:
        chair = table.chairs[found.seat - 1]
        if not chair.away and chair.bot is None:
            raise taken_by(chair)
        name = name_for(table, Person(found.person, found.name), found.name)
    return log.Answered(claim=found.number, seat=found.seat, name=name, given=command.give)


def claimed(table: Table, entry: log.Claimed, change: Change, fresh: bool) -> None:
    table.claims_made = entry.claim
    made = Claim(entry.claim, entry.seat, log.person_of(entry), entry.name)
    table.claims = [*table.claims, made]


def answered(table: Table, entry: log.Answered, change: Change, fresh: bool) -> None:
    found = _find(table, entry.claim)
    if found is None:
        raise BrokenLog(f"claim {entry.claim} does not wait for an answer")
    if not entry.given:
        table.claims = [other for other in table.claims if other is not found]
        return
    chair = table.chairs[found.seat - 1]
    chair.give(found.person, entry.name)
    table.host_sat |= found.person == table.setup.host
    if chair.seat == table.to_act:
        table.turn_began = change.at
    coming.welcome(table, chair, change)
    change.seats.append(found.seat)


def _find(table: Table, number: int) -> Claim | None:
    return next((claim for claim in table.claims if claim.number == number), None)

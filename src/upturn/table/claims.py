"""Claims: asking the host for a seat whose person is away, or that a bot plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.errors import BrokenLog, Refusal
from upturn.table import coming, log, talking
from upturn.table.seating import (
    alone,
    chair_at,
    expect_host,
    expect_playing,
    name_for,
    name_taken,
    seats_of,
    taken_by,
)
from upturn.table.state import Claim, Person
from upturn.wire.text import key_of

if TYPE_CHECKING:
    from upturn.table.change import Change
    from upturn.table.state import TableState
    from upturn.wire import commands

MOST = 8
"""The number of claims that can wait for an answer."""


def claim(table: TableState, command: commands.Claim, person: Person, now: int) -> log.AnyEntry:
    expect_playing(table)
    chair = chair_at(table, command.seat)
    if chair.person == person.id:
        raise Refusal("your-seat", seat=chair.seat)
    if not chair.away and chair.bot is None:
        raise taken_by(chair)
    own = seats_of(table, person.id)
    if own and (chair.person is not None or _would_see_too_much(table)):
        raise Refusal("one-seat", own=own[0], seat=chair.seat)
    if any(other.person == person.id and other.seat == chair.seat for other in table.claims):
        raise Refusal("host-asked")
    if len(table.claims) >= MOST:
        raise Refusal("too-many-claims", most=MOST)
    # Where partners may not talk, a name of one's choice would be a way to do it.
    name = name_for(table, person, None if talking.closed(table) else command.name, chair.seat)
    if any(key_of(other.name) == key_of(name) for other in table.claims):
        raise name_taken(name)
    return log.Claimed(claim=table.claims_made + 1, seat=chair.seat, name=name)


def answer(table: TableState, command: commands.Answer, person: Person, now: int) -> log.AnyEntry:
    expect_host(table, person)
    found = _find(table, command.claim)
    if found is None:
        raise Refusal("no-such-claim", claim=command.claim)
    name = found.name
    if command.give:
        chair = table.chairs[found.seat - 1]
        if not chair.away and chair.bot is None:
            raise taken_by(chair)
        name = name_for(table, Person(found.person, found.name), found.name, found.seat)
    return log.Answered(claim=found.number, seat=found.seat, name=name, given=command.give)


def claimed(table: TableState, entry: log.Claimed, change: Change, fresh: bool) -> None:
    table.claims_made = entry.claim
    made = Claim(entry.claim, entry.seat, log.person_of(entry), entry.name)
    table.claims = [*table.claims, made]


def answered(table: TableState, entry: log.Answered, change: Change, fresh: bool) -> None:
    found = _find(table, entry.claim)
    if found is None:
        raise BrokenLog(f"claim {entry.claim} does not wait for an answer")
    if not entry.given:
        table.claims = [other for other in table.claims if other is not found]
        return
    chair = table.chairs[found.seat - 1]
    chair.give(found.person, entry.name)
    table.people.add(found.person)
    table.host_sat |= found.person == table.setup.host
    if chair.seat == table.to_act:
        table.turn_began = change.at
    coming.welcome(table, chair, change)
    change.seats.append(found.seat)


def _would_see_too_much(table: TableState) -> bool:
    """Return whether a second seat would show somebody another hand in a game against people."""
    return len(table.rules.sides(len(table.chairs))) > 1 and not alone(table)


def _find(table: TableState, number: int) -> Claim | None:
    return next((claim for claim in table.claims if claim.number == number), None)

"""Claims: asking for a seat whose person is away, or that a bot plays. `consent` says who must
agree. Whoever the seat came from has it back on coming back (`coming`)."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from upturn.errors import BrokenLog, Refusal
from upturn.table import coming, consent, log, talking
from upturn.table.seating import (
    alone,
    chair_at,
    expect_playing,
    lost_seats,
    name_for,
    name_taken,
    plain_name,
    present,
    seats_of,
    taken_by,
)
from upturn.table.state import Claim, Person
from upturn.wire.text import same_name

if TYPE_CHECKING:
    from upturn.table.change import Change
    from upturn.table.state import Chair, TableState
    from upturn.wire import commands

MOST = 8
"""The number of claims that can wait for an answer."""


# --- Commands --------------------------------------------------------------------------------


def claim(table: TableState, command: commands.Claim, person: Person, now: int) -> log.AnyEntry:
    expect_playing(table)
    chair = chair_at(table, command.seat)
    if chair.person == person.id:
        raise Refusal("your-seat", seat=chair.seat)
    lost = lost_seats(table, person.id)
    if lost:
        raise Refusal("your-seat", seat=lost[0])
    if not chair.away and chair.bot is None:
        raise taken_by(chair)
    own = _other_hand(table, person.id, chair)
    if own is not None:
        raise Refusal("one-seat", own=own, seat=chair.seat)
    if any(other.person == person.id and other.seat == chair.seat for other in table.claims):
        raise Refusal("host-asked")
    if len(table.claims) >= MOST:
        raise Refusal("too-many-claims", most=MOST)
    # For somebody who may not talk, any name would be a way to do it.
    name = None
    if not talking.closed(table) and person.id not in table.muted:
        name = name_for(table, person, command.name, chair.seat)
        if any(other.name and same_name(other.name, name) for other in table.claims):
            raise name_taken(name)
    return log.Claimed(claim=table.claims_made + 1, seat=chair.seat, name=name)


def answer(table: TableState, command: commands.Answer, person: Person, now: int) -> log.AnyEntry:
    found = _find(table, command.claim)
    if found is None:
        raise Refusal("no-such-claim", claim=command.claim)
    alone = consent.gives_alone(table, found, person)
    asked = consent.voters(table, found)
    if not alone and person.id not in asked:
        if consent.host_gives(table, found):
            raise Refusal("host-only")
        raise Refusal("players-only")
    if not command.give:
        return log.Answered(claim=found.number, seat=found.seat, name=found.name)
    if not alone:
        if person.id in found.agreed:
            raise Refusal("agreed-already")
        others_agree = asked <= found.agreed | {person.id}
        if not others_agree or now < (consent.given_from(table, found) or 0):
            by = next(chair.seat for chair in present(table) if chair.person == person.id)
            return log.Agreed(claim=found.number, seat=found.seat, by=by)
    return _given(table, found)


def give(table: TableState, now: int) -> log.AnyEntry:
    """Give a seat now that all have agreed and its owner has had time enough to come back."""
    expect_playing(table)
    for found in consent.ready(table, now):
        with suppress(Refusal):  # the person plays by now, or the name is taken
            return _given(table, found)
    raise Refusal("no-claim-due")


def _given(table: TableState, found: Claim) -> log.AnyEntry:
    chair = table.chairs[found.seat - 1]
    own = _other_hand(table, found.person, chair)
    if own is not None:
        raise Refusal("plays-already", own=own, seat=chair.seat)
    name = None
    if found.name is not None:
        name = name_for(table, Person(found.person, found.name), found.name, found.seat)
    elif chair.person is None:
        name = plain_name(table, chair.seat)
    return log.Answered(claim=found.number, seat=found.seat, name=name, given=True)


# --- Entries ---------------------------------------------------------------------------------


def claimed(table: TableState, entry: log.Claimed, change: Change, fresh: bool) -> None:
    table.claims_made = entry.claim
    made = Claim(entry.claim, entry.seat, log.person_of(entry), entry.name, change.at)
    table.claims = [*table.claims, made]


def agreed(table: TableState, entry: log.Agreed, change: Change, fresh: bool) -> None:
    found = _expect(table, entry.claim)
    yes = found._replace(agreed=found.agreed | {log.person_of(entry)})
    table.claims = [yes if other is found else other for other in table.claims]


def answered(table: TableState, entry: log.Answered, change: Change, fresh: bool) -> None:
    found = _expect(table, entry.claim)
    if not entry.given:
        table.claims = [other for other in table.claims if other is not found]
        return
    chair = table.chairs[found.seat - 1]
    chair.hand_over(found.person, entry.name or chair.name or plain_name(table, chair.seat))
    table.people.add(found.person)
    table.regulars.add(found.person)
    table.host_sat |= found.person == table.setup.host
    coming.begin_turn(table, chair, change)
    coming.welcome(table, chair, change)
    change.seats.append(found.seat)


# --- Questions -------------------------------------------------------------------------------


def _other_hand(table: TableState, person: str, chair: Chair) -> int | None:
    """Return a seat that somebody has already if they may not have this one as well."""
    own = seats_of(table, person) + lost_seats(table, person)
    too_much = chair.person is not None or _would_see_too_much(table)
    return own[0] if own and too_much else None


def _would_see_too_much(table: TableState) -> bool:
    """Return whether a second seat would show somebody another hand in a game against people."""
    return len(table.rules.sides(len(table.chairs))) > 1 and not alone(table)


def _find(table: TableState, number: int) -> Claim | None:
    return next((claim for claim in table.claims if claim.number == number), None)


def _expect(table: TableState, number: int) -> Claim:
    found = _find(table, number)
    if found is None:
        raise BrokenLog(f"claim {number} does not wait for an answer")
    return found

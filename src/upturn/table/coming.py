"""People come and go: they sit down, stand up, are away and come back. The host seats bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.errors import Refusal
from upturn.table import ballots, consent, log, moderating, voting
from upturn.table.seating import (
    chair_at,
    check_bot,
    expect_gathering,
    expect_host,
    expect_playing,
    name_for,
    own_chair,
    taken_by,
)
from upturn.table.state import Speaker

if TYPE_CHECKING:
    from upturn.table.change import Change
    from upturn.table.state import Chair, Person, TableState
    from upturn.wire import commands


# --- Commands --------------------------------------------------------------------------------


def sit(table: TableState, command: commands.Sit, person: Person, now: int) -> log.AnyEntry:
    chair = chair_at(table, command.seat)
    if table.state == "playing" and (chair.person == person.id or chair.owner(person.id)):
        return back(table, command.seat, person.id)
    if table.state != "playing":
        expect_gathering(table)
    if not chair.open:
        raise Refusal("seat-taken", seat=chair.seat)
    return log.Sat(seat=chair.seat, name=name_for(table, person, command.name))


def stand(table: TableState, command: commands.Stand, person: Person, now: int) -> log.AnyEntry:
    chair = chair_at(table, command.seat)
    if table.state != "gathering":
        expect_playing(table)
        return log.Away(seat=own_chair(table, command.seat, person).seat, left=True)
    if chair.person == person.id:
        return log.Stood(seat=chair.seat)
    if chair.person is None:
        raise Refusal("seat-empty", seat=chair.seat)
    expect_host(table, person)
    if moderating.may_remove(table, person):
        return moderating.removal(table, Speaker(chair.person, chair.name or "", chair.seat))
    return log.Stood(seat=chair.seat, by_host=True)


def fill(table: TableState, command: commands.Fill, person: Person, now: int) -> log.AnyEntry:
    chair = chair_at(table, command.seat)
    expect_host(table, person)
    expect_gathering(table)
    if chair.person is not None:
        raise taken_by(chair)
    if chair.bot == command.bot:
        raise Refusal("no-change", seat=chair.seat)
    if command.bot is not None:
        check_bot(table.setup.game, command.bot)
    return log.Filled(seat=chair.seat, bot=command.bot)


# --- What the table itself notices -----------------------------------------------------------


def away(table: TableState, seat: int) -> log.AnyEntry:
    """Note that somebody has been gone for longer than the grace time. After a vote to wait, the
    others are asked again."""
    expect_playing(table)
    chair = chair_at(table, seat)
    if chair.person is None:
        raise Refusal("seat-empty", seat=seat)
    if chair.away and (chair.bot or ballots.about_seat(table, seat)):
        raise Refusal("away-already", seat=seat, name=chair.name)
    return log.Away(seat=seat, left=chair.left)


def back(table: TableState, seat: int, person: str | None = None) -> log.AnyEntry:
    """Note that the person of a seat is there again, or a person from whom it was claimed."""
    expect_playing(table)
    chair = chair_at(table, seat)
    if chair.owner(person) is not None:
        return log.Back(seat=seat, person=person)
    theirs = chair.person is not None and person in (None, chair.person)
    if not theirs or not chair.away:
        raise Refusal("not-away", seat=seat)
    return log.Back(seat=seat)


# --- Entries ---------------------------------------------------------------------------------


def sat(table: TableState, entry: log.Sat, change: Change, fresh: bool) -> None:
    person = log.person_of(entry)
    table.chairs[entry.seat - 1].give(person, entry.name)
    table.regulars.add(person)
    table.host_sat |= person == table.setup.host
    change.seats.append(entry.seat)


def stood(table: TableState, entry: log.Stood, change: Change, fresh: bool) -> None:
    chair = table.chairs[entry.seat - 1]
    change.stood = chair.person
    chair.clear()
    change.seats.append(entry.seat)


def filled(table: TableState, entry: log.Filled, change: Change, fresh: bool) -> None:
    table.chairs[entry.seat - 1].clear(entry.bot)


def went_away(table: TableState, entry: log.Away, change: Change, fresh: bool) -> None:
    chair = table.chairs[entry.seat - 1]
    agreed = consent.agreed_claims(table)
    chair.away, chair.left = True, entry.left
    consent.recount(table, agreed)
    ballots.ask_about_seat(table, entry.seat, change)
    voting.recount(table, change)


def came_back(table: TableState, entry: log.Back, change: Change, fresh: bool) -> None:
    chair = table.chairs[entry.seat - 1]
    owner = chair.owner(entry.person)
    if owner is not None:
        chair.hand_back(owner)
        begin_turn(table, chair, change)
        change.seats.append(entry.seat)
    welcome(table, chair, change)


def begin_turn(table: TableState, chair: Chair, change: Change) -> None:
    """Let the clock of a seat that changes hands begin anew, if it is its turn."""
    if chair.seat == table.to_act:
        table.turn_began = change.at


def welcome(table: TableState, chair: Chair, change: Change) -> None:
    """Let the person play this seat themself: no bot plays it, and nobody else gets it."""
    if chair.bot is not None:
        begin_turn(table, chair, change)
    chair.away, chair.left, chair.bot = False, False, None
    table.claims = [claim for claim in table.claims if claim.seat != chair.seat]
    ballots.close_of_seat(table, chair.seat)
    voting.recount(table, change)

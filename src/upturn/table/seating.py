"""Who sits where, under which name, and who is host.

A seat has a person, or a bot, or a person and the bot that plays until they are back. `coming` and
`claims` say how seats change hands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.bots import bot_names
from upturn.errors import Refusal
from upturn.wire.text import clean, same_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from upturn.table.state import Chair, Person, TableState

LONGEST_NAME = 24


# --- Questions -------------------------------------------------------------------------------


def seats_of(table: TableState, person: str | None) -> list[int]:
    """Return the seats of a person."""
    return [chair.seat for chair in table.chairs if chair.person == person is not None]


def lost_seats(table: TableState, person: str | None) -> list[int]:
    """Return the seats that were this person's until somebody claimed them."""
    return [chair.seat for chair in table.chairs if chair.owner(person) is not None]


def awaited_seats(table: TableState, person: str) -> list[int]:
    """Return the seats that this person has again by being there: all they are away from, or lost,
    unless they said that they go."""
    return [
        chair.seat
        for chair in table.chairs
        if (chair.person == person and chair.away and not chair.left)
        or ((owner := chair.owner(person)) is not None and not owner.left)
    ]


def present(table: TableState) -> Iterator[Chair]:
    """Return the seats whose person is there."""
    return (chair for chair in table.chairs if chair.person is not None and not chair.away)


def alone(table: TableState) -> bool:
    """Return whether only one person has played here since the game began."""
    return len(table.people) <= 1


def undecided(table: TableState) -> Chair | None:
    """Return a seat whose person is away while no bot plays for them: the others can neither ask
    that person nor go on without them."""
    for chair in table.chairs:
        if chair.away and chair.bot is None:
            return chair
    return None


def hosts(table: TableState) -> set[str]:
    """Return who may act as host: the person who opened the table and, while that person is in no
    seat, the person in the lowest one. So people can play on at a table whose host has left."""
    opened = table.setup.host
    there = [chair.person for chair in present(table) if chair.person is not None]
    if opened in there or not there:
        return {opened}
    return {there[0]} if table.host_sat else {opened, there[0]}


def chair_at(table: TableState, seat: int) -> Chair:
    if not 1 <= seat <= len(table.chairs):
        raise Refusal("no-such-seat", seat=seat, seats=len(table.chairs))
    return table.chairs[seat - 1]


def own_chair(table: TableState, seat: int, person: Person) -> Chair:
    """Return the person's seat. Raise Refusal if it is somebody else's, or the person is away."""
    chair = chair_at(table, seat)
    if chair.person != person.id:
        raise Refusal("not-your-seat", seat=seat)
    if chair.away:
        raise Refusal("away", seat=seat)
    return chair


def taken_by(chair: Chair) -> Refusal:
    """Return the refusal for a seat that somebody else has."""
    return Refusal("seat-taken", seat=chair.seat, name=chair.name)


def name_taken(name: str) -> Refusal:
    return Refusal("name-taken-here", name=name)


def expect_host(table: TableState, person: Person) -> None:
    if person.id not in hosts(table):
        raise Refusal("host-only")


def expect_decided(table: TableState) -> None:
    """Refuse what needs everybody's yes while somebody is away: absence never counts as a yes."""
    chair = undecided(table)
    if chair is not None:
        raise Refusal("somebody-away", seat=chair.seat, name=chair.name)


def expect_gathering(table: TableState) -> None:
    if table.state != "gathering":
        raise Refusal("game-has-begun")


def expect_playing(table: TableState) -> None:
    if table.state == "gathering":
        raise Refusal("not-begun")
    if table.state != "playing":
        raise finished(table)


def finished(table: TableState) -> Refusal:
    """Return the refusal for a table where nothing more is played."""
    if table.state == "over":
        return Refusal("game-over", state=table.state)
    return Refusal("table-closed", state=table.state)


def check_bot(game: str, level: str) -> str:
    names = bot_names(game)
    if level not in names:
        raise Refusal("no-such-bot", bot=level, game=game, bots=names)
    return level


def name_for(table: TableState, person: Person, wished: str | None, seat: int | None = None) -> str:
    """Return the name for a seat of this person. No two seats have the same one, nor the name of
    somebody who may have a seat back. Somebody who takes over a seat may keep its name."""
    name = clean(wished if wished is not None else person.name, LONGEST_NAME)
    if not name:
        raise Refusal("no-name")
    taken = _names(table, seat)
    if any(owner != person.id and same_name(other, name) for other, owner in taken):
        raise name_taken(name)
    chosen, number = name, 1
    while any(same_name(other, chosen) for other, _ in taken):
        number += 1
        chosen = f"{name[: LONGEST_NAME - 1 - len(str(number))].rstrip()} {number}"
    return chosen


def plain_name(table: TableState, seat: int) -> str:
    """Return a name for a seat that says nothing, for somebody who may not choose one."""
    taken, name, number = _names(table, seat), f"Guest {seat}", 1
    while any(same_name(other, name) for other, _ in taken):
        number += 1
        name = f"Guest {seat}.{number}"
    return name


def _names(table: TableState, except_for: int | None) -> list[tuple[str, str | None]]:
    """Return the names that are taken at all other seats, and whose they are."""
    chairs = [chair for chair in table.chairs if chair.seat != except_for]
    owners = [(owner.name, owner.person) for chair in chairs for owner in chair.owners]
    return owners + [(chair.name, chair.person) for chair in chairs if chair.name is not None]

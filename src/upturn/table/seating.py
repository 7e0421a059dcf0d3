"""Who sits where, what they are called, and who acts as host.

A seat has a person, or a bot, or a person and the bot that plays until they are back. How seats
change hands is in `coming` and `claims`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from upturn.bots import bot_names
from upturn.errors import Refusal
from upturn.wire.text import clean, key_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from upturn.table.table import Table

LONGEST_NAME = 24


class Person(NamedTuple):
    id: str
    name: str


class Chair:
    """A seat and who is in it."""

    __slots__ = ("away", "bot", "left", "name", "person", "reserve", "seat")

    def __init__(self, seat: int):
        self.seat = seat
        self.person: str | None = None
        self.name: str | None = None
        self.bot: str | None = None
        """The level that plays here: alone, or for the person."""
        self.away = False
        self.left = False
        """Away because they said so."""
        self.reserve = 0
        """Milliseconds left."""

    @property
    def open(self) -> bool:
        return self.person is None and self.bot is None

    def give(self, person: str, name: str) -> None:
        self.person, self.name = person, name
        self.bot, self.away, self.left = None, False, False

    def clear(self, bot: str | None = None) -> None:
        self.person, self.name, self.bot = None, None, bot
        self.away = self.left = False


# --- Questions -------------------------------------------------------------------------------


def seats_of(table: Table, person: str | None) -> list[int]:
    """The seats of a person."""
    return [chair.seat for chair in table.chairs if chair.person == person is not None]


def present(table: Table) -> Iterator[Chair]:
    """The seats whose person is there."""
    return (chair for chair in table.chairs if chair.person is not None and not chair.away)


def alone(table: Table) -> bool:
    """Whether one person has had all seats that are no bot's, since the game began."""
    return len(table.people) <= 1


def undecided(table: Table) -> Chair | None:
    """A seat whose person is away, and for whom no bot plays: nobody can ask them, nor do without
    them."""
    for chair in table.chairs:
        if chair.away and chair.bot is None:
            return chair
    return None


def hosts(table: Table) -> set[str]:
    """Who may do what a host does: who opened the table and, while they are in no seat of it, also
    who has the lowest one. A table that its host has left for good can still be played at."""
    opened = table.setup.host
    there = [chair.person for chair in present(table) if chair.person is not None]
    if opened in there or not there:
        return {opened}
    return {there[0]} if table.host_sat else {opened, there[0]}


def chair_at(table: Table, seat: int) -> Chair:
    if not 1 <= seat <= len(table.chairs):
        raise Refusal(
            "no-such-seat",
            f"there is no seat {seat}; seats are 1 to {len(table.chairs)}",
            {"seat": seat, "seats": len(table.chairs)},
        )
    return table.chairs[seat - 1]


def own_chair(table: Table, seat: int, person: Person) -> Chair:
    """The person's seat, with the person at it."""
    chair = chair_at(table, seat)
    if chair.person != person.id:
        raise Refusal("not-your-seat", f"seat {seat} is not yours", {"seat": seat})
    if chair.away:
        raise Refusal("away", f"you left seat {seat}; sit down again first", {"seat": seat})
    return chair


def taken_by(chair: Chair) -> Refusal:
    """For who wants a seat that somebody is at."""
    return Refusal(
        "seat-taken",
        f"{chair.name} sits on seat {chair.seat}",
        {"seat": chair.seat, "name": chair.name},
    )


def name_taken(name: str) -> Refusal:
    return Refusal(
        "name-taken-here", f"somebody is called {name} at this table already", {"name": name}
    )


def expect_host(table: Table, person: Person) -> None:
    if person.id not in hosts(table):
        raise Refusal("host-only", "only the host may do that")


def expect_decided(table: Table) -> None:
    """Refuse what needs everybody's yes while somebody is away: nobody's absence is one."""
    chair = undecided(table)
    if chair is not None:
        raise Refusal(
            "somebody-away",
            f"{chair.name} is away: decide about seat {chair.seat} first",
            {"seat": chair.seat, "name": chair.name},
        )


def expect_gathering(table: Table) -> None:
    if table.state != "gathering":
        raise Refusal("game-has-begun", "the game has begun already")


def expect_playing(table: Table) -> None:
    if table.state == "gathering":
        raise Refusal("not-begun", "the game has not begun yet")
    if table.state != "playing":
        how = "over" if table.state == "over" else "closed"
        raise Refusal("game-over", f"the game is {how}", {"state": table.state})


def check_bot(game: str, level: str) -> str:
    names = bot_names(game)
    if level not in names:
        known = ", ".join(names)
        raise Refusal(
            "no-such-bot",
            f"no bot {level} plays {game}; there is {known}",
            {"bot": level, "game": game, "bots": names},
        )
    return level


def name_for(table: Table, person: Person, wished: str | None, seat: int | None = None) -> str:
    """How a seat of this person is called: no two seats are called alike. Who takes over a seat may
    keep its name."""
    name = clean(wished if wished is not None else person.name, LONGEST_NAME)
    if not name:
        raise Refusal("no-name", "a name needs a letter that can be seen")
    taken = {
        key_of(chair.name): chair.person
        for chair in table.chairs
        if chair.name is not None and chair.seat != seat
    }
    if taken.get(key_of(name), person.id) != person.id:
        raise name_taken(name)
    chosen, number = name, 1
    while key_of(chosen) in taken:
        number += 1
        chosen = f"{name[: LONGEST_NAME - 1 - len(str(number))].rstrip()} {number}"
    return chosen

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
    """Whether one person has all seats that are no bot's."""
    return len({chair.person for chair in table.chairs if chair.person is not None}) <= 1


def acting_host(table: Table) -> str:
    """Who opened the table; while they are away from their seat, who has the lowest seat."""
    host = table.setup.host
    there = [chair.person for chair in present(table)]
    if not table.host_sat or host in there:
        return host
    return there[0] if there and there[0] is not None else host


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


def expect_host(table: Table, person: Person) -> None:
    if acting_host(table) != person.id:
        raise Refusal("host-only", "only the host may do that")


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


def name_for(table: Table, person: Person, wished: str | None) -> str:
    """How a seat of this person is called: no two seats are called alike."""
    name = clean(wished if wished is not None else person.name, LONGEST_NAME)
    if not name:
        raise Refusal("no-name", "a name needs a letter that can be seen")
    taken = {key_of(chair.name): chair.person for chair in table.chairs if chair.name is not None}
    if taken.get(key_of(name), person.id) != person.id:
        raise Refusal(
            "name-taken-here", f"somebody is called {name} at this table already", {"name": name}
        )
    chosen, number = name, 1
    while key_of(chosen) in taken:
        number += 1
        chosen = f"{name[: LONGEST_NAME - 1 - len(str(number))].rstrip()} {number}"
    return chosen

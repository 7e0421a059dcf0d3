"""Questions to the people at a table.

`take-back`, `agree` and `end` need everybody's yes; about an empty `seat` the most votes decide.
Those who are asked are the people who are there, but for who asks; each has one vote, whatever
number of seats. Bots go along. `voting` counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.errors import Refusal
from upturn.table import log, seating

if TYPE_CHECKING:
    from upturn.table.change import Change
    from upturn.table.table import Table


ABOUT_MOVES = ("take-back", "agree")
"""What is asked about the last move or the next one."""


class Ballot:
    """A question, and the answers so far by person."""

    __slots__ = ("about", "by", "move", "number", "opened", "seat", "votes")

    def __init__(
        self,
        number: int,
        about: log.About,
        opened: int,
        by: int | None = None,
        seat: int | None = None,
        move: str | None = None,
    ):
        self.number = number
        self.about = about
        self.opened = opened
        self.by = by
        self.seat = seat
        self.move = move
        self.votes: dict[str, str] = {}


# --- Questions -------------------------------------------------------------------------------


def voters(table: Table, by: int | None) -> set[str]:
    """The people who are asked if this seat asks."""
    asker = None if by is None else table.chairs[by - 1].person
    there = {chair.person for chair in seating.present(table) if chair.person is not None}
    return there - {asker} if asker else there


def voting_seats(table: Table, ballot: Ballot) -> dict[int, str | None]:
    """The seats that are asked, and what they answered."""
    asked = voters(table, ballot.by)
    return {
        chair.seat: ballot.votes.get(chair.person)
        for chair in seating.present(table)
        if chair.person in asked
    }


def find(table: Table, number: int) -> Ballot | None:
    """The open ballot of this number."""
    return next((ballot for ballot in table.ballots if ballot.number == number), None)


def open_about(table: Table, about: log.About) -> Ballot | None:
    return next((ballot for ballot in table.ballots if ballot.about == about), None)


def about_seat(table: Table, seat: int) -> Ballot | None:
    return next((ballot for ballot in table.ballots if ballot.seat == seat), None)


def ask(table: Table, about: log.About, by: int, move: str | None = None) -> log.Asked:
    """The entry that begins a ballot. Refused while one of its kind is open."""
    if open_about(table, about) is not None:
        raise Refusal("already-asked", "the others are being asked that already", {"about": about})
    return log.Asked(ballot=table.ballots_held + 1, about=about, by=by, move=move)


# --- What changes ballots from outside -------------------------------------------------------


def lapse(table: Table) -> None:
    """The game went on: what was asked about its last moves is void."""
    if table.ballots:
        table.ballots = [ballot for ballot in table.ballots if ballot.about not in ABOUT_MOVES]


def ask_about_seat(table: Table, seat: int, change: Change) -> None:
    """Ask what becomes of a seat; if nobody is there to answer, it stays open until one is."""
    if about_seat(table, seat) is None and table.chairs[seat - 1].bot is None:
        table.ballots_held += 1
        table.ballots = [*table.ballots, Ballot(table.ballots_held, "seat", change.at, seat=seat)]


def close_of_seat(table: Table, seat: int) -> None:
    """Another one plays this seat now: nothing is asked about it, or for it."""
    table.ballots = [ballot for ballot in table.ballots if seat not in (ballot.seat, ballot.by)]

"""Questions to the people at a table.

`take-back`, `agree` and `end` need everybody's yes; about the `seat` of somebody who is away, most
votes decide. Everybody who is there votes, except the person who asks. Each person has one vote,
however many seats they have. Bots go along. `voting` counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.errors import Refusal
from upturn.table import log, seating
from upturn.table.state import Ballot

if TYPE_CHECKING:
    from upturn.table.change import Change
    from upturn.table.state import TableState


# --- Questions -------------------------------------------------------------------------------


def voters(table: TableState, by: int | None) -> set[str]:
    """Return the people who vote if this seat asks."""
    asker = None if by is None else table.chairs[by - 1].person
    there = {chair.person for chair in seating.present(table) if chair.person is not None}
    return there - {asker} if asker else there


def voting_seats(table: TableState, ballot: Ballot) -> dict[int, str | None]:
    """Return the seats that are asked, with their answers."""
    asked = voters(table, ballot.by)
    return {
        chair.seat: ballot.votes.get(chair.person)
        for chair in seating.present(table)
        if chair.person in asked
    }


def find(table: TableState, number: int) -> Ballot | None:
    """Return the open ballot with this number."""
    return next((ballot for ballot in table.ballots if ballot.number == number), None)


def open_about(table: TableState, about: log.About) -> Ballot | None:
    return next((ballot for ballot in table.ballots if ballot.about == about), None)


def about_seat(table: TableState, seat: int) -> Ballot | None:
    return next((ballot for ballot in table.ballots if ballot.seat == seat), None)


def ask(table: TableState, about: log.About, by: int, move: str | None = None) -> log.Asked:
    """Return the entry that begins a ballot. Raise Refusal while one of its kind is open."""
    if open_about(table, about) is not None:
        raise Refusal("already-asked", about=about)
    return log.Asked(ballot=table.ballots_held + 1, about=about, by=by, move=move)


# --- What changes ballots from outside -------------------------------------------------------


def ask_about_seat(table: TableState, seat: int, change: Change) -> None:
    """Ask what becomes of a seat. The ballot stays open until somebody is there to answer."""
    if about_seat(table, seat) is None and table.chairs[seat - 1].bot is None:
        table.ballots_held += 1
        table.ballots = [*table.ballots, Ballot(table.ballots_held, "seat", change.at, seat=seat)]


def close_of_seat(table: TableState, seat: int) -> None:
    """Close the ballots about a seat, and those it asked for: somebody else plays it now."""
    table.ballots = [ballot for ballot in table.ballots if seat not in (ballot.seat, ballot.by)]

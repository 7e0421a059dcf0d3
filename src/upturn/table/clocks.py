"""Clocks: so many seconds for a move, and a reserve for the whole game beside it.

No clock ticks here: a deadline follows from the log. Who watches it lets a bot move when it has
passed (`playing.time_up`). While the others are asked about a move, the clock of who asked stands
still, for as long as a move may take.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.table import ballots

if TYPE_CHECKING:
    from upturn.table.state import Ballot, TableState

SECOND = 1000


def wind(table: TableState) -> None:
    """The game begins: every seat has its whole reserve."""
    clock = table.setup.clock
    if clock is not None:
        for chair in table.chairs:
            chair.reserve = clock[1] * SECOND


def deadline(table: TableState) -> int | None:
    """When the seat to act runs out of time; None without a clock, or if a bot plays there."""
    clock, seat = table.setup.clock, table.to_act
    if clock is None or seat is None or table.state != "playing":
        return None
    chair = table.chairs[seat - 1]
    if chair.bot is not None:
        return None
    asked = ballots.open_about(table, "agree")
    stands_still = 0 if asked is None else clock[0] * SECOND
    return table.turn_began + clock[0] * SECOND + chair.reserve + stands_still


def charge(table: TableState, seat: int, moved: int) -> None:
    """A person has moved, or asked to: what it took beyond the time for a move is used up."""
    clock = table.setup.clock
    if clock is not None:
        chair = table.chairs[seat - 1]
        asked = ballots.open_about(table, "agree")
        took = moved - table.turn_began - (0 if asked is None else stood_still(table, asked, moved))
        chair.reserve -= max(0, min(chair.reserve, took - clock[0] * SECOND))


def stood_still(table: TableState, asked: Ballot, until: int) -> int:
    """For how long the clock of the seat to act has, since the others were asked."""
    clock = table.setup.clock
    return 0 if clock is None else min(until - asked.opened, clock[0] * SECOND)

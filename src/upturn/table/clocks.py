"""Clocks: some seconds for each move, plus a reserve for the whole game.

No clock ticks here: a deadline follows from the log. The server watches it and lets a bot move when
it has passed (`playing.time_up`). While the others vote on a move, the clock of the seat that asked
stands still, but no longer than one move may take.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.table import ballots

if TYPE_CHECKING:
    from upturn.table.state import Ballot, TableState

SECOND = 1000


def wind(table: TableState) -> None:
    """Give every seat its whole reserve: the game begins."""
    clock = table.setup.clock
    if clock is not None:
        for chair in table.chairs:
            chair.reserve = clock[1] * SECOND


def deadline(table: TableState) -> int | None:
    """Return when the seat to act runs out of time; None without a clock or for a bot."""
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
    """Take what a person's move, or the wish to make it, took too long from their reserve."""
    clock = table.setup.clock
    if clock is not None:
        chair = table.chairs[seat - 1]
        asked = ballots.open_about(table, "agree")
        took = moved - table.turn_began - (0 if asked is None else stood_still(table, asked, moved))
        chair.reserve -= max(0, min(chair.reserve, took - clock[0] * SECOND))


def stood_still(table: TableState, asked: Ballot, until: int) -> int:
    """Return how long the clock has stood still since the others were asked."""
    clock = table.setup.clock
    return 0 if clock is None else min(until - asked.opened, clock[0] * SECOND)

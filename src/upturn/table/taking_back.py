"""Taking back moves: to before a seat's own last move, and nothing that showed somebody something.

What was revealed stays: a deal, moves that turn something up, and cards that another seat has
shown since. Only who has the table alone, and not at a contest, may go further; the game is not
rated then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.errors import BrokenLog, Refusal
from upturn.table import ballots, log, seating

if TYPE_CHECKING:
    from upturn.table.change import Change
    from upturn.table.state import Person, TableState
    from upturn.wire import commands

REVEALS, SHOWS = 0x80, 0x40
"""In `Table.movers`, beside the seat: this line revealed something to its own mover too, or only to
all others."""
SEAT = 0x3F


def mover(table: TableState, line: str, seat: int | None) -> int:
    """What is noted about a line of the game."""
    if seat is None:
        return REVEALS
    kind = line.split(" ", 1)[0]
    if kind in table.rules.reveals:
        return seat | REVEALS
    return seat | (SHOWS if kind in table.rules.shows else 0)


def last_ply(table: TableState, seat: int) -> int | None:
    """The place in the log of the seat's last move at this table."""
    movers = table.movers
    for ply in range(len(movers) - 1, table.began - 1, -1):
        if movers[ply] & SEAT == seat:
            return ply
    return None


def revealing(table: TableState, seat: int, ply: int) -> int | None:
    """The first line from a ply on that revealed something to this seat."""
    for at in range(ply, len(table.movers)):
        line = table.movers[at]
        if line & REVEALS or (line & SHOWS and line & SEAT != seat):
            return at
    return None


def unlimited(table: TableState) -> bool:
    return seating.alone(table) and not table.contest


def possible(table: TableState) -> list[int]:
    """The seats that could ask to take back a move now."""
    if table.state != "playing" or seating.undecided(table) is not None:
        return []
    free = unlimited(table)
    waiting = {chair.seat for chair in seating.present(table)}
    found = []
    for line in reversed(table.movers[table.began :]):
        if not waiting or (line & REVEALS and not free):
            break
        seat = line & SEAT
        if seat in waiting:
            waiting.remove(seat)
            found.append(seat)
        if line & SHOWS and not free:
            break
    return sorted(found)


def ask(table: TableState, command: commands.TakeBack, person: Person, now: int) -> log.AnyEntry:
    seating.expect_playing(table)
    seat = seating.own_chair(table, command.seat, person).seat
    ply = last_ply(table, seat)
    if ply is None:
        raise Refusal("nothing-to-take-back")
    if not unlimited(table):
        _expect_nothing_revealed(table, seat, ply)
    seating.expect_decided(table)
    if not ballots.voters(table, seat):
        return log.TookBack(seat=seat)
    return ballots.ask(table, "take-back", seat)


def _expect_nothing_revealed(table: TableState, seat: int, ply: int) -> None:
    shown = revealing(table, seat, ply)
    if shown is not None and table.game is not None:
        raise Refusal("revealed", kind=table.game.moves[shown].split(" ", 1)[0])


def took_back(table: TableState, entry: log.TookBack, change: Change, fresh: bool) -> None:
    take_back(table, entry.seat, change)


def take_back(table: TableState, seat: int, change: Change) -> None:
    ply, game = last_ply(table, seat), table.expect_game()
    if ply is None:
        raise BrokenLog(f"seat {seat} has no move to take back")
    if revealing(table, seat, ply) is not None:
        table.peeked = True
    game.go_back(ply)
    del table.movers[ply:]
    change.kept = ply
    table.game_changed("took-back", seat, change)

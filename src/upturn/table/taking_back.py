"""Taking back moves: back to before a seat's own last move.

What was revealed stays: a deal, a move that turned something up, and cards that another seat has
shown since. Only a person who plays alone, and not in a contest, may take back more; the game is
not rated then.
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
"""Flags beside the seat in `Table.movers`: the line revealed something to everybody, or only to the
other seats."""
SEAT = 0x3F


def mover(table: TableState, line: str, seat: int | None) -> int:
    """Return what `Table.movers` notes about a line of the game."""
    if seat is None:
        return REVEALS
    kind = line.split(" ", 1)[0]
    if kind in table.rules.reveals:
        return seat | REVEALS
    return seat | (SHOWS if kind in table.rules.shows else 0)


def last_ply(table: TableState, seat: int) -> int | None:
    """Return where the seat's last move at this table is in the game's log."""
    movers = table.movers
    for ply in range(len(movers) - 1, table.began - 1, -1):
        if movers[ply] & SEAT == seat:
            return ply
    return None


def revealing(table: TableState, seat: int, ply: int) -> int | None:
    """Return the first line from a ply on that revealed something to this seat."""
    for at in range(ply, len(table.movers)):
        line = table.movers[at]
        if line & REVEALS or (line & SHOWS and line & SEAT != seat):
            return at
    return None


def unlimited(table: TableState) -> bool:
    return seating.alone(table) and not table.contest


def possible(table: TableState) -> list[int]:
    """Return the seats that could ask to take back a move now."""
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

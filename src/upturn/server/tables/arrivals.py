"""Welcomes a socket to a table: tells it what it missed before it takes part."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from upturn.errors import Refusal, StoreUnavailable
from upturn.server.clock import wall_time
from upturn.server.tables.retelling import Retelling
from upturn.server.tables.updates import encode
from upturn.table import showing
from upturn.wire.messages import Welcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from upturn.server.tables.attendance import Attendance, TableSocket
    from upturn.server.tables.queue import TableQueue
    from upturn.store import EntryRow
    from upturn.table import Person
    from upturn.wire.commands import AnyCommand


class Arrivals:
    """The sockets that arrive at one table. Calls `welcomed` with each socket that starts to take
    part, and with the commands it has sent meanwhile."""

    __slots__ = ("_attendance", "_check_sight", "_queue", "_welcomed", "retelling")

    def __init__(
        self,
        queue: TableQueue,
        attendance: Attendance,
        check_sight: Callable[[Person | None, str], None],
        welcomed: Callable[[TableSocket, list[AnyCommand]], None],
    ):
        self._queue, self._attendance = queue, attendance
        self._check_sight, self._welcomed = check_sight, welcomed
        self.retelling = Retelling(queue)

    async def welcome(self, socket: TableSocket, since: int) -> None:
        """Tell a socket what happened after the version it knows, or the end of it if that is
        much, then let it take part."""
        try:
            rows = await self.retelling.read(since)
        except StoreUnavailable:
            socket.close(Refusal("unavailable"))
            raise
        self._queue.in_turn(partial(self._greet, socket, since, rows))

    def _greet(self, socket: TableSocket, since: int, rows: list[EntryRow]) -> None:
        queue, attendance = self._queue, self._attendance
        table = queue.table
        if not attendance.is_arriving(socket) or queue.broken:
            return
        missed = self.retelling.tell(table, rows, since, attendance.seats_of(socket.person))
        if missed is None:
            queue.pause_for(partial(self._read_all, socket, since))  # more happened meanwhile
            return
        try:  # the game may have begun since the socket came
            self._check_sight(socket.person, socket.browser)
        except Refusal as refusal:
            attendance.leave(socket)
            socket.close(refusal)
            return
        early = attendance.admit(socket)
        seats = socket.seats
        first, told = missed
        socket.say(
            encode(
                Welcome(
                    table.version,
                    showing.facts(table, wall_time()),
                    list(seats),
                    table.views(seats, socket.looking),
                    told,
                    attendance.present(),
                    attendance.watching(),
                    attendance.is_host(socket.person),
                    attendance.lost_seats(socket.person),
                    first,
                    attendance.is_muted(socket.person),
                    attendance.is_opener(socket.person),
                )
            )
        )
        attendance.announce(except_for=socket)
        self._welcomed(socket, early)

    async def _read_all(self, socket: TableSocket, since: int) -> Callable[[], None] | None:
        """Read the log while the queue is held, for a busy table."""
        try:
            rows = await self._queue.all_rows()
        except StoreUnavailable:
            socket.close(Refusal("unavailable"))
            return None
        return partial(self._greet, socket, since, rows)

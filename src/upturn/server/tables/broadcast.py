"""Tells everybody at a table what happens there."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from upturn.errors import Refusal
from upturn.server.clock import wall_time
from upturn.server.monitoring.logs import logger
from upturn.server.people.daily import is_secluded
from upturn.server.tables.updates import UpdateEncoder, encode, told_after
from upturn.table import showing
from upturn.table.looking import check_look, eyes
from upturn.wire.messages import Pointed, Update

if TYPE_CHECKING:
    from upturn.server.tables.attendance import Attendance, TableSocket
    from upturn.server.tables.queue import Action, Asker, TableQueue
    from upturn.store import EntryRow
    from upturn.table import Change, Person, Table
    from upturn.table.looking import Eyes
    from upturn.wire.commands import Look, Point


class Broadcast:
    """What the sockets and polls of one table are told."""

    __slots__ = ("_attendance", "_queue", "_version_told")

    def __init__(self, queue: TableQueue, attendance: Attendance):
        self._queue, self._attendance = queue, attendance
        self._version_told = queue.table.version

    def tell(self, change: Change, action: Action) -> None:
        """Tell everybody what happened, and tell the sender that the command is done.

        The entry is on disk. So if telling fails, the table goes on and people can ask for it
        again.
        """
        try:
            self._tell(change, action)
        except Exception:
            self._failed()

    def _tell(self, change: Change, action: Action) -> None:
        attendance, asker, command = self._attendance, action.asker, action.command
        table = self._queue.table
        self._version_told = table.version
        if change.state == "playing" or change.seats:
            self._keep_private()
        if change.who in table.removed:
            attendance.send_removed_away(Refusal("removed"))
        if change.seats:
            attendance.update_seats()
        attendance.update_looking()
        devices = [(socket, eyes_at(socket, table)) for socket in attendance.sockets]
        update = UpdateEncoder(table, change, (seen for _, seen in devices))
        heard, who = False, change.who
        for socket, seen in devices:
            if socket is asker and command is not None:
                socket.say(update.answer(socket.seats, seen, command.id))
                heard = True
            elif who is not None and socket.person is not None and socket.person.id == who:
                muted = attendance.is_muted(socket.person)
                socket.say(update.answer(socket.seats, seen, None, muted))
            else:
                socket.say(update.message(socket.seats, seen))
        if asker is not None and not heard and command is not None:
            asker.done(command.id, change.n)
        if change.seats:
            attendance.announce()
        attendance.wake_polls()

    def tell_missed(self, rows: list[EntryRow]) -> None:
        """Tell everybody the entries that they have not heard of: those of other workers."""
        if self._queue.table.version > self._version_told:
            try:
                self._tell_missed(rows)
            except Exception:
                self._failed()

    def _tell_missed(self, rows: list[EntryRow]) -> None:
        attendance, table, since = self._attendance, self._queue.table, self._version_told
        self._version_told = table.version
        attendance.send_removed_away(Refusal("removed"))
        before = attendance.present(), attendance.watching()
        self._keep_private()
        attendance.update_seats()
        attendance.update_looking()
        facts = showing.facts(table, wall_time())
        messages: dict[tuple[tuple[int, ...], int | None, bool], bytes] = {}
        for socket in tuple(attendance.sockets):
            muted = attendance.is_muted(socket.person)
            seats, looking, _ = receiver = socket.seats, socket.looking, muted
            if receiver not in messages:
                told, views = told_after(table, rows, since, seats), table.views(seats, looking)
                update = Update(table.version, told, None, views, facts, list(seats), muted=muted)
                messages[receiver] = encode(update)
            socket.say(messages[receiver])
        if before != (attendance.present(), attendance.watching()):
            attendance.announce()
        attendance.wake_polls()

    def _keep_private(self) -> None:
        """Send spectators away from a deal that nobody may watch."""
        table = self._queue.table
        if table.game is not None and is_secluded(table):
            self._attendance.send_spectators_away(Refusal("secluded"))

    def _failed(self) -> None:
        logger.exception("telling failed", table=self._queue.table.id)
        self._attendance.send_all_away(Refusal("mistake"))

    def tell_facts(self) -> None:
        """Tell everybody how the table stands, although nothing has happened."""
        if not self._queue.broken:
            table = self._queue.table
            message = encode(Update(table.version, [], None, [], showing.facts(table, wall_time())))
            for socket in tuple(self._attendance.sockets):
                socket.say(message)

    def look(self, command: Look, socket: TableSocket) -> None:
        """Show a device the view of the seat that is looking at it now."""
        self._queue.in_turn(partial(self._look, command, socket))

    def _look(self, command: Look, socket: TableSocket) -> None:
        if self._queue.broken:
            return  # the device was sent away
        try:
            check_look(socket.seats, command.seat)
        except Refusal as refusal:
            socket.refuse(command.id, refusal)
            return
        socket.looking = command.seat
        table = self._queue.table
        views = table.views(socket.seats, socket.looking)
        socket.say(encode(Update(table.version, [], command.id, views)))

    def point(self, command: Point, person: Person, asker: Asker) -> None:
        """Show the others what somebody points at. It is not stored."""
        try:
            self._queue.table.check_point(command, person)
        except Refusal as refusal:
            asker.refuse(command.id, refusal)
            return
        message = encode(Pointed(command.seat, command.move))
        for socket in tuple(self._attendance.sockets):
            if socket is not asker:
                socket.say(message)


def eyes_at(socket: TableSocket, table: Table) -> Eyes:
    return eyes(table, socket.seats, socket.looking)

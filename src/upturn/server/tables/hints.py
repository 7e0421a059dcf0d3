"""Answers for one person alone: what to play, and why a move is not possible."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from upturn.errors import Refusal
from upturn.server.clock import now
from upturn.server.tables.queue import Action
from upturn.server.tables.updates import encode
from upturn.wire.messages import Advice, Reason, Reasons

if TYPE_CHECKING:
    from collections.abc import Callable

    from upturn.games.rules import Facts
    from upturn.server.tables.attendance import Attendance
    from upturn.server.tables.context import TableContext
    from upturn.server.tables.queue import Asker, TableQueue
    from upturn.table import Change, Person, Table
    from upturn.wire.commands import Hint, Why


class Hints:
    """Advice and reasons at one table."""

    __slots__ = ("_attendance", "_context", "_queue")

    def __init__(self, queue: TableQueue, attendance: Attendance, context: TableContext):
        self._queue, self._attendance, self._context = queue, attendance, context

    def give(self, command: Hint, person: Person, asker: Asker) -> None:
        """Store that somebody takes a hint, then give it. If the command is repeated, the advice
        may have got lost, so it is given again as long as the position is the same."""
        then = partial(self._advise, command, asker)
        self._queue.submit(
            Action(partial(self._take, command, person), command, person, asker, then)
        )

    def _take(self, command: Hint, person: Person, table: Table) -> Change:
        self._context.thinkers.check_free()
        return table.do(command, person, now())

    def _advise(self, command: Hint, asker: Asker) -> None:
        table = self._queue.table
        view = table.thinking(command.seat)  # taken now, because the next command may be a move
        self._context.tasks.spawn(self._think(command, asker, table, view), table.id)

    async def _think(
        self, command: Hint, asker: Asker, table: Table, view: Callable[[], Facts]
    ) -> None:
        found = await self._context.thinkers.advise(table.setup.seed, view)
        advice = Advice(command.id, found.sentence, found.move, found.code, found.details)
        if self._attendance.may_see(asker, command.seat):  # else another seat is looking by now
            asker.say(encode(advice))

    def give_reasons(self, command: Why, person: Person, asker: Asker) -> None:
        """Tell the person whose turn it is why moves are not possible. Nobody else is told."""
        self._queue.in_turn(partial(self._give_reasons, command, person, asker))

    def _give_reasons(self, command: Why, person: Person, asker: Asker) -> None:
        table = self._queue.table
        try:
            found = table.why(command, person)
        except Refusal as refusal:
            asker.refuse(command.id, refusal)
            return
        reasons = {
            move: None if why is None else Reason(why.code, why.sentence, why.details)
            for move, why in found.items()
        }
        asker.say(encode(Reasons(command.id, table.version, reasons)))

"""The bots at a table: which of them thinks, and what about."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

from upturn.bots.levels import stand_in
from upturn.server.clock import now
from upturn.table.playing import expect_fresh

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from upturn.server.tables.attendance import Attendance
    from upturn.server.tables.context import TableContext
    from upturn.server.tables.queue import TableQueue
    from upturn.server.tables.retries import Retries
    from upturn.table import Change, Table
    from upturn.table.playing import BotDue

Thought = tuple[int, "BotDue | None"]
"""A version of the game, and the bot's turn in it. None means that somebody's time is up."""


class Bots:
    """The bots of one table. At most one thinks at a time, about the game as it is."""

    __slots__ = ("_attendance", "_context", "_queue", "_retries", "_thinking")

    def __init__(
        self, queue: TableQueue, attendance: Attendance, context: TableContext, retries: Retries
    ):
        self._queue, self._attendance, self._context = queue, attendance, context
        self._retries = retries
        self._thinking: Thought | None = None

    def wake(self) -> None:
        """Let a bot think if it is its turn, unless it already does."""
        table = self._queue.table
        due = table.bot_due()
        if due is None or self._queue.closed or self._retries.resting:
            return
        thought = table.game_version, due
        if self._thinking != thought:
            self._thinking = thought
            self._spawn(self._play(thought, due))

    async def _play(self, thought: Thought, due: BotDue) -> None:
        if not self._is_due(thought):  # the game went on before this task began
            self._stop(thought)
            self.wake()
            return
        version, begun = self._queue.table.version, now()
        ahead = self._queue.table.ahead
        try:
            move = await self._choose(due.seat, due.level)
            until = due.not_before - ahead
            if self._attendance.anybody():
                until = max(until, begun + int(1000 * self._context.bot_pace))
            if until > now():
                await asyncio.sleep((until - now()) / 1000)
        except BaseException:
            self._stop(thought)
            raise
        self._queue.in_turn(partial(self._move, thought, due, move, version))

    def _move(self, thought: Thought, due: BotDue, move: str, version: int) -> None:
        """Make the move, unless the game has moved on or people have asked for something
        meanwhile."""
        self._stop(thought)
        if self._is_due(thought):
            self._retries.act(lambda table: table.bot_move(due.seat, move, version, now()))
        else:
            self.wake()

    def _is_due(self, thought: Thought) -> bool:
        """Whether the game is as it was when this thought began."""
        table = self._queue.table
        return thought == (table.game_version, table.bot_due())

    def move_for_late_seat(self) -> None:
        """Let a bot make this one move for a seat whose time is up."""
        table = self._queue.table
        thought = table.game_version, None
        if table.to_act is not None and self._thinking != thought:
            self._thinking = thought
            self._spawn(self._move_for(thought, table.to_act))

    async def _move_for(self, thought: Thought, seat: int) -> None:
        game_version, _ = thought
        if self._queue.table.game_version != game_version:  # somebody has moved meanwhile
            self._stop(thought)
            return
        try:
            move = await self._choose(seat, stand_in(self._queue.table.setup.game))
        finally:
            self._stop(thought)

        def time_up(table: Table) -> Change:
            expect_fresh(table, game_version)
            return table.time_up(move, now())

        self._queue.act(time_up)

    async def _choose(self, seat: int, level: str) -> str:
        table, begun = self._queue.table, now()
        setup, view = table.setup, table.thinking(seat)
        try:
            return await self._context.thinkers.choose(
                setup.host, table.id, level, setup.game, setup.seed, view
            )
        finally:
            self._context.metrics.thought(level, now() - begun)

    def _stop(self, thought: Thought) -> None:
        if self._thinking == thought:  # otherwise another bot thinks about a later position
            self._thinking = None

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self._context.tasks.spawn(work, self._queue.table.id)

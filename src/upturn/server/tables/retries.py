"""What a table does by itself: bots move, people who come back have their seats again.

If the store fails, nobody asks for it once more, so it is tried again after longer and longer
pauses. Without them a table would try thousands of times a second while the disk is full.
"""

from __future__ import annotations

from asyncio import sleep
from typing import TYPE_CHECKING

from upturn.server.tables.queue import FIRST_PAUSE, LONGEST_PAUSE, Action

if TYPE_CHECKING:
    from collections.abc import Callable

    from upturn.errors import Refusal
    from upturn.server.tables.queue import TableQueue
    from upturn.server.tasks import Tasks
    from upturn.table import Change, Table


class Retries:
    """What one table does by itself. Calls `again` after each pause."""

    __slots__ = ("_again", "_pause", "_queue", "_tasks", "resting")

    def __init__(self, queue: TableQueue, tasks: Tasks, again: Callable[[], None]):
        self._queue, self._tasks, self._again = queue, tasks, again
        self._pause = FIRST_PAUSE
        self.resting = False
        """Whether it waits because the store has failed."""

    def act(self, apply: Callable[[Table], Change]) -> None:
        """Do something when its turn comes. If the table refuses it then, nothing happens."""
        self._queue.submit(_OwnAction(apply, self))

    def stored(self) -> None:
        self._pause = FIRST_PAUSE

    def failed(self) -> None:
        if not self.resting:
            self.resting = self._tasks.spawn(self._rest(), self._queue.table.id) is not None

    async def _rest(self) -> None:
        await sleep(self._pause)
        self._pause = min(LONGEST_PAUSE, 2 * self._pause)
        self.resting = False
        if not self._queue.closed:
            self._again()


class _OwnAction(Action):
    """An action of the table itself."""

    __slots__ = ("_retries",)

    def __init__(self, apply: Callable[[Table], Change], retries: Retries):
        super().__init__(apply, then=retries.stored)
        self._retries = retries

    def refuse(self, refusal: Refusal) -> None:
        if refusal.code == "unavailable":
            self._retries.failed()

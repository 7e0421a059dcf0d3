"""The queue of one table: one action at a time is checked, applied and committed.

An action is applied to the table in memory, its entry is committed, and only then is anybody told.
If another worker's entry came first, or the disk failed, the table in memory is thrown away and
folded again, because the log is the truth. The owner (a room) tells people and decides what happens
next.
"""

from __future__ import annotations

import asyncio
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from upturn.errors import BrokenLog, Refusal, StoreUnavailable
from upturn.server.monitoring.logs import logger
from upturn.table import Table, log

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from upturn.server.monitoring.metrics import Metrics
    from upturn.server.tasks import Tasks
    from upturn.store import EntryRow, Store
    from upturn.table import Change, Person
    from upturn.wire.commands import AnyCommand

Answer = TypeVar("Answer")

MOST_ATTEMPTS = 8
"""How often a command is decided again when other workers are faster."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0
"""Seconds between two attempts while the store does not answer."""


class Asker(Protocol):
    """The sender of a command, who is told what became of it."""

    browser: str
    """What is kept of the sender's browser; empty if there is none (`people.sightings`)."""

    def done(self, command: str, version: int) -> None: ...
    def refuse(self, command: str | None, refusal: Refusal) -> None: ...
    def say(self, message: bytes) -> None: ...


class Owner(Protocol):
    """The room that has a queue, as the queue sees it."""

    def committed(self, change: Change, action: Action) -> None:
        """Handle an action whose entry is on disk."""

    def refolded(self, rows: list[EntryRow]) -> None:
        """Handle a table that was folded again. Its log may have entries of other workers."""

    def idle(self) -> None:
        """Do what can be done when everything is committed and nothing waits."""

    def unreadable(self) -> None:
        """Handle a log that no longer folds."""


class Action:
    """A person's command, or something the table does by itself (no command)."""

    __slots__ = (
        "apply", "asker", "attempts", "command", "failed", "log_searched", "person", "then",
    )  # fmt: skip

    def __init__(
        self,
        apply: Callable[[Table], Change],
        command: AnyCommand | None = None,
        person: Person | None = None,
        asker: Asker | None = None,
        then: Callable[[], None] | None = None,
        failed: Callable[[], None] | None = None,
    ):
        self.apply, self.command, self.person, self.asker = apply, command, person, asker
        self.then = then
        """Is called once the entry is on disk, also for a repeat that nothing has followed."""
        self.failed = failed
        """Is called if the action is refused."""
        self.attempts = 0
        self.log_searched = False  # the log was searched and does not contain the command

    def refuse(self, refusal: Refusal) -> None:
        if self.failed is not None:
            self.failed()
        if self.asker is not None:
            self.asker.refuse(self.command.id if self.command else None, refusal)


class TableQueue:
    """A table in memory, and the jobs that wait for their turn at it."""

    __slots__ = (
        "_known_version", "_metrics", "_owner", "_store", "_tasks", "broken", "busy", "closed",
        "table", "waiting",
    )  # fmt: skip

    def __init__(self, table: Table, owner: Owner, store: Store, metrics: Metrics, tasks: Tasks):
        self.table = table
        self.busy = False
        self.closed = False
        self.broken = False  # the log can no longer be folded
        self.waiting: deque[Callable[[], None]] = deque()
        self._known_version = 0  # the last entry that we know other workers have written
        self._owner = owner
        self._store, self._metrics, self._tasks = store, metrics, tasks

    def close(self) -> None:
        """Stop all retries, because the table is no longer in memory."""
        self.closed = True

    # --- Taking turns --------------------------------------------------------------------------

    def in_turn(self, job: Callable[[], None]) -> None:
        """Run a job, now or later, once everything the table did is on disk."""
        if not self.busy and self._known_version > self.table.version:
            self._catch_up()
        if self.busy:
            self.waiting.append(job)
        else:
            job()

    async def read(self, question: Callable[[Table], Answer]) -> Answer:
        """Return an answer about the table as it is once everything it did is on disk."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        def answer() -> None:
            if not future.done():
                try:
                    if self.broken:
                        raise BrokenLog(f"the log of table {self.table.id} cannot be read")
                    future.set_result(question(self.table))
                except Exception as problem:  # the asker's problem, not the table's
                    future.set_exception(problem)

        self.in_turn(answer)
        return await future

    def pause_for(self, work: Callable[[], Awaitable[Callable[[], None] | None]]) -> None:
        """Hold the queue until this work is done, then run the job it returns first."""

        async def paused() -> None:
            job = await work()
            if job is not None:
                self.waiting.appendleft(job)
            self._next()

        self.busy = True
        self._spawn(paused())

    def _next(self) -> None:
        """Run what waits, as long as nothing has to be committed."""
        self.busy = False
        if self._known_version > self.table.version:
            self._catch_up()
        while self.waiting and not self.busy:
            self.waiting.popleft()()
        if not self.busy:
            self._owner.idle()

    # --- One action: check, apply, commit ------------------------------------------------------

    def submit(self, action: Action) -> None:
        """Do an action when its turn comes."""
        self.in_turn(partial(self._try, action))

    def act(self, apply: Callable[[Table], Change]) -> None:
        """Do something the table does by itself. If the table refuses it then, nothing happens."""
        self.submit(Action(apply))

    def _try(self, action: Action) -> None:
        table, command = self.table, action.command
        if self.broken:
            action.refuse(Refusal("unreadable-table"))
            return
        if command is not None and action.person is not None:
            first = table.repeat_of(command, action.person)
            if first is not None:
                self._repeat(action, command, first)
                return
            if command.version > table.version and self._store.shared and not action.attempts:
                action.attempts = 1  # the client knows an entry of another worker that we do not
                self.waiting.appendleft(partial(self._try, action))
                self._catch_up()
                return
            if command.version < table.oldest_kept and not action.log_searched:
                self.busy = True
                self._spawn(self._look_for_repeat(action, command, action.person))
                return
        try:
            change = action.apply(table)
        except Refusal as refusal:
            self._count(command, "refused")
            action.refuse(refusal)
            return
        except Exception as problem:  # a bug of ours, so the table may be half changed
            logger.exception("command failed", table=table.id)
            self._recover(action, problem)
            return
        self.busy = True
        try:
            future = self._store.submit(table.id, change.n, change.at, change.body)
        except StoreUnavailable as problem:
            self._recover(action, problem)
            return
        future.add_done_callback(partial(self._committed, action, change))

    def _committed(self, action: Action, change: Change, future: asyncio.Future[bool]) -> None:
        problem = future.exception()
        if problem is not None:
            self._recover(action, problem)
        elif future.result():
            self._count(action.command, "done")
            self._owner.committed(change, action)
            if action.then is not None:
                action.then()
            self._next()
        else:
            self._spawn(self._decide_again(action))

    def _count(self, command: AnyCommand | None, outcome: str) -> None:
        if command is not None:
            self._metrics.command(str(command.__struct_config__.tag), outcome)

    # --- When a command comes again ------------------------------------------------------------

    async def _look_for_repeat(self, action: Action, command: AnyCommand, person: Person) -> None:
        """Search the log for a command that is older than those the table remembers."""
        try:
            rows = await self._store.entries(self.table.id, command.version)
        except StoreUnavailable as problem:
            self._recover(action, problem)
            return
        first = log.find_repeat(rows, command.id, person.id)
        if first is None:
            action.log_searched = True
            self.waiting.appendleft(partial(self._try, action))
        else:
            self._repeat(action, command, first)
        self._next()

    def _repeat(self, action: Action, command: AnyCommand, first: int) -> None:
        """Give the first answer again."""
        self._count(command, "repeated")
        if action.asker is not None:
            action.asker.done(command.id, first)
            if action.then is not None and first == self.table.version:
                action.then()

    # --- When it goes wrong --------------------------------------------------------------------

    async def _decide_again(self, action: Action) -> None:
        """Take in what a faster worker wrote, and try again."""
        action.attempts += 1
        action.log_searched = False
        try:
            await self._refold()
        except StoreUnavailable as problem:
            self._recover(action, problem)
            return
        except BrokenLog as problem:
            action.refuse(Refusal("unreadable-table"))
            self._give_up(problem)
            return
        if action.attempts > MOST_ATTEMPTS:
            action.refuse(Refusal("busy"))
        else:
            self.waiting.appendleft(partial(self._try, action))
        self._next()

    def _recover(self, action: Action, problem: BaseException) -> None:
        """Refuse, and fold from the log as soon as it can be read: nobody knows what is on disk.

        A client that repeats the command with the same id learns what became of it.
        """
        logger.error("cannot store", table=self.table.id, problem=type(problem).__name__)
        self._count(action.command, "failed")
        action.refuse(Refusal("unavailable"))
        self._refold_now()

    def _give_up(self, problem: BrokenLog) -> None:
        """Give up on a log that does not fold, perhaps written by a program with other rules."""
        logger.error("table does not fold", table=self.table.id, problem=str(problem))
        self.broken = True
        self._owner.unreadable()
        self._next()

    # --- From the log --------------------------------------------------------------------------

    def refold(self) -> None:
        """Fold the table again when its turn comes: somebody changed the log without telling us."""
        self.in_turn(self._refold_now)

    def _refold_now(self) -> None:
        self.busy = True
        self._spawn(self._refold_until_done())

    async def _refold_until_done(self) -> None:
        pause = FIRST_PAUSE
        while not self.closed:
            try:
                await self._refold()
                break
            except StoreUnavailable:
                await asyncio.sleep(pause)
                pause = min(LONGEST_PAUSE, pause * 2)
            except BrokenLog as problem:
                self._give_up(problem)
                return
        self._next()

    async def _refold(self) -> None:
        old = self.table
        rows = await self._store.entries(old.id)
        self.table = Table.fold(old.id, old.code, rows)
        self.table.ahead = old.ahead
        self._owner.refolded(rows)

    def heard_of(self, n: int, follow: bool) -> None:
        """Note that entry n is in the log. Take it in at once if `follow`, otherwise when somebody
        asks for something."""
        self._known_version = max(self._known_version, n)
        if follow and n > self.table.version and not self.busy:
            self._catch_up()

    async def up_to_date(self) -> None:
        """Wait until everything we have heard of is taken in."""
        if self._known_version > self.table.version:
            await self.read(lambda table: None)

    async def rows_after(self, since: int) -> list[EntryRow]:
        """Return the whole log, or nothing for a client that is up to date."""
        if since == self.table.version and not self.busy:
            return []
        rows = await self._store.entries(self.table.id)
        self._known_version = max(self._known_version, rows[-1].n)  # perhaps another worker's
        return rows

    async def all_rows(self) -> list[EntryRow]:
        return await self._store.entries(self.table.id)

    def _catch_up(self) -> None:
        self.busy = True
        self._known_version = 0
        self._spawn(self._follow())

    async def _follow(self) -> None:
        """Take in what other workers wrote, if anything."""
        try:
            news: object = await self._store.entries(self.table.id, self.table.version)
        except StoreUnavailable:
            news = "unknown"
        if news:
            await self._refold_until_done()
        else:
            self._next()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.spawn(work, self.table.id)

"""One thing at a time at a table: a command is checked and done in memory, its entry is committed,
and only then is it told to anybody.

If another worker's entry came first, or the disk failed, the table in memory is thrown away and
folded from the log again: the log is the truth. Who is told, and what follows, is the room's.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from upturn.errors import BrokenLog, Refusal, StoreUnavailable
from upturn.server.clock import now
from upturn.server.logs import log
from upturn.server.rest.serving import UNREADABLE_TABLE
from upturn.server.telling import heard_by, told_as
from upturn.table import Change, Person, Table, showing
from upturn.table import log as entries
from upturn.wire.commands import Hint
from upturn.wire.entries import Spoke

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from upturn.server.hall import Hall
    from upturn.store import EntryRow
    from upturn.wire.commands import AnyCommand
    from upturn.wire.entries import AnyTold

    Rows = list[EntryRow]

Answer = TypeVar("Answer")

ATTEMPTS = 8
"""How often a command is decided again when other workers are faster."""
MISTAKE = Refusal("mistake", "The server made a mistake; come back in a moment.")
UNAVAILABLE = "The server cannot write right now; your client will try again."


class Asker(Protocol):
    """Who sent a command and hears what became of it."""

    def done(self, command: str, version: int) -> None: ...
    def refuse(self, command: str | None, refusal: Refusal) -> None: ...
    def say(self, message: bytes) -> None: ...


class Doing:
    """A command on its way, or something the table does by itself (no command)."""

    __slots__ = ("act", "asker", "attempts", "command", "looked", "person")

    def __init__(
        self,
        act: Callable[[], Change],
        command: AnyCommand | None = None,
        person: Person | None = None,
        asker: Asker | None = None,
    ):
        self.act, self.command, self.person, self.asker = act, command, person, asker
        self.attempts = 0
        self.looked = False  # whether the log is known to have it not yet

    def refuse(self, refusal: Refusal) -> None:
        if self.asker is not None:
            self.asker.refuse(self.command.id if self.command else None, refusal)


class Turns(ABC):
    """A table, and what waits for its turn there."""

    __slots__ = ("broken", "busy", "closed", "hall", "rumoured", "table", "version_told", "waiting")

    def __init__(self, hall: Hall, table: Table):
        self.hall = hall
        self.table = table
        self.busy = False
        self.closed = False
        self.broken = False  # its log cannot be read any more
        self.waiting: deque[Callable[[], None]] = deque()
        self.rumoured = 0  # the last entry that other workers are known to have written
        self.version_told = table.version

    # --- What a room makes of it ---------------------------------------------------------------

    @abstractmethod
    def _tell(self, change: Change, doing: Doing) -> None:
        """Tell everybody what happened; who caused it, that it is done."""

    @abstractmethod
    def _tell_from(self, rows: Rows) -> None:
        """Tell everybody the entries that other workers wrote."""

    @abstractmethod
    def _see_off(self, refusal: Refusal) -> None:
        """Send everybody away, who may come back."""

    @abstractmethod
    def _tell_facts(self) -> None:
        """Tell everybody how the table stands, although nothing has happened."""

    @abstractmethod
    def _after(self, change: Change, doing: Doing) -> None:
        """What follows from an entry that is on disk and told."""

    @abstractmethod
    def _answer_again(self, command: AnyCommand, asker: Asker | None, first: int) -> None:
        """A repeat: tell what it became the first time."""

    @abstractmethod
    def _refolded(self) -> None:
        """What follows from entries that other workers wrote, who may not have come to it."""

    @abstractmethod
    def attended(self) -> bool:
        """Whether anybody is here who wants to hear of what other workers write."""

    @abstractmethod
    def mind(self) -> None:
        """All is done and told; perhaps it is a bot's turn."""

    # --- Commands ------------------------------------------------------------------------------

    def _ask(self, command: AnyCommand, person: Person, asker: Asker) -> None:
        doing = Doing(partial(self._do, command, person), command, person, asker)
        self.in_turn(partial(self._try, doing))

    def act(self, act: Callable[[], Change]) -> None:
        """Something the table does by itself; if it no longer applies, nothing is done."""
        self.in_turn(partial(self._try, Doing(act)))

    def _do(self, command: AnyCommand, person: Person) -> Change:
        if isinstance(command, Hint):
            self.hall.thinkers.expect_room()
        return self.table.do(command, person, now())

    def in_turn(self, job: Callable[[], None]) -> None:
        """Do this when all that the table has done is on disk: now, or when it is."""
        if not self.busy and self.rumoured > self.table.version:
            self._catch_up()
        if self.busy:
            self.waiting.append(job)
        else:
            job()

    async def ask_in_turn(self, question: Callable[[Table], Answer]) -> Answer:
        """What is true of the table when all it has done is on disk."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        def answer() -> None:
            if not future.done():
                try:
                    if self.broken:
                        raise BrokenLog(f"the log of table {self.table.id} cannot be read")
                    future.set_result(question(self.table))
                except Exception as problem:  # the asker's, not the table's
                    future.set_exception(problem)

        self.in_turn(answer)
        return await future

    def _try(self, doing: Doing) -> None:
        table, command = self.table, doing.command
        if self.broken:
            doing.refuse(UNREADABLE_TABLE)
            return
        if command is not None and doing.person is not None:
            first = table.repeat_of(command, doing.person)
            if first is not None:
                self._answer_again(command, doing.asker, first)
                return
            if command.version > table.version and self.hall.store.shared and not doing.attempts:
                doing.attempts = 1  # another worker told them what we have not heard of yet
                self.waiting.appendleft(partial(self._try, doing))
                self._catch_up()
                return
            if command.version < table.oldest_kept and not doing.looked:
                self.busy = True
                self._quietly(self._look_for_repeat(doing, command, doing.person))
                return
        try:
            change = doing.act()
        except Refusal as refusal:
            self._count(command, "refused")
            doing.refuse(refusal)
            return
        except Exception as problem:  # a mistake of ours: the table may be half changed
            log.exception("command failed", table=table.id)
            self._recover(doing, problem)
            return
        self.busy = True
        try:
            future = self.hall.store.submit(table.id, change.n, change.at, change.body)
        except StoreUnavailable as problem:
            self._recover(doing, problem)
            return
        future.add_done_callback(partial(self._committed, doing, change))

    def _committed(self, doing: Doing, change: Change, future: asyncio.Future[bool]) -> None:
        problem = future.exception()
        if problem is not None:
            self._recover(doing, problem)
        elif future.result():
            self._count(doing.command, "done")
            self._tell_safely(partial(self._tell, change, doing))
            self._after(change, doing)
            self._next()
        else:
            self._quietly(self._lost(doing))

    def _count(self, command: AnyCommand | None, outcome: str) -> None:
        if command is not None:
            self.hall.metrics.command(str(command.__struct_config__.tag), outcome)

    def _next(self) -> None:
        """What waits, as long as it is answered at once; then it may be a bot's turn."""
        self.busy = False
        if self.rumoured > self.table.version:
            self._catch_up()
        while self.waiting and not self.busy:
            self.waiting.popleft()()
        if not self.busy:
            self.mind()

    async def _look_for_repeat(self, doing: Doing, command: AnyCommand, person: Person) -> None:
        """The command may be an old one that comes again: the log knows."""
        try:
            rows = await self.hall.store.entries(self.table.id, command.version)
        except StoreUnavailable as problem:
            self._recover(doing, problem)
            return
        first = entries.find_repeat(rows, command.id, person.id)
        if first is None:
            doing.looked = True
            self.waiting.appendleft(partial(self._try, doing))
        else:
            self._answer_again(command, doing.asker, first)
        self._next()

    async def _lost(self, doing: Doing) -> None:
        """Another worker was faster: take in what it wrote, and decide again."""
        doing.attempts += 1
        doing.looked = False
        try:
            await self.refold()
        except StoreUnavailable as problem:
            self._recover(doing, problem)
            return
        except BrokenLog as problem:
            doing.refuse(UNREADABLE_TABLE)
            self._give_up(problem)
            return
        if doing.attempts > ATTEMPTS:
            doing.refuse(Refusal("busy", "Too much happens at this table; try again."))
        else:
            self.waiting.appendleft(partial(self._try, doing))
        self._next()

    def _recover(self, doing: Doing, problem: BaseException) -> None:
        """It is not known what is on disk: say so, and fold from the log as soon as it can be read.

        Who repeats the command with its id learns what became of it.
        """
        log.error("cannot store", table=self.table.id, problem=type(problem).__name__)
        self._count(doing.command, "failed")
        doing.refuse(Refusal("unavailable", UNAVAILABLE, {"status": 503}))
        self._fold_anew()

    async def _refold_soon(self) -> None:
        pause = 0.05
        while not self.closed:
            try:
                await self.refold()
                break
            except StoreUnavailable:
                await asyncio.sleep(pause)
                pause = min(2.0, pause * 2)
            except BrokenLog as problem:
                self._give_up(problem)
                return
        self._next()

    def _give_up(self, problem: BrokenLog) -> None:
        """The log leads nowhere: a program of other rules wrote to it, perhaps. Whoever waits is
        told, and the table is forgotten here."""
        log.error("table does not fold", table=self.table.id, problem=str(problem))
        self.broken = True
        self._see_off(UNREADABLE_TABLE)
        self.hall.forget(self.table.id)
        self._next()

    # --- From the log --------------------------------------------------------------------------

    async def refold(self) -> None:
        """Build the table from its log anew and tell everybody what they have not heard."""
        old = self.table
        rows = await self.hall.store.entries(old.id)
        self.table = Table.fold(old.id, old.code, rows)
        self._refolded()
        if self.table.version > self.version_told:
            self._tell_safely(partial(self._tell_from, rows))

    def read_again(self) -> None:
        """Somebody else has written to the log, who tells nobody."""
        self.in_turn(self._fold_anew)

    def amended(self) -> None:
        """The log is not what it was: somebody has been taken out of it."""
        self.read_again()
        self.in_turn(self._tell_facts)

    def heard(self, n: int) -> None:
        """Another worker has written entry n, or we have. Where nobody is, and whose table it is
        not, it can wait."""
        self.rumoured = max(self.rumoured, n)
        follows = self.attended() or self.hall.owns(self.table.id)
        if n > self.table.version and not self.busy and follows:
            self._catch_up()

    async def up_to_date(self) -> None:
        """When this returns, what was heard of is taken in."""
        if self.rumoured > self.table.version:
            await self.ask_in_turn(lambda table: None)

    def _catch_up(self) -> None:
        self.busy = True
        self.rumoured = 0
        self._quietly(self._follow())

    async def _follow(self) -> None:
        """Take in what other workers wrote, if it is so."""
        try:
            news: object = await self.hall.store.entries(self.table.id, self.table.version)
        except StoreUnavailable:
            news = "unknown"
        if news:
            await self._refold_soon()
        else:
            self._next()

    def _fold_anew(self) -> None:
        self.busy = True
        self._quietly(self._refold_soon())

    async def rows_after(self, since: int) -> Rows:
        """The whole log if there is something to tell of it after this version, else nothing."""
        if since == self.table.version and not self.busy:
            return []
        rows = await self.hall.store.entries(self.table.id)
        self.heard(rows[-1].n)  # another worker may be further
        return rows

    def retell(self, rows: Rows, since: int, seats: tuple[int, ...]) -> list[AnyTold]:
        """All entries after `since`, as told to who has these seats; of a later log, all."""
        table = self.table
        rows = [row for row in rows if row.n <= table.version]
        if since > table.version:
            since = 0
        if not rows:
            return []
        told = showing.retell(table.id, table.code, rows, since, told_as(seats))
        return [heard_by(table, one, seats) if isinstance(one, Spoke) else one for one in told]

    def _tell_safely(self, tell: Callable[[], None]) -> None:
        """The entry is on disk, whatever goes wrong in telling it: who is there comes back for it,
        and the table goes on."""
        try:
            tell()
        except Exception:
            log.exception("telling failed", table=self.table.id)
            self._see_off(MISTAKE)

    def _quietly(self, work: Coroutine[Any, Any, None]) -> None:
        self.hall.spawn(work, self.table.id)

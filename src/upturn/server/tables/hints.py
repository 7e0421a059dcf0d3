"""Answers for one person alone: what to play, and why a move is not possible."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from upturn.errors import Refusal
from upturn.server.clock import now
from upturn.server.tables.queue import Action
from upturn.server.tables.updates import encode
from upturn.table.playing import hint
from upturn.wire.messages import Advice, Reason, Reasons

if TYPE_CHECKING:
    from collections.abc import Callable

    from upturn.bots import advising
    from upturn.games.rules import Facts
    from upturn.server.tables.attendance import Attendance
    from upturn.server.tables.context import TableContext
    from upturn.server.tables.queue import Asker, TableQueue
    from upturn.table import Change, Person, Table
    from upturn.wire.commands import Hint, Why


class Thought:
    """What is being thought, or was, about one position."""

    __slots__ = ("advice", "askers", "entry", "position")

    def __init__(self, position: tuple[int, int], entry: int):
        self.position = position
        """The seat that asks, and the version of the game."""
        self.entry = entry
        """The entry that says the seat took a hint here."""
        self.advice: advising.Advice | None = None
        self.askers: list[tuple[str, Asker]] = []
        """The commands that wait for the advice, and who sent them."""


class Hints:
    """Advice and reasons at one table. Advice is kept: the same position is thought about once."""

    __slots__ = ("_attendance", "_context", "_queue", "_thought")

    def __init__(self, queue: TableQueue, attendance: Attendance, context: TableContext):
        self._queue, self._attendance, self._context = queue, attendance, context
        self._thought: Thought | None = None

    # --- Advice --------------------------------------------------------------------------------

    def give(self, command: Hint, person: Person, asker: Asker) -> None:
        """Write down that somebody takes a hint, then give it. Asking again about the same position
        brings the same advice, and nothing more is written down."""
        self._queue.in_turn(partial(self._give, command, person, asker))

    def _give(self, command: Hint, person: Person, asker: Asker) -> None:
        thought = self._thought_about(command.seat)
        if thought is None:
            about = self._queue.table.id, command.id
            take = partial(self._take, command, person, about)
            advise = partial(self._advise, command, person, asker, about)
            release = partial(self._context.thinkers.release_hint, person.id, about)
            self._queue.submit(Action(take, command, person, asker, advise, release))
            return
        try:
            hint(self._queue.table, command, person, now())
        except Refusal as refusal:
            asker.refuse(command.id, refusal)
        else:
            self._answer(thought, command.id, asker)

    def _thought_about(self, seat: int) -> Thought | None:
        """Return the thought about the game as it is, if this seat has asked already."""
        thought = self._thought
        here = seat, self._queue.table.game_version
        return thought if thought is not None and thought.position == here else None

    def _take(self, command: Hint, person: Person, about: object, table: Table) -> Change:
        thinkers = self._context.thinkers
        thinkers.check_free(person.id)
        thinkers.reserve_hint(person.id, about)  # released again if the table refuses
        return table.do(command, person, now())

    def _advise(self, command: Hint, person: Person, asker: Asker, about: object) -> None:
        table = self._queue.table
        thought = self._thought_about(command.seat)
        if thought is None:
            thought = self._thought = Thought((command.seat, table.game_version), table.version)
            view = table.thinking(command.seat)  # now: the next command may be a move
            self._context.tasks.spawn(self._think(thought, person, about, table, view), table.id)
        self._answer(thought, command.id, asker)

    async def _think(
        self,
        thought: Thought,
        person: Person,
        about: object,
        table: Table,
        view: Callable[[], Facts],
    ) -> None:
        thinkers = self._context.thinkers
        try:
            thought.advice = await thinkers.advise(person.id, table.id, table.setup.seed, view)
        finally:
            thinkers.release_hint(person.id, about)
            if thought.advice is None and self._thought is thought:
                self._thought = None  # whoever asks again has it thought about again
        for command, asker in thought.askers:
            self._answer(thought, command, asker)
        thought.askers.clear()

    def _answer(self, thought: Thought, command: str, asker: Asker) -> None:
        """Give the advice to the sender of a command: now, or once it is found."""
        found, (seat, _) = thought.advice, thought.position
        if found is None:
            thought.askers.append((command, asker))
            return
        if self._attendance.may_see(asker, seat):  # else another one looks meanwhile
            advice = Advice(command, found.sentence, found.move, found.code, found.details)
            asker.say(encode(advice))
        asker.done(command, thought.entry)

    # --- Reasons -------------------------------------------------------------------------------

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

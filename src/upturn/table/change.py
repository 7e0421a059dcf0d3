"""What one entry did to a table, for whoever stores it and tells it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from upturn.table import log

if TYPE_CHECKING:
    from upturn.games.rules import Step
    from upturn.wire.facts import State


@dataclass(slots=True)
class Change:
    n: int
    at: int
    entry: log.AnyEntry
    steps: list[Step] = field(default_factory=list)
    """The lines it added to the game; not for players' eyes."""
    kept: int | None = None
    """So many lines of the game were kept, if some were taken back."""
    outcome: str | None = None
    """Of the ballot that it settled: carried or declined; about a seat wait, bot or end."""
    state: State | None = None
    """The table's new state, if it has one now."""
    seats: list[int] = field(default_factory=list)
    """The seats that changed hands."""
    stood: str | None = None
    """The person who has left a seat before the game."""
    facts: bool = True
    """Whether more changed of the table's facts than version, seat to act, scores, plies and who
    could take back a move."""
    take_back: bool = False
    """Whether other seats than before could ask to take back a move."""

    @property
    def body(self) -> str:
        """The entry as it is stored."""
        return log.encode(self.entry)

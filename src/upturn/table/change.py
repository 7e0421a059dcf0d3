"""What one entry did to a table, for the code that stores and tells it."""

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
    """The lines it added to the game. Players never see these."""
    kept: int | None = None
    """The number of lines that the game kept, if some were taken back."""
    outcome: str | None = None
    """The outcome of the ballot it settled: carried or declined; for a seat: wait, bot or end."""
    state: State | None = None
    """The table's new state, if it changed."""
    seats: list[int] = field(default_factory=list)
    """The seats that changed hands."""
    stood: str | None = None
    """The person who left a seat before the game."""
    who: str | None = None
    """The person whom the host muted or removed, or allowed to talk or come again."""
    facts: bool = True
    """Whether more of the table's facts changed than its version, the seat to act, the scores, the
    number of plies and who could take back a move."""
    take_back: bool = False
    """Whether the seats that could ask to take back a move changed."""
    claims: bool = False
    """Whether the claims that wait for an answer changed."""

    @property
    def body(self) -> str:
        """The entry as it is stored."""
        return log.encode(self.entry)

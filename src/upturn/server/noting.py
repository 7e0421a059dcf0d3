"""What the server's log says of a table: which entry, at which seat. Never what is in it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from upturn.server.logs import is_heard, log
from upturn.table import log as entries

if TYPE_CHECKING:
    from upturn.table import Change, Table

LOUD = (
    entries.Opened,
    entries.Started,
    entries.Away,
    entries.Back,
    entries.Answered,
    entries.Ended,
)
"""What happens now and then; everything else is for who looks for a mistake."""


def note(table: Table, change: Change) -> None:
    """Log an entry that is on disk."""
    entry = change.entry
    loud = isinstance(entry, LOUD)
    if change.state == "over":
        log.info("over", table=table.id, n=change.n)
    if not loud and not is_heard(logging.DEBUG):
        return
    say = log.info if loud else log.debug
    facts = {"table": table.id, "n": change.n, "seat": getattr(entry, "seat", None)}
    if isinstance(entry, entries.Opened):
        facts |= {"game": entry.game, "players": entry.players}
    elif isinstance(entry, entries.Ended):
        facts["reason"] = entry.reason
    say(str(entry.__struct_config__.tag), **{k: v for k, v in facts.items() if v is not None})

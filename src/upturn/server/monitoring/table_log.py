"""Logs the entries of tables for the people who run the server: which entry, at which seat.

The content of an entry is never logged.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from upturn.server.monitoring.logs import is_logged, logger
from upturn.table import log

if TYPE_CHECKING:
    from upturn.table import Change, Table

RARE = (
    log.Opened,
    log.Started,
    log.Away,
    log.Back,
    log.Claimed,
    log.Answered,
    log.Muted,
    log.Removed,
    log.Ended,
)
"""Entries that are rare; all others are logged at the level `debug`."""


def log_entry(table: Table, change: Change) -> None:
    """Log an entry that is on disk."""
    entry = change.entry
    rare = isinstance(entry, RARE)
    if change.state == "over":
        logger.info("over", table=table.id, n=change.n)
    if not rare and not is_logged(logging.DEBUG):
        return
    say = logger.info if rare else logger.debug
    facts = {"table": table.id, "n": change.n, "seat": getattr(entry, "seat", None)}
    if isinstance(entry, log.Opened):
        facts |= {"game": entry.game, "players": entry.players}
    elif isinstance(entry, log.Ended):
        facts["reason"] = entry.reason
    say(str(entry.__struct_config__.tag), **{k: v for k, v in facts.items() if v is not None})

"""When a table has to do something by itself, whoever is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.table import clocks, consent, playing

if TYPE_CHECKING:
    from upturn.table.state import TableState


def due(table: TableState) -> int | None:
    """Return the moment, in the time of the table, when a bot moves, a clock runs out or a claimed
    seat is given; None if nothing happens before somebody does something."""
    if table.state != "playing":
        return None
    moments = [clocks.deadline(table)]
    bot = playing.bot_due(table)
    if bot is not None:
        moments.append(max(bot.not_before, table.changed))
    agreed = [claim for claim in table.claims if consent.is_agreed(table, claim)]
    moments += [consent.given_from(table, claim) or table.changed for claim in agreed]
    return min((moment for moment in moments if moment is not None), default=None)

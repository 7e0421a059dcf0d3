"""Tables in lists, from the index."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from upturn.wire.facts import TableLine

if TYPE_CHECKING:
    from upturn.store import TableRow


def table_line(row: TableRow) -> TableLine:
    """Return a table as it was when its seats or its state last changed. Which seats somebody asks
    for concerns only the people who have them."""
    return msgspec.structs.replace(
        _known(row),
        code=row.code,
        state=row.state,
        changed=row.changed,
        ended_by=row.ended_by,
        claimed=[],
    )


def claimed_seats(row: TableRow) -> list[int]:
    """Return the seats that somebody asked for when the row was written."""
    return _known(row).claimed


def _known(row: TableRow) -> TableLine:
    return msgspec.json.decode(row.summary, type=TableLine)

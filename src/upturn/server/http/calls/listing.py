"""Tables in lists, from the index."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from upturn.wire.facts import TableLine

if TYPE_CHECKING:
    from upturn.store import TableRow


def table_line(row: TableRow) -> TableLine:
    """Return a table as it was when its seats or its state last changed."""
    known = msgspec.json.decode(row.summary, type=TableLine)
    return msgspec.structs.replace(
        known, code=row.code, state=row.state, changed=row.changed, ended_by=row.ended_by
    )

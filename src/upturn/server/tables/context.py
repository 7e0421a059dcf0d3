"""What the registry hands to every table: the parts of the server that tables share."""

from __future__ import annotations

from dataclasses import dataclass

from upturn.server.config.limits import Limits
from upturn.server.monitoring.metrics import Metrics
from upturn.server.people.sightings import Sightings
from upturn.server.tables.remote_presence import RemotePresence
from upturn.server.tables.thinkers import Thinkers
from upturn.server.tasks import Tasks
from upturn.store import Store
from upturn.workers import WorkerGroup


@dataclass(slots=True)
class TableContext:
    store: Store
    metrics: Metrics
    tasks: Tasks
    thinkers: Thinkers
    remote: RemotePresence
    sightings: Sightings
    bot_pace: float
    """Seconds between the moves of bots."""
    grace: float
    """Seconds that somebody may be gone before the others decide about the seat."""
    group: WorkerGroup | None = None
    limits: Limits | None = None
    """How much may be said; None: as much as anybody likes."""

    def owns(self, table: str) -> bool:
        """Return whether this worker owns a table."""
        return self.group is None or self.group.owns(table)

"""A worker: serves, gives heartbeats, and takes connections from the other workers."""

from __future__ import annotations

import asyncio
import shutil
import sys
import threading
from functools import partial
from multiprocessing import parent_process
from typing import TYPE_CHECKING, Any

from uvicorn import Server

from upturn.server.cluster.handoff import Connection, Handoff
from upturn.server.cluster.supervisor import BEAT, is_orphan

if TYPE_CHECKING:
    import socket

    from uvicorn import Config

    from upturn.workers import WorkerGroup


def serve(config: Config, group: WorkerGroup, bound: socket.socket) -> None:
    """Serve until a signal comes or the supervisor is gone."""
    server = Worker(config, group)
    if sys.platform != "linux":  # on Linux the supervisor's death sends a signal
        threading.Thread(target=_stop_with_supervisor, args=(server,), daemon=True).start()
    try:
        server.run([bound])
    finally:
        if is_orphan():  # the supervisor can no longer tidy up
            shutil.rmtree(group.folder, ignore_errors=True)


class Worker(Server):
    """uvicorn's server, which also takes connections from other workers."""

    def __init__(self, config: Config, group: WorkerGroup):
        super().__init__(config)
        self.group = group
        self.handoff = Handoff(group)
        self._next_beat: asyncio.TimerHandle | None = None
        config.http = partial(Connection, handoff=self.handoff)  # type: ignore[assignment]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        make: Any = self.config.http_protocol_class
        state = self.config, self.server_state, self.lifespan.state
        self.handoff.open(lambda read: make(*state, read=read))
        self._beat()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._next_beat is not None:
            self._next_beat.cancel()
        self.group.stop_beating()
        self.handoff.close()
        await super().shutdown(sockets)

    def _beat(self) -> None:
        """Give a heartbeat, now and as long as the event loop runs."""
        self.group.beat()
        self.handoff.take_from_silent_workers()
        self._next_beat = asyncio.get_running_loop().call_later(BEAT, self._beat)


def _stop_with_supervisor(server: Server) -> None:
    """Stop when the supervisor is gone, so that the next server can have the port."""
    supervisor = parent_process()
    if supervisor is not None:
        supervisor.join()
        server.should_exit = True

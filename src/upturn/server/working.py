"""What a worker of a crew does beside serving: signs of life, and connections from the others."""

from __future__ import annotations

import asyncio
import shutil
import sys
import threading
from functools import partial
from multiprocessing import parent_process
from typing import TYPE_CHECKING, Any

from uvicorn import Server

from upturn.server.handing import Connection, Handing
from upturn.server.supervising import BEAT, is_orphan

if TYPE_CHECKING:
    import socket

    from uvicorn import Config

    from upturn.crew import Crew


def serve(config: Config, crew: Crew, bound: socket.socket) -> None:
    """Serve until a signal says stop, or the supervisor is gone."""
    server = Worker(config, crew)
    if sys.platform != "linux":  # there a signal comes when it is gone
        threading.Thread(target=_follow, args=(server,), daemon=True).start()
    try:
        server.run([bound])
    finally:
        if is_orphan():  # who made the folder cannot tidy up any more
            shutil.rmtree(crew.folder, ignore_errors=True)


class Worker(Server):
    """uvicorn's server, which also takes connections that come from other workers."""

    def __init__(self, config: Config, crew: Crew):
        super().__init__(config)
        self.crew = crew
        self.handing = Handing(crew)
        self.beat: asyncio.TimerHandle | None = None
        config.http = partial(Connection, handing=self.handing)  # type: ignore[assignment]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        make: Any = self.config.http_protocol_class
        state = self.config, self.server_state, self.lifespan.state
        self.handing.open(lambda read: make(*state, read=read))
        self._live()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.beat is not None:
            self.beat.cancel()
        self.crew.take_back_sign()
        self.handing.close()
        await super().shutdown(sockets)

    def _live(self) -> None:
        """Give a sign of life, now and as long as the event loop goes round."""
        self.crew.give_sign()
        self.handing.stand_in()
        self.beat = asyncio.get_running_loop().call_later(BEAT, self._live)


def _follow(server: Server) -> None:
    """A worker whose supervisor is gone stops, and leaves the port to the next one."""
    supervisor = parent_process()
    if supervisor is not None:
        supervisor.join()
        server.should_exit = True

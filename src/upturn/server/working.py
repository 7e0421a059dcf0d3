"""What a worker of a crew does beside serving: signs of life, and connections from the others."""

from __future__ import annotations

import threading
from functools import partial
from multiprocessing import parent_process
from typing import TYPE_CHECKING, Any

from uvicorn import Server

from upturn.server.handing import Connection, Handing
from upturn.server.supervising import BEAT

if TYPE_CHECKING:
    import socket
    from multiprocessing.connection import Connection as Pipe

    from uvicorn import Config

    from upturn.crew import Crew


def serve(config: Config, crew: Crew, bound: socket.socket, signs: Pipe) -> None:
    """Serve until a signal says stop, or the supervisor is gone."""

    async def give_sign() -> None:
        signs.send_bytes(b".")

    server = Worker(config, crew)
    config.callback_notify, config.timeout_notify = give_sign, BEAT
    threading.Thread(target=_follow, args=(server,), daemon=True).start()
    server.run([bound])


class Worker(Server):
    """uvicorn's server, which also takes connections that come from other workers."""

    def __init__(self, config: Config, crew: Crew):
        super().__init__(config)
        self.handing = Handing(crew)
        config.http = partial(Connection, handing=self.handing)  # type: ignore[assignment]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        make: Any = self.config.http_protocol_class
        state = self.config, self.server_state, self.lifespan.state
        self.handing.open(lambda read: make(*state, read=read))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.handing.close()
        await super().shutdown(sockets)


def _follow(server: Server) -> None:
    """A worker whose supervisor is gone stops, and leaves the port to the next one."""
    supervisor = parent_process()
    if supervisor is not None:
        supervisor.join()
        server.should_exit = True

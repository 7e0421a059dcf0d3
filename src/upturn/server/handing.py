"""Brings whoever comes for a table to the worker that owns it, connection and all.

A request is looked at before it is parsed. If it names a table of another worker, that one gets
the connection and what was read of it; here it is closed, which nobody notices. The next request on
the same connection may go on to another worker again. If the owner takes nothing for a while the
request is served here: any worker can serve any table. New tables are opened by all in turn.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Callable
from contextlib import suppress
from itertools import cycle
from typing import TYPE_CHECKING, Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from upturn.crew import LONGEST_LETTER, Crew, let_go, receive, receive_no_more, send

if TYPE_CHECKING:
    from uvicorn import Config
    from uvicorn.server import ServerState

TRIED_EVERY = 0.02
TRIES = 150
"""For three seconds: as long as a worker may take to be replaced."""
OPENS_TABLE = b"POST /api/tables "
NAMES_TABLE = re.compile(rb"[A-Z]+ /(?:live|api/tables)/([a-z2-7]{16})[/? ]")


class Handing:
    """The letters of one worker that have connections with them."""

    def __init__(self, crew: Crew):
        self._crew = crew
        self._taking: set[asyncio.Task[Any]] = set()
        self._next = cycle(range(len(crew.hands)))

    def open(self, make: Callable[[bytes], asyncio.Protocol]) -> None:
        """Take connections from now on. `make` makes the protocol that begins with these bytes."""

        async def accept(read: bytes, file: int) -> None:
            taken = socket.socket(fileno=file)
            taken.setblocking(False)
            with suppress(OSError):  # it may be closed by now
                await asyncio.get_running_loop().connect_accepted_socket(lambda: make(read), taken)

        def take(read: bytes, files: list[int]) -> None:
            if len(files) != 1:
                let_go(files)
                return
            task = asyncio.ensure_future(accept(read, files[0]))
            self._taking.add(task)
            task.add_done_callback(self._taking.discard)

        receive(self._crew.hands[self._crew.number], take)

    def owner(self, read: bytes) -> int | None:
        """The other worker that a request is for, if it is one's."""
        if len(read) > LONGEST_LETTER:
            return None
        found = NAMES_TABLE.match(read)
        if found is not None:
            owner = self._crew.owner(found[1].decode())
        elif read.startswith(OPENS_TABLE):
            owner = next(self._next)
        else:
            return None
        return None if owner == self._crew.number else owner

    def pass_on(self, owner: int, transport: asyncio.Transport, read: bytes) -> None:
        """Give a connection to that worker. Raises OSError if it cannot take it now."""
        send(self._crew.hands[owner], read, [transport.get_extra_info("socket").fileno()])

    def close(self) -> None:
        receive_no_more(self._crew.hands[self._crew.number])


class Connection(HttpToolsProtocol):
    """HTTP as uvicorn speaks it, until a request is for somebody else."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        handing: Handing,
        read: bytes = b"",
    ):
        super().__init__(config, server_state, app_state, _loop)
        self._handing = handing
        self._read = read  # by the worker that the connection came from
        self._between = True  # no request has begun that has not ended

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        if self._read:
            super().data_received(self._read)

    def data_received(self, data: bytes) -> None:
        answered = self.cycle is None or self.cycle.response_complete
        if self._between and answered and not self.transport.get_write_buffer_size():
            owner = self._handing.owner(data)
            if owner is not None:
                self._unset_keepalive_if_required()
                self.transport.pause_reading()
                self._pass_on(owner, data, TRIES)
                return
        super().data_received(data)

    def _pass_on(self, owner: int, data: bytes, tries: int) -> None:
        if self.transport.is_closing():
            return
        try:
            self._handing.pass_on(owner, self.transport, data)
        except OSError:
            if tries:
                self.loop.call_later(TRIED_EVERY, self._pass_on, owner, data, tries - 1)
            else:
                self.transport.resume_reading()
                super().data_received(data)
        else:
            self.transport.abort()

    def on_message_begin(self) -> None:
        self._between = False
        super().on_message_begin()

    def on_message_complete(self) -> None:
        self._between = True
        super().on_message_complete()

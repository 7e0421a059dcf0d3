"""Brings whoever comes for a table to the worker that owns it, connection and all.

A request is looked at before it is parsed. If it names a table of another worker, that one gets
the connection and what was read of it; here it is closed, which nobody notices. The next request on
the same connection may go on to another worker again. New tables are opened by all in turn.

Any worker can serve any table. So if the owner gives no sign of life the request is served here,
and what lies in its box by then is taken by whoever notices.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Callable
from contextlib import suppress
from itertools import cycle
from typing import TYPE_CHECKING, Any

from upturn.crew import LONGEST_LETTER, Crew, empty, let_go, receive, receive_no_more, send
from upturn.server import reading

if TYPE_CHECKING:
    from uvicorn import Config
    from uvicorn.server import ServerState

TRIED_EVERY = 0.02
TRIES = 150
"""For three seconds, if the owner's box is full."""
OPENS_TABLE = b"POST /api/tables "
NAMES_TABLE = re.compile(rb"[A-Z]+ /(?:live|api/tables)/([a-z2-7]{16})[/? ]")

Make = Callable[[bytes], asyncio.Protocol]
"""Makes the protocol of a connection of which so much was read."""


class Handing:
    """The letters of one worker that have connections with them, where letters are possible."""

    def __init__(self, crew: Crew):
        self._crew = crew
        self._boxes = crew.hands
        self._make: Make
        self._taking: set[asyncio.Task[Any]] = set()
        self._next = cycle(range(len(self._boxes)))

    def open(self, make: Make) -> None:
        """Take connections from now on."""
        self._make = make
        if self._boxes:
            receive(self._boxes[self._crew.number], self._take)

    def stand_in(self) -> None:
        """Take those that were sent to workers that give no sign of life."""
        for number, box in enumerate(self._boxes):
            if not self._crew.is_awake(number):
                empty(box, self._take)

    def owner(self, read: bytes) -> int | None:
        """The other worker that a request is for, if it is one's."""
        if len(read) > LONGEST_LETTER or not self._boxes:
            return None
        found = NAMES_TABLE.match(read)
        if found is not None:
            owner = self._crew.owner(found[1].decode())
        elif read.startswith(OPENS_TABLE):
            owner = next(self._next)
        else:
            return None
        return owner if owner != self._crew.number and self._crew.is_awake(owner) else None

    def pass_on(self, owner: int, transport: asyncio.Transport, read: bytes) -> None:
        """Give a connection to that worker. Raises OSError if it cannot take it now."""
        send(self._boxes[owner], read, [transport.get_extra_info("socket").fileno()])

    def close(self) -> None:
        if self._boxes:
            receive_no_more(self._boxes[self._crew.number])

    def _take(self, read: bytes, files: list[int]) -> None:
        if len(files) != 1:
            let_go(files)
            return
        task = asyncio.ensure_future(self._accept(read, files[0]))
        self._taking.add(task)
        task.add_done_callback(self._taking.discard)

    async def _accept(self, read: bytes, file: int) -> None:
        taken = socket.socket(fileno=file)
        taken.setblocking(False)
        with suppress(OSError):  # it may be closed by now
            loop = asyncio.get_running_loop()
            await loop.connect_accepted_socket(lambda: self._make(read), taken)


class Connection(reading.Connection):
    """A connection like any other, until a request is for somebody else."""

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
        super().connection_made(transport)
        if self._read and not self.transport.is_closing():
            super().data_received(self._read)

    def data_received(self, data: bytes) -> None:
        free = self._between and self._is_answered()
        if free and not self.transport.get_write_buffer_size():
            owner = self._handing.owner(data)
            if owner is not None:
                self._unset_keepalive_if_required()
                self._request_is_here()
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

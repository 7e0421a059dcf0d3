"""Hands a connection to the worker that owns the table it is about.

The worker looks at a request before it parses it. If the request names a table of another worker,
that worker gets the connection and the bytes read so far. This worker then closes its own end,
which the client does not notice. The next request on the same connection may move on to yet another
worker. All workers take turns at opening new tables.

Any worker can serve any table. So if the owner is not alive, this worker serves the request, and
any worker takes the connections left in the owner's mailbox.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Callable
from contextlib import suppress
from itertools import cycle
from typing import TYPE_CHECKING, Any

from upturn.server.http import connection
from upturn.workers import (
    LONGEST_MESSAGE,
    WorkerGroup,
    close_files,
    drain,
    receive,
    send,
    stop_receiving,
)

if TYPE_CHECKING:
    from uvicorn import Config
    from uvicorn.server import ServerState

RETRIED_EVERY = 0.02
RETRIES = 150
"""How often to try again while the owner's mailbox is full: three seconds in total."""
OPENS_TABLE = b"POST /api/tables "
NAMES_TABLE = re.compile(rb"[A-Z]+ /(?:live|api/tables)/([a-z2-7]{16})[/? ]")

MakeProtocol = Callable[[bytes], asyncio.Protocol]
"""Makes the protocol of a connection from which these bytes have already been read."""


class Handoff:
    """Gives connections to other workers and takes theirs, where the system supports it."""

    def __init__(self, group: WorkerGroup):
        self._group = group
        self._mailboxes = group.connections
        self._make: MakeProtocol
        self._accepting: set[asyncio.Task[Any]] = set()
        self._next = cycle(range(len(self._mailboxes)))

    def open(self, make: MakeProtocol) -> None:
        """Take connections from now on."""
        self._make = make
        if self._mailboxes:
            receive(self._mailboxes[self._group.number], self._take)

    def take_from_silent_workers(self) -> None:
        """Take the connections that were sent to workers that are not alive."""
        for number, mailbox in enumerate(self._mailboxes):
            if not self._group.is_alive(number):
                drain(mailbox, self._take)

    def owner(self, read: bytes) -> int | None:
        """Return the other worker that a request is for, if that worker is alive."""
        if len(read) > LONGEST_MESSAGE or not self._mailboxes:
            return None
        found = NAMES_TABLE.match(read)
        if found is not None:
            owner = self._group.owner(found[1].decode())
        elif read.startswith(OPENS_TABLE):
            owner = next(self._next)
        else:
            return None
        return owner if owner != self._group.number and self._group.is_alive(owner) else None

    def give(self, owner: int, transport: asyncio.Transport, read: bytes) -> None:
        """Give a connection to a worker. Raise OSError if it cannot take it now."""
        send(self._mailboxes[owner], read, [transport.get_extra_info("socket").fileno()])

    def close(self) -> None:
        if self._mailboxes:
            stop_receiving(self._mailboxes[self._group.number])

    def _take(self, read: bytes, files: list[int]) -> None:
        if len(files) != 1:
            close_files(files)
            return
        task = asyncio.ensure_future(self._accept(read, files[0]))
        self._accepting.add(task)
        task.add_done_callback(self._accepting.discard)

    async def _accept(self, read: bytes, file: int) -> None:
        taken = socket.socket(fileno=file)
        taken.setblocking(False)
        with suppress(OSError):  # it may be closed by now
            loop = asyncio.get_running_loop()
            await loop.connect_accepted_socket(lambda: self._make(read), taken)


class Connection(connection.Connection):
    """A connection that is handed on when a request is for another worker."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        handoff: Handoff,
        read: bytes = b"",
    ):
        super().__init__(config, server_state, app_state, _loop)
        self._handoff = handoff
        self._read = read  # by the worker that the connection came from
        self._between = True  # every request that has begun has ended

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if self._read and not self.transport.is_closing():
            super().data_received(self._read)

    def data_received(self, data: bytes) -> None:
        free = self._between and self._is_answered()
        if free and not self.transport.get_write_buffer_size():
            owner = self._handoff.owner(data)
            if owner is not None:
                self._unset_keepalive_if_required()
                self._request_is_here()
                self.transport.pause_reading()
                self._give(owner, data, RETRIES)
                return
        super().data_received(data)

    def _give(self, owner: int, data: bytes, retries: int) -> None:
        if self.transport.is_closing():
            return
        try:
            self._handoff.give(owner, self.transport, data)
        except OSError:
            if retries:
                self.loop.call_later(RETRIED_EVERY, self._give, owner, data, retries - 1)
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

"""HTTP as uvicorn speaks it, with an end to everything that comes before the application.

Calls are counted, checked and limited when they have been read. Until then an address has only so
many connections, what stands before a body only so many bytes, and a request only so much time to
arrive. Whoever waits for an answer may wait as long as it takes.
"""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from upturn.errors import Refusal
from upturn.server.rest.serving import refused
from upturn.server.security import HEADERS

if TYPE_CHECKING:
    from uvicorn import Config
    from uvicorn.server import ServerState

    from upturn.server.door import Door

LONGEST_HEAD = 32 * 1024
"""Bytes of a request before its body."""
PER_HEADER = 32
"""Bytes that every header counts beside its own, as in HTTP/2: a list of tiny ones is long, too."""
LONGEST_REST = 1024 * 1024
"""Bytes of a body with everything around it. No call reads as many; but who is told so while
sending it should get to hear it."""
PATIENCE = 10.0
"""Seconds for a request to arrive, counted from its first byte or from when somebody connects."""
UNREAD = 60.0
"""Seconds after which who takes nothing of an answer is gone, where the system can tell: Linux."""

TOO_LONG = Refusal(
    "too-long",
    f"The address and the headers of a request have at most {LONGEST_HEAD // 1024} KiB.",
    {"status": 431, "most": LONGEST_HEAD // 1024},
)


class Connection(HttpToolsProtocol):
    """One connection, over which requests come one after the other."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ):
        super().__init__(config, server_state, app_state, _loop)
        self._door: Door | None = app_state.get("door")
        self._address: str | None = None  # by which it is counted
        self._in_head = True
        self._head = 0  # bytes of it so far
        self._room = LONGEST_HEAD  # bytes that may come before something has to be complete
        self._due: asyncio.TimerHandle | None = None
        # uvicorn tells only the last of several requests that nobody is there any more.
        self._answering: RequestResponseCycle | None = None

    # --- What the event loop calls -------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        self._expect_request()
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            end = self.transport.get_extra_info("socket")
            with suppress(OSError):  # it may be closed by now
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(UNREAD * 1000))
        door, peer = self._door, self.client and self.client[0]
        if door is not None and peer and peer not in door.proxies:  # those ask for many people
            self._address = door.address(peer, {})
            if not door.arrived(self._address):
                self.transport.abort()

    def data_received(self, data: bytes) -> None:
        if self._is_answered():
            self._expect_request()
        super().data_received(data)
        self._room -= len(data)
        if self._room < 0 and not self.transport.is_closing():
            self._too_long()

    def connection_lost(self, exc: Exception | None) -> None:
        self._request_is_here()
        self._leave()
        if self._answering is not None:
            self._answering.disconnected = True
            self._answering.message_event.set()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._request_is_here()
        self._leave()  # the door counts sockets by themselves
        super().handle_websocket_upgrade()

    # --- What the parser calls -----------------------------------------------------------------

    def on_message_begin(self) -> None:
        self._expect_request()
        self._in_head, self._head, self._room = True, 0, LONGEST_HEAD
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count(len(name) + len(value) + PER_HEADER)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head, self._room = False, LONGEST_REST
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._request_is_here()
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        if self._head > LONGEST_HEAD:
            self._too_long()
        else:
            super().send_400_response(msg)

    # --- Inside --------------------------------------------------------------------------------

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def _count(self, more: int) -> None:
        self._head += more
        if self._head > LONGEST_HEAD:
            raise ValueError("too long")  # the parser stops, and calls it no request

    def _too_long(self) -> None:
        """Say so where an answer is expected; else just go."""
        if self._in_head and self._is_answered():
            answer = refused(TOO_LONG)
            answer.headers.update({**HEADERS, "connection": "close"})
            lines = [b"%b: %b\r\n" % header for header in answer.raw_headers]
            head = STATUS_LINE[answer.status_code] + b"".join(lines)
            self.transport.write(head + b"\r\n" + bytes(answer.body))
            self.transport.close()
        else:
            self.transport.abort()

    def _is_answered(self) -> bool:
        """Whether nobody waits for an answer here."""
        return self.cycle is None or self.cycle.response_complete

    def _expect_request(self) -> None:
        if self._due is None:
            self._due = self.loop.call_later(PATIENCE, self._too_late)

    def _request_is_here(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _too_late(self) -> None:
        self._due = None
        if self.flow.read_paused:  # it is we who do not read
            self._expect_request()
        else:
            self.transport.abort()

    def _leave(self) -> None:
        if self._door is not None and self._address is not None:
            self._door.went(self._address)
            self._address = None

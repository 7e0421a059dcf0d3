"""uvicorn's HTTP connection, with limits on everything that comes before the application.

Calls are counted, checked and limited once they have been read. Before that, an address may have a
limited number of connections, a head may have a limited number of bytes, and a request has a
limited time to arrive. Waiting for an answer has no limit.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from upturn.errors import Refusal
from upturn.server.http.endpoint import refused
from upturn.server.http.security import HEADERS

if TYPE_CHECKING:
    from uvicorn import Config
    from uvicorn.server import ServerState

    from upturn.server.access import Access
    from upturn.server.config.limits import Limits
    from upturn.server.monitoring.metrics import Metrics

LONGEST_HEAD = 32 * 1024
"""Bytes of a request before its body."""
PER_HEADER = 32
"""Bytes added for each header, as in HTTP/2, so that many tiny headers count as long."""
LONGEST_REST = 1024 * 1024
"""Bytes of a body with everything around it. No call reads this much, but a client that sends too
much should still be able to read the refusal."""
REQUEST_TIMEOUT = 10.0
"""Seconds for a request to arrive, counted from its first byte or from the connection."""
UNREAD = 60.0
"""Seconds after which a client that reads nothing of an answer counts as gone. Only Linux can
tell."""


class OpenConnections:
    """Counts the open connections of each address."""

    def __init__(self, access: Access, limits: Limits, metrics: Metrics):
        self._access, self._limits, self._metrics = access, limits, metrics
        self._open = limits.open("connections")

    def address(self, peer: str) -> str | None:
        """Return the address that a connection counts towards, or None for a trusted proxy, which
        asks on behalf of many people."""
        return None if self._access.is_proxy(peer) else self._access.address(peer, {})

    def open(self, address: str) -> bool:
        """Count a connection. Return whether it may stay."""
        self._open.add(address)
        stays = self._open.of(address) <= self._limits.most["connections_per_address"]
        if not stays:
            self._metrics.refused("too-many-connections")
        return stays

    def close(self, address: str) -> None:
        self._open.remove(address)


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
        self._connections: OpenConnections | None = app_state.get("connections")
        self._address: str | None = None  # the address that this connection counts towards
        self._in_head = True
        self._head = 0  # bytes of it so far
        self._room = LONGEST_HEAD  # bytes that may still come before something must be complete
        self._due: asyncio.TimerHandle | None = None
        # uvicorn tells only the last of several requests that the client is gone.
        self._answering: RequestResponseCycle | None = None
        self._fed = b""  # what is being parsed

    # --- What the event loop calls -------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        self._expect_request()
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            end = self.transport.get_extra_info("socket")
            with suppress(OSError):  # it may be closed by now
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(UNREAD * 1000))
        peer = self.client and self.client[0]
        if self._connections is not None and peer:
            self._address = self._connections.address(peer)
            if self._address is not None and not self._connections.open(self._address):
                self.transport.abort()

    def data_received(self, data: bytes) -> None:
        if self._is_answered():
            self._expect_request()
        self._fed = data
        super().data_received(data)
        self._fed = b""
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
        self._leave()  # open sockets are counted apart
        stopped = sys.exception()  # the parser's, which says where the handshake ends
        super().handle_websocket_upgrade()
        early = self._fed[stopped.args[0] :] if stopped is not None else b""
        if early:  # uvicorn would drop it, and the rest of it would make no sense
            cast(asyncio.Protocol, self.transport.get_protocol()).data_received(early)

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
            raise ValueError("too long")  # the parser stops, and reports a bad request

    def _too_long(self) -> None:
        """Refuse the request if an answer is expected; otherwise just close."""
        if self._in_head and self._is_answered():
            answer = refused(Refusal("head-too-long", most=LONGEST_HEAD // 1024))
            answer.headers.update({**HEADERS, "connection": "close"})
            lines = [b"%b: %b\r\n" % header for header in answer.raw_headers]
            head = STATUS_LINE[answer.status_code] + b"".join(lines)
            self.transport.write(head + b"\r\n" + bytes(answer.body))
            self.transport.close()
        else:
            self.transport.abort()

    def _is_answered(self) -> bool:
        """Return whether nobody waits for an answer here."""
        return self.cycle is None or self.cycle.response_complete

    def _expect_request(self) -> None:
        if self._due is None:
            self._due = self.loop.call_later(REQUEST_TIMEOUT, self._too_late)

    def _request_is_here(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _too_late(self) -> None:
        self._due = None
        if self.flow.read_paused:  # the client is not at fault: we have stopped reading
            self._expect_request()
        else:
            self.transport.abort()

    def _leave(self) -> None:
        if self._connections is not None and self._address is not None:
            self._connections.close(self._address)
            self._address = None

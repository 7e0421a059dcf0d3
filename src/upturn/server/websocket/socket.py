"""A WebSocket at a table: frames in, commands out; messages in, frames out.

This is our own protocol under uvicorn, with the framing of `websockets`. With four thousand sockets
the tasks, queues and dictionaries of ASGI would cost more memory than everything else together, and
a plain `write` shows when a client is too slow to wait for. See docs/decisions/0016.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, cast

import msgspec
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from upturn.errors import BrokenLog, Refusal, StoreUnavailable
from upturn.server.access import FORWARDED_FOR
from upturn.server.config.limits import Allowance
from upturn.server.http.statuses import status_of
from upturn.server.monitoring.logs import logger
from upturn.server.tables.updates import encode
from upturn.server.validation import explained, technical
from upturn.server.websocket.frames import LONGEST_FRAME, MESSAGE, framed, unframed
from upturn.wire.base import ClientId
from upturn.wire.commands import AnyCommand
from upturn.wire.messages import Done, Farewell, Refused

if TYPE_CHECKING:
    from upturn.server.tables.room import Room
    from upturn.server.websocket.admission import Admission, Admitted
    from upturn.table import Person

PIECE = 1024
"""Bytes that are parsed before their frames are counted, so that a flood of tiny frames is noticed
before it costs anything."""
MOST_UNSENT = 256 * 1024
"""Bytes that a client may leave unread. A slower client is cut off; it can come back and catch
up."""
FAREWELL_TIMEOUT = 1.0
"""Seconds for a client to answer a farewell."""
ABORTED_AFTER = 10.0
"""Seconds after which a connection is cut even if the client has not read the farewell."""

decode = msgspec.json.Decoder(AnyCommand).decode


class Named(msgspec.Struct):
    """The part that is read of an invalid command."""

    id: ClientId


read_id = msgspec.json.Decoder(Named).decode


class LiveSocket(asyncio.Protocol):
    """One device of a person, or a spectator, at a table. uvicorn makes it on upgrade."""

    __slots__ = (
        "address", "admission", "allowance", "answered", "browser", "conn", "connections", "device",
        "leaving", "live", "looking", "opening", "parts", "person", "room", "seats", "transport",
        "whole",
    )  # fmt: skip

    def __init__(
        self, config: Any, server_state: Any, app_state: dict[str, Any], _loop: Any = None
    ):
        self.admission: Admission = app_state["admission"]
        self.connections: set[Any] = server_state.connections
        self.conn = ServerProtocol(max_size=LONGEST_FRAME)
        self.allowance: Allowance | None = None
        self.room: Room | None = None
        self.person: Person | None = None
        self.device: str | None = None
        self.seats: tuple[int, ...] = ()
        self.looking: int | None = None
        self.whole = False  # since the handshake, every read was exactly one frame
        self.parts: bytearray | None = None  # of a message that comes in several frames
        self.opening: asyncio.Task[None] | None = None
        self.answered = True  # since the last ping
        self.leaving = False  # we have said farewell, and ignore what comes
        self.live = False  # both sides may speak
        self.address = self.browser = ""

    # --- What uvicorn and the event loop call --------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.set_write_buffer_limits(high=MOST_UNSENT)
        self.connections.add(self)

    def data_received(self, data: bytes) -> None:
        conn = self.conn
        if self.opening is not None:  # nobody may speak before being admitted
            self.opening.cancel()
            self._reject(Refusal("spoke-too-soon"))
            self._flush()
            return
        if self.whole and not self.leaving:
            payload = unframed(data)
            if payload is not None:
                if self._count():
                    self._hear(data[0], payload)
                return
            self.whole = False  # from now on only `websockets` knows where a frame begins
        for at in range(0, len(data), PIECE):  # mostly once
            conn.receive_data(data[at : at + PIECE])
            self.live = self.live and conn.state is State.OPEN
            for event in conn.events_received():
                if isinstance(event, Frame):
                    self._frame(event)
                elif isinstance(event, Request):
                    self.opening = asyncio.ensure_future(self._open(event))
            if self.leaving:
                break
        self._flush()

    def eof_received(self) -> None:
        self.conn.receive_eof()
        self.live = False
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        self.connections.discard(self)
        self.live = False
        if self.opening is not None:
            self.opening.cancel()
        if self.room is not None:
            self.admission.closed(self.address)
            self.room.leave(self)
            self.room = None

    def pause_writing(self) -> None:
        """Cut off a client that does not read, not even the answers to its own pings: nobody waits
        for it."""
        self.admission.metrics.slow_clients.inc()
        self.live = False
        self.transport.abort()

    def resume_writing(self) -> None:
        pass

    def shutdown(self) -> None:
        """Say that the server restarts, and close."""
        if self.room is None:
            self.transport.close()
        else:
            self.close(Refusal("restarting"), CloseCode.SERVICE_RESTART)

    # --- What the room calls -------------------------------------------------------------------

    def say(self, message: bytes) -> None:
        """Send a message. It may be the one that a slow client is cut off for."""
        transport = self.transport
        if self.live and not transport.is_closing():
            transport.write(framed(message))

    def done(self, command: str, version: int) -> None:
        self.say(encode(Done(command, version)))

    def refuse(self, command: str | None, refusal: Refusal) -> None:
        self.admission.metrics.refused(refusal.code)
        self.say(encode(Refused(command, refusal.code, str(refusal), refusal.details)))

    def close(self, refusal: Refusal, status: int = CloseCode.POLICY_VIOLATION) -> None:
        """Say why, and close."""
        if not self.live or self.transport.is_closing():
            return
        self.leaving, self.live = True, False
        self.conn.send_text(encode(Farewell(refusal.code, refusal.sentence)))
        self.conn.send_close(status)
        self._flush()
        loop = asyncio.get_running_loop()
        loop.call_later(FAREWELL_TIMEOUT, self.transport.close)
        loop.call_later(ABORTED_AFTER, self.transport.abort)

    def ping(self) -> None:
        """Ask whether anybody is there. A client that has not answered the last ping is gone."""
        if not self.answered:
            self.transport.abort()
            return
        self.answered = False
        if self.live:  # otherwise it has until the next ping to go
            self.conn.send_ping(b"")
            self._flush()

    # --- Inside --------------------------------------------------------------------------------

    def _flush(self) -> None:
        transport = self.transport
        for data in self.conn.data_to_send():
            if transport.is_closing():
                return
            if data:
                transport.write(data)
            else:  # nothing more will be sent
                transport.close()
                return

    async def _open(self, request: Request) -> None:
        """Admit the client, or say over HTTP why not."""
        try:
            headers = merged(request.headers.raw_items())
            admitted = await self.admission.admit(request.path, headers, self.transport)
        except Refusal as refusal:
            self._reject(refusal)
        except StoreUnavailable:
            self._reject(Refusal("unavailable"))
        except BrokenLog:
            self._reject(Refusal("unreadable-table"))
        except Exception:
            logger.exception("a socket could not be opened")
            self._reject(Refusal("mistake"))
        else:
            if not self.transport.is_closing():
                self._let_in(request, admitted)
        self.opening = None
        self._flush()

    def _reject(self, refusal: Refusal) -> None:
        if not self.transport.is_closing():
            self.admission.metrics.refused(refusal.code)
            status = HTTPStatus(status_of(refusal.code))
            body = encode({"code": refusal.code, "sentence": str(refusal)}).decode()
            self.conn.send_response(self.conn.reject(status, body))

    def _let_in(self, request: Request, admitted: Admitted) -> None:
        self.conn.send_response(self.conn.accept(request))
        if self.conn.handshake_exc is None:
            self.allowance = self.admission.limits.socket()
            self.person, self.device, self.room = admitted.person, admitted.device, admitted.room
            self.address, self.browser = admitted.address, admitted.browser
            self.whole = self.live = True
            self.admission.opened(self.address)
            self._flush()
            self.room.join(self, admitted.since)

    def _frame(self, frame: Frame) -> None:
        """Put a message together. `websockets` itself answers pings and closes."""
        if not self._count():
            return
        match frame.opcode:
            case Opcode.TEXT if frame.fin:
                self._message(bytes(frame.data))
            case Opcode.TEXT:
                self.parts = bytearray(frame.data)
            case Opcode.CONT if self.parts is not None:
                self.parts += frame.data
                if frame.fin:
                    whole, self.parts = bytes(self.parts), None
                    self._message(whole)
            case Opcode.BINARY:
                self.close(Refusal("text-only"), CloseCode.UNSUPPORTED_DATA)
            case Opcode.PONG:
                self.answered = True

    def _count(self) -> bool:
        """Return whether one more frame is allowed. If not, nothing more is read; the client may
        come back."""
        if self.allowance is None or self.allowance.take():
            return True
        self.close(Refusal("too-fast"))
        self.transport.pause_reading()
        return False

    def _hear(self, kind: int, payload: bytes) -> None:
        if kind == MESSAGE:
            self._message(payload)
        else:
            self.answered = True

    def _message(self, data: bytes) -> None:
        if self.room is None or self.leaving:
            return
        self.answered = True
        try:
            command = decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            problem = technical(error)
            why = explained(problem, AnyCommand, data)
            self.refuse(id_in(data), Refusal("no-command", problem=problem, why=why))
            return
        self.room.hear(command, self)


def merged(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return headers by name in lower case. The values of one that is repeated stand in one, with
    commas: a proxy may add its own X-Forwarded-For to what the client sent."""
    found: dict[str, str] = {}
    for name, value in headers:
        key = name.lower()
        found[key] = f"{found[key]}, {value}" if key == FORWARDED_FOR and key in found else value
    return found


def id_in(data: bytes) -> str | None:
    """Return the id of an invalid command, to answer it."""
    try:
        return read_id(data).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None

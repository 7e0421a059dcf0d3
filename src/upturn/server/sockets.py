"""A WebSocket at a table: frames in, commands out; messages in, frames out.

A protocol of our own under uvicorn, on the framing of `websockets`: at four thousand sockets the
tasks, queues and dictionaries of ASGI would cost more memory than everything else together, and a
plain `write` shows when a client is too slow to be waited for. See docs/decisions/0016.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, cast

import msgspec
from websockets.frames import CloseCode, Frame, Opcode, apply_mask  # type: ignore[attr-defined]
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from upturn.errors import BrokenLog, Refusal, StoreUnavailable
from upturn.server.limits import Allowance
from upturn.server.logs import log
from upturn.server.rest.serving import MISTAKE, UNAVAILABLE, UNREADABLE_TABLE
from upturn.server.telling import encode
from upturn.server.wording import in_words, technical
from upturn.wire.base import ClientId
from upturn.wire.commands import AnyCommand
from upturn.wire.messages import Done, Farewell, Refused

if TYPE_CHECKING:
    from upturn.server.door import Admission, Door
    from upturn.server.room import Room
    from upturn.table import Person

LONGEST_FRAME = 8 * 1024
PIECE = 1024
"""So many bytes are parsed before the frames in them are counted, so that a flood of tiny ones is
noticed before it costs anything."""
MESSAGE, PONG, MASKED = 0x81, 0x8A, 0x80
"""The first byte of a text frame and of a pong that are whole; the part of the second one that says
that what follows is masked."""
MOST_UNSENT = 256 * 1024
"""Who has not read so many bytes is let go: it can come back and ask for what it missed."""
GOODBYE = 1.0
"""Seconds in which a client may answer a farewell."""
PATIENCE = 10.0
"""Seconds after which it is let go even if it has not read it."""

decode = msgspec.json.Decoder(AnyCommand).decode


class Named(msgspec.Struct):
    """All that is read of a command that is none."""

    id: ClientId


read_id = msgspec.json.Decoder(Named).decode


class LiveSocket(asyncio.Protocol):
    """One device of one person (or a spectator) at one table. uvicorn makes it on upgrade."""

    __slots__ = (
        "address", "allowance", "answered", "conn", "connections", "door", "leaving", "opening",
        "parts", "person", "room", "seats", "transport", "whole",
    )  # fmt: skip

    def __init__(
        self, config: Any, server_state: Any, app_state: dict[str, Any], _loop: Any = None
    ):
        self.door: Door = app_state["door"]
        self.connections: set[Any] = server_state.connections
        self.conn = ServerProtocol(max_size=LONGEST_FRAME)
        self.allowance: Allowance | None = None
        self.room: Room | None = None
        self.person: Person | None = None
        self.seats: tuple[int, ...] = ()
        self.whole = False  # only whole frames have come since the handshake, each by itself
        self.parts: bytearray | None = None  # of a message that comes in several frames
        self.opening: asyncio.Task[None] | None = None
        self.answered = True  # since the last ping
        self.leaving = False  # we have said farewell, and listen no more
        self.address = ""

    # --- What uvicorn and the event loop call --------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.connections.add(self)

    def data_received(self, data: bytes) -> None:
        conn = self.conn
        if self.opening is not None:  # nobody may speak before being let in
            self.transport.abort()
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
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        self.connections.discard(self)
        if self.opening is not None:
            self.opening.cancel()
        if self.room is not None:
            self.door.left(self)
            self.room.leave(self)
            self.room = None

    def pause_writing(self) -> None:
        """Nobody waits for a slow client: see `say`."""

    def resume_writing(self) -> None:
        pass

    def shutdown(self) -> None:
        """The server stops: say so, and that it is worth coming back."""
        if self.room is None:
            self.transport.close()
        else:
            self.close("restarting", "The server restarts; come back in a moment.", 1012)

    # --- What the room calls -------------------------------------------------------------------

    def say(self, message: bytes) -> None:
        """Send a message, or let a client go that does not read."""
        transport = self.transport
        if self.conn.state is State.OPEN and not transport.is_closing() and self._keeps_up():
            transport.write(framed(message))

    def done(self, command: str, version: int) -> None:
        self.say(encode(Done(command, version)))

    def refuse(self, command: str | None, refusal: Refusal) -> None:
        self.door.metrics.refused(refusal.code)
        self.say(encode(Refused(command, refusal.code, str(refusal), refusal.details)))

    def close(self, code: str, sentence: str, status: int = CloseCode.POLICY_VIOLATION) -> None:
        """Say why, and close."""
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return
        self.leaving = True
        self.conn.send_text(encode(Farewell(code, sentence)))
        self.conn.send_close(status)
        self._flush()
        loop = asyncio.get_running_loop()
        loop.call_later(GOODBYE, self.transport.close)
        loop.call_later(PATIENCE, self.transport.abort)

    def ping(self) -> None:
        """Ask whether anybody is there; who did not answer the last time is gone."""
        if not self.answered:
            self.transport.abort()
            return
        self.answered = False
        if self.conn.state is State.OPEN:  # else it has until the next time to be gone
            self.conn.send_ping(b"")
            self._flush()

    # --- Inside --------------------------------------------------------------------------------

    def _keeps_up(self) -> bool:
        """Whether the client reads; else it is let go. Its own pings make us write too."""
        if self.transport.get_write_buffer_size() <= MOST_UNSENT:
            return True
        self.door.metrics.slow_clients.inc()
        self.transport.abort()
        return False

    def _flush(self) -> None:
        transport = self.transport
        if transport.is_closing() or not self._keeps_up():
            return
        for data in self.conn.data_to_send():
            if data:
                transport.write(data)
            else:  # the end of what there is to say
                transport.close()
                return

    async def _open(self, request: Request) -> None:
        """Let the client in, or say over HTTP why not."""
        try:
            headers = {name.lower(): value for name, value in request.headers.raw_items()}
            admission = await self.door.admit(request.path, headers, self.transport)
        except Refusal as refusal:
            self._reject(refusal)
        except StoreUnavailable:
            self._reject(UNAVAILABLE)
        except BrokenLog:
            self._reject(UNREADABLE_TABLE)
        except Exception:
            log.exception("a socket could not be opened")
            self._reject(MISTAKE)
        else:
            if not self.transport.is_closing():
                self._let_in(request, admission)
        self.opening = None
        self._flush()

    def _reject(self, refusal: Refusal) -> None:
        if not self.transport.is_closing():
            self.door.metrics.refused(refusal.code)
            status = HTTPStatus(int(str(refusal.details.get("status", 403))))
            body = encode({"code": refusal.code, "sentence": str(refusal)}).decode()
            self.conn.send_response(self.conn.reject(status, body))

    def _let_in(self, request: Request, admission: Admission) -> None:
        self.conn.send_response(self.conn.accept(request))
        if self.conn.handshake_exc is None:
            self.allowance = self.door.limits.socket()
            self.person, self.room = admission.person, admission.room
            self.address = admission.address
            self.whole = True
            self.door.came(self)
            self._flush()
            self.room.join(self, admission.since)

    def _frame(self, frame: Frame) -> None:
        """Put a message together; `websockets` answers pings and closes itself."""
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
                self.close("text-only", "Messages are JSON text.", CloseCode.UNSUPPORTED_DATA)
            case Opcode.PONG:
                self.answered = True

    def _count(self) -> bool:
        """Whether one more frame is allowed; else nothing more is read, and the client has to come
        back."""
        if self.allowance is None or self.allowance.take():
            return True
        self.close("too-fast", "Too many messages; come back a little slower.")
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
            sentence = in_words(problem, AnyCommand, data)
            self.refuse(id_in(data), Refusal("no-command", sentence, {"problem": problem}))
            return
        self.room.hear(command, self)


def framed(message: bytes) -> bytes:
    """A message as one text frame, unmasked as a server's are. `websockets` would make the same,
    through objects that cost a tenth of telling a move."""
    length = len(message)
    if length < 126:
        return b"\x81" + length.to_bytes(1) + message
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2) + message
    return b"\x81\x7f" + length.to_bytes(8) + message


def unframed(data: bytes) -> bytes | None:
    """What is in a frame, if this is one whole message or pong, masked as a client's are, and
    nothing else: so comes nearly everything. What is anything else `websockets` shall read."""
    if len(data) < 6 or data[0] not in (MESSAGE, PONG) or data[1] < MASKED:
        return None
    length, mask = data[1] - MASKED, 2
    if length == 126 and data[0] == MESSAGE:
        length, mask = int.from_bytes(data[2:4]), 4
    elif length > 125:
        return None
    if length > LONGEST_FRAME or len(data) != mask + 4 + length:
        return None
    return bytes(apply_mask(data[mask + 4 :], data[mask : mask + 4]))


def id_in(data: bytes) -> str | None:
    """The id of a command that cannot be read otherwise, to answer it by."""
    try:
        return read_id(data).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None

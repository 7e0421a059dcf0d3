"""A raw WebSocket for tests: sends any bytes, and reads what the server answers.

with knock(server.url, f"/live/{table}", {"authorization": f"Bearer {secret}"}) as socket:
    socket.say({"do": "start", "id": "a", "version": 1})
    socket.hear("update")
"""

from __future__ import annotations

import gc
import io
import json
import os
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tests.support.servers import TEST_TIMEOUT, Guest, Server

CONT, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
NUMBERS = count(1)
KEY = "dGhlIHNhbXBsZSBub25jZQ=="


class Frame(NamedTuple):
    opcode: int
    data: bytes


class Gone(Exception):
    """The server has closed the connection."""


class RawSocket:
    """A connection to a server, and what has been read from it."""

    def __init__(self, url: str, rcvbuf: int | None = None):
        parts = urlsplit(url)
        self.host = parts.netloc
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if rcvbuf is not None:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, rcvbuf)
        self._socket.settimeout(TEST_TIMEOUT)
        self._socket.connect((parts.hostname, parts.port))
        self._unread = b""
        self.status = 0
        self.texts: list[bytes] = []
        self.heard: list[dict[str, Any]] = []

    # --- Opening -------------------------------------------------------------------------------

    def ask(self, path: str, headers: dict[str, str]) -> None:
        """Ask for a WebSocket."""
        usual = {
            "host": self.host,
            "upgrade": "websocket",
            "connection": "Upgrade",
            "sec-websocket-key": KEY,
            "sec-websocket-version": "13",
        }
        lines = [f"{name}: {value}\r\n" for name, value in (usual | headers).items() if value]
        self.send(f"GET {path} HTTP/1.1\r\n{''.join(lines)}\r\n".encode("latin-1"))

    def answer(self) -> dict[str, Any]:
        """Return the server's answer: nothing if it opens a WebSocket, otherwise why not."""
        while b"\r\n\r\n" not in self._unread:
            self._read()
        head, _, self._unread = self._unread.partition(b"\r\n\r\n")
        self.status = int(head.split(b" ", 2)[1])
        if self.status == 101:
            return {}
        body = self.rest()
        answer: dict[str, Any] = json.loads(body) if body.startswith(b"{") else {}
        return answer

    # --- Speaking ------------------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        try:
            self._socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            raise Gone from None

    def say(self, message: Any) -> None:
        self.send(frame(TEXT, json.dumps(message).encode()))

    def hang_up(self) -> None:
        """Close our sending side, like a program that has nothing more to say but still listens."""
        try:
            self._socket.shutdown(socket.SHUT_WR)
        except OSError:
            raise Gone from None

    # --- Hearing -------------------------------------------------------------------------------

    def next_frame(self) -> Frame:
        """Return the server's next frame. Raise Gone if there is none."""
        while (found := self._parse()) is None:
            self._read()
        if found.opcode == TEXT:
            self.texts.append(found.data)
            self.heard.append(json.loads(found.data))
        return found

    def hear(self, kind: str, **facts: Any) -> dict[str, Any]:
        """Return the next message of this kind, with these facts."""
        while True:
            found = self.next_frame()
            if found.opcode == TEXT:
                message = self.heard[-1]
                if message["say"] == kind and facts.items() <= message.items():
                    return message

    def rest(self) -> bytes:
        """Return all bytes that the server still sends before it closes."""
        try:
            while True:
                self._read()
        except Gone:
            return self._unread

    def to_the_end(self) -> list[Frame]:
        """Return all frames that the server still sends before it closes."""
        frames = []
        try:
            while True:
                frames.append(self.next_frame())
        except Gone:
            return frames

    def closed_with(self) -> tuple[int, dict[str, Any]]:
        """Return the code that the server closes with, and its last message."""
        frames = self.to_the_end()
        codes = [int.from_bytes(one.data[:2], "big") for one in frames if one.opcode == CLOSE]
        texts = [json.loads(one.data) for one in frames if one.opcode == TEXT]
        return codes[0] if codes else 0, texts[-1] if texts else {}

    def _parse(self) -> Frame | None:
        data = self._unread
        if len(data) < 2:
            return None
        size, start = data[1] & 0x7F, 2
        if size >= 126:
            start = 4 if size == 126 else 10
            if len(data) < start:
                return None
            size = int.from_bytes(data[2:start], "big")
        if len(data) < start + size:
            return None
        self._unread = data[start + size :]
        return Frame(data[0] & 0x0F, data[start : start + size])

    def _read(self) -> None:
        try:
            data = self._socket.recv(65536)
        except ConnectionResetError:
            raise Gone from None
        if not data:
            raise Gone
        self._unread += data

    def reset(self) -> None:
        """Disconnect without a word, as if the cable had been cut."""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._socket.close()

    def close(self) -> None:
        self._socket.close()


@contextmanager
def no_mistakes() -> Iterator[None]:
    """Check that the server logs no error of its own during the block."""
    errors, sys.stderr = sys.stderr, io.StringIO()
    log = sys.stderr
    try:
        yield
    finally:
        sys.stderr = errors
    gc.collect()  # a failed task logs its error when it is collected
    written = log.getvalue()
    for sign in ("Traceback", "[error", "[critical", "never retrieved", "Exception"):
        assert sign not in written, written


@contextmanager
def connection(url: str, rcvbuf: int | None = None) -> Iterator[RawSocket]:
    """Open a connection, without sending anything."""
    raw = RawSocket(url, rcvbuf)
    try:
        yield raw
    finally:
        raw.close()


@contextmanager
def knock(
    url: str, path: str, headers: dict[str, str] | None = None, rcvbuf: int | None = None
) -> Iterator[RawSocket]:
    """Open a WebSocket, which the server must accept."""
    with connection(url, rcvbuf) as raw:
        raw.ask(path, headers or {})
        refused = raw.answer()
        assert raw.status == 101, (raw.status, refused)
        yield raw


def refused(url: str, path: str, **headers: str) -> tuple[int, str | None]:
    """Return the status and code with which the server refuses a WebSocket."""
    with connection(url) as raw:
        raw.ask(path, headers)
        body = raw.answer()
        assert raw.status != 101
        return raw.status, body.get("code")


def frame(opcode: int, data: bytes = b"", *, fin: bool = True, masked: bool = True) -> bytes:
    """Return a frame as clients send it."""
    size, mask = len(data), 0x80 if masked else 0
    if size < 126:
        length = bytes([mask | size])
    elif size < 65536:
        length = bytes([mask | 126]) + size.to_bytes(2, "big")
    else:
        length = bytes([mask | 127]) + size.to_bytes(8, "big")
    first = bytes([(0x80 if fin else 0) | opcode])
    if not masked:
        return first + length + data
    key = os.urandom(4)
    turned = bytes(byte ^ key[n % 4] for n, byte in enumerate(data))
    return first + length + key + turned


class Company:
    """Ada and Ben at a table of dnup after the game has begun."""

    def __init__(self, server: Server):
        self.server = server
        number = next(NUMBERS)
        self.ada, self.ben = server.person(f"Ada {number}"), server.person(f"Ben {number}")
        self.table = self.ada.open(game="dnup", players=2)["id"]
        assert self.ben.do(self.table, "sit", seat=2).is_success
        assert self.ada.do(self.table, "start").is_success
        self.path = f"/live/{self.table}"

    def knock(self, who: Guest | None, **more: Any) -> Any:
        headers = {"authorization": f"Bearer {who.secret}"} if who is not None else {}
        return knock(self.server.url, f"{self.path}?since=3", headers, **more)


def say(text: str, number: int = 1) -> dict[str, Any]:
    return {"do": "say", "id": f"s{number}", "version": 3, "text": text}

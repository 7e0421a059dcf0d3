"""socket.io 4 over a bare WebSocket, as far as two of the peers speak it alike.

server: 0{"sid":…}          client: 40                 (or 40/namespace,)
server: 40{"sid":…}         client: its first message
server: 2                   client: 3                  (are you there?)
"""

from __future__ import annotations

from bench.server.dialect import Line

HELLO, JOINED, PING, PONG = b"0", b"40", b"2", b"3"


class EngineIO:
    """How a server is greeted. A dialect adds what is said after that."""

    binary = False

    def __init__(self, port: int, namespace: str = ""):
        self.url = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
        self._join = b"40%b" % namespace.encode()

    def url_of(self, line: Line) -> str:
        return self.url

    def headers_of(self, line: Line) -> dict[str, str]:
        return {}

    def first(self, line: Line) -> bytes:
        """The first message of a seat that has joined."""
        raise NotImplementedError

    def answer(self, line: Line, payload: bytes) -> None:
        if payload.startswith(JOINED):
            line.send(self.first(line))
        elif payload.startswith(HELLO):
            line.send(self._join)
        elif payload == PING:
            line.send(PONG)

"""What trusted proxies say about a request: who sent it, and whether by TLS."""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.server.access import forwarded_by

if TYPE_CHECKING:
    from collections.abc import Container

    from starlette.types import ASGIApp, Receive, Scope, Send

SCHEMES = ("http", "https")


class Forwarded:
    """ASGI middleware: puts the address and the scheme of the person's browser in the place of the
    proxy's. uvicorn has one, too; this one reads addresses as those of WebSockets are read."""

    def __init__(self, app: ASGIApp, proxies: Container[str]):
        self.app = app
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        peer = scope.get("client")
        if scope["type"] == "http" and peer and peer[0] in self._proxies:
            address = forwarded_by(peer[0], _values(scope, b"x-forwarded-for"), self._proxies)
            if address != peer[0]:
                scope["client"] = (address, 0)
            schemes = {
                said.strip().lower() for said in _values(scope, b"x-forwarded-proto").split(",")
            }
            if schemes <= set(SCHEMES):  # plain on any part of the way is plain
                scope["scheme"] = min(schemes)
        await self.app(scope, receive, send)


def _values(scope: Scope, name: bytes) -> str:
    """Return the values of a header, with commas: a proxy may add a header of its own."""
    return b",".join(value for known, value in scope["headers"] if known == name).decode("latin-1")

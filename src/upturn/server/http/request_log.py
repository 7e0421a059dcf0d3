"""Logs the requests of the application."""

from __future__ import annotations

from http import HTTPStatus
from secrets import token_hex
from time import perf_counter
from typing import TYPE_CHECKING

from upturn.server.http.statuses import status_of
from upturn.server.monitoring.logs import STRUCK_OUT, bound, logger

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

SLOW = 1.0
"""Seconds after which an answer gets a line of its own, unless the client asked to wait."""


class RequestLog:
    """ASGI middleware: adds an id to everything logged during a request, and logs the answer.

    Only the route and the table of a path are logged. The rest, such as the token of a link, may be
    secret.
    """

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status = status_of("mistake")

        async def watch(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        begun = perf_counter()
        with bound(request=token_hex(4)):
            try:
                await self.app(scope, receive, watch)
            except Exception:
                logger.exception("failed", **_asked(scope))
                raise
            seconds = perf_counter() - begun
            slow = seconds >= SLOW and b"wait=" not in scope.get("query_string", b"")
            say = (
                logger.info if slow or status >= HTTPStatus.INTERNAL_SERVER_ERROR else logger.debug
            )
            client = scope.get("client")
            say(
                "answered",
                status=status,
                ms=round(seconds * 1000, 1),
                address=client[0] if client else None,
                **_asked(scope),
            )


def _asked(scope: Scope) -> dict[str, str]:
    """Return what was asked for, as far as it may be kept."""
    route = getattr(scope.get("route"), "path", "")
    asked = {"method": str(scope["method"]), "path": str(route) or STRUCK_OUT}
    table = scope.get("path_params", {}).get("table")
    return asked | ({"table": str(table)} if table else {})

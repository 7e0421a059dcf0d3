"""The web application: its routes, and what is opened and closed with it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from upturn.server.http import openapi, pages
from upturn.server.http.call import JSON, Asked, Call
from upturn.server.http.connection import OpenConnections
from upturn.server.http.endpoint import endpoint
from upturn.server.http.fallback import mistake, nothing_here
from upturn.server.http.request_log import RequestLog
from upturn.server.http.routes import CALLS
from upturn.server.http.security import SecurityHeaders
from upturn.server.services import open_services
from upturn.server.websocket.admission import Admission

if TYPE_CHECKING:
    from pathlib import Path

    from upturn.server.config.settings import Settings


def create_app(settings: Settings, folder: Path | None = None) -> Starlette:
    """Make the application. Its services are opened when it starts and closed when it stops.
    `folder` is where the page was built, if not in the usual place."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[dict[str, Any]]:
        async with open_services(settings) as services:
            access, limits, metrics = services.access, services.limits, services.metrics
            yield {
                "services": services,
                "connections": OpenConnections(access, limits, metrics),
                "admission": Admission(services.registry, access, limits, metrics),
            }

    return Starlette(
        routes=routes(folder or pages.FOLDER),
        lifespan=lifespan,
        middleware=[Middleware(RequestLog), Middleware(SecurityHeaders)],
        exception_handlers={HTTPException: nothing_here, Exception: mistake},
    )


def routes(folder: Path) -> list[BaseRoute]:
    by_path: dict[str, dict[str, Call]] = {}
    for call in CALLS:
        by_path.setdefault(call.path, {})[call.method] = call
    return [
        *(Route(path, endpoint(calls), methods=[*calls]) for path, calls in by_path.items()),
        *(Route(call.path, endpoint({call.method: call}), methods=[call.method]) for call in ABOUT),
        *pages.routes(folder),
    ]


async def describe(asked: Asked) -> Response:
    return Response(msgspec.json.encode(openapi.document()), media_type=JSON)


async def explain(asked: Asked) -> Response:
    return HTMLResponse(openapi.page())


ABOUT = (
    Call("GET", "/api/openapi.json", describe, "The API for programs", anybody=True),
    Call("GET", "/api/docs", explain, "The API for people", anybody=True),
)
"""Calls about the calls, which do not tell of themselves."""

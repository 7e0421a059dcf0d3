"""The web application: the calls, the page, and answers where there is nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import escape
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from upturn.errors import Refusal
from upturn.server.http import openapi, pages
from upturn.server.http.call import JSON, Asked, Call
from upturn.server.http.connection import OpenConnections
from upturn.server.http.endpoint import count, endpoint, refused
from upturn.server.http.request_log import RequestLog
from upturn.server.http.routes import CALLS
from upturn.server.http.security import HEADERS, SecurityHeaders
from upturn.server.http.statuses import status_of
from upturn.server.monitoring.logs import logger
from upturn.server.services import open_services
from upturn.server.websocket.admission import Admission

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.requests import Request

    from upturn.server.config.settings import Settings

MACHINES = ("/api", "/healthz", "/readyz", "/metrics", "/live")
"""Paths that are answered in JSON."""


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


# --- Where there is nothing ------------------------------------------------------------------

NOTHING_HERE = {401: "no-such-page", 404: "no-such-page", 405: "wrong-method"}
"""What it means when Starlette finds no route, or (401) may not read the file of a page."""


async def nothing_here(request: Request, problem: Exception) -> Response:
    """Say that there is no such page or method: in words, or in JSON for programs."""
    status = problem.status_code if isinstance(problem, HTTPException) else 500
    if status not in NOTHING_HERE:
        logger.error("no answer", path=request.url.path, status=status)
    refusal = Refusal(NOTHING_HERE.get(status, "mistake"))
    headers = getattr(problem, "headers", None) or {}
    if request.url.path.startswith(MACHINES):
        try:
            count(request)
        except Refusal as too_many:
            refusal, headers = too_many, {}
        response = refused(refusal)
        response.headers.update(headers)
        return response
    text = escape(refusal.sentence)
    return HTMLResponse(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{text}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="/plain.css"></head>'
        f'<body><main><h1>{text}</h1><p><a href="/">Back to the tables</a></p></main></body>'
        "</html>",
        status_of(refusal.code),
        {"cache-control": "no-store", **headers},
    )


async def mistake(request: Request, problem: Exception) -> Response:
    """Answer when something failed outside the calls. Nothing else adds the headers here."""
    response = refused(Refusal("mistake"))
    response.headers.update(HEADERS)
    return response

"""The web application: the calls, the page, and what is said where there is nothing."""

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
from upturn.server import openapi, page
from upturn.server.house import open_house
from upturn.server.logs import RequestLog
from upturn.server.rest.call import JSON, Call
from upturn.server.rest.calls import CALLS
from upturn.server.rest.serving import MISTAKE, endpoint, refused
from upturn.server.security import HEADERS, SecurityHeaders

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.requests import Request

    from upturn.server.settings import Settings

MACHINES = ("/api", "/healthz", "/readyz", "/metrics", "/live")
"""What begins like this is answered in JSON."""


def create_app(settings: Settings, folder: Path | None = None) -> Starlette:
    """The application; what it needs is opened when it starts and closed when it stops. The page
    was built into this folder, or where it usually is."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[dict[str, Any]]:
        async with open_house(settings) as house:
            yield {"house": house, "door": house.door}

    return Starlette(
        routes=routes(folder or page.FOLDER),
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
        Route("/api/openapi.json", describe),
        Route("/api/docs", explain),
        *page.routes(folder),
    ]


async def describe(request: Request) -> Response:
    return Response(msgspec.json.encode(openapi.document()), media_type=JSON)


async def explain(request: Request) -> Response:
    return HTMLResponse(openapi.page())


# --- Where there is nothing ------------------------------------------------------------------

BY_STATUS = {
    404: ("no-such-page", "There is nothing here."),
    405: ("wrong-method", "This cannot be done with that method."),
    500: ("refused", "This cannot be done."),
}


async def nothing_here(request: Request, problem: Exception) -> Response:
    """No such page, or no such method: in words, or in JSON for programs."""
    status = problem.status_code if isinstance(problem, HTTPException) else 500
    code, sentence = BY_STATUS.get(status, BY_STATUS[500])
    headers = getattr(problem, "headers", None) or {}
    if request.url.path.startswith(MACHINES):
        response = refused(Refusal(code, sentence, {"status": status}))
        response.headers.update(headers)
        return response
    text = escape(sentence)
    return HTMLResponse(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{text}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="/plain.css"></head>'
        f'<body><main><h1>{text}</h1><p><a href="/">Back to the tables</a></p></main></body>'
        "</html>",
        status,
        {"cache-control": "no-store", **headers},
    )


async def mistake(request: Request, problem: Exception) -> Response:
    """Something failed outside the calls; nothing else adds the headers here."""
    response = refused(MISTAKE)
    response.headers.update(HEADERS)
    return response

"""Answers where no call or page does: there is nothing at the address, or something failed."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from starlette.responses import HTMLResponse, Response

from upturn.errors import Refusal
from upturn.server.http.endpoint import count, refused
from upturn.server.http.languages import language_of, said
from upturn.server.http.security import HEADERS
from upturn.server.http.statuses import UNANSWERED, status_of
from upturn.server.monitoring.logs import logger

if TYPE_CHECKING:
    from starlette.requests import Request

BACK = "Back to the tables"
MACHINES = ("/api", "/healthz", "/readyz", "/metrics", "/live")
"""Paths that are answered in JSON."""


async def nothing_here(request: Request, problem: Exception) -> Response:
    """Say that there is no such page or method: in words, or in JSON for programs."""
    status = getattr(problem, "status_code", 0)
    if status not in UNANSWERED:
        logger.error("no answer", path=request.url.path, status=status)
    refusal = Refusal(UNANSWERED.get(status, "mistake"))
    headers = getattr(problem, "headers", None) or {}
    if request.url.path.startswith(MACHINES):
        try:
            count(request)
        except Refusal as too_many:
            refusal, headers = too_many, {}
        response = refused(refusal)
        response.headers.update(headers)
        return response
    language = language_of(request)
    text, back = escape(said(refusal.sentence, language)), escape(said(BACK, language))
    return HTMLResponse(
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{text}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="/plain.css"></head>'
        f'<body><main><h1>{text}</h1><p><a href="/">{back}</a></p></main></body>'
        "</html>",
        status_of(refusal.code),
        {"cache-control": "no-store", "vary": "accept-language", **headers},
    )


async def mistake(request: Request, problem: Exception) -> Response:
    """Answer when something failed outside the calls. Nothing else adds the headers here."""
    response = refused(Refusal("mistake"))
    response.headers.update(HEADERS)
    return response

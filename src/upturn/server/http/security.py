"""Security headers for browsers, and the cookies that remember a person and a browser.

Our page runs only our own scripts, cannot be framed by another page and talks to no other server.
Answers of the API are never cached.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders

from upturn.server.access import BROWSER_COOKIE, COOKIE

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from upturn.server.config.settings import Settings

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
OPENER = "cross-origin-opener-policy"
STRICT_TRANSPORT = "strict-transport-security"
AT_HOME = ("localhost", "127.0.0.1", "[::1]")
PORT = re.compile(r":\d+$")
YEAR = 365 * 86400
BY_TLS_ONLY = f"max-age={YEAR}"
"""Not for subdomains: they may be somebody else's."""


class SecurityHeaders:
    """ASGI middleware: adds the headers that belong on every answer."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def speak(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                settings = _settings(scope)
                public = None if settings is None else settings.public_url
                https = _is_https(scope["scheme"], public)
                if https or _is_at_home(scope):
                    headers.setdefault(OPENER, "same-origin")
                if https and settings is not None and settings.hsts:
                    headers.setdefault(STRICT_TRANSPORT, BY_TLS_ONLY)
            await send(message)

        await self.app(scope, receive, speak)


def _settings(scope: Scope) -> Settings | None:
    services = scope.get("state", {}).get("services")
    return None if services is None else services.settings


def _is_at_home(scope: Scope) -> bool:
    """Whether the browser is on this machine. Then it follows the policy about openers without TLS
    too; over plain http in a home network it only complains about it on every page."""
    return PORT.sub("", Headers(scope=scope).get("host", "")) in AT_HOME


def came_by_https(request: Request, settings: Settings) -> bool:
    """Return whether the person's browser speaks TLS, with us or with the proxy in front of us."""
    return _is_https(request.url.scheme, settings.public_url)


def _is_https(scheme: str, public_url: str | None) -> bool:
    return scheme == "https" or (public_url is not None and public_url.startswith("https:"))


def remember(response: Response, secret: str, https: bool) -> None:
    """Set the cookie that remembers a person for a year."""
    response.set_cookie(COOKIE, secret, YEAR, httponly=True, samesite="lax", secure=https)


def remember_browser(response: Response, number: str, https: bool) -> None:
    """Set the cookie that tells a browser from others for a year."""
    response.set_cookie(BROWSER_COOKIE, number, YEAR, httponly=True, samesite="lax", secure=https)


def forget(response: Response, https: bool) -> None:
    response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=https)

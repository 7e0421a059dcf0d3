"""What every answer says to browsers, and the cookie that remembers a person.

A page of ours runs our scripts alone, is shown in nobody's frame and talks to nobody else. What
the API answers is kept nowhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.datastructures import MutableHeaders

from upturn.server.door import COOKIE

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from upturn.server.settings import Settings

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
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
YEAR = 365 * 86400


class SecurityHeaders:
    """ASGI: the headers that belong on everything."""

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
            await send(message)

        await self.app(scope, receive, speak)


def came_by_https(request: Request, settings: Settings) -> bool:
    """Whether the person's browser speaks TLS, with us or with the proxy in front of us."""
    public = settings.public_url
    return request.url.scheme == "https" or (public is not None and public.startswith("https:"))


def remember(response: Response, secret: str, https: bool) -> None:
    """Let this browser be who it is for a year."""
    response.set_cookie(COOKIE, secret, YEAR, httponly=True, samesite="lax", secure=https)


def forget(response: Response, https: bool) -> None:
    response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=https)

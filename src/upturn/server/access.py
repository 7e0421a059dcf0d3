"""Who asks, and from where: for REST calls and WebSockets alike.

A browser sends us its cookies no matter whose page it shows, so a page of another origin could act
for the person. Therefore the Origin of a WebSocket, and of every call that changes something, must
be ours. Programs send neither an Origin nor a cookie; they send their secret.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping
from http.cookies import CookieError, SimpleCookie
from ipaddress import IPv6Address, IPv6Network
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from upturn.errors import Refusal

if TYPE_CHECKING:
    from upturn.server.people.persons import Persons
    from upturn.table import Person

COOKIE = "upturn"
BEARER = "bearer "

Headers = Mapping[str, str]
"""By name in lower case."""


class Access:
    """Finds out who asks. `origins` are other pages that may ask. `proxies` are trusted to say
    whose request they pass on."""

    def __init__(
        self, persons: Persons, origins: Collection[str] = (), proxies: Container[str] = ()
    ):
        self._persons = persons
        self._origins = frozenset(origins)
        self._proxies = proxies

    async def person(self, headers: Headers) -> Person | None:
        """Return who asks, or None for somebody without a name. Raise Refusal if the secret belongs
        to nobody."""
        bearer = headers.get("authorization")
        if bearer is not None:
            found = None
            if bearer[: len(BEARER)].lower() == BEARER:
                found = await self._persons.of_secret(bearer[len(BEARER) :].strip())
            if found is None:
                raise Refusal("unknown-secret")
            return found
        return await self._persons.of_secret(cookie_in(headers.get("cookie")))

    def check_origin(self, headers: Headers) -> None:
        """Raise Refusal if the request comes from a page that is not ours."""
        origin = headers.get("origin")
        if origin is None or origin in self._origins:
            return
        if origin == "null" or host_in(origin) != (headers.get("host") or "").lower():
            raise Refusal("foreign-page")

    def address(self, peer: str, headers: Headers) -> str:
        """Return where a request comes from: what a trusted proxy says, or the peer itself."""
        forwarded = headers.get("x-forwarded-for")
        if forwarded and peer in self._proxies:
            return household(forwarded.rsplit(",", 1)[-1].strip()[:64])
        return household(peer)

    def is_proxy(self, peer: str) -> bool:
        return peer in self._proxies


def household(address: str) -> str:
    """Return the network that shares limits with this address. Anyone with one IPv6 address has
    2^64 of them."""
    if ":" not in address:
        return address
    try:
        found = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((int(found) >> 64 << 64, 64)))


def host_in(origin: str) -> str:
    """Return the host and port of an origin."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def cookie_in(header: str | None) -> str | None:
    """Return our secret among the cookies."""
    if not header or COOKIE not in header:
        return None
    try:
        found = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return None
    return None if found is None else found.value


def secret_in(headers: Headers) -> str:
    """Return the secret that a device sends, or an empty text if it sends none."""
    shown = headers.get("authorization")
    return shown[len(BEARER) :].strip() if shown else cookie_in(headers.get("cookie")) or ""

"""Who asks, and from where: for REST calls and WebSockets alike.

A browser sends its cookies to us whoever's page it shows, so a page of another origin could act
for the person. Therefore the Origin of a WebSocket, and of every call that changes something, must
be ours. Programs send no Origin, and no cookie either: they show their secret.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping
from http.cookies import CookieError, SimpleCookie
from ipaddress import IPv6Address, IPv6Network
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from upturn.errors import Refusal
from upturn.server.people.persons import digest

if TYPE_CHECKING:
    from upturn.server.people.persons import Persons
    from upturn.table import Person

COOKIE = "upturn"
BROWSER_COOKIE = "upturn-browser"
"""The random number of a browser, which is the same for all its names."""
LONGEST_NUMBER = 64
BEARER = "bearer "

Headers = Mapping[str, str]
"""By name in lower case."""


class Access:
    """Finds out who asks. `origins` are other pages that may ask, `proxies` are believed when they
    say for whom they ask."""

    def __init__(
        self, persons: Persons, origins: Collection[str] = (), proxies: Container[str] = ()
    ):
        self._persons = persons
        self._origins = frozenset(origins)
        self._proxies = proxies

    async def person(self, headers: Headers) -> Person | None:
        """Return who asks, None for somebody without a name. Raise Refusal for a secret that is
        nobody's."""
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
        """Raise Refusal for a page that is not ours."""
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
    """Return what shares limits with this address. Whoever has one IPv6 address has 2^64 of
    them."""
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


def browser_of(headers: Headers) -> str:
    """Return what is kept of the number of a browser: its hash. Empty for programs, which show
    their secret, and for browsers that have none yet."""
    if "authorization" in headers:
        return ""
    number = cookie_in(headers.get("cookie"), BROWSER_COOKIE)
    return hashed_browser(number) if number and len(number) <= LONGEST_NUMBER else ""


def hashed_browser(number: str) -> str:
    return digest(number).hex()


def cookie_in(header: str | None, name: str = COOKIE) -> str | None:
    """Return our secret, or another cookie of ours."""
    if not header or name not in header:
        return None
    try:
        found = SimpleCookie(header).get(name)
    except CookieError:
        return None
    return None if found is None else found.value


def secret_in(headers: Headers) -> str:
    """Return the secret that a device proves itself with; empty if it shows none."""
    shown = headers.get("authorization")
    return shown[len(BEARER) :].strip() if shown else cookie_in(headers.get("cookie")) or ""

"""Who asks, and from where: for REST calls and WebSockets alike.

A browser sends us its cookies no matter whose page it shows, so a page of another origin could act
for the person. Therefore the Origin of a WebSocket, and of every call that changes something, must
be ours. Programs send neither an Origin nor a cookie; they send their secret.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection, Container, Mapping
from http.cookies import CookieError, SimpleCookie
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from upturn.errors import Refusal
from upturn.server.people.persons import digest, new_secret

if TYPE_CHECKING:
    from upturn.server.people.persons import Persons, SignedIn

COOKIE = "upturn"
BROWSER_COOKIE = "upturn-browser"
"""The random number of a browser, which is the same for all its names, and our tag for it."""
LONGEST_NUMBER = 64
TAG_BYTES = 8
BEARER = "bearer "
FORWARDED_FOR = "x-forwarded-for"
MOST_HOPS = 20
"""Proxies in a row of which a request may have come. Nobody has so many."""

Headers = Mapping[str, str]
"""By name in lower case."""


class Access:
    """Finds out who asks. `origins` are other pages that may ask. `proxies` are trusted to say
    whose request they pass on. `browsers` is the secret with which numbers of browsers are
    tagged."""

    def __init__(
        self,
        persons: Persons,
        origins: Collection[str] = (),
        proxies: Container[str] = (),
        *,
        browsers: bytes,
    ):
        self._persons = persons
        self._origins = frozenset(origins)
        self._proxies = proxies
        self._browsers = browsers

    async def signed_in(self, headers: Headers) -> SignedIn | None:
        """Return who asks, and with which device; None for somebody without a name. Raise Refusal
        for a secret that is nobody's."""
        bearer = headers.get("authorization")
        if bearer is not None:
            found = None
            if bearer[: len(BEARER)].lower() == BEARER:
                found = await self._persons.signed_in(bearer[len(BEARER) :].strip())
            if found is None:
                raise Refusal("unknown-secret")
            return found
        return await self._persons.signed_in(cookie_in(headers.get("cookie")))

    def is_current(self, signed_in: SignedIn | None) -> bool:
        """Whether who asked is still who they were; else ask `still_signed_in`."""
        return signed_in is None or self._persons.is_current(signed_in)

    async def still_signed_in(
        self, signed_in: SignedIn | None, headers: Headers
    ) -> SignedIn | None:
        """Return who asks after some waiting. Raise Refusal if the device was signed out in the
        meantime."""
        while signed_in is not None and not self.is_current(signed_in):
            signed_in = await self._persons.signed_in(secret_in(headers))
            if signed_in is None:
                raise Refusal("signed-out")
        return signed_in

    def check_origin(self, headers: Headers) -> None:
        """Raise Refusal if the request comes from a page that is not ours."""
        origin = headers.get("origin")
        if origin is None or origin in self._origins:
            return
        if origin == "null" or host_in(origin) != (headers.get("host") or "").lower():
            raise Refusal("foreign-page")

    def address(self, peer: str, headers: Headers) -> str:
        """Return where a request comes from: what trusted proxies say, or the peer itself.
        `headers` has the values of a header that is repeated in one, with commas."""
        return household(forwarded_by(peer, headers.get(FORWARDED_FOR, ""), self._proxies))

    def is_proxy(self, peer: str) -> bool:
        return peer in self._proxies

    def browser_of(self, headers: Headers) -> str:
        """Return what is kept of the number of a browser: its hash. Empty for programs, which show
        their secret, and for browsers without a number of ours."""
        if "authorization" in headers:
            return ""
        shown = cookie_in(headers.get("cookie"), BROWSER_COOKIE) or ""
        number, _, tag = shown.rpartition(".")
        if not number or len(shown) > LONGEST_NUMBER:
            return ""
        ours = hmac.compare_digest(tag.encode(), self._tag(number).encode())
        return digest(number).hex() if ours else ""

    def number_for(self, headers: Headers) -> str | None:
        """Return a new number for a browser that has none, with our tag; None for others."""
        if "authorization" in headers or self.browser_of(headers):
            return None
        number = new_secret()
        return f"{number}.{self._tag(number)}"

    def _tag(self, number: str) -> str:
        """Return what only we can add to a number, so that nobody makes up numbers."""
        return hmac.digest(self._browsers, number.encode(), "sha256")[:TAG_BYTES].hex()


def forwarded_by(peer: str, header: str, proxies: Container[str]) -> str:
    """Return the address that a request was sent from, given the peer and X-Forwarded-For.

    Each proxy adds at the right whom it was asked by. So the header is read from the right as long
    as those who wrote it are trusted. The rest may be made up: the client sent it.
    """
    found = peer
    for said in reversed(header.rsplit(",", MOST_HOPS)[-MOST_HOPS:]):
        if found not in proxies:
            break
        address = _without_port(said.strip())
        if address is None:  # the last proxy did not know either
            break
        found = address
    return found


def _without_port(said: str) -> str | None:
    """Return the address that a proxy names; None if that is none. Some add the port."""
    if said.startswith("["):
        said = said[1:].partition("]")[0]
    elif said.count(":") == 1:
        said = said.partition(":")[0]
    try:
        return str(ip_address(said))
    except ValueError:
        return None


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
    """Return the secret that a device sends, or an empty text if it sends none."""
    shown = headers.get("authorization")
    return shown[len(BEARER) :].strip() if shown else cookie_in(headers.get("cookie")) or ""

"""Who may come in: the checks before a WebSocket is accepted and before a REST call is served.

A browser sends its cookies to us whoever's page it shows, so a page of another origin could act
for the person. Therefore the Origin of a WebSocket, and of every call that changes something, must
be ours. Programs send no Origin, and no cookie either: they show their secret.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Container, Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from ipaddress import IPv6Address, IPv6Network
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from upturn.errors import Refusal
from upturn.table import Person

if TYPE_CHECKING:
    from upturn.server.hall import Hall
    from upturn.server.limits import Limits
    from upturn.server.metrics import Metrics
    from upturn.server.persons import Persons
    from upturn.server.room import Room
    from upturn.server.sockets import LiveSocket

COOKIE = "upturn"
LIVE = "/live/"
BEARER = "bearer "


Headers = Mapping[str, str]
"""By name in lower case."""


@dataclass(frozen=True)
class Admission:
    """Somebody who may take part in a table, or watch it."""

    room: Room
    person: Person | None
    since: int
    address: str


class Door:
    def __init__(
        self,
        hall: Hall,
        persons: Persons,
        limits: Limits,
        metrics: Metrics,
        origins: Collection[str] = (),
        proxies: Container[str] = (),
    ):
        self.hall = hall
        self.persons = persons
        self.limits = limits
        self.metrics = metrics
        self.origins = frozenset(origins)
        self.proxies = proxies
        self._connections: Counter[str] = Counter()
        self._sockets: Counter[str] = Counter()

    def arrived(self, address: str) -> bool:
        """One more connection from there; whether it may stay."""
        self._connections[address] += 1
        stays = self._connections[address] <= self.limits.most["connections_per_address"]
        if not stays:
            self.metrics.refused("too-many-connections")
        return stays

    def went(self, address: str) -> None:
        _less(self._connections, address)

    async def admit(self, target: str, headers: Headers, transport: asyncio.Transport) -> Admission:
        """Let a WebSocket in. Raises Refusal, with an HTTP status in its details."""
        self.check_origin(headers)
        peer = transport.get_extra_info("peername")
        address = self.address(peer[0] if isinstance(peer, tuple) else "", headers)
        self._check_room(address)
        path, _, query = target.partition("?")
        if not path.startswith(LIVE):
            raise Refusal("no-such-page", "There is nothing here.", {"status": 404})
        since = read_since(parse_qs(query).get("since", ["0"])[0])
        person = await self.person(headers)
        room = await self.hall.room(path.removeprefix(LIVE))
        room.check_sight(person)
        # Once more, after all waiting: many may have come to the door at the same time.
        self._check_room(address)
        if room.crowd() >= self.limits.most["sockets_per_table"]:
            raise Refusal("table-full", "Too many people watch this table.", {"status": 503})
        return Admission(room, person, since, address)

    def came(self, socket: LiveSocket) -> None:
        self._sockets[socket.address] += 1
        self.metrics.sockets.inc()

    def left(self, socket: LiveSocket) -> None:
        _less(self._sockets, socket.address)
        self.metrics.sockets.dec()

    async def person(self, headers: Headers) -> Person | None:
        """Who asks; None for somebody without a name. A secret that is nobody's is refused."""
        bearer = headers.get("authorization")
        if bearer is not None:
            found = None
            if bearer[: len(BEARER)].lower() == BEARER:
                found = await self.persons.of_secret(bearer[len(BEARER) :].strip())
            if found is None:
                raise Refusal("unknown-secret", "This secret is nobody's here.", {"status": 401})
            return found
        return await self.persons.of_secret(cookie_in(headers.get("cookie")))

    def check_origin(self, headers: Headers) -> None:
        """Raises Refusal for a page that is not ours."""
        origin = headers.get("origin")
        if origin is None or origin in self.origins:
            return
        if origin == "null" or host_in(origin) != (headers.get("host") or "").lower():
            raise Refusal("foreign-page", "This page is not one of this server's.", {"status": 403})

    def address(self, peer: str, headers: Headers) -> str:
        """Where a request comes from: what a trusted proxy says, or the other end itself."""
        forwarded = headers.get("x-forwarded-for")
        if forwarded and peer in self.proxies:
            return household(forwarded.rsplit(",", 1)[-1].strip()[:64])
        return household(peer)

    def _check_room(self, address: str) -> None:
        most = self.limits.most
        if self._sockets.total() >= most["sockets"]:
            raise Refusal("server-full", "The server is full; try again later.", {"status": 503})
        if self._sockets[address] >= most["sockets_per_address"]:
            raise Refusal(
                "too-many-sockets", "Too many tables are open from your network.", {"status": 429}
            )


def _less(counted: Counter[str], address: str) -> None:
    counted[address] -= 1
    if not counted[address]:
        del counted[address]


def household(address: str) -> str:
    """Who shares limits with this address: whoever has one address of IPv6 has 2^64 of them."""
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
    """The host and port of an origin."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def cookie_in(header: str | None) -> str | None:
    """Our secret among the cookies."""
    if not header or COOKIE not in header:
        return None
    try:
        found = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return None
    return None if found is None else found.value


def read_since(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refusal("bad-version", "since is the number of an entry.", {"status": 422})
    return int(text)

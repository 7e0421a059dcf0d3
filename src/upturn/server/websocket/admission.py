"""Admits a WebSocket to a table. Every check before accepting it is here."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from upturn.errors import Refusal

if TYPE_CHECKING:
    from upturn.server.access import Access, Headers
    from upturn.server.config.limits import Limits
    from upturn.server.monitoring.metrics import Metrics
    from upturn.server.tables.registry import TableRegistry
    from upturn.server.tables.room import Room
    from upturn.table import Person

LIVE = "/live/"


@dataclass(frozen=True, slots=True)
class Admitted:
    """Somebody who may take part in a table, or watch it."""

    room: Room
    person: Person | None
    device: str | None
    """The device that proved who they are: the socket ends with it."""
    since: int
    address: str
    browser: str


class Admission:
    """Admits sockets, and counts those that are open."""

    def __init__(self, registry: TableRegistry, access: Access, limits: Limits, metrics: Metrics):
        self.limits, self.metrics = limits, metrics
        self._registry, self._access = registry, access
        self._sockets = limits.open("sockets")

    async def admit(self, target: str, headers: Headers, transport: asyncio.Transport) -> Admitted:
        """Check who comes, from where, and whether there is room. Raise Refusal."""
        self._access.check_origin(headers)
        peer = transport.get_extra_info("peername")
        address = self._access.address(peer[0] if isinstance(peer, tuple) else "", headers)
        self.limits.spend("handshakes", address)
        self._check_numbers(address)
        path, _, query = target.partition("?")
        if not path.startswith(LIVE):
            raise Refusal("no-such-page")
        since = read_since(parse_qs(query).get("since", ["0"])[0])
        signed_in = await self._access.signed_in(headers)
        room = await self._registry.room(path.removeprefix(LIVE))
        while not self._access.is_current(signed_in):
            signed_in = await self._access.still_signed_in(signed_in, headers)
            room = await self._registry.room(room.table.id)
        person = None if signed_in is None else signed_in.person
        browser = self._access.browser_of(headers)
        room.check_sight(person, browser)
        # Check again after all the waiting: many may have come at the same time.
        self._check_numbers(address)
        self._check_table(room, person)
        device = None if signed_in is None else signed_in.device
        return Admitted(room, person, device, since, address, browser)

    def _check_table(self, room: Room, person: Person | None) -> None:
        """Raise Refusal if too many watch, or if one person is here too often. Spectators cannot
        keep players from their seats."""
        most, attendance = self.limits.most, room.attendance
        if not attendance.plays(person) and attendance.connected() >= most["sockets_per_table"]:
            raise Refusal("table-full")
        if person is not None and attendance.devices_of(person) >= most["devices_per_table"]:
            raise Refusal("too-many-devices", most=most["devices_per_table"])

    def opened(self, address: str) -> None:
        """Count a socket that is open now."""
        self._sockets.add(address)
        self.metrics.sockets.inc()

    def closed(self, address: str) -> None:
        self._sockets.remove(address)
        self.metrics.sockets.dec()

    def _check_numbers(self, address: str) -> None:
        most = self.limits.most
        if self._sockets.total() >= most["sockets"]:
            raise Refusal("server-full")
        if self._sockets.of(address) >= most["sockets_per_address"]:
            raise Refusal("too-many-sockets")


def read_since(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refusal("bad-version")
    return int(text)

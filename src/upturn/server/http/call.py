"""A call of the API as data. Routes and the OpenAPI document are made from it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from upturn.errors import Refusal
from upturn.server.http.statuses import status_of

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from upturn.server.people.persons import SignedIn
    from upturn.server.services import Services
    from upturn.table import Person, Table

Method = Literal["GET", "POST", "PATCH", "DELETE"]
JSON = "application/json"


class Query(Struct, frozen=True, forbid_unknown_fields=True):
    """The query of a call; see its subclasses."""


@dataclass(slots=True)
class Asked:
    """A request for a call, already checked, counted and read."""

    request: Request
    services: Services
    address: str
    signed_in: SignedIn | None
    """Who asks, and with which device, if they have a name here."""
    body: Any = None
    query: Any = None

    @property
    def browser(self) -> str:
        """What is kept of the browser that asks; empty for a program, or if it is new here."""
        return self.services.access.browser_of(self.request.headers)

    async def saw(self, table: Table) -> None:
        """Note that the asker is shown this table, before the answer goes out."""
        sightings = self.services.sightings
        person = "" if self.someone is None else self.someone.id
        sightings.note(table, person, self.browser, self.address)
        await sightings.written()

    async def has_seen(self, deal: str) -> bool:
        """Return whether the asker has seen the cards of a deal, under this name or in this
        browser."""
        return await self.services.sightings.has_seen(self.someone, self.browser, deal)

    @property
    def someone(self) -> Person | None:
        """Who asks, if they have a name here."""
        return None if self.signed_in is None else self.signed_in.person

    @property
    def device(self) -> str:
        """The device that asks, in calls for somebody with a name."""
        if self.signed_in is None:
            raise Refusal("nameless")
        return self.signed_in.device

    async def check_still_signed_in(self) -> None:
        """Raise Refusal if the device that asks was signed out while the call waited."""
        self.signed_in = await self.services.access.still_signed_in(
            self.signed_in, self.request.headers
        )

    def expect_person(self) -> Person:
        """Return who asks. Raise Refusal for somebody without a name."""
        if self.someone is None:
            raise Refusal("nameless")
        return self.someone

    @property
    def person(self) -> Person:
        """Who asks, in calls for somebody with a name."""
        return self.expect_person()

    def path(self, name: str) -> str:
        return str(self.request.path_params[name])

    @property
    def origin(self) -> str:
        """The address of this server, for links."""
        public = self.services.settings.public_url
        url = self.request.url
        return public or f"{url.scheme}://{url.netloc}"


Handler = Callable[[Asked], Awaitable["Struct | Response"]]


@dataclass(frozen=True)
class Call:
    method: Method
    path: str
    handler: Handler
    summary: str
    gives: Any = None
    """The type of the answer; None if it has no body, or one that `media` names."""
    takes: Any = None
    """The type of the body."""
    query: type[Query] | None = None
    status: int = 200
    refusals: tuple[str, ...] = ()
    """Codes of its own refusals, in addition to those of every call of its kind. One per status is
    enough."""
    person: bool = False
    """Whether it is for somebody with a name."""
    anybody: bool = False
    """Whether the call ignores who asks. Secrets sent here are not ours to judge."""
    index: bool = False
    """Whether it reads the index of tables, which is brought up to date first."""
    rate: str | None = None
    """The rate limit it counts for, besides that of all requests."""
    media: str = JSON

    @property
    def changes(self) -> bool:
        """Whether the call may change something, so that other pages may not make it for a
        person."""
        return self.method != "GET"

    @property
    def all_refusals(self) -> list[int]:
        """Every status with which it may be refused."""
        codes = {"too-many-requests", "unavailable", *self.refusals}
        if not self.anybody:
            codes.add("unknown-secret")
        if self.takes is not None:
            codes |= {"no-json", "too-long", "not-json", "bad-body"}
        if self.changes:
            codes |= {"foreign-page", "not-json"}
        if self.query is not None:
            codes.add("bad-query")
        if "{" in self.path:
            codes.add("no-such-table")
        return sorted({status_of(code) for code in codes})

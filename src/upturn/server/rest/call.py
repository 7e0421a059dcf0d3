"""What a call of the API is: data, from which routes and the OpenAPI document are made."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from upturn.errors import Refusal

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from upturn.server.house import House
    from upturn.table import Person

Method = Literal["GET", "POST", "PATCH", "DELETE"]
JSON = "application/json"


class Query(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands behind the question mark of a call; see its subclasses."""


@dataclass(slots=True)
class Asked:
    """A call that somebody makes: let in, counted, and read."""

    request: Request
    house: House
    address: str
    someone: Person | None
    """Who asks, if they have a name here."""
    body: Any = None
    query: Any = None

    def expect_person(self) -> Person:
        """Who asks. Raises Refusal for somebody without a name."""
        if self.someone is None:
            raise Refusal("nameless", "Give yourself a name first.", {"status": 401})
        return self.someone

    @property
    def person(self) -> Person:
        """Who asks, in calls for somebody with a name."""
        return self.expect_person()

    def path(self, name: str) -> str:
        return str(self.request.path_params[name])

    @property
    def origin(self) -> str:
        """Where people find this server, to make links of."""
        public = self.house.settings.public_url
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
    """The type of the answer; None: it has no body, or one that `media` names."""
    takes: Any = None
    """The type of the body."""
    query: type[Query] | None = None
    status: int = 200
    refusals: tuple[int, ...] = ()
    """Statuses of its own refusals, besides those that any call of its kind may meet."""
    person: bool = False
    """Whether it is for somebody with a name."""
    anybody: bool = False
    """Whether it is not even asked who it is: secrets shown here are not ours to judge."""
    register: bool = False
    """Whether it tells of what is kept beside the logs: that is brought up to date first."""
    rate: str | None = None
    """What it counts as, besides being a request."""
    media: str = JSON

    @property
    def changes(self) -> bool:
        """Whether it may change something, so that no other page may make it for a person."""
        return self.method != "GET"

    @property
    def all_refusals(self) -> list[int]:
        """Every status with which it may be refused."""
        found = {429, 503, *self.refusals} | (set() if self.anybody else {401})
        if self.takes is not None:
            found |= {400, 413, 415, 422}
        if self.changes:
            found |= {403, 415}
        if self.query is not None:
            found.add(422)
        if "{" in self.path:
            found.add(404)
        return sorted(found)

"""A person and their devices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.errors import Refusal
from upturn.server import security
from upturn.server.door import BEARER, cookie_in
from upturn.server.rest.call import Query
from upturn.server.rest.drawing import qr_code
from upturn.server.rest.listing import table_line
from upturn.server.rest.serving import answer_of
from upturn.server.rest.tables import tables_of
from upturn.wire.base import TableId
from upturn.wire.facts import Me
from upturn.wire.requests import Link, Tables

if TYPE_CHECKING:
    from starlette.responses import Response

    from upturn.server.rest.call import Asked
    from upturn.wire.answers import LinkToken
    from upturn.wire.requests import NewPerson


async def tell(asked: Asked) -> Me:
    return await me_of(asked, asked.person.id)


async def come(asked: Asked) -> Response:
    """A new person, and the secret of this device: told once, and kept in its cookie."""
    if asked.someone is not None:
        raise Refusal(
            "named-already",
            f"You are {asked.someone.name} here; a name can be changed.",
            {"status": 409, "name": asked.someone.name},
        )
    wish: NewPerson = asked.body
    person, secret = await asked.house.persons.come(wish.name)
    return _welcomed(asked, await me_of(asked, person.id, secret), secret)


async def rename(asked: Asked) -> Me:
    wish: NewPerson = asked.body
    await asked.house.persons.rename(asked.person, wish.name)
    return await me_of(asked, asked.person.id)


async def tables(asked: Asked) -> Tables:
    return Tables([table_line(row) for row in await tables_of(asked)])


# --- Devices ---------------------------------------------------------------------------------


class ToTable(Query, frozen=True):
    table: TableId | None = None


async def make_link(asked: Asked) -> Link:
    """An address that makes another device this person's, and leads on to a table."""
    query: ToTable = asked.query
    token, expires = await asked.house.persons.link(asked.person)
    url = f"{asked.origin}/link/{token}"
    if query.table is not None:
        url += f"?to=/t/{query.table}"
    return Link(url, expires, qr_code(url))


async def follow_link(asked: Asked) -> Response:
    """Use up a link. Not by GET, since programs that preview links fetch them."""
    wish: LinkToken = asked.body
    secret = await asked.house.persons.follow(wish.token)
    person = await asked.house.persons.of_secret(secret)
    if person is None:
        raise Refusal("link-used", "The person of this link is no more.", {"status": 410})
    return _welcomed(asked, await me_of(asked, person.id, secret), secret)


async def forget_device(asked: Asked) -> Response:
    """This device is nobody's any more; others of the person stay."""
    await asked.house.persons.forget_device(secret_of(asked))
    return farewell(asked)


# --- Inside ----------------------------------------------------------------------------------


async def me_of(asked: Asked, person: str, secret: str | None = None) -> Me:
    row = await asked.house.store.person(person)
    if row is None:
        raise Refusal("nameless", "Give yourself a name first.", {"status": 401})
    return Me(row.id, row.name, row.created, secret)


def secret_of(asked: Asked) -> str:
    """What this device proves itself with."""
    headers = asked.request.headers
    shown = headers.get("authorization")
    return shown[len(BEARER) :].strip() if shown else cookie_in(headers.get("cookie")) or ""


def _welcomed(asked: Asked, me: Me, secret: str) -> Response:
    response = answer_of(me, 201)
    https = security.came_by_https(asked.request, asked.house.settings)
    security.remember(response, secret, https)
    return response


def farewell(asked: Asked) -> Response:
    """Nothing to say, and no cookie any more."""
    from starlette.responses import Response

    response = Response(status_code=204)
    security.forget(response, security.came_by_https(asked.request, asked.house.settings))
    return response

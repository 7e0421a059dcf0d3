"""A person and their devices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from upturn.errors import Refusal, UpturnError
from upturn.server.http import security
from upturn.server.http.call import Query
from upturn.server.http.calls.listing import claimed_seats, table_line
from upturn.server.http.calls.tables import tables_of
from upturn.server.http.endpoint import answer_of
from upturn.server.http.qr import qr_code
from upturn.server.people.persons import BY_LINK
from upturn.server.people.user_agents import kind_of
from upturn.wire.answers import Device, Devices
from upturn.wire.base import TableId
from upturn.wire.facts import Me, TableLine
from upturn.wire.requests import Link, Tables

if TYPE_CHECKING:
    from starlette.responses import Response

    from upturn.server.http.call import Asked
    from upturn.store import Kind, TableRow
    from upturn.wire.answers import LinkToken
    from upturn.wire.requests import NewPerson


async def tell(asked: Asked) -> Me:
    return await me_of(asked, asked.person.id)


async def come(asked: Asked) -> Response:
    """Add a person. The secret of this device is told once, and kept in its cookie."""
    if asked.someone is not None:
        raise Refusal("named-already", name=asked.someone.name)
    wish: NewPerson = asked.body
    person, secret = await asked.services.persons.come(wish.name, _kind(asked))
    return _welcomed(asked, await me_of(asked, person.id, secret), secret)


async def rename(asked: Asked) -> Me:
    wish: NewPerson = asked.body
    await asked.services.persons.rename(asked.person, wish.name)
    return await me_of(asked, asked.person.id)


async def tables(asked: Asked) -> Tables:
    return Tables([await _own_line(asked, row) for row in await tables_of(asked)])


async def _own_line(asked: Asked, row: TableRow) -> TableLine:
    """Return a table's line, with those of the asker's seats that somebody asks for."""
    line = table_line(row)
    if not claimed_seats(row):
        return line
    try:
        room = await asked.services.registry.room(row.id)
    except UpturnError:  # the log does not fold any more
        return line
    own = {*room.seats_of(asked.person), *room.attendance.lost_seats(asked.person)}
    claimed = {claim.seat for claim in room.table.claims}
    return msgspec.structs.replace(line, claimed=sorted(own & claimed))


# --- Devices ---------------------------------------------------------------------------------


class ToTable(Query, frozen=True):
    table: TableId | None = None


async def make_link(asked: Asked) -> Link:
    """Make a link that makes another device this person's, and leads on to a table."""
    query: ToTable = asked.query
    token, expires = await asked.services.persons.link(asked.person)
    url = f"{asked.origin}/link/{token}"
    if query.table is not None:
        url += f"?to=/t/{query.table}"
    return Link(url, expires, qr_code(url))


async def follow_link(asked: Asked) -> Response:
    """Use up a link. Not by GET, since programs that preview links fetch them."""
    wish: LinkToken = asked.body
    secret = await asked.services.persons.follow(wish.token, _kind(asked))
    person = await asked.services.persons.of_secret(secret)
    if person is None:
        raise Refusal("link-used")
    return _welcomed(asked, await me_of(asked, person.id, secret), secret)


async def devices(asked: Asked) -> Devices:
    return Devices(await devices_of(asked))


async def leave(asked: Asked) -> Response:
    """Sign out this device; others of the person stay."""
    await asked.services.persons.leave(asked.person, asked.device)
    return farewell(asked)


async def sign_out(asked: Asked) -> Response:
    device = asked.path("device")
    if device == asked.device:
        return await leave(asked)
    await asked.services.persons.sign_out(asked.person, device)
    return empty()


async def sign_out_others(asked: Asked) -> Response:
    await asked.services.persons.sign_out_others(asked.person, asked.device)
    return empty()


# --- Inside ----------------------------------------------------------------------------------


async def me_of(asked: Asked, person: str, secret: str | None = None) -> Me:
    row = await asked.services.store.person(person)
    if row is None:
        raise Refusal("nameless")
    return Me(row.id, row.name, row.created, secret)


async def devices_of(asked: Asked) -> list[Device]:
    return [
        Device(
            id=row.id,
            created=row.created,
            seen=row.seen,
            this=row.id == asked.device,
            by_link=row.label == BY_LINK,
            browser=row.browser,
            system=row.system,
        )
        for row in await asked.services.persons.devices(asked.person)
    ]


def _kind(asked: Asked) -> Kind:
    return kind_of(asked.request.headers.get("user-agent"))


def _welcomed(asked: Asked, me: Me, secret: str) -> Response:
    response = answer_of(me, 201)
    https = security.came_by_https(asked.request, asked.services.settings)
    security.remember(response, secret, https)
    return response


def empty() -> Response:
    from starlette.responses import Response

    return Response(status_code=204)


def farewell(asked: Asked) -> Response:
    """Return an empty answer that deletes the cookie."""
    response = empty()
    security.forget(response, security.came_by_https(asked.request, asked.services.settings))
    return response

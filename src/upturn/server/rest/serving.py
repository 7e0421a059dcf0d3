"""Answers calls: lets in, counts, reads, asks the handler, and writes what it says.

Whatever goes wrong is told as a `Problem` with a status, never with a stack trace.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from upturn.errors import BrokenLog, Refusal, StoreUnavailable, UpturnError
from upturn.server.logs import log
from upturn.server.rest.call import JSON, Asked, Call
from upturn.server.wording import NO_JSON, in_words, technical
from upturn.wire.requests import Problem

if TYPE_CHECKING:
    from starlette.requests import Request

    from upturn.server.house import House

LONGEST_BODY = 64 * 1024
BY_PERSON = "tables"
"""The rate that is counted by person; all others are by address."""
USUAL_STATUS = 409
"""The status of a refusal that names none: what was asked for does not fit how things stand."""

encode = msgspec.json.Encoder().encode
Endpoint = Callable[["Request"], Awaitable[Response]]


def endpoint(calls: Mapping[str, Call]) -> Endpoint:
    """What answers the calls of one path, by their methods."""

    async def serve(request: Request) -> Response:
        call = calls["GET" if request.method == "HEAD" else request.method]
        try:
            return await _serve(call, request)
        except Refusal as refusal:
            request.state.house.metrics.refused(refusal.code)
            return refused(refusal)
        except StoreUnavailable as problem:
            log.error("store unavailable", problem=str(problem))
            return refused(UNAVAILABLE)
        except BrokenLog as problem:
            log.error("table does not fold", problem=str(problem))
            return refused(UNREADABLE_TABLE)
        except UpturnError as problem:
            details = {"status": 422, "problem": str(problem)}
            return refused(Refusal("invalid", str(problem), details))
        except asyncio.CancelledError:  # the server stops, and has waited for some seconds
            return refused(RESTARTING)
        except ClientDisconnect:
            return Response(status_code=400)  # to nobody
        except Exception:  # what it was is in the log alone
            log.exception("call failed", method=call.method, path=call.path)
            return refused(MISTAKE)

    return serve


async def _serve(call: Call, request: Request) -> Response:
    house: House = request.state.house
    door, headers = house.door, request.headers
    address = door.address(request.client.host if request.client else "", headers)
    house.limits.spend("requests", address)
    if call.changes:
        _check_page(request, house)
    someone = None if call.anybody else await door.person(headers)
    asked = Asked(request, house, address, someone)
    if call.person:
        asked.expect_person()
    if call.rate is not None:
        house.limits.spend(call.rate, someone.id if someone and call.rate == BY_PERSON else address)
    if call.query is not None:
        asked.query = _read_query(call.query, request)
    if call.takes is not None:
        asked.body = await _read_body(call.takes, request)
    if call.register:
        await house.hall.register.written()
    answer = await call.handler(asked)
    if not isinstance(answer, Response):
        answer = answer_of(answer, call.status)
    answer.headers.setdefault("cache-control", "no-store")
    return answer


def answer_of(data: Any, status: int = 200) -> Response:
    """An answer that wants more than a body: a cookie, a file name."""
    return Response(encode(data), status, media_type=JSON)


# --- Reading ---------------------------------------------------------------------------------


def _check_page(request: Request, house: House) -> None:
    """A page of another origin cannot act for a person: browsers tell the origin of what changes
    something, and no page can send JSON elsewhere without asking us first."""
    headers = request.headers
    house.door.check_origin(headers)
    if "cookie" in headers and "origin" not in headers and not _is_json(headers):
        raise Refusal("not-json", "Send it as application/json.", {"status": 415})


def _is_json(headers: Mapping[str, str]) -> bool:
    return headers.get("content-type", "").partition(";")[0].strip().lower() == JSON


def _read_query(type_: type[Any], request: Request) -> Any:
    query = dict(request.query_params)
    try:
        return msgspec.convert(query, type_, strict=False)
    except msgspec.ValidationError as error:
        problem = technical(error)
        details = {"status": 422, "problem": problem}
        raise Refusal("bad-query", in_words(problem, type_, query), details) from error


async def _read_body(type_: Any, request: Request) -> Any:
    if not _is_json(request.headers):
        raise Refusal("not-json", "Send it as application/json.", {"status": 415})
    length = request.headers.get("content-length", "0")
    if length.isascii() and length.isdigit() and int(length[:12]) > LONGEST_BODY:
        raise too_long()
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_BODY:
            raise too_long()
    try:
        return msgspec.json.decode(body, type=type_)
    except msgspec.ValidationError as error:
        problem = technical(error)
        details = {"status": 422, "problem": problem}
        raise Refusal("bad-body", in_words(problem, type_, bytes(body)), details) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("no-json", NO_JSON, {"status": 400}) from error


# --- Refusing --------------------------------------------------------------------------------

UNAVAILABLE = Refusal(
    "unavailable", "The server cannot reach its database right now; try again.", {"status": 503}
)
RESTARTING = Refusal("restarting", "The server restarts; come back in a moment.", {"status": 503})
UNREADABLE_TABLE = Refusal(
    "unreadable-table",
    "This table was played under other rules than this server has now.",
    {"status": 410},
)
MISTAKE = Refusal("mistake", "The server made a mistake; it has been noted.", {"status": 500})


def too_long() -> Refusal:
    most = LONGEST_BODY // 1024
    return Refusal("too-long", f"At most {most} KiB are read.", {"status": 413, "most": most})


def refused(refusal: Refusal) -> Response:
    """A refusal as an answer."""
    details = dict(refusal.details)
    status = int(str(details.pop("status", USUAL_STATUS)))
    response = answer_of(Problem(refusal.code, refusal.sentence, details), status)
    response.headers["cache-control"] = "no-store"
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        response.headers["retry-after"] = str(details.get("seconds", 1))
    if status == HTTPStatus.UNAUTHORIZED:
        response.headers["www-authenticate"] = "Bearer"
    return response

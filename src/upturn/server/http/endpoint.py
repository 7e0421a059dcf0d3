"""Answers calls: checks, counts and reads the request, asks the handler, and writes its answer.

Errors are told as a `Problem` with a status, never with a stack trace.
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
from upturn.server.access import household
from upturn.server.http import security
from upturn.server.http.call import JSON, Asked, Call
from upturn.server.http.statuses import CLIENT_GONE, status_of
from upturn.server.monitoring.logs import logger
from upturn.server.validation import explained, technical
from upturn.wire.requests import Problem

if TYPE_CHECKING:
    from starlette.requests import Request

    from upturn.server.services import Services

LONGEST_BODY = 64 * 1024
BY_PERSON = "tables"
"""The rate that is counted per person. All others are counted per address."""

encode = msgspec.json.Encoder().encode
Endpoint = Callable[["Request"], Awaitable[Response]]


def endpoint(calls: Mapping[str, Call]) -> Endpoint:
    """Return the endpoint that answers the calls of one path, by method."""

    async def serve(request: Request) -> Response:
        call = calls["GET" if request.method == "HEAD" else request.method]
        answer = await answered(call, request)
        if not call.anybody:
            _number_browser(request, answer)
        return answer

    async def answered(call: Call, request: Request) -> Response:
        try:
            return await _serve(call, request)
        except Refusal as refusal:
            request.state.services.metrics.refused(refusal.code)
            return refused(refusal)
        except StoreUnavailable as problem:
            logger.error("store unavailable", problem=str(problem))
            return refused(Refusal("unavailable"))
        except BrokenLog as problem:
            logger.error("table does not fold", problem=str(problem))
            return refused(Refusal("unreadable-table"))
        except UpturnError as problem:
            return refused(Refusal("invalid", problem=str(problem)))
        except asyncio.CancelledError:  # the server is stopping, and has waited a few seconds
            return refused(Refusal("restarting"))
        except ClientDisconnect:
            return Response(status_code=CLIENT_GONE)
        except Exception:  # details go into the log only
            logger.exception("call failed", method=call.method, path=call.path)
            return refused(Refusal("mistake"))

    return serve


async def _serve(call: Call, request: Request) -> Response:
    services: Services = request.state.services
    access, headers = services.access, request.headers
    address = count(request)
    if call.changes:
        _check_page(request, services)
    asked = Asked(
        request, services, address, None if call.anybody else await access.signed_in(headers)
    )
    someone = asked.someone
    if call.person:
        asked.expect_person()
    if call.rate is not None:
        services.limits.spend(
            call.rate, someone.id if someone and call.rate == BY_PERSON else address
        )
    if call.query is not None:
        asked.query = _read_query(call.query, request)
    if call.takes is not None:
        asked.body = await _read_body(call.takes, request)
        await asked.check_still_signed_in()  # a body may take its time
    if call.index:
        await services.registry.index.written()
    answer = await call.handler(asked)
    if not isinstance(answer, Response):
        answer = answer_of(answer, call.status)
    answer.headers.setdefault("cache-control", "no-store")
    return answer


def _number_browser(request: Request, answer: Response) -> None:
    """Give a browser without a number one. It goes with refusals, too: the first call of our page
    asks who somebody without a name is."""
    services: Services = request.state.services
    number = services.access.number_for(request.headers)
    if number is not None:
        https = security.came_by_https(request, services.settings)
        security.remember_browser(answer, number, https)


def count(request: Request) -> str:
    """Count a request and return the address that it counts for. Raise Refusal if it is one too
    many."""
    services: Services = request.state.services
    address = household(request.client.host if request.client else "")
    services.limits.spend("requests", address)
    return address


def answer_of(data: Any, status: int = 200) -> Response:
    """Return data as a response, for answers that need more: a cookie, a file name."""
    return Response(encode(data), status, media_type=JSON)


# --- Reading ---------------------------------------------------------------------------------


def _check_page(request: Request, services: Services) -> None:
    """Raise Refusal if a page of another origin acts for a person. Browsers send the origin with
    every request that changes something, and a page cannot send JSON to another origin without
    asking that origin first."""
    headers = request.headers
    services.access.check_origin(headers)
    if "cookie" in headers and "origin" not in headers and not _is_json(headers):
        raise Refusal("not-json")


def _is_json(headers: Mapping[str, str]) -> bool:
    return headers.get("content-type", "").partition(";")[0].strip().lower() == JSON


def _read_query(type_: type[Any], request: Request) -> Any:
    query = dict(request.query_params)
    try:
        return msgspec.convert(query, type_, strict=False)
    except msgspec.ValidationError as error:
        problem = technical(error)
        why = explained(problem, type_, query)
        raise Refusal("bad-query", problem=problem, why=why) from error


async def _read_body(type_: Any, request: Request) -> Any:
    if not _is_json(request.headers):
        raise Refusal("not-json")
    length = request.headers.get("content-length", "0")
    if length.isascii() and length.isdigit() and int(length[:12]) > LONGEST_BODY:
        raise Refusal("too-long", most=LONGEST_BODY // 1024)
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_BODY:
            raise Refusal("too-long", most=LONGEST_BODY // 1024)
    try:
        return msgspec.json.decode(body, type=type_)
    except msgspec.ValidationError as error:
        problem = technical(error)
        why = explained(problem, type_, bytes(body))
        raise Refusal("bad-body", problem=problem, why=why) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("no-json") from error


# --- Refusing --------------------------------------------------------------------------------


def refused(refusal: Refusal) -> Response:
    """Return a refusal as a response."""
    status, details = status_of(refusal.code), refusal.details
    response = answer_of(Problem(refusal.code, refusal.sentence, details), status)
    response.headers["cache-control"] = "no-store"
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        response.headers["retry-after"] = str(details.get("seconds", 1))
    if status == HTTPStatus.UNAUTHORIZED:
        response.headers["www-authenticate"] = "Bearer"
    return response

"""The server's log: what goes in, and what never does."""

from __future__ import annotations

import asyncio
import gc
import itertools
import json
import logging
from collections.abc import Iterator
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import structlog
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from tests.support.sitting import ADA, BOB, NONCE, SEED, seated
from upturn.server.config.settings import Settings
from upturn.server.http import request_log
from upturn.server.monitoring import logs
from upturn.server.monitoring.logs import logger
from upturn.server.monitoring.table_log import log_entry
from upturn.server.services import open_services
from upturn.wire import commands as c


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    """Logging is set up for a whole process; afterwards it is as before."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    yield
    root.handlers[:] = before
    root.setLevel(level)
    structlog.reset_defaults()


def logged(form: str = "json", level: str = "info", addresses: bool = False) -> StringIO:
    """From now on this is where the log goes."""
    out = StringIO()
    logs.set_up(Settings(log_format=form, log_level=level, log_addresses=addresses), out)
    return out


def lines(out: StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_an_event_has_its_facts_and_those_bound_around_it() -> None:
    out = logged()
    with logs.bound(request="r1", table="k5"):
        logger.info("seat taken", seat=2)
    logger.info("alone")
    first, second = lines(out)
    assert (first["event"], first["seat"]) == ("seat taken", 2)
    assert (first["request"], first["table"], first["level"]) == ("r1", "k5", "info")
    assert "table" not in second


def test_on_a_console_an_event_is_a_line_to_read() -> None:
    out = logged("console")
    logger.warning("seat taken", seat=2)
    assert "[warning  ] seat taken seat=2" in out.getvalue()


def test_what_is_below_the_level_is_not_logged() -> None:
    out = logged(level="warning")
    logger.info("no")
    logger.warning("yes")
    assert [line["event"] for line in lines(out)] == ["yes"]


@pytest.mark.parametrize(
    "name",
    ["secret", "cookie", "authorization", "seed", "nonce", "token", "hand", "view", "query"],
)
def test_a_secret_is_struck_out_whoever_logs_it(name: str) -> None:
    out = logged(level="debug")
    logger.info("oops", **{name: "hush"})
    with logs.bound(**{name: "hush"}):
        logging.getLogger("some.library").warning("oops too")
    assert "hush" not in out.getvalue()
    assert len(lines(out)) == 2


def test_query_strings_and_passwords_in_texts_are_cut() -> None:
    out = logged()
    logger.info("asked for /live/k5?since=3&secret=hush", url_of="postgresql://ada:hush@db/upturn")
    logging.getLogger("uvicorn.error").error('%s "WebSocket %s"', "x", "/live/k5?secret=hush")
    assert "hush" not in out.getvalue()
    assert "/live/k5?…" in out.getvalue()
    assert "postgresql://db/upturn" in out.getvalue()


def test_addresses_are_logged_only_if_asked_for() -> None:
    for asked in (False, True):
        out = logged(addresses=asked)
        logger.info("came", address="192.0.2.7")
        assert ("192.0.2.7" in out.getvalue()) is asked


def test_libraries_are_heard_from_warnings_on_even_at_debug() -> None:
    out = logged(level="debug")
    for name in ("uvicorn.error", "websockets.server", "asyncio"):
        logging.getLogger(name).info("> GET /live/k5 cookie: hush")
        logging.getLogger(name).warning("mind this")
    assert [line["event"] for line in lines(out)] == ["mind this"] * 3


@pytest.mark.parametrize("form", ["json", "console"])
def test_a_traceback_has_no_values_of_variables(form: str) -> None:
    out = logged(form)

    def fail(hidden: str) -> None:
        raise ZeroDivisionError

    for say in (logger.exception, logging.getLogger("uvicorn.error").exception):
        try:
            fail("seven" + "teen")
        except ZeroDivisionError:
            say("failed")
    assert out.getvalue().count("ZeroDivisionError") >= 2
    assert "seventeen" not in out.getvalue()


@pytest.mark.parametrize("form", ["json", "console"])
def test_a_callback_that_fails_is_logged_without_what_it_was_given(
    form: str, tmp_path: Path
) -> None:
    out = logged(form)

    def fail(hidden: str) -> None:
        raise ZeroDivisionError

    async def serve() -> None:
        async with open_services(Settings(database=str(tmp_path / "upturn.db"))):
            loop = asyncio.get_running_loop()
            loop.call_soon(partial(fail, "seven" + "teen"))
            loop.create_future().set_exception(ValueError("nobody asked"))
            gc.collect()
            await asyncio.sleep(0)

    asyncio.run(serve())
    told = out.getvalue()
    assert "a callback failed" in told
    assert "ZeroDivisionError" in told
    assert "Future exception was never retrieved" in told
    assert "seventeen" not in told


def ask(path: str) -> None:
    """Ask an application for something."""

    async def hello(request: Request) -> PlainTextResponse:
        logger.info("inside")
        return PlainTextResponse("hello")

    async def fail(request: Request) -> PlainTextResponse:
        raise ZeroDivisionError

    routes = [Route("/t/{table}", hello), Route("/link/{once}", hello), Route("/fail", fail)]
    app = request_log.RequestLog(Starlette(routes=routes))
    path, _, query = path.partition("?")
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": path,
        "headers": [],
        "root_path": "",
    }
    scope |= {"query_string": query.encode(), "client": ("192.0.2.7", 9)}

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    async def send(message: Any) -> None:
        pass

    asyncio.run(app(scope, receive, send))


def test_a_request_is_logged_by_its_route_with_an_id_for_all_that_happens_in_it() -> None:
    out = logged(level="debug")
    ask("/t/k5?since=3")
    inside, answered = lines(out)
    assert inside["request"] == answered["request"]
    assert (answered["path"], answered["table"], answered["status"]) == ("/t/{table}", "k5", 200)
    assert "address" not in answered


def test_an_answer_that_took_long_is_worth_a_line_unless_it_was_asked_to_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moments = itertools.count(step=5)
    monkeypatch.setattr(request_log, "perf_counter", lambda: next(moments))
    out = logged()
    ask("/t/slow")
    ask("/t/poll?since=3&wait=20")
    assert [line["table"] for line in lines(out) if line["event"] == "answered"] == ["slow"]


def test_entries_are_noted_with_table_and_seat_and_nothing_that_is_hidden() -> None:
    out = logged(level="debug")
    at = seated("dnup", players=2)
    at.move()
    at.do(ADA, c.Say, seat=1, text="hush")
    at.do(BOB, c.Stand, seat=2)
    at.do(ADA, c.Vote, seat=1, ballot=1, choice="end")
    for change in at.changes:
        log_entry(at.table, change)
    told = [(line["event"], line["level"], line["n"], line.get("seat")) for line in lines(out)]
    seat = at.changes[3].entry.seat  # type: ignore[union-attr]
    assert told == [
        ("opened", "info", 1, 1),
        ("sat", "debug", 2, 2),
        ("started", "info", 3, None),
        ("moved", "debug", 4, seat),
        ("said", "debug", 5, 1),
        ("away", "info", 6, 2),
        ("voted", "debug", 7, 1),
    ]
    assert not any(word in out.getvalue() for word in ("hush", "Ada", SEED, NONCE, "/"))


def test_the_one_time_part_of_a_link_and_unknown_paths_are_not_logged() -> None:
    out = logged(level="debug")
    ask("/link/hush")
    ask("/hush")
    assert "hush" not in out.getvalue()
    assert [line.get("status") for line in lines(out)] == [None, 200, 404]


def test_a_request_that_fails_is_told_with_its_traceback() -> None:
    out = logged()
    with pytest.raises(ZeroDivisionError):
        ask("/fail")
    (line,) = lines(out)
    assert (line["event"], line["path"]) == ("failed", "/fail")
    assert "ZeroDivisionError" in line["exception"]

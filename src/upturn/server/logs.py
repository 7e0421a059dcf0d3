"""The server's log: an event with facts per line, for people or as JSON, to standard error.

    from upturn.server.logs import log
    log.info("seat taken over", table="k5…", seat=2)

`bound(request=…, table=…, seat=…)` adds its facts to everything logged inside. Libraries are heard
from warnings on; what they say below that has addresses and headers in it.

A log is read by people who do not play, and kept. So nothing secret or hidden goes into it: facts
of the names in `SECRET` are struck out whoever logs them, addresses are left out unless the server
is told to keep them, and a traceback has no values of variables.
"""

from __future__ import annotations

import logging
import re
import sys
from contextlib import suppress
from secrets import token_hex
from time import perf_counter
from typing import TYPE_CHECKING, Any, TextIO, cast

import structlog
from structlog.contextvars import bound_contextvars, merge_contextvars
from structlog.typing import EventDict, Processor, WrappedLogger

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from upturn.server.settings import Settings

SECRET = frozenset(
    {
        *("secret", "token", "password", "credential", "cookie", "cookies", "authorization"),
        *("headers", "query", "query_string", "url", "link"),
        *("seed", "nonce", "view", "views", "hand", "hands", "deck", "cards", "position", "body"),
    }
)
"""Facts of these names are struck out."""
ADDRESSES = frozenset({"address", "client", "peer"})
STRUCK_OUT = "(not logged)"
QUERY = re.compile(r"(?<=[\w/-])\?[^\s\"']*=[^\s\"']*")
PASSWORD = re.compile(r"(?<=://)[^/\s@]+@")
SLOW = 1.0
"""Seconds after which an answer is worth a line by itself, unless it was asked to wait."""


log: Any = structlog.get_logger()


def get(part: str) -> Any:
    """A logger whose lines say which part of the server they come from."""
    return structlog.get_logger(part=part)


def bound(**facts: object) -> Any:
    """A context in which these facts are added to what is logged."""
    return bound_contextvars(**facts)


class _Level:
    """From which level on something is logged."""

    lowest = logging.DEBUG


def is_heard(level: int) -> bool:
    """Whether a line of this level is logged: for who would be in everybody's way to say it."""
    return level >= _Level.lowest


# --- Setting up ------------------------------------------------------------------------------


def set_up(settings: Settings, out: TextIO | None = None) -> None:
    """From now on everything that is logged in this process goes this way."""
    out = sys.stderr if out is None else out
    level = _Level.lowest = logging.getLevelName(settings.log_level.upper())
    shared: list[Processor] = [
        merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=settings.log_format == "json"),
        structlog.processors.format_exc_info,
        _discreet(settings.log_addresses),
    ]
    last = _renderer(settings.log_format, out)
    structlog.configure(
        processors=[*shared, last],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(cast("TextIO", Unfailing(out))),
        cache_logger_on_first_use=False,  # a process may be set up twice: workers, tests
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(level, logging.WARNING))
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "asyncio"):
        library = logging.getLogger(name)
        library.handlers.clear()
        library.propagate = name != "uvicorn.access"  # see RequestLog
        library.setLevel(logging.NOTSET)


class Unfailing:
    """Where a log goes: who has something to say goes on with it, even if the disk is full."""

    def __init__(self, out: TextIO):
        self._out = out

    def write(self, text: str) -> None:
        with suppress(OSError):
            self._out.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._out.flush()


def _renderer(form: str, out: TextIO) -> Processor:
    if form == "json":
        return structlog.processors.JSONRenderer(ensure_ascii=False)
    return structlog.dev.ConsoleRenderer(colors=out.isatty(), pad_event_to=0)


def _discreet(addresses: bool) -> Processor:
    """What strikes out secrets, whoever logs them."""

    def strike(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
        for key, value in list(event.items()):
            if key in ADDRESSES and not addresses:
                del event[key]
            elif key in SECRET:
                event[key] = STRUCK_OUT
            elif isinstance(value, str):
                event[key] = PASSWORD.sub("", QUERY.sub("?…", value))
        return event

    return strike


# --- Requests --------------------------------------------------------------------------------


class RequestLog:
    """ASGI: binds an id to all that is logged during a request, and logs how it was answered.

    A path is told as its route has it, with the table it is about: what else stands in a path,
    such as the one-time part of a link, is nobody's business.
    """

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status = 500

        async def watch(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        begun = perf_counter()
        with bound(request=token_hex(4)):
            try:
                await self.app(scope, receive, watch)
            except Exception:
                log.exception("failed", **_asked(scope))
                raise
            seconds = perf_counter() - begun
            slow = seconds >= SLOW and b"wait=" not in scope.get("query_string", b"")
            say = log.info if slow or status >= 500 else log.debug
            client = scope.get("client")
            say(
                "answered",
                status=status,
                ms=round(seconds * 1000, 1),
                address=client[0] if client else None,
                **_asked(scope),
            )


def _asked(scope: Scope) -> dict[str, str]:
    """What was asked for, in words that may be kept."""
    route = getattr(scope.get("route"), "path", "")
    asked = {"method": str(scope["method"]), "path": str(route) or STRUCK_OUT}
    table = scope.get("path_params", {}).get("table")
    return asked | ({"table": str(table)} if table else {})

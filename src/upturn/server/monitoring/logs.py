"""The server's log: an event with facts per line, for people or as JSON, to standard error.

    from upturn.server.monitoring.logs import logger
    logger.info("seat taken over", table="k5…", seat=2)

`bound(request=…, table=…, seat=…)` adds its facts to everything logged inside. Libraries log only
warnings and errors, because their lower levels contain addresses and headers.

People who do not play read this log, and it is kept. So nothing secret or hidden goes into it.
Facts named in `SECRET` are struck out, addresses are left out unless the settings say otherwise,
and neither tracebacks nor errors of callbacks show values.
"""

from __future__ import annotations

import asyncio
import logging
import re
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO, cast

import structlog
from structlog.contextvars import bound_contextvars, merge_contextvars
from structlog.typing import EventDict, Processor, WrappedLogger

if TYPE_CHECKING:
    from upturn.server.config.settings import Settings

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


logger: Any = structlog.get_logger()


def bound(**facts: object) -> Any:
    """Add these facts to everything logged inside a `with`."""
    return bound_contextvars(**facts)


class _Level:
    """The lowest level that is logged."""

    lowest = logging.DEBUG


def is_logged(level: int) -> bool:
    """Return whether lines of this level are logged. Ask before building one on a hot path."""
    return level >= _Level.lowest


# --- Setting up ------------------------------------------------------------------------------


def set_up(settings: Settings, out: TextIO | None = None) -> None:
    """Set up logging for this process."""
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


def log_uncaught(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an error that nobody caught: an event loop's exception handler. The loop's own would show
    the values that a callback was given, hands among them."""
    what = "a callback failed" if "handle" in context else context["message"]
    logger.error(what, exc_info=context.get("exception"))


class Unfailing:
    """A stream that swallows errors: the server goes on even if the disk is full."""

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
    """Return a processor that strikes out secrets."""

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

"""Runs the server: starts uvicorn in this process or in several, and stops it.

With several workers this process supervises, and the workers share its bound port.
"""

from __future__ import annotations

import asyncio
import http.client
import os
import signal
import socket
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import sleep
from types import FrameType
from typing import TYPE_CHECKING, Any

from upturn.folders import state_folder
from upturn.games import compiling
from upturn.server.config.counting import SharedCounts
from upturn.server.config.settings import Settings, usual_database
from upturn.server.config.values import Networks
from upturn.server.run.address import is_everywhere
from upturn.server.run.tuning import allow_files, be_quick, load_games
from upturn.workers import WorkerGroup

if TYPE_CHECKING:
    from uvicorn import Config

LIVE_SOCKET = "upturn.server.websocket.socket:LiveSocket"
LONGEST_MESSAGE = 8 * 1024
SHUTDOWN_TIMEOUT = 5
"""Seconds for requests under way when the server stops."""
FIRST_ANSWER_TIMEOUT = 60
"""Seconds for the server's first answer."""
HEALTH = "/healthz"
KEPT_OPEN = 75
"""Seconds for which a connection waits for its next request. Proxies (nginx: 60) and clients
(httpx: 5) close it sooner, so nobody sends a request just as we close it."""

Make = Callable[[Settings], Any]
"""Makes the ASGI application in the process that serves it."""


class _Stopped(SystemExit):
    """The server was told to stop, and has."""


# --- What every process of the server does -----------------------------------------------------


def make_app(settings: Settings) -> Any:
    from upturn.server.run.app import create_app

    app = create_app(settings)
    load_games()
    return app


def application(settings: Settings, make: Make) -> Any:
    """Set up logging and make the application. uvicorn calls this in each process that serves."""
    from upturn.server.http.forwarding import Forwarded
    from upturn.server.monitoring import logs

    logs.set_up(settings)
    made = make(settings)
    if settings.trusted_proxies:
        made = Forwarded(made, Networks(settings.trusted_proxies))
    logs.logger.info("serves", process=os.getpid(), workers=settings.workers)
    return made


# --- From the first request to the last ----------------------------------------------------------


def check_database(settings: Settings) -> str | None:
    """Open the store once, so that its problems show before anybody is let in. Return in words what
    was done to bring it up to date."""
    from upturn.store import open_store

    if settings.database == usual_database():
        state_folder().mkdir(parents=True, exist_ok=True)

    async def look() -> str | None:
        store = await open_store(settings.database)
        try:
            await store.check()  # a file that is read-only can be opened
        finally:
            await store.close()
        return store.upgraded

    return asyncio.run(look())


def run(
    settings: Settings,
    bound: socket.socket,
    ready: Callable[[], None],
    make: Make = make_app,
    live: str = LIVE_SOCKET,
) -> None:
    """Serve until a signal comes. Call `ready` once, when requests are answered."""
    end_in_good_order()
    try:
        if settings.workers == 1:
            _run_one(settings, bound, ready, make, live)
        else:
            _run_several(settings, bound, ready, make, live)
    except (KeyboardInterrupt, _Stopped):
        pass
    finally:
        bound.close()


def end_in_good_order() -> None:
    """Let SIGTERM end this process in good order from now on."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _leave)


def configured(settings: Settings, make: Make, live: str) -> Config:
    from uvicorn import Config

    from upturn.server.http.connection import Connection

    return Config(
        partial(application, settings, make),
        factory=True,
        loop="auto",  # uvloop, where there is one
        http=Connection,
        ws=live,
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # http/forwarding.py reads them
        timeout_keep_alive=KEPT_OPEN,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
    )


def _run_one(
    settings: Settings, bound: socket.socket, ready: Callable[[], None], make: Make, live: str
) -> None:
    from uvicorn import Server

    allow_files()
    over = threading.Event()
    threading.Thread(target=_call_when_ready, args=(bound, ready, over), daemon=True).start()
    try:
        Server(configured(settings, make, live)).run([bound])
    finally:
        over.set()


def _run_several(
    settings: Settings, bound: socket.socket, ready: Callable[[], None], make: Make, live: str
) -> None:
    from upturn.server.cluster import supervisor
    from upturn.server.monitoring import logs

    allow_files()
    logs.set_up(settings)
    make(settings)  # for the modules it loads, which the workers then share

    def died(ended: int | None) -> None:
        logs.logger.error("a worker died and is being replaced", ended=ended)

    with tempfile.TemporaryDirectory(prefix="upturn-") as folder:
        group = WorkerGroup.create(Path(folder), settings.workers)
        settings = replace(settings, counts=SharedCounts.create(settings.workers))
        plain = compiling.is_going_over()
        work = partial(_work, settings, group, bound, make, live, plain)
        try:
            supervisor.supervise(group.heartbeats, work, ready, died)
        finally:
            group.close()


def _work(
    settings: Settings,
    group: WorkerGroup,
    bound: socket.socket,
    make: Make,
    live: str,
    plain: bool,
    number: int,
) -> None:
    """Serve as the worker of this number."""
    if plain:
        compiling.begin_plain()  # for a process that was spawned, not forked
    from upturn.server.cluster import worker

    be_quick()
    mine = replace(group, number=number)
    with suppress(KeyboardInterrupt):
        worker.serve(configured(replace(settings, group=mine), make, live), mine, bound)


def _leave(signum: int, frame: FrameType | None) -> None:
    # uvicorn stops first and then raises the signal again. This exception then ends the process in
    # good order, which the signal itself would not.
    raise _Stopped


def _call_when_ready(
    bound: socket.socket, ready: Callable[[], None], over: threading.Event
) -> None:
    """Send requests until there is any answer at all, then call `ready`."""
    host, port = bound.getsockname()[:2]
    if is_everywhere(host):
        host = "::1" if bound.family == socket.AF_INET6 else "127.0.0.1"
    while not over.is_set():
        there = http.client.HTTPConnection(host, port, timeout=FIRST_ANSWER_TIMEOUT)
        try:
            there.request("GET", HEALTH)
            there.getresponse().read()
        except (OSError, http.client.HTTPException):
            sleep(0.05)
            continue
        finally:
            there.close()
        ready()
        return

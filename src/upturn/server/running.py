"""Runs the server: binds its port, starts uvicorn, in this process or in several, and stops it.

With several workers this process supervises: it binds the port, and the workers share it.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import http.client
import os
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from ipaddress import ip_address
from pathlib import Path
from time import sleep
from types import FrameType
from typing import TYPE_CHECKING, Any

from upturn.crew import Crew
from upturn.errors import UpturnError
from upturn.folders import state_folder
from upturn.games import compiling
from upturn.server.settings import USUAL_PORT, Settings, usual_database

if TYPE_CHECKING:
    from uvicorn import Config

LIVE_SOCKET = "upturn.server.sockets:LiveSocket"
LONGEST_MESSAGE = 8 * 1024
LAST_WORDS = 5
"""Seconds for requests under way when the server stops."""
PATIENCE = 60
"""Seconds for the first answer."""
PORTS_TRIED = 20
DONT_NEED, PAGE_OUT = 4, 21
"""Of Linux's madvise. The latter, unlike the former, keeps what has been written to."""
HEALTH = "/healthz"
KEPT_OPEN = 75
"""Seconds for which a connection waits for its next request: longer than proxies (nginx: 60) and
clients (httpx: 5) mean to use it again, so that none asks at the moment in which it is closed."""
MOST_FILES = 65_536
"""That a process has open. Every socket is one, and limits.toml allows more of them than most
systems do unless they are asked."""

Make = Callable[[Settings], Any]
"""What makes the ASGI application in the process that serves it."""


class _Stopped(SystemExit):
    """It was told to stop, and has."""


class CannotListen(UpturnError):
    """The address is not to be had; the message says why."""


# --- Where it listens --------------------------------------------------------------------------


def listen(settings: Settings) -> tuple[socket.socket, Settings]:
    """A socket that is bound, and the settings with the port it has. Raises CannotListen."""
    ports = range(USUAL_PORT, USUAL_PORT + PORTS_TRIED)
    for port in ports if settings.port is None else [settings.port]:
        try:
            bound = _bind(settings.host, port)
        except OSError as problem:
            taken = problem.errno in (98, 48, 10048)  # EADDRINUSE: Linux, macOS, Windows
            if settings.port is None and taken:
                continue
            why = "something else listens there" if taken else problem.strerror
            raise CannotListen(
                f"cannot listen on port {port} of {settings.host}: {why}"
            ) from problem
        return bound, replace(settings, port=bound.getsockname()[1])
    raise CannotListen(
        f"the ports {ports[0]} to {ports[-1]} are all taken; --port names another, 0 takes any"
    )


def _bind(host: str, port: int) -> socket.socket:
    kind, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    bound = socket.socket(kind, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere it means that two may listen at once
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.set_inheritable(True)
    except OSError:
        bound.close()
        raise
    return bound


def is_everywhere(host: str) -> bool:
    """Whether a server that listens there can be reached by any address of this machine."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


def lan_address() -> str | None:
    """The address others in the network reach this machine by, if it is in one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent; it only chooses the way out
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if ip_address(found).is_loopback else found


# --- What every process of the server does -----------------------------------------------------


def be_quick() -> None:
    """For a process that serves, before anything is compiled or loaded."""
    # No rule of a game does linear algebra. Numba loads SciPy for it if it is installed: 16 MB;
    # NumPy starts threads, which a process that is to be forked should not have.
    sys.modules.setdefault("scipy", None)  # type: ignore[arg-type]
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # A busy event loop keeps the interpreter for 5 ms at a time; threads that write or think,
    # each needing it but for a moment, would stand in line for that long.
    sys.setswitchinterval(0.001)
    # To look for garbage among a thousand tables takes longer than a move. There is little of it:
    # what a move leaves behind is mostly counted and freed at once.
    gc.set_threshold(20_000, 50, 1_000)


@cache
def load_games() -> None:
    """Load the rules, so that nobody waits for them at the first table. Bots are loaded when one
    sits down: a server of people needs a third less memory."""
    import upturn
    from upturn.games import names, rules_of

    for name in names():
        game = upturn.new(name, players=rules_of(name).player_counts[-1], seed=0)
        game.play(game.free_moves()[0])
        game.view(1)
    # What is loaded now stays. To look through it again for garbage, which Python does every now
    # and then, takes a tenth of a second, in which nobody is answered.
    gc.collect()
    gc.freeze()
    let_go_of_code()


def the_table(settings: Settings) -> Any:
    from upturn.server.app import create_app

    app = create_app(settings)
    load_games()
    return app


def let_go_of_code() -> None:
    """Give back the memory of libraries' code that was needed to load the games, above all LLVM's:
    60 MB. They are pages of files; those that are needed again come back by themselves."""
    if sys.platform != "linux":
        return
    system = ctypes.CDLL(None)
    for line in Path("/proc/self/maps").read_text(encoding="utf-8").splitlines():
        area, access, *_, name = line.split(maxsplit=5)
        if ".so" in name:
            start, end = (int(edge, 16) for edge in area.split("-"))
            how = DONT_NEED if access == "r-xp" else PAGE_OUT
            system.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), how)


def application(settings: Settings, make: Make) -> Any:
    """What uvicorn calls in each process that serves."""
    from upturn.server import logs

    logs.set_up(settings)
    made = make(settings)
    logs.log.info("serves", process=os.getpid(), workers=settings.workers)
    return made


# --- From the first request to the last ----------------------------------------------------------


def check_database(settings: Settings) -> str | None:
    """Open the store once, so that what is wrong with it is said before anybody is let in. Returns
    what was done to bring it up to date, in words."""
    from upturn.store import open_store

    if settings.database == usual_database():
        state_folder().mkdir(parents=True, exist_ok=True)

    async def look() -> str | None:
        store = await open_store(settings.database)
        await store.close()
        return store.upgraded

    return asyncio.run(look())


def run(
    settings: Settings,
    bound: socket.socket,
    ready: Callable[[], None],
    make: Make = the_table,
    live: str = LIVE_SOCKET,
) -> None:
    """Serve until a signal says stop. `ready` is called once, when requests are answered."""
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
    """From now on SIGTERM ends this process as its own decision would: with what it has begun."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _leave)


def configured(settings: Settings, make: Make, live: str) -> Config:
    from uvicorn import Config

    from upturn.server.reading import Connection

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
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_keep_alive=KEPT_OPEN,
        timeout_graceful_shutdown=LAST_WORDS,
    )


def _run_one(
    settings: Settings, bound: socket.socket, ready: Callable[[], None], make: Make, live: str
) -> None:
    from uvicorn import Server

    _allow_files()
    over = threading.Event()
    threading.Thread(target=_tell, args=(bound, ready, over), daemon=True).start()
    try:
        Server(configured(settings, make, live)).run([bound])
    finally:
        over.set()


def _run_several(
    settings: Settings, bound: socket.socket, ready: Callable[[], None], make: Make, live: str
) -> None:
    from upturn.server import logs, supervising

    _allow_files()
    logs.set_up(settings)
    make(settings)  # for what it loads: the workers will have it already

    def died(ended: int | None) -> None:
        logs.log.error("a worker died and is replaced", ended=ended)

    with tempfile.TemporaryDirectory(prefix="upturn-") as folder:
        members = Crew.gather(Path(folder), settings.workers)
        plain = compiling.is_going_over()
        work = partial(_work, settings, members, bound, make, live, plain)
        try:
            supervising.supervise(members.signs, work, ready, died)
        finally:
            members.close()


def _work(
    settings: Settings,
    members: Crew,
    bound: socket.socket,
    make: Make,
    live: str,
    plain: bool,
    number: int,
) -> None:
    """Serve as this worker of the crew."""
    if plain:
        compiling.begin_plain()  # where it was not forked from a process that did
    from upturn.server import working

    be_quick()
    mine = replace(members, number=number)
    with suppress(KeyboardInterrupt):
        working.serve(configured(replace(settings, crew=mine), make, live), mine, bound)


def _allow_files() -> None:
    """Be allowed as many open files as possible, up to what is of use."""
    if sys.platform == "win32":  # there is no such limit
        return
    import resource

    few, many = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if many == resource.RLIM_INFINITY else min(MOST_FILES, many)
    if few != resource.RLIM_INFINITY and few < most:
        with suppress(ValueError, OSError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, many))


def _leave(signum: int, frame: FrameType | None) -> None:
    # uvicorn stops first and raises the signal again afterwards: then this ends the process in
    # good order, which the signal itself would not.
    raise _Stopped


def _tell(bound: socket.socket, ready: Callable[[], None], over: threading.Event) -> None:
    """Ask until there is an answer, whatever it is, and pass it on."""
    host, port = bound.getsockname()[:2]
    if is_everywhere(host):
        host = "::1" if bound.family == socket.AF_INET6 else "127.0.0.1"
    while not over.is_set():
        there = http.client.HTTPConnection(host, port, timeout=PATIENCE)
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

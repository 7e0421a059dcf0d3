"""Runs the server: binds its port, starts uvicorn, in this process or in several, and stops it.

With several workers this process supervises: it binds the port, the workers share it, and one that
dies is replaced. Settings travel to them when they are started.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import http.client
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from time import sleep
from types import FrameType
from typing import TYPE_CHECKING, Any

from upturn.errors import UpturnError
from upturn.folders import state_folder
from upturn.server.settings import USUAL_PORT, Settings, usual_database

if TYPE_CHECKING:
    from uvicorn import Config

LIVE_SOCKET = "upturn.server.sockets:LiveSocket"
LONGEST_MESSAGE = 8 * 1024
LAST_WORDS = 5
"""Seconds for requests under way when the server stops."""
SILENT = 60
"""A worker that has not answered its supervisor for so many seconds hangs, and is replaced."""
PORTS_TRIED = 20
DONT_NEED = 4
"""MADV_DONTNEED of Linux."""
HEALTH = "/healthz"

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
    # Numba loads SciPy if it is installed, for linear algebra that no rule of a game does: 16 MB.
    sys.modules.setdefault("scipy", None)  # type: ignore[arg-type]
    # A busy event loop keeps the interpreter for 5 ms at a time; threads that write or think,
    # each needing it but for a moment, would stand in line for that long.
    sys.setswitchinterval(0.001)
    # To look for garbage among a thousand tables takes longer than a move. There is little of it:
    # what a move leaves behind is mostly counted and freed at once.
    gc.set_threshold(20_000, 50, 1_000)


def load_games() -> None:
    """Load the rules, so that nobody waits for them at the first table. Bots are loaded when one
    sits down: a server of people needs a third less memory."""
    import upturn
    from upturn.games import names, rules_of

    for name in names():
        game = upturn.new(name, players=rules_of(name).player_counts[-1], seed=0)
        game.play(game.free_moves()[0])
        game.view(1)


def the_table(settings: Settings) -> Any:
    from upturn.server.app import create_app

    load_games()
    app = create_app(settings)
    # What is loaded now stays. To look through it again for garbage, which Python does every now
    # and then, takes a tenth of a second, in which nobody is answered.
    gc.collect()
    gc.freeze()
    let_go_of_compiler()
    return app


def let_go_of_compiler() -> None:
    """Give the memory of LLVM's code back: 50 MB that are needed to load compiled rules, not to run
    them. They are pages of a file; those that a bot needs to be loaded come back by themselves."""
    if sys.platform != "linux":
        return
    system = ctypes.CDLL(None)
    for line in Path("/proc/self/maps").read_text(encoding="utf-8").splitlines():
        area, access, *_, name = line.split(maxsplit=5)
        if "libllvmlite" in name and access == "r-xp":
            start, end = (int(edge, 16) for edge in area.split("-"))
            system.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), DONT_NEED)


def application(settings: Settings, make: Make) -> Any:
    """What uvicorn calls in each process that serves."""
    supervisor = multiprocessing.parent_process()
    if supervisor is not None:
        be_quick()
        threading.Thread(target=_follow, args=(supervisor,), daemon=True).start()
    from upturn.server import logs

    logs.set_up(settings)
    made = make(settings)
    logs.log.info("serves", process=os.getpid(), workers=settings.workers)
    return made


def _follow(supervisor: Any) -> None:
    """A worker whose supervisor is gone stops, and leaves the port to the next one."""
    supervisor.join()
    os.kill(os.getpid(), signal.SIGTERM)


# --- From the first request to the last ----------------------------------------------------------


def check_database(settings: Settings) -> None:
    """Open the store once, so that what is wrong with it is said before anybody is let in."""
    from upturn.store import open_store

    if settings.database == usual_database():
        state_folder().mkdir(parents=True, exist_ok=True)

    async def look() -> None:
        store = await open_store(settings.database)
        await store.close()

    asyncio.run(look())


def run(
    settings: Settings,
    bound: socket.socket,
    ready: Callable[[], None],
    make: Make = the_table,
    live: str = LIVE_SOCKET,
) -> None:
    """Serve until a signal says stop. `ready` is called once, when requests are answered."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _leave)
    over = threading.Event()
    watch = threading.Thread(target=_tell, args=(bound, ready, over), daemon=True)
    watch.start()
    try:
        if settings.workers == 1:
            _run_one(configured(settings, make, live), bound)
        else:
            with tempfile.TemporaryDirectory(prefix="upturn-") as folder:
                shared = replace(settings, metrics_folder=Path(folder))
                _run_several(configured(shared, make, live), bound)
    except (KeyboardInterrupt, _Stopped):
        pass
    finally:
        over.set()
        bound.close()


def configured(settings: Settings, make: Make, live: str) -> Config:
    from uvicorn import Config

    return Config(
        partial(application, settings, make),
        factory=True,
        loop="auto",  # uvloop, where there is one
        http="httptools",
        ws=live,
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        workers=settings.workers,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_graceful_shutdown=LAST_WORDS,
        timeout_worker_healthcheck=SILENT,
    )


def _run_one(config: Config, bound: socket.socket) -> None:
    from uvicorn import Server

    Server(config).run([bound])


def _run_several(config: Config, bound: socket.socket) -> None:
    from uvicorn.supervisors import Multiprocess

    Multiprocess(config, [bound]).run()


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
        there = http.client.HTTPConnection(host, port, timeout=SILENT)
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

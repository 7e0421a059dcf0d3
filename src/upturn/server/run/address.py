"""Where a server listens, and how others reach it."""

from __future__ import annotations

import os
import socket
from dataclasses import replace
from ipaddress import ip_address

from upturn.errors import UpturnError
from upturn.server.config.settings import USUAL_PORT, Settings

PORTS_TRIED = 20


class CannotListen(UpturnError):
    """The server cannot listen at its address; the message says why."""


def listen(settings: Settings) -> tuple[socket.socket, Settings]:
    """Return a bound socket, and the settings with its port. Raise CannotListen."""
    ports = range(USUAL_PORT, USUAL_PORT + PORTS_TRIED)
    for port in ports if settings.port is None else [settings.port]:
        try:
            bound = _bind(settings.host, port)
        except OSError as problem:
            taken = problem.errno in (98, 48, 10048)  # EADDRINUSE: Linux, macOS, Windows
            if settings.port is None and taken:
                continue
            why = "something else is listening there" if taken else problem.strerror
            raise CannotListen(
                f"cannot listen on port {port} of {settings.host}: {why}"
            ) from problem
        return bound, replace(settings, port=bound.getsockname()[1])
    raise CannotListen(
        f"ports {ports[0]} to {ports[-1]} are all taken; choose another with --port, or 0 for any"
    )


def _bind(host: str, port: int) -> socket.socket:
    kind, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    bound = socket.socket(kind, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # on other systems it lets two servers listen at once
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.set_inheritable(True)
    except OSError:
        bound.close()
        raise
    return bound


def is_everywhere(host: str) -> bool:
    """Return whether a server that listens there can be reached at any address of this machine."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


def lan_address() -> str | None:
    """Return the address by which others in the network reach this machine, if it is in one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent; it only picks a route
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if ip_address(found).is_loopback else found

"""Programs that checks need and Debian has. If they are missing, root installs them."""

from __future__ import annotations

import os
import shutil
import subprocess

LOCK_TIMEOUT = 300
"""Seconds to wait while another process installs something."""
SYSTEM = ("/usr/local/sbin", "/usr/sbin", "/sbin")
"""Folders that are only in root's path."""


def find(*names: str) -> str | None:
    """Return the path of the first of these programs that is installed."""
    path = os.pathsep.join([os.environ.get("PATH", ""), *SYSTEM])
    return next(filter(None, (shutil.which(name, path=path) for name in names)), None)


def install(*packages: str) -> None:
    """Try to install packages. Do nothing if we are not root or not on Debian."""
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        return
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    command = [apt, "-qq", "-o", f"DPkg::Lock::Timeout={LOCK_TIMEOUT}"]
    for task in (["update"], ["install", "-y", *packages]):
        subprocess.run([*command, *task], env=quiet, check=False, stdout=subprocess.DEVNULL)


def ensure(name: str, package: str) -> str:
    """Return the path of a program, and install it first if needed. End this program if that
    fails."""
    found = find(name)
    if found is None:
        install(package)
        found = find(name)
    if found is None:
        raise SystemExit(
            f"There is no {name} here. Install it (Debian, Ubuntu: apt-get install {package}) "
            "or run this as root."
        )
    return found

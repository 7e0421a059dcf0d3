"""Programs that checks need and that Debian has: installed as root if they are not there."""

from __future__ import annotations

import os
import shutil
import subprocess

LOCK_TIMEOUT = 300
"""Seconds to wait for somebody else who installs something."""
SYSTEM = ("/usr/local/sbin", "/usr/sbin", "/sbin")
"""Where programs are that only root's path names."""


def find(*names: str) -> str | None:
    """Where the first of these programs that is here is."""
    path = os.pathsep.join([os.environ.get("PATH", ""), *SYSTEM])
    return next(filter(None, (shutil.which(name, path=path) for name in names)), None)


def install(*packages: str) -> None:
    """Try to; nothing happens to who is not root, or not on Debian."""
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        return
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    command = [apt, "-qq", "-o", f"DPkg::Lock::Timeout={LOCK_TIMEOUT}"]
    for task in (["update"], ["install", "-y", *packages]):
        subprocess.run([*command, *task], env=quiet, check=False, stdout=subprocess.DEVNULL)


def ensure(name: str, package: str) -> str:
    """Where this program is, after it was installed if need be. Ends the program if not."""
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

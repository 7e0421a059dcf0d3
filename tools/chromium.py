"""The browser that the page is tested in: a Chromium on the path, else Debian's is installed.

One without windows is preferred (chromium-headless-shell): it takes a quarter less processor time.

python -m tools.chromium      prints where it is
"""

from __future__ import annotations

import os
import shutil
import subprocess

PACKAGES = ("chromium-headless-shell", "chromium")
"""The first that there is is installed."""
NAMES = (*PACKAGES, "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = (
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # WebGL without a graphics card.
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
)
PATIENCE = 300
"""Seconds to wait for somebody else who installs something."""
HELP = (
    "The browser tests need Chromium, and there is none on the path. Install it "
    "(Debian, Ubuntu: apt-get install chromium) or let `make test` do so as root."
)


def arguments() -> list[str]:
    """Its sandbox does not work for root."""
    return [*ARGUMENTS, "--no-sandbox"] if os.geteuid() == 0 else [*ARGUMENTS]


def find() -> str | None:
    """Where it is."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def ensure() -> str:
    """Where it is, after it was installed if need be. Ends the program if it cannot be."""
    found = find()
    apt = shutil.which("apt-get")
    if found is None and apt is not None and os.geteuid() == 0:
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        command = [apt, "-qq", "-o", f"DPkg::Lock::Timeout={PATIENCE}"]
        for task in (["update"], *(["install", "-y", package] for package in PACKAGES)):
            subprocess.run([*command, *task], env=quiet, check=False, stdout=subprocess.DEVNULL)  # noqa: S603
            found = find()
            if found is not None:
                break
    if found is None:
        raise SystemExit(HELP)
    return found


if __name__ == "__main__":
    print(ensure())

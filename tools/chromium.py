"""The browser that the page is tested in: a Chromium on the path, or else Debian's, which we
install.

We prefer chromium-headless-shell, which has no windows and takes a quarter less processor time.

python -m tools.chromium      prints where it is
"""

from __future__ import annotations

import os

from tools import debian

PACKAGES = ("chromium-headless-shell", "chromium")
"""The first of these that exists is installed."""
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
HELP = (
    "The browser tests need Chromium, which is not on the path. Install it (on Debian and Ubuntu: "
    "apt-get install chromium), or run `make test` as root to have it installed."
)


def arguments() -> list[str]:
    """Return the arguments to start it with. Its sandbox does not work for root."""
    return [*ARGUMENTS, "--no-sandbox"] if os.geteuid() == 0 else [*ARGUMENTS]


def find() -> str | None:
    """Return the path of Chromium, if there is one."""
    return debian.find(*NAMES)


def ensure() -> str:
    """Return the path of Chromium, and install it first if needed. End the program if that
    fails."""
    found = find()
    for package in PACKAGES:
        if found is None:
            debian.install(package)
            found = find()
    if found is None:
        raise SystemExit(HELP)
    return found


if __name__ == "__main__":
    print(ensure())

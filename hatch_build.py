"""Puts the built page into wheels: it is not in the repository."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = Path("src/upturn/server/static/index.html")


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the page for a wheel if it is not there. An editable install waits for `make page`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or (Path(self.root) / PAGE).exists():
            return
        # Needs the packages of the dev group; without them `make page` is the way.
        done = subprocess.run([sys.executable, "-m", "tools.page"], cwd=self.root, check=False)
        if done.returncode:
            raise SystemExit("A wheel holds the built page: run `make page`, then build again.")

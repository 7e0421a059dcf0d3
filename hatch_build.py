"""Puts the built page into wheels and sdists: it is not in the repository."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

from tools import node, page

INSIDE = {"wheel": "upturn/server/static", "sdist": "src/upturn/server/static"}
"""Where the page belongs."""


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the page if it is not there or older than its sources, and writes nothing beside them.

    An editable install waits for `make page`.
    """

    folder: str | None = None

    def dependencies(self) -> list[str]:
        return [] if page.is_fresh() or node.on_path() else [node.WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        if page.is_fresh():
            build_data["artifacts"].append("src/upturn/server/static/**")  # though git ignores it
            return
        self.folder = tempfile.mkdtemp()
        command = [sys.executable, "-m", "tools.page", self.folder]
        done = subprocess.run(command, cwd=self.root, check=False)
        if done.returncode:
            self._tidy()
            raise SystemExit("The page could not be built, for the reason above.")
        build_data["force_include"][self.folder] = INSIDE[self.target_name]

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self._tidy()

    def _tidy(self) -> None:
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)

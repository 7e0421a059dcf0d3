"""A machine as a newcomer has it: a bare clone, an empty home, and a path with Python, make and git
but without Node.

    machine = Machine(Path("somewhere/empty"))
    machine.run(["make", "help"])
    with machine.running(["make", "play"], Path("log")) as process:
        ...

Packages come from the registry that the environment names.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tools.turns import ROOT

PROGRAMS = (
    *(
        "make",
        "sh",
        "git",
        "awk",
        "basename",
        "cat",
        "chmod",
        "cp",
        "cut",
        "date",
        "dirname",
        "echo",
    ),
    *("env", "expr", "find", "grep", "head", "install", "ls", "mkdir", "mv", "rm", "sed", "sleep"),
    *("sort", "tail", "tar", "touch", "tr", "uname", "wc", "xargs"),
)
"""Programs that every Unix has, besides make and git."""
KEPT = re.compile(
    "(pip|npm_config|ssl)_.*|node_extra_ca_certs|(https?|all|no)_proxy", re.IGNORECASE
)
"""Variables that say how packages are fetched."""
ENDING_TIMEOUT = 30.0
"""Seconds for a process to end when it is asked to."""


class Machine:
    """A folder with a clone (or an empty folder in its place), a home and a path.

    Two machines may share their downloads.
    """

    def __init__(self, folder: Path, downloads: Path | None = None, cloned: bool = True):
        self.clone = folder / "upturn"
        self.home = folder / "home"
        self.downloads = downloads or folder / "downloads"
        self.path = folder / "path"
        for made in (self.home, self.downloads, self.path):
            made.mkdir(parents=True, exist_ok=True)
        link_programs(self.path)
        if cloned:
            copy_repository(self.clone)
        else:
            self.clone.mkdir()
        kept = {name: value for name, value in os.environ.items() if KEPT.fullmatch(name)}
        self.env = kept | {
            "PATH": str(self.path),
            "LANG": "C.UTF-8",
            "HOME": str(self.home),
            "XDG_CACHE_HOME": str(self.home / "cache"),
            "XDG_CONFIG_HOME": str(self.home / "config"),
            "XDG_DATA_HOME": str(self.home / "data"),
            "XDG_STATE_HOME": str(self.home / "state"),
            "PIP_CACHE_DIR": str(self.downloads / "pip"),
            "npm_config_cache": str(self.downloads / "npm"),
        }

    def run(
        self,
        command: Sequence[str | Path],
        env: dict[str, str] | None = None,
        typed: str = "",
        patience: float | None = None,
    ) -> str:
        """Return everything that a command prints if this is typed.

        Raise Failed if it fails, or takes longer than so many seconds.
        """
        log = self.home.parent / "said"
        with self.running(command, log, env, typed) as process:
            with suppress(subprocess.TimeoutExpired):
                process.wait(patience)
            code = process.poll()
        said = log.read_text(encoding="utf-8", errors="replace")
        if code != 0:
            raise Failed(command, code, said)
        return said

    @contextmanager
    def running(
        self,
        command: Sequence[str | Path],
        log: Path,
        env: dict[str, str] | None = None,
        typed: str = "",
    ) -> Iterator[subprocess.Popen[bytes]]:
        """Run a command as long as the block lasts, then end it and everything it started."""
        with log.open("wb") as output, tempfile.TemporaryFile() as input_:
            input_.write(typed.encode())
            input_.seek(0)
            with subprocess.Popen(
                command,
                cwd=self.clone,
                env=self.env | (env or {}),
                stdin=input_,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            ) as process:
                try:
                    yield process
                finally:
                    end_group(process)


class Failed(Exception):
    """A command failed; the message has the end of its output."""

    def __init__(self, command: Sequence[str | Path], code: int | None, said: str):
        last = "\n".join(said.splitlines()[-40:])
        how = "took too long" if code is None else f"ended with {code}"
        super().__init__(f"{' '.join(map(str, command))} {how}, and said:\n{last}")


def link_programs(folder: Path) -> None:
    (folder / "python3").symlink_to(Path(sys.executable).resolve())
    (folder / "python").symlink_to("python3")
    for name in PROGRAMS:
        found = shutil.which(name)
        if found is not None:
            (folder / name).symlink_to(found)


def copy_repository(folder: Path) -> None:
    """Clone the repository, including changes that are not committed yet."""
    git = shutil.which("git") or "git"
    subprocess.run([git, "clone", "--quiet", f"file://{ROOT}", str(folder)], check=True)
    changed = [git, "ls-files", "--modified", "--others", "--exclude-standard"]
    listed = subprocess.run(changed, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in listed.splitlines():
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
        else:
            (folder / name).unlink(missing_ok=True)


def end_group(process: subprocess.Popen[bytes]) -> None:
    """End a process and its children, by force if necessary."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(ENDING_TIMEOUT)
        until = time.monotonic() + 2  # for children that outlive their parent
        while time.monotonic() < until:
            os.killpg(process.pid, 0)
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGKILL)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port

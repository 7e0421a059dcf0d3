"""Sets up .venv for the Makefile, with only the standard library: `python3 -m tools.setup dev`.

    venv    an environment with nothing in it but pip
    play    what playing needs, from requirements/play.txt, and Upturn from this folder
    dev     what tests and tools need as well, from requirements/dev.txt
    bench   the peers we measure ourselves against, from requirements/bench.txt

Each adds to the one before and leaves a stamp with a digest of what was installed. If that differs
from the locks, or a set-up was interrupted, it starts with an empty environment; pip keeps what it
has fetched. Several set-ups at once wait for each other.
"""

from __future__ import annotations

import hashlib
import importlib.util
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator

from tools.turns import ROOT, one_at_a_time

VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
MADE = VENV / ".made"
"""Exists unless something is being installed, or an installation was interrupted."""
STAMPS = {"play": VENV / ".play", "dev": VENV / ".ready", "bench": VENV / ".bench-ready"}
NEEDED = {"play": 400, "dev": 1700, "bench": 2600}
"""Megabytes on disk in total, for people whose disk is full."""

FETCHED = re.compile(r"Downloading (\S+?)-\d\S* \(([\d.]+) (k|M|G)B\)")
MEGABYTES = {"k": 0.001, "M": 1.0, "G": 1000.0}
OFFLINE = re.compile(
    "name resolution|NewConnectionError|ConnectionError|Connection refused|timed out|Max retries"
    "|No matching distribution|Network is unreachable|ProxyError"
)


def wanted(part: str) -> str:
    """Return what the stamp of a part contains if it is up to date."""
    digest = hashlib.sha256((ROOT / "requirements" / f"{part}.txt").read_bytes())
    if part == "play":  # Upturn's own name, commands and extras
        project = (ROOT / "pyproject.toml").read_text(encoding="utf-8").split("[tool.")[0]
        digest.update(project.encode())
    return digest.hexdigest()


def is_done(part: str) -> bool:
    stamp = STAMPS[part]
    return stamp.exists() and stamp.read_text(encoding="utf-8") == wanted(part)


def make_venv() -> None:
    """Make an environment to install into, unless there is one that can still be used."""
    outdated = [part for part, stamp in STAMPS.items() if stamp.exists() and not is_done(part)]
    if MADE.exists() and not outdated and has_pip():
        return
    for module in ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            minor = f"{sys.version_info.major}.{sys.version_info.minor}"
            sys.exit(
                f"{sys.executable} has no module {module}. Debian and Ubuntu have it in a separate "
                f"package: sudo apt install python{minor}-venv, then run the same command again."
            )
    say("Setting up in .venv …")
    if VENV.exists():
        shutil.rmtree(VENV)
    made = subprocess.run(
        [sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True, check=False
    )
    if made.returncode:
        explain(made.stdout + made.stderr, "play")


def has_pip() -> bool:
    """Return whether the environment works: the Python that it was made with may be gone."""
    if not PYTHON.exists():
        return False
    return not subprocess.run([PYTHON, "-c", "import pip"], capture_output=True).returncode


def install(part: str) -> None:
    """Add a part to the environment, which has the parts before it."""
    started = time.monotonic()
    MADE.unlink(missing_ok=True)
    # Leave bytecode to the first import, since most of these modules are never imported.
    lock = f"requirements/{part}.txt"
    fetched = pip(part, "--no-compile", "--require-hashes", "-r", lock)
    if part == "play":
        pip(part, "--no-compile", "--no-deps", "--no-build-isolation", "-e", ".")
    MADE.touch()
    took = time.monotonic() - started
    say(f"Installed {lock}: {fetched:.0f} MB downloaded, {took:.0f} seconds.")


def pip(part: str, *arguments: str) -> float:
    """Let pip install something, and show what it fetches. Return how many megabytes that was."""
    command = [str(PYTHON), "-m", "pip", "install", "--progress-bar", "off", *arguments]
    megabytes, told = 0.0, []
    with subprocess.Popen(
        [*command, "--disable-pip-version-check"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        for line in process.stdout or ():
            told.append(line)
            found = FETCHED.search(line)
            if found:
                size = float(found[2]) * MEGABYTES[found[3]]
                megabytes += size
                say(f"  downloading {found[1].split('/')[-1]}, {size:.1f} MB", passing=True)
    if process.returncode:
        explain("".join(told), part)
    return megabytes


def explain(told: str, part: str) -> None:
    """End the program with a sentence that says what went wrong and what to do, below pip's
    errors."""
    lines = [line for line in told.splitlines() if "rror" in line] or told.splitlines()
    again = "Then run the same command again: what was downloaded so far is kept."
    if "No space left" in told or "Errno 28" in told:
        sys.exit(f"The disk is full: {VENV} needs {NEEDED[part]} MB. Free some space. {again}")
    say("\n".join(dict.fromkeys(line.strip() for line in lines[-3:])))
    if OFFLINE.search(told):
        sys.exit(f"The packages could not be downloaded: check the network. {again}")
    sys.exit("Setting up failed for the reason above. Run the same command again to start over.")


def say(text: str, passing: bool = False) -> None:
    """Print a line for people who wait. The next line replaces a passing one, which only terminals
    show."""
    if sys.stdout.isatty():
        print(f"\r\033[K{text}", end="" if passing else "\n", flush=True)
    elif not passing:
        print(text, flush=True)


def up_to(part: str) -> Iterator[str]:
    for each in STAMPS:
        yield each
        if each == part:
            return


def main(part: str) -> None:
    with one_at_a_time("setup"):
        make_venv()
        for each in up_to(part) if part in STAMPS else ():
            if not is_done(each):
                install(each)
                STAMPS[each].write_text(wanted(each), encoding="utf-8")
        for stamp in (MADE, *STAMPS.values()):  # each must be newer than the one before, for make
            if stamp is MADE or stamp.exists():
                stamp.touch()


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except KeyboardInterrupt:
        sys.exit("\nInterrupted. Run the same command again to carry on.")
    except OSError as problem:
        sys.exit(f"Setting up failed: {problem}. Fix that, then run the same command again.")

"""Measures how long a newcomer waits: `python -m tools.first_start`.

It makes a bare clone with an empty home and empty caches, runs `make play`, opens a table against
a bot, makes a move, waits until everything is compiled, stops, and starts again. Then it does all
that once more with the downloads kept, and the same with the wheel. It prints what it measured.

    --quick    do nothing a second time; the times include downloading
    --keep     keep the scratch folder and say where it is
    --write    also write the figures into docs/benchmarks.md
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from rich.console import Console

from tools import first_start_page
from tools.bare import Failed, Machine, free_port
from tools.first_start_page import MAKE, WHEEL, Compiling, Start
from upturn.games import caching, names

EVENT_TIMEOUT = 900.0
"""Seconds to wait for anything, since networks and machines differ."""
GAME, BOT = "dnup", "expert"
TITLE = b"<title>Upturn</title>"

# --- Somebody at the table -----------------------------------------------------------------------


class Visitor:
    """Opens the page and plays, through the API."""

    def __init__(self, port: int, process: subprocess.Popen[bytes], log: Path):
        self.server = f"http://127.0.0.1:{port}"
        self.process = process
        self.log = log
        self.headers = {"Content-Type": "application/json"}

    def call(self, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self.server + path, data, self.headers), timeout=60) as answer:  # noqa: S310
            return json.load(answer)

    def wait_for_page(self) -> None:
        while True:
            self.check()
            try:
                with urlopen(self.server, timeout=60) as answer:  # noqa: S310
                    if TITLE in answer.read():
                        return
                    raise SystemExit(f"{self.server} answers with something other than our page.")
            except HTTPError as problem:
                raise SystemExit(f"The page is refused: {problem}") from None
            except (URLError, ConnectionError):
                time.sleep(0.05)

    def check(self) -> None:
        """Raise an error if the server is gone, so that we do not wait for it."""
        if self.process.poll() is not None:
            said = self.log.read_text(encoding="utf-8", errors="replace")
            raise Failed(["the start"], self.process.returncode, said)

    def sit_down(self) -> None:
        self.headers["Authorization"] = f"Bearer {self.call('/api/me', {'name': 'Ada'})['secret']}"
        wish = {"game": GAME, "players": 3, "bots": {"2": BOT, "3": BOT}, "start": True}
        self.table = self.call("/api/tables", wish)["table"]["id"]

    def move(self) -> None:
        """Make the first legal move as soon as it is our turn."""
        news = self.wait(lambda news: bool(news["views"] and news["views"][0]["legal"]))
        self.version = news["version"]
        command = {"do": "move", "id": "first", "version": self.version, "seat": 1}
        move = news["views"][0]["legal"][0]
        self.call(f"/api/tables/{self.table}/commands", command | {"move": move})

    def wait_for_answer(self) -> None:
        """Wait until a bot has moved after us."""
        self.wait(lambda news: any(one["seat"] != 1 for one in moves_since(news, self.version)))

    def wait(self, has_come: Callable[[Any], bool]) -> Any:
        """Return all that has happened at the table, once that fulfils a condition."""
        while True:
            news = self.call(f"/api/tables/{self.table}/entries?since=0")
            if has_come(news):
                return news
            self.check()
            self.call(f"/api/tables/{self.table}/entries?since={news['version']}&wait=20")


def moves_since(news: Any, version: int) -> list[Any]:
    return [one for one in news["told"] if one["what"] == "moved" and one["n"] > version]


# --- A first start -------------------------------------------------------------------------------


class Clock:
    def __init__(self) -> None:
        self.began = time.monotonic()

    def __call__(self) -> float:
        return time.monotonic() - self.began


def play_first(machine: Machine, how: str, kept: bool, say: Callable[[str], None]) -> Start:
    """Start as a newcomer does, play, wait until all is compiled, start again."""
    start = Start(how, kept)
    log = machine.home.parent / "log"
    clock = Clock()
    serve = [str(part) for part in prepare(machine, how)]
    with visiting(machine, serve, log) as visitor:
        visitor.wait_for_page()
        start.page = clock()
        say(f"the page answers after {start.page:.1f} s")
        visitor.sit_down()
        visitor.move()
        start.move = clock()
        visitor.wait_for_answer()
        start.answer = clock()
        say(f"a move is acknowledged after {start.move:.1f} s, answered after {start.answer:.1f} s")
        for name, seconds in compiled(visitor, clock):
            start.compiled[name] = seconds
            say(f"{name} is compiled after {seconds:.1f} s")
        wait_for_all_parts(machine, visitor, clock)
        start.everything = clock()
        say(f"everything is compiled after {start.everything:.1f} s")
    start.megabytes = sizes(machine)
    clock = Clock()
    with visiting(machine, serve, log) as visitor:
        visitor.wait_for_page()
        start.again = clock()
        say(f"on the second start it answers after {start.again:.1f} s")
    return start


def prepare(machine: Machine, how: str) -> Sequence[str | Path]:
    """Return the command to play. For a wheel, install it first."""
    if how == MAKE:
        return ["make", "play"]
    [wheel] = (machine.clone / "dist").glob("*.whl")
    machine.run(["python3", "-m", "venv", ".venv"])
    machine.run([machine.clone / ".venv/bin/pip", "install", "--quiet", f"{wheel}[serve]"])
    return [machine.clone / ".venv/bin/upturn", "serve"]


@contextmanager
def visiting(machine: Machine, serve: list[str], log: Path) -> Iterator[Visitor]:
    port = free_port()
    flags = ["--port", str(port), "--no-qr"]
    more = [f"FLAGS={' '.join(flags)}"] if serve[0] == "make" else flags
    with machine.running([*serve, *more], log) as process:
        yield Visitor(port, process, log)


def compiled(visitor: Visitor, clock: Clock) -> Iterator[tuple[str, float]]:
    """Yield each game once it is compiled, and the time of that."""
    missing = set(names())
    while missing:
        done = missing - set(visitor.call("/api/warming")["games"])
        yield from ((name, clock()) for name in sorted(done))
        missing -= done
        be_patient(visitor, clock)


def wait_for_all_parts(machine: Machine, visitor: Visitor, clock: Clock) -> None:
    """Wait until every part has left its marker in the cache."""
    kept = Path(machine.env["XDG_CACHE_HOME"]) / "upturn" / "compiled"
    while len(list(kept.glob("*/done *"))) < len(caching.parts_of()):
        be_patient(visitor, clock)


def be_patient(visitor: Visitor, clock: Clock) -> None:
    visitor.check()
    if clock() > EVENT_TIMEOUT:
        raise SystemExit(
            "Compiling did not finish. To see why, run this with --keep and read the log."
        )
    time.sleep(0.1)


def compile_all(machine: Machine) -> Compiling:
    """Compile everything once more, into an empty cache, with `upturn warm`."""
    before, clock = resource.getrusage(resource.RUSAGE_CHILDREN), Clock()
    cache = {"UPTURN_CACHE": str(machine.home / "another-cache")}
    machine.run([machine.clone / ".venv/bin/upturn", "warm"], cache)
    after, elapsed = resource.getrusage(resource.RUSAGE_CHILDREN), clock()
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Compiling(used, elapsed)


def sizes(machine: Machine) -> dict[str, float]:
    """Return the sizes of what is on disk now, by name."""
    folders = {
        ".venv": machine.clone / ".venv",
        "Node": machine.clone / "build" / "node",
        "packages of the page": machine.clone / "web" / "node_modules",
        "the page": machine.clone / "src" / "upturn" / "server" / "static",
        "downloads, kept by pip and npm": machine.downloads,
        "compiled code": Path(machine.env["XDG_CACHE_HOME"]) / "upturn",
    }
    return {name: size(folder) for name, folder in folders.items()}


def size(folder: Path) -> float:
    """Return megabytes on disk. Files with several names count once."""
    found = {(at.st_ino, at.st_blocks) for at in (file.lstat() for file in folder.rglob("*"))}
    return sum(blocks for _, blocks in found) * 512 / 1e6


# --- All of them ---------------------------------------------------------------------------------


def measure(scratch: Path, quick: bool, console: Console) -> tuple[list[Start], Compiling]:
    def play(how: str, kept: bool, dist: Path | None = None) -> Machine:
        title = f"{how}, {'downloads kept' if kept else 'nothing there'}"
        console.print(f"[bold]{title}[/]")
        machine = Machine(scratch / title, scratch / f"{how} downloads", cloned=dist is None)
        if dist is not None:
            shutil.copytree(dist, machine.clone / "dist")
        starts.append(play_first(machine, how, kept, lambda text: console.print("  ", text)))
        return machine

    starts: list[Start] = []
    times = (False,) if quick else (False, True)
    machine = [play(MAKE, kept) for kept in times][-1]
    machine.run(["make", "wheel"])
    compiling = compile_all(machine)
    for kept in times:
        play(WHEEL, kept, machine.clone / "dist")
    return starts, compiling


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tools.first_start",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for option in ("--quick", "--keep", "--write"):
        parser.add_argument(option, action="store_true")
    wishes = parser.parse_args()
    if wishes.quick and wishes.write:
        parser.error("--quick measures too little for --write")
    console = Console()
    facts = first_start_page.facts()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    scratch = Path(tempfile.mkdtemp(prefix="first-start-"))
    try:
        starts, compiling = measure(scratch, wishes.quick, console)
    except Failed as problem:
        sys.exit(str(problem))
    finally:
        if wishes.keep:
            console.print(f"Everything is in {scratch}")
        else:
            shutil.rmtree(scratch, ignore_errors=True)
    text = first_start_page.show(console, facts, starts, compiling)
    if wishes.write:
        console.print(f"Written to {first_start_page.write(text)}")


if __name__ == "__main__":
    main()

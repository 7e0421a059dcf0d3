"""Every target of the Makefile and every command of the documents runs for a newcomer.

They run in a bare clone, in an empty home, with Python, make and git on the path and no Node. Where
something else is done than what is written, or nothing, a table says so and why; what stands in a
table and in no document any more is a failure.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.support.servers import Server
from tools.bare import Failed, Machine, free_port
from tools.turns import ROOT

COMMAND_TIMEOUT = 1800.0
"""Seconds for a command."""
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/*.md"))]
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"\s+#.*")
PROGRAM = re.compile(r'(\w+=("[^"]*"|\S+) )*(upturn|make|pip|mkdir|cp) ')
SERVES = re.compile(r'(\w+=("[^"]*"|\S+) )*(upturn serve|make play)\b')

EVERYWHERE = "0.0.0.0"  # noqa: S104  it is in the documents

DEEP = "it runs this test, and takes as long as everything"
INSTEAD = {
    "test": ("make .venv/.warm check check-page && .venv/bin/pytest -q --collect-only", DEEP),
    "check-deep": ("make .venv/.warm check check-page && .venv/bin/pytest -q --collect-only", DEEP),
    "bench": (
        "make .venv/.bench-ready .venv/.warm && .venv/bin/python -m bench --quick",
        "figures that are good for something take a quarter of an hour",
    ),
    "bench-server": (
        "make .venv/.bench-ready .venv/.warm && .venv/bin/python -m bench.server --quick",
        "the same",
    ),
    "bots": (
        "make .venv/.warm && .venv/bin/python -m tools.bots_page --stored",
        "its matches take half an hour; those that are stored will do",
    ),
}
"""By target: what is run in its place, and why."""

SHORTER = {"--games 400": "--games 12"}
"""What is written, and what is typed: games among experts take seconds each."""
FIGURES = Path("src/upturn/arena/figures")
"""The matches of `upturn arena --regress` take half an hour; those without experts will do."""

IN_A_CONTAINER = "it needs Docker; tests/project/test_deploy_container.py runs its steps"
AS_ROOT = "it changes the machine; tests/project/test_deploy_tools.py has systemd check the service"
ELSEWHERE = {
    "docker ": IN_A_CONTAINER,
    'echo "DATABASE_PASSWORD=': "it is for Docker's sake, and needs openssl",
    "python3 -m venv /opt/upturn": AS_ROOT,
    "/opt/upturn/bin/pip ": AS_ROOT,
    "install -": AS_ROOT,
    "systemctl ": AS_ROOT,
    "systemd-run ": AS_ROOT,
    "createdb ": "whoever has PostgreSQL has it; this test makes a database of its own",
}
"""By how they begin: commands that are not run here, and why."""

TYPED = {
    "upturn play team-up": "stop\ny\nq\n",
    "upturn puzzle solution": "y\n",
    "upturn": "q\n",
}
"""By how a command begins: what is typed when it asks, first come first served."""


@dataclass(frozen=True)
class Command:
    page: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}: {self.text}"

    @property
    def elsewhere(self) -> str | None:
        return next((begin for begin in ELSEWHERE if self.text.startswith(begin)), None)


def commands(page: Path) -> list[Command]:
    """Those in a page's fences, without what is said about them."""
    blocks = FENCED.findall(page.read_text(encoding="utf-8"))
    typed = "".join(code for language, code in blocks if not language)
    lines = typed.replace("\\\n", " ").splitlines()
    told = (re.sub(" +", " ", COMMENT.sub("", line)).strip() for line in lines)
    return [Command(page.name, line) for line in told if line]


def every_command() -> list[Command]:
    return [command for page in PAGES for command in commands(page)]


def targets() -> list[str]:
    """All of the Makefile that are meant for people."""
    [named] = re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    found: list[str] = named.split()
    return found


# --- That the tables are true --------------------------------------------------------------------


def test_make_help_tells_every_target() -> None:
    said = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert re.findall(r"^  make (\S+) ", said.stdout, re.MULTILINE) == targets()


def test_code_in_no_language_is_to_be_typed() -> None:
    strange = [
        str(command)
        for command in every_command()
        if command.elsewhere is None and not PROGRAM.match(command.text)
    ]
    assert strange == []


def test_whatever_the_documents_make_is_a_target() -> None:
    made = {command.text.split()[1] for command in every_command() if command.text[:5] == "make "}
    assert made <= set(targets())
    inline = {
        found
        for page in [*PAGES, ROOT / "ARCHITECTURE.md"]
        for found in re.findall(r"`make ([a-z-]+)", page.read_text(encoding="utf-8"))
    }
    assert inline <= set(targets())


def test_what_is_not_run_as_it_is_written_is_still_written() -> None:
    assert set(INSTEAD) <= set(targets())
    assert set(ELSEWHERE) <= {command.elsewhere for command in every_command()}
    for written in SHORTER:
        assert any(written in command.text for command in every_command())


def test_a_quick_variant_is_a_variant_of_what_the_target_does() -> None:
    for target in ("bench", "bench-server", "bots"):
        recipe = subprocess.run(
            ["make", "-n", target],
            env={name: value for name, value in os.environ.items() if not name.startswith("MAKE")},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()[-1]
        assert INSTEAD[target][0].rpartition(" ")[0].endswith(recipe)


# --- All of them ---------------------------------------------------------------------------------


class Newcomer:
    """Types one command after the other, and notes which fail."""

    def __init__(self, machine: Machine, postgres: str):
        self.machine = machine
        self.postgres = postgres
        self.failed: list[str] = []
        self.replaced: dict[str, str] = {}
        """What is written as an example, and what it is here."""

    @contextmanager
    def noting(self, command: str) -> Iterator[None]:
        """Go on if it fails, but remember."""
        began, how = time.monotonic(), "ran"
        try:
            yield
        except (Failed, AssertionError) as problem:
            self.failed.append(f"{command}\n{problem}")
            how = "FAILED"
        sys.stderr.write(f"{time.monotonic() - began:7.1f} s  {how:6}  {command}\n")

    def type(self, command: Command | str) -> None:
        text = command if isinstance(command, str) else command.text
        with self.noting(str(command)):
            for written, here in self.replaced.items():
                text = text.replace(written, here)
            if SERVES.match(text):
                self.serve(text)
            else:
                answers = (answer for begin, answer in TYPED.items() if text.startswith(begin))
                typed = next(answers, "")
                self.machine.run(["sh", "-c", text], self.env(text), typed, COMMAND_TIMEOUT)

    def env(self, text: str) -> dict[str, str]:
        """After `make play` the command is in .venv/bin; `pip` is that of an empty environment."""
        folder = self.machine.clone / ".venv"
        if text.startswith("pip "):
            folder = self.machine.home / "empty"
            self.machine.run(["python3", "-m", "venv", "--clear", folder])
        return {"PATH": f"{folder / 'bin'}:{self.machine.path}", "COLUMNS": "200"}

    def serve(self, text: str) -> None:
        """A server is there to be asked; from this machine alone, whatever is written."""
        with self.serving(text):
            pass

    @contextmanager
    def serving(self, text: str) -> Iterator[Server]:
        port = str(free_port())
        text = text.replace(EVERYWHERE, "127.0.0.1").replace("8080", port)
        log = self.machine.home.parent / "log"
        env = {"UPTURN_PORT": port, **self.env(text)}
        command = ["sh", "-c", f"exec {text}" if "=" not in text.split()[0] else text]
        url = f"http://127.0.0.1:{port}"
        with self.machine.running(command, log, env) as process:
            while not answers(f"{url}/healthz"):
                if process.poll() is not None:
                    raise Failed([text], process.returncode, log.read_text(encoding="utf-8"))
                time.sleep(0.1)
            with closing(Server(url)) as server:
                yield server

    def play_a_game(self) -> None:
        """Leave what examples are about: the record of a game, and a table that is open."""
        with self.serving("upturn serve --bot-pace 0 --no-qr") as server:
            ada = server.person("Ada")
            table = ada.open(game="team-up", players=1, start=True)
            assert ada.play_out(table["id"])["state"] == "over"
            record = ada.get(f"/api/tables/{table['id']}/record")
            open_table = ada.open(game="dnup", players=2, bots={"2": "beginner"}, start=True)
        for name in ("game.json", "record.json"):
            (self.machine.clone / name).write_text(json.dumps(record), encoding="utf-8")
        toml = 'host = "127.0.0.1"\nname = "Friday night"\n'
        (self.machine.clone / "upturn.toml").write_text(toml, encoding="utf-8")
        for file in (ROOT / FIGURES).glob("*.json"):
            matches = json.loads(file.read_text(encoding="utf-8"))["matches"]
            quick = [one for one in matches if set(one["bots"]) <= {"greedy", "random"}]
            few = {"matches": quick[:1] if file.stem == "dnup" else []}
            (self.machine.clone / FIGURES / file.name).write_text(json.dumps(few))
        self.replaced = SHORTER | {
            "ABCDEF": open_table["code"],
            "9f86d081884c7d65": table["shuffle"]["commitment"][:16],
            "postgresql://…": shlex.quote(self.postgres),
            "postgresql://upturn:password@localhost/upturn": shlex.quote(self.postgres),
        }


def answers(url: str) -> bool:
    try:
        with urlopen(url, timeout=10) as answer:  # noqa: S310
            return bool(answer.status == 200)
    except (URLError, ConnectionError):
        return False


@pytest.mark.deep
def test_every_command_runs_for_a_newcomer(tmp_path: Path, postgres_url: str) -> None:
    newcomer = Newcomer(Machine(tmp_path), postgres_url)
    newcomer.type("make help")
    newcomer.type("make play")
    newcomer.type("upturn warm")
    with newcomer.noting("a game at the table"):
        newcomer.play_a_game()
    for command in every_command():
        if command.elsewhere is None and not command.text.startswith("make "):
            newcomer.type(command)
    flagged = [command for command in every_command() if "FLAGS" in command.text]
    for command in flagged:
        newcomer.type(command)
    newcomer.machine.run(["git", "checkout", "--quiet", FIGURES])
    for target in targets():
        if target not in ("help", "play", "clean"):
            newcomer.type(INSTEAD[target][0] if target in INSTEAD else f"make {target}")
    newcomer.type("make clean")
    assert not newcomer.failed, "\n\n".join(newcomer.failed)

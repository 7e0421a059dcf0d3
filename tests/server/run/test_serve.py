"""`upturn serve` and what runs it: ports, processes, signals, and what stands in the terminal."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from tests.support.paths import ROOT
from tests.support.servers import TEST_TIMEOUT, started
from tests.support.tiny_server import NO_DATABASE
from tests.support.waiting import wait_until
from upturn.cli import serve
from upturn.server.config.settings import Settings
from upturn.server.run import address

pytestmark = pytest.mark.server


@dataclass
class Served:
    """A server in another process."""

    process: subprocess.Popen[str]
    port: int

    def ask(self, path: str = "/", **headers: str) -> tuple[str, dict[str, str]]:
        there = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TEST_TIMEOUT)
        try:
            there.request("GET", path, headers=headers)
            answer = there.getresponse()
            return answer.read().decode(), {k.lower(): v for k, v in answer.getheaders()}
        finally:
            there.close()

    def stop(self, how: signal.Signals) -> tuple[int, str]:
        """Its exit code and what it said in the end."""
        self.process.send_signal(how)
        said, _ = self.process.communicate(timeout=TEST_TIMEOUT)
        return self.process.returncode, said


@contextmanager
def tiny_server(*flags: str) -> Iterator[Served]:
    """A server whose application does next to nothing; see `tiny_server.py`."""
    command = [sys.executable, "-m", "tests.support.tiny_server", "port=0", *flags]
    root = ROOT
    with started(command, stdout=subprocess.PIPE, text=True, cwd=root) as process:
        assert process.stdout is not None
        ready = process.stdout.readline()
        assert ready.startswith("ready ")
        yield Served(process, int(ready.split()[1]))


# --- Where it listens --------------------------------------------------------------------------


def test_a_taken_port_is_passed_over_if_none_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    first, _ = address.listen(Settings(port=0))
    usual = first.getsockname()[1]
    monkeypatch.setattr(address, "USUAL_PORT", usual)
    first.listen()
    with first:
        second, found = address.listen(Settings())
        with second:
            assert found.port == second.getsockname()[1] != usual
        with pytest.raises(address.CannotListen, match="something else is listening there"):
            address.listen(Settings(port=usual))


def test_an_address_that_is_not_ours_is_explained() -> None:
    with pytest.raises(address.CannotListen, match=r"cannot listen on port 0 of 192\.0\.2\.1: "):
        address.listen(Settings(host="192.0.2.1", port=0))


def test_it_can_listen_on_six() -> None:
    if not socket.has_ipv6:
        return
    try:
        bound, found = address.listen(Settings(host="::1", port=0))
    except address.CannotListen:  # a machine without
        return
    with bound:
        assert serve.web_address(found.host, found.port) == f"http://[::1]:{found.port}/"


# --- Processes and signals ---------------------------------------------------------------------


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_one_process_answers_until_it_is_told_to_stop(how: signal.Signals) -> None:
    with tiny_server() as server:
        told, headers = server.ask()
        assert told == str(server.process.pid)
        assert "server" not in headers
        code, said = server.stop(how)
        assert code == 0
        assert said.splitlines() == ["lifespan over", "closed"]


def test_a_request_under_way_is_answered_before_it_stops() -> None:
    with tiny_server() as server:
        there = http.client.HTTPConnection("127.0.0.1", server.port, timeout=TEST_TIMEOUT)
        there.request("GET", "/slow")
        server.ask()  # by now the slow one is being worked on
        server.process.send_signal(signal.SIGTERM)
        assert there.getresponse().read().decode() == str(server.process.pid)
        assert server.process.wait(TEST_TIMEOUT) == 0


def test_a_worker_that_is_killed_is_replaced() -> None:
    with tiny_server("workers=2", f"database={NO_DATABASE}") as server:
        supervisor = server.process.pid
        worker = int(server.ask()[0])
        assert worker != supervisor
        seen: set[int] = set()

        def two() -> bool:
            seen.add(int(server.ask()[0]))
            return len(seen) >= 2

        wait_until(two)
        os.kill(worker, signal.SIGKILL)
        before = set(seen)

        def replaced() -> bool:
            try:
                return int(server.ask()[0]) not in before
            except (OSError, http.client.HTTPException):  # the one that was killed had it
                return False

        wait_until(replaced)
        code, said = server.stop(signal.SIGTERM)
        assert code == 0
        assert said.splitlines()[-1] == "closed"


def test_who_is_stopped_while_compiling_leaves_no_compiler_behind(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "upturn", "serve", "--port", "0", "--no-qr"]
    env = os.environ | {"XDG_CACHE_HOME": str(tmp_path), "UPTURN_DATABASE": str(tmp_path / "t.db")}
    with started(command, env=env, stdout=subprocess.DEVNULL) as server:
        wait_until(lambda: any(b"spawn_main" in _line(one) for one in _below(server.pid)))
        compilers = _below(server.pid)
        server.terminate()
        assert server.wait(TEST_TIMEOUT) == 0
    wait_until(lambda: not any(map(_line, compilers)))


def _below(process: int | str) -> list[str]:
    """The processes that this one started, and those that they did."""
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return []
    return [one for child in children for one in (child, *_below(child))]


def _line(process: str) -> bytes:
    """What a process was started with; nothing once it is gone."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def test_workers_do_not_outlive_their_supervisor() -> None:
    with tiny_server("workers=2", f"database={NO_DATABASE}") as server:
        server.process.kill()
        server.process.wait(TEST_TIMEOUT)

        def gone() -> bool:
            try:
                server.ask()
            except (OSError, http.client.HTTPException):
                return True
            return False

        wait_until(gone)


@pytest.mark.parametrize(
    ("work", "said", "code"),
    [
        ("heartbeats[number] = 1.0; time.sleep(1000)", ["ready", "died -9"], 0),
        ("time.sleep(1000)", ["died -9"], 0),
        ("sys.exit(1)", ["died 1"], 0),
        ("sys.exit(3)", [], 3),
    ],
    ids=["hangs", "never begins", "fails", "cannot start at all"],
)
def test_a_worker_that_does_not_work_is_replaced(work: str, said: list[str], code: int) -> None:
    script = f"""
import sys, time
from multiprocessing import RawArray
from upturn.server.cluster import supervisor
supervisor.HANGS_AFTER = supervisor.START_TIMEOUT = 1.0
heartbeats = RawArray("d", 1)
def work(number):
    {work}
def died(ended):
    print("died", ended, flush=True)
    raise SystemExit(0)
supervisor.supervise(heartbeats, work, lambda: print("ready", flush=True), died)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.stdout.splitlines(), done.returncode) == (said, code), done.stderr


def test_settings_reach_the_workers(tmp_path: Path) -> None:
    limits = tmp_path / "limits.toml"
    limits.write_text("")
    with tiny_server("workers=2", f"database={NO_DATABASE}", f"limits={limits}") as server:
        assert server.ask("/limits")[0] == str(limits)


def test_only_a_trusted_proxy_is_believed() -> None:
    forwarded = {"X-Forwarded-For": "192.0.2.7"}
    with tiny_server() as server:
        assert server.ask("/client", **forwarded)[0] == "127.0.0.1"
    with tiny_server("trusted_proxies=127.0.0.0/8") as server:
        assert server.ask("/client", **forwarded)[0] == "192.0.2.7"


def test_a_serving_process_is_made_quick() -> None:
    code = (
        "import sys; from upturn.server.run.tuning import be_quick; be_quick();"
        "import upturn.games.engine; assert 'scipy.linalg' not in sys.modules;"
        "assert sys.getswitchinterval() < 0.002;"
        "import os; assert len(os.listdir('/proc/self/task')) == 1"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# --- What stands there -------------------------------------------------------------------------


LAN = "192.168.1.20"


def told(
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
    width: int = 80,
    terminal: bool = True,
    typed: Sequence[str] = ("upturn", "serve"),
    lan: str | None = LAN,
) -> str:
    out = StringIO()
    console = Console(
        file=out,
        width=width,
        height=60,
        force_terminal=terminal,
        color_system=None,
        legacy_windows=False,
    )
    monkeypatch.setattr(serve, "console", console)
    monkeypatch.setattr(address, "lan_address", lambda: lan)
    monkeypatch.setattr(sys, "argv", list(typed))
    monkeypatch.delenv("TERM", raising=False)
    serve.tell(settings, qr=True, asked=settings.port, warming=False)
    return out.getvalue()


def test_on_this_machine_the_address_is_told_and_drawn_and_how_others_could_come_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = told(monkeypatch, Settings(port=8000, database="sqlite:////games/table.db"))
    assert "Upturn is open." in said
    assert "http://127.0.0.1:8000/" in said
    assert "upturn serve --host 0.0.0.0" in said
    assert "/games/table.db" in said
    assert "Ctrl-C" in said
    assert "█" in said


def test_in_a_network_its_address_is_told_and_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    said = told(monkeypatch, Settings(host="0.0.0.0", port=8000))  # noqa: S104
    assert "http://127.0.0.1:8000/" in said
    assert "http://192.168.1.20:8000/" in said
    assert "█" in said


def test_how_others_could_come_in_is_to_the_same_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    given = ["--port=8001", "--host", "localhost", "--database", "my games.db", "--no-qr"]
    said = told(monkeypatch, Settings(port=8001), typed=["upturn", "serve", *given])
    rest = "serve --port 8001 --host 0.0.0.0 --database 'my games.db' --no-qr"
    assert f"for phones and friends  upturn {rest}\n" in said


def test_a_secret_among_the_flags_is_not_repeated() -> None:
    given = ["--database", "postgresql://ada:hush@db/upturn", "--metrics-token=hushhushhushhush"]
    assert serve.once_more(["upturn", "serve", *given]) == (
        "upturn serve --database … --metrics-token … --host 0.0.0.0"
    )


def test_the_program_is_named_as_it_was_called(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = tmp_path / "bin" / "upturn"
    script.parent.mkdir()
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "/usr/bin")
    assert serve.program("bin/upturn") == "bin/upturn"
    assert serve.program(str(script)) == str(script)
    monkeypatch.setenv("PATH", str(script.parent))
    assert serve.program(str(script)) == "upturn"
    monkeypatch.setattr(sys, "orig_argv", [".venv/bin/python", "-m", "upturn", "serve"])
    assert serve.program("/src/upturn/__main__.py") == ".venv/bin/python -m upturn"


def test_beside_the_code_stands_whether_a_phone_can_use_it(monkeypatch: pytest.MonkeyPatch) -> None:
    here = told(monkeypatch, Settings(port=8000))
    assert "For this machine only. To let phones in, start it with the command above." in here
    network = told(monkeypatch, Settings(host="0.0.0.0", port=8000))  # noqa: S104
    assert "On a phone on your network: scan this code." in network
    world = told(monkeypatch, Settings(port=8000, public_url="https://games.example.org"))
    assert "On a phone: scan this code." in world


def test_open_to_others_on_a_machine_without_a_network_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = told(monkeypatch, Settings(host="0.0.0.0", port=8000), lan=None)  # noqa: S104
    assert "(this machine is not on a network right now)" in said
    assert "for phones and friends" not in said


def test_behind_a_proxy_its_address_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    database = "postgresql://ada:hush@db.example.org/upturn"
    settings = Settings(port=80, public_url="https://games.example.org", database=database)
    said = told(monkeypatch, settings)
    assert "https://games.example.org/" in said
    assert "postgresql://db.example.org/upturn" in said
    assert "hush" not in said


def test_nothing_is_drawn_where_there_is_no_room_or_no_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    everywhere = Settings(host="0.0.0.0", port=8000)  # noqa: S104
    for narrow in (
        told(monkeypatch, everywhere, width=20),
        told(monkeypatch, everywhere, terminal=False),
    ):
        assert "█" not in narrow
        assert "camera" not in narrow
        assert "http://192.168.1.20:8000/" in narrow  # and no address is cut


def test_a_drawn_code_is_the_address_with_white_around_it() -> None:
    lines = serve.drawn("http://192.168.1.20:8000/").plain.splitlines()
    assert {len(line) for line in lines} == {29}
    assert len(lines) == 15
    assert set(lines[0]) == {" "}
    assert {line[:2] for line in lines} == {"  "}
    assert re.match(r"  █▀▀▀▀▀█", lines[1])


def test_mistakes_are_one_sentence() -> None:
    for arguments, words in [
        (["--port", "x"], "--port: must be a whole number from 0 to 65535, not ‘x’"),
        (["--workers", "65"], "--workers: must be a whole number from 1 to 64, not ‘65’"),
        (["--database", "/no/such/folder/x.db"], "/no/such/folder"),
    ]:
        command = [sys.executable, "-m", "upturn", "serve", *arguments]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
        assert answer.returncode == 1
        assert words in answer.stderr
        assert "Traceback" not in answer.stderr


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[request]\nburst = 1\n", "there is no limit ‘request’; the limits are socket, requests"),
        ('[requests]\nburst = "x"\n', "requests.burst must be a number, 0 or more, not ‘x’"),
        ("burst", "Cannot read the limits in"),
    ],
)
def test_a_mistake_in_the_limits_is_told_before_anything_starts(
    tmp_path: Path, text: str, words: str, workers: str
) -> None:
    limits, database = tmp_path / "limits.toml", tmp_path / "table.db"
    limits.write_text(text)
    flags = ["--port", "0", "--workers", workers, "--limits", limits, "--database", database]
    command = [sys.executable, "-m", "upturn", "serve", *map(str, flags)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 1
    assert answer.stdout == ""
    [line] = answer.stderr.splitlines()
    assert line.startswith("✗ ")
    assert str(limits) in line
    assert words in line
    assert not database.exists()

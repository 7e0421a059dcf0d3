"""The process that looks after several workers: whom it replaces, and what becomes of orphans."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.servers import TEST_TIMEOUT, started
from tests.support.tiny_server import NO_DATABASE
from tests.support.waiting import wait_until
from upturn.server.run.tuning import MOST_FILES

pytestmark = pytest.mark.server
BEGIN = """
import errno, os, signal, sys, time
from multiprocessing import RawArray
from pathlib import Path
from upturn.server.cluster import supervisor
supervisor.BEAT = 0.05
folder = Path(sys.argv[1])
def said(word):
    print(word, flush=True)
def died(ended):
    said(f"died {ended}")
def supervise(work):
    try:
        supervisor.supervise(heartbeats, work, lambda: said("ready"), died)
    except KeyboardInterrupt:
        said("stopped")
def attempt():
    "How often this was called, in whatever process."
    with open(folder / "attempts", "a+") as file:
        file.write(".")
        return file.tell()
"""


def run(folder: Path, script: str) -> list[str]:
    """What a script says in which a worker ends everything after a while."""
    done = subprocess.run(
        [sys.executable, "-c", BEGIN + script, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        timeout=TEST_TIMEOUT,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout.splitlines()


def test_a_replacement_that_cannot_start_is_tried_again(tmp_path: Path) -> None:
    said = run(
        tmp_path,
        """
heartbeats = RawArray("d", 1)
def work(number):
    which = attempt()
    if which in (2, 3):
        sys.exit(supervisor.CANNOT_START)
    heartbeats[number] = time.monotonic()
    if which == 4:
        os.kill(os.getppid(), signal.SIGINT)
        time.sleep(1000)
    time.sleep(0.5)
    sys.exit(1)
supervise(work)
""",
    )
    assert said == ["ready", "died 1", "died 3", "died 3", "stopped"]


def test_who_cannot_be_forked_now_is_forked_later(tmp_path: Path) -> None:
    said = run(
        tmp_path,
        """
heartbeats = RawArray("d", 1)
fork = os.fork
def sometimes():
    if attempt() in (2, 3):
        raise BlockingIOError(errno.EAGAIN, "no more processes")
    return fork()
os.fork = sometimes
def work(number):
    heartbeats[number] = time.monotonic()
    if (folder / "attempts").stat().st_size == 4:
        os.kill(os.getppid(), signal.SIGINT)
        time.sleep(1000)
    time.sleep(0.5)
    sys.exit(1)
supervise(work)
""",
    )
    assert said == ["ready", "died 1", "died 1", "died 1", "stopped"]


def test_who_was_stopped_together_with_the_workers_does_not_take_them_for_dead(
    tmp_path: Path,
) -> None:
    script = """
supervisor.HANGS_AFTER, supervisor.LATE = 2.0, 1.0
heartbeats = RawArray("d", 2)
def work(number):
    while True:
        heartbeats[number] = time.monotonic()
        time.sleep(0.05)
supervise(work)
"""
    command = [sys.executable, "-c", BEGIN + script, str(tmp_path)]
    with started(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        os.killpg(process.pid, signal.SIGSTOP)
        time.sleep(3)
        process.send_signal(signal.SIGCONT)
        time.sleep(0.5)  # it looks after them before they have come round
        os.killpg(process.pid, signal.SIGCONT)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == "stopped\n"


def test_a_signal_that_comes_while_a_worker_is_made_is_heard_and_ends_that_one_too(
    tmp_path: Path,
) -> None:
    said = run(
        tmp_path,
        """
heartbeats = RawArray("d", 1)
def work(number):
    said(os.getpid())
    time.sleep(1000)
# What is raised here is ignored.
os.register_at_fork(after_in_parent=lambda: (time.sleep(0.5), os.kill(os.getpid(), signal.SIGINT)))
supervise(work)
""",
    )
    worker, last = said
    assert last == "stopped"
    assert not runs(int(worker))


def test_a_worker_that_hangs_does_not_keep_the_others_from_ending_with_the_supervisor(
    tmp_path: Path,
) -> None:
    """Nor is what they shared left in the folder for temporary files."""
    command = [sys.executable, "-m", "tests.support.tiny_server", "port=0", "workers=3"]
    with started(
        [*command, f"database={NO_DATABASE}"],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=os.environ | {"TMPDIR": str(tmp_path)},
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("ready ")
        task = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        *others, youngest = map(int, task.read_text().split())
        assert list(tmp_path.glob("upturn-*"))
        os.kill(youngest, signal.SIGSTOP)
        process.kill()
        process.wait()
        wait_until(lambda: not any(map(runs, others)))
        assert len(others) == 2
        assert not list(tmp_path.glob("upturn-*"))


@pytest.mark.parametrize("workers", [1, 2])
def test_a_server_is_allowed_as_many_open_files_as_the_system_lets_it(workers: int) -> None:
    few = "ulimit -S -n 64 && exec"
    command = f"{few} {sys.executable} -m tests.support.tiny_server port=0 workers={workers}"
    with started(
        ["/bin/sh", "-c", f"{command} database={NO_DATABASE}"],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("ready ")
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        most = MOST_FILES if most == resource.RLIM_INFINITY else min(MOST_FILES, most)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        for one in (process.pid, *children):
            limits = Path(f"/proc/{one}/limits").read_text()
            allowed = re.search(r"Max open files +(\d+)", limits)
            assert allowed
            assert int(allowed[1]) == most


def runs(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"

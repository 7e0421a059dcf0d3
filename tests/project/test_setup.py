"""Setting up: it goes on after anything that broke it off, and says in words what stops it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tools import setup, turns
from tools.turns import ROOT, one_at_a_time

OFFLINE = {
    "PIP_CONFIG_FILE": os.devnull,
    "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
    "PIP_NO_CACHE_DIR": "1",
    "PIP_RETRIES": "0",
}
NEEDED = ("Makefile", "README.md", "LICENSE", "pyproject.toml", "hatch_build.py")
EMPTY = ("PATH", "TMPDIR", "SYSTEMROOT")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """As much of a bare clone as set-up and make look at."""
    for name in NEEDED:
        shutil.copy(ROOT / name, tmp_path)
    for folder in ("tools", "requirements", "locale"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    (tmp_path / "web").mkdir()
    (tmp_path / "src" / "upturn").mkdir(parents=True)
    return tmp_path


def set_up(clone: Path, part: str, **env: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in EMPTY if name in os.environ}
    command = [sys.executable, "-m", "tools.setup", part]
    return subprocess.run(command, cwd=clone, env=kept | env, capture_output=True, text=True)


def test_without_a_network_it_says_so_and_the_next_try_begins_anew(clone: Path) -> None:
    tried = set_up(clone, "play", **OFFLINE)
    assert tried.returncode == 1
    assert "could not be downloaded: check the network" in tried.stderr
    assert "Traceback" not in tried.stderr
    assert not (clone / ".venv" / ".play").exists()
    left = clone / ".venv" / "half-installed"
    left.touch()
    again = set_up(clone, "venv")
    assert (again.returncode, again.stdout) == (0, "Setting up in .venv …\n")
    assert not left.exists()
    assert (clone / ".venv" / ".made").exists()
    # What is whole is left alone.
    left.touch()
    assert set_up(clone, "venv").stdout == ""
    assert left.exists()
    # What belongs to another lock is not.
    (clone / ".venv" / ".play").write_text("another lock", encoding="utf-8")
    assert set_up(clone, "venv").returncode == 0
    assert not left.exists()


def test_a_full_disk_and_other_failures_are_told_in_a_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = r"^The disk is full: .* needs 400 MB\. Free some space\. Then"
    with pytest.raises(SystemExit, match=words):
        setup.explain("ERROR: Could not install: [Errno 28] No space left on device", "play")
    with pytest.raises(SystemExit, match=r"^Setting up failed for the reason above"):
        setup.explain("Collecting numpy\nERROR: THESE PACKAGES DO NOT MATCH THE HASHES", "dev")
    assert "DO NOT MATCH" in capsys.readouterr().out


def test_a_python_without_venv_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(setup, "MADE", tmp_path / ".made")
    monkeypatch.setattr(setup, "STAMPS", {})
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(SystemExit, match=r"no module ensurepip.*apt install python3\.\d+-venv"):
        setup.make_venv()


def test_two_at_once_wait_for_each_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(turns, "ROOT", tmp_path)
    happened: list[str] = []

    def second() -> None:
        with one_at_a_time("setup"):
            happened.append("second")

    other = threading.Thread(target=second)
    with one_at_a_time("setup"):
        other.start()
        other.join(0.2)
        happened.append("first")
    other.join()
    assert happened == ["first", "second"]
    assert "Waiting for another setup" in capsys.readouterr().out


# --- The Makefile --------------------------------------------------------------------------------


def make(clone: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["make", *arguments], cwd=clone, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def targets() -> list[str]:
    found = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert found is not None
    return found[1].split()


def test_make_help_lists_every_target(clone: Path) -> None:
    listed = re.findall(r"^  make (\S+) +\S", make(clone, "help"), re.MULTILINE)
    assert sorted(listed) == sorted(targets())


@pytest.mark.parametrize("target", [name for name in targets() if name not in ("help", "clean")])
def test_a_target_sets_up_what_it_calls(clone: Path, target: str) -> None:
    steps = make(clone, "--dry-run", target)
    # make does not look into the make that a step calls
    for inner in re.findall(r"-j2 (.*)", steps):
        steps = make(clone, "--dry-run", *inner.split()) + steps
    before, *after = re.split(r"^.*\.venv/bin/", steps, maxsplit=1, flags=re.MULTILINE)
    assert after, "nothing of .venv is called"
    assert "tools.setup venv" in before
    if re.search(r"bin/(pytest|ruff|mypy|lint)|tests\.|tools\.(?!setup|page)|-m bench", steps):
        assert "tools.setup dev" in steps
    if "-m bench" in steps:
        assert "tools.setup bench" in steps


def test_an_old_python_is_refused_in_words(clone: Path, tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_text('#!/bin/sh\n[ "$1" = -V ] && echo Python 3.9.2 && exit\nexit 1\n')
    old.chmod(0o755)
    done = subprocess.run(
        ["make", f"PYTHON={old}", "play"], cwd=clone, capture_output=True, text=True
    )
    assert done.returncode
    assert f"Upturn needs Python 3.11 or newer; {old} is Python 3.9.2." in done.stdout

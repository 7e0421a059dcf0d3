"""What `python -m tools.first_start` tells and where it writes it; running it all takes long."""

from __future__ import annotations

import subprocess
import time
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from bench import page
from tools import first_start, first_start_page
from tools.bare import Failed, Machine, end_group, free_port
from tools.first_start_page import MAKE, WHEEL, Compiling, Start
from upturn.games import names

SIZES = {
    ".venv": 250.0,
    "Node": 100.0,
    "packages of the page": 30.0,
    "the page": 2.0,
    "downloads, kept by pip and npm": 120.0,
    "compiled code": 20.0,
}
COLD = Start(
    how=MAKE,
    downloads_kept=False,
    page=80.0,
    move=81.0,
    answer=82.0,
    compiled={name: 90.0 + n for n, name in enumerate(names())},
    everything=130.0,
    again=1.5,
    megabytes=SIZES,
)
KEPT = replace(COLD, downloads_kept=True, page=20.0, move=21.0, compiled=dict.fromkeys(names(), 30))
COMPILING = Compiling(processor=75.25, elapsed=40.0)


def told(*starts: Start) -> tuple[str, str]:
    """What is printed, and the part of the page."""
    printed = StringIO()
    facts = first_start_page.facts()
    console = Console(file=printed, width=200)
    part = first_start_page.show(console, facts, list(starts), COMPILING)
    return printed.getvalue(), part


def test_targets_are_judged_besides_downloading() -> None:
    printed, part = told(COLD, KEPT)
    assert "make play: page within 60 s, downloads not counted" in printed
    assert "| the page answers | 80.0 | 20.0 |" in part
    assert "| processor time | 75.2 |" in part
    assert "No target was missed." in part


def test_downloading_counts_if_nothing_was_kept() -> None:
    _, part = told(COLD)
    assert "- ✗ make play: page within 60 s. Measured: 80.0 s." in part


def test_every_target_can_be_missed() -> None:
    slow = replace(
        KEPT,
        how=WHEEL,
        page=61.0,
        move=61.0,
        compiled=dict.fromkeys(names(), 77.0),
        again=3.1,
        megabytes=SIZES | {".venv": 400.0},
    )
    judged = first_start_page.outcomes([slow], Compiling(90.1, 50.0))
    assert [outcome.target for outcome in judged if outcome.met] == []


def test_each_benchmark_leaves_the_parts_of_others_alone(tmp_path: Path) -> None:
    there = tmp_path / "page.md"
    there.write_text("# Benchmarks\n", encoding="utf-8")
    page.write(page.FIRST_START, "third\n", there)
    page.write(page.SERVER, "second\n", there)
    page.write(page.ENGINE, "# Benchmarks\n\nfirst\n", there)
    page.write(page.SERVER, "second, again\n", there)
    assert there.read_text(encoding="utf-8") == (
        "# Benchmarks\n\nfirst\n"
        "\n<!-- What follows is written by `make bench-server`. -->\n\nsecond, again\n"
        "\n<!-- What follows is written by `python -m tools.first_start --write`. -->\n\nthird\n"
    )


def test_a_page_written_again_with_the_same_is_the_same(tmp_path: Path) -> None:
    there = tmp_path / "page.md"
    text = page.PAGE.read_text(encoding="utf-8")
    there.write_text(text, encoding="utf-8")
    for command, part in page._parts(text).items():
        page.write(command, part, there)
    assert there.read_text(encoding="utf-8") == text


# --- The machine of a newcomer -------------------------------------------------------------------


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_newcomer_has_python_and_make_but_no_node(machine: Machine) -> None:
    assert "make play" in machine.run(["make", "help"])
    assert "no node" in machine.run(["sh", "-c", "command -v node || echo no node"])
    where = machine.run(["python3", "-c", "import pathlib; print(pathlib.Path.home())"])
    assert where.strip() == str(machine.home)
    assert not (machine.clone / ".venv").exists()


def test_a_command_that_fails_says_what_it_said(machine: Machine) -> None:
    with pytest.raises(Failed, match=r"(?s)ended with 3, and said:\nalas"):
        machine.run(["sh", "-c", "echo alas; exit 3"])


def test_what_a_command_started_ends_with_it(machine: Machine, tmp_path: Path) -> None:
    stubborn = "trap '' TERM; while :; do sleep 0.1; date > beat; done"
    with machine.running(["sh", "-c", f"({stubborn}) & wait"], tmp_path / "log"):
        until = time.monotonic() + 60
        while not (machine.clone / "beat").exists():
            assert time.monotonic() < until
            time.sleep(0.05)
    (machine.clone / "beat").unlink()
    time.sleep(0.5)
    assert not (machine.clone / "beat").exists()


def test_nobody_waits_for_a_server_that_is_gone(machine: Machine, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with machine.running(["sh", "-c", "echo no room; exit 1"], log) as process:
        visitor = first_start.Visitor(free_port(), process, log)
        with pytest.raises(Failed, match="no room"):
            visitor.wait_for_page()


def test_ending_what_has_ended_is_no_mistake() -> None:
    with subprocess.Popen(["true"], start_new_session=True) as process:
        process.wait()
        end_group(process)

"""`upturn arena`: the table, the files, and what is said when something is wrong."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from tests.support.servers import TEST_TIMEOUT, started
from upturn.arena import Figures, regress, set_up
from upturn.arena.intervals import Estimate
from upturn.arena.regress import Figure, Stored
from upturn.cli.app import app
from upturn.cli.arena import everyone
from upturn.cli.arena_table import duration, table_of
from upturn.errors import UpturnError

QUICK = "arena dnup --players 2 --bots greedy,random --games 6 --seed 7 --on one"


def run(command: str) -> Result:
    """The outcome; an error that the command's own sentence explains is raised."""
    result = CliRunner().invoke(app, command.split(), env={"COLUMNS": "80"})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_a_match_is_a_table_with_a_line_per_bot_in_80_columns() -> None:
    result = run(QUICK)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    heads = next(line for line in lines if "win rate" in line)
    assert " ".join(heads.split()) == "bot games win rate 95 % rating score moves/s think"
    assert [line.split()[:2] for line in lines if "±" in line][:2] == [
        ["greedy", "6"],
        ["random", "6"],
    ]
    assert "An even share is 50.0 %" in result.stdout
    assert "6 games, " in result.stdout


def test_the_table_fits_with_long_names_and_large_numbers() -> None:
    figures = Figures(
        bot="search:1000000-with-a-long-name",
        games=1_000_000,
        wins=1e6,
        contests=10**6,
        win_rate=Estimate(1.0, 0.999, 1.0),
        rating=-123.4,
        sigma=8.3,
        mean_score=-101.25,
        score=None,
        scores=((1, 1),),
        moves=10**8,
        seconds=3.0,
    )
    console = Console(width=80, record=True, file=StringIO())
    match = set_up("dnup", 4, ["random"], 1)
    console.print(table_of([figures], match, 1000.0, unfinished=1234))
    text = console.export_text()
    for number in ("1,000,000", "100.0 %", "99.9–100.0", "-123.4 ±16.6", "-101.25", "100,000"):
        assert number in text
    assert "…" not in text
    assert "were stopped: 1,234." in text


def test_where_nobody_watches_a_few_lines_tell_how_far_it_is() -> None:
    result = run(QUICK.replace("--games 6", "--games 20"))
    progress = [line for line in result.stderr.splitlines() if " of 20 games: " in line]
    assert len(progress) == 4
    assert progress[0].startswith("4 of 20 games: greedy ")


def test_rounding_up_is_said() -> None:
    result = run(QUICK.replace("--games 6", "--games 5"))
    assert "6 games on 3 deals (5 asked for, rounded up to whole deals), seed 7" in result.stderr


def test_at_a_terminal_the_table_is_live() -> None:
    """A real one: what is drawn while it is played is gone when it is over."""
    terminal, theirs = pty.openpty()
    command = [sys.executable, "-m", "upturn", *QUICK.split()]
    environment = os.environ | {"COLUMNS": "80", "LINES": "24", "TERM": "xterm"}
    with started(command, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        seen = b""
        while chunk := read(terminal):
            seen += chunk
    os.close(terminal)
    assert process.returncode == 0
    text = seen.decode()
    assert "\x1b[?25l" in text  # the cursor hides while the table changes
    assert text.rstrip().splitlines()[-1].startswith("6 games, ")


def read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # the other end is closed
        return b""


def test_everything_is_written_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    result = run(f"{QUICK} --json {file}")
    data = json.loads(file.read_text())
    assert (data["game"], data["seed"], len(data["results"])) == ("dnup", 7, 6)
    assert data["times"]["on"] == "one"
    assert f"Written to {file}." in result.stderr.replace("\n", "")


@pytest.mark.parametrize(("suffix", "begins"), [(".svg", b"<svg"), (".png", b"\x89PNG")])
def test_a_picture_is_drawn(tmp_path: Path, suffix: str, begins: bytes) -> None:
    file = tmp_path / f"match{suffix}"
    run(f"{QUICK} --picture {file}")
    assert file.read_bytes().startswith(begins)


def test_house_rules_and_tests_are_taken() -> None:
    result = run(
        "arena team-up --players 1 --bots greedy,random --games 4 --seed 1 --on one"
        " --option clone=shape --sprt 5"
    )
    assert "team-up, 1 player, clone=shape: 4 games on 2 deals" in result.stderr
    assert "settled at ±2.94." in result.stdout
    assert (
        "deals it is still open whether greedy wins 5 percentage points more than an even share"
        in (result.stdout)
    )


def test_the_levels_play_if_nobody_is_named() -> None:
    assert everyone("dnup") == ["beginner", "casual", "skilled", "expert"]


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ("", "which game?"),
        ("dnup --write", "--write stores the figures of --regress"),
        ("dnup --bots greedy,nobody", "no bot called 'nobody'"),
        ("dnup --bots greedy,,random", "no bot called ''"),
        ("dnup --on moon", "not on 'moon'"),
        ("dnup --sprt 99", "percentage points"),
        ("dnup --picture match.gif", ".svg or .png file, not match.gif"),
        ("dnup --json no/such/folder/file.json", "there is no folder no/such/folder"),
        ("dnup --json .", "it is a folder"),
        ("dnup --option clone=shape", "no option 'clone', nor any other"),
        ("chess", "no game called 'chess'"),
        ("chess --regress", "no game called 'chess'"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(rest: str, words: str) -> None:
    with pytest.raises(UpturnError, match=words):
        run(f"arena {rest}")


INTERRUPTED = """
import signal, sys
from upturn.cli.app import app
from upturn.cli.arena_table import Board

games, show = int(sys.argv[1]), Board.show

def press(board, tally, played):
    show(board, tally, played)
    if played == games:
        signal.raise_signal(signal.SIGINT)

Board.show = press
app(sys.argv[2:])
"""
"""`upturn`, as if somebody pressed Ctrl-C after so many games. It is a process of its own: a signal
to this one would hit whatever runs the tests."""


def run_interrupted(games: int, command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", INTERRUPTED, str(games), *command.split()],
        capture_output=True,
        text=True,
        timeout=TEST_TIMEOUT,
        check=False,
    )


def test_ctrl_c_ends_with_the_results_so_far(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    result = run_interrupted(4, f"{QUICK} --json {file}")
    assert result.returncode == 130
    assert "Partial results: stopped after 4 of 6 games." in result.stdout
    data = json.loads(file.read_text())
    assert data["partial"]
    assert len(data["results"]) == 4


def test_ctrl_c_before_the_first_deal_says_that_there_is_nothing(tmp_path: Path) -> None:
    result = run_interrupted(1, f"{QUICK} --json {tmp_path / 'match.json'}")
    assert result.returncode == 130
    assert "there are no results" in result.stderr
    assert not (tmp_path / "match.json").exists()


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two small matches, nothing known of them yet."""
    regress.store(
        tmp_path,
        [
            Stored("dnup", 2, ["greedy", "random"], games=6, seed=4),
            Stored("team-up", 1, ["greedy"], games=3, seed=4),
        ],
    )
    monkeypatch.setattr(regress, "STORED", tmp_path)
    return tmp_path


def test_figures_are_stored_and_then_the_same(stored: Path) -> None:
    assert "nothing stored" in run("arena --regress --write --on one").stdout
    again = run("arena --regress --on one")
    assert again.exit_code == 0
    assert again.stdout.count(", as stored") == 2


def test_a_bot_that_got_worse_is_named_and_the_exit_code_tells(stored: Path) -> None:
    dnup, team_up = regress.load(stored)
    better = Stored(**{**vars(dnup), "figures": {"greedy": Figure(5.0, 0.01)}})
    regress.store(stored, [better, team_up])
    result = run("arena --regress --on one")
    assert result.exit_code == 1
    assert "greedy: share of wins" in result.stdout
    assert "WORSE than the stored 5" in result.stdout
    assert "1 bot plays worse than the stored figures" in result.stderr
    assert run("arena team-up --regress --on one").exit_code == 0


def test_storing_one_game_keeps_the_others(stored: Path) -> None:
    run("arena team-up --regress --write --on one")
    dnup, team_up = regress.load(stored)
    assert dnup.figures == {}
    assert set(team_up.figures) == {"greedy"}


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.0000252, "25 µs"),
        (0.00123, "1.2 ms"),
        (0.25, "250 ms"),
        (12.3, "12.3 s"),
        (600, "10 min"),
    ],
)
def test_durations_are_told_in_the_unit_that_fits(seconds: float, words: str) -> None:
    assert duration(seconds) == words

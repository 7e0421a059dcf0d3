"""`upturn simulate` and `upturn replay`, as a person at a terminal uses them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import upturn
from tests.support.at_terminal import Run, command
from tests.support.servers import started


def simulate(path: Path, *more: object, players: int = 3, games: int = 5, seed: int = 1) -> Run:
    fixed = ("--players", players, "--games", games, "--seed", seed, "--out", path)
    return command("simulate", "dnup", *fixed, *more)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "games.jsonl"
    assert simulate(path).returncode == 0
    return path


def changed(games: Path, path: Path, number: int, **changes: object) -> Path:
    """A copy of the file with one record changed."""
    records = [json.loads(line) for line in games.read_text().splitlines()]
    records[number - 1] |= changes
    path.write_text("\n".join(map(json.dumps, records)) + "\n")
    return path


def test_simulated_games_are_records_that_replay(games: Path) -> None:
    records = [json.loads(line) for line in games.read_text().splitlines()]
    assert len(records) == 5
    for record in records:
        assert upturn.replay(record).over
    answer = command("replay", games)
    assert answer.returncode == 0
    assert answer.stdout.startswith("5 records, ")
    assert answer.stderr == ""


def test_the_same_seed_writes_the_same_file(games: Path, tmp_path: Path) -> None:
    simulate(tmp_path / "again.jsonl")
    simulate(tmp_path / "other.jsonl", seed=2)
    assert (tmp_path / "again.jsonl").read_bytes() == games.read_bytes()
    assert (tmp_path / "other.jsonl").read_bytes() != games.read_bytes()


def test_legal_adds_the_sorted_legal_moves_before_every_move_of_a_player(
    games: Path, tmp_path: Path
) -> None:
    assert simulate(tmp_path / "legal.jsonl", "--legal").returncode == 0
    pairs = zip(
        (tmp_path / "legal.jsonl").read_text().splitlines(),
        games.read_text().splitlines(),
        strict=True,
    )
    for with_legal, plain in pairs:
        record = json.loads(with_legal)
        lists = record.pop("legal")
        assert record == json.loads(plain)
        moves = [line for line in record["moves"] if not line.startswith("deal ")]
        assert [move in legal for move, legal in zip(moves, lists, strict=True)] == [True] * len(
            moves
        )
        assert lists == [sorted(legal) for legal in lists]
    assert command("replay", tmp_path / "legal.jsonl").returncode == 0


def test_records_go_through_a_pipe() -> None:
    written = simulate(Path("-"), games=2)
    assert written.returncode == 0
    answer = command("replay", "-", text=written.stdout)
    assert (answer.returncode, answer.stdout[:10]) == (0, "2 records,")


def test_without_options_random_games_of_the_usual_table_go_to_standard_output() -> None:
    written = command("simulate", "team-up", "--games", 2)
    assert written.returncode == 0
    assert [json.loads(line)["players"] for line in written.stdout.splitlines()] == [1, 1]
    assert "written to standard output" in written.stderr
    answer = command("replay", "-", text=written.stdout)
    assert (answer.returncode, answer.stdout[:10]) == (0, "2 records,")
    assert "Standard input contains no record" in command("replay", "-", text="").stderr


def test_the_version_can_be_asked_for() -> None:
    asked = subprocess.run(
        [sys.executable, "-m", "upturn", "--version"], capture_output=True, text=True, check=True
    )
    assert asked.stdout == f"upturn {upturn.__version__}\n"


def test_what_is_asked_of_a_process_of_its_own_is_answered_the_same() -> None:
    asked = ["simulate", "chess", "--players", "4"]
    there = subprocess.run(
        [sys.executable, "-m", "upturn", *asked], capture_output=True, text=True, check=False
    )
    here = command(*asked)
    assert (there.returncode, there.stdout, there.stderr) == (1, here.stdout, here.stderr)
    assert here.returncode == 1


def test_help_names_the_games_and_where_house_rules_are_listed() -> None:
    *others, last = upturn.game_names()
    for name in ("play", "simulate"):
        told = " ".join(command(name, "--help").stdout.replace("│", " ").split())
        assert f"{', '.join(others)} or {last}" in told
        assert "The rules (? at the table) list them" in told


def test_the_first_fault_is_named_by_record_ply_and_rule(games: Path, tmp_path: Path) -> None:
    moves = json.loads(games.read_text().splitlines()[2])["moves"]
    moves[1] = "take 1"
    answer = command("replay", changed(games, tmp_path / "bad.jsonl", 3, moves=moves))
    assert answer.returncode == 1
    assert "record 3, ply 2 (‘take 1’): " in answer.stderr
    assert "there is no set at 1" in answer.stderr or "1 is your own" in answer.stderr


def test_blank_lines_are_passed_over(games: Path, tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text("\n" + games.read_text().splitlines()[0] + "\n\n")
    answer = command("replay", tmp_path / "x.jsonl")
    assert (answer.returncode, answer.stdout[:10]) == (0, "1 record, ")


def test_a_full_disk_is_explained() -> None:
    if not Path("/dev/full").exists():  # only where there is something like it
        return
    answer = simulate(Path("/dev/full"))
    assert answer.returncode == 1
    assert "Cannot write /dev/full: No space left on device" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_wrong_scores_are_a_fault(games: Path, tmp_path: Path) -> None:
    answer = command("replay", changed(games, tmp_path / "bad.jsonl", 2, scores=[9, 9, 9]))
    assert answer.returncode == 1
    assert "record 2: the moves give the scores" in answer.stderr


def test_wrong_legal_moves_are_a_fault(games: Path, tmp_path: Path) -> None:
    answer = command("replay", changed(games, tmp_path / "bad.jsonl", 1, legal=[["flip"]]))
    assert answer.returncode == 1
    assert "record 1, ply 2: before move 2 the legal moves are" in answer.stderr


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "contains no record"),
        (b"\n", "contains no record"),
        (b'{"upturn": 1, "ga', "record 1: not JSON"),
        (b"\xff\xfe", "record 1: not JSON"),
        (b"[" * 100_000, "record 1: not JSON"),
        (b"[1]", "record 1: a record must be an object"),
        (b'{"upturn": 1}', "record 1: the record has no ‘game’"),
    ],
)
def test_a_file_that_is_no_record_is_explained(tmp_path: Path, content: bytes, words: str) -> None:
    (tmp_path / "x.jsonl").write_bytes(content)
    answer = command("replay", tmp_path / "x.jsonl")
    assert answer.returncode == 1
    assert words in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_fault_is_reported_before_the_stream_ends(games: Path, tmp_path: Path) -> None:
    """Records are checked as they come: a file of any length needs little memory."""
    bad = changed(games, tmp_path / "bad.jsonl", 1, players=9).read_text().splitlines()[0]
    replay = [sys.executable, "-m", "upturn", "replay", "-"]
    with started(replay, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stderr
        process.stdin.write(bad + "\n")
        process.stdin.flush()  # and it stays open
        assert "record 1: dnup is for 2 to 5 players, not 9" in process.stderr.readline()
        assert process.wait() == 1


def test_games_are_written_as_they_are_played() -> None:
    simulate = [sys.executable, "-m", "upturn", "simulate", "dnup", "--players", "2"]
    simulate += ["--games", "1000000000", "--out", "-"]
    with started(simulate, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        for _ in range(3):
            assert upturn.replay(json.loads(process.stdout.readline())).over
        process.stdout.close()  # the reader has had enough
        assert b"Traceback" not in process.stderr.read()
        assert process.wait() != 0


def test_bad_arguments_are_explained_without_a_traceback(tmp_path: Path) -> None:
    out = ("--out", tmp_path / "x.jsonl")
    for arguments, words in [
        (("simulate", "chess", "--players", 4, *out), "There is no game called ‘chess’"),
        (("simulate", "dnup", "--players", 9, *out), "dnup is for 2 to 5 players, not 9"),
        (("simulate", "dnup", "--players", 4, "--out", tmp_path / "no" / "x"), "Cannot write"),
        (("replay", tmp_path / "missing.jsonl"), "Cannot read"),
        (("play", "chess"), "There is no game called ‘chess’"),
        (("play", "[/]"), "There is no game called ‘[/]’"),
    ]:
        answer = command(*arguments)
        assert answer.returncode == 1
        assert words in answer.stderr
        assert "Traceback" not in answer.stderr
    assert command("simulate", "dnup", "--players", "four", *out).returncode == 2
    assert command("simulate", "dnup", "--players", 4, "--games", 0, *out).returncode == 2
    assert not (tmp_path / "x.jsonl").exists()

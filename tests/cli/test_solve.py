"""`upturn solve`: the best score of a deal, or of a game under way, and the moves to it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

import upturn
from tests.support.at_terminal import squeezed, typed
from tests.support.team_up_editions import OTHERS, written
from tests.support.team_up_table import perfect, play, told, undealt
from upturn.cli.app import app, main
from upturn.cli.drawing.team_up.drawer import TeamUpDrawer
from upturn.games.game import Game
from upturn.solver.solver import Solution, Watch

pytestmark = pytest.mark.usefixtures("state")
LINE = re.compile(r"^ *(\d+)\. (\S+): (.+)$", re.MULTILINE)


def run(*arguments: object, text: str | None = None) -> Result:
    return CliRunner().invoke(app, ["solve", *map(str, arguments)], input=text)


def kept(path: Path, game: Game) -> Path:
    """A file with the record of this game."""
    path.write_text(json.dumps(game.record()))
    return path


def perfect_until(boxes: int, *more: str) -> Game:
    """The perfect pallet of two players with so many boxes, then these moves."""
    return told([*perfect()["moves"][: 2 + 2 * boxes], *more])


def follow(game: Game, output: str) -> Game:
    """The game after the moves of an answer, each of which must stand with its card."""
    for number, card, move in LINE.findall(output):
        if game.sight()["card"] is None:
            game.play("draw")
        drawn = sum(line == "draw" for line in game.moves)
        assert (int(number), card) == (drawn, game.sight()["card"])
        game.play(move)
    if "     stop\n" in output:
        game.play("stop")
    return game


# --- What is solved --------------------------------------------------------------------------


def test_the_deal_of_a_seed_is_solved_from_its_start() -> None:
    output = typed("solve --seed 7")
    assert output.startswith(
        " 25 points, proven to be the best.\n     neutral f1 z\n  1. square: place "
    )
    game = follow(upturn.new("team-up", players=1, seed=7), output)
    assert (game.over, game.scores) == (True, [25])
    assert "5 layers full, no boxes left and no penalties: 25 points" in squeezed(output)


def test_a_record_is_solved_from_its_start_however_far_it_was_played(tmp_path: Path) -> None:
    stopped = perfect_until(3, "stop")
    for number, game in enumerate((perfect_until(27), stopped, perfect_until(5, "draw"))):
        output = typed(f"solve {kept(tmp_path / str(number), game)}")
        assert output.startswith(
            " 25 points, proven to be the best.\n     neutral d1 x\n  1. red: "
        )
        assert follow(perfect_until(0), output).scores == [25, 25]


def test_it_starts_after_so_many_boxes_if_asked_to(tmp_path: Path) -> None:
    path = kept(tmp_path / "game", perfect_until(27))
    output = typed(f"solve {path} --after 24")
    assert output.startswith(" After 24 boxes: 25 points, proven to be the best.\n 25. ")
    assert follow(perfect_until(24), output).scores == [25, 25]
    assert typed(f"solve {path} --after 0") == typed(f"solve {path}")


@pytest.mark.parametrize("drawn", [(), ("draw",)])
def test_it_starts_where_the_record_ends_if_asked_to(
    drawn: tuple[str, ...], tmp_path: Path
) -> None:
    """A card that was drawn is the first to be obeyed."""
    game = perfect_until(24, *drawn)
    output = typed(f"solve {kept(tmp_path / 'game', game)} --as-it-stands")
    assert output.startswith(" As it stands: 25 points, proven to be the best.\n 25. blue: place ")
    assert follow(game, output).scores == [25, 25]


def test_of_a_game_that_is_over_the_score_is_told(tmp_path: Path) -> None:
    game = perfect_until(26, "draw", "place white wide3 a1 x")
    output = typed(f"solve {kept(tmp_path / 'game', game)} --as-it-stands")
    assert output == f" The game is over, with {game.scores[0]} points.\n"


def test_a_record_comes_through_a_pipe_and_from_a_saved_game(state: Path) -> None:
    record = json.dumps(perfect_until(24, "draw").record())
    answer = run("-", "--as-it-stands", text=record)
    assert (answer.exit_code, answer.output[:29]) == (0, " As it stands: 25 points, pro")
    typed("play team-up --seed 7", "draw", "q")
    output = typed(f"solve {state / 'team-up.json'}")
    assert output == typed("solve --seed 7")


def test_the_last_game_can_be_named(state: Path) -> None:
    with pytest.raises(upturn.InvalidSetup, match="you have not finished a game of Team UP yet"):
        typed("solve --last")
    end = squeezed(typed("play team-up --seed 7", "stop", "y"))
    lost = "It was still within reach before the first box, when the game was stopped."
    assert f"25 was possible. {lost}" in end
    assert "A way to the best score: upturn solve --last" in end
    assert typed("solve --last") == typed("solve --seed 7")


def test_of_several_records_the_first_is_solved(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    records = [upturn.new("team-up", players=1, seed=seed).record() for seed in (7, 8)]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    answer = run(path)
    assert answer.stdout == typed("solve --seed 7")
    assert answer.stderr == f"{path} has 2 lines; only the first is used.\n"


def test_a_house_rule_counts() -> None:
    output = typed("solve --seed 3 --players 2 --option clone=shape")
    game = upturn.new("team-up", players=2, seed=3, options={"clone": "shape"})
    assert follow(game, output).scores == [25, 25]


# --- How it is told --------------------------------------------------------------------------


def test_json_has_the_score_the_bound_and_the_moves() -> None:
    answer: dict[str, Any] = json.loads(typed("solve --seed 7 --json"))
    assert list(answer) == ["score", "bound", "proven", "moves"]
    assert (answer["score"], answer["bound"], answer["proven"]) == (25, 25, True)
    game = upturn.new("team-up", players=1, seed=7)
    play(game, *answer["moves"])
    assert game.scores == [25]


def test_the_pallet_is_drawn_if_asked_for() -> None:
    plain, output = typed("solve --seed 7"), typed("solve --seed 7 --draw")
    assert "Layer 5" in output
    assert "Layer" not in plain
    assert output.startswith(plain.split(" 5 layers full")[0])


class Interrupted:
    """A solver that finds something, and meets somebody who does not wait for more."""

    def __init__(self, *found: Solution, ends: bool = True):
        self.found = found
        self.ends = ends

    def __call__(self, game: Game, seconds: float, watch: Watch) -> Solution:
        assert seconds == 10.0
        for solution in self.found:
            watch(solution)
        if self.ends:
            raise KeyboardInterrupt
        return self.found[-1]


STOP = Solution(-27, ["stop"], 25)
BETTER = Solution(-26, ["draw", "place red square1 d1", "stop"], 24)


def test_what_is_not_proven_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upturn.solver.solve", Interrupted(BETTER, ends=False))
    output = typed("solve --seed 7")
    assert squeezed(output).startswith(
        "At least −26 points and at most 24 points, as far as we looked. neutral f1 z "
        "1. square: place red square1 d1 stop No layers full, 26 boxes left"
    )


def test_ctrl_c_ends_the_search_and_shows_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upturn.solver.solve", Interrupted(STOP, BETTER))
    answer = run("--seed", 7)
    assert answer.exit_code == 130
    assert answer.stdout.startswith(" At least −26 points and at most 24")
    monkeypatch.setattr("upturn.solver.solve", Interrupted())
    answer = run("--seed", 7)
    assert (answer.exit_code, answer.stdout) == (130, "")
    assert answer.stderr == "✗ Stopped before anything was found.\n"


def test_at_a_terminal_one_sees_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upturn.solver.solve", Interrupted(BETTER, ends=False))
    for is_terminal in (True, False):
        screen = Console(file=StringIO(), force_terminal=is_terminal, width=80)
        monkeypatch.setattr("upturn.cli.solve.messages", screen)
        typed("solve --seed 7")
        assert isinstance(screen.file, StringIO)
        seen = "Solving: best so far −26, at most 24" in screen.file.getvalue()
        assert seen == is_terminal


# --- Looking back ----------------------------------------------------------------------------


def test_a_review_tells_what_was_possible_and_no_moves(tmp_path: Path) -> None:
    lost = perfect_until(25, "draw", "place white bar1 a1 x", "stop")
    output = squeezed(typed(f"solve {kept(tmp_path / 'game', lost)} --review"))
    assert "after box 25; box 26 (place white bar1 a1 x) put it out of reach: " in output
    assert "25 was possible." in output
    data = json.loads(typed(f"solve {tmp_path / 'game'} --review --json"))
    assert data["score"] == lost.scores[0]
    assert data["possible"] == {"score": 25, "bound": 25}
    assert data["lost"]["move"] == "place white bar1 a1 x"


def test_nothing_is_to_be_said_of_a_perfect_pallet(tmp_path: Path) -> None:
    output = typed(f"solve {kept(tmp_path / 'game', perfect_until(27))} --review")
    assert squeezed(output) == (
        "5 layers full, no boxes left and no penalties: 25 points, a perfect pallet!"
    )


def test_who_does_not_wait_for_a_review_gets_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def review(game: Game, seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("upturn.solver.review", review)
    answer = run(kept(tmp_path / "game", perfect_until(3)), "--review")
    assert (answer.exit_code, answer.stdout) == (130, "")
    assert answer.stderr == "✗ Stopped before the whole game was reviewed.\n"


def test_who_does_not_wait_for_it_after_a_game_is_told_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def look_back(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(TeamUpDrawer, "look_back", look_back)
    end = squeezed(typed("play team-up --seed 7", "stop", "y"))
    assert "was possible" not in end
    assert "upturn solve" not in end
    assert end.endswith("Another game? upturn play team-up")


# --- What cannot be solved -------------------------------------------------------------------

DEALS = "name one deal: a file with a record, --seed, or --last"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("", DEALS),
        ("{game} --seed 7", DEALS),
        ("--last --seed 7", DEALS),
        ("{game} --players 2", "--players and --option only go with --seed: a record has its own"),
        ("{game} --option clone=shape", "--players and --option only go with --seed"),
        ("--seed 7 --option clone=sharp", "option clone can be 'face' or 'shape', not 'sharp'"),
        ("--seed 7 --players 5", "team-up is for 1 to 4 players, not 5"),
        ("{game} --after 3 --as-it-stands", "--after and --as-it-stands both say where to start"),
        ("{game} --after 4", "the record places 3 boxes, not 4"),
        ("{game} --review --draw", "--review covers the whole game"),
        ("{game} --review --after 3", "--review covers the whole game"),
        ("{nowhere}", "cannot read .*: No such file or directory"),
        ("{empty}", "empty contains no record"),
        ("{dnup}", "dnup is a game of dnup; the solver is only for Team UP"),
        ("{undealt}", "undealt: the record ends before the cards are dealt"),
        ("{faulty}", "faulty: move 4: .*the card asks for a red box, not a blue wide1"),
        ("{unfinished}", "unfinished: the game is not over after the last move"),
    ],
)
def test_what_cannot_be_solved_is_refused_in_words(
    arguments: str, sentence: str, tmp_path: Path
) -> None:
    game = perfect_until(3)
    record = game.record()
    kept(tmp_path / "game", game)
    kept(tmp_path / "dnup", upturn.new("dnup", players=2, seed=1))
    kept(tmp_path / "undealt", undealt("deal neutral a1 x"))
    (tmp_path / "empty").write_text("\n")
    faulty = [*record["moves"][:3], "place blue wide1 b2 x"]
    (tmp_path / "faulty").write_text(json.dumps(record | {"moves": faulty}))
    del record["over"]
    (tmp_path / "unfinished").write_text(json.dumps(record))
    names = ["game", "dnup", "undealt", "empty", "faulty", "unfinished", "nowhere"]
    paths = {name: tmp_path / name for name in names}
    with pytest.raises(upturn.UpturnError, match=sentence):
        typed(f"solve {arguments.format(**paths)}")


def test_an_error_is_one_sentence_and_exit_code_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["upturn", "solve"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"✗ N{DEALS[1:]}")


# --- Other components, other terminals -------------------------------------------------------


def solve_elsewhere(**settings: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, with these settings."""
    command = [sys.executable, "-m", "upturn", "solve", "--seed", "21"]
    return subprocess.run(
        command, env=os.environ | settings, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("smaller", " −3 points, proven to be the best.\n"),
        ("smallest", " −1 point, proven to be the best.\n"),
    ],
)
def test_deals_of_other_components_are_solved(name: str, answer: str, tmp_path: Path) -> None:
    """These scores are what trying every play comes to."""
    (tmp_path / "team-up.toml").write_text(written(OTHERS[name]), encoding="utf-8")
    done = solve_elsewhere(UPTURN_COMPONENTS=str(tmp_path), UPTURN_COMPILE="0")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(answer)


def test_a_terminal_that_knows_few_letters_shows_what_looks_like_them(tmp_path: Path) -> None:
    (tmp_path / "team-up.toml").write_text(written(OTHERS["smallest"]), encoding="utf-8")
    plain = {"PYTHONIOENCODING": "ascii", "UPTURN_COMPILE": "0"}
    done = solve_elsewhere(UPTURN_COMPONENTS=str(tmp_path), **plain)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(" -1 point, proven to be the best.\n")

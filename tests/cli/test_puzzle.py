"""`upturn puzzle` at the terminal: list, play, make, rate and solve."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import upturn
from tests.support.at_terminal import saved_moves, squeezed, typed
from tests.support.team_up_editions import OTHERS, written
from upturn.puzzles import book
from upturn.puzzles.puzzle import puzzle_of

pytestmark = pytest.mark.usefixtures("state")

FIRST = book.pages()[0]
SOLVED = book.solution(1)


def best(state: Path) -> dict[str, int]:
    data: dict[str, Any] = json.loads((state / "team-up-puzzles.json").read_text())
    found: dict[str, int] = data["best"]
    return found


def row_of(number: int, output: str) -> str:
    """The line of a puzzle in the list."""
    return next(line for line in output.splitlines() if line.split()[:1] == [str(number)])


# --- The book --------------------------------------------------------------------------------


def test_the_list_shows_every_puzzle_and_how_to_begin() -> None:
    output = typed("puzzle list")
    for page in book.pages():
        row = row_of(page.number, output)
        assert "★" * page.rating.difficulty in row
        assert f"{page.rating.packings:,}" in row
        assert page.puzzle.neutral in row
    assert "puzzle play 1" in squeezed(output)


def test_a_puzzle_is_solved_at_the_terminal_and_the_next_one_offered(state: Path) -> None:
    output = squeezed(typed("puzzle play", *SOLVED))
    assert "Puzzle 1 of 60, ★☆☆☆☆" in output
    assert "Puzzle 1 solved. Congratulations!" in output
    assert "Next puzzle?" in output
    assert output.endswith("puzzle play 2")
    assert best(state) == {FIRST.puzzle.id: 25}
    listed = typed("puzzle list")
    assert row_of(1, listed).endswith("25 ✓")
    assert "puzzle play 2" in listed


def test_without_a_number_it_is_the_first_one_not_solved(state: Path) -> None:
    typed("puzzle play", *SOLVED)
    typed("puzzle play", "q")
    assert saved_moves(state, "team-up") == book.page(2).puzzle.deals


def test_the_whole_order_is_open() -> None:
    output = squeezed(typed("puzzle play 3", "i", "", "q"))
    assert f"The cards come in this order: {', '.join(book.page(3).puzzle.cards)}." in output


def test_the_best_score_stays_the_best(state: Path) -> None:
    early = squeezed(typed("puzzle play 1", *SOLVED[:20], "stop", "y"))
    low = best(state)[FIRST.puzzle.id]
    assert f"Puzzle 1: {low}, your best so far; 25 is possible." in early
    assert "Try again?" in early
    assert early.endswith("puzzle play 1")
    assert f" {low}" in row_of(1, typed("puzzle list"))
    typed("puzzle play 1", *SOLVED)
    lower = squeezed(typed("puzzle play 1", "stop", "y"))
    assert "your best is 25, and 25 is possible" in lower
    assert best(state) == {FIRST.puzzle.id: 25}


def test_a_score_counts_wherever_the_puzzle_is_played_to_its_end(state: Path) -> None:
    typed("puzzle play 1", *SOLVED[:10], "q")
    output = squeezed(typed("play team-up", "y", *SOLVED[10:]))
    assert "Puzzle 1 solved." in output
    assert best(state) == {FIRST.puzzle.id: 25}


def test_a_deal_under_a_house_rule_does_not_count(state: Path, tmp_path: Path) -> None:
    file = tmp_path / "puzzle.json"
    file.write_text(json.dumps(FIRST.puzzle.record()))
    output = typed(f"play team-up --deal {file} --mode puzzle --option clone=shape", *SOLVED)
    assert "Puzzle 1" not in output
    assert not (state / "team-up-puzzles.json").exists()


def test_scores_that_cannot_be_read_are_put_aside(state: Path) -> None:
    state.mkdir(exist_ok=True)
    (state / "team-up-puzzles.json").write_text("{")
    assert row_of(1, typed("puzzle list"))
    typed("puzzle play 1", *SOLVED)
    assert best(state) == {FIRST.puzzle.id: 25}
    assert (state / "team-up-puzzles.json.damaged").read_text() == "{"


def test_when_all_are_solved_it_says_so(state: Path) -> None:
    state.mkdir(exist_ok=True)
    data = {"puzzles": 1, "best": {page.puzzle.id: 25 for page in book.pages()}}
    (state / "team-up-puzzles.json").write_text(json.dumps(data))
    for command in ("puzzle list", "puzzle play"):
        assert "You have solved every puzzle in the book." in squeezed(typed(command))
    output = squeezed(typed("puzzle play 60", *book.solution(60)))
    assert output.endswith("You have solved every puzzle in the book.")


# --- Saved games -----------------------------------------------------------------------------


def test_an_unfinished_puzzle_is_resumed(state: Path) -> None:
    typed("puzzle play 5", "draw", "q")
    begun = [*book.page(5).puzzle.deals, "draw"]
    for command in ("puzzle play", "puzzle play 5", "play team-up"):
        output = squeezed(typed(command, "y", "q"))
        assert "Resume your 1-player game" in output
        assert saved_moves(state, "team-up") == begun
    typed("puzzle play 5", "n", "q")
    assert saved_moves(state, "team-up") == begun[:2]


def test_another_game_is_not_dropped_without_a_word(state: Path) -> None:
    typed("play team-up --players 2 --seed 1", "draw", "q")
    before = saved_moves(state, "team-up")
    for command in ("puzzle play", "puzzle play 4"):
        output = squeezed(typed(command, "n"))
        assert "This discards your 2-player game" in output
        assert saved_moves(state, "team-up") == before
    typed("puzzle play 4", "y", "q")
    assert saved_moves(state, "team-up") == book.page(4).puzzle.deals
    typed("puzzle play 6 --new", "q")
    assert saved_moves(state, "team-up") == book.page(6).puzzle.deals


# --- Solutions -------------------------------------------------------------------------------


def test_a_solution_is_shown_only_to_those_who_want_it() -> None:
    for answer in (["n"], [""], []):
        output = typed("puzzle solution 2", *answer)
        assert "Show a solution to puzzle 2?" in output
        assert "place" not in output
    placed = [move for move in book.solution(2) if move.startswith("place")]
    for output in (typed("puzzle solution 2", "y"), typed("puzzle solution 2 --yes")):
        assert all(move in output for move in placed)


# --- Making and rating -----------------------------------------------------------------------


def test_a_puzzle_is_made_written_and_played(tmp_path: Path, state: Path) -> None:
    file = tmp_path / "mine.json"
    output = squeezed(typed(f"puzzle make --difficulty 3 --seed 1 --out {file}"))
    puzzle = puzzle_of(json.loads(file.read_text()))
    assert f"Puzzle {puzzle.id}, difficulty ★★★☆☆" in output
    assert f"Neutral box: {puzzle.neutral}." in output
    assert f" 1 {puzzle.cards[0]} " in output
    assert f" 36 {puzzle.cards[35]}" in output
    assert f"puzzle play {file}" in output
    typed(f"puzzle play {file}", "draw", "q")
    assert saved_moves(state, "team-up") == [*puzzle.deals, "draw"]
    typed(f"play team-up --new --deal {file} --mode puzzle", "q")
    assert saved_moves(state, "team-up") == puzzle.deals


def test_a_puzzle_of_the_book_is_rated_as_it_was() -> None:
    page = book.page(60)
    output = squeezed(typed("puzzle rate 60"))
    assert f"{page.rating.packings:,} of {page.rating.pallets:,} perfect pallets" in output
    assert f"Difficulty {page.rating.points:.2f}." in output
    assert f"score {page.rating.bots:.2f} on average and {page.rating.best} at best" in output


# --- What cannot be --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("play 61", "there is no puzzle 61; the book has 1 to 60"),
        ("play 0", "there is no puzzle 0; the book has 1 to 60"),
        ("solution 61 --yes", "there is no puzzle 61; the book has 1 to 60"),
        ("rate 61", "there is no puzzle 61; the book has 1 to 60"),
        ("play nowhere.json", "'nowhere.json' is neither a file nor a puzzle's number"),
        ("make --difficulty 6 --seed 1", "a difficulty must be a number from 1 to 5, not 6"),
        ("play --difficulty 0 --seed 1", "a difficulty must be a number from 1 to 5, not 0"),
        ("play --difficulty 3", "a new puzzle needs both, as in --difficulty 3 --seed 7"),
        (
            "play 3 --seed 1",
            "--difficulty and --seed make a new puzzle: leave out the number or file",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_words(command: str, sentence: str, state: Path) -> None:
    with pytest.raises(upturn.UpturnError, match=sentence):
        typed(f"puzzle {command}")
    assert not state.exists()


def test_foreign_files_are_refused_in_words(tmp_path: Path) -> None:
    file = tmp_path / "foreign"
    for content, sentence in (
        ("hello", "contains no record"),
        ('{"upturn": 1}', "this is not a puzzle: the record has no 'game'"),
        (
            json.dumps(upturn.new("dnup", players=2, seed=1).record()),
            "puzzles are for team-up; this is a record of dnup",
        ),
    ):
        file.write_text(content)
        for command in ("play", "rate"):
            with pytest.raises(upturn.UpturnError, match=sentence):
                typed(f"puzzle {command} {file}")


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(upturn.UpturnError, match="cannot write"):
        typed(f"puzzle make --difficulty 3 --seed 1 --out {tmp_path / 'no' / 'where'}")


def test_other_editions_have_no_puzzles(tmp_path: Path) -> None:
    (tmp_path / "team-up.toml").write_text(written(OTHERS["other counts"]), encoding="utf-8")
    own = {"UPTURN_COMPONENTS": str(tmp_path), "UPTURN_COMPILE": "0"}
    for words in ("list", "play", "play 3", "solution 3 --yes", "rate 3"):
        command = [sys.executable, "-m", "upturn", "puzzle", *words.split()]
        answer = subprocess.run(
            command, env=os.environ | own, capture_output=True, text=True, check=False
        )
        assert answer.returncode == 1
        assert "Puzzles are for the standard edition of team-up" in squeezed(answer.stderr)
        assert "Traceback" not in answer.stderr

"""The lessons: played by the engine, as the page has them, with an answer to every try."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from tools import lessons
from tools.lessons.picking import tries
from upturn.games import names

SCRIPTS = lessons.scripts()
GAMES = sorted(SCRIPTS)


def page(game: str) -> Any:
    return json.loads(lessons.page_of(game).read_text(encoding="utf-8"))


def with_moves(game: str) -> list[tuple[Any, Any]]:
    """The steps that ask for a move, and what the learner sees there."""
    view: Any = None
    found = []
    for step in page(game)["steps"]:
        view = step.get("start", view)
        if "moves" in step:
            found.append((step, view))
        beats = next(iter(step["after"].values()))
        view = beats[-1]["view"] if beats else view
    return found


def test_every_game_has_a_lesson() -> None:
    assert sorted(names()) == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_the_page_has_the_lesson_as_the_engine_plays_it(game: str) -> None:
    written = lessons.page_of(game).read_text(encoding="utf-8")
    assert written == lessons.written(SCRIPTS[game]), "run `make lessons` and read the diff"


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_goes_on_or_has_an_answer(game: str) -> None:
    for step, view in with_moves(game):
        answered = [move for moves in step["other"].values() for move in moves]
        assert sorted([*answered, *step["moves"]]) == sorted(view["legal"])
        assert all(step["other"])


@pytest.mark.parametrize("game", GAMES)
def test_every_other_try_has_its_reason(game: str) -> None:
    for step, view in with_moves(game):
        known = [move for one in step["reasons"] for move in one["moves"]]
        starts = tuple(move[:-1] for move in known if move.endswith("*"))
        for move in tries(view):
            assert move in known or move.startswith(starts)
        for move in view["legal"]:
            assert move not in known
            assert not (starts and move.startswith(starts))


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_goes_from_its_first_step_to_its_last(game: str) -> None:
    steps = page(game)["steps"]
    assert "start" in steps[0]
    assert "moves" not in steps[-1], "the last step sums up"
    for step, after in pairwise(steps):
        keys = step.get("moves", [lessons.READ_ON])
        assert list(step["after"]) == keys
        if "start" not in after and "moves" in step:
            assert all(step["after"][move] for move in keys)


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_takes_some_minutes_and_is_more_than_reading(game: str) -> None:
    steps = page(game)["steps"]
    words = sum(len(step["text"].split()) for step in steps)
    assert 12 <= len(steps) <= 26
    assert words / 150 < 5, "minutes to read"
    assert sum("moves" in step for step in steps) * 5 >= len(steps) * 2
    assert max(len(step["text"]) for step in steps) < 330, "a card of words, not a page"


@pytest.mark.parametrize("game", GAMES)
def test_the_learner_is_told_no_more_than_the_seat_may_see(game: str) -> None:
    seat = SCRIPTS[game].seat
    for step in page(game)["steps"]:
        views = [step["start"]] if "start" in step else []
        views += [beat["view"] for beats in step["after"].values() for beat in beats]
        assert {view["seat"] for view in views} <= {seat}


def test_a_script_that_asks_for_the_impossible_is_a_mistake() -> None:
    script = lessons.scripts()["dnup"]
    script.part[0].step[2].moves = ["play 10/1"]
    with pytest.raises(ValueError, match="not possible"):
        lessons.lesson(script)


def test_a_script_that_teaches_too_little_is_a_mistake() -> None:
    script = lessons.scripts()["dnup"]
    script.rules.append("juggling")
    with pytest.raises(ValueError, match="not taught: juggling"):
        lessons.lesson(script)

"""Engines: the same answers everywhere, errors that say what happened, and workers that die."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.arena_bots import MAKER, die_of_the_third, refuse, square, stumble
from upturn.arena import Result, play_match, set_up
from upturn.arena.engines import cores, engine_of
from upturn.errors import InvalidSetup, MatchFailed


def no_worker_is_left() -> bool:
    return not multiprocessing.active_children()


@pytest.mark.parametrize(("on", "workers"), [("one", None), ("cores", 1), ("cores", 2)])
def test_every_job_is_answered_once(on: str, workers: int | None) -> None:
    with closing(engine_of(on).run(square, range(30), workers)) as answers:
        assert sorted(answers) == [(number, number * number) for number in range(30)]
    assert no_worker_is_left()


def test_no_jobs_need_no_workers() -> None:
    assert list(engine_of("cores").run(square, [], 2)) == []


@pytest.mark.parametrize("on", ["one", "cores"])
def test_an_error_of_ours_comes_back_as_it_is(on: str) -> None:
    with pytest.raises(InvalidSetup, match=r"^0 is refused$"):
        list(engine_of(on).run(refuse, range(1), 1))
    assert no_worker_is_left()


def test_any_other_error_comes_back_in_words_that_name_the_job() -> None:
    with pytest.raises(MatchFailed, match=r"^0 failed: KeyError: 0\n") as caught:
        list(engine_of("cores").run(stumble, range(1), 1))
    assert "in stumble" in "".join(caught.value.__notes__)


def test_a_job_that_ends_its_worker_three_times_is_named() -> None:
    jobs = set_up("dnup", 2, ["greedy", "random"], 4, seed=3).jobs()
    expected = (
        r"^the game with seed '3/1' \(dnup, 2 players: greedy, random\) ended .*, 3 times over$"
    )
    with pytest.raises(MatchFailed, match=expected):
        list(engine_of("cores").run(die_of_the_third, jobs, 2))
    assert no_worker_is_left()


def test_a_script_without_a_guard_is_told_so(tmp_path: Path) -> None:
    """Its workers run it again and end at once: that must not go on for ever."""
    script = tmp_path / "unguarded.py"
    script.write_text(
        "from upturn.arena import play_match\n"
        "play_match('dnup', players=2, bots=['random'], games=4, on='cores', workers=1)\n"
    )
    ended = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert ended.returncode == 1
    assert 'must do so under if __name__ == "__main__"' in ended.stderr.splitlines()[-1]


def test_closing_an_engine_ends_its_workers() -> None:
    answers = engine_of("cores").run(square, range(1000), 2)
    next(answers)
    assert not no_worker_is_left()
    answers.close()
    assert no_worker_is_left()


def match_with(bot: str, on: str, workers: int | None = None) -> Result:
    return play_match(
        "dnup",
        players=2,
        bots=[bot, "first"],
        games=12,
        seed=3,
        on=on,
        workers=workers,
        maker=MAKER,
    )


def test_a_worker_that_is_killed_costs_no_game(tmp_path: Path) -> None:
    marker = tmp_path / "killed"
    bot = f"mortal:{marker}"
    killed = match_with(bot, "cores", workers=2)
    assert marker.exists()
    unharmed = match_with(bot, "one")
    assert killed.played == unharmed.played
    assert len(killed.played) == 12


@pytest.mark.parametrize("on", ["one", "cores"])
def test_a_bot_that_raises_is_named_with_game_and_move(on: str) -> None:
    expected = (
        r"^bot broken in seat \d failed at move [34] of the game with seed '3/\d' .*: it raised "
    )
    with pytest.raises(MatchFailed, match=expected + "ZeroDivisionError: by nothing") as caught:
        match_with("broken", on, workers=1)
    assert "in choose" in "".join(caught.value.__notes__)


def test_a_bot_that_plays_an_illegal_move_is_named() -> None:
    with pytest.raises(
        MatchFailed, match=r"bot cheat .* it played 'win at once', but .* is not a move"
    ):
        match_with("cheat", "one")


def test_a_bot_that_wants_to_leave_does_not_take_us_with_it() -> None:
    with pytest.raises(MatchFailed, match="it raised SystemExit: 3"):
        match_with("quitter", "one")


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(InvalidSetup, match="one, cores, ray, not on 'moon'"):
        match_with("first", "moon")


@pytest.mark.parametrize("workers", [0, -1, 5000, 1.5, True])
def test_an_impossible_number_of_workers_is_refused(workers: int) -> None:
    with pytest.raises(InvalidSetup, match="workers"):
        match_with("first", "cores", workers)


def test_one_process_is_one_worker() -> None:
    with pytest.raises(InvalidSetup, match="one worker"):
        match_with("first", "one", 2)


def test_this_machine_has_a_core() -> None:
    assert cores() >= 1

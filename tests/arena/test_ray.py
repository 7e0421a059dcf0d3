"""The Ray engine, on a Ray of its own that is started once. `test_ray_apart.py` runs this file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.support.arena_bots import MAKER, die_of_the_third, refuse, square, stumble
from upturn.arena import Result, play_match, set_up
from upturn.arena.engines import engine_of, on_ray
from upturn.errors import InvalidSetup, MatchFailed, NotInstalled


@pytest.fixture(scope="module", autouse=True)
def ray() -> Iterator[Any]:
    """One Ray for all: the engine finds it running, uses it and leaves it alone."""
    with on_ray.connected(on_ray.load(), 2):
        yield import_module("ray")
        assert import_module("ray").is_initialized()


def test_every_job_is_answered_once() -> None:
    answers = engine_of("ray").run(square, range(10), 2)
    assert sorted(answers) == [(number, number * number) for number in range(10)]


def test_an_error_of_ours_comes_back_as_it_is() -> None:
    with pytest.raises(InvalidSetup, match=r"^0 is refused$"):
        list(engine_of("ray").run(refuse, range(1), 1))


def test_any_other_error_comes_back_in_words_that_name_the_job() -> None:
    with pytest.raises(MatchFailed, match=r"^0 failed: KeyError: 0"):
        list(engine_of("ray").run(stumble, range(1), 1))


def test_a_job_that_ends_its_worker_three_times_is_named() -> None:
    jobs = set_up("dnup", 2, ["greedy", "random"], 4, seed=3).jobs()
    with pytest.raises(MatchFailed, match=r"^the game with seed '3/1' .* 3 times over$"):
        list(engine_of("ray").run(die_of_the_third, jobs, 2))


def match_with(bot: str, on: str) -> Result:
    return play_match("dnup", players=2, bots=[bot, "first"], games=8, seed=3, on=on, maker=MAKER)


def test_a_worker_that_is_killed_costs_no_game_and_all_are_as_on_one_process(
    tmp_path: Path,
) -> None:
    marker = tmp_path / "killed"
    bot = f"mortal:{marker}"
    killed = match_with(bot, "ray")
    assert marker.exists()
    assert killed.played == match_with(bot, "one").played
    assert len(killed.played) == 8


def test_a_bot_that_raises_is_named_with_game_and_move() -> None:
    with pytest.raises(
        MatchFailed, match=r"^bot broken in seat \d failed at move [34] of the game"
    ):
        match_with("broken", "ray")


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NotInstalled, match=r'pip install "upturn\[ray\]"'):
        match_with("first", "ray")

"""Has a bot got worse? Stored figures beside those of now."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from upturn import games
from upturn.arena import Result, play_out
from upturn.arena.regress import (
    STORED,
    WINS,
    Figure,
    Finding,
    Stored,
    compare,
    load,
    store,
    stored_of,
)
from upturn.errors import UpturnError

SMALL = Stored("dnup", 2, ["greedy", "random"], games=8, seed=4)


@pytest.fixture(scope="module")
def result() -> Result:
    return play_out(SMALL.match())


def finding(then: float, now: float, error: float = 0.02) -> Finding:
    return Finding("greedy", "share of wins", Figure(then, error), Figure(now, error))


def test_a_figure_clearly_below_the_stored_one_is_worse() -> None:
    worse = finding(0.6, 0.5)
    assert worse.worse
    assert str(worse) == "greedy: share of wins 0.5 ± 0.04, WORSE than the stored 0.6 ± 0.04"


def test_a_figure_a_little_below_or_above_is_not_worse() -> None:
    assert not finding(0.6, 0.56).worse
    assert not finding(0.5, 0.9).worse
    assert "not significantly below" in str(finding(0.6, 0.56))


def test_nothing_stored_is_not_worse() -> None:
    new = Finding("greedy", "share of wins", None, Figure(0.1, 0.01))
    assert not new.worse
    assert str(new).endswith("nothing stored")


def test_bots_that_have_not_changed_give_the_stored_figures(result: Result) -> None:
    [found] = compare(stored_of(SMALL, result), play_out(SMALL.match()))
    assert found.then == found.now
    assert str(found).endswith("as stored")


def test_a_match_is_about_its_first_bot(result: Result) -> None:
    assert [found.bot for found in compare(SMALL, result)] == ["greedy"]


def test_who_plays_alone_is_judged_by_the_mean_score() -> None:
    alone = Stored("team-up", 1, ["greedy", "random"], games=6, seed=4)
    then = stored_of(alone, play_out(alone.match()))
    assert then.figures["greedy"].value > 5
    high = {bot: replace(figure, value=100.0) for bot, figure in then.figures.items()}
    found = list(compare(replace(then, figures=high), play_out(alone.match())))
    assert [(each.bot, each.what, each.worse) for each in found] == [
        ("greedy", "mean score", True),
        ("random", "mean score", True),
    ]


def test_who_plays_alone_may_be_judged_by_who_does_better_on_the_same_deals() -> None:
    duel = Stored("team-up", 1, ["greedy", "random"], games=6, seed=4, by=WINS, goal=0.55)
    result = play_out(duel.match())
    assert stored_of(duel, result).figures["greedy"].value == 1.0
    assert [found.bot for found in compare(duel, result)] == ["greedy"]


def test_a_bot_with_several_seats_has_the_wins_of_all_of_them() -> None:
    both = Stored("dnup", 4, ["greedy", "random"], games=8, seed=4)
    found = stored_of(both, play_out(both.match()))
    assert found.figures["greedy"].value == 1.0


def test_figures_are_stored_and_loaded(tmp_path: Path, result: Result) -> None:
    store(tmp_path, [stored_of(SMALL, result)])
    [loaded] = load(tmp_path)
    assert loaded == stored_of(SMALL, result)
    assert set(loaded.figures) == {"greedy", "random"}


@pytest.mark.parametrize(
    "text", ["", "[]", '{"matches": [{"game": "dnup"}]}', '{"matches": [3]}', '{"matches": 3}']
)
def test_a_file_that_holds_no_figures_is_an_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "dnup.json").write_text(text)
    with pytest.raises(UpturnError, match=r"dnup\.json contains no stored matches"):
        load(tmp_path)


def test_the_stored_matches_can_be_played_and_cover_every_game() -> None:
    matches = load(STORED)
    assert {each.game for each in matches} == set(games.names())
    for each in matches:
        assert set(each.figures) == set(each.match().names)

"""A match: what is played, the same everywhere; results as data; stopping early."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import upturn
from tests.support.arena_bots import MAKER
from tests.support.random_games import and_others
from upturn.arena import Result, Tally, play_match, set_up
from upturn.arena.sprt import EVEN, MORE, OPEN
from upturn.errors import InvalidSetup, UnknownGame
from upturn.games import rules_of
from upturn.games.game import Game

TABLES = and_others([("dnup", 3), ("team-play", 4), ("team-up", 2)])


def small_match(game: str, players: int, **wishes: Any) -> Result:
    asked: dict[str, Any] = {"bots": ["greedy", "random"], "games": 6, "seed": 5}
    return play_match(game, players=players, **asked | wishes)


def timeless(result: Result) -> dict[str, Any]:
    data = result.data()
    del data["times"]
    return data


@pytest.mark.parametrize(
    ("game", "players", "sides"),
    [
        ("dnup", 3, ((1,), (2,), (3,))),
        ("team-play", 3, ((1,), (2,), (3,))),
        ("team-play", 4, ((1, 3), (2, 4))),
        ("team-play", 5, ((1,), (2,), (3,), (4,), (5,))),
        ("team-play", 6, ((1, 4), (2, 5), (3, 6))),
        ("team-up", 1, ((1,),)),
        ("team-up", 4, ((1, 2, 3, 4),)),
    ],
)
def test_the_sides_of_a_game(game: str, players: int, sides: tuple[tuple[int, ...], ...]) -> None:
    assert rules_of(game).sides(players) == sides


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_same_seed_gives_the_same_match_on_one_process_and_on_cores(
    game: str, players: int
) -> None:
    assert timeless(small_match(game, players)) == timeless(
        small_match(game, players, on="cores", workers=2)
    )


def test_another_seed_gives_another_match() -> None:
    assert small_match("dnup", 3).played != small_match("dnup", 3, seed=6).played


def test_without_a_seed_the_one_that_was_used_is_told() -> None:
    first = small_match("dnup", 3, seed=None)
    again = small_match("dnup", 3, seed=first.match.seed)
    assert again.played == first.played


def test_longer_matches_begin_like_shorter_ones() -> None:
    assert small_match("dnup", 3, games=12).played[:6] == small_match("dnup", 3).played


def test_every_game_on_a_deal_begins_with_the_same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: dict[str, list[str]] = {}
    new = upturn.new

    def noted(game: str, **wishes: Any) -> Game:
        started = new(game, **wishes)
        dealt.setdefault(wishes["seed"], []).append(started.moves[0])
        return started

    monkeypatch.setattr(upturn, "new", noted)
    result = play_match("dnup", players=3, bots=["random", "random", "greedy"], games=6, seed=5)
    assert list(dealt) == ["5/0", "5/1"]
    for deals in dealt.values():
        assert len(deals) == 3
        assert len(set(deals)) == 1
    assert dealt["5/0"] != dealt["5/1"]
    assert [game["seed"] for game in result.data()["results"]] == ["5/0"] * 3 + ["5/1"] * 3


def test_a_bot_that_has_not_played_has_no_figures() -> None:
    with pytest.raises(InvalidSetup, match="'nobody' did not play"):
        small_match("dnup", 3).of("nobody")


def test_partners_are_the_same_bot() -> None:
    for game in small_match("team-play", 6, games=3).played:
        assert game.seats[:3] == game.seats[3:]


def test_a_team_of_its_own_is_one_bot() -> None:
    for game in small_match("team-up", 3, games=4).played:
        assert len(set(game.seats)) == 1


def test_games_are_rounded_up_to_whole_sets() -> None:
    assert set_up("dnup", 4, ["greedy"] + ["random"] * 3, 5, 1).total == 8
    assert set_up("team-play", 4, ["greedy", "random"], 5, 1).total == 6
    assert set_up("team-up", 4, ["greedy", "random"], 4, 1).total == 4


def test_greedy_beats_random_everywhere() -> None:
    for game, players in TABLES:
        greedy, rest = small_match(game, players, games=12).figures
        assert (greedy.bot, rest.bot) == ("greedy", "random")
        assert greedy.win_rate.value > rest.win_rate.value
        assert greedy.mean_score > rest.mean_score


def test_a_bot_may_play_only_itself() -> None:
    [figures] = play_match("dnup", players=3, bots=["random"], games=9, seed=1).figures
    assert figures.win_rate.value == pytest.approx(1 / 3)


def test_house_rules_are_played() -> None:
    by_shape = small_match("team-up", 1, bots=["greedy"], options={"clone": "shape"}, games=8)
    assert by_shape.data()["options"] == {"clone": "shape"}
    assert by_shape.played != small_match("team-up", 1, bots=["greedy"], games=8).played


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        ({"players": 9}, "2 to 5 players"),
        ({"bots": ["greedy", "nobody"]}, "no bot called 'nobody' for dnup"),
        ({"bots": []}, "1 to 32 bots, not 0"),
        ({"bots": ["random"] * 33}, "1 to 32 bots, not 33"),
        ({"games": 0}, "1 to 10,000,000 games"),
        ({"games": 1.5}, "1 to 10,000,000 games"),
        ({"options": {"clone": "shape"}}, "no option 'clone'"),
        ({"seed": 1.5}, "a seed is"),
        ({"maker": "no.such:thing"}, "'no.such:thing' cannot make bots"),
        ({"maker": "upturn.bots:nothing"}, "cannot make bots"),
        ({"maker": ""}, "'' cannot make bots"),
        ({"sprt": 90}, "percentage points"),
    ],
)
def test_what_cannot_be_played_is_refused_before_it_begins(
    wishes: dict[str, Any], words: str
) -> None:
    asked: dict[str, Any] = {"players": 4, "bots": ["greedy", "random"], "games": 8, "seed": 1}
    with pytest.raises(InvalidSetup, match=words):
        play_match("dnup", **asked | wishes)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownGame):
        small_match("chess", 2)


def test_the_data_are_json_and_complete() -> None:
    result = small_match("dnup", 3)
    data = json.loads(result.json())
    assert data == json.loads(json.dumps(result.data()))
    assert (data["game"], data["players"], data["seed"]) == ("dnup", 3, 5)
    assert (data["bots"], data["version"]) == (["greedy", "random"], upturn.__version__)
    for game in data["results"]:
        assert len(game["seats"]) == len(game["scores"]) == len(game["moves"]) == 3
    won = sum(figures["wins"] for figures in data["figures"])
    assert won == pytest.approx(len(data["results"]))


def test_the_data_say_how_to_play_it_again() -> None:
    data = small_match("team-up", 2, options={"clone": "shape"}).data()
    again = play_match(
        data["game"],
        players=data["players"],
        bots=data["bots"],
        games=data["games"],
        seed=data["seed"],
        options=data["options"],
        maker=data["maker"],
    )
    assert again.data()["results"] == data["results"]
    assert again.data()["figures"] == data["figures"]


def interrupt_when(enough: Callable[[Tally, int], bool]) -> Any:
    """Ctrl-C as Python raises it, when enough games are added up or played."""

    def watch(tally: Tally, played: int) -> None:
        if enough(tally, played):
            raise KeyboardInterrupt

    return watch


@pytest.mark.parametrize(("on", "workers"), [("one", 1), ("cores", 2)])
def test_an_interrupt_gives_the_deals_so_far(on: str, workers: int) -> None:
    whole = small_match("dnup", 3, games=30)
    half = interrupt_when(lambda tally, _: len(tally.played) >= 15)
    result = small_match("dnup", 3, games=30, on=on, workers=workers, watch=half)
    assert result.partial
    assert "partial" in repr(result)
    assert result.data()["partial"]
    count = len(result.played)
    assert count % 3 == 0
    assert (count == 15) if on == "one" else (15 <= count <= 30)
    assert result.played == whole.played[:count]


def test_an_interrupt_before_the_first_deal_gives_nothing() -> None:
    result = small_match("dnup", 3, watch=interrupt_when(lambda _, played: played == 1))
    assert result.partial
    assert result.played == []
    assert result.figures == []


def sequential(on: str, bots: list[str], workers: int = 1) -> Result:
    return play_match(
        "dnup", players=2, bots=bots, games=400, seed=8, on=on, workers=workers, sprt=10
    )


def test_a_test_stops_the_match_at_the_same_deal_on_every_engine() -> None:
    here = sequential("one", ["greedy", "random"])
    assert here.test is not None
    assert here.test.verdict == MORE
    assert len(here.played) == 2 * here.test.deals < 400
    assert timeless(here) == timeless(sequential("cores", ["greedy", "random"], workers=2))


def test_a_test_tells_when_the_first_bot_is_not_better() -> None:
    result = sequential("one", ["random", "greedy"])
    assert result.test is not None
    assert result.test.verdict == EVEN
    assert result.data()["test"]["verdict"] == EVEN
    assert not result.partial


def test_a_test_that_is_not_settled_says_so() -> None:
    result = small_match("dnup", 3, sprt=1)
    assert result.test is not None
    assert result.test.verdict == OPEN


def test_bots_of_your_own_can_play() -> None:
    result = play_match("dnup", players=2, bots=["first", "random"], games=4, seed=1, maker=MAKER)
    assert Counter(game.seats for game in result.played) == {
        ("first", "random"): 2,
        ("random", "first"): 2,
    }

"""Bots: always legal, never surprising twice, and greedy is worth playing against."""

from __future__ import annotations

import json
import sys
from collections import Counter
from math import e, inf
from typing import Any

import pytest

import upturn
from tests.support.amounts import amount
from tests.support.kits import kit_of
from upturn.bots import Player, bot_names, levels, make_bot
from upturn.bots.levels import company, stand_in
from upturn.bots.reasons import sentence, sentences
from upturn.bots.search import Searcher
from upturn.games import names, rules_of

MOST_MOVES = 5_000

every_table = pytest.mark.parametrize(
    ("name", "players"),
    [(name, players) for name in names() for players in rules_of(name).player_counts],
)
every_game = pytest.mark.parametrize("name", names())
every_kind = pytest.mark.parametrize("kind", ["search:8", "greedy", "random"])


def play_out(name: str, kinds: list[str], seed: int) -> list[int]:
    """The scores of a game between these bots, by seat."""
    game = upturn.new(name, players=len(kinds), seed=seed)
    bots = [make_bot(kind, name, seed=f"{seed} {seat}") for seat, kind in enumerate(kinds)]
    for _ in range(MOST_MOVES):
        if game.to_act is None:
            return game.scores
        view = game.view(game.to_act)
        move = bots[game.to_act - 1].choose(view)
        assert move in view["legal"]
        game.play(move)
    raise AssertionError("the game does not end")


def some_views(name: str, players: int) -> list[dict[str, Any]]:
    game: upturn.Game = upturn.new(name, players=players, seed=3)
    bot = make_bot("random", name, seed=4)
    views: list[dict[str, Any]] = []
    while game.to_act is not None and len(views) < 60:
        views.append(game.view(game.to_act))
        game.play(bot.choose(views[-1]))
    return views


def sides(name: str, players: int) -> list[list[int]]:
    """The seats that win together: teams, or everyone alone."""
    view: dict[str, Any] = {**upturn.new(name, players=players, seed=1).view()}
    alone = [[seat] for seat in range(1, players + 1)]
    return list(view.get("teams", alone))


@every_kind
@every_table
def test_a_bot_plays_whole_games_legally(name: str, players: int, kind: str) -> None:
    for seed in range(amount(1, 3)):
        assert max(play_out(name, [kind] * players, seed)) > kit_of(name).NOTHING_DONE


@every_table
def test_bots_of_different_kinds_sit_at_one_table(name: str, players: int) -> None:
    kinds = (["greedy", "random"] * players)[:players]
    assert max(play_out(name, kinds, seed=1)) > kit_of(name).NOTHING_DONE


@every_kind
@every_table
def test_the_same_seed_and_view_give_the_same_move(name: str, players: int, kind: str) -> None:
    first, second = make_bot(kind, name, seed=9), make_bot(kind, name, seed=9)
    views = some_views(name, players)
    chosen = [first.choose(view) for view in views]
    assert [first.choose(view) for view in views] == chosen
    assert [second.choose(view) for view in reversed(views)] == chosen[::-1]


@every_game
def test_another_seed_gives_other_luck(name: str) -> None:
    views = some_views(name, 4)
    chosen = {tuple(make_bot("random", name, seed).choose(v) for v in views) for seed in "abc"}
    assert len(chosen) == 3


def test_random_chooses_every_legal_move_sooner_or_later() -> None:
    game = upturn.new("dnup", players=4, seed=1)
    view = game.view(game.to_act)
    view["legal"] = ["flip", "take 2", "take 3"]
    chosen = [make_bot("random", "dnup", seed).choose(view) for seed in range(300)]
    assert all(80 <= chosen.count(move) <= 120 for move in view["legal"])


def test_random_leaves_out_what_all_must_agree_to_unless_nothing_else_is_legal() -> None:
    view = upturn.new("team-up", players=2, seed=1).view(1)
    assert view["legal"] == ["draw", "stop"]
    assert {make_bot("random", "team-up", seed).choose(view) for seed in range(30)} == {"draw"}
    view["legal"] = ["stop"]
    assert make_bot("random", "team-up", 1).choose(view) == "stop"


@pytest.mark.parametrize(
    ("name", "players", "most_of_20"),
    [
        ("dnup", 2, 18),
        ("dnup", 4, 18),
        ("team-play", 3, 15),
        ("team-play", 4, 18),
        ("team-play", 5, 12),  # alone against four
        ("team-play", 6, 18),
    ],
)
def test_greedy_beats_random_clearly(name: str, players: int, most_of_20: int) -> None:
    won = 0
    teams = sides(name, players)
    for seed in range(20):
        greedy = teams[seed % len(teams)]
        kinds = ["greedy" if seat in greedy else "random" for seat in range(1, players + 1)]
        scores = play_out(name, kinds, seed)
        won += scores[greedy[0] - 1] == max(scores)
    assert won >= most_of_20


@pytest.mark.parametrize("players", [1, 2])
def test_greedy_stacks_far_better_than_random(players: int) -> None:
    deals = range(8)
    greedy, by_chance = (
        sum(play_out("team-up", [kind] * players, seed)[0] for seed in deals) / len(deals)
        for kind in ("greedy", "random")
    )
    assert greedy > 5
    assert by_chance < -15


# --- Names -----------------------------------------------------------------------------------


@every_game
def test_levels_are_listed_from_the_strongest_then_the_bots_they_are_made_of(name: str) -> None:
    ladder = [level.name for level in levels(name)]
    assert ladder == ["beginner", "casual", "skilled", "expert"]
    listed = bot_names(name)
    assert listed[: len(ladder)] == ladder[::-1]
    assert {"search", "greedy", "random"} <= set(listed)
    assert ("stacking" in listed) == (name == "team-up")


@every_game
def test_an_unknown_bot_is_refused(name: str) -> None:
    words = f"no bot called 'clever' for {name}. The bots are expert"
    with pytest.raises(upturn.InvalidSetup, match=words):
        make_bot("clever", name, 1)
    if name != "team-up":
        with pytest.raises(upturn.InvalidSetup, match="no bot called 'stacking' for"):
            make_bot("stacking", name, 1)


@pytest.mark.parametrize(
    "spec",
    ["", "search:", "search:0", "search:-1", "search:1.5", "search@", "search:5s5", "expert:5"],
)
def test_a_name_that_means_nothing_is_refused(spec: str) -> None:
    with pytest.raises(upturn.InvalidSetup, match="no bot"):
        make_bot(spec, "dnup", 1)


@pytest.mark.parametrize("spec", ["greedy:5", "random:2s"])
def test_a_bot_that_does_not_think_ahead_has_no_budget(spec: str) -> None:
    with pytest.raises(upturn.InvalidSetup, match="takes no budget"):
        make_bot(spec, "dnup", 1)


def test_a_name_may_carry_a_budget_and_a_temperature() -> None:
    assert budget_of("search:250@0.05") == (250, inf, 0.05)
    assert budget_of("search:0.5s") == (inf, 0.5, 0.0)
    assert budget_of("search:250", seconds=1.0) == (250, 1.0, 0.0)
    assert make_bot("greedy@1.5", "dnup", 1).temperature == 1.5


def budget_of(spec: str, seconds: float = inf) -> tuple[float, float, float]:
    bot = make_bot(spec, "dnup", 1, seconds)
    assert isinstance(bot.weigher, Searcher)
    return bot.weigher.iterations, bot.weigher.seconds, bot.temperature


@every_game
def test_levels_say_what_they_are(name: str) -> None:
    for level in levels(name):
        assert level.description.endswith(".")
        assert level.bot in bot_names(name)
        assert make_bot(level.name, name, 1).temperature == level.temperature


# --- Temper ----------------------------------------------------------------------------------


class Scales:
    """Weighs as it is told to."""

    def __init__(self, weights: dict[str, float]):
        self.weights = weights

    def weigh(self, view: dict[str, Any]) -> dict[str, float]:
        return self.weights

    def why(self, view: dict[str, Any], move: str, weights: dict[str, float]) -> dict[str, Any]:
        return {"code": "looks-best", "moves": len(weights)}


def chosen(weights: dict[str, float], temperature: float, times: int = 2000) -> Counter[str]:
    game = upturn.new("dnup", players=4, seed=1)
    view = game.view(game.to_act)
    players = (Player(Scales(weights), seed, temperature) for seed in range(times))
    return Counter(player.choose(view) for player in players)


def test_without_a_temperature_the_best_move_is_played_and_luck_decides_among_equals() -> None:
    assert chosen({"a": 1.0, "b": 2.0, "c": -inf}, 0.0) == {"b": 2000}
    among_equals = chosen({"a": 2.0, "b": 2.0, "c": 1.9}, 0.0)
    assert set(among_equals) == {"a", "b"}
    assert among_equals["a"] == pytest.approx(1000, abs=100)


def test_a_move_one_temperature_worse_is_played_e_times_less_often() -> None:
    often = chosen({"a": 3.0, "b": 2.5, "c": -inf}, 0.5)
    assert often["a"] / often["b"] == pytest.approx(e, rel=0.15)
    assert "c" not in often
    mild, wild = chosen({"a": 1.0, "b": 0.0}, 0.2), chosen({"a": 1.0, "b": 0.0}, 5.0)
    assert mild["b"] < 30 < wild["b"]


# --- Reasons ---------------------------------------------------------------------------------


@every_table
@pytest.mark.parametrize("kind", ["expert", "greedy", "random"])
def test_a_bot_says_why_in_one_sentence(name: str, players: int, kind: str) -> None:
    bot = make_bot(kind, name, seed=1, seconds=0.02)
    for view in some_views(name, players)[::6]:
        decision = bot.decide(view)
        assert decision.move in view["legal"]
        assert json.loads(json.dumps(decision.why)) == decision.why
        said = sentence(name, decision.why)
        assert said
        assert "{" not in said
        assert not said.endswith(".")


@every_game
def test_every_sentence_is_one(name: str) -> None:
    for code, said in sentences(name).items():
        assert code == code.lower()
        assert ". " not in said
        assert not said.endswith(".")


@every_game
def test_a_stand_in_is_good_company_and_quick(name: str) -> None:
    assert stand_in(name) == "skilled"
    assert stand_in(name) in [level.name for level in company(name)]


def test_a_game_without_levels_has_a_stand_in_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["upturn.bots.levels"], "levels", lambda game: ())
    assert stand_in("dnup") == "search"

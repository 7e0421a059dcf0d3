"""Bots: always legal, never surprising twice, and greedy is worth playing against."""

from __future__ import annotations

from typing import Any

import pytest

import upturn
from upturn.bots import bot_names, make_bot
from upturn.games import names, rules_of

MOST_MOVES = 5_000
NOTHING_DONE = {"dnup": 0, "team-play": 0, "team-up": -27 - 36}
"""The score of a whole game in which nothing was achieved; at Team UP 27 boxes and 36 penalties."""

every_table = pytest.mark.parametrize(
    ("name", "players"),
    [(name, players) for name in names() for players in rules_of(name).player_counts],
)
every_game = pytest.mark.parametrize("name", names())
every_kind = pytest.mark.parametrize("kind", ["greedy", "random"])


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
    game = upturn.new(name, players=players, seed=3)
    bot = make_bot("random", name, seed=4)
    views: list[dict[str, Any]] = []
    while game.to_act is not None and len(views) < 60:
        views.append(game.view(game.to_act))
        game.play(bot.choose(views[-1]))
    return views


def sides(name: str, players: int) -> list[list[int]]:
    """The seats that win together: teams, or everyone alone."""
    view = upturn.new(name, players=players, seed=1).view()
    alone = [[seat] for seat in range(1, players + 1)]
    return list(view.get("teams", alone))


@every_kind
@every_table
def test_a_bot_plays_whole_games_legally(name: str, players: int, kind: str) -> None:
    for seed in range(3):
        assert max(play_out(name, [kind] * players, seed)) > NOTHING_DONE[name]


@every_table
def test_bots_of_different_kinds_sit_at_one_table(name: str, players: int) -> None:
    kinds = (["greedy", "random"] * players)[:players]
    assert max(play_out(name, kinds, seed=1)) > NOTHING_DONE[name]


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
    view = upturn.new("dnup", players=4, seed=1).view(1)
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


@every_game
def test_every_bot_is_listed_and_an_unknown_one_is_refused(name: str) -> None:
    assert bot_names(name) == ["greedy", "random"]
    with pytest.raises(upturn.InvalidSetup, match=f"no bot 'clever' plays {name}; there is greedy"):
        make_bot("clever", name, 1)

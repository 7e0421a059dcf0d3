"""Bots: always legal, never surprising twice, and greedy is worth playing against."""

from __future__ import annotations

from typing import Any

import pytest

import upturn
from upturn.bots import bot_names, make_bot

MOST_MOVES = 5_000


def play_out(kinds: list[str], seed: int) -> list[int]:
    """The scores of a game between these bots, by seat."""
    game = upturn.new("dnup", players=len(kinds), seed=seed)
    bots = [make_bot(kind, "dnup", seed=f"{seed} {seat}") for seat, kind in enumerate(kinds)]
    for _ in range(MOST_MOVES):
        if game.to_act is None:
            return game.scores
        view = game.view(game.to_act)
        move = bots[game.to_act - 1].choose(view)
        assert move in view["legal"]
        game.play(move)
    raise AssertionError("the game does not end")


def some_views(players: int) -> list[dict[str, Any]]:
    game = upturn.new("dnup", players=players, seed=3)
    bot = make_bot("random", "dnup", seed=4)
    views: list[dict[str, Any]] = []
    while game.to_act is not None and len(views) < 60:
        views.append(game.view(game.to_act))
        game.play(bot.choose(views[-1]))
    return views


@pytest.mark.parametrize("kind", ["greedy", "random"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_bot_plays_whole_games_legally(kind: str, players: int) -> None:
    for seed in range(3):
        assert max(play_out([kind] * players, seed)) > 0


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_bots_of_different_kinds_sit_at_one_table(players: int) -> None:
    kinds = ["greedy", "random", "greedy", "random", "greedy"][:players]
    assert max(play_out(kinds, seed=1)) > 0


@pytest.mark.parametrize("kind", ["greedy", "random"])
@pytest.mark.parametrize("players", [2, 4])
def test_the_same_seed_and_view_give_the_same_move(kind: str, players: int) -> None:
    first, second = make_bot(kind, "dnup", seed=9), make_bot(kind, "dnup", seed=9)
    views = some_views(players)
    chosen = [first.choose(view) for view in views]
    assert [first.choose(view) for view in views] == chosen
    assert [second.choose(view) for view in reversed(views)] == chosen[::-1]


def test_another_seed_gives_other_luck() -> None:
    views = some_views(4)
    chosen = {tuple(make_bot("random", "dnup", seed).choose(v) for v in views) for seed in "abc"}
    assert len(chosen) == 3


def test_random_chooses_every_legal_move_sooner_or_later() -> None:
    view = upturn.new("dnup", players=4, seed=1).view(1)
    view["legal"] = ["flip", "take 2", "take 3"]
    chosen = [make_bot("random", "dnup", seed).choose(view) for seed in range(300)]
    assert all(80 <= chosen.count(move) <= 120 for move in view["legal"])


@pytest.mark.parametrize("players", [2, 4])
def test_greedy_beats_random_clearly(players: int) -> None:
    won = 0
    for seed in range(20):
        kinds = ["random"] * players
        kinds[seed % players] = "greedy"
        scores = play_out(kinds, seed)
        won += scores[seed % players] == max(scores)
    assert won >= 18


def test_greedy_goes_out_when_it_can() -> None:
    view = greedy_view(hand=["7/1", "7/3"], legal=["play 7/1", "play 7/1 7/3", "take 2", "flip"])
    assert make_bot("greedy", "dnup", 1).choose(view) == "play 7/1 7/3"


def test_greedy_flips_a_hand_that_is_much_better_the_other_way_up() -> None:
    hand = ["1/9", "2/9", "3/9", "4/9", "5/9"]
    legal = [f"play {card}" for card in hand] + ["flip"]
    assert make_bot("greedy", "dnup", 1).choose(greedy_view(hand, legal)) == "flip"


def test_greedy_with_its_last_cards_does_not_beat_its_own_set() -> None:
    view = greedy_view(["7/1"], ["play 7/1", "add 7/1 to 2b", "flip"], players=2)
    view["sets"] = [
        {"seat": 1, "area": "b", "value": 3, "cards": ["3/6"]},
        {"seat": 2, "area": "b", "value": 7, "cards": ["7/2"]},
    ]
    assert make_bot("greedy", "dnup", 1).choose(view) == "add 7/1 to 2b"


def greedy_view(hand: list[str], legal: list[str], players: int = 4) -> dict[str, Any]:
    return {
        "seat": 1,
        "players": players,
        "hand": hand,
        "legal": legal,
        "counts": [len(hand)] + [6] * (players - 1),
        "sets": [{"seat": 2, "area": None, "value": 4, "cards": ["4/6"]}],
        "out": [],
        "history": [],
    }


def test_every_bot_is_listed_and_an_unknown_one_is_refused() -> None:
    assert bot_names("dnup") == ["greedy", "random"]
    with pytest.raises(upturn.InvalidSetup, match="no bot 'clever' plays dnup; there is greedy"):
        make_bot("clever", "dnup", 1)

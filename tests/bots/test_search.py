"""Search: thinks ahead in imagined worlds, the same way every time."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from math import ceil, log2

import pytest

import upturn
from tests.support.random_games import every_table
from tests.support.searching import STYLES, searched, some_view, trees
from upturn.bots import make_bot
from upturn.bots.search import Found, Search, Searcher, Style
from upturn.bots.tree import ROOT, USED
from upturn.games import names
from upturn.games.compiling import COMPILED

every_game = pytest.mark.parametrize("name", names())
every_style = pytest.mark.parametrize("style", STYLES, ids=["guided", "random", "narrow"])


@every_style
@every_table
def test_every_iteration_is_counted_once(name: str, players: int, style: Style) -> None:
    view = some_view(name, players)
    search = searched(view, style, 60)
    found = search.found()
    assert search.tree["visits"][ROOT] == 60
    assert sum(one.visits for one in found) == 60
    assert {one.move for one in found} <= set(view["legal"])
    assert all(0 <= one.mean <= 1 for one in found)
    assert search.simulated >= 60
    assert search.tree["first"][USED] <= 2 + len(view["legal"]) + 60


@every_style
@every_game
def test_the_same_seed_and_iterations_give_the_same_tree(name: str, style: Style) -> None:
    view = some_view(name)
    once, twice = searched(view, style, 90, 30), searched(view, style, 90, 30)
    assert once.tree.tobytes() == twice.tree.tobytes()
    assert once.simulated == twice.simulated


@every_game
def test_another_seed_gives_other_worlds(name: str) -> None:
    view = some_view(name)
    trees = set()
    for seed in range(4):
        search = Search(view, seed, Style(guided=False))
        search.think(60)
        trees.add(search.tree.tobytes())
    assert len(trees) == 4


@every_game
def test_a_full_tree_is_thought_on_with_but_grows_no_more(name: str) -> None:
    view = some_view(name)
    search = Search(view, 1, Style(guided=False), room=10)
    search.think(300)
    assert search.tree["visits"][ROOT] == 300
    assert search.tree["first"][USED] == len(search.tree) == 2 + len(view["legal"]) + 10


def test_the_true_position_is_not_what_is_searched() -> None:
    """The game itself stays as it is; a search has positions of its own."""
    game: upturn.Game = upturn.new("dnup", players=4, seed=1)
    before = game.now.tobytes()
    searched(game.view(game.to_act), Style(), 50)
    assert game.now.tobytes() == before


@every_game
def test_searches_in_threads_do_not_disturb_each_other(name: str) -> None:
    views = [some_view(name, seed=seed) for seed in range(4)]
    alone = [searched(view, Style(), 80).tree.tobytes() for view in views]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda view: searched(view, Style(), 80).tree.tobytes(), views))
    assert together == alone


@every_game
def test_plain_python_searches_the_same_tree(name: str) -> None:
    """Compiled or not: the same worlds, the same moves, the same sums."""
    assert COMPILED
    code = f"from tests.support.searching import trees; print(trees({name!r}))"
    plain = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"UPTURN_COMPILE": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout.strip() == trees(name)


@every_game
def test_seconds_are_a_budget_too(name: str) -> None:
    view = some_view(name)
    search = Searcher(1, None, seconds=0.05).search(view)
    assert search.tree["visits"][ROOT] >= 32
    assert make_bot("search:0.05s", name, 1).choose(view) in view["legal"]


def test_a_forced_move_is_not_thought_about() -> None:
    view = some_view("dnup") | {"legal": ["flip"]}
    assert Searcher(1, 10**9).weigh(view) == {"flip": 0.0}


@every_game
def test_every_first_move_has_the_same_chance_until_half_of_them_drop_out(name: str) -> None:
    search = Search(some_view(name), "seed", Style(breadth=8))
    moves = len(search.first_moves)
    assert 2 <= moves <= 8
    search.think(64 * max(1, ceil(log2(moves))))
    found = search.found()
    assert len(found) == moves
    visits = [one.visits for one in found]
    assert visits[0] - visits[1] <= 1  # the finalists
    assert min(visits) >= 64 // moves
    assert max(visits) >= 2 * min(visits) or moves <= 2
    means = sorted((one.mean for one in found), reverse=True)
    assert max(found[:2], key=lambda one: one.mean).mean in means[: moves // 2 + 1]


def test_a_move_that_was_tried_little_counts_for_less() -> None:
    seldom, often = Found("flip", 10, 0.5), Found("take 2", 1000, 0.5)
    assert seldom.weight < often.weight < often.mean

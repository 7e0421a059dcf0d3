"""Searches of a view, and the trees they grow."""

from __future__ import annotations

import hashlib
from typing import Any

from tests.support.random_games import random_game
from upturn.bots.search import Search, Style

PLAYERS = 4
ITERATIONS = 4
"""Few, because plain Python is slow."""
STYLES = [Style(), Style(guided=False), Style(breadth=3, width=1.0, ripe=4, horizon=20)]


def some_view(name: str, players: int = PLAYERS, seed: int = 3, moves: int = 12) -> dict[str, Any]:
    """Return the view of a seat that has a choice."""
    game = random_game(name, players, seed, moves)
    while len(game.legal_moves()) < 2:
        game.play(game.legal_moves()[0])
    assert game.to_act is not None
    view: dict[str, Any] = game.view(game.to_act)
    return view


def searched(view: dict[str, Any], style: Style, *thoughts: int) -> Search:
    search = Search(view, "seed", style)
    for iterations in thoughts:
        search.think(iterations)
    return search


def trees(name: str) -> str:
    """Return a digest of what each style of search thinks of a view."""
    found = [searched(some_view(name), style, ITERATIONS).tree for style in STYLES]
    return hashlib.sha256(b"".join(tree.tobytes() for tree in found)).hexdigest()

"""`search`: thinks ahead in worlds that agree with all its seat has seen.

Information-set Monte-Carlo tree search (`tree.py`) from the position that the view lets it suppose.
The budget is a number of iterations, or seconds, or both, whichever is spent first; with
iterations alone the same seed and view give the same answer.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from functools import cache
from math import inf, sqrt
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from upturn.bots import data, knowledge
from upturn.bots import tree as trees
from upturn.bots.explaining import explain
from upturn.bots.greedy import weigh_at
from upturn.games import engine, rules_of
from upturn.games.contract import room_for_cards, room_for_moves
from upturn.games.rng import seeded
from upturn.games.supposing import suppose

if TYPE_CHECKING:
    from upturn.bots.bot import Seed, Weights
    from upturn.games.rules import Facts

ROOM = 1 << 17
"""Iterations after which a tree stops growing, if only seconds are counted."""
CHUNK = 256
"""Iterations between two looks at the clock."""
CAUTION = 0.5
"""How much less a move is worth for being tried little: this, by the square root of its visits."""


@dataclass(frozen=True)
class Style:
    """How a game is searched; from its `bots.toml`."""

    breadth: int | None = None
    """So many first moves at most are tried, those that knowledge finds best."""
    exploration: float = 0.7
    """How much the bound on a later move's worth is raised for being tried little."""
    width: float = inf
    """A later node may have so many children by the square root of its visits."""
    ripe: float = 1
    """Visits after which a node gets children."""
    guided: bool = True
    """Whether knowledge says which move to try next and how to play on, or chance."""
    rashness: float = 0.1
    """How often, in playing on, knowledge is not asked."""
    horizon: float = inf
    """Moves to play on at most."""
    guesses: int = 1
    """Guesses at what is hidden, of which one is chosen by how well others' turns fit it."""
    trust: float = 1.0
    """How much that tells: by the unit of what knowledge weighs."""

    @property
    def settings(self) -> trees.Settings:
        """All but the breadth, in the order of `tree.py`."""
        return np.array(astuple(self)[1:], np.float64)


@cache
def style_of(game: str) -> Style:
    return Style(**data.of_game(game).get("search", {}))


class Found(NamedTuple):
    """What search found out about one move."""

    move: str
    visits: int
    mean: float

    @property
    def weight(self) -> float:
        return self.mean - CAUTION / sqrt(self.visits)


class Search:
    """One decision, thought about for as long as one likes."""

    def __init__(self, view: Facts, seed: Seed, style: Style, room: int = ROOM):
        rules = rules_of(view["game"])
        knowledge.know(view["game"])
        self.seat: int = view["seat"]
        self.notation = rules.notation(view["players"])
        supposed = np.repeat(suppose(view), trees.SCRATCH)
        memory = knowledge.remember(view, supposed.dtype)
        self.desk = trees.Desk(
            positions=supposed,
            memory=memory.positions,
            done=memory.moves,
            turned=memory.turned,
            settings=style.settings,
            rng=seeded("search", seed, self.seat, len(view["history"])),
            moves=room_for_moves(rules.most_legal),
            values=np.zeros(rules.most_legal),
            marks=np.zeros(rules.move_count, np.int32),
            cards=room_for_cards(rules.most_cards),
        )
        self.first_moves = self._first_moves(view["legal"], style)
        self.tree = trees.new_tree(self.first_moves, self.seat, room)
        self.simulated = 0
        """Moves made in imagined games."""

    @property
    def open(self) -> bool:
        """Whether there is anything to think about: more than one move is worth a thought."""
        return len(self.first_moves) > 1

    def only(self) -> Weights:
        """The one move that is, if there is but one."""
        return {self.notation.texts[move]: 0.0 for move in self.first_moves}

    def think(self, iterations: int) -> None:
        """So many iterations more. Other threads run meanwhile."""
        self.simulated += trees.think(self.tree, self.seat, iterations, self.desk)

    def _first_moves(self, legal: list[str], style: Style) -> list[int]:
        """The moves to choose from, those that look best first."""
        allowed = {self.notation.numbers[move] for move in legal}
        positions, moves, values = self.desk.positions, self.desk.moves, self.desk.values
        count = engine.legal_at(positions, trees.SUPPOSED, moves)
        if style.guided:
            weigh_at(positions, trees.SUPPOSED, moves, count, values)
        weighed = dict(zip(moves[:count].tolist(), values[:count].tolist(), strict=True))
        possible = [move for move in weighed if move in allowed]
        worth_it = [move for move in possible if weighed[move] > -inf]
        by_weight = sorted(worth_it, key=weighed.__getitem__, reverse=True)
        return by_weight[: style.breadth] or sorted(possible)

    def found(self) -> list[Found]:
        """What is known so far of the moves that were tried, the most tried first."""
        found = []
        child = int(self.tree["first"][trees.ROOT])
        while child:
            node = self.tree[child]
            visits = int(node["visits"])
            if visits:
                mean = float(node["total"]) / visits
                found.append(Found(self.notation.texts[node["move"]], visits, mean))
            child = int(node["next"])
        return sorted(found, key=lambda one: one.visits, reverse=True)


class Searcher:
    """Weighs moves by searching."""

    def __init__(self, seed: Seed, iterations: int | None, seconds: float = inf):
        self.seed = seed
        self.iterations = inf if iterations is None else iterations
        self.seconds = seconds

    def weigh(self, view: Facts) -> Weights:
        if len(view["legal"]) == 1:
            return {view["legal"][0]: 0.0}
        search = self.search(view)
        return {one.move: one.weight for one in search.found()} if search.open else search.only()

    def search(self, view: Facts) -> Search:
        """Think until the budget is spent."""
        end = monotonic() + self.seconds
        left = self.iterations
        search = Search(view, self.seed, style_of(view["game"]), int(min(left, ROOM)))
        while left > 0 and search.open:
            chunk = int(min(left, CHUNK)) if self.seconds < inf else int(left)
            search.think(chunk)
            left -= chunk
            if monotonic() >= end:
                break
        return search

    def why(self, view: Facts, move: str, weights: Weights) -> Facts:
        reason = explain(view, move, weights)
        others = [other for other in weights if other != move]
        if reason or not others:
            return reason or {"code": "only-move"}
        second = max(others, key=weights.__getitem__)
        figures = {"chance": percent(weights[move]), "next": percent(weights[second])}
        return {"code": "imagined-best", "other": second} | figures


def percent(share: float) -> int:
    return max(0, round(100 * share))

"""`Solver`: finds the best score of one Team UP position whose order of cards is known.

Geometry and order are separate: first it finds completions of the pallet, then for each an order of
its boxes that obeys the cards. A number of full layers is excluded when all its completions are
known and none has an order; until then it counts with the score that the cards alone would allow.
The best score found is proven once none of these is above it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import gcd
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from upturn.games.contract import Positions
from upturn.games.rng import seeded
from upturn.games.team_up.components import LAYER_POINTS
from upturn.games.team_up.notation import notation
from upturn.games.team_up.position import NOTHING, POSITION
from upturn.games.team_up.rules import full_layers
from upturn.games.team_up.tables import KINDS, LAYERS
from upturn.solver.beams import best_of_beam
from upturn.solver.bounds import least_loss
from upturn.solver.clock import Clock
from upturn.solver.completions import (
    NO_BOXES,
    Completions,
    left_by_kind,
    perfect_completions,
    searched,
)
from upturn.solver.endings import best_ending, with_draws
from upturn.solver.failures import Failures, make_failures
from upturn.solver.lines import Line, any_line, played
from upturn.solver.ordering import FOUND, NONE, UNDECIDED
from upturn.solver.packing import Codes, Numbers
from upturn.solver.perfect import Pallets
from upturn.solver.plans import Plan, loosened, make_plan
from upturn.solver.questions import Questions
from upturn.solver.topping import topped

if TYPE_CHECKING:
    from upturn.games.game import Game

EFFORT = 3
"""The factor by which the effort grows in each further round."""
STEPS = 2_000
"""Cards tried for one plan in the first round."""
TRY_STEPS = 300
"""Boxes stacked in one try for a random completion."""
BATCH = 20
"""Random completions tried together."""
PACKING_STEPS = 10_000
"""Boxes stacked in the first round to find completions."""
BEAM = 5
"""Pallets kept from card to card in the first round."""
ENDING_STEPS = 2_000
"""Cards tried in the first round of trying every play."""
MOST = 50_000
"""The most completions that a proof goes through."""
SLOTS = 1 << 20
"""States remembered when every play is tried."""
GOLDEN = 0.618

Watch = Callable[["Solution"], None]


@dataclass(frozen=True)
class Solution:
    """The best score found for a position."""

    score: int
    moves: list[str]  # from the position to this score
    bound: int  # no play leads to more

    @property
    def proven(self) -> bool:
        """Whether the score is the best possible."""
        return self.score == self.bound


def position_of(game: Game) -> Positions:
    """Return the true position of a game, with the order of its cards, as an array of one."""
    now = np.zeros(1, POSITION)
    now[0] = game.position
    return now


def spread(count: int) -> Numbers:
    """Return all numbers below `count`, neighbours far apart, since neighbouring completions are
    much alike."""
    stride = max(1, int(count * GOLDEN))
    while gcd(stride, count) > 1:
        stride += 1
    return np.arange(count, dtype=np.int64) * stride % max(1, count)


class Solver:
    """Searches one position in rounds of growing effort, until the best is proven or time is up."""

    def __init__(self, now: Positions, seconds: float, watch: Watch | None = None):
        self.now = now
        self.watch = watch
        self.clock = Clock(seconds)
        self.rng = seeded("solver")
        drawn = int(now["card"][0]) != NOTHING
        to_come = now["cards"][0, int(now["drawn"][0]) - drawn :]
        self.cards: Numbers = to_come.astype(np.int64)
        self.questions = Questions(now, self.cards)
        self.full = int(full_layers(now[0]))
        self.best = any_line(now)
        least = least_loss(now["left"][0], self.cards, drawn)
        self.open = {n: self.worth(n, least) for n in range(self.full, LAYERS + 1)}
        """By number of full layers: the most that it may still score."""
        self.every: dict[int, Completions] = {}
        """By number of full layers: all completions, where they are known."""
        self.told: tuple[int, int] | None = None  # score and bound last passed to `watch`
        self.to_ask: Numbers | None = None  # perfect completions not decided yet

    def worth(self, layers: int, loss: int) -> int:
        """Return the score with `layers` full layers if boxes left and new penalties are `loss`."""
        return LAYER_POINTS * layers - loss - int(self.now["penalties"][0])

    def loss_for(self, layers: int, points: int) -> int:
        """Return the loss that still leaves `points` points with `layers` full layers."""
        return self.worth(layers, 0) - points

    @property
    def bound(self) -> int:
        return max([self.best.score, *self.open.values()])

    def solution(self) -> Solution:
        texts = notation(1).texts
        return Solution(self.best.score, [texts[move] for move in self.best.moves], self.bound)

    def solve(self) -> Solution:
        effort = 1
        while not self.done():
            for layers in sorted(self.open, reverse=True):
                if layers == LAYERS:
                    self.try_perfect(effort)
                else:
                    self.try_lower(layers, effort)
                    self.exclude(layers, effort)
            self.try_beam(effort)
            self.try_all(effort)
            effort *= EFFORT
        return self.solution()

    def done(self) -> bool:
        """Return whether there is nothing more to gain, or no time."""
        return self.best.score == self.bound or self.clock.is_out()

    def hopeful(self, layers: int) -> bool:
        """Return whether `layers` full layers may still score more than the best found."""
        return layers in self.open and self.open[layers] > self.best.score

    def improve(self, line: Line) -> None:
        if line.score > self.best.score:
            self.best = line
            self.tell()

    def limit(self, layers: int, points: int) -> None:
        """Note that `layers` full layers score at most `points`."""
        self.open[layers] = points
        self.tell()

    def give_up(self, layers: int) -> None:
        """Note that `layers` layers cannot be filled."""
        del self.open[layers]
        self.tell()

    def tell(self) -> None:
        now = self.best.score, self.bound
        if self.watch is not None and now != self.told:
            self.told = now
            self.watch(self.solution())

    # --- Completions -------------------------------------------------------------------------

    def completions(self, layers: int, effort: int) -> Completions:
        """Return all completions of `layers` layers, or some."""
        if layers not in self.every:
            if layers == LAYERS:
                found = perfect_completions(self.now)
            elif layers == self.full:
                found = Completions([NO_BOXES], True)
            else:
                found = Completions([], False)
            if not found.all and (effort > 1 or len(found.codes) == 0):
                more = self.search(layers, effort)
                found = more if more.all else Completions([*found.codes, *more.codes], False)
            if not found.all:
                return found
            self.every[layers] = found
        return self.every[layers]

    def some_completions(self, layers: int) -> Sequence[Codes] | Pallets:
        """Return random completions of `layers` layers."""
        if layers == self.full:
            return [NO_BOXES] * BATCH
        steps = self.clock.afford("packing", PACKING_STEPS)
        return searched(self.now, layers, TRY_STEPS, steps, BATCH, self.rng).codes

    def search(self, layers: int, effort: int) -> Completions:
        """Return all completions of `layers` layers, or those found with this effort."""
        steps = self.clock.afford("packing", PACKING_STEPS * effort)
        began = monotonic()
        found = searched(self.now, layers, steps, steps, MOST, self.rng)
        if not found.all and len(found.codes) < MOST:
            self.clock.learn("packing", steps, began)
        return found

    # --- All layers --------------------------------------------------------------------------

    def try_perfect(self, effort: int) -> None:
        """Try the perfect completions: first for the best score they may reach, then for less."""
        if not self.hopeful(LAYERS):
            return
        known = self.completions(LAYERS, effort)
        if known.all and len(known.codes) == 0:
            self.give_up(LAYERS)
        if not known.all:
            self.to_ask = None
        while self.hopeful(LAYERS):
            loss = self.loss_for(LAYERS, self.open[LAYERS])
            if self.to_ask is None:
                self.to_ask = spread(len(known.codes))
            self.to_ask = self.undecided(known.codes, self.to_ask, loss, effort)
            if len(self.to_ask) or not known.all:
                return
            self.limit(LAYERS, max(self.open[LAYERS] - 1, self.best.score))
            self.to_ask = None

    def undecided(
        self, codes: Sequence[Codes] | Pallets, to_ask: Numbers, loss: int, effort: int
    ) -> Numbers:
        """Ask these completions for an order. Return those left undecided; none once one has an
        order."""
        rest = []
        for place, at in enumerate(to_ask):
            plan = make_plan(self.now, codes[at], LAYERS)
            answer = self.ask(plan, loss, effort)
            if answer == FOUND:
                return to_ask[:0]
            if answer == UNDECIDED:
                rest.append(at)
            if self.clock.is_out():
                return np.concatenate([np.array(rest, np.int64), to_ask[place + 1 :]])
        return np.array(rest, np.int64)

    def ask(self, plan: Plan, loss: int, effort: int, lenient: bool = False) -> int:
        """Ask one plan for an order. If it has one and is not lenient, its line may be the best."""
        steps = self.clock.afford("ordering", STEPS * effort)
        began = monotonic()
        answer = self.questions.ask(plan, loss, steps, lenient)
        if answer == UNDECIDED:
            self.clock.learn("ordering", steps, began)
        if answer == FOUND and not lenient:
            self.improve(self.questions.line(plan))
        return answer

    # --- Fewer layers ------------------------------------------------------------------------

    def try_lower(self, layers: int, effort: int) -> None:
        """Try random completions with the boxes left over placed on top."""
        for _ in range(effort):
            if not self.hopeful(layers) or self.done():
                return
            for codes in self.some_completions(layers):
                plan = make_plan(self.now, topped(self.now, codes, self.rng), layers)
                self.follow(plan, layers)

    def follow(self, plan: Plan, layers: int) -> None:
        """Raise the best score with this plan as far as possible."""
        while self.hopeful(layers):
            loss = self.loss_for(layers, self.best.score + 1)
            if self.ask(plan, loss, effort=1) != FOUND:
                return

    def exclude(self, layers: int, effort: int) -> None:
        """Prove what `layers` full layers cannot score, wherever the boxes left over are placed."""
        if not self.hopeful(layers) or self.done():
            return
        every = self.completions(layers, effort)
        if not every.all:
            return
        if len(every.codes) == 0:
            self.give_up(layers)
        while self.hopeful(layers):
            loss = self.loss_for(layers, self.open[layers])
            for codes in every.codes:
                plan = self.loose_plan(codes, layers)
                if self.ask(plan, loss, effort, lenient=True) != NONE or self.clock.is_out():
                    return
            self.limit(layers, self.open[layers] - 1)

    def loose_plan(self, codes: Codes, layers: int) -> Plan:
        plan = make_plan(self.now, codes, layers)
        used = np.bincount(plan.kinds, minlength=KINDS)
        return loosened(plan, left_by_kind(self.now) - used)

    # --- Without a plan ----------------------------------------------------------------------

    def try_beam(self, effort: int) -> None:
        """Play on with a beam of the most promising pallets."""
        if self.done():
            return
        width = self.clock.afford("beam", BEAM * effort)
        began = monotonic()
        moves = best_of_beam(self.now, self.best.score, width, self.seen)
        self.clock.learn("beam", width, began)
        if moves is not None:
            self.improve(played(self.now, with_draws(self.now, moves)))

    # --- Every play --------------------------------------------------------------------------

    def try_all(self, effort: int) -> None:
        """Try every play that could be better, if there are not too many."""
        if self.done():
            return
        caps = np.full(LAYERS + 1, self.best.score, np.int64)
        for layers, points in self.open.items():
            caps[layers] = points
        steps = self.clock.afford("ending", ENDING_STEPS * effort)
        began = monotonic()
        moves, tried_all = best_ending(self.now, caps, self.best.score, steps, self.seen)
        if not tried_all:
            self.clock.learn("ending", steps, began)
        if moves is not None:
            self.improve(played(self.now, with_draws(self.now, moves)))
        if tried_all:
            self.open = {self.full: self.best.score}
            self.tell()

    @cached_property
    def seen(self) -> Failures:
        return make_failures(SLOTS)

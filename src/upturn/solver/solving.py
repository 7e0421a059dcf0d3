"""The best that can come of a Team UP position if the order of the cards is known.

Geometry and order are apart: first completions of the pallet, then for each an order of its boxes
that obeys the cards. A number of full layers is excluded when all its completions are known and
none has an order; until then it counts at what the cards alone would allow. What is left when the
best score found is not below any of these is proven.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import gcd
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from upturn.errors import InvalidSetup
from upturn.games.contract import OVER, Positions
from upturn.games.rng import seeded
from upturn.games.team_up.components import LAYER_POINTS
from upturn.games.team_up.notation import notation
from upturn.games.team_up.position import POSITION
from upturn.games.team_up.rules import full_layers, score
from upturn.games.team_up.tables import BOXES, KINDS, LAYERS
from upturn.solver import SECONDS
from upturn.solver.bounds import least_loss
from upturn.solver.completions import (
    Completions,
    all_in_library,
    from_library,
    left_by_kind,
    searched,
)
from upturn.solver.failures import make_failures
from upturn.solver.lines import Line, line_of, played
from upturn.solver.ordering import (
    FOUND,
    NONE,
    UNDECIDED,
    search_forwards,
    search_from_both_ends,
)
from upturn.solver.packing import Codes, Numbers
from upturn.solver.plans import MOST_BOXES, Plan, loosened, make_plan
from upturn.solver.topping import topped

if TYPE_CHECKING:
    from upturn.games.game import Game

STEPS = 2_000
"""Cards tried for a plan before another is."""
ALL_STEPS = 300_000
"""Cards tried for a plan that stands in the way of a proof, before the clock is looked at."""
PATIENCE = 300
"""Boxes stacked in one try for a completion of lower layers."""
BATCH_STEPS, BATCH = 20_000, 20
"""Boxes stacked for a number of completions, and how many of these."""
GOLDEN = 0.618
MOST = 50_000
"""Completions that a proof goes through."""

Watch = Callable[["Solution"], None]


@dataclass(frozen=True)
class Solution:
    """What a position can come to."""

    score: int
    moves: list[str]  # that lead to this score, from the position on
    bound: int  # no play leads to more

    @property
    def proven(self) -> bool:
        """Whether the score is the best there is."""
        return self.score == self.bound


def solve(game: Game, seconds: float = SECONDS, watch: Watch | None = None) -> Solution:
    """The best score this game of Team UP can still come to, with the cards as they lie.

    It thinks so many seconds at most, and hands what it has found to `watch` whenever that changes.
    """
    if game.name != "team-up":
        raise InvalidSetup(f"the solver is for team-up, not for {game.name}")
    if game.awaits_deal:
        raise InvalidSetup("the cards are not dealt yet")
    now = np.zeros(1, POSITION)
    now[0] = game.position
    return solve_position(now, seconds, watch)


def solve_position(
    now: Positions, seconds: float = SECONDS, watch: Watch | None = None
) -> Solution:
    """The same for a position alone, as an array of one."""
    if BOXES > MOST_BOXES:
        raise InvalidSetup(f"the solver is for {MOST_BOXES} boxes at most, not for {BOXES}")
    if now["phase"][0] == OVER:
        reached = int(score(now[0], 1))
        return Solution(reached, [], reached)
    return Solver(now, seconds, watch).solve()


def spread(count: int) -> list[int]:
    """All numbers below this, neighbours far apart: completions found together are much alike."""
    stride = max(1, int(count * GOLDEN))
    while gcd(stride, count) > 1:
        stride += 1
    return [at * stride % count for at in range(count)]


class Solver:
    """Thinks about one position until it knows, or until time is up."""

    def __init__(self, now: Positions, seconds: float, watch: Watch | None = None):
        self.now = now
        self.watch = watch
        self.began = monotonic()
        self.seconds = seconds
        self.rng = seeded("solver")
        drawn = int(now["card"][0]) >= 0
        to_come = now["cards"][0, int(now["drawn"][0]) - drawn :]
        self.cards: Numbers = to_come.astype(np.int64)
        self.failures = make_failures()
        self.order = np.zeros(len(self.cards) + 1, np.int64)
        self.settled = np.zeros((len(self.cards) + 1, KINDS), np.int64)
        self.least_loss = least_loss(now["left"][0], self.cards, drawn)
        full = int(full_layers(now[0]))
        self.open = {
            layers: self.worth(layers, self.least_loss) for layers in range(full, LAYERS + 1)
        }
        """By number of full layers, what it may still come to."""
        self.best = Line([], -1_000) if drawn else played(now, [])

    def worth(self, layers: int, loss: int) -> int:
        """The score with so many full layers, and boxes not stacked and new penalties together."""
        return LAYER_POINTS * layers - loss - int(self.now["penalties"][0])

    def loss_for(self, layers: int, points: int) -> int:
        """What may be lost with so many layers to come to so many points."""
        return self.worth(layers, 0) - points

    @property
    def bound(self) -> int:
        return max(self.best.score, *self.open.values())

    def solution(self) -> Solution:
        texts = notation(1).texts
        return Solution(self.best.score, [texts[move] for move in self.best.moves], self.bound)

    def time_is_up(self, share: float = 1.0) -> bool:
        return monotonic() - self.began > self.seconds * share

    def tell(self) -> None:
        if self.watch is not None:
            self.watch(self.solution())

    # --- The way to an answer ----------------------------------------------------------------

    def solve(self) -> Solution:
        self.try_perfect()
        for layers in range(min(LAYERS - 1, max(self.open)), min(self.open) - 1, -1):
            self.try_lower(layers, share=0.5)
        for layers in sorted(self.open, reverse=True):
            if layers < LAYERS:
                self.exclude(layers)
        for layers in sorted(self.open, reverse=True):
            if layers < LAYERS:
                self.try_lower(layers, share=1.0)
        return self.solution()

    def hopeful(self, layers: int) -> bool:
        """Whether so many layers may still be better than what is found."""
        return self.open.get(layers, self.best.score) > self.best.score

    # --- All layers --------------------------------------------------------------------------

    def try_perfect(self) -> None:
        """Go through the perfect completions, first without any penalty, then with more."""
        if LAYERS not in self.open:
            return
        known = self.perfect_completions()
        if known.all and len(known.codes) == 0:
            del self.open[LAYERS]
        while self.hopeful(LAYERS):
            loss = self.loss_for(LAYERS, self.open[LAYERS])
            if self.any_order(known.codes, loss) != NONE or not known.all:
                return
            self.lower(LAYERS, self.open[LAYERS] - 1)

    def perfect_completions(self) -> Completions:
        known = from_library(self.now)
        if all_in_library(self.now):
            return Completions(known, True)
        if len(known):
            return Completions(known, False)
        return self.every_completion(LAYERS)

    def any_order(self, completions: Sequence[Codes] | Codes, loss: int) -> int:
        """Whether any of these has an order; those that take long come last."""
        steps, to_ask = STEPS, spread(len(completions))
        while len(to_ask):
            hard = []
            for at in to_ask:
                plan = make_plan(self.now, completions[at], LAYERS)
                answer = self.ask(plan, loss, steps)
                if answer == FOUND:
                    return FOUND
                if answer == UNDECIDED:
                    hard.append(at)
                if self.time_is_up():
                    return UNDECIDED
            to_ask, steps = hard, ALL_STEPS if steps == STEPS else steps * 2
        return NONE

    # --- Fewer layers ------------------------------------------------------------------------

    def try_lower(self, layers: int, share: float) -> None:
        """Try random completions, the boxes left over anywhere on top, until time is up."""
        in_vain = 0
        while self.hopeful(layers) and not self.time_is_up(share):
            before = self.best.score
            for codes in self.some_completions(layers):
                plan = make_plan(self.now, topped(self.now, codes, self.rng), layers)
                while self.hopeful(layers):
                    loss = self.loss_for(layers, self.best.score + 1)
                    if self.ask(plan, loss, STEPS) != FOUND:
                        break
            in_vain = 0 if self.best.score > before else in_vain + 1
            if in_vain > 20 and share < 1:
                break

    def some_completions(self, layers: int) -> Sequence[Codes] | Codes:
        found = searched(self.now, layers, PATIENCE, BATCH_STEPS, BATCH, self.rng)
        if layers == int(full_layers(self.now[0])):
            return [np.zeros(0, np.int32)] * BATCH
        return found.codes

    def exclude(self, layers: int) -> None:
        """Prove what so many layers cannot come to, wherever boxes left over might be placed."""
        if not self.hopeful(layers) or self.time_is_up():
            return
        every = self.every_completion(layers)
        if not every.all:
            return
        plans = [self.loose_plan(codes, layers) for codes in every.codes]
        while self.hopeful(layers):
            loss = self.loss_for(layers, self.open[layers])
            for plan in plans:
                if self.time_is_up() or self.search(plan, loss, ALL_STEPS, lenient=True) != NONE:
                    return
            self.lower(layers, self.open[layers] - 1)

    def every_completion(self, layers: int) -> Completions:
        """All completions if they can be gone through in the time there is."""
        if layers == int(full_layers(self.now[0])):
            return Completions([np.zeros(0, np.int32)], True)
        steps = 100_000
        while True:
            found = searched(self.now, layers, steps, steps, MOST, self.rng)
            if found.all or len(found.codes) == MOST or self.time_is_up(0.6):
                return found
            steps *= 4

    def loose_plan(self, codes: Codes, layers: int) -> Plan:
        plan = make_plan(self.now, codes, layers)
        used = np.bincount(plan.kinds, minlength=KINDS)
        return loosened(plan, left_by_kind(self.now) - used)

    # --- Questions ---------------------------------------------------------------------------

    def ask(self, plan: Plan, loss: int, steps: int) -> int:
        """Whether the plan has an order; if it has, its line may be the best yet."""
        if loss == 0:
            answer = search_from_both_ends(
                self.now, plan, self.cards, steps, self.failures, self.order
            )
        else:
            answer = self.search(plan, loss, steps)
        if answer == FOUND:
            line = line_of(self.now, plan, self.cards, self.order, self.settled)
            if line.score > self.best.score:
                self.best = line
                self.tell()
        return int(answer)

    def search(self, plan: Plan, loss: int, steps: int, lenient: bool = False) -> int:
        now, cards, failures = self.now, self.cards, self.failures
        order, settled = self.order, self.settled
        return int(
            search_forwards(now, plan, cards, loss, lenient, steps, failures, order, settled)
        )

    def lower(self, layers: int, points: int) -> None:
        """So many layers come to no more than this."""
        self.open[layers] = points
        self.tell()

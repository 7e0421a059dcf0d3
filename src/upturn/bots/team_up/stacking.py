"""`stacking` for Team UP: places what keeps most ways to a perfect pallet open, whatever comes.

Only the order of the cards is hidden. The bot has completions of the pallet in mind
(`stacking_plans.py`) and plays each promising move on with many supposed orders of the cards
(`stacking_playouts.py`), the same ones for every move; moves that do worse are dropped early. A
move is worth the score that this comes to on average. It stops when drawing on is worth less than
the score as it stands.

The same seed, view and effort give the same answer, unless the time is limited.
"""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from upturn.bots.team_up.stacking_plans import lower_plans, perfect_plans
from upturn.bots.team_up.stacking_playouts import Values, play_outs
from upturn.bots.team_up.stacking_reasons import reason_for
from upturn.bots.team_up.stacking_thought import Choice, Thought
from upturn.games import engine
from upturn.games.contract import Positions, copy_of
from upturn.games.rng import Rng, seeded
from upturn.games.supposing import suppose
from upturn.games.team_up import RULES
from upturn.games.team_up.tables import AT, CARDS, KIND, LAYERS, PLACES
from upturn.solver.packing import LEVELS_CODED, Codes
from upturn.solver.pool import Pool, count_common

if TYPE_CHECKING:
    from upturn.bots.bot import Seed, Weights
    from upturn.games.rules import Facts

EFFORT = 500
"""Orders of the cards that the best moves are played on with; less also searches less."""
LEAST_SHARE = 0.005
"""Of a thorough search, with whatever little effort."""
MOST_MOVES = 32
"""Moves that are played on at all."""
HALVINGS = 4
TRIFLE = 1e-5
LATE = 9
"""Boxes left, or cards, when the bot begins to ask itself whether to stop."""

NUMBERS = RULES.notation(1).numbers
"""Moves by their text."""


class Stacker:
    """Weighs moves by the final score to expect."""

    def __init__(self, seed: Seed, effort: int | None = None, seconds: float = inf):
        self.seed = seed
        self.effort = EFFORT if effort is None else max(1, effort)
        self.seconds = seconds
        self.share = max(LEAST_SHARE, min(1.0, self.effort / EFFORT))
        self._last: tuple[Facts, Thought] | None = None

    def weigh(self, view: Facts) -> Weights:
        """The moves worth a thought, the best first."""
        legal: list[str] = view["legal"]
        if len(legal) == 1:
            return {legal[0]: 0.0}
        if "draw" in legal and early(suppose(view)):
            return {"draw": 0.0}
        return self._think(view).values

    def why(self, view: Facts, move: str, weights: Weights) -> Facts:
        """Why it would make this move, or rather another: a code and figures."""
        if len(view["legal"]) == 1:
            return {"code": "only-move"}
        now = suppose(view)
        if move == "draw" and early(now):
            return {"code": "too-early"}
        return reason_for(self._think(view), view, now, move)

    def _think(self, view: Facts) -> Thought:
        """What it makes of this view; of the same one again, what it made of it."""
        if self._last is None or self._last[0] is not view:
            self._last = view, self._think_anew(view)
        return self._last[1]

    def _think_anew(self, view: Facts) -> Thought:
        end = monotonic() + self.seconds
        rng = seeded("stacking", self.seed, view["seat"], len(view["history"]))
        now = suppose(view)
        choices, pool, broken = choices_in(view["legal"], now, rng, self.share)
        played = [choice for choice in choices if choice.move != "stop"]
        values = compare(now, pool, played, self.effort, end, rng)
        if "stop" in view["legal"]:
            values["stop"] = float(view["scores"][0])
        if "penalty" in values:
            values["penalty"] -= 1.0
        best_first = sorted(values.items(), key=lambda item: -item[1])
        # Of equals the one that leaves more plans open comes first, and shall be chosen.
        told_apart = {move: value - TRIFLE * at for at, (move, value) in enumerate(best_first)}
        return Thought(pool, broken, choices, told_apart)


def early(now: Positions) -> bool:
    """Whether it is too early to think of stopping."""
    return int(now["left"].sum()) > LATE and CARDS - int(now["drawn"][0]) > LATE


# --- What is worth a thought -----------------------------------------------------------------


def choices_in(
    legal: list[str], now: Positions, rng: Rng, share: float
) -> tuple[list[Choice], Pool, bool]:
    """The most promising of the legal moves, the plans they are weighed by, and if any broke."""
    boxes = [(move, *box_of(move, now)) for move in legal if move.startswith("place ")]
    pool = perfect_plans(now, rng, share)
    if pool is not None:
        choices = promising(boxes, now, pool)
        if choices or not boxes:
            return choices or unplaced(legal, pool), pool, False
    lower = lower_plans(now, sorted({code for _, _, code in boxes}), rng, share)
    choices = promising(boxes, now, lower) or unplaced(legal, lower)
    return choices, lower, pool is not None


def box_of(move: str, now: Positions) -> tuple[int, int]:
    """Colour and code of the box that a move places."""
    colour, placement = divmod(NUMBERS[move], PLACES)
    return colour, placement * LEVELS_CODED + int(now["heights"][0, AT[placement]])


def promising(
    boxes: list[tuple[str, int, int]], now: Positions, pool: Pool
) -> list[Choice]:  # fmt: skip
    """The moves that leave plans open, those that leave most first."""
    choices = []
    for move, colour, code in boxes:
        plans = open_after(code, pool)
        if plans:
            choices.append(Choice(move, colour, code, plans))
    of_colour = now["left"][0].sum(axis=1)
    choices.sort(key=lambda choice: (-choice.plans, -of_colour[choice.colour]))
    return choices[:MOST_MOVES]


def open_after(code: int, pool: Pool) -> int:
    """How many plans stay open when this box is placed."""
    item = pool.item_of[code]
    if item >= 0:
        return count_common(pool.all, pool.bits[item])
    if pool.layers < LAYERS and code % LEVELS_CODED >= pool.layers:
        return count_common(pool.all, pool.spare[KIND[code // LEVELS_CODED], 1])
    return 0


def unplaced(legal: list[str], pool: Pool) -> list[Choice]:
    """Moves that place no box, or boxes that no plan has."""
    return [Choice(move, 0, -1, pool.size) for move in legal]


# --- Playing on ------------------------------------------------------------------------------


def compare(
    now: Positions, pool: Pool, choices: list[Choice], effort: int, end: float, rng: Rng
) -> dict[str, float]:
    """What each choice comes to on average; those that do worse are dropped half by half."""
    orders = supposed_orders(now, effort, rng)
    positions = np.concatenate([now, now])
    results: list[Values] = [np.zeros(effort) for _ in choices]
    values: dict[str, float] = {}
    running = list(range(len(choices)))
    done = 0
    for halving in range(HALVINGS, -1, -1):
        upto = max(1, effort >> halving)
        for at in running:
            box = choices[at]
            play_outs(positions, pool, box.colour, box.code, orders, done, upto, rng, results[at])
        done = upto
        running.sort(key=lambda at: -results[at][:done].mean())
        out_of_time = monotonic() > end
        keep = len(running) if halving == 0 or out_of_time else max(2, (len(running) + 1) // 2)
        dropped, running = running[keep:], running[:keep]
        for at in dropped:
            values[choices[at].move] = float(results[at][:done].mean())
        if out_of_time:
            break
    best = max((float(results[at][:done].mean()) for at in running), default=0.0)
    best_first = {choices[at].move: float(results[at][:done].mean()) for at in running}
    return best_first | {move: min(value, best) for move, value in values.items()}


def supposed_orders(now: Positions, count: int, rng: Rng) -> Codes:
    """[order, card]: the cards to come as they might come, those known in their order."""
    guess = copy_of(now)
    drawn = int(now["drawn"][0])
    orders = np.zeros((count, guess["cards"].shape[1] - drawn), np.int32)
    for order in orders:
        engine.redeal_at(guess, 0, 0, rng)
        order[:] = guess["cards"][0, drawn:]
    return orders

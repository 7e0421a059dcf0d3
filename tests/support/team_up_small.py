"""Editions of Team UP that are small enough to try every play, and deals of them.

The deals, and the moves before the solver is asked, are made here without the engine. The solver is
asked in a separate process (`asked_about`), since an edition is read when the game is loaded. The
rules run as plain Python there.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

from tests.support import team_up_cpsat as cpsat
from tests.support.amounts import amount
from tests.support.paths import ROOT
from tests.support.team_up_brute_force import PENALTY, Moment, SmallPallet
from tests.support.team_up_editions import Data, box, pallet, written

SMALL: dict[str, Data] = {
    "low": pallet(4, 2, 2, neutral=2, colours="red blue", cards=(2, 1, 1), box=[
        box("bar1", "bar", [2, 1], 1, 1), box("square2", "square", [2, 1], 2, 1),
        box("dot1", "dot", [1, 1], 1, 1),
    ]),
    "broad": pallet(3, 3, 2, neutral=2, colours="red blue", cards=(2, 1, 0), box=[
        box("rod1", "rod", [3, 1], 1, 1), box("square1", "square", [2, 2], 1, 1),
        box("dot1", "dot", [1, 1], 1, 1),
    ]),
    "narrow": pallet(2, 2, 3, neutral=2, colours="red blue", cards=(3, 2, 0), box=[
        box("bar1", "bar", [2, 1], 1, 1), box("bar2", "bar", [1, 1], 2, 1),
        box("dot1", "dot", [1, 1], 1, 1),
    ]),
    "one colour": pallet(3, 2, 3, neutral=2, colours="red", cards=(2, 1, 1), box=[
        box("bar1", "bar", [2, 1], 1, 1), box("bar2", "bar", [1, 1], 2, 1),
        box("wide2", "wide", [3, 1], 2, 1), box("wide3", "wide", [2, 1], 3, 1),
    ]),
    "few cards": pallet(3, 3, 2, neutral=3, colours="red", cards=(2, 1, 0), box=[
        box("square1", "square", [2, 2], 1, 1), box("square2", "square", [2, 1], 2, 1),
        box("wide1", "wide", [3, 2], 1, 1), box("dot1", "dot", [1, 1], 1, 1),
    ]),
}  # fmt: skip


SEEDS = (*range(amount(7, 12)), 87)
"""Seeds of deals. With 87, a perfect pallet of the narrow edition can be packed but never
stacked."""
SECONDS = 1.0
"""Seconds for the solver. Few deals take this long, and even unproven answers must be true."""


@dataclass(frozen=True)
class Asked:
    """A deal, the moves so far, and what the models say about it from there."""

    data: Data
    clone: str
    neutral: str
    cards: Sequence[str]
    played: Sequence[str]  # without the deals
    now: Moment
    small: SmallPallet

    @property
    def lines(self) -> list[str]:
        deals = [f"deal neutral {self.neutral}", "deal cards " + " ".join(self.cards)]
        return [*deals, *self.played]

    @property
    def card_drawn(self) -> bool:
        return bool(self.played) and self.played[-1] == "draw"

    @property
    def penalties(self) -> int:
        return self.played.count(PENALTY)

    @property
    def perfect(self) -> int:
        """The score of a perfect pallet without further penalties."""
        return 5 * int(self.data["layers"]) - self.penalties

    @cached_property
    def best(self) -> int:
        """The best score, by brute force."""
        best = self.small.best(self.now, self.cards, card_drawn=self.card_drawn)
        return best - self.penalties

    @property
    def legal(self) -> list[str]:
        if not self.card_drawn:
            return ["draw", "stop"]
        return sorted(self.small.choices(self.now, self.cards[self.now.drawn]))

    @cached_property
    def verdict(self) -> str:
        """CP-SAT's verdict on a perfect pallet without further penalties."""
        kinds = cpsat.kinds_of(self.data)
        counts = iter(self.now.left)
        left = {
            colour: {kind.name: next(counts) for kind in kinds} for colour in self.data["colours"]
        }
        standing = tuple(
            cpsat.Box(each.name, each.shape, each.at, each.size)
            for each in self.small.standing(self.now)
        )
        size = self.data["pallet"]["columns"], self.data["pallet"]["rows"], self.data["layers"]
        whole = cpsat.Pallet(*size, kinds, left, standing, self.clone)
        return cpsat.playable(whole, self.cards[self.now.drawn :]).verdict


# --- Deals -----------------------------------------------------------------------------------


def cards_of(data: Data) -> list[str]:
    shapes = list(dict.fromkeys(each["shape"] for each in data["box"]))
    pairs = ["|".join(pair) for pair in combinations(shapes, 2)]
    groups = zip((data["colours"], shapes, pairs), data["cards"].values(), strict=True)
    return [card for cards, count in groups for card in cards * count]


def some_neutral(data: Data, choose: random.Random) -> str:
    """Return a place for the neutral box in some corner, lying or upright."""
    long = data["neutral"]["size"][0]
    axis, (wide, deep) = choose.choice([("x", (long, 1)), ("y", (1, long)), ("z", (1, 1))])
    column = choose.choice((0, data["pallet"]["columns"] - wide))
    row = choose.choice((0, data["pallet"]["rows"] - deep))
    return f"{'abcdefghi'[column]}{row + 1} {axis}"


def some_deal(data: Data, clone: str, seed: int) -> Asked:
    """Return a deal after some cards, or none for an even seed. Every third seed draws one more."""
    choose = random.Random(seed)
    neutral, cards = some_neutral(data, choose), cards_of(data)
    choose.shuffle(cards)
    small = SmallPallet(data, neutral, clone)
    now, played = small.start(), list[str]()
    for _ in range(choose.randint(1, 3) if seed % 2 else 0):
        choices = small.choices(now, cards[now.drawn])
        move = choose.choice(sorted(choices))
        now = choices[move]
        played += ["draw", move]
    if seed % 3 == 0:
        played.append("draw")
    return Asked(data, clone, neutral, cards, played, now, small)


# --- In another process ----------------------------------------------------------------------


def asked_about(folder: Path, deals: Sequence[Asked]) -> list[dict[str, Any]]:
    """Return what the solver and the engine say about deals of one edition."""
    (folder / "team-up.toml").write_text(written(deals[0].data), encoding="utf-8")
    own = {"UPTURN_COMPONENTS": str(folder), "UPTURN_COMPILE": "0"}
    answer = subprocess.run(
        [sys.executable, "-W", "error", "-c", f"from {__name__} import tell; tell()"],
        cwd=ROOT, env=os.environ | own, input=json.dumps([(d.clone, d.lines) for d in deals]),
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert answer.stderr == ""
    told: list[dict[str, Any]] = json.loads(answer.stdout)
    return told


def tell() -> None:
    """Print, in the other process, the legal moves and the solver's answer for every deal."""
    sys.stdout.write(json.dumps([solved(*deal) for deal in json.load(sys.stdin)]))


def solved(clone: str, lines: list[str]) -> dict[str, Any]:
    import upturn
    from upturn.solver import solve

    record = {"upturn": 1, "game": "team-up", "players": 2, "moves": lines, "over": False}
    game = upturn.replay(record | {"options": {"clone": clone}})
    legal = sorted(game.legal_moves())
    solution = solve(game, SECONDS)
    for move in solution.moves:
        game.play(move)
    return {
        "legal": legal,
        "over": game.over,
        "reached": game.scores[0],
        "score": solution.score,
        "proven": solution.proven,
        "bound": solution.bound,
    }

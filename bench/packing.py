"""Packing Team UP's pallet: our search beside OR-Tools' CP-SAT, on one core.

All boxes are to fill the five layers exactly, cloning none, from the neutral box on: at one place
along each axis, in turn, the same for all contenders. Nothing is looked up in the library. Every
packing is a search of its own that begins anew, with other chances. Both also run as searches that
go on after their first packings, which is the fastest way to many: they have most boxes in common.

CP-SAT's model is the one that the tests check our search with: exact cover, a literal for every
place of every kind of box. Its linear relaxation is switched off, which makes it ten times as fast.
"""

from __future__ import annotations

from itertools import count

import numpy as np

import upturn
from bench.contender import Contender, Run, Unit, repeat
from tests.support import team_up_cpsat as cpsat
from tests.support.team_up_editions import standard
from upturn.games.game import Game
from upturn.games.rng import seeded
from upturn.games.team_up.supposing import suppose
from upturn.games.team_up.tables import BOXES, LAYERS
from upturn.solver.packing import complete

OURS, CP_SAT = "team-up, packings", "CP-SAT, packings"
OURS_MANY, CP_SAT_MANY = f"{OURS} in kin", f"{CP_SAT} in kin"
STEPS_PER_TRY = 10_000
ENDLESS = 1 << 40
MANY = 10
"""Packings of one search that goes on."""


def starts() -> list[Game]:
    """Three deals, with the neutral box along each of the axes."""
    by_axis: dict[str, Game] = {}
    for seed in count():
        game = upturn.new("team-up", players=1, seed=seed)
        by_axis.setdefault(game.sight()["boxes"][0]["axis"], game)
        if len(by_axis) == 3:
            return [by_axis[axis] for axis in sorted(by_axis)]
    raise AssertionError("seeds do not end")


def ours(most: int) -> Run:
    positions = [suppose(game.view()) for game in starts()]
    room, sizes, seeds = np.zeros((most, BOXES + 1), np.int32), np.zeros(most, np.int64), count()

    def pack() -> int:
        found = 0
        for now in positions:
            rng = seeded(next(seeds))
            found += complete(
                now, 0, LAYERS, LAYERS, STEPS_PER_TRY, ENDLESS, rng, room, sizes, most
            )  # fmt: skip
        return found

    return repeat(pack)


def cp_sat(most: int) -> Run:
    pallets = [cpsat.pallet_seen(standard(), game.sight()) for game in starts()]
    models = [cpsat.Packing(pallet) for pallet in pallets]
    seeds = count()

    def pack() -> int:
        return sum(
            len(cpsat.packings(model, most=most, effort=ENDLESS, seed=next(seeds)))
            for model in models
        )

    return repeat(pack)


def contenders() -> list[Contender]:
    kinds = [
        (OURS, "`complete`, from the neutral box on", ours(1)),
        (OURS_MANY, f"the same, {MANY} of every search", ours(MANY)),
        (CP_SAT, "OR-Tools, one worker, from the neutral box on", cp_sat(1)),
        (CP_SAT_MANY, f"the same, {MANY} of every search", cp_sat(MANY)),
    ]
    return [Contender(name, how, run, Unit.PACKINGS) for name, how, run in kinds]

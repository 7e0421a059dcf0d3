"""Why the stacking bot makes a move: a code and its figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.games import engine
from upturn.games.contract import Positions, copy_of, room_for_moves
from upturn.games.team_up import RULES
from upturn.games.team_up.rules import full_layers
from upturn.games.team_up.tables import LAYERS

if TYPE_CHECKING:
    from upturn.bots.team_up.stacking_thought import Thought
    from upturn.games.rules import Facts

DECIMALS = 1


def reason_for(thought: Thought, view: Facts, now: Positions, move: str) -> Facts:
    """Why this move, or why rather another one."""
    best = next(iter(thought.values))
    if move not in thought.values:
        return {"code": "leaves-no-plan", "move": best}
    expected = round(thought.values[move], DECIMALS)
    if move != best:
        most = round(thought.values[best], DECIMALS)
        return {"code": "worth-less", "expected": expected, "best": most, "move": best}
    if "draw" in view["legal"]:
        drawing = round(thought.values["draw"], DECIMALS)
        code = "draw-on" if move == "draw" else "stop-now"
        return {"code": code, "now": view["scores"][0], "expected": drawing}
    return _for_box(thought, now, move)


def _for_box(thought: Thought, now: Positions, move: str) -> Facts:
    pool = thought.pool
    layer = filled(now, move)
    if thought.broken:
        return {"code": "perfect-lost", "layers": pool.layers}
    if layer:
        return {"code": "fills-exactly", "layer": layer}
    if pool.layers == LAYERS:
        plans = {choice.move: choice.plans for choice in thought.choices}
        most = plans[move] == max(plans.values())
        code = "keeps-most-open" if most else "fits-the-cards"
        return {"code": code, "plans": pool.size, "next": plans[move]}
    if pool.layers > int(full_layers(now[0])):
        return {"code": "saves-layers", "layers": pool.layers}
    return {"code": "stacks-anywhere"}


def filled(now: Positions, move: str) -> int:
    """The highest layer that this move fills, or 0."""
    then = copy_of(now)
    engine.step_at(then, 0, RULES.notation(1).numbers[move], room_for_moves(RULES.most_legal))
    layers = int(full_layers(then[0]))
    return layers if layers > int(full_layers(now[0])) else 0

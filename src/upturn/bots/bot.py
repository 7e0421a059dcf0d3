"""What every bot is: somebody who weighs moves, and a temper that picks one of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from upturn.errors import InvalidView, quoted
from upturn.games import names
from upturn.games.data_types import TakenView, View
from upturn.games.views import view_type

if TYPE_CHECKING:
    from upturn.games.rules import Facts

Seed = int | str
Weights = dict[str, float]
"""By move: what it is worth, in a unit of the weigher's own; more is better."""
DIGITS = 6
"""Weights that agree so far are equal."""


class Bot(Protocol[TakenView]):
    """Somebody who can take a seat. `Bot[DnupView]` is one for dnup."""

    def choose(self, view: TakenView) -> str:
        """Return one of `view["legal"]`. The view is that of the seat to act."""
        ...


class Weigher(Protocol):
    """The thinking part of a bot."""

    def weigh(self, view: Facts) -> Weights:
        """The moves worth a thought, all of them in `view["legal"]`; at least one."""
        ...

    def why(self, view: Facts, move: str, weights: Weights) -> Facts:
        """Why this move, of those that were weighed: a reason code and its arguments."""
        ...


class Decision(NamedTuple):
    move: str
    why: Facts
    """`{"code": …}` and the code's arguments: `reasons.sentence` says it in words."""


@dataclass(frozen=True)
class Player:
    """A weigher with a temper: at temperature 0 it plays the best move, else now and then another.

    A move that is worth one temperature less than the best is chosen e times less often, so slips
    are small and frequent, blunders rare, as with people.
    """

    weigher: Weigher
    seed: Seed
    temperature: float = 0.0
    game: str | None = None
    """The game it plays; None: any."""

    def choose(self, view: Mapping[str, Any]) -> str:
        """Return one of the legal moves. Raises InvalidView if the seat of the view has none."""
        seen = checked(view, self.game)
        return self._pick(seen, self.weigher.weigh(seen))

    def decide(self, view: Mapping[str, Any]) -> Decision:
        """Return a move and why. The reason may tell of the hand: it is for this seat."""
        seen = checked(view, self.game)
        weights = self.weigher.weigh(seen)
        move = self._pick(seen, weights)
        return Decision(move, self.weigher.why(seen, move, weights))

    def _pick(self, view: Facts, weights: Weights) -> str:
        best = max(weights.values())
        if self.temperature <= 0:
            moves = [move for move, weight in weights.items() if round(best - weight, DIGITS) <= 0]
            return moves[0] if len(moves) == 1 else luck(self.seed, view).choice(moves)
        chances = [exp((weight - best) / self.temperature) for weight in weights.values()]
        return luck(self.seed, view).choices(list(weights), chances)[0]


def checked(view: Mapping[str, Any], game: str | None) -> Facts:
    """Return the view if a bot for this game can decide on it. Raises InvalidView if not."""
    try:
        if (
            view["seat"] == view["to_act"] is not None
            and view["legal"]
            and view["history"]
            and view["game"] == (game or view["game"])
            and view.keys() >= _keys(view["game"])
        ):
            return cast("Facts", view)
    except (AttributeError, KeyError, TypeError):
        pass
    raise InvalidView(what_is_wrong(view, game))


def what_is_wrong(view: object, game: str | None) -> str:
    """Say why nobody can decide on this view."""
    if not isinstance(view, dict):
        return f"a view is a dict, as game.view(seat) gives it, not {type(view).__name__}"
    if game is not None and view.get("game", game) != game:
        return f"this bot plays {game}, and the view is one of {quoted(view['game'])}"
    missing = sorted(_keys(view.get("game")) - view.keys())
    if missing:
        return f"the view is not whole: it has no {', '.join(missing)}"
    if view["to_act"] is None:
        return "no seat is to act: the game is over" if view["over"] else "no seat is to act"
    turn = f"it is the turn of seat {quoted(view['to_act'])}"
    if view["seat"] is None:
        return f"this is a spectator's view: {turn}, and a bot needs the view of that seat"
    if view["seat"] != view["to_act"]:
        return f"this is the view of seat {quoted(view['seat'])}, but {turn}"
    return f"the view lists no {'legal moves' if view['history'] else 'history'}"


def _keys(game: object) -> frozenset[str]:
    """What a whole view of this game has."""
    kind: Any = view_type(game) if isinstance(game, str) and game in names() else View
    keys: frozenset[str] = kind.__required_keys__
    return keys


def luck(seed: Seed, view: Facts) -> Random:
    """Chance for one decision; the same seed, seat and moment give the same."""
    moment = f"{seed} {view['seat']} {len(view['history'])}"
    return Random(moment)  # noqa: S311 - a bot's whim, not a secret

"""What every bot is: somebody who weighs moves, and a temper that picks one of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import exp
from random import Random
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    NamedTuple,
    Protocol,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from upturn.errors import InvalidView, UnknownGame, quoted
from upturn.games import FOLDERS, rules_of
from upturn.games.data_types import TakenView, View
from upturn.games.supposing import check_agreement
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
        """Return one of the legal moves. Raise InvalidView if the seat of the view has none."""
        seen = checked(view, self.game)
        return self._pick(seen, self._weigh(seen))

    def decide(self, view: Mapping[str, Any]) -> Decision:
        """Return a move and why. The reason may tell of the hand: it is for this seat."""
        seen = checked(view, self.game)
        check_agreement(seen)  # reasons are read from any part of the view
        weights = self._weigh(seen)
        move = self._pick(seen, weights)
        return Decision(move, self.weigher.why(seen, move, weights))

    def _weigh(self, view: Facts) -> Weights:
        weights = self.weigher.weigh(view)
        if not weights:
            raise InvalidView("none of the moves that the view lists is legal in its position")
        return weights

    def _pick(self, view: Facts, weights: Weights) -> str:
        best = max(weights.values())
        if self.temperature <= 0:
            moves = [move for move, weight in weights.items() if round(best - weight, DIGITS) <= 0]
            return moves[0] if len(moves) == 1 else luck(self.seed, view).choice(moves)
        chances = [exp((weight - best) / self.temperature) for weight in weights.values()]
        return luck(self.seed, view).choices(list(weights), chances)[0]


def checked(view: Mapping[str, Any], game: str | None) -> Facts:
    """Return the view if a bot for this game can decide on it. Raise InvalidView if not."""
    try:
        if (
            view["seat"] == view["to_act"] is not None
            and view["legal"]
            and view["history"]
            and view["game"] == (game or view["game"])
            and view.keys() >= _keys(view["game"])
            and not _misfit(view)
        ):
            return cast("Facts", view)
    except (AttributeError, KeyError, TypeError, UnknownGame):
        pass
    raise InvalidView(what_is_wrong(view, game))


def what_is_wrong(view: object, game: str | None) -> str:
    """Say why nobody can decide on this view."""
    if not isinstance(view, dict):
        return f"a view must be a dict from game.view(seat), not {type(view).__name__}"
    if game is not None and view.get("game", game) != game:
        return f"this bot plays {game}, but the view is of {quoted(view['game'])}"
    missing = sorted(_keys(view.get("game")) - view.keys())
    if missing:
        return f"the view is incomplete: it has no {', '.join(missing)}"
    if not _is_game(view["game"]):
        return f"the view is of an unknown game: {quoted(view['game'])}"
    if view["to_act"] is None:
        return "no seat is to act: the game is over" if view["over"] else "no seat is to act"
    turn = f"it is seat {quoted(view['to_act'])}'s turn"
    if view["seat"] is None:
        return f"this is a spectator's view: {turn}, and a bot needs the view of that seat"
    if view["seat"] != view["to_act"]:
        return f"this is the view of seat {quoted(view['seat'])}, but {turn}"
    if not view["legal"] or not view["history"]:
        return f"the view lists no {'legal moves' if view['history'] else 'history'}"
    return _misfit(view)


def _misfit(view: Mapping[str, Any]) -> str:
    """Say which part of a whole view cannot be; "" if every part can.

    What lies deeper is for the game to read: see `games/supposing.py`.
    """
    rules, players, seat = rules_of(view["game"]), view["players"], view["seat"]
    for part, kinds in _kinds(rules.name).items():
        if type(view[part]) not in kinds:
            return f"the {part} of a view cannot be {quoted(view[part])}"
    for part in rules.private:
        if view[part] is None:
            return f"the view of a seat shows its {part}, which is None here"
    if players not in rules.player_counts:
        counts = ", ".join(map(str, rules.player_counts))
        return f"{rules.name} is for {counts} players, not {quoted(players)}"
    if not 1 <= seat <= players:
        return f"there is no seat {quoted(seat)}; the seats are 1 to {players}"
    if len(view["scores"]) != players or any(type(score) is not int for score in view["scores"]):
        return f"the scores are {players} whole numbers, not {quoted(view['scores'])}"
    known = rules.notation(players).numbers
    for move in view["legal"]:
        if type(move) is not str or move not in known:
            return f"{quoted(move)}, which the view lists as legal, is no move of {rules.name}"
    return ""


def _keys(game: object) -> frozenset[str]:
    """What a whole view of this game has."""
    return _keys_of(str(game)) if _is_game(game) else View.__required_keys__


def _is_game(name: object) -> bool:
    return isinstance(name, str) and name in FOLDERS


@cache
def _keys_of(game: str) -> frozenset[str]:
    kind: Any = view_type(game)
    return frozenset({*kind.__required_keys__, *rules_of(game).private})


@cache
def _kinds(game: str) -> dict[str, frozenset[type]]:
    """By part of a view of this game: what types it may have."""
    hints = get_type_hints(view_type(game))
    return {part: frozenset(_types(hint)) for part, hint in hints.items()}


def _types(hint: Any) -> Iterator[type]:
    """The types of values that a hint allows, whatever is in them."""
    origin = get_origin(hint)
    if origin is Literal:
        yield from map(type, get_args(hint))
    elif origin in (Union, UnionType):
        for one in get_args(hint):
            yield from _types(one)
    else:
        yield origin or hint


def luck(seed: Seed, view: Facts) -> Random:
    """Chance for one decision; the same seed, seat and moment give the same."""
    moment = f"{seed} {view['seat']} {len(view['history'])}"
    return Random(moment)  # noqa: S311 - a bot's whim, not a secret

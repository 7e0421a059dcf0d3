"""Why a move in dnup: what can be said for it from the seat's own view, the weightiest first."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from upturn.bots.dnup.knowledge import RISK

if TYPE_CHECKING:
    from upturn.games.rules import Facts

FEW = 4
"""Cards of a rival who is nearly out."""
HIGH = 8
"""A value that few sets beat."""
LITTLE = 0.15
"""A risk that is hardly one."""


def why(view: Facts, move: str) -> Facts | None:
    """A reason code and its arguments; None if there is nothing in particular to say."""
    verb, *words = move.split(" ")
    if verb == "play":
        return _play(view, words)
    if verb == "add":
        return _add(view, words[0], place=words[-1])
    if verb == "take":
        return _take(view, place=words[0])
    before, after = (len({ends(card)[end] for card in view["hand"]}) for end in (0, 1))
    return {"code": "flips-for-fewer", "before": before, "after": after} if after < before else None


def _play(view: Facts, cards: list[str]) -> Facts | None:
    hand: list[str] = view["hand"]
    size, value = len(cards), ends(cards[0])[0]
    rest = Counter(hand) - Counter(cards)
    beaten = _beaten(view, size, value)
    if beaten is None or beaten["seat"] != view["seat"]:
        if not rest:
            return {"code": "goes-out"}
        if beaten is not None:
            return _beats(view, beaten, size)
    for other, held in sorted(Counter(ends(card)[0] for card in rest).items(), reverse=True):
        if other >= HIGH and held >= 2 and other > value:
            return {"code": "keeps-set", "size": held, "value": other}
    rivals = view["players"] - 1 - len(view["out"])
    if RISK[min(rivals, len(RISK) - 1), size, value] < LITTLE:
        return {"code": "hard-to-beat", "size": size, "value": value}
    if size > 1:
        return {"code": "sheds-many", "count": size}
    if not any(ends(card)[0] == value for card in rest):
        return {"code": "sheds-lone", "card": cards[0]}
    return None


def _beats(view: Facts, beaten: Facts, count: int) -> Facts:
    seat = beaten["seat"]
    held = view["counts"][seat - 1]
    if held <= FEW and seat not in view["out"]:
        return {"code": "sends-back", "cards": beaten["cards"], "seat": seat, "held": held}
    return {"code": "beats", "seat": seat, "count": count}


def _add(view: Facts, card: str, place: str) -> Facts:
    if len(view["hand"]) == 1:
        return {"code": "goes-out"}
    return {"code": "adds", "card": card, "seat": _set_at(view, place)["seat"]}


def _take(view: Facts, place: str) -> Facts | None:
    laid = _set_at(view, place)
    turned = [f"{inactive}/{active}" for active, inactive in map(ends, laid["cards"])]
    values = {ends(card)[0] for card in view["hand"]}
    if any(ends(card)[0] in values for card in turned):
        return {"code": "takes-to-match", "cards": turned}
    return None


def _beaten(view: Facts, size: int, value: int) -> Facts | None:
    """The set that a new one of this size and value would beat."""
    for laid in view["sets"]:
        if len(laid["cards"]) == size and laid["value"] < value:
            found: Facts = laid
            return found
    return None


def _set_at(view: Facts, place: str) -> Facts:
    return next(laid for laid in view["sets"] if f"{laid['seat']}{laid['area'] or ''}" == place)


def ends(card: str) -> tuple[int, int]:
    """(active, inactive)"""
    active, inactive = card.split("/")
    return int(active), int(inactive)

"""Why a move of dnup is refused: a stable code, and a sentence that names the rule.

The sentences are in `sentences.py`; texts that are no move at all are refused by `notation.py`.
"""

from __future__ import annotations

from upturn.errors import IllegalMove
from upturn.games.dnup.notation import card_text, group_cards, place_names
from upturn.games.dnup.position import ACTIVE, Position
from upturn.games.dnup.rules import (
    ADD_TOO_LOW,
    NO_SET,
    NOT_HELD,
    OTHER_VALUE,
    OWN_SET,
    SET_TOO_LOW,
    bar,
    bars,
)
from upturn.games.dnup.sentences import SENTENCES, illegal
from upturn.games.dnup.tables import (
    FACE_COUNT,
    FACES,
    FIRST_ADD,
    FIRST_TAKE,
    HELD,
    PLAY_GROUP,
    PLAY_VALUE,
    PLAYS,
    SIZE,
)
from upturn.games.rules import Facts

__all__ = ["SENTENCES", "refuse"]


def refuse(position: Position, move: int, reason: int) -> IllegalMove:
    """The error for a move that `check` refused."""
    return illegal(*_describe(position, move, reason))


def _describe(position: Position, move: int, reason: int) -> tuple[str, Facts]:
    if reason == NOT_HELD:
        return _missing(position, _cards(move))
    if reason == SET_TOO_LOW:
        size = int(SIZE[PLAY_VALUE[move], PLAY_GROUP[move]])
        return "set-too-low", {"size": size, "value": int(bar(bars(position), size))}
    adding = move < FIRST_TAKE
    place = (move - FIRST_ADD) // FACE_COUNT if adding else move - FIRST_TAKE
    details: Facts = {"place": place_names(int(position.players))[place]}
    if reason == OWN_SET:
        return "own-set", details
    if reason == NO_SET:
        return "no-set", details
    value = int(position.set_value[place])
    if reason == OTHER_VALUE:
        return "other-value", details | {"value": value, "card": card_text(*_cards(move)[0])}
    if reason == ADD_TOO_LOW:
        size = int(SIZE[value, position.set_group[place]]) + 1
        return "add-too-low", details | {"size": size, "value": int(bar(bars(position), size))}
    raise AssertionError(f"no words for reason {reason}")


def _cards(move: int) -> list[tuple[int, int]]:
    """The cards a play or an add lays down."""
    if move < PLAYS:
        return group_cards(int(PLAY_VALUE[move]), int(PLAY_GROUP[move]))
    return [FACES[(move - FIRST_ADD) % FACE_COUNT]]


def _missing(position: Position, cards: list[tuple[int, int]]) -> tuple[str, Facts]:
    hand = position.hand[position.to_act - 1, ACTIVE]
    for active, inactive in cards:
        wanted = cards.count((active, inactive))
        held = int(HELD[active, hand[active], inactive])
        turned = int(HELD[inactive, hand[inactive], active])
        if held < wanted:
            details: Facts = {
                "card": card_text(active, inactive),
                "turned": card_text(inactive, active),
                "held": held,
                "wanted": wanted,
            }
            if held:
                return "too-few-held", details
            return ("other-way-up" if turned >= wanted else "not-held"), details
    raise AssertionError("the hand holds all of them")

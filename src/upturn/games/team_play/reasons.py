"""Why a move of Team Play is refused: a stable code, and a sentence that names the rule.

The sentences are in `sentences.py`; texts that are no move at all are refused by `notation.py`.
"""

from __future__ import annotations

from upturn.errors import IllegalMove
from upturn.games.rules import Facts
from upturn.games.team_play.components import CARD_TEXTS, KINDS
from upturn.games.team_play.notation import MISSION_IDS
from upturn.games.team_play.position import EXCHANGE, NOTHING, Position
from upturn.games.team_play.rules import (
    ANSWER_FIRST,
    BETWEEN_DRAWS,
    DISCARD_FIRST,
    DRAWN_TWICE,
    DRAWS,
    DRAWS_FIRST,
    GIVEN_ALREADY,
    NO_DISCARD,
    NO_PARTNER,
    NOT_HELD,
    NOT_IN_BANK,
    NOT_OPEN,
    NOT_YOURS,
    NOTHING_TO_EXCHANGE,
)
from upturn.games.team_play.seating import LIMIT
from upturn.games.team_play.sentences import SENTENCES, illegal
from upturn.games.team_play.tables import (
    FIRST_DISCARD,
    FIRST_DRAW,
    FIRST_FULFIL,
    FIRST_GIVE,
    FIRST_GIVE_TWO,
    PAIRS,
    WAY,
    WAY_MISSION,
)

__all__ = ["SENTENCES", "refuse"]

CODES = {
    ANSWER_FIRST: "answer-first",
    NOTHING_TO_EXCHANGE: "nothing-to-exchange",
    DISCARD_FIRST: "discard-first",
    NO_DISCARD: "no-discard",
    NOT_IN_BANK: "not-in-bank",
    DRAWN_TWICE: "drawn-twice",
    DRAWS_FIRST: "draws-first",
    NOT_OPEN: "not-open",
    NOT_YOURS: "not-yours",
    NO_PARTNER: "no-partner",
    GIVEN_ALREADY: "given-already",
    BETWEEN_DRAWS: "between-draws",
}


def refuse(position: Position, move: int, reason: int) -> IllegalMove:
    """The error for a move that `check` refused."""
    if reason == NOT_HELD:
        code, details = _missing(position, _cards(move))
    else:
        code, details = CODES[reason], _details(position, move, reason)
    return illegal(code, details)


def _details(position: Position, move: int, reason: int) -> Facts:
    seat = int(position.to_act) - 1
    if reason == ANSWER_FIRST:
        place = 0 if position.asked == EXCHANGE else int(position.own_place)
        return {"mission": MISSION_IDS[position.own[seat, place]]}
    if reason in (DISCARD_FIRST, NO_DISCARD):
        return {"held": int(position.counts[seat]), "limit": int(LIMIT[position.players])}
    if reason == NOT_IN_BANK:
        bank = ", ".join(CARD_TEXTS[kind] for kind in position.bank.tolist() if kind != NOTHING)
        return {"card": CARD_TEXTS[move - FIRST_DRAW], "bank": bank}
    if reason == DRAWS_FIRST:
        return {"drawn": int(position.draws), "draws": DRAWS}
    if reason in (NOT_OPEN, NOT_YOURS):
        return _whose(position, int(WAY_MISSION[move - FIRST_FULFIL]))
    return {"players": int(position.players)} if reason == NO_PARTNER else {}


def _whose(position: Position, mission: int) -> Facts:
    owners = [at for at, own in enumerate(position.own.tolist(), 1) if mission in own]
    details: Facts = {"mission": MISSION_IDS[mission]}
    return details | {"owner": owners[0]} if owners else details


def _cards(move: int) -> dict[int, int]:
    """The cards a move takes from the hand: how many of each kind."""
    if move >= FIRST_FULFIL:
        way = WAY[move - FIRST_FULFIL].tolist()
        return {kind: way[kind] for kind in range(KINDS) if way[kind]}
    if move >= FIRST_GIVE_TWO:
        first, second = PAIRS[move - FIRST_GIVE_TWO]
        return {first: 2} if first == second else {first: 1, second: 1}
    return {move - (FIRST_GIVE if move >= FIRST_GIVE else FIRST_DISCARD): 1}


def _missing(position: Position, cards: dict[int, int]) -> tuple[str, Facts]:
    hand = position.hand[position.to_act - 1].tolist()
    for kind, wanted in cards.items():
        if hand[kind] < wanted:
            details: Facts = {"card": CARD_TEXTS[kind], "held": hand[kind], "wanted": wanted}
            return ("too-few-held" if hand[kind] else "not-held"), details
    raise AssertionError("the hand holds all of them")

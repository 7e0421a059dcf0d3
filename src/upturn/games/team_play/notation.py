"""Team Play's moves as text, exact both ways.

keep                        swap
draw r5                     draw pile
fulfil run3_red r2 r3 r4
give r3                     give r3 b4
discard r1                  end
deal numbers r3 b1 …        deal missions sum12 …       top first

Cards stand in card order: r1 to r8, b1 to b8.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache, partial

import numpy as np
import numpy.typing as npt

from upturn.errors import IllegalMove, InvalidMove
from upturn.games.contract import Cards
from upturn.games.rules import DEAL, Facts, Notation
from upturn.games.team_play.components import CARD_TEXTS, COPIES, KINDS, MISSION_COUNT, MISSIONS
from upturn.games.team_play.position import NUMBERS, SET_UP, Position
from upturn.games.team_play.seating import IN_TEAMS
from upturn.games.team_play.sentences import illegal, invalid
from upturn.games.team_play.tables import (
    CARD_NUMBERS,
    FIRST_WAY,
    PAIRS,
    WAY,
    WAY_CARDS,
    WAY_MISSION,
)
from upturn.games.team_play.wording import in_words

MISSION_IDS = [mission.id for mission in MISSIONS]
MISSION_NUMBERS = {name: number for number, name in enumerate(MISSION_IDS)}
NUMBERS_DEAL, MISSIONS_DEAL = f"{DEAL}numbers ", f"{DEAL}missions "
CARD = re.compile(r"[a-z]?[0-9]{1,3}", re.ASCII)
FORMS = "draw r5 · draw pile · fulfil run3_red r2 r3 r4 · {give}discard r1 · keep · swap · end"
GIVE_FORM = "give r3 b4 · "
SHOWN = 60  # of a text we quote back


def card_texts(counts: npt.NDArray[np.int8]) -> list[str]:
    """Cards counted by kind, as texts in card order."""
    return [
        text for text, held in zip(CARD_TEXTS, counts.tolist(), strict=True) for _ in range(held)
    ]


@cache
def _fulfil_texts() -> list[str]:
    return [
        f"fulfil {MISSION_IDS[mission]} {' '.join([CARD_TEXTS[kind] for kind in sorted(way)])}"
        for mission, way in zip(WAY_MISSION.tolist(), WAY_CARDS, strict=True)
    ]


@cache
def notation(players: int) -> Notation:
    """The notation for this many players."""
    return Notation(
        texts=_texts(players),
        forms=FORMS.format(give=GIVE_FORM if IN_TEAMS[players] else ""),
        misread=partial(_misread, players),
        tidy=_tidy,
        write_deal=_write_deal,
        read_deal=_read_deal,
    )


def _texts(players: int) -> list[str]:
    texts = ["keep", "swap", "end", "draw pile"]
    texts += [f"draw {card}" for card in CARD_TEXTS]
    texts += [f"discard {card}" for card in CARD_TEXTS]
    gives = [f"give {card}" for card in CARD_TEXTS]
    gives += [f"give {CARD_TEXTS[first]} {CARD_TEXTS[second]}" for first, second in PAIRS]
    texts += gives if IN_TEAMS[players] else [""] * len(gives)
    return texts + _fulfil_texts()


# --- Text that is no move --------------------------------------------------------------------


def _misread(players: int, text: str) -> IllegalMove | InvalidMove | None:
    verb, *words = _tidy(text).split(" ")
    if verb == "give" and words:
        return _misread_cards(words) or _misread_gift(players, words)
    if verb in ("draw", "discard") and words:
        several = len(words) > 1 and all(word in CARD_NUMBERS for word in words)
        return _misread_cards(words) or (invalid("one-at-a-time", {}) if several else None)
    if verb == "fulfil" and words:
        return _misread_fulfil(words[0], words[1:])
    return None


def _misread_cards(cards: list[str]) -> InvalidMove | None:
    for card in cards:
        if CARD.fullmatch(card) and card not in CARD_NUMBERS:
            return invalid("no-such-card", {"card": card})
    return None


def _misread_gift(players: int, cards: list[str]) -> IllegalMove | None:
    if not all(card in CARD_NUMBERS for card in cards):
        return None
    if not IN_TEAMS[players]:
        return illegal("no-partner", {"players": players})
    return illegal("two-at-most", {"count": len(cards)})


def _misread_fulfil(name: str, cards: list[str]) -> IllegalMove | InvalidMove | None:
    if name not in MISSION_NUMBERS:
        return invalid("no-such-mission", {"mission": name[:SHOWN]})
    if (missing := _misread_cards(cards)) is not None:
        return missing
    if not all(card in CARD_NUMBERS for card in cards):
        return None
    for card, wanted in Counter(cards).items():
        if wanted > COPIES:
            return illegal("too-few-cards", {"card": card, "wanted": wanted, "copies": COPIES})
    mission = MISSION_NUMBERS[name]
    details: Facts = {"mission": name, "asks": in_words(MISSIONS[mission].requirement)}
    if not cards:
        return invalid("name-the-cards", details)
    details["cards"] = " ".join(cards)
    if surplus := _surplus(mission, cards):
        return illegal("surplus", details | {"surplus": " ".join(surplus)})
    return illegal("not-fulfilled", details)


def _surplus(mission: int, cards: list[str]) -> list[str]:
    """What these cards have beyond a way to fulfil the mission; nothing if there is no way."""
    counts = np.bincount([CARD_NUMBERS[card] for card in cards], minlength=KINDS)
    ways = WAY[FIRST_WAY[mission] : FIRST_WAY[mission + 1]]
    within = ways[(ways <= counts).all(axis=1)]
    return card_texts(counts - within[0]) if len(within) else []


def _tidy(text: str) -> str:
    words = text.lower().replace(",", " ").split()
    if words[:1] == ["fulfill"]:
        words[0] = "fulfil"
    known = 2 if words[:1] == ["fulfil"] else 1
    if all(word in CARD_NUMBERS for word in words[known:]):
        words[known:] = in_card_order(words[known:])
    return " ".join(words)


def in_card_order(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=CARD_NUMBERS.__getitem__)


# --- Deals -----------------------------------------------------------------------------------


def _write_deal(position: Position, cards: Cards) -> str:
    if position.due == NUMBERS:
        return NUMBERS_DEAL + " ".join([CARD_TEXTS[card] for card in cards.tolist()])
    return MISSIONS_DEAL + " ".join([MISSION_IDS[card] for card in cards.tolist()])


def _read_deal(position: Position, text: str) -> Cards:
    numbers = position.due == NUMBERS
    begin, other = (NUMBERS_DEAL, MISSIONS_DEAL)[:: 1 if numbers else -1]
    if text.startswith(other):
        raise IllegalMove("wrong-deal", f"the {begin.split()[1]} must be dealt now")
    if not text.startswith(begin):
        raise InvalidMove(
            "unreadable",
            f"{text[:SHOWN]!r} is not a deal. A deal looks like this: deal numbers r3 b1 … or "
            "deal missions sum12 …",
        )
    known = CARD_NUMBERS if numbers else MISSION_NUMBERS
    names = text.removeprefix(begin).split(" ")
    for name in names:
        if name not in known:
            if numbers:
                raise invalid("no-such-card", {"card": name[:SHOWN]})
            raise invalid("no-such-mission", {"mission": name[:SHOWN]})
    cards = [known[name] for name in names]
    _check_deal(position, Counter(cards), CARD_TEXTS if numbers else MISSION_IDS)
    return np.array(cards, np.int16)


def _check_deal(position: Position, dealt: Counter[int], texts: list[str]) -> None:
    """A first deal is all there is, a later one exactly the discard."""
    numbers = position.due == NUMBERS
    if position.wanted == SET_UP:
        whole = Counter(dict.fromkeys(range(KINDS), COPIES) if numbers else range(MISSION_COUNT))
        what = "all numbers, four of each" if numbers else "all missions, each once"
    elif numbers:
        whole = +Counter(dict(enumerate(position.discard.tolist())))
        what = "the whole discard pile of numbers"
    else:
        whole = Counter(position.mission_discard[: position.put_away].tolist())
        what = "the whole discard pile of missions"
    for wrong, fault in ((whole - dealt, "is missing"), (dealt - whole, "is there too often")):
        if wrong:
            card = texts[min(wrong)]
            sentence = f"the deal must be {what}: {card} {fault}"
            raise IllegalMove("wrong-deal", sentence, {"card": card})

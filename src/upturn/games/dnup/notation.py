"""dnup's moves as text, exact both ways.

play 7/1 7/3      cards by rising inactive value
add 5/8 to 2      two players: add 5/8 to 2b   (a is area 1, b is area 2)
take 3            two players: take 2a
flip
deal 5/1 7/3 … | 2/6 … | …      a hand per seat, as held
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, partial

import numpy as np

from upturn.errors import IllegalMove, InvalidMove
from upturn.games.contract import Cards
from upturn.games.dnup.position import Position
from upturn.games.dnup.sentences import illegal, invalid
from upturn.games.dnup.tables import (
    COPIES,
    DECK,
    DECK_SIZE,
    END,
    FACES,
    INSIDE,
    PLACES,
    PLAY_GROUP,
    PLAY_VALUE,
    SIZE,
    TURNED,
)
from upturn.games.rules import DEAL, Notation

FACE_TEXTS = [f"{active}/{inactive}" for active, inactive in FACES]
FACE_NUMBERS = {text: face for face, text in enumerate(FACE_TEXTS)}
LOW_UP = np.minimum(np.arange(len(FACES)), TURNED).tolist()
CARD = re.compile(r"([1-9][0-9]?)/([1-9][0-9]?)", re.ASCII)
FORMS = "play 7/1 7/3 · add 5/8 to {place} · take {place} · flip"
SHOWN = 60  # of a text we quote back


@cache
def card_text(active: int, inactive: int) -> str:
    return f"{active}/{inactive}"


@cache
def group_cards(value: int, group: int) -> list[tuple[int, int]]:
    """The cards of a group, (active, inactive), by rising inactive value."""
    return [(value, int(end)) for end in INSIDE[value, group, : SIZE[value, group]]]


@cache
def group_texts(value: int, group: int) -> tuple[str, ...]:
    return tuple(card_text(*card) for card in group_cards(value, group))


@cache
def places(players: int) -> tuple[tuple[int, str | None], ...]:
    """The places where sets can lie: whose each is, and with two players which area."""
    if players == 2:
        return ((1, "a"), (1, "b"), (2, "a"), (2, "b"))
    return tuple((seat, None) for seat in range(1, players + 1))


def place_names(players: int) -> list[str]:
    """What those places are called."""
    return [f"{seat}{area or ''}" for seat, area in places(players)]


@cache
def notation(players: int) -> Notation:
    """The notation for this many players."""
    return Notation(
        texts=_texts(players),
        forms=FORMS.format(place=place_names(players)[-1]),
        misread=partial(_misread, players),
        tidy=_tidy,
        write_deal=_write_deal,
        read_deal=_read_deal,
    )


def _texts(players: int) -> list[str]:
    names = place_names(players) + [""] * (PLACES - len(place_names(players)))
    texts = [
        "play " + " ".join(group_texts(value, group))
        for value, group in zip(PLAY_VALUE.tolist(), PLAY_GROUP.tolist(), strict=True)
    ]
    texts += [name and f"add {card_text(*face)} to {name}" for name in names for face in FACES]
    texts += [name and f"take {name}" for name in names]
    texts += ["flip"]
    return texts


# --- Text that is no move --------------------------------------------------------------------


def _misread(players: int, text: str) -> IllegalMove | InvalidMove | None:
    verb, _, rest = text.partition(" ")
    if verb == "play" and rest:
        return _misread_set(rest.split(" "))
    if verb == "add":
        card, _, place = rest.partition(" to ")
        return _misread_card(card) or _misread_place(place, players)
    if verb == "take" and rest:
        return _misread_place(rest, players)
    return None


def _misread_card(card: str) -> InvalidMove | None:
    match = CARD.fullmatch(card)
    if match is None:
        return None
    active, inactive = int(match[1]), int(match[2])
    if active < END and inactive < END and COPIES[active, inactive]:
        return None
    return invalid("no-such-card", {"card": card})


def _misread_place(place: str, players: int) -> InvalidMove | None:
    names = place_names(players)
    if not re.fullmatch(r"[0-9]{1,2}[ab]?", place, re.ASCII) or place in names:
        return None
    return invalid("no-such-place", {"place": place, "places": names})


def _misread_set(cards: list[str]) -> IllegalMove | InvalidMove | None:
    if not all(CARD.fullmatch(card) for card in cards):
        return None
    for card in cards:
        if (missing := _misread_card(card)) is not None:
            return missing
    values = sorted({int(card.split("/")[0]) for card in cards})
    if len(values) > 1:
        return illegal("mixed-set", {"values": values})
    for card, wanted in Counter(cards).items():
        copies = int(COPIES[tuple(map(int, card.split("/")))])
        if wanted > copies:
            return illegal("too-few-cards", {"card": card, "wanted": wanted, "copies": copies})
    return None


def _tidy(text: str) -> str:
    words = text.lower().replace(",", " ").split()
    if words and words[0] == "play" and all(CARD.fullmatch(word) for word in words[1:]):
        words[1:] = sorted(words[1:], key=lambda card: [int(end) for end in card.split("/")])
    if words and words[0] == "add" and len(words) == 3:
        words.insert(2, "to")
    return " ".join(words)


# --- Deals -----------------------------------------------------------------------------------


def _write_deal(position: Position, cards: Cards) -> str:
    players = int(position.players)
    size = int(DECK_SIZE[players]) // players
    faces: list[int] = cards.tolist()
    hands = [sorted(faces[seat * size : (seat + 1) * size]) for seat in range(players)]
    return DEAL + " | ".join([" ".join([FACE_TEXTS[face] for face in hand]) for hand in hands])


def _read_deal(position: Position, text: str) -> Cards:
    players = int(position.players)
    if not text.startswith(DEAL):
        raise InvalidMove(
            "unreadable",
            f"{text[:SHOWN]!r} is not a deal. A deal looks like this: deal 5/1 7/3 | 2/6 4/8",
        )
    hands = [hand.split(" ") for hand in text.removeprefix(DEAL).split(" | ")]
    faces = [_read_face(card) for hand in hands for card in hand]
    size = int(DECK_SIZE[players]) // players
    if [len(hand) for hand in hands] != [size] * players:
        raise IllegalMove(
            "wrong-deal",
            f"with {players} players a deal has {players} hands of {size} cards",
            {"players": players, "size": size},
        )
    dealt = Counter(LOW_UP[face] for face in faces)
    deck = Counter(DECK[players, : DECK_SIZE[players]].tolist())
    if dealt != deck:
        card = card_text(*FACES[min(deck - dealt)])
        raise IllegalMove(
            "wrong-deal",
            f"the whole deck must be dealt: {card} is missing",
            {"players": players, "card": card},
        )
    return np.array(faces, np.int16)


def _read_face(card: str) -> int:
    if card in FACE_NUMBERS:
        return FACE_NUMBERS[card]
    unreadable = InvalidMove(
        "unreadable", f"{card[:SHOWN]!r} is not a card", {"text": card[:SHOWN]}
    )
    raise _misread_card(card) or unreadable

"""What one seat may see of dnup, built from nothing.

A seat sees its own hand, every set on the table, all counts and scores. Hands of others and the
faces in the discard pile are not looked at here at all. What a seat has witnessed stays in its
history: each deal with its own hand only, and where every beaten, taken or discarded set went.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import chain
from struct import Struct

import numpy as np

from upturn.games.compiling import direct
from upturn.games.contract import DEALING, OVER, PLAYING, Positions, copy_of
from upturn.games.dnup.notation import card_text, group_cards, group_texts, places
from upturn.games.dnup.position import ACTIVE, POSITION, read_open
from upturn.games.dnup.rules import act_at
from upturn.games.dnup.tables import END, FIRST_TAKE, FLIP, SEATS
from upturn.games.reading import row_of
from upturn.games.rules import DEAL, Facts

HANDS_KEPT = 10_000
"""So many hands are kept as texts: between two looks at a hand it mostly stays the same."""
TABLES_KEPT = 2_000
"""So many tables are kept as the sets on them: each is looked at before a move and after one."""
HAND = Struct(f"={END}h")
HELD_BY = {seat: row_of(POSITION, "hand", seat - 1, ACTIVE) for seat in range(1, SEATS + 1)}
"""By seat: where its hand lies in a position by active value. By inactive value it is there too."""

Sets = dict[int, tuple[int, int]]
"""The sets on the table, (value, group) by place."""


def see(position: Positions) -> Facts:
    """dnup's part of what everybody sees."""
    plain = read_open(position)
    players = plain.players
    where = places(players)
    return {
        "round": plain.rounds,
        "starter": plain.starter or None,
        "area": "ab"[plain.area] if players == 2 and plain.phase == PLAYING else None,
        "hand": None,
        "counts": list(plain.counts[:players]),
        "sets": [
            {
                "seat": where[place][0],
                "area": where[place][1],
                "value": value,
                "cards": list(group_texts(value, group)),
            }
            for place, (value, group) in _sets(plain.set_value, plain.set_group).items()
        ],
        "discard": plain.discard,
        "out": [plain.out.index(nth) + 1 for nth in range(1, plain.finished + 1)],
    }


def see_own(position: Positions, seat: int) -> Facts:
    """What only this seat sees: its hand as held, by active, then inactive value."""
    return {"hand": list(_hand_texts(position.tobytes()[HELD_BY[seat]]))}


@lru_cache(HANDS_KEPT)
def _hand_texts(row: bytes) -> tuple[str, ...]:
    groups = enumerate(HAND.unpack(row))
    return tuple(chain.from_iterable([group_texts(*held) for held in groups if held[1]]))


@cache
def _acting() -> Callable[[Positions, int, int], None]:
    """`act_at`, called without a look at what it is given."""
    return direct(act_at, np.zeros(1, POSITION), 0, 0)


def witness(
    before: Positions, after: Positions, move: int, text: str, seat: int | None
) -> tuple[str, list[Facts]]:
    """What happened when this move was made. All seats see the same of it."""
    between = copy_of(before)
    _acting()(between, 0, move)
    old, middle, new = read_open(before), read_open(between), read_open(after)
    players, mover = old.players, old.to_act
    laid, left, kept = (_sets(one.set_value, one.set_group) for one in (old, middle, new))
    events: list[Facts] = [
        _laid_down(players, mover, place, left[place])
        for place in left
        if left[place] != laid.get(place)
    ]
    for place in laid.keys() - left.keys():
        where, turned = _set_at(players, place), _turned(*laid[place])
        if FIRST_TAKE <= move < FLIP:
            where["owner"] = where.pop("seat")
            events.append({"event": "taken", "seat": mover} | where | {"cards": turned})
        elif old.out[where["seat"] - 1]:
            events.append(_discarded(players, place, laid[place], beaten=True))
        else:
            events.append({"event": "returned"} | where | {"cards": turned})
    if not middle.counts[mover - 1]:
        points = new.tokens[mover - 1] - old.tokens[mover - 1]
        events.append({"event": "out", "seat": mover, "points": points})
    if new.phase == OVER:
        events.append({"event": "game_over"})
    elif new.phase == DEALING:
        events.append({"event": "round_over"})
    else:
        ended = [_discarded(players, place, left[place]) for place in left.keys() - kept.keys()]
        events += sorted(ended, key=lambda event: (event["seat"] - mover - 1) % players)
    return text, events


def witness_deal(
    before: Positions, after: Positions, text: str, seat: int | None
) -> tuple[str, list[Facts]]:
    """A deal as a seat saw it: its own hand, and who begins."""
    hands = text.removeprefix(DEAL).split(" | ")
    seen = [hand if number == seat else "?" for number, hand in enumerate(hands, 1)]
    return DEAL + " | ".join(seen), [{"event": "starts", "seat": int(after["starter"][0])}]


@lru_cache(TABLES_KEPT)
def _sets(values: tuple[int, ...], groups: tuple[int, ...]) -> Sets:
    """What lies where; not to be changed."""
    laid = enumerate(zip(values, groups, strict=True))
    return {place: (value, group) for place, (value, group) in laid if value}


def _set_at(players: int, place: int) -> Facts:
    seat, area = places(players)[place]
    return {"seat": seat, "area": area}


def _turned(value: int, group: int) -> list[str]:
    """The cards of a set as they come to a hand."""
    cards = sorted((inactive, active) for active, inactive in group_cards(value, group))
    return [card_text(*card) for card in cards]


def _laid_down(players: int, mover: int, place: int, laid: tuple[int, int]) -> Facts:
    """A set was played, or an opponent's was added to."""
    where = _set_at(players, place)
    owner = where.pop("seat")
    added = {"event": "added", "seat": mover, "owner": owner}
    event: Facts = {"event": "played", "seat": mover} if owner == mover else added
    return event | where | {"cards": list(group_texts(*laid))}


def _discarded(players: int, place: int, laid: tuple[int, int], *, beaten: bool = False) -> Facts:
    where = _set_at(players, place)
    return {"event": "discarded"} | where | {"beaten": beaten, "cards": list(group_texts(*laid))}

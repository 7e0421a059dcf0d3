"""What one seat may see of dnup, built from nothing.

A seat sees its own hand, every set on the table, all counts and scores. Hands of others and the
faces in the discard pile are not looked at here at all. What a seat has witnessed stays in its
history: each deal with its own hand only, and where every beaten, taken or discarded set went.
"""

from __future__ import annotations

from upturn.games.contract import DEALING, OVER, PLAYING
from upturn.games.dnup.notation import card_text, group_cards, group_texts, places
from upturn.games.dnup.rules import ACTIVE, Position, act
from upturn.games.dnup.tables import END, FIRST_TAKE, FLIP
from upturn.games.rules import DEAL, Facts


def see(position: Position, seat: int | None) -> Facts:
    """dnup's part of a view: for a seat, or for a spectator (None)."""
    players = int(position.players)
    playing = position.phase == PLAYING
    out = position.out.tolist()
    return {
        "round": int(position.rounds),
        "starter": int(position.starter) or None,
        "area": "ab"[position.area] if players == 2 and playing else None,
        "hand": None if seat is None else hand_texts(position, seat),
        "counts": position.count[:players].tolist(),
        "sets": [
            _set_at(players, place)
            | {"value": value, "cards": group_texts(value, group)}
            for place, (value, group) in _sets(position).items()
        ],
        "discard": int(position.discard),
        "out": sorted((other for other in range(1, players + 1) if out[other - 1]),
                      key=lambda other: int(out[other - 1])),
    }  # fmt: skip


def hand_texts(position: Position, seat: int) -> list[str]:
    """A hand as held, by active, then inactive value."""
    hand = position.hand[seat - 1, ACTIVE].tolist()
    return [text for value in range(1, END) for text in group_texts(value, hand[value])]


def witness(before: Position, after: Position, move: int, seat: int | None) -> list[Facts]:
    """What happened when this move was made. All seats see the same of it."""
    players, mover = int(before.players), int(before.to_act)
    middle = before.copy()
    act(middle, move)
    first, then, last = _sets(before), _sets(middle), _sets(after)
    events: list[Facts] = []
    for place in first.keys() - then.keys():
        place_facts, turned = _set_at(players, place), _turned(*first[place])
        if FIRST_TAKE <= move < FLIP:
            place_facts["owner"] = place_facts.pop("seat")
            events.append({"event": "taken", "seat": mover} | place_facts | {"cards": turned})
        elif before.out[place_facts["seat"] - 1]:
            events.append(_discarded(players, place, first[place]))
        else:
            events.append({"event": "returned"} | place_facts | {"cards": turned})
    if middle.count[mover - 1] == 0:
        points = int(after.tokens[mover - 1] - before.tokens[mover - 1])
        events.append({"event": "out", "seat": mover, "points": points})
    if after.phase == OVER:
        events.append({"event": "game_over"})
    elif after.phase == DEALING:
        events.append({"event": "round_over"})
    else:
        ended = [_discarded(players, place, then[place]) for place in then.keys() - last.keys()]
        events += sorted(ended, key=lambda event: (event["seat"] - mover - 1) % players)
    return events


def witness_deal(after: Position, text: str, seat: int | None) -> tuple[str, list[Facts]]:
    """A deal as a seat saw it: its own hand, and who begins."""
    hands = text.removeprefix(DEAL).split(" | ")
    seen = [hand if number == seat else "?" for number, hand in enumerate(hands, 1)]
    return DEAL + " | ".join(seen), [{"event": "starts", "seat": int(after.starter)}]


def _sets(position: Position) -> dict[int, tuple[int, int]]:
    """The sets on the table, (value, group) by place."""
    laid = zip(position.set_value.tolist(), position.set_group.tolist(), strict=True)
    return {place: (value, group) for place, (value, group) in enumerate(laid) if value}


def _set_at(players: int, place: int) -> Facts:
    seat, area = places(players)[place]
    return {"seat": seat, "area": area}


def _turned(value: int, group: int) -> list[str]:
    """The cards of a set as they come to a hand."""
    cards = sorted((inactive, active) for active, inactive in group_cards(value, group))
    return [card_text(*card) for card in cards]


def _discarded(players: int, place: int, laid: tuple[int, int]) -> Facts:
    return {"event": "discarded"} | _set_at(players, place) | {"cards": group_texts(*laid)}

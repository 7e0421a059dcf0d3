"""What one seat may see of dnup, built from nothing.

A seat sees its own hand, every set on the table, all counts and scores. Hands of others and the
faces in the discard pile are not looked at here at all. What a seat has witnessed stays in its
history: each deal with its own hand only, and where every beaten, taken or discarded set went.
"""

from __future__ import annotations

from upturn.games.contract import DEALING, OVER, PLAYING, copy_of, read
from upturn.games.contract import Position as Record
from upturn.games.dnup.notation import card_text, group_cards, group_texts, places
from upturn.games.dnup.position import ACTIVE, Position
from upturn.games.dnup.rules import act
from upturn.games.dnup.tables import FIRST_TAKE, FLIP
from upturn.games.rules import DEAL, Facts


def see(position: Record) -> Facts:
    """dnup's part of what everybody sees."""
    plain = read(Position, position)
    players = plain.players
    places_out = plain.out.tolist()
    return {
        "round": plain.rounds,
        "starter": plain.starter or None,
        "area": "ab"[plain.area] if players == 2 and plain.phase == PLAYING else None,
        "hand": None,
        "counts": plain.counts[:players].tolist(),
        "sets": [
            _set_at(players, place) | {"value": value, "cards": group_texts(value, group)}
            for place, (value, group) in _sets(position).items()
        ],
        "discard": plain.discard,
        "out": [places_out.index(nth) + 1 for nth in range(1, plain.finished + 1)],
    }


def see_own(position: Record, seat: int) -> Facts:
    """What only this seat sees: its hand as held, by active, then inactive value."""
    groups = enumerate(position["hand"][seat - 1, ACTIVE].tolist())
    hand = [text for value, group in groups if group for text in group_texts(value, group)]
    return {"hand": hand}


def witness(
    before: Record, after: Record, move: int, text: str, seat: int | None
) -> tuple[str, list[Facts]]:
    """What happened when this move was made. All seats see the same of it."""
    middle = copy_of(before)
    act(middle, move)
    players, mover, phase = int(before["players"]), int(before["to_act"]), int(after["phase"])
    laid, left, kept = _sets(before), _sets(middle), _sets(after)
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
        elif before["out"][where["seat"] - 1]:
            events.append(_discarded(players, place, laid[place], beaten=True))
        else:
            events.append({"event": "returned"} | where | {"cards": turned})
    if not middle["counts"][mover - 1]:
        points = int(after["tokens"][mover - 1] - before["tokens"][mover - 1])
        events.append({"event": "out", "seat": mover, "points": points})
    if phase == OVER:
        events.append({"event": "game_over"})
    elif phase == DEALING:
        events.append({"event": "round_over"})
    else:
        ended = [_discarded(players, place, left[place]) for place in left.keys() - kept.keys()]
        events += sorted(ended, key=lambda event: (event["seat"] - mover - 1) % players)
    return text, events


def witness_deal(
    before: Position, after: Position, text: str, seat: int | None
) -> tuple[str, list[Facts]]:
    """A deal as a seat saw it: its own hand, and who begins."""
    hands = text.removeprefix(DEAL).split(" | ")
    seen = [hand if number == seat else "?" for number, hand in enumerate(hands, 1)]
    return DEAL + " | ".join(seen), [{"event": "starts", "seat": int(after.starter)}]


def _sets(position: Record) -> dict[int, tuple[int, int]]:
    """The sets on the table, (value, group) by place."""
    laid = zip(position["set_value"].tolist(), position["set_group"].tolist(), strict=True)
    return {place: (value, group) for place, (value, group) in enumerate(laid) if value}


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
    return event | where | {"cards": group_texts(*laid)}


def _discarded(players: int, place: int, laid: tuple[int, int], *, beaten: bool = False) -> Facts:
    where = _set_at(players, place)
    return {"event": "discarded"} | where | {"beaten": beaten, "cards": group_texts(*laid)}

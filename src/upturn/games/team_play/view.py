"""What one seat may see of Team Play, built from nothing.

A seat sees its own hand, the bank, every open mission, all counts, both discards, what each team
has scored, and the sizes of the piles. Other hands and the order of the piles are not looked at
here at all. Its history tells what it witnessed: bank picks of all, its own draws from the pile,
and of gifts the cards if it gave or got them, else how many.
"""

from __future__ import annotations

from upturn.games.contract import DEALING, OVER, PLAYING, Positions
from upturn.games.rules import Facts
from upturn.games.team_play.components import CARD_TEXTS, MISSIONS
from upturn.games.team_play.notation import (
    MISSION_IDS,
    MISSIONS_DEAL,
    NUMBERS_DEAL,
    card_texts,
)
from upturn.games.team_play.position import (
    DISCARD,
    EXCHANGE,
    FOR_CENTRE,
    FOR_HAND,
    FOR_OWN,
    NOTHING,
    NUMBERS,
    REFILL,
    SET_UP,
    TURN,
    Open,
    Row,
    Turn,
    own_missions,
    read_open,
    read_turn,
)
from upturn.games.team_play.seating import LIMIT, OWN_PLACES, PARTNER, TEAMS
from upturn.games.team_play.tables import (
    DRAW_PILE,
    END,
    FIRST_DISCARD,
    FIRST_DRAW,
    FIRST_FULFIL,
    FIRST_GIVE,
    SWAP,
    WAY,
    WAY_MISSION,
)

ASKED = {EXCHANGE: "exchange", DISCARD: "discard", TURN: "turn", REFILL: "refill"}


def see(position: Positions) -> Facts:
    """Team Play's part of what everybody sees."""
    plain = read_open(position)
    players = plain.players
    places = int(OWN_PLACES[players])
    return {
        "teams": [team.copy() for team in TEAMS[players]],
        "asked": ASKED[plain.asked] if plain.phase == PLAYING else None,
        "offered": _offered(plain),
        "draws": plain.draws,
        "gave": bool(plain.gave),
        "limit": int(LIMIT[players]),
        "bank": [_card(kind) for kind in plain.bank],
        "hand": None,
        "counts": list(plain.counts[:players]),
        "discard": [
            card
            for card, count in zip(CARD_TEXTS, plain.discard, strict=True)
            for _ in range(count)
        ],
        "pile": plain.pile_count,
        "centre": _mission(plain.centre),
        "missions": [
            [_mission(one) for one in own_missions(plain, seat)[:places]]
            for seat in range(1, players + 1)
        ],
        "scored": _scored(plain),
        "mission_discard": [_mission(one) for one in plain.mission_discard[: plain.put_away]],
        "mission_pile": plain.mission_count,
        "turns_left": None if plain.turns_left == NOTHING else plain.turns_left,
    }


def see_own(position: Positions, seat: int) -> Facts:
    """What only this seat sees: its hand."""
    return {"hand": card_texts(position["hand"][0, seat - 1])}


def _offered(plain: Open) -> str | None:
    """The mission that may be swapped now."""
    if plain.phase != PLAYING or plain.asked not in (EXCHANGE, REFILL):
        return None
    place = plain.own_place if plain.asked == REFILL else 0
    return _mission(own_missions(plain, plain.to_act)[place])


def _scored(plain: Open) -> list[list[str]]:
    """By team, the missions it has scored."""
    scored: list[list[str]] = [[] for _ in TEAMS[plain.players]]
    for at in range(plain.scored_count):
        scored[plain.scored_by[at]].append(MISSION_IDS[plain.scored[at]])
    return scored


def _card(kind: int) -> str | None:
    return None if kind == NOTHING else CARD_TEXTS[kind]


def _mission(number: int) -> str | None:
    return None if number == NOTHING else MISSION_IDS[number]


# --- What happened ---------------------------------------------------------------------------


def witness(
    then: Positions, now: Positions, move: int, text: str, seat: int | None
) -> tuple[str, list[Facts]]:
    """What a seat saw of a move."""
    before, after = read_turn(then), read_turn(now)
    mover = before.to_act
    waits = after.phase == DEALING
    if move >= FIRST_FULFIL:
        return text, _fulfilled(before, after, move - FIRST_FULFIL)
    if move >= FIRST_GIVE:
        return _given(before, mover, text, seat)
    if move >= FIRST_DISCARD:
        card = CARD_TEXTS[move - FIRST_DISCARD]
        return text, [{"event": "discarded", "seat": mover, "card": card}]
    if move >= FIRST_DRAW:
        card = CARD_TEXTS[move - FIRST_DRAW]
        drawn: Facts = {"event": "drawn", "seat": mover, "from": "bank", "card": card}
        return text, [drawn] if waits else [drawn, _turned_up(before, after, card)]
    if move == DRAW_PILE:
        return text, [] if waits else [_drawn(before.mover, then, now, seat)]
    if move == END:
        over = after.phase == OVER
        return text, [{"event": "game_over"} if over else _turn(after)]
    events: list[Facts] = []
    if move == SWAP:
        place = before.own_place if before.asked == REFILL else 0
        old, new = (_mission(own_missions(one, mover)[place]) for one in (before, after))
        events.append({"event": "swapped", "seat": mover, "mission": old})
        if not waits:
            events.append({"event": "mission", "seat": mover, "mission": new})
    return text, events + _begun(before, after)


def witness_deal(
    then: Positions, now: Positions, text: str, seat: int | None
) -> tuple[str, list[Facts]]:
    """What a seat saw of a shuffle, and of the cards it brought."""
    before, after = read_turn(then), read_turn(now)
    numbers = before.due == NUMBERS
    name, line = ("numbers", NUMBERS_DEAL) if numbers else ("missions", MISSIONS_DEAL)
    count = len(text.removeprefix(line).split(" "))
    events: list[Facts] = [{"event": "shuffled", "pile": name, "count": count}]
    if before.wanted == SET_UP:
        events += _first_hands(now, after, seat) if numbers else _first_missions(after)
    elif not numbers:
        events.append(_new_mission(before, after, before.wanted))
    elif before.wanted == FOR_HAND:
        events.append(_drawn(before.mover, then, now, seat))
    else:
        events.append(_turned_up(before, after, None))
    return f"{line}?", events + _begun(before, after)


def _turn(after: Turn) -> Facts:
    return {"event": "turn", "seat": after.to_act}


def _begun(before: Turn, after: Turn) -> list[Facts]:
    """The set-up is over and the first turn begins."""
    return [_turn(after)] if after.turns > before.turns else []


def _drawn(drawer: int, then: Positions, now: Positions, seat: int | None) -> Facts:
    """A card came from the pile; the drawer alone sees which."""
    card = None
    if seat == drawer:
        gained: Row = now["hand"][0, seat - 1] - then["hand"][0, seat - 1]
        [card] = card_texts(gained)
    return {"event": "drawn", "seat": drawer, "from": "pile", "card": card}


def _turned_up(before: Turn, after: Turn, taken: str | None) -> Facts:
    """The bank's new card: where a card was taken, or where none lay."""
    place = [_card(kind) for kind in before.bank].index(taken)
    return {"event": "bank", "card": _card(after.bank[place])}


def _new_mission(before: Turn, after: Turn, wanted: int) -> Facts:
    if wanted == FOR_CENTRE:
        return {"event": "mission", "seat": None, "mission": _mission(after.centre)}
    mover = before.mover
    mission = own_missions(after, mover)[wanted - FOR_OWN]
    return {"event": "mission", "seat": mover, "mission": _mission(mission)}


def _fulfilled(before: Turn, after: Turn, way: int) -> list[Facts]:
    mover, mission = before.to_act, int(WAY_MISSION[way])
    event = {
        "event": "fulfilled",
        "seat": mover,
        "mission": MISSION_IDS[mission],
        "points": MISSIONS[mission].points,
        "cards": card_texts(WAY[way]),
    }
    events: list[Facts] = [event]
    if before.turns_left == NOTHING != after.turns_left:
        events.append({"event": "last_round", "seat": mover})
    if after.phase != DEALING:
        centre = before.centre == mission
        wanted = FOR_CENTRE if centre else FOR_OWN + own_missions(before, mover).index(mission)
        events.append(_new_mission(before, after, wanted))
    return events


def _given(before: Turn, mover: int, text: str, seat: int | None) -> tuple[str, list[Facts]]:
    partner = int(PARTNER[before.players, mover])
    cards = text.split(" ")[1:]
    seen = seat in (mover, partner)
    event = {
        "event": "given",
        "seat": mover,
        "to": partner,
        "count": len(cards),
        "cards": cards if seen else None,
    }
    return text if seen else " ".join(["give", *("?" for _ in cards)]), [event]


def _first_hands(now: Positions, after: Turn, seat: int | None) -> list[Facts]:
    bank: list[Facts] = [{"event": "bank", "card": _card(kind)} for kind in after.bank]
    return bank + [
        {
            "event": "dealt",
            "seat": other,
            "count": after.counts[other - 1],
            "cards": card_texts(now["hand"][0, seat - 1]) if other == seat else None,
        }
        for other in range(1, after.players + 1)
    ]


def _first_missions(after: Turn) -> list[Facts]:
    dealt: list[tuple[int | None, int]] = [(None, after.centre)]
    dealt += [
        (seat, own_missions(after, seat)[place])
        for place in range(OWN_PLACES[after.players])
        for seat in range(1, after.players + 1)
    ]
    return [
        {"event": "mission", "seat": seat, "mission": _mission(mission)} for seat, mission in dealt
    ]

"""Why a move in Team Play: what can be said for it from the seat's own view.

It is said in terms of what the bots go by (`team_play_outlook.py`): how near a mission is, for the
seat itself and, going by the cards it was seen to have, for its partner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from upturn.bots.team_play.hands import is_wanted, nearest
from upturn.bots.team_play.outlook import CENTRE, Sight, is_ready, look
from upturn.games.supposing import suppose
from upturn.games.team_play.components import MISSIONS
from upturn.games.team_play.notation import MISSION_NUMBERS
from upturn.games.team_play.position import NOTHING
from upturn.games.team_play.seating import GOAL
from upturn.games.team_play.tables import CARD_NUMBERS, MOST_OPEN

if TYPE_CHECKING:
    from upturn.bots.team_play.hands import Counts
    from upturn.games.rules import Facts

NEAR = 2
"""Cards that the partner lacks, as far as one knows, for a mission that it is collecting for."""


def why(view: Facts, move: str) -> Facts | None:
    """A reason code and its arguments; None if there is nothing in particular to say."""
    sight: Sight = look(suppose(view)[0])
    verb, *words = move.split(" ")
    if verb in ("keep", "swap"):
        return _answer(view, sight, f"{verb}s-mission")
    if verb == "fulfil":
        return _fulfil(view, mission=words[0])
    if verb == "discard":
        return _discard(sight, card=words[0])
    if any(legal.startswith("fulfil") for legal in view["legal"]):
        return _leave(sight)
    if verb == "draw":
        return _draw_blind(view, sight) if words == ["pile"] else _draw(sight, card=words[0])
    return _give(view, sight, words) if verb == "give" else _end(view, sight)


# --- Missions --------------------------------------------------------------------------------


def _answer(view: Facts, sight: Sight, code: str) -> Facts:
    offered = MISSION_NUMBERS[view["offered"]]
    _, lacking, _ = nearest(offered, sight.hand, sight.room[0])
    return {"code": code, "lacking": int(lacking), **_worth(offered)}


def _worth(mission: int) -> Facts:
    return {"mission": MISSIONS[mission].id, "points": MISSIONS[mission].points}


def _fulfil(view: Facts, mission: str) -> Facts:
    team = next(at for at, seats in enumerate(view["teams"]) if view["seat"] in seats)
    last = len(view["scored"][team]) + 1 == GOAL[view["players"]] and view["turns_left"] is None
    code = "fulfils-last" if last else "fulfils-for-points"
    return {"code": code, **_worth(MISSION_NUMBERS[mission])}


def _leave(sight: Sight) -> Facts | None:
    centre = int(sight.missions[CENTRE])
    if not is_ready(sight, centre):
        return None
    mission = MISSIONS[centre].id
    return {"code": "leaves-the-centre-to-partner", "seat": sight.partner, "mission": mission}


# --- Cards -----------------------------------------------------------------------------------


def _draw(sight: Sight, card: str) -> Facts | None:
    kind = CARD_NUMBERS[card]
    for last in (True, False):
        for mission, lacking in _wanting(sight.hand, sight.missions, kind):
            if (lacking == 1) == last:
                code = "draws-last-card" if last else "draws-for-mission"
                return {"code": code, "card": card, "mission": mission}
    for mission, lacking in _wanting(sight.known, sight.theirs, kind):
        if lacking <= NEAR:
            facts: Facts = {"card": card, "mission": mission, "seat": sight.partner}
            return {"code": "draws-for-partner"} | facts
    return None


def _draw_blind(view: Facts, sight: Sight) -> Facts | None:
    for card in view["bank"]:
        if any(_wanting(sight.hand, sight.missions, CARD_NUMBERS[card])):
            return None
    return {"code": "draws-blind"}


def _discard(sight: Sight, card: str) -> Facts | None:
    kind = CARD_NUMBERS[card]
    before = _lacking(sight.hand, sight.missions)
    sight.hand[kind] -= 1
    if _lacking(sight.hand, sight.missions) != before:
        return None
    return {"code": "discards-what-no-mission-needs", "card": card}


def _give(view: Facts, sight: Sight, cards: list[str]) -> Facts | None:
    kinds = [CARD_NUMBERS[card] for card in cards]
    for mission, now in _lacking(sight.known, sight.theirs).items():
        np.add.at(sight.known, kinds, 1)
        then = _lacking(sight.known, sight.theirs)[mission]
        if now - then == len(cards):
            facts: Facts = {"cards": cards, "seat": sight.partner, "mission": mission}
            return {"code": "gives-what-partner-lacks"} | facts
        np.subtract.at(sight.known, kinds, 1)
    before = _lacking(sight.hand, sight.missions)
    np.subtract.at(sight.hand, kinds, 1)
    if len(view["hand"]) > view["limit"] and _lacking(sight.hand, sight.missions) == before:
        return {"code": "gives-spare", "cards": cards}
    return None


def _end(view: Facts, sight: Sight) -> Facts | None:
    return {"code": "keeps-cards"} if sight.partner and not view["gave"] else None


def _wanting(hand: Counts, missions: Counts, kind: int) -> list[tuple[str, int]]:
    """The missions that a card brings nearer, and how many cards each lacks without it."""
    found: list[tuple[str, int]] = []
    for place in range(MOST_OPEN):
        mission = int(missions[place])
        if mission != NOTHING:
            _, lacking, wanted = nearest(mission, hand, hand.copy())
            if is_wanted(mission, wanted, kind):
                found.append((MISSIONS[mission].id, int(lacking)))
    return found


def _lacking(hand: Counts, missions: Counts) -> dict[str, int]:
    """By mission: how many cards a hand lacks for it."""
    return {
        MISSIONS[mission].id: int(nearest(mission, hand, hand.copy())[1])
        for mission in missions.tolist()
        if mission != NOTHING
    }

"""From a view back to a position: all that one seat knows, laid out as the rules want it.

What a view does not show, the order of the cards to come, is in the position too, but in an order
that means nothing; `redeal` mixes it, with the same outcome as for the true position.
"""

from __future__ import annotations

from collections import Counter

from upturn.games.contract import OVER, PLAYING, Positions
from upturn.games.rules import Facts
from upturn.games.team_up.components import COMPONENTS, NEUTRAL
from upturn.games.team_up.modes import MODES
from upturn.games.team_up.notation import CARDS_DEAL, NEUTRAL_TEXTS, notation
from upturn.games.team_up.position import NO_DEAL, NO_SCORE, NOTHING, start
from upturn.games.team_up.rules import stack
from upturn.games.team_up.tables import CARD_TEXTS, CARDS, PLACES
from upturn.games.team_up.view import ENDS, UNKNOWN


def suppose(view: Facts) -> Positions:
    """The position of a view of a game whose cards are dealt, as an array of one."""
    now = start(view["players"], {"clone": view["clone"]})
    for box in view["boxes"]:
        colour = NOTHING if box["box"] == NEUTRAL else _colour(box)
        stack(now[0], _placement(box), colour, box["seat"] or 0)
    now["left"] = [list(kinds.values()) for kinds in view["left"].values()]
    coming: list[str] = view["coming"]
    spare = Counter[str](view["undrawn"]) - Counter(coming)
    undrawn = [*coming, *sorted(spare.elements(), key=CARD_TEXTS.index)]
    drawn = CARDS - len(undrawn)
    cards = now["cards"][0]
    for at, card in enumerate(_drawn(view)):
        cards[at] = CARD_TEXTS.index(card)
    cards[drawn:] = [CARD_TEXTS.index(card) for card in undrawn]
    now["drawn"], now["known"] = drawn, drawn + len(coming) if coming else _known(view)
    now["card"] = NOTHING if view["card"] is None else CARD_TEXTS.index(view["card"])
    now["penalties"] = view["penalties"]
    now["mode"] = MODES.index(view["mode"])
    now["to_beat"] = NO_SCORE if view["to_beat"] is None else view["to_beat"]
    now["due"] = NO_DEAL
    now["phase"] = OVER if view["over"] else PLAYING
    now["to_act"] = view["to_act"] or 0
    now["ended"] = next((end for end, text in ENDS.items() if text == view["end"]), 0)
    return now


def _colour(box: Facts) -> int:
    return COMPONENTS.colours.index(box["box"].split(" ")[0])


def _placement(box: Facts) -> int:
    spot = f"{box['at']} {box['axis']}" if box["axis"] else box["at"]
    if box["box"] == NEUTRAL:
        return PLACES + NEUTRAL_TEXTS.index(spot)
    return notation(1).numbers[f"place {box['box']} {spot}"] % PLACES


def _drawn(view: Facts) -> list[str]:
    """The cards drawn so far, in their order."""
    events = [event for entry in view["history"] for event in entry["events"]]
    return [event["card"] for event in events if event["event"] == "drawn"]


def _known(view: Facts) -> int:
    """How many cards from the top the team knew from the start."""
    texts: list[str] = [entry["move"] for entry in view["history"]]
    deal = next(text for text in texts if text.startswith(CARDS_DEAL))
    words = deal.removeprefix(CARDS_DEAL).split(" ")
    return len(words) - words.count(UNKNOWN)

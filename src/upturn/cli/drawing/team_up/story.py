"""What happened at a table of Team UP, in sentences, one for each turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.cli.drawing.speech import Speaker, joined, sentence, some
from upturn.cli.drawing.team_up.cards import in_words
from upturn.games.team_up.components import COMPONENTS, PERFECT
from upturn.games.team_up.wording import signed

if TYPE_CHECKING:
    from upturn.games.rules import Entry, Facts

HEIGHTS = {kind.name: kind.height for kind in COMPONENTS.kinds}
ENDS = {
    "stacked": "all boxes are stacked",
    "cards": "that was the last card",
}
DEALS = {
    "competition": "another team has played these cards",
    "challenge": "you have played these cards before",
    "puzzle": "you know the order of all the cards",
}


def tell(entries: list[Entry], view: Facts, speaker: Speaker) -> list[str]:
    """Return sentences about these lines of the history. The table shows the card in play."""
    deals = [_dealt(entry["events"][0], view) for entry in entries if entry["seat"] is None]
    told = ["", sentence("; ".join(deals))] if deals else []
    drawn = ""
    for entry in entries:
        seat, events = entry["seat"], entry["events"]
        if seat is None:
            continue
        if events[0]["event"] == "drawn":
            drawn = events[0]["card"]
        else:
            told.append(_deed(seat, events, drawn, view["players"] > 1, speaker))
            told += [sentence(ENDS[event["why"]]) for event in events if event.get("why") in ENDS]
            drawn = ""
    return told


def _dealt(event: Facts, view: Facts) -> str:
    if event["event"] != "shuffled":
        return f"the neutral box {_stands(event)}"
    if view["mode"] is None:
        return f"{event['cards']} cards are shuffled"
    known = view["to_beat"] is not None
    return DEALS[view["mode"]] + (f"; beat {signed(view['to_beat'])}" if known else "")


def _stands(event: Facts) -> str:
    if event["axis"] == "z":
        return f"stands upright on {event['at']}"
    column, row = event["at"][:1], int(event["at"][1:])
    far = COMPONENTS.neutral - 1
    last = f"{chr(ord(column) + far)}{row}" if event["axis"] == "x" else f"{column}{row + far}"
    return f"lies on {event['at']} to {last}"


def _deed(seat: int, events: list[Facts], drawn: str, together: bool, speaker: Speaker) -> str:
    """Return what a seat did with the card it drew, and what it led to."""
    deed, after = [speaker.who(seat)], []
    if drawn:
        end = "," if events[0]["event"] == "penalty" else " and"
        deed.append(f"{speaker.verb(seat, 'draw')} {in_words(drawn)}{end}")
    for event in events:
        match event["event"]:
            case "placed":
                deed.append(f"{speaker.verb(seat, 'place')} the {event['box']} {where(event)}")
            case "penalty":
                card = "it" if drawn else f"the card ({in_words(event['card'])})"
                deed.append(f"can’t follow {card} and {speaker.verb(seat, 'take')} a penalty")
            case "layer":
                after.append(f"layer {event['layer']} is full")
            case "game_over" if event["why"] == "stopped":
                agreed = ", and everyone agrees" if together else ""
                deed.append(f"{speaker.verb(seat, 'stop')}{agreed}")
    return sentence("; ".join([" ".join(deed), *after]))


def where(event: Facts) -> str:
    """Return where a box was placed."""
    axis = f" along {event['axis']}" if event["axis"] else ""
    low, high = event["level"] + 1, event["level"] + HEIGHTS[event["box"].split(" ")[1]]
    layers = f"layer {low}" if low == high else f"layers {low} to {high}"
    return f"at {event['at']}{axis}, {layers}"


# --- The score -------------------------------------------------------------------------------


def points(score: int) -> str:
    return f"{signed(score)} point{'' if abs(score) == 1 else 's'}"


def boxes_left(view: Facts) -> int:
    return sum(sum(kinds.values()) for kinds in view["left"].values())


def reckoned(view: Facts) -> str:
    """Return the final score in words: what counted, what it is worth and what that means."""
    score = view["scores"][0]
    parts = [
        some(view["layers"], "layer full"),
        some(boxes_left(view), "box left"),
        some(view["penalties"], "penalty"),
    ]
    meaning = ", a perfect pallet!" if score == PERFECT else f". A perfect pallet scores {PERFECT}."
    told = f"{joined(parts)}: {points(score)}{meaning}"
    return told[:1].upper() + told[1:]


def compared(view: Facts) -> str:
    """Return how the score compares with the one to beat, if there is one."""
    if view["to_beat"] is None:
        return ""
    score, other = view["scores"][0], view["to_beat"]
    if score > other:
        return f"You beat {signed(other)} by {score - other}!"
    if score == other:
        return f"You match the score to beat, {signed(other)}: a tie."
    return f"You’re {other - score} short of {signed(other)}, the score to beat."

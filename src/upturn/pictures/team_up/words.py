"""Team UP's picture in words: the heading, and a description for people who do not see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from upturn.games.team_up.wording import in_words, signed
from upturn.pictures.team_up.pallet import COLUMN_LETTERS, LAYERS
from upturn.pictures.team_up.stack import what_and_where

ENDS = {
    "stacked": "All boxes are stacked.",
    "cards": "That was the last card.",
    "stopped": "The team has stopped.",
}


def counted(count: int, one: str, many: str) -> str:
    """Return a count in words: `0 layers`, `1 layer`."""
    return f"{count} {one if count == 1 else many}"


def whose_turn(view: Mapping[str, Any]) -> str:
    """Return a sentence about what happens now."""
    if view["over"]:
        return ENDS.get(view["end"], "The game is over.")
    if view["to_act"] is None:
        return "Waiting for the deal."
    seat = f"Seat {view['to_act']}" + (" (you)" if view["to_act"] == view["seat"] else "")
    if view["card"] is None:
        return f"{seat} draws a card."
    if view["legal"] == ["penalty"]:
        return f"{seat} takes a penalty: no box fits."
    if not view["legal"]:  # only the seat to act is told whether anything fits
        return f"{seat} drew a card: {in_words(view['card'])}."
    return f"{seat} places {in_words(view['card'])}."


def mode_of(view: Mapping[str, Any]) -> str:
    """Return `Challenge: 15 to beat` or the like, or nothing in an ordinary game."""
    mode = str(view["mode"] or "").capitalize()
    to_beat = "" if view["to_beat"] is None else f"{signed(view['to_beat'])} to beat"
    return ": ".join(part for part in (mode, to_beat) if part)


def house_rule_of(view: Mapping[str, Any]) -> str:
    """Return the house rule in words, or nothing if the clone rule is played as written."""
    return "House rule: only boxes of the same shape clone" if view["clone"] == "shape" else ""


def title_of(view: Mapping[str, Any]) -> str:
    return f"Team UP, {counted(view['players'], 'player', 'players')}: {whose_turn(view)}"


def told(view: Mapping[str, Any]) -> str:
    """Describe everything that the picture shows."""
    sentences = [
        whose_turn(view),
        *(f"{line}." for line in (mode_of(view), house_rule_of(view)) if line),
        f"Card drawn: {in_words(view['card'])}." if view["card"] else "No card has been drawn.",
        f"{counted(view['deck'], 'card is', 'cards are')} left: {_counts(view['undrawn'])}.",
        view["coming"] and f"Coming next: {', '.join(map(in_words, view['coming']))}.",
        f"{view['layers']} of {LAYERS} layers full; "
        f"{counted(view['penalties'], 'penalty', 'penalties')}; "
        f"{counted(_all_left(view['left']), 'box', 'boxes')} not stacked; "
        f"score {signed(score_of(view))}.",
        _on_pallet(view["boxes"]),
        *(f"{colour.capitalize()} left: {_counts(left)}." for colour, left in view["left"].items()),
        f"Heights from {COLUMN_LETTERS[0]} to {COLUMN_LETTERS[-1]}: {_heights(view['heights'])}.",
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def score_of(view: Mapping[str, Any]) -> int:
    return int(view["scores"][0])


def _all_left(left: Mapping[str, Mapping[str, int]]) -> int:
    return sum(sum(counts.values()) for counts in left.values())


def _counts(counts: Mapping[str, int]) -> str:
    there = [f"{count} {name.replace('|', ' or ')}" for name, count in counts.items() if count]
    return ", ".join(there) or "none"


def _on_pallet(boxes: Sequence[Mapping[str, Any]]) -> str:
    if not boxes:
        return "The pallet is empty."
    return f"On the pallet, as placed: {'; '.join(map(what_and_where, boxes))}."


def _heights(heights: Sequence[Sequence[int]]) -> str:
    return "; ".join(
        f"row {at} {' '.join(map(str, row))}" for at, row in enumerate(heights, start=1)
    )

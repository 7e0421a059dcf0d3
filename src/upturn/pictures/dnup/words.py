"""dnup's picture in words: the heading, and a description for people who do not see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from upturn.pictures.dnup.cards import STAR, ends, set_words
from upturn.pictures.seats import called, capital, listed, some

PLACES_OUT = ("first", "second", "third", "fourth", "fifth")
AREAS = {"a": 1, "b": 2}
"""The numbers of the areas of a game for two."""


def unit(view: Mapping[str, Any], count: int) -> str:
    """Return a score in words: `2 tokens`, or with two players `1 round won`."""
    if view["players"] == 2:
        return some(count, "round won", "rounds won")
    return some(count, "token")


def out_words(view: Mapping[str, Any], seat: int) -> str:
    """Return `out first` and so on, or nothing for a seat that is not out."""
    out = view["out"]
    return f"out {PLACES_OUT[out.index(seat)]}" if seat in out else ""


def winners(view: Mapping[str, Any]) -> list[int]:
    return [seat for seat, score in enumerate(view["scores"], 1) if score == max(view["scores"])]


def whose_turn(view: Mapping[str, Any]) -> str:
    """Return a sentence about what happens now."""
    if view["over"]:
        who = [called(seat, view["seat"]) for seat in winners(view)]
        return capital(f"{listed(who)} {'wins' if len(who) == 1 else 'win'} the game.")
    if view["to_act"] is None:
        return "Waiting for the deal."
    area = f" in area {AREAS[view['area']]}" if view["area"] else ""
    return capital(f"{called(view['to_act'], view['seat'])} to move{area}.")


def round_words(view: Mapping[str, Any]) -> str:
    if not view["round"]:
        return "Before the first round"
    begun = f", started by seat {view['starter']}" if view["starter"] else ""
    return f"Round {view['round']}{begun}"


def title_of(view: Mapping[str, Any]) -> str:
    return f"dnup, {view['players']} players: {whose_turn(view)}"


def told(view: Mapping[str, Any]) -> str:
    """Describe everything that the picture shows."""
    seats = range(1, view["players"] + 1)
    sentences = [
        whose_turn(view),
        f"{round_words(view)}.",
        *(_seat_told(view, seat) for seat in seats),
        *(_set_told(view, laid) for laid in view["sets"]),
        "" if view["sets"] else "There are no sets on the table.",
        capital(f"{some(view['discard'], 'card')} discarded."),
        _hand_told(view),
        "A card is written with its active value first, then its inactive one.",
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def _seat_told(view: Mapping[str, Any], seat: int) -> str:
    held = out_words(view, seat) or some(view["counts"][seat - 1], "card")
    return f"{capital(called(seat, view['seat']))}: {held}, {unit(view, view['scores'][seat - 1])}."


def _set_told(view: Mapping[str, Any], laid: Mapping[str, Any]) -> str:
    area = f" in area {AREAS[laid['area']]}" if laid["area"] else ""
    what = set_words(len(laid["cards"]), laid["value"])
    cards = ", ".join(laid["cards"])
    return f"In front of {called(laid['seat'], view['seat'])}{area}: {what} ({cards})."


def _hand_told(view: Mapping[str, Any]) -> str:
    if view["hand"] is None:
        return ""
    if not view["hand"]:
        return "Your hand is empty."
    starred = [card for card in view["hand"] if sorted(ends(card)) == sorted(STAR)]
    with_star = f" {starred[0]} has the star." if starred else ""
    return f"Your hand: {', '.join(view['hand'])}.{with_star}"

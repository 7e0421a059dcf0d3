"""Why a move of Team UP is refused: one test per code, with the sentence that a person reads.

Unless a test says otherwise, the neutral box lies at a1 along x: a1, b1 and c1 are at height 1.
"""

from __future__ import annotations

from typing import Any

import pytest

import upturn
from tests.support.team_up_table import (
    BOXES,
    CARDS,
    KINDS,
    cards_for,
    dealt,
    lay,
    perfect,
    places_of,
    refusal,
    undealt,
    wander,
)
from upturn.games.game import Game


def refused(
    game: Game, move: str, code: str, sentence: str = "", details: dict[str, Any] | None = None
) -> None:
    """The move is against the rules for this reason, said like this, and nothing changes."""
    error = _refused(game, move, upturn.IllegalMove, code)
    assert sentence in ("", str(error))
    assert details in (None, error.details)


def misread(game: Game, text: Any, code: str, details: dict[str, Any] | None = None) -> str:
    """The text is no move, for this reason, and nothing changes. What is said about it."""
    error = _refused(game, text, upturn.InvalidMove, code)
    assert details in (None, error.details)
    return str(error)


def _refused(game: Game, move: Any, kind: type[upturn.MoveError], code: str) -> upturn.MoveError:
    before = game.record(), game.view(game.to_act)
    with pytest.raises(upturn.MoveError) as caught:
        game.play(move)
    error = caught.value
    assert (type(error), error.code) == (kind, code)
    assert len(str(error)) > 8
    assert (game.record(), game.view(game.to_act)) == before
    foreseen = game.why_not(move)
    assert foreseen is not None
    assert type(foreseen) is kind
    assert (foreseen.code, str(foreseen), foreseen.details) == (code, str(error), error.details)
    assert move not in game.legal_moves()
    return error


def ready(box: str, *after: str, neutral: str = "a1 x", clone: str = "face") -> Game:
    """After these boxes, the drawn card allows this one."""
    return lay(*after, then=cards_for([*after, box])[-1], neutral=neutral, clone=clone)


def at_any_time() -> list[Game]:
    """Before and between the deals, before and after a draw, after the end."""
    return [undealt(), undealt("deal neutral a1 x"), dealt(), ready("red bar3 d1"), wander(1)]


# --- Texts that can never be legal -----------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "cell"),
    [
        ("red wide2 e3 x", "g3"),
        ("red wide2 f3 x", "g3"),
        ("red wide2 c3 y", "c5"),
        ("red wide2 c4 y", "c5"),
        ("red wide2 e5 x", "e5"),
        ("red wide1 e4 x", "g4"),  # row 4 before row 5
        ("red wide1 a4 x", "a5"),
        ("red wide1 e3 y", "e5"),
        ("red square1 f4", "g4"),
        ("red square1 a4", "a5"),
        ("blue bar3 g1", "g1"),
        ("blue bar3 a5", "a5"),
        ("white wide3 f1 x", "g1"),
        ("white wide3 f4 y", "f5"),
        ("white bar1 g1 y", "g1"),
        ("white bar1 g5 x", "g5"),
        ("white square2 z9 x", "z9"),
        ("red wide2 a0 x", "a0"),
    ],
)
def test_outside(place: str, cell: str) -> None:
    box = " ".join(place.split()[:2])
    sentence = f"the {box} would stick out at {cell}. The pallet goes from a1 to f4"
    for game in at_any_time():
        refused(game, f"place {place}", "outside", sentence, {"box": box, "cell": cell})


@pytest.mark.parametrize(
    ("kind", "top"),
    [("square1", "2×2"), ("square2", "2×1"), ("wide1", "3×2"), ("wide2", "3×1"),
     ("wide3", "2×1"), ("bar1", "3×1")],
)  # fmt: skip
def test_painted_side_of_a_box_stood_on_end(kind: str, top: str) -> None:
    sentence = (
        f"the coloured side of the red {kind} is its {top} side and must face up, "
        "so the box can't stand upright"
    )
    for game in at_any_time():
        details = {"box": f"red {kind}", "top": top, "axis": "z"}
        refused(game, f"place red {kind} d1 z", "painted-side", sentence, details)


@pytest.mark.parametrize("axis", ["x", "y"])
def test_painted_side_of_a_box_laid_down(axis: str) -> None:
    sentence = (
        "the coloured side of the blue bar3 is its 1×1 side and must face up, "
        f"so the box can't lie along {axis}"
    )
    for game in at_any_time():
        details = {"box": "blue bar3", "top": "1×1", "axis": axis}
        refused(game, f"place blue bar3 d1 {axis}", "painted-side", sentence, details)


@pytest.mark.parametrize("kind", ["square2", "wide1", "wide2", "wide3", "bar1"])
def test_name_the_axis(kind: str) -> None:
    for game in at_any_time():
        for cell in ("d1", "f4"):
            said = misread(
                game, f"place red {kind} {cell}", "name-the-axis", {"box": f"red {kind}"}
            )
            assert kind in said


@pytest.mark.parametrize(
    "box", ["red wide9", "red wide", "red bar2", "red square3", "green wide1", "neutral bar1"]
)
def test_no_such_box(box: str) -> None:
    for game in at_any_time():
        for text in (f"place {box} d1 x", f"place {box} d1", f"place {box}"):
            assert box in misread(game, text, "no-such-box", {"box": box})


def test_no_such_box_quotes_only_so_much_of_a_long_name() -> None:
    error = dealt().why_not(f"place red {'w' * 5000}")
    assert error is not None
    assert error.code == "no-such-box"
    assert len(str(error)) < 200


@pytest.mark.parametrize(
    "text",
    ["", " ", "place", "placered wide2 d1 x", "draw red", "stop now", "penalty red", "pass",
     "place red wide2 d1 x x", "place red wide2 d1 w", "place red wide2 1d x", "deal", "\x00",
     "draws", "place red wide2 d1 x, draw", "place red wide9 d1 x x", "place red",
     f"place red wide2 a{'9' * 5000} x"],
)  # fmt: skip
def test_unreadable(text: str) -> None:
    for game in at_any_time():
        said = misread(game, text, "unreadable")
        for word in ("draw", "place", "penalty", "stop"):
            assert word in said


@pytest.mark.parametrize("thing", [None, 5, 2.5, b"draw", ["draw"], True])
def test_not_text(thing: object) -> None:
    misread(dealt(), thing, "not-text", {"type": type(thing).__name__})


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("Draw", "draw"),
        (" stop\n", "stop"),
        ("PENALTY", "penalty"),
        ("place  red wide2 d1 x", "place red wide2 d1 x"),
        ("place Red Wide2 D1 X", "place red wide2 d1 x"),
        ("place red square1 d1 x", "place red square1 d1"),  # written without an axis
        ("place red square1 d1 y", "place red square1 d1"),
        ("place red bar3 d1 z", "place red bar3 d1"),  # it stands upright anyway
        ("place red, wide2, d1, x", "place red wide2 d1 x"),
        ("red wide2 d1 x", "place red wide2 d1 x"),
        ("wide2 red at d1 along x", "place red wide2 d1 x"),
    ],
)
def test_other_form(text: str, move: str) -> None:
    for game in at_any_time():
        said = misread(game, text, "other-form", {"text": text, "move": move})
        assert said == f"write {text!r} as {move!r}"
        assert game.tidy(text) == move


def test_a_cell_past_the_edge_is_said_first_whatever_the_axis() -> None:
    for text in ("place red wide2 g1 z", "place red bar3 a5 x", "place red wide2 g1"):
        refused(dealt(), text, "outside")


# --- Chance ----------------------------------------------------------------------------------


def test_chance_only() -> None:
    for game in at_any_time():
        for line in ("deal neutral a1 x", "deal cards " + " ".join(CARDS), "deal nothing"):
            refused(game, line, "chance-only", "dealing is left to chance, so you can’t do it")


def test_deal_awaited() -> None:
    for game in at_any_time()[:2]:
        for move in ("draw", "stop", "penalty", "place red bar3 d1"):
            refused(game, move, "deal-awaited", "the cards must be dealt first")


# --- The turn --------------------------------------------------------------------------------


def test_game_over() -> None:
    for game in (wander(1), upturn.replay(perfect())):
        for move in ("draw", "stop", "penalty", "place red bar3 d1"):
            refused(game, move, "game-over", "the game is over")


def test_draw_first() -> None:
    for game in (dealt(), lay("red wide1 d1 x")):
        for move in ("penalty", "place red wide1 d1 x", "place red wide1 a1 x"):
            refused(game, move, "draw-first", "draw a card first")


@pytest.mark.parametrize("card", ["red", "wide", "square|bar"])
def test_card_drawn_and_too_late(card: str) -> None:
    game = lay(then=card)
    refused(game, "draw", "card-drawn", details={"card": card})
    refused(game, "stop", "too-late", details={"card": card})


def test_must_place() -> None:
    for game in (lay(then="red"), lay("red bar3 d1", "blue wide1 d2 x", then="bar")):
        error = game.why_not("penalty")
        assert error is not None
        assert list(error.details) == ["move"]
        assert error.details["move"] in game.legal_moves()
        assert str(error.details["move"]) in str(error)
        refused(game, "penalty", "must-place", str(error))


@pytest.mark.parametrize(
    ("card", "box", "asks"),
    [
        ("red", "blue wide1", "a red box"),
        ("blue", "red bar3", "a blue box"),
        ("white", "blue square2", "a white box"),
        ("square", "red wide1", "a square"),
        ("wide", "white bar1", "a wide box"),
        ("bar", "white square1", "a bar"),
        ("square|wide", "red bar3", "a square or a wide box"),
        ("square|bar", "red wide3", "a square or a bar"),
        ("wide|bar", "red square2", "a wide box or a bar"),
    ],
)
def test_card_asks(card: str, box: str, asks: str) -> None:
    sentence = f"the card asks for {asks}, not a {box}"
    for place in places_of(box):
        details = {"card": card, "box": box, "asks": asks}
        refused(lay(then=card), f"place {place}", "card-asks", sentence, details)


@pytest.mark.parametrize(
    ("placed", "box"),
    [
        (["red wide2 d1 x"], "red wide2"),
        (["red bar1 a2 y", "red bar1 b2 x"], "red bar1"),
        (["blue square2 d1 x", "blue square2 d2 y"], "blue square2"),
    ],
)
def test_none_left(placed: list[str], box: str) -> None:
    for card in (box.split()[0], KINDS[box.split()[1]][0]):
        game = lay(*placed, then=card)
        for place in places_of(box):
            refused(game, f"place {place}", "none-left", f"there is no {box} left", {"box": box})


# --- Placing ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "after", "cells", "heights"),
    [
        ("red wide2 b1 x", [], ["b1", "d1"], [1, 0]),
        ("red wide2 c1 y", [], ["c1", "c2"], [1, 0]),
        ("red square1 a1", [], ["a1", "a2"], [1, 0]),
        ("red square1 c1", [], ["c1", "d1"], [1, 0]),  # not c2: the row comes first
        ("red wide1 b1 x", ["blue bar3 d1"], ["b1", "d1"], [1, 3]),
        ("red square2 d1 x", ["white bar3 d1"], ["d1", "e1"], [3, 0]),
        ("red bar1 d1 x", ["blue square2 d1 x"], ["d1", "f1"], [2, 0]),
        ("red wide1 a2 x", ["blue square1 b2"], ["a2", "b2"], [0, 1]),
    ],
)
def test_overhangs(place: str, after: list[str], cells: list[str], heights: list[int]) -> None:
    sentence = (
        f"the box would overhang: {cells[0]} is at height {heights[0]}, "
        f"but {cells[1]} is at height {heights[1]}"
    )  # fmt: skip
    details = {"cells": cells, "heights": heights}
    refused(ready(place, *after), f"place {place}", "overhangs", sentence, details)


@pytest.mark.parametrize("place", ["red wide2 d3 x", "blue bar3 d2", "white square1 e1"])
def test_touches_nothing(place: str) -> None:
    words = place.split()
    box, cell = f"{words[0]} {words[1]}", words[2]
    sentence = (
        f"the {box} would touch nothing at {cell}. It needs another box beside or under it"
    )  # fmt: skip
    details = {"box": box, "at": cell}
    refused(ready(place), f"place {place}", "touches-nothing", sentence, details)


@pytest.mark.parametrize(
    ("place", "after", "neutral", "cloned", "side"),
    [
        ("red bar1 a1 x", [], "a1 x", "neutral bar at a1", "3×1"),
        ("red bar1 d1 x", [], "a1 x", "neutral bar at a1", "1×1"),
        ("red bar3 f3", [], "f4 z", "neutral bar at f4", "3×1"),
        ("red bar3 f4", [], "f4 z", "neutral bar at f4", "1×1"),
        ("red wide1 a2 x", [], "a1 x", "neutral bar at a1", "3×1"),
        ("blue bar1 d3 x", ["red wide1 d1 x"], "a1 x", "red wide at d1", "3×1"),
        ("blue wide1 d1 x", ["red wide1 d1 x"], "a1 x", "red wide at d1", "3×2"),
        ("blue wide3 d2 x", ["red wide3 d1 x"], "a1 x", "red wide at d1", "3×2"),
        ("blue square1 d1", ["white square1 d1"], "a1 x", "white square at d1", "2×2"),
        ("blue square2 d1 x", ["white wide3 d1 x"], "a1 x", "white wide at d1", "2×1"),
        ("blue square2 d1 x", ["white square2 b1 x"], "a1 z", "white square at b1", "2×1"),
        ("blue bar3 e1", ["red bar3 d1"], "a1 x", "red bar at d1", "3×1"),
        ("red wide3 d4 x", ["red square2 d4 x"], "f4 z", "red square at d4", "2×1"),  # not f4's
        # of two, the one that was placed first
        ("white bar1 a2 x", ["blue wide2 d1 y", "red bar1 a3 x"], "a1 x",
         "neutral bar at a1", "3×1"),
        ("white bar1 b2 x", ["white wide2 e1 y", "red bar1 b3 x", "blue bar1 b1 x"], "f1 y",
         "red bar at b3", "3×1"),
        ("white bar1 b2 x", ["white wide2 e1 y", "blue bar1 b1 x", "red bar1 b3 x"], "f1 y",
         "blue bar at b1", "3×1"),
    ],
)  # fmt: skip
def test_clones(place: str, after: list[str], neutral: str, cloned: str, side: str) -> None:
    sentence = f"this would clone the {cloned}: their {side} sides would cover each other exactly"
    box, cell = cloned.split(" at ")
    details = {"box": box, "at": cell, "side": side}
    game = ready(place, *after, neutral=neutral)
    refused(game, f"place {place}", "clones", sentence, details)


# --- Which reason comes first ----------------------------------------------------------------


def test_what_the_card_asks_comes_before_everything_about_the_box() -> None:
    game = lay("red wide1 d1 x", then="blue")
    for place in ("red wide1 a1 x", "red bar1 a1 x", "red square2 a1 y", "red bar3 f4"):
        assert refusal(game, f"place {place}") == "card-asks"


def test_whether_one_is_left_comes_before_where_it_is_placed() -> None:
    game = lay("red wide1 d1 x", then="red")
    for place in ("red wide1 a1 x", "red wide1 d1 x", "red wide1 d3 x"):
        assert refusal(game, f"place {place}") == "none-left"


def test_an_overhang_comes_before_a_clone() -> None:
    assert refusal(ready("red bar1 a2 x"), "place red bar1 a2 x") == "clones"
    game = ready("red bar1 a2 x", "blue bar1 c2 y")
    assert refusal(game, "place red bar1 a2 x") == "overhangs"


# --- All of them together --------------------------------------------------------------------


@pytest.mark.parametrize("clone", ["face", "shape"])
def test_a_move_is_listed_exactly_when_it_is_not_refused(clone: str) -> None:
    texts = {"draw", "stop", "penalty"}
    texts |= {f"place {place}" for box in BOXES for place in places_of(box)}
    for seed in (1, 2):
        game = wander(seed, 0, clone=clone, players=seed)
        while not game.over:
            legal = game.legal_moves()
            assert len(set(legal)) == len(legal)
            assert {text for text in texts if refusal(game, text) == ""} == set(legal)
            game.play(sorted(set(legal) - {"stop"})[len(game.moves) * 7 % len(legal) - 1])

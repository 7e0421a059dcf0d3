"""What is seen of Team UP: the view, the history and its events, the same for everybody."""

from __future__ import annotations

import json
from typing import Any

import pytest

import upturn
from tests.support.team_up_table import (
    CARDS,
    COLOURS,
    KINDS,
    PAIRS,
    SHAPES,
    dealt,
    deck,
    last_events,
    lay,
    perfect,
    perfect_boxes,
    play,
    seats,
    told,
    wander,
)
from upturn.games.game import Game

COMMON = {"game", "players", "seat", "to_act", "over", "scores", "legal", "history"}
OWN = {
    "clone", "mode", "to_beat", "card", "heights", "boxes", "left", "layers", "penalties", "deck",
    "undrawn", "coming", "agreed", "end",
}  # fmt: skip

every_count = pytest.mark.parametrize("players", [1, 2, 3, 4])


def penalised() -> Game:
    """Seat 1 of two laid a square card face down, seat 2 drew red."""
    game = lay("red square2 d2 y", "red square2 b2 x", "blue square2 d4 x", "white square2 b3 y",
               "white square2 e1 x", "blue square2 f2 y", neutral="d1 x",
               then="square red")  # fmt: skip
    play(game, "penalty", "draw")
    return game


# --- The view --------------------------------------------------------------------------------


@every_count
def test_the_view_has_these_parts_and_no_others(players: int) -> None:
    for game in (dealt(players=players), wander(1, 5, players=players, more=1), wander(1)):
        for seat in seats(game):
            assert set(game.view(seat)) == COMMON | OWN


@every_count
def test_everybody_sees_the_same_but_for_the_legal_moves(players: int) -> None:
    for draws in (0, 3, 36):
        game = wander(players, draws, players=players, more=1)
        views = [game.view(seat) for seat in seats(game)]
        for seat, view in zip(seats(game), views, strict=True):
            assert view["seat"] == seat
            assert {key: view[key] for key in OWN} == {key: views[0][key] for key in OWN}
            assert view["history"] == views[0]["history"]
            assert view["legal"] == (game.legal_moves() if seat and seat == game.to_act else [])


def test_a_view_is_plain_data() -> None:
    for game in (dealt(), penalised(), upturn.replay(perfect())):
        for seat in seats(game):
            assert json.loads(json.dumps(game.view(seat))) == game.view(seat)


def test_what_the_view_says_before_the_first_draw() -> None:
    game = dealt(neutral="d1 x", players=3, clone="shape")
    view = game.view(2)
    neutral = {"box": "neutral", "shape": "bar", "at": "d1", "axis": "x", "level": 0,
               "size": [3, 1, 1], "seat": None}  # fmt: skip
    assert {key: view[key] for key in (COMMON | OWN) - {"history"}} == {
        "game": "team-up", "players": 3, "seat": 2, "to_act": 1, "over": False,
        "scores": [-27, -27, -27], "legal": [], "clone": "shape", "mode": None, "to_beat": None,
        "card": None, "heights": [[0, 0, 0, 1, 1, 1], *[[0] * 6] * 3], "boxes": [neutral],
        "left": {colour: {kind: KINDS[kind][3] for kind in KINDS} for colour in COLOURS},
        "layers": 0, "penalties": 0, "deck": 36,
        "undrawn": dict.fromkeys(COLOURS, 6) | dict.fromkeys(SHAPES, 5) | dict.fromkeys(PAIRS, 1),
        "coming": [], "agreed": ["stop"], "end": None,
    }  # fmt: skip


def test_boxes_are_told_in_the_order_placed_with_who_placed_them() -> None:
    game = lay("red wide2 d1 y", "blue square1 e1", "white bar3 e1", players=2)
    assert game.view()["boxes"][1:] == [
        {"box": "red wide2", "shape": "wide", "at": "d1", "axis": "y", "level": 0,
         "size": [1, 3, 2], "seat": 1},
        {"box": "blue square1", "shape": "square", "at": "e1", "axis": None, "level": 0,
         "size": [2, 2, 1], "seat": 2},
        {"box": "white bar3", "shape": "bar", "at": "e1", "axis": None, "level": 1,
         "size": [1, 1, 3], "seat": 1},
    ]  # fmt: skip


def test_heights_are_told_row_by_row_from_row_1_and_column_a() -> None:
    game = lay("red wide2 d1 y", "blue square1 e1", "white bar3 e1")
    assert game.view()["heights"] == [
        [1, 1, 1, 2, 4, 1],
        [0, 0, 0, 2, 1, 1],
        [0, 0, 0, 2, 0, 0],
        [0, 0, 0, 0, 0, 0],
    ]


def test_boxes_of_which_none_is_left_stay_listed() -> None:
    game = lay("red bar1 a2 y", "red bar1 b2 x", "red bar3 d1")
    assert game.view()["left"]["red"] == {
        "square1": 1, "square2": 2, "wide1": 1, "wide2": 1, "wide3": 1, "bar1": 0, "bar3": 0,
    }  # fmt: skip
    full = upturn.replay(perfect()).view()["left"]
    assert full == dict.fromkeys(COLOURS, dict.fromkeys(KINDS, 0))


def test_the_drawn_card_is_seen_by_all_until_it_is_obeyed_or_penalised() -> None:
    game = penalised()
    for seat in seats(game):
        assert game.view(seat)["card"] == "red"
    game.play(min(game.legal_moves()))
    assert game.view()["card"] is None
    game.play("draw")
    assert game.view()["card"] == game.moves[1].split(" ")[2 + 8]


def test_how_many_of_each_card_are_undrawn_is_seen_and_not_their_order() -> None:
    game = dealt("red square|bar red wide")
    for drawn, card in enumerate(["red", "square|bar", "red", "wide"], 1):
        before = game.view()["undrawn"]
        game.play("draw")
        view = game.view()
        assert view["undrawn"] == before | {card: before[card] - 1}
        assert (view["deck"], view["coming"]) == (36 - drawn, [])
        assert sum(view["undrawn"].values()) == view["deck"]
        game.play(min(game.legal_moves()))
    assert view["undrawn"]["square|bar"] == 0
    assert list(view["undrawn"]) == [*COLOURS, *SHAPES, *PAIRS]


def test_all_must_agree_to_stop_and_to_nothing_else() -> None:
    game = dealt(players=3)
    for _ in range(3):
        assert [game.view(seat)["agreed"] for seat in seats(game)] == [["stop"]] * 4
        game.play("draw")
        assert [game.view(seat)["agreed"] for seat in seats(game)] == [[]] * 4
        game.play(min(game.legal_moves()))
    game.play("stop")
    assert [game.view(seat)["agreed"] for seat in seats(game)] == [[]] * 4


def test_layers_penalties_and_the_end_are_seen() -> None:
    view = upturn.replay(perfect()).view()
    assert (view["layers"], view["penalties"], view["end"]) == (5, 0, "stacked")
    assert (penalised().view()["penalties"], penalised().view()["end"]) == (1, None)
    view = wander(2).view()
    assert (view["end"], view["deck"], view["over"], view["to_act"]) == ("cards", 0, True, None)


# --- The history -----------------------------------------------------------------------------


def entry(game: Game, at: int = -1) -> dict[str, Any]:
    """A line of the history, that all have seen alike."""
    first, *others = [game.history(seat)[at] for seat in seats(game)]
    assert all(other == first for other in others)
    return dict(first)


@pytest.mark.parametrize("place", ["d1 x", "a2 y", "f4 z"])
def test_the_deal_of_the_neutral_box_is_seen(place: str) -> None:
    cell, axis = place.split()
    assert entry(dealt(neutral=place), 0) == {
        "seat": None,
        "move": f"deal neutral {place}",
        "events": [
            {"event": "placed", "seat": None, "box": "neutral", "at": cell, "axis": axis,
             "level": 0},
        ],
    }  # fmt: skip


def test_of_the_deal_of_the_cards_only_their_number_is_seen_then_and_later() -> None:
    hidden = {
        "seat": None,
        "move": "deal cards " + " ".join(["?"] * 36),
        "events": [{"event": "shuffled", "cards": 36}],
    }
    for game in (dealt(), penalised(), wander(1), upturn.replay(perfect())):
        assert entry(game, 1) == hidden


def test_a_draw_shows_its_card() -> None:
    game = dealt("red square|wide", players=2)
    play(game, "draw", "place red bar3 d1", "draw")
    drawn = {"event": "drawn", "seat": 2, "card": "square|wide"}
    assert entry(game) == {"seat": 2, "move": "draw", "events": [drawn]}


@pytest.mark.parametrize(
    ("after", "place", "axis", "level"),
    [
        ([], "red wide2 d1 y", "y", 0),
        (["red wide2 d1 y"], "blue square1 e1", None, 0),
        (["red wide2 d1 y", "blue square1 e1"], "white square2 e1 x", "x", 1),
    ],
)
def test_a_box_is_seen_placed(after: list[str], place: str, axis: str | None, level: int) -> None:
    game = lay(*after, place)
    seat = len(after) % 2 + 1
    colour, kind, cell, *_ = place.split()
    placed = {"event": "placed", "seat": seat, "box": f"{colour} {kind}", "at": cell,
              "axis": axis, "level": level}  # fmt: skip
    assert entry(game) == {"seat": seat, "move": f"place {place}", "events": [placed]}


def test_a_layer_is_told_when_it_becomes_full_and_only_then() -> None:
    game = upturn.replay(perfect())
    filled = {
        line["move"]: [event["layer"] for event in line["events"] if event["event"] == "layer"]
        for line in game.history()
    }
    assert {move: layers for move, layers in filled.items() if layers} == {
        "place white square2 b4 x": [1],
        "place blue square2 f3 y": [2],
        "place white wide3 e1 y": [3, 4, 5],
    }


def test_a_full_layer_is_told_after_the_box_and_the_end_after_all_layers() -> None:
    assert last_events(lay(*perfect_boxes()[:10], neutral="d1 x")) == [
        {"event": "placed", "seat": 2, "box": "white square2", "at": "b4", "axis": "x", "level": 0},
        {"event": "layer", "layer": 1},
    ]
    assert entry(upturn.replay(perfect()))["events"] == [
        {"event": "placed", "seat": 1, "box": "white wide3", "at": "e1", "axis": "y", "level": 2},
        {"event": "layer", "layer": 3},
        {"event": "layer", "layer": 4},
        {"event": "layer", "layer": 5},
        {"event": "game_over", "why": "stacked", "score": 25},
    ]


def test_a_penalty_shows_its_card() -> None:
    event = {"event": "penalty", "seat": 1, "card": "square"}
    assert entry(penalised(), -2) == {"seat": 1, "move": "penalty", "events": [event]}


def test_the_last_card_ends_the_game_in_the_same_line() -> None:
    game = wander(4, 35, more=1)
    assert game.legal_moves() == ["penalty"]
    card = game.view()["card"]
    game.play("penalty")
    assert entry(game)["events"] == [
        {"event": "penalty", "seat": 2, "card": card},
        {"event": "game_over", "why": "cards", "score": game.scores[0]},
    ]


def test_a_stop_is_the_end_and_nothing_else() -> None:
    game = lay("red bar3 d1", players=3)
    game.play("stop")
    over = {"event": "game_over", "why": "stopped", "score": -26}
    assert entry(game) == {"seat": 2, "move": "stop", "events": [over]}


@every_count
def test_the_history_has_a_line_per_line_of_the_log(players: int) -> None:
    game = wander(players, players=players)
    lines = game.history()
    assert [line["move"] for line in lines[2:]] == game.moves[2:]
    assert [line["seat"] for line in lines[2::2]] == [turn % players + 1 for turn in range(36)]
    assert [line["seat"] for line in lines[3::2]] == [turn % players + 1 for turn in range(36)]
    overs = [event for line in lines for event in line["events"] if event["event"] == "game_over"]
    assert len(overs) == 1


def test_what_happened_adds_up_to_what_is_seen() -> None:
    for seed in range(5):
        game = wander(seed, 20 + seed, more=seed % 2)
        view = game.view()
        events = [event for line in view["history"] for event in line["events"]]
        placed = [event for event in events if event["event"] == "placed"]
        assert [event["box"] for event in placed] == [box["box"] for box in view["boxes"]]
        for event, box in zip(placed, view["boxes"], strict=True):
            for key in ("seat", "at", "axis", "level"):
                assert event[key] == box[key]
        count = [event["event"] for event in events].count
        assert count("penalty") == view["penalties"]
        assert count("drawn") == 36 - view["deck"]
        assert count("layer") == view["layers"]


def test_a_shuffle_told_in_another_order_looks_the_same_before_the_first_draw() -> None:
    game, other = dealt(), told(["deal neutral a1 x", "deal cards " + " ".join(CARDS[::-1])])
    assert deck([]) != CARDS[::-1]
    for seat in seats(game):
        assert game.view(seat) == other.view(seat)

"""The picture of Team Play: cards as moves call them, missions in words and symbols."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

import pytest

from tests.support.pictures import (
    SVG,
    View,
    along,
    marked,
    root_of,
    team_play_tables,
    tip_of,
    told_in,
    view_of,
    words_in,
)
from upturn.games.team_play.components import MISSIONS, Mission
from upturn.games.team_play.drawing import drawing_of
from upturn.games.team_play.wording import in_symbols, in_words
from upturn.pictures import seats
from upturn.pictures.team_play import cards as team_play_cards
from upturn.pictures.team_play import missions as team_play_missions


@team_play_tables
def test_hand_and_bank_are_there_as_moves_call_them(players: int) -> None:
    for view, root in along("team-play", players):
        cards = marked(root, "card")
        shown = Counter(words_in(card)[1] for card in cards)
        assert shown == Counter([card for card in view["bank"] if card] + (view["hand"] or []))
        for card in cards:
            number, name = words_in(card)
            assert name[1:] == number


@pytest.mark.parametrize(("card", "shape", "other"), [("r5", 1, 0), ("b3", 0, 1)])
def test_colour_is_never_the_only_mark(card: str, shape: int, other: int) -> None:
    face = ElementTree.fromstring(team_play_cards.face(card, 78))  # noqa: S314
    assert len(list(face.iter("circle"))) == shape
    assert len(list(face.iter("polygon"))) == other
    assert card in [text.text for text in face.iter("text")]
    assert (next(face.iter("title")).text or "").startswith(f"{card}: {'red' if shape else 'blue'}")


@team_play_tables
def test_every_open_mission_is_there_with_its_points_and_words(players: int) -> None:
    known = {mission.id: mission for mission in MISSIONS}
    for view, root in along("team-play", players):
        names = [name for own in view["missions"] for name in own] + [view["centre"]]
        sheets = {tip_of(sheet).split(" ")[0]: sheet for sheet in marked(root, "mission")}
        assert set(sheets) == set(filter(None, names))
        for name, sheet in sheets.items():
            said = " ".join(words_in(sheet))
            assert name in said
            assert seats.capital(in_words(known[name].requirement)) in said
            assert str(known[name].points) in words_in(sheet)
        assert words_in(root).count("no mission") == names.count(None)


@team_play_tables
def test_of_a_mission_the_words_are_the_main_thing_and_its_name_is_below(players: int) -> None:
    for _, root in along("team-play", players):
        for sheet in marked(root, "mission"):
            name = tip_of(sheet).split(" ")[0]
            texts = list(sheet.iter(f"{SVG}text"))
            [named] = [text for text in texts if text.text == name]
            said = tip_of(sheet).partition(": ")[2]
            main = [text for text in texts if (text.text or "").lower() in said.lower()]
            main = [text for text in main if len(text.text or "") > 2 and text is not named]
            assert main
            for text in main:
                assert text.get("font-weight")
                assert float(text.get("font-size", "0")) > float(named.get("font-size", "0"))
                assert float(text.get("y", "0")) < float(named.get("y", "0"))


every_mission = pytest.mark.parametrize("mission", MISSIONS, ids=lambda mission: mission.id)
WIDTHS = (183, 200, 250)


@every_mission
def test_the_symbols_of_a_mission_have_letters_beside_their_colours(mission: Mission) -> None:
    cards, *conditions = in_symbols(mission.requirement).split("  ")
    for wide in WIDTHS:
        tall = team_play_missions.tall_of(mission.id, wide)
        sheet = ElementTree.fromstring(  # noqa: S314
            team_play_missions.sheet(mission.id, wide, tall)
        )
        words = [text.text or "" for text in sheet.iter("text")]
        for letter in "rb":
            assert words.count(letter) == cards.count(letter)
        if conditions:
            assert ", ".join(conditions) in words
        marks = [mark for mark in "▲■●◆★" if mark in cards]
        drawn = sum(len(list(sheet.iter(tag))) for tag in ("polygon", "rect"))
        assert drawn >= sum(map(cards.count, marks))


@every_mission
def test_a_mission_fits_its_sheet(mission: Mission) -> None:
    for wide in WIDTHS:
        tall = team_play_missions.tall_of(mission.id, wide)
        sheet = ElementTree.fromstring(  # noqa: S314
            team_play_missions.sheet(mission.id, wide, tall)
        )
        for text in (text for group in sheet for text in group.findall("text")):
            bold = text.get("font-weight") is not None
            long = seats.breadth(text.text or "", float(text.get("font-size", "0")), bold=bold)
            assert float(text.get("x", "0")) + long <= wide - 5
            assert float(text.get("y", "0")) <= tall - 8
        _, taken = team_play_missions.drawn(drawing_of(mission.requirement).pieces, wide - 26)
        assert taken <= wide - 26


@every_mission
def test_the_points_of_a_mission_lie_beside_its_symbols(mission: Mission) -> None:
    for wide in WIDTHS:
        sheet = ElementTree.fromstring(  # noqa: S314
            team_play_missions.sheet(mission.id, wide, 200)
        )
        badge = next(sheet.iter("circle"))
        left = float(badge.get("cx", "0")) - float(badge.get("r", "0"))
        cards = drawing_of(mission.requirement).pieces
        room = wide - 2 * team_play_missions.MARGIN - team_play_missions.FOR_BADGE
        assert team_play_missions.MARGIN + team_play_missions.drawn(cards, room)[1] < left


def test_a_mission_of_another_edition_shows_its_name_only() -> None:
    view = view_of("team-play", 4, 0) | {"centre": "from_elsewhere"}
    [sheet] = [
        sheet for sheet in marked(root_of(view), "mission") if tip_of(sheet) == "from_elsewhere"
    ]
    assert words_in(sheet) == ["from_elsewhere"]


@team_play_tables
def test_points_and_piles_are_written_down(players: int) -> None:
    for view, root in along("team-play", players):
        words, told = words_in(root), told_in(root)
        assert f"{len(view['discard']) or 'none'}" in words
        assert str(view["pile"] or "none") in words
        assert seats.some(view["mission_pile"], "mission") in words
        for team, scored in zip(view["teams"], view["scored"], strict=True):
            points = view["scores"][team[0] - 1]
            assert {str(points), str(len(scored))} <= set(words)
            worth = seats.some(points, "point")
            assert f"{worth} with {seats.some(len(scored), 'mission')}" in told
        if view["hand"]:
            assert f"Your hand: {', '.join(view['hand'])};" in told


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"turns_left": 4}, "The last round comes next."),
        ({"turns_left": 1}, "Last round: 1 turn to go after this one."),
        ({"turns_left": 0}, "Last round: this is the last turn."),
        ({"asked": "turn", "draws": 1, "gave": False, "to_act": 3}, "with 1 draw left."),
        ({"asked": "turn", "draws": 2, "gave": True, "to_act": 3}, "and cards already given."),
        ({"asked": "discard", "to_act": 2}, "Seat 2 (you) must discard down to 6 cards."),
        ({"asked": "refill", "offered": "sum12"}, "can keep or swap the new mission sum12."),
        ({"over": True, "scores": [9, 4, 9, 4]}, "Seats 1 and 3 win the game."),
        ({"over": True, "scores": [4, 9, 4, 9]}, "Won with 9 points"),
        (
            {"over": True, "scores": [9, 9, 9, 9]},
            "The game ends in a tie, shared by seats 1 and 3 and seats 2 and 4 (you).",
        ),
        ({"bank": [None, "r5", "b3"]}, "b3"),
    ],
)
def test_the_state_of_team_play_is_said(changes: View, said: str) -> None:
    assert said in " ".join(words_in(root_of(view_of("team-play", 4, 9) | changes)))

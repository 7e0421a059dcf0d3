"""The pictures of the card games, and of dnup: nothing of the view is missing, all can be read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

import upturn
from tests.support.hidden import with_other_secrets
from tests.support.pictures import (
    MOMENTS,
    SVG,
    Element,
    View,
    along,
    ends_of_words,
    game_after,
    marked,
    root_of,
    tip_of,
    told_in,
    view_of,
    words_in,
)
from upturn.pictures import seats
from upturn.pictures.dnup import cards as dnup_cards

every_table = pytest.mark.parametrize(
    ("name", "players"),
    [("dnup", players) for players in (2, 3, 4, 5)]
    + [("team-play", players) for players in (3, 4, 5, 6)],
)
dnup_tables = pytest.mark.parametrize("players", [2, 3, 4, 5])


# --- Both games ---


@every_table
def test_others_hold_as_many_backs_as_cards(name: str, players: int) -> None:
    for view, root in along(name, players):
        backs = len(marked(root, "back"))
        assert backs == sum(view["counts"]) - len(view["hand"] or [])


@every_table
def test_a_spectator_sees_no_hand(name: str, players: int) -> None:
    for moves in MOMENTS:
        view = view_of(name, players, moves, None)
        root = root_of(view)
        open_cards = sum(len(laid["cards"]) for laid in view.get("sets", ()))
        open_cards += sum(card is not None for card in view.get("bank", ()))
        assert len(marked(root, "card")) == open_cards
        assert "hand" not in told_in(root)
        assert "(you)" not in " ".join(words_in(root))


@every_table
def test_whoever_acts_is_named(name: str, players: int) -> None:
    for view, root in along(name, players):
        said = " ".join(words_in(root))
        if view["to_act"]:
            you = " (you)" if view["to_act"] == view["seat"] else ""
            named = re.escape(f"Seat {view['to_act']}{you}") + " (to move|can keep|must discard)"
            assert re.search(named, said)
            assert re.search(named, root[0].text or "")
        else:
            assert re.search("win|tie" if view["over"] else "Waiting for the deal", said)


@every_table
def test_every_seat_has_its_plate_and_its_count(name: str, players: int) -> None:
    for view, root in along(name, players):
        words = words_in(root)
        for seat in range(1, players + 1):
            you = seat == view["seat"]
            assert f"Seat {seat} (you)" in words if you else f"Seat {seat}" in words
            held = seats.some(view["counts"][seat - 1], "card")
            if seat not in view.get("out", ()):
                assert seats.capital(f"{held} in hand") in words if you else held in words


@every_table
def test_what_a_seat_cannot_know_changes_nothing(name: str, players: int) -> None:
    game = game_after(name, players, 6)
    for seat in (1, players):
        other = with_other_secrets(game, seat, 7)
        assert other.moves != game.moves
        assert upturn.svg(other, seat) == upturn.svg(game, seat)
        assert upturn.svg(other) == upturn.svg(game)


# --- Nothing leaves the table ---


def crowded() -> Iterator[View]:
    """Tables as full as they get, and fuller."""
    cards = [f"{active}/{inactive}" for active in range(1, 11) for inactive in (1, 5, 6, 9)]
    for players in (2, 3, 4, 5):
        view = view_of("dnup", players, 9, 1)
        areas = "ab" if players == 2 else [None]
        laid = [
            {"seat": seat, "area": area, "value": 10, "cards": [f"10/{end}" for end in range(1, 9)]}
            for seat in range(1, players + 1)
            for area in areas
        ]
        counts = [40] * players
        yield view | {"hand": cards, "counts": counts, "sets": laid, "scores": [5] * players}
        yield view | {"hand": None, "seat": None, "counts": counts, "sets": laid}
    long = "three_pairs_parity"
    for players in (3, 4, 5, 6):
        view = view_of("team-play", players, 9, 1)
        missions = [[long] * len(own) for own in view["missions"]]
        hand = ["r1", "r8", "b8"] * 8
        full = {"missions": missions, "centre": long, "scores": [88] * players, "turns_left": 1}
        yield view | full | {"hand": hand, "counts": [24] * players, "pile": 64}
        asked = {"asked": "refill", "offered": long, "to_act": 1}
        yield view | full | asked | {"seat": None, "hand": None, "counts": [12] * players}


@every_table
def test_no_words_leave_the_table(name: str, players: int) -> None:
    for _, root in along(name, players):
        stays_on_table(root)


def test_no_words_leave_a_crowded_table() -> None:
    for view in crowded():
        stays_on_table(root_of(view))


def stays_on_table(root: Element) -> None:
    wide, tall = float(root.get("width", "0")), float(root.get("height", "0"))
    for said, ends in ends_of_words(root):
        for x, y in ends:
            assert 9 <= x <= wide - 9, said
            assert 12 <= y <= tall - 9, said


def test_a_crowded_hand_is_in_rows_of_which_every_card_is_seen() -> None:
    for count in range(1, 41):
        rows = seats.in_rows(count, 12)
        assert [card for row in rows for card in row] == list(range(count))
        assert max(map(len, rows)) - min(map(len, rows)) <= 1
        apart = [True] * (len(rows[0]) - 1)
        at, strip = seats.steps(92, 760, apart)
        assert strip >= 45
        assert at[-1] + 92 <= 760.01


# --- dnup ---


def dnup_cards_of(view: View) -> list[str]:
    on_table = [card for laid in view["sets"] for card in laid["cards"]]
    return [*on_table, *(view["hand"] or [])]


@dnup_tables
def test_every_card_of_the_hand_and_on_the_table_is_there(players: int) -> None:
    for view, root in along("dnup", players):
        drawn = Counter(tip_of(card) for card in marked(root, "card"))
        assert drawn == Counter(dnup_cards_of(view))


@dnup_tables
def test_both_values_are_on_a_card_the_inactive_one_small_and_upside_down(players: int) -> None:
    for moves in MOMENTS:
        for card in marked(root_of(view_of("dnup", players, moves)), "card"):
            active, inactive = card.iter(f"{SVG}text")
            assert [active.text, inactive.text] == tip_of(card).split("/")
            assert float(active.get("font-size", "0")) > float(inactive.get("font-size", "0")) > 12
            turned = [
                group
                for group in card.iter(f"{SVG}g")
                if "rotate(180)" in group.get("transform", "")
            ]
            assert [words_in(group) for group in turned] == [[inactive.text]]


@pytest.mark.parametrize(("card", "lines"), [("6/9", 2), ("9/1", 1), ("10/6", 1), ("8/1", 0)])
def test_six_and_nine_stand_on_a_line(card: str, lines: int) -> None:
    face = ElementTree.fromstring(dnup_cards.face(card, 92, 92))  # noqa: S314
    assert len(list(face.iter("line"))) == lines


def test_only_the_star_card_has_a_star() -> None:
    for card, stars in (("1/5", 1), ("5/1", 1), ("1/6", 0), ("5/2", 0), ("10/5", 0)):
        face = ElementTree.fromstring(dnup_cards.face(card, 92, 92))  # noqa: S314
        assert len(list(face.iter("polygon"))) == stars


@dnup_tables
def test_sets_are_named_and_empty_places_too(players: int) -> None:
    for view, root in along("dnup", players):
        words = words_in(root)
        for laid in view["sets"]:
            assert dnup_cards.set_words(len(laid["cards"]), laid["value"]) in words
        places = 4 if players == 2 else players
        assert words.count("no set") == places - len(view["sets"])


def test_with_two_players_every_area_has_its_name() -> None:
    view = view_of("dnup", 2, 40)
    assert {"1a", "1b", "2a", "2b"} <= set(words_in(root_of(view)))
    assert f"in area {' ab'.index(view['area'])}." in told_in(root_of(view))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"discard": 12}, "12"),
        ({"discard": 0}, "none"),
        ({"scores": [0, 1, 3]}, "3 tokens"),
        ({"scores": [0, 1, 3]}, "1 token"),
        ({"out": [3], "counts": [4, 4, 0]}, "out first"),
        ({"out": [3, 2], "counts": [4, 0, 0], "hand": []}, "Out second"),
        ({"round": 4, "starter": 3}, "Round 4, started by seat 3"),
        ({"over": True, "to_act": None, "scores": [4, 1, 0]}, "Seat 1 wins"),
        ({"over": True, "to_act": None, "scores": [1, 4, 0]}, "Seat 2 (you) wins the game."),
    ],
)
def test_the_state_of_dnup_is_said(changes: View, said: str) -> None:
    assert said in words_in(root_of(view_of("dnup", 3, 9) | changes))


@dnup_tables
def test_all_of_dnup_is_told_in_words(players: int) -> None:
    for view, root in along("dnup", players):
        told = told_in(root)
        for laid in view["sets"]:
            assert ", ".join(laid["cards"]) in told
        if view["hand"]:
            assert f"Your hand: {', '.join(view['hand'])}." in told
        assert f"{view['discard'] or 'No'} card" in told

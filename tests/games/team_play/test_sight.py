"""What a seat of Team Play may see, and that it sees nothing else.

A hidden card is exchanged for another one in the deal, the same moves are made, and the views and
histories are compared byte by byte.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from typing import Any

import pytest

import upturn
from tests.support.team_play_table import (
    empty_the_pile,
    hand,
    idle_move,
    lay,
    pass_turn,
    play,
    told,
)
from upturn.games.game import Game

SIGHT = {
    "game", "players", "seat", "to_act", "over", "scores", "teams", "asked", "offered", "draws",
    "gave", "limit", "bank", "hand", "counts", "discard", "pile", "centre", "missions", "scored",
    "mission_discard", "mission_pile", "turns_left", "legal",
}  # fmt: skip
OWN = {"seat", "hand", "legal"}
EVERYONE = {None, 1, 2, 3, 4}

# Where the cards of the first deal go at four players.
BANK, SEAT_1, SEAT_2, SEAT_3, SEAT_4, PILE = 0, 3, 4, 6, 9, 12


def views(game: Game) -> list[tuple[int | None, bytes]]:
    seats = [None, *range(1, game.players + 1)]
    return [(seat, json.dumps(game.view(seat)).encode()) for seat in seats]


def who_notices(game: Game, other: Game) -> set[int | None]:
    """The seats (None: a spectator) that can tell one game from the other."""
    pairs = zip(views(game), views(other), strict=True)
    return {seat for (seat, ours), (_, theirs) in pairs if ours != theirs}


def exchanged_lines(game: Game, first: int, second: int, deal: int) -> list[str]:
    """The log with two cards of a deal in each other's place."""
    lines = game.moves
    words = lines[deal].split(" ")
    assert words[first + 2] != words[second + 2]
    words[first + 2], words[second + 2] = words[second + 2], words[first + 2]
    lines[deal] = " ".join(words)
    return lines


def exchanged(game: Game, first: int, second: int, *, deal: int = 0) -> Game:
    """The same game with two cards of a deal in each other's place."""
    return told(game.players, exchanged_lines(game, first, second, deal))


def last_events(game: Game, seat: int | None) -> list[dict[str, Any]]:
    return game.history(seat)[-1]["events"]


# --- The view --------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_view_has_these_parts_and_no_others(players: int) -> None:
    game = lay(players)
    for seat in (None, *range(1, players + 1)):
        assert set(game.sight(seat)) == SIGHT
        assert set(game.view(seat)) == SIGHT | {"history"}


def test_all_but_the_hand_and_its_moves_is_the_same_for_everybody() -> None:
    game = lay(4, {1: "r4"}, bank="b8 r1 r2", missions={1: "sum12"})
    moves = ["draw b8", "fulfil sum12 r4 b8", "swap", "draw r1", "give r1", "end"]
    for move in moves:
        game.play(move)
        public = [
            {key: value for key, value in game.sight(seat).items() if key not in OWN}
            for seat in (None, 1, 2, 3, 4)
        ]
        assert all(sight == public[0] for sight in public)


def test_a_seat_sees_its_hand_and_a_spectator_sees_none() -> None:
    game = lay(4, {1: "r4", 2: "r5 b5"})
    assert hand(game, 1) == ["r4"]
    assert hand(game, 2) == ["r5", "b5"]
    assert game.sight(None)["hand"] is None


def test_only_the_seat_to_act_is_told_its_legal_moves() -> None:
    game = lay(4)
    assert sorted(game.sight(1)["legal"]) == sorted(game.legal_moves()) != []
    assert [game.sight(seat)["legal"] for seat in (None, 2, 3, 4)] == [[]] * 4


def test_what_everybody_sees() -> None:
    game = lay(4, {1: "r4 r4 b7"}, rounds=1, bank="b8 b8 r1", pile="r6", centre="sum12",
               missions={1: "pair_red", 2: "run3_red", 3: "run4_red", 4: "run5_red"},
               coming="full_house five_red low3_any")  # fmt: skip
    play(game, "draw b8", "fulfil sum12 r4 b8", "draw b8")
    sight = game.sight(None)
    assert sight["bank"][2] == "r1"
    assert sight["bank"][0] == "r6"
    assert sight["counts"] == [3, 4, 5, 5]
    assert sight["discard"] == ["r4", "b8"]
    assert sight["pile"] == 64 - 12 - 8 - 2
    assert sight["centre"] == "full_house"
    assert sight["missions"] == [["pair_red"], ["run3_red"], ["run4_red"], ["run5_red"]]
    assert sight["scored"] == [["sum12"], []]
    assert sight["scores"] == [1, 0, 1, 0]
    assert (sight["mission_discard"], sight["mission_pile"]) == ([], 46 - 5 - 1)


def test_the_number_discard_is_laid_openly() -> None:
    game = lay(4, {3: "b1 r8 r2 r2 r5 r6 r7"}, rounds=2, to_act=3, moves=["discard r7"])
    for seat in EVERYONE:
        assert game.sight(seat)["discard"] == ["r7"]
        assert last_events(game, seat) == [{"event": "discarded", "seat": 3, "card": "r7"}]


# --- What is hidden --------------------------------------------------------------------------


def a_while(*moves: str) -> Game:
    """A table of four on which something of everything has happened."""
    return lay(4, {1: "r4", 2: "r2 b2", 3: "r3 b3 b6", 4: "r7 b7 b1"}, bank="b8 r1 r8",
               pile="r5 b4 r6 b5 r1 b3 r7 r2", centre="sum12",
               moves=["draw b8", "fulfil sum12 r4 b8", "draw pile", "end",
                      "draw pile", "draw r1", "end", *moves])  # fmt: skip


def test_the_hand_of_another_seat_is_hidden() -> None:
    game = a_while()
    assert who_notices(game, exchanged(game, SEAT_2, 60)) == {2}
    assert who_notices(game, exchanged(game, SEAT_3, 60)) == {3}
    assert who_notices(game, exchanged(game, SEAT_2, SEAT_4)) == {2, 4}


def test_partners_do_not_see_each_others_hands() -> None:
    game = a_while()
    assert who_notices(game, exchanged(game, SEAT_4 + 1, 60)) == {4}
    assert who_notices(game, exchanged(game, SEAT_2 + 1, 60)) == {2}


def test_the_order_of_the_number_pile_is_hidden() -> None:
    game = a_while()
    drawn = 64 - PILE - game.sight()["pile"]
    for place in range(PILE + drawn, 62, 7):
        assert who_notices(game, exchanged(game, place, 63)) == set()


def test_the_order_of_the_mission_pile_is_hidden() -> None:
    game = a_while()
    top = 46 - game.sight()["mission_pile"]
    assert who_notices(game, exchanged(game, top, 45, deal=1)) == set()
    assert who_notices(game, exchanged(game, top - 1, 45, deal=1)) == EVERYONE  # it lies open


def test_a_card_drawn_from_the_pile_is_seen_by_the_drawer_only() -> None:
    game = lay(4, {1: "r4"}, pile="b8", moves=["draw pile"])
    for seat in EVERYONE:
        card = "b8" if seat == 1 else None
        assert last_events(game, seat) == [
            {"event": "drawn", "seat": 1, "from": "pile", "card": card}
        ]
    for _ in range(3):
        assert who_notices(game, exchanged(game, PILE, 62)) == {1}
        game.play(idle_move(game))


def test_a_card_drawn_from_the_bank_and_its_replacement_are_seen_by_all() -> None:
    game = lay(4, bank="r5 b2 b3", pile="b8", moves=["draw b2"])
    for seat in EVERYONE:
        assert game.history(seat)[-1]["move"] == "draw b2"
        assert last_events(game, seat) == [
            {"event": "drawn", "seat": 1, "from": "bank", "card": "b2"},
            {"event": "bank", "card": "b8"},
        ]
    assert who_notices(game, exchanged(game, PILE, 62)) == EVERYONE


def test_of_a_give_the_partners_see_the_cards_and_everyone_else_how_many() -> None:
    game = lay(4, {1: "r3 b4 b8"}, rounds=1, moves=["give r3 b4"])
    for seat in EVERYONE:
        insider = seat in (1, 3)
        entry = game.history(seat)[-1]
        assert (entry["seat"], entry["move"]) == (1, "give r3 b4" if insider else "give ? ?")
        cards = ["r3", "b4"] if insider else None
        assert entry["events"] == [
            {"event": "given", "seat": 1, "to": 3, "count": 2, "cards": cards}
        ]
        assert game.sight(seat)["counts"] == [1, 4, 7, 5]
    game = lay(4, {1: "r3"}, moves=["give r3"])
    assert [game.history(seat)[-1]["move"] for seat in (None, 1, 2, 3, 4)] == [
        "give ?", "give r3", "give ?", "give r3", "give ?",
    ]  # fmt: skip


def giving_something_else(game: Game, given: str, place: int, other: int) -> Game:
    """The same game, but the given card and another one of the deal lay in each other's place."""
    lines = exchanged_lines(game, place, other, 0)
    card = lines[0].split(" ")[place + 2]
    return told(game.players, [line.replace(f"give {given}", f"give {card}") for line in lines])


@pytest.mark.parametrize(
    ("players", "giver", "partner"),
    [(4, 1, 3), (4, 2, 4), (4, 3, 1), (6, 1, 4), (6, 2, 5), (6, 3, 6), (6, 4, 1)],
)
def test_outsiders_cannot_tell_one_give_from_another_then_or_later(
    players: int, giver: int, partner: int
) -> None:
    game = lay(players, {giver: "r3"}, to_act=giver)
    place = [BANK, SEAT_1, SEAT_2, SEAT_3, SEAT_4][giver]
    game.follow("give r3")
    for _ in range(3):
        for other in (60, 61, 63):
            changed = giving_something_else(game, "r3", place, other)
            assert who_notices(game, changed) == {giver, partner}
        pass_turn(game)


def test_fulfilled_cards_are_seen_by_all() -> None:
    game = lay(4, {1: "r4 b8 b7"}, rounds=1, centre="sum12", coming="pair_any")
    game.play("fulfil sum12 r4 b8")
    for seat in EVERYONE:
        assert last_events(game, seat) == [
            {"event": "fulfilled", "seat": 1, "mission": "sum12", "points": 1,
             "cards": ["r4", "b8"]},
            {"event": "mission", "seat": None, "mission": "pair_any"},
        ]  # fmt: skip


def reshuffled(arrange: Iterable[str] | None = None) -> Game:
    """The pile ran out, seat 3 wanted a card and the discard was dealt like this."""
    game = lay(4)
    empty_the_pile(game)
    game.play("end")
    while game.sight()["asked"] == "discard":
        game.play(idle_move(game))
    game.follow("draw pile")
    game.follow("deal numbers " + " ".join(arrange or game.sight()["discard"]))
    return game


def test_the_order_of_a_reshuffled_pile_is_hidden_but_from_the_drawer() -> None:
    game = reshuffled()
    assert game.to_act == 3
    cards = game.moves[-1].split(" ")[2:]
    assert len(set(cards)) > 2
    for seat in EVERYONE:
        entry = game.history(seat)[-1]
        card = cards[0] if seat == 3 else None
        assert (entry["seat"], entry["move"]) == (None, "deal numbers ?")
        assert entry["events"] == [
            {"event": "shuffled", "pile": "numbers", "count": len(cards)},
            {"event": "drawn", "seat": 3, "from": "pile", "card": card},
        ]
    assert who_notices(game, reshuffled([cards[0], *reversed(cards[1:])])) == set()
    assert who_notices(game, reshuffled(reversed(cards))) == {3}


# --- The deal --------------------------------------------------------------------------------


def test_a_deal_shows_the_bank_to_all_and_each_hand_to_its_seat() -> None:
    game = lay(4, {1: "r4", 2: "b5 r5", 3: "r1 r2 r3", 4: "b1 b2 b3"}, bank="r8 b8 r8", answers=())
    hands = [["r4"], ["r5", "b5"], ["r1", "r2", "r3"], ["b1", "b2", "b3"]]
    for seat in EVERYONE:
        entry = game.history(seat)[0]
        assert (entry["seat"], entry["move"]) == (None, "deal numbers ?")
        assert entry["events"] == [
            {"event": "shuffled", "pile": "numbers", "count": 64},
            *({"event": "bank", "card": card} for card in ("r8", "b8", "r8")),
            *(
                {
                    "event": "dealt",
                    "seat": other,
                    "count": len(cards),
                    "cards": cards if other == seat else None,
                }
                for other, cards in enumerate(hands, 1)
            ),
        ]


def test_a_deal_of_missions_shows_those_laid_out() -> None:
    game = lay(4, answers=())
    deck = game.moves[1].split(" ")[2:]
    for seat in EVERYONE:
        entry = game.history(seat)[1]
        assert (entry["seat"], entry["move"]) == (None, "deal missions ?")
        assert entry["events"] == [
            {"event": "shuffled", "pile": "missions", "count": 46},
            *(
                {"event": "mission", "seat": place or None, "mission": deck[place]}
                for place in range(5)
            ),
        ]


def test_at_odd_counts_the_missions_come_in_two_passes_and_then_the_first_turn() -> None:
    game = lay(3)
    deck = game.moves[1].split(" ")[2:]
    assert last_events(game, None) == [
        {"event": "shuffled", "pile": "missions", "count": 46},
        *(
            {"event": "mission", "seat": seat, "mission": deck[place]}
            for place, seat in enumerate([None, 1, 2, 3, 1, 2, 3])
        ),
        {"event": "turn", "seat": 1},
    ]


def test_answers_and_turns_are_seen_by_all() -> None:
    game = lay(4, missions={1: "sum12", 4: "run3_red"}, coming="pair_any pair_red", answers=())
    play(game, "swap", "keep", "keep", "swap", "draw pile", "draw pile", "end")
    for seat in EVERYONE:
        told = [(entry["move"], entry["events"]) for entry in game.history(seat)]
        turn = {"event": "turn", "seat": 1}
        assert told[2:6] == [
            ("swap", [{"event": "swapped", "seat": 1, "mission": "sum12"},
                      {"event": "mission", "seat": 1, "mission": "pair_any"}]),
            ("keep", []),
            ("keep", []),
            ("swap", [{"event": "swapped", "seat": 4, "mission": "run3_red"},
                      {"event": "mission", "seat": 4, "mission": "pair_red"}, turn]),
        ]  # fmt: skip
        assert told[-1] == ("end", [{"event": "turn", "seat": 2}])


# --- Whole games -----------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_nobody_ever_notices_in_what_order_the_piles_lie(players: int) -> None:
    choose = random.Random(players)
    for seed in range(10):
        game = upturn.new("team-play", players=players, seed=seed)
        for _ in range(choose.randrange(200)):
            if not game.over:
                game.play(choose.choice(game.legal_moves()))
        lines = game.moves
        for kind, size in (("numbers", "pile"), ("missions", "mission_pile")):
            deal = max(at for at, line in enumerate(lines) if line.startswith(f"deal {kind}"))
            words = lines[deal].split(" ")
            top = len(words) - game.sight()[size]
            lines[deal] = " ".join(words[:top] + words[top:][::-1])
        assert lines != game.moves
        assert who_notices(game, told(players, lines)) == set()


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_hand_that_only_grew_is_hidden_from_everyone_else(players: int) -> None:
    """Two other seats exchange cards of their first hands; nobody else can tell."""
    game = lay(players, {2: "r1", 3: "b8"}, rounds=2)
    for _ in range(2):
        pass_turn(game)
    first, second = 4, 6  # seat 2's first card and seat 3's
    assert who_notices(game, exchanged(game, first, second)) == {2, 3}

"""Why a move of Team Play is refused: one test per code, with what a person needs to read."""

from __future__ import annotations

from typing import Any

import pytest

import upturn
from tests.support.team_play_table import (
    NUMBERS,
    POINTS,
    empty_the_pile,
    lay,
    pass_turn,
    play,
    refusal,
    through_the_centre,
)
from upturn.games import rules_of
from upturn.games.game import Game


def refused(game: Game, move: str, code: str, *needed: str) -> None:
    """The move is illegal for this reason, the sentence has these words, and nothing changes."""
    _refused(game, move, upturn.IllegalMove, code, needed)


def misread(game: Game, move: Any, code: str, *needed: str) -> None:
    """The same for a text that is no move."""
    _refused(game, move, upturn.InvalidMove, code, needed)


def _refused(
    game: Game, move: Any, kind: type[upturn.MoveError], code: str, needed: tuple[str, ...]
) -> None:
    before = game.record(), game.view(game.to_act)
    with pytest.raises(kind) as caught:
        game.play(move)
    assert caught.value.code == code
    for word in needed:
        assert word in str(caught.value)
    assert (game.record(), game.view(game.to_act)) == before
    foreseen = game.why_not(move)
    assert type(foreseen) is kind
    assert (foreseen.code, str(foreseen)) == (code, str(caught.value))
    assert move not in game.legal_moves()


@pytest.fixture
def table() -> Game:
    """Seat 1 of four begins its second turn with r3 r3 b4."""
    return lay(
        4,
        {1: "r3 r3 b4"},
        rounds=1,
        bank="r5 r5 b2",
        centre="sum12",
        missions={1: "pair_any", 2: "run3_red", 3: "pair_red", 4: "run4_red"},
        coming="run5_red full_house",
    )


@pytest.fixture
def over_the_limit() -> Game:
    """Seat 3 of four begins its turn with seven cards."""
    return lay(4, {3: "r1 r1 r2 r3 r4 b5 b6"}, rounds=2, to_act=3)


# --- What is asked ---------------------------------------------------------------------------


def test_answer_first_in_the_set_up() -> None:
    game = lay(4, {1: "r3"}, missions={1: "run5_red"}, answers=())
    for move in ("draw pile", "end", "give r3", "discard r3", "fulfil run5_red r1 r2 r3 r4 r5"):
        refused(game, move, "answer-first", "keep", "swap", "run5_red")


def test_answer_first_after_a_refill(table: Game) -> None:
    table.play("fulfil pair_any r3 r3")
    for move in ("draw pile", "end", "give b4", "give r8", "discard b4", "fulfil sum12 r4 b8"):
        refused(table, move, "answer-first", "keep", "swap", "run5_red")


def test_nothing_to_exchange(table: Game) -> None:
    refused(table, "keep", "nothing-to-exchange", "mission")
    refused(table, "swap", "nothing-to-exchange", "mission")
    table.play("fulfil pair_any r3 r3")
    table.play("keep")
    refused(table, "keep", "nothing-to-exchange")


def test_discard_first(over_the_limit: Game) -> None:
    for move in ("draw pile", "draw b8", "end", "give r1", "give r8", "fulfil pair_any r1 r1"):
        refused(over_the_limit, move, "discard-first", "7", "6")


def test_discard_first_comes_before_everything_else_about_a_readable_move(
    over_the_limit: Game,
) -> None:
    refused(over_the_limit, "keep", "discard-first")
    refused(over_the_limit, "swap", "discard-first")


def test_no_discard(table: Game) -> None:
    refused(table, "discard r3", "no-discard", "6")
    refused(table, "discard r8", "no-discard", "6")
    refused(lay(3, {1: "r3"}), "discard r3", "no-discard", "8")


# --- Drawing and ending ----------------------------------------------------------------------


def test_not_in_bank(table: Game) -> None:
    refused(table, "draw r8", "not-in-bank", "r8", "r5", "b2")
    refused(table, "draw r3", "not-in-bank", "r3")  # in the hand, not in the bank


def test_drawn_twice(table: Game) -> None:
    play(table, "draw r5", "draw pile")
    refused(table, "draw pile", "drawn-twice", "two")
    refused(table, "draw r5", "drawn-twice", "two")


def test_draws_first(table: Game) -> None:
    refused(table, "end", "draws-first", "two cards")
    table.play("draw pile")
    refused(table, "end", "draws-first", "second card")


# --- Fulfilling ------------------------------------------------------------------------------


def test_not_open(table: Game) -> None:
    refused(table, "fulfil run5_red r1 r2 r3 r4 r5", "not-open", "run5_red")
    refused(table, "fulfil pair_blue b4 b4", "not-open", "pair_blue")


def test_not_open_are_missions_fulfilled_before(table: Game) -> None:
    play(table, "fulfil pair_any r3 r3", "keep")
    refused(table, "fulfil pair_any r3 r3", "not-open", "pair_any")


def test_not_yours(table: Game) -> None:
    refused(table, "fulfil run3_red r1 r2 r3", "not-yours", "run3_red", "2")
    refused(table, "fulfil pair_red r3 r3", "not-yours", "pair_red", "3")


def test_not_held(table: Game) -> None:
    refused(table, "fulfil pair_any r5 r5", "not-held", "r5")
    refused(table, "fulfil sum12 r4 b4 b4", "not-held", "r4")
    refused(table, "give r8", "not-held", "r8")
    refused(table, "give r3 r8", "not-held", "r8")


def test_not_held_cannot_be_discarded(over_the_limit: Game) -> None:
    refused(over_the_limit, "discard r8", "not-held", "r8")


def test_too_few_held(table: Game) -> None:
    refused(table, "fulfil pair_any b4 b4", "too-few-held", "b4", "1", "2")
    refused(table, "give b4 b4", "too-few-held", "b4", "1", "2")
    refused(table, "fulfil sum12 r3 r3 r3 r3", "too-few-held", "r3", "2", "4")


def test_not_fulfilled(table: Game) -> None:
    refused(table, "fulfil pair_any r3 b4", "not-fulfilled", "pair_any", "r3", "b4")
    refused(table, "fulfil sum12 r3 r3 b4", "not-fulfilled", "sum12", "12")


def test_surplus(table: Game) -> None:
    refused(table, "fulfil pair_any r3 r3 b4", "surplus", "pair_any", "b4")
    refused(table, "fulfil run3_red r3 r4 r5 r6", "surplus", "run3_red")


# --- Giving ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 5])
def test_no_partner(players: int) -> None:
    game = lay(players, {1: "r3"})
    refused(game, "give r3", "no-partner", "partner")
    refused(game, "give r3 b4", "no-partner", "partner")


def test_given_already(table: Game) -> None:
    table.play("give b4")
    refused(table, "give r3", "given-already")
    refused(table, "give r8", "given-already")


def test_between_draws(table: Game) -> None:
    table.play("draw pile")
    refused(table, "give r3", "between-draws", "between")
    refused(table, "give r8", "between-draws", "between")


def test_two_at_most(table: Game) -> None:
    refused(table, "give r3 r3 b4", "two-at-most", "two")
    refused(table, "give r1 r2 r3 r4 r5 r6 r7", "two-at-most", "two")


# --- Texts that can never be legal are refused as such at any time ---------------------------


def ended() -> Game:
    goals = ["pair_any r3 b3", "sum12 r4 b8", "pair_red r1 r1", "pair_blue b2 b2",
             "triple_any r5 r5 b5"]  # fmt: skip
    game = through_the_centre(3, [f"1 {text}" for text in goals]).run()
    for _ in range(4):
        pass_turn(game)
    assert game.over
    return game


def test_a_text_that_can_never_be_legal_is_refused_as_such_at_any_time(
    table: Game, over_the_limit: Game
) -> None:
    awaiting = Game(rules_of("team-play"), 4, seed=0)
    for game in (lay(4, answers=()), table, over_the_limit, awaiting):
        assert refusal(game, "fulfil four_kind r1 r2 r3 r4") == "not-fulfilled"
        assert refusal(game, "fulfil pair_any r1 r1 r2") == "surplus"
        assert refusal(game, "give r1 r2 r3") == "two-at-most"
    assert refusal(ended(), "fulfil four_kind r1 r2 r3 r4") == "not-fulfilled"
    assert refusal(ended(), "give r3") == "no-partner"


# --- Chance ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "deal numbers r1 r2",
        "deal numbers " + " ".join(NUMBERS[:-1]),
        "deal numbers " + " ".join([*NUMBERS, "r1"]),
        "deal numbers " + " ".join([*NUMBERS[:-1], "r1"]),
        "deal missions " + " ".join(POINTS),  # the numbers come first
    ],
)
def test_wrong_deal_of_numbers(line: str) -> None:
    game = Game(rules_of("team-play"), 4, seed=0)
    with pytest.raises(upturn.IllegalMove, match="numbers") as caught:
        game.follow(line)
    assert caught.value.code == "wrong-deal"
    assert game.moves == []
    assert game.awaits_deal


@pytest.mark.parametrize(
    "line",
    [
        "deal missions sum12",
        "deal missions " + " ".join([*POINTS][:-1]),
        "deal missions " + " ".join([*[*POINTS][:-1], "pair_any"]),
        "deal numbers " + " ".join(NUMBERS),
    ],
)
def test_wrong_deal_of_missions(line: str) -> None:
    game = Game(rules_of("team-play"), 4, seed=0)
    game.follow("deal numbers " + " ".join(NUMBERS))
    with pytest.raises(upturn.IllegalMove, match="missions") as caught:
        game.follow(line)
    assert caught.value.code == "wrong-deal"
    assert len(game.moves) == 1


def test_wrong_deal_is_any_but_the_discard_when_it_is_shuffled_anew() -> None:
    game = lay(4)
    empty_the_pile(game)
    game.follow("end")
    while game.sight()["asked"] == "discard":
        game.follow(game.legal_moves()[0])
    game.follow("draw pile")
    discard = game.sight()["discard"]
    other = next(card for card in NUMBERS if card not in discard)
    for cards in (discard[1:], [*discard, other], [*discard[1:], other], NUMBERS):
        with pytest.raises(upturn.IllegalMove) as caught:
            game.follow("deal numbers " + " ".join(cards))
        assert caught.value.code == "wrong-deal"
        assert game.awaits_deal
    game.follow("deal numbers " + " ".join(discard))
    assert game.to_act == 3


def test_deal_awaited() -> None:
    game = Game(rules_of("team-play"), 4, seed=0)
    for move in ("draw pile", "keep", "end", "give r3", "discard r3", "fulfil pair_any r3 r3"):
        refused(game, move, "deal-awaited", "dealt")
    game.deal()
    refused(game, "keep", "deal-awaited", "dealt")


def test_no_deal_due(table: Game) -> None:
    lines = table.moves
    for line in lines[:2]:
        with pytest.raises(upturn.IllegalMove, match="not time to deal") as caught:
            table.follow(line)
        assert caught.value.code == "no-deal-due"
    assert table.moves == lines


def test_chance_only(table: Game) -> None:
    refused(table, "deal numbers " + " ".join(NUMBERS), "chance-only", "chance")
    refused(table, "deal missions sum12", "chance-only", "chance")


def test_game_over() -> None:
    game = ended()
    for move in ("draw pile", "end", "keep", "discard r3", "fulfil sum12 r4 b8"):
        refused(game, move, "game-over", "over")


# --- Texts that are no moves -----------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["", "draw", "give", "discard", "fulfil", "pass", "draw pile pile", "end turn",
     "keep r3", "swap pair_any", "play r3", "dealnumbers", "give pile", "\x00"],
)  # fmt: skip
def test_unreadable(table: Game, text: str) -> None:
    misread(table, text, "unreadable", "draw pile", "fulfil", "end")


@pytest.mark.parametrize("text", ["draw r3 r4", "discard r3 r4"])
def test_one_at_a_time(table: Game, text: str) -> None:
    misread(table, text, "one-at-a-time", "one at a time")


def test_name_the_cards(table: Game) -> None:
    misread(table, "fulfil sum12", "name-the-cards", "sum12", "add up to 12", "which cards")


@pytest.mark.parametrize("thing", [None, 5, 2.5, b"draw pile", ["draw pile"], True])
def test_not_text(table: Game, thing: object) -> None:
    misread(table, thing, "not-text", "text")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("Draw pile", "draw pile"),
        ("draw  pile", "draw pile"),
        (" draw pile", "draw pile"),
        ("draw pile\n", "draw pile"),
        ("END", "end"),
        ("draw R5", "draw r5"),
        ("give b4 r3", "give r3 b4"),
        ("fulfil sum12 b8 r4", "fulfil sum12 r4 b8"),
        ("fulfil run3_red r4 r3 r2", "fulfil run3_red r2 r3 r4"),
    ],
)
def test_other_form(table: Game, text: str, move: str) -> None:
    misread(table, text, "other-form", f"'{move}'")
    assert table.tidy(text) == move


@pytest.mark.parametrize("card", ["r9", "r0", "b9", "r10"])
def test_no_such_card(table: Game, card: str) -> None:
    for text in (f"draw {card}", f"give {card}", f"give r3 {card}", f"discard {card}"):
        misread(table, text, "no-such-card", card)
    misread(table, f"fulfil pair_any {card} {card}", "no-such-card", card)


def test_no_such_mission(table: Game) -> None:
    misread(table, "fulfil pair_green r3 r3", "no-such-mission", "pair_green")
    misread(table, "fulfil run6_red r1 r2 r3 r4 r5 r6", "no-such-mission", "run6_red")


# --- All of them together --------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_move_is_listed_exactly_when_it_is_not_refused(players: int) -> None:
    game = lay(players)
    texts = {"keep", "swap", "end", "draw pile"}
    texts |= {f"{verb} {card}" for verb in ("draw", "discard", "give") for card in NUMBERS}
    texts |= {f"give {first} {second}" for first in NUMBERS[:16] for second in NUMBERS[:16]}
    for _ in range(40):
        legal = set(game.legal_moves())
        assert {text for text in texts if refusal(game, text) == ""} == legal & texts
        assert all(refusal(game, move) == "" for move in legal)
        game.play(sorted(legal)[len(game.moves) * 7 % len(legal)])

"""Records, ours and others': every fault is named, nothing slips through, nothing breaks."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

import upturn
from upturn.games import engine, rules_of
from upturn.games.contract import room_for_cards, room_for_moves
from upturn.games.rng import seeded
from upturn.games.simulation import play_randomly, random_records

Record = dict[str, Any]


@pytest.fixture(scope="module")
def finished() -> Record:
    [record] = random_records("dnup", 4, 1, seed=2)
    return {**record}


@pytest.fixture
def record(finished: Record) -> Record:
    return copy.deepcopy(finished)


def fault(record: object) -> str:
    with pytest.raises(upturn.InvalidRecord) as error:
        upturn.replay(record)
    return str(error.value)


def test_a_finished_game_is_a_record_in_the_form_we_promise(finished: Record) -> None:
    assert list(finished) == [
        "upturn", "game", "players", "options", "rules", "edition", "moves", "scores",
    ]  # fmt: skip
    assert finished["upturn"] == 1
    assert finished["options"] == {}
    assert finished["moves"][0].startswith("deal ")
    assert max(finished["scores"]) >= 4


def test_an_unfinished_game_says_so(finished: Record) -> None:
    record = upturn.new("dnup", players=4, seed=1).record()
    assert record["over"] is False
    assert upturn.replay(record).record() == record


def test_another_program_may_leave_out_what_follows_from_the_moves(record: Record) -> None:
    for key in ("options", "rules", "edition", "scores"):
        del record[key]
    assert upturn.replay(record | {"over": True}).over


def test_another_program_may_add_what_it_likes(record: Record) -> None:
    assert upturn.replay(record | {"names": ["Ada", "Ben", "Cleo", "Dov"]}).over


def test_what_is_no_object_is_no_record() -> None:
    for nothing in (None, 1, "x", [], [("upturn", 1)], b"{}"):
        assert "a record must be an object" in fault(nothing)


@pytest.mark.parametrize("key", ["upturn", "game", "players", "moves"])
def test_a_record_without_its_essentials_is_refused(record: Record, key: str) -> None:
    del record[key]
    assert fault(record) == f"the record has no {key!r}"


@pytest.mark.parametrize(
    ("key", "wrong", "words"),
    [
        ("upturn", 2, "format 1, not 2"),
        ("upturn", True, "format 1, not True"),
        ("game", "chess", "there is no game called 'chess'"),
        ("game", 5, "there is no game called 5"),
        ("players", 6, "dnup is for 2 to 5 players, not 6"),
        ("players", "4", "dnup is for 2 to 5 players"),
        ("options", {"hats": True}, "dnup has no option 'hats'"),
        ("options", [], "options are names"),
        ("rules", 99, "version 99 of the rules of dnup; this is version 1"),
        ("rules", "1", "version '1'"),
        ("edition", "custom-12345678", "edition 'custom-12345678'"),
        ("moves", "flip", "moves must be a list of strings"),
        ("moves", ["flip", 5], "moves must be a list of strings"),
        ("moves", None, "moves must be a list of strings"),
        ("scores", [1, 2, 3], "the record says [1, 2, 3]"),
        ("scores", {"1": 4}, "scores must be a list of whole numbers"),
        ("scores", [4.0, 0, 0, 0], "scores must be a list of whole numbers"),
        ("over", False, "the game is over after the last move"),
        ("over", "no", "over must be true or false"),
        ("legal", "x", "legal must be a list of lists"),
        ("legal", [[1]], "each list in legal must be a list of strings"),
        ("legal", [], "the legal moves are"),
    ],
)
def test_a_wrong_field_is_named(record: Record, key: str, wrong: object, words: str) -> None:
    assert words in fault(record | {key: wrong})


def test_a_truncated_record_is_noticed(record: Record) -> None:
    record["moves"].pop()
    assert "the moves give the scores" in fault(record)
    del record["scores"]
    assert "is not over after the last move" in fault(record)


def test_a_move_after_the_end_is_refused(record: Record) -> None:
    record["moves"].append("flip")
    with pytest.raises(upturn.IllegalMove, match="the game is over") as error:
        upturn.replay(record)
    assert error.value.ply == len(record["moves"])


def test_an_illegal_move_is_named_with_its_place(record: Record) -> None:
    record["moves"][3] = "take 1" if record["moves"][3] != "take 1" else "take 2"
    with pytest.raises(upturn.IllegalMove) as error:
        upturn.replay(record)
    assert error.value.ply == 4
    assert str(error.value).startswith("move 4: ")


def test_text_that_is_no_move_is_named_with_its_place(record: Record) -> None:
    record["moves"][2] = "castle"
    with pytest.raises(upturn.InvalidMove) as error:
        upturn.replay(record)
    assert (error.value.ply, error.value.code) == (3, "unreadable")


def test_only_canonical_text_is_a_move(record: Record) -> None:
    game = upturn.new("dnup", players=4, seed=7)
    pair = next(move for move in game.legal_moves() if len(move.split(" ")) == 3)
    verb, first, second = pair.split(" ")
    for text in (f"{verb} {second} {first}", pair.upper(), f" {pair}", pair.replace(" ", "  ")):
        with pytest.raises(upturn.InvalidMove, match=f"as '{pair}'") as error:
            game.play(text)
        assert error.value.code == "other-form"
        assert game.tidy(text) == pair
    game.play(pair)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda deal: deal.replace(" | ", " ", 1), "wrong-deal"),
        (lambda deal: deal + " 1/6", "wrong-deal"),
        (lambda deal: deal.rsplit(" ", 1)[0], "wrong-deal"),
        (lambda deal: " ".join([*deal.split(" ")[:-1], "1/5"]), "wrong-deal"),
        (lambda deal: " ".join([*deal.split(" ")[:-1], "3/3"]), "no-such-card"),
        (lambda deal: " ".join([*deal.split(" ")[:-1], "seven"]), "unreadable"),
        (lambda deal: deal.replace("deal ", "deal  "), "unreadable"),
        (lambda deal: "deal ", "unreadable"),
        (lambda deal: "flip", "deal-awaited"),
    ],
)
def test_a_deal_must_hand_out_exactly_the_deck(record: Record, change: Any, code: str) -> None:
    record["moves"][0] = change(record["moves"][0])
    with pytest.raises(upturn.MoveError) as error:
        upturn.replay(record)
    assert (error.value.ply, error.value.code) == (1, code)


def test_a_missing_card_is_named() -> None:
    game = upturn.new("dnup", players=2, seed=1)
    deal = game.moves[0].split(" ")
    star = next(at for at, card in enumerate(deal) if card in ("1/5", "5/1"))
    deal[star] = "6/1"
    record = game.record() | {"moves": [" ".join(deal)]}
    with pytest.raises(upturn.IllegalMove, match="the whole deck must be dealt: 1/5 is missing"):
        upturn.replay(record)


def test_a_deal_may_list_a_hand_in_any_order() -> None:
    game = upturn.new("dnup", players=3, seed=1)
    hands = [hand.split(" ") for hand in game.moves[0].removeprefix("deal ").split(" | ")]
    shuffled = "deal " + " | ".join(" ".join(reversed(hand)) for hand in hands)
    again = upturn.replay(game.record() | {"moves": [shuffled]})
    assert again.view(1)["hand"] == game.view(1)["hand"]
    assert again.record()["moves"] == [shuffled]


def test_a_deal_out_of_turn_is_refused(record: Record) -> None:
    record["moves"].insert(2, record["moves"][0])
    with pytest.raises(upturn.IllegalMove) as error:
        upturn.replay(record)
    assert (error.value.ply, error.value.code) == (3, "no-deal-due")


def test_wrong_legal_lists_are_noticed() -> None:
    [record] = random_records("dnup", 3, 1, seed=1, legal=True)
    upturn.replay(record)
    record["legal"][4] = record["legal"][4][:-1]
    with pytest.raises(upturn.InvalidRecord, match="the legal moves are") as error:
        upturn.replay(record)
    assert error.value.ply == 6
    [record] = random_records("dnup", 3, 1, seed=1, legal=True)
    record["legal"].append(["flip"])
    assert "legal has" in fault(record)


# --- The deal of another game ----------------------------------------------------------------


def test_a_game_with_one_way_to_take_up_a_deal_passes_over_what_is_said_about_it(
    record: Record,
) -> None:
    game = upturn.replay(record | {"same_deal": 5})
    assert "same_deal" not in game.record()


def test_a_deal_for_other_players_is_refused(record: Record) -> None:
    with pytest.raises(upturn.InvalidSetup, match="this deal is not for 3 players"):
        upturn.new("dnup", players=3, deal=record)


@pytest.mark.parametrize("options", [[], "clone", 5, {"clone": "face"}])
def test_a_deal_with_wrong_options_is_refused(record: Record, options: Any) -> None:
    with pytest.raises(upturn.InvalidSetup, match="option"):
        upturn.new("dnup", players=record["players"], deal=record, options=options)


def test_after_the_deal_of_another_game_chance_follows_the_seed() -> None:
    record = upturn.new("dnup", players=2, seed=1).record()
    later = []
    for seed in (5, 5, 6):
        game = upturn.new("dnup", players=2, deal=record, seed=seed)
        play_randomly(game, seeded("the same moves"))
        later.append([line for line in game.moves if line.startswith("deal ")][1:])
    assert later[0] == later[1] != later[2]


def test_random_games_in_compiled_code_are_not_stopped() -> None:
    rules = rules_of("team-up")
    positions = np.concatenate([rules.start(2, {})] * 2)
    moves, cards = room_for_moves(rules.most_legal), room_for_cards(rules.most_cards)
    for seed in range(20):
        made = engine.random_games(positions, 1, seeded(seed), moves, cards)
        assert made == 2 * int(positions[1].drawn) > 40

"""Team UP beyond one game: the deal of a record played again, as challenge, competition, puzzle."""

from __future__ import annotations

import json
import pickle
from typing import Any

import numpy as np
import pytest

import upturn
from tests.support.team_up_table import dealt, lay, perfect, play, seats, wander
from upturn.games.game import Game

Record = dict[str, Any]

MODES = ["competition", "challenge", "puzzle"]
every_mode = pytest.mark.parametrize("mode", MODES)


def cards_of(record: Record) -> list[str]:
    words: list[str] = record["moves"][1].split(" ")
    return words[2:]


def stopped(draws: int = 12, *, players: int = 2, clone: str = "face") -> Record:
    """The record of a game that was stopped after so many draws."""
    game = wander(7, draws, players=players, clone=clone)
    game.play("stop")
    return {**game.record()}


def again(record: object, mode: str, *, players: int = 2) -> Game:
    return upturn.new("team-up", players=players, deal=record, mode=mode)


def same_deal(game: Game) -> Record:
    return {**game.record()["same_deal"]}


# --- The same deal ---------------------------------------------------------------------------


@every_mode
def test_the_same_deal_has_the_same_neutral_place_and_the_same_order_of_cards(mode: str) -> None:
    record = stopped()
    game = again(record, mode)
    assert game.moves == record["moves"][:2]
    assert (game.to_act, game.over, game.scores) == (1, False, [-27, -27])
    assert [box["box"] for box in game.view()["boxes"]] == ["neutral"]
    for card in cards_of(record)[:12]:
        game.play("draw")
        assert game.view()["card"] == card
        game.play(min(game.legal_moves()))


@every_mode
def test_the_same_moves_can_be_made_again(mode: str) -> None:
    game = again(perfect(), mode)
    play(game, *perfect()["moves"][2:])
    assert (game.over, game.scores) == (True, [25, 25])


@every_mode
def test_the_view_says_which_mode_it_is(mode: str) -> None:
    game = again(stopped(), mode)
    for seat in seats(game):
        assert game.view(seat)["mode"] == mode
    assert dealt().view()["mode"] is None


def test_a_deal_without_a_mode_is_a_competition() -> None:
    game = upturn.new("team-up", players=2, deal=stopped())
    assert game.view()["mode"] == "competition"
    assert game.record() == again(stopped(), "competition").record()


@every_mode
def test_more_or_fewer_players_may_play_the_deal_again(mode: str) -> None:
    record = stopped(players=2)
    for players in (1, 2, 3, 4):
        game = again(record, mode, players=players)
        assert (game.players, game.scores) == (players, [-27] * players)
        assert game.moves == record["moves"][:2]
        assert same_deal(game)["to_beat"] == record["scores"][0]


# --- What is known of the order --------------------------------------------------------------


def coming(game: Game) -> list[str]:
    first, *others = [game.view(seat)["coming"] for seat in seats(game)]
    assert all(other == first for other in others)
    return list(first)


def deal_text(game: Game) -> str:
    first, *others = [game.history(seat)[1]["move"] for seat in seats(game)]
    assert all(other == first for other in others)
    return str(first)


@pytest.mark.parametrize(("mode", "known"), [("competition", 0), ("challenge", 12), ("puzzle", 36)])
def test_a_competition_knows_nothing_a_challenge_what_was_drawn_a_puzzle_all(
    mode: str, known: int
) -> None:
    record = stopped(12)
    cards = cards_of(record)
    game = again(record, mode)
    assert same_deal(game)["known"] == known
    text = " ".join(["deal cards", *cards[:known], *["?"] * (36 - known)])
    for drawn in range(36):
        assert coming(game) == cards[drawn:known]
        assert deal_text(game) == text
        game.play("draw")
        assert coming(game) == cards[drawn + 1 : known]
        game.play(min(game.legal_moves()))
    assert game.over
    assert (coming(game), deal_text(game)) == ([], text)


@pytest.mark.parametrize("draws", [0, 1, 35, 36])
def test_a_challenge_knows_as_many_cards_as_were_drawn(draws: int) -> None:
    game = again(wander(7, draws).record(), "challenge")
    assert same_deal(game)["known"] == draws
    assert len(coming(game)) == draws


def test_a_card_drawn_but_not_yet_obeyed_is_known_too() -> None:
    game = again(wander(7, 4, more=1).record(), "challenge")
    assert same_deal(game)["known"] == 5


def test_penalised_cards_are_known_too() -> None:
    record = wander(7, 30).record()
    assert "penalty" in record["moves"]
    assert same_deal(again(record, "challenge"))["known"] == 30


def test_how_many_cards_are_undrawn_is_known_in_every_mode() -> None:
    for mode in MODES:
        game = again(stopped(), mode)
        assert game.view()["deck"] == 36
        assert game.view()["undrawn"] == dealt().view()["undrawn"]


# --- The score to beat -----------------------------------------------------------------------


@every_mode
def test_the_score_to_beat_is_that_of_the_other_game(mode: str) -> None:
    for record in (stopped(), stopped(0), wander(3).record(), perfect()):
        game = again(record, mode)
        assert same_deal(game)["to_beat"] == record["scores"][0]
        for seat in seats(game):
            assert game.view(seat)["to_beat"] == record["scores"][0]
    assert dealt().view()["to_beat"] is None


@every_mode
def test_a_game_that_was_not_over_has_no_score_to_beat(mode: str) -> None:
    for record in (dealt().record(), wander(3, 8).record()):
        game = again(record, mode)
        assert same_deal(game)["to_beat"] is None
        assert game.view()["to_beat"] is None


# --- The option ------------------------------------------------------------------------------


@every_mode
def test_the_option_is_that_of_the_record_unless_told_otherwise(mode: str) -> None:
    for clone, other in (("face", "shape"), ("shape", "face")):
        record = stopped(clone=clone)
        assert again(record, mode).view()["clone"] == clone
        game = upturn.new(
            "team-up", players=2, deal=record, mode=mode, options={"clone": other}
        )  # fmt: skip
        assert game.view()["clone"] == other
        assert upturn.replay(game.record()).view()["clone"] == other


def test_options_that_name_nothing_leave_that_of_the_record() -> None:
    game = upturn.new("team-up", players=2, deal=stopped(clone="shape"), options={})
    assert game.view()["clone"] == "shape"


# --- The record ------------------------------------------------------------------------------


def test_an_ordinary_game_has_no_same_deal_in_its_record() -> None:
    for game in (dealt(), wander(1), upturn.new("team-up", players=2, seed=1)):
        assert "same_deal" not in game.record()


def test_the_record_says_what_is_played_again() -> None:
    record = stopped(12)
    assert same_deal(again(record, "challenge")) == {
        "mode": "challenge", "known": 12, "to_beat": record["scores"][0],
    }  # fmt: skip
    assert same_deal(again(lay("red bar3 d1").record(), "puzzle")) == {
        "mode": "puzzle", "known": 36, "to_beat": None,
    }  # fmt: skip


@every_mode
@pytest.mark.parametrize("draws", [0, 5, 20, 36])
def test_a_game_of_the_same_deal_survives_every_way_of_being_kept(mode: str, draws: int) -> None:
    game = again(stopped(12, clone="shape"), mode)
    for _ in range(draws):
        game.play("draw")
        game.play(max(game.legal_moves()))
    kept = [
        upturn.replay(game.record()),
        upturn.replay(json.loads(json.dumps(game.record()))),
        game.copy(),
        pickle.loads(pickle.dumps(game)),  # noqa: S301 - our own
    ]
    for other in kept:
        assert other.record() == game.record()
        for seat in seats(game):
            assert other.view(seat) == game.view(seat)


@every_mode
def test_a_game_of_the_same_deal_can_be_taken_back(mode: str) -> None:
    game = again(stopped(12), mode)
    start = game.record(), game.view(1)
    game.play("draw")
    game.play(min(game.legal_moves()))
    game.play("draw")
    for _ in range(3):
        game.undo()
    assert (game.record(), game.view(1)) == start
    with pytest.raises(upturn.NothingToUndo):
        game.undo()


def test_a_challenge_that_went_worse_does_not_make_the_next_one_easier() -> None:
    first = stopped(12)
    worse = again(first, "challenge")
    worse.play("stop")
    assert worse.scores[0] < first["scores"][0]
    for mode, to_beat in (("challenge", first["scores"][0]), ("competition", worse.scores[0])):
        third = again(worse.record(), mode)
        assert same_deal(third)["to_beat"] == third.view()["to_beat"] == to_beat
    assert same_deal(again(worse.record(), "challenge"))["known"] == 12


def test_giving_up_a_challenge_does_not_make_the_next_one_easier() -> None:
    given_up = again(stopped(12), "challenge")
    given_up.play("draw")
    assert same_deal(again(given_up.record(), "challenge")) == same_deal(given_up)
    assert same_deal(again(given_up.record(), "competition"))["to_beat"] is None


def test_numbers_of_numpy_become_plain_ones() -> None:
    same = {"mode": "challenge", "known": np.int64(3), "to_beat": np.int8(-128)}
    game = upturn.replay(dealt().record() | {"same_deal": same})
    plain = {"mode": "challenge", "known": 3, "to_beat": -128}
    assert json.loads(json.dumps(game.record()))["same_deal"] == plain


def test_a_finished_game_of_the_same_deal_can_be_played_again_in_turn() -> None:
    first = again(stopped(12), "challenge")
    for _ in range(20):
        first.play("draw")
        first.play(max(first.legal_moves()))
    first.play("stop")
    assert upturn.replay(first.record()).over
    second = again(first.record(), "challenge")
    assert second.moves == first.moves[:2]
    assert same_deal(second) == {"mode": "challenge", "known": 20, "to_beat": first.scores[0]}


# --- Bad input -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "mode",
    ["duel", "", "Challenge", "ordinary", 5, True, ["puzzle"], np.array(["puzzle", "challenge"])],
)
def test_an_unknown_mode_is_refused(mode: Any) -> None:
    with pytest.raises(upturn.InvalidSetup) as caught:
        upturn.new("team-up", players=2, deal=stopped(), mode=mode)
    assert "challenge" in str(caught.value)


@every_mode
def test_a_mode_without_a_deal_is_refused(mode: str) -> None:
    with pytest.raises(upturn.InvalidSetup, match="deal"):
        upturn.new("team-up", players=2, mode=mode)


@every_mode
def test_the_record_of_another_game_is_refused(mode: str) -> None:
    for name in ("dnup", "team-play"):
        record = upturn.new(name, players=4, seed=1).record()
        with pytest.raises(upturn.UpturnError, match="team-up"):
            upturn.new("team-up", players=2, deal=record, mode=mode)


@pytest.mark.parametrize("name", ["dnup", "team-play"])
def test_another_game_has_no_such_modes(name: str) -> None:
    record = upturn.new(name, players=4, seed=1).record()
    with pytest.raises(upturn.UpturnError):
        upturn.new(name, players=4, deal=record, mode="challenge")
    with pytest.raises(upturn.UpturnError):
        upturn.new(name, players=4, deal=stopped())


@pytest.mark.parametrize("deal", ["deal", 5, [], {}, {"upturn": 1}, b"{}", True])
def test_what_is_no_record_is_refused(deal: Any) -> None:
    with pytest.raises(upturn.UpturnError):
        upturn.new("team-up", players=2, deal=deal, mode="challenge")


@every_mode
def test_a_record_without_its_deals_is_refused(mode: str) -> None:
    record = dealt().record()
    for dealt_lines in (0, 1):
        cut = record | {"moves": record["moves"][:dealt_lines]}
        assert upturn.replay(cut).awaits_deal
        with pytest.raises(upturn.UpturnError):
            again(cut, mode)


@every_mode
def test_a_record_that_does_not_add_up_is_refused(mode: str) -> None:
    record = stopped()
    wrong = [
        record | {"scores": [25, 25]},
        record | {"moves": [*record["moves"], "draw"]},
        record | {"moves": record["moves"][:-1]},
        record | {"moves": ["deal neutral b2 x", *record["moves"][1:]]},
    ]
    for one in wrong:
        with pytest.raises(upturn.UpturnError):
            again(one, mode)


@every_mode
def test_bad_players_and_options_are_refused_with_a_deal_too(mode: str) -> None:
    with pytest.raises(upturn.InvalidSetup):
        again(stopped(), mode, players=5)
    for options in ({"clone": "top"}, {"hats": True}):
        with pytest.raises(upturn.InvalidSetup):
            upturn.new("team-up", players=2, deal=stopped(), mode=mode, options=options)


GOOD = {"mode": "challenge", "known": 12, "to_beat": 15}
NO_MODES: list[Any] = ["duel", "", "Challenge", None, 5, [], {}]
NO_COUNTS: list[Any] = [-1, 37, 10**30, 1.0, "12", None, True, []]
NO_SCORES: list[Any] = [1.5, "15", True, [15], 1000, -1000, 40_000, 10**30]


@pytest.mark.parametrize(
    "same",
    [
        None, [], {}, "challenge", 5, True, [GOOD],
        {"mode": "challenge", "known": 12},
        {"mode": "challenge", "to_beat": 15},
        {"known": 12, "to_beat": 15},
        GOOD | {"hats": 1},
        *(GOOD | {"mode": mode} for mode in NO_MODES),
        *(GOOD | {"known": known} for known in NO_COUNTS),
        GOOD | {"mode": "competition"},  # nothing is known in it
        GOOD | {"mode": "puzzle"},  # all is known in it
        *(GOOD | {"to_beat": score} for score in NO_SCORES),
    ],
)  # fmt: skip
def test_a_malformed_same_deal_in_a_record_is_refused(same: object) -> None:
    record = dealt().record()
    assert upturn.replay(record | {"same_deal": GOOD}).record()["same_deal"] == GOOD
    with pytest.raises(upturn.InvalidRecord) as caught:
        upturn.replay(record | {"same_deal": same})
    assert len(str(caught.value)) > 8
    with pytest.raises(upturn.UpturnError):
        again(record | {"same_deal": same}, "challenge")


@pytest.mark.parametrize(
    "same",
    [
        {"mode": "competition", "known": 0, "to_beat": -27},
        {"mode": "challenge", "known": 0, "to_beat": None},
        {"mode": "challenge", "known": 36, "to_beat": -40},
        {"mode": "puzzle", "known": 36, "to_beat": 25},
        {"mode": "puzzle", "known": 36, "to_beat": None},
        {"mode": "puzzle", "known": 36, "to_beat": 0},
    ],
)
def test_a_record_of_another_program_may_have_a_same_deal(same: Record) -> None:
    game = upturn.replay(dealt().record() | {"same_deal": same})
    view = game.view(1)
    assert (view["mode"], view["to_beat"]) == (same["mode"], same["to_beat"])
    assert len(view["coming"]) == same["known"]
    assert game.record()["same_deal"] == same

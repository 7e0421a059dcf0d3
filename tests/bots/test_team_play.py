"""What Team Play's bots know."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.knowing import best, weighed
from tests.support.random_games import random_game
from tests.support.team_play_partners import drawn, partner_took
from tests.support.team_play_table import lay, pass_turn, play
from upturn.bots.greedy import weigh_at
from upturn.bots.team_play.hands import Counts, is_wanted, kinds_wanted, nearest, spend
from upturn.bots.team_play.knowledge import worth
from upturn.bots.team_play.outlook import look
from upturn.games import engine
from upturn.games.contract import OVER, room_for_moves
from upturn.games.game import Game
from upturn.games.rng import seeded
from upturn.games.team_play.components import COPIES, KINDS, MISSION_COUNT
from upturn.games.team_play.notation import MISSION_NUMBERS, card_texts
from upturn.games.team_play.tables import CARD_NUMBERS
from upturn.games.team_play.ways import fewest_missing

every_count = pytest.mark.parametrize("players", [3, 4, 5, 6])


def counted(cards: str) -> Counts:
    return np.bincount([CARD_NUMBERS[card] for card in cards.split()], minlength=KINDS)


def texts(counts: Counts) -> list[str]:
    return card_texts(counts.astype(np.int8))


def near(mission: str, cards: str) -> tuple[int, int, int]:
    return nearest(MISSION_NUMBERS[mission], counted(cards), np.zeros(KINDS, np.int64))


# --- How near a hand is ----------------------------------------------------------------------

some_hand = st.lists(st.sampled_from(range(KINDS)), max_size=8).filter(
    lambda cards: all(cards.count(kind) <= COPIES for kind in cards)
)


@given(some_hand, st.integers(0, MISSION_COUNT - 1))
def test_what_a_hand_lacks_is_what_the_rules_say_it_lacks(cards: list[int], mission: int) -> None:
    hand = np.bincount(cards, minlength=KINDS)
    missing = fewest_missing(mission, hand.astype(np.int8))
    _, lacking, wanted = nearest(mission, hand, np.zeros(KINDS, np.int64))
    assert lacking == missing.sum(axis=1).min()
    helpful = [bool(missing[:, kind].any()) for kind in range(KINDS)]
    assert [is_wanted(mission, wanted, kind) for kind in range(KINDS)] == helpful
    assert kinds_wanted(mission, wanted) == sum(helpful)


@pytest.mark.parametrize(
    ("mission", "cards", "lacking", "kinds"),
    [
        ("run3_red", "r2 r3 b4", 1, 2),  # r1 or r4
        ("run3_any", "r2 r3 b7", 1, 4),  # 1 or 4 of either colour
        ("pair_any", "r2 r3 b7", 1, 6),
        ("five_red", "r1 r1 b3", 3, 8),
        ("four_kind", "", 4, 16),
        ("fixed_567_mono", "r5 r6 r7 b1", 0, 0),
    ],
)
def test_what_a_hand_lacks_by_hand(mission: str, cards: str, lacking: int, kinds: int) -> None:
    _, lacks, wanted = near(mission, cards)
    assert lacks == lacking
    assert kinds_wanted(MISSION_NUMBERS[mission], wanted) == kinds


def test_a_mission_is_paid_for_with_cards_that_another_does_not_ask_for() -> None:
    hand, rest, room = counted("r3 b3 r8 b8"), np.zeros(KINDS, np.int64), np.zeros(KINDS, np.int64)
    pair, blue = MISSION_NUMBERS["run3_any"], MISSION_NUMBERS["five_blue"]
    shape, _, _ = nearest(pair, hand, room)
    spend(pair, shape, blue, hand, rest, room)
    assert texts(rest)[-2:] == ["b3", "b8"]


# --- Missions --------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["own", "centre"])
def test_fulfils_a_ready_mission_at_once(place: str) -> None:
    if place == "own":
        game = lay(4, {1: "r2 r3 r4"}, rounds=1, missions={1: "run3_red"}, centre="four_kind")
    else:
        game = lay(4, {1: "r2 r3 r4"}, rounds=1, missions={1: "four_kind"}, centre="run3_red")
    assert best(game) == "fulfil run3_red r2 r3 r4"


def test_fulfils_with_the_cards_it_needs_least_elsewhere() -> None:
    hand = "r3 r3 b6 b6 r8"
    game = lay(4, {1: hand}, rounds=2, missions={1: "pair_any"}, centre="five_red")
    assert best(game) == "fulfil pair_any b6 b6"


def test_fulfils_with_few_cards() -> None:
    game = lay(4, {1: "r4 r4 r4 b4 b8"}, rounds=2, missions={1: "sum12"}, centre="run5_red")
    assert best(game) == "fulfil sum12 r4 b8"


def test_fulfils_for_more_points_where_it_must_choose() -> None:
    game = lay(4, {1: "r2 r3 r4"}, rounds=1, missions={1: "run3_any"}, centre="run3_red")
    assert best(game).startswith("fulfil run3_red ")


def test_keeps_a_good_mission_and_swaps_a_poor_one() -> None:
    for mission, answer in (("fixed_567_mono", "keep"), ("two_pairs_any", "swap")):
        game = lay(4, {1: "r5"}, missions={1: mission}, answers=())
        assert best(game) == answer


def test_swaps_a_mission_for_which_no_time_is_left() -> None:
    hand = "r2 r3 r4 r8 b8"
    game = lay(4, {1: hand}, rounds=2, missions={1: "run3_red"}, coming="run5_blue", centre="sum12")
    play(game, "fulfil run3_red r2 r3 r4")
    game.now["turns_left"] = 0
    weights = weighed(game)
    assert weights["keep"] == 0 < weights["swap"]


# --- Cards -----------------------------------------------------------------------------------


def test_draws_the_card_that_completes_a_mission() -> None:
    missions = {1: "run3_red"}
    game = lay(4, {1: "r2 r3 b8"}, rounds=1, bank="b1 r4 r8", missions=missions, centre="four_kind")
    assert best(game) == "draw r4"


def test_draws_from_the_pile_when_the_bank_has_nothing_for_it() -> None:
    missions = {1: "run3_red"}
    game = lay(4, {1: "r2 r3 b8"}, rounds=1, bank="b1 b4 b8", missions=missions, centre="five_red")
    assert best(game) == "draw pile"


def test_draws_the_card_that_leaves_more_to_hope_for() -> None:
    missions = {1: "run4_any"}
    game = lay(4, {1: "r2 r3 b8"}, rounds=1, bank="r1 r4 b8", missions=missions, centre="five_blue")
    weights = weighed(game)
    assert weights["draw r4"] > weights["draw r1"]  # then 1 or 5 will do, not 4 alone


def test_discards_a_card_that_no_mission_needs() -> None:
    hand = "r2 r3 r4 r8 b6 b7 b8"
    game = lay(4, {3: hand}, rounds=2, to_act=3, missions={3: "run4_red"}, centre="high4_blue")
    assert best(game) == "discard r8"


# --- The partner -----------------------------------------------------------------------------


def test_gives_the_partner_the_card_its_mission_lacks() -> None:
    game = drawn(partner_took("r2 r3 b8", "fixed_234_mono", "r1 r4 r5"))
    assert best(game) == "give r4"


def test_gives_two_cards_if_both_are_lacking() -> None:
    game = drawn(partner_took("r5 r7 b8", "fixed_1357", "r1 b3 b4"))
    assert best(game) == "give r1 b3"


def test_gives_nothing_that_does_not_help() -> None:
    game = drawn(partner_took("r2 r3 b8", "fixed_234_mono", "b1 b5 b6"))
    assert best(game) == "end"


def test_gives_nothing_it_needs_more_itself() -> None:
    for own, answer in (("high4_blue", "give r4"), ("run4_red", "end")):
        game = drawn(partner_took("r2 b8 b5", "run3_any", "r4 r5 r6", own=own))
        assert best(game) == answer


def test_gives_nothing_to_a_partner_whose_last_turn_is_over() -> None:
    game = drawn(partner_took("r2 r3 b8", "fixed_234_mono", "r1 r4 r5"))
    game.now["turns_left"] = 1
    assert best(game) == "end"


def test_does_not_hand_back_what_the_partner_gave() -> None:
    game = lay(
        4,
        {1: "r1 r8 b5", 3: "r4 b2 b6"},
        to_act=3,
        bank="r2 r3 b8",
        missions={1: "five_blue", 3: "fixed_234_mono"},
        moves=["draw r2", "draw r3", "give r4", "end"],
    )
    pass_turn(game)
    assert weighed(drawn(game))["give r4"] == -np.inf


def test_draws_what_the_partner_lacks_where_it_lacks_nothing_itself() -> None:
    game = partner_took("r2 r3 r4", "fixed_234_mono", "b1 b2 b6", own="five_blue")
    assert game.view()["bank"] == ["b7", "b7", "r4"]
    game.now["bank"][0, :2] = CARD_NUMBERS["r7"]
    weights = weighed(game)
    assert weights["draw r4"] > weights["draw pile"] > weights["draw r7"]


def test_leaves_the_centre_to_a_partner_who_was_seen_to_have_what_it_takes() -> None:
    game = partner_took("r2 r2 b8", "five_blue", "r3 r3 r4", own="run4_red", centre="pair_red")
    assert "fulfil pair_red r3 r3" in game.legal_moves()
    assert best(game).startswith("draw")


def test_fulfils_at_the_centre_all_the_same_with_cards_it_does_not_need() -> None:
    game = partner_took("r2 r2 b8", "five_blue", "r3 r3 r4", own="high4_blue", centre="pair_red")
    assert best(game) == "fulfil pair_red r3 r3"


def test_fulfils_at_the_centre_if_the_partner_has_no_turn_left() -> None:
    game = partner_took("r2 r2 b8", "five_blue", "r3 r3 r4", own="run4_red", centre="pair_red")
    game.now["turns_left"] = 1
    assert best(game) == "fulfil pair_red r3 r3"


def test_knows_of_the_partner_the_cards_it_took_or_was_given_until_they_are_seen_leaving() -> None:
    game = partner_took("r2 r3 b8", "run4_red", "r1 r4 r5", centre="run3_red")
    assert texts(look(game.now[0]).known) == ["r2", "r3"]
    play(game, "draw pile", "draw pile", "give r4", "end")
    pass_turn(game)
    play(game, "fulfil run3_red r2 r3 r4", "draw pile", "draw pile", "end")
    pass_turn(game)
    assert not look(game.now[0]).known.any()


# --- Nothing hidden --------------------------------------------------------------------------


@every_count
def test_hidden_cards_change_nothing_that_is_weighed(players: int) -> None:
    for seed in range(30):
        game = random_game("team-play", players, seed, moves=20 + 3 * seed)
        guess = game.now.copy()
        engine.redeal_at(guess, 0, game.to_act or 0, seeded(seed))
        moves, values = room_for_moves(game.rules.most_legal), np.zeros(game.rules.most_legal)
        count = engine.legal_at(guess, 0, moves)
        weigh_at(guess, 0, moves, count, values)
        assert values[:count] == pytest.approx(list(weighed(game).values()))


# --- The game --------------------------------------------------------------------------------


def chances(game: Game) -> list[float]:
    return [worth(game.now[0], seat) for seat in range(1, game.players + 1)]


@pytest.mark.parametrize(("players", "together"), [(3, 1), (4, 2), (5, 1), (6, 2)])
def test_chances_to_win_add_up_and_partners_share_theirs(players: int, together: int) -> None:
    for seed in range(10):
        alone = chances(random_game("team-play", players, seed, moves=20 * seed))
        assert sum(alone) == pytest.approx(together)
        if together == 2:
            assert alone[: players // 2] == alone[players // 2 :]


def test_points_near_missions_and_cards_are_worth_something() -> None:
    even = lay(4, rounds=2)
    ahead = lay(4, rounds=2)
    ahead.now["points"][0, 1] = 3
    assert chances(ahead)[1] > chances(even)[1]
    near_it = lay(4, rounds=1, missions={2: "run4_red"})
    for hand in ("b1 b2 b5 b8", "r1 r2 r5 r7", "r1 r2 r3 b8", "r1 r2 r3 r4"):
        before = chances(near_it)[1]
        near_it.now["hand"][0, 1] = counted(hand)
        assert hand == "b1 b2 b5 b8" or chances(near_it)[1] > before


def test_a_lead_is_surer_the_later_it_is() -> None:
    game = lay(4, rounds=2)
    game.now["points"][0, 0] = 5
    early = chances(game)[0]
    game.now["completed"][0, :2] = 7
    late = chances(game)[0]
    game.now["turns_left"] = 1
    assert early < late < chances(game)[0]


def test_a_game_won_is_worth_all_a_tie_is_shared() -> None:
    game = lay(3)
    game.now["phase"] = OVER
    game.now["points"][0, :3] = [9, 12, 3]
    assert chances(game) == pytest.approx([0, 1, 0])
    game.now["points"][0, :3] = [12, 12, 3]
    assert chances(game) == pytest.approx([1 / 2, 1 / 2, 0])

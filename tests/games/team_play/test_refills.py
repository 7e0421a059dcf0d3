"""What replaces a fulfilled mission or a taken card in Team Play, and when piles are shuffled."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support.team_play_table import (
    POINTS,
    Story,
    empty_the_pile,
    hand,
    idle_move,
    lay,
    moves_like,
    pass_turn,
    play,
    refusal,
)
from upturn.games.game import Game

# --- A refilled place ------------------------------------------------------------------------


def own_pair_fulfilled(players: int = 4) -> Game:
    """Seat 1 has just fulfilled its own mission; run5_red comes, then pair_red, then sum12."""
    other = " full_house" if players in (3, 5) else ""
    return lay(
        players,
        {1: "r1 r1 r2 b2 b8"},
        rounds=2,
        missions={1: "pair_any" + other},
        coming="run5_red pair_red sum12",
        moves=["fulfil pair_any r2 b2"],
    )


def test_a_fulfilled_mission_in_the_centre_is_replaced_at_once_and_nothing_is_asked() -> None:
    game = lay(4, {1: "r1 r1 r2"}, rounds=1, centre="pair_any", coming="run5_red sum12")
    game.play("fulfil pair_any r1 r1")
    sight = game.sight()
    assert sight["centre"] == "run5_red"
    assert sight["mission_pile"] == 46 - 5 - 1
    assert (sight["asked"], sight["offered"]) == ("turn", None)
    assert refusal(game, "swap") == refusal(game, "keep") == "nothing-to-exchange"


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_seat_may_exchange_the_mission_that_refills_its_own_place(players: int) -> None:
    game = own_pair_fulfilled(players)
    sight = game.sight(1)
    assert (sight["to_act"], sight["asked"], sight["offered"]) == (1, "refill", "run5_red")
    assert sight["missions"][0][0] == "run5_red"
    assert sorted(sight["legal"]) == ["keep", "swap"]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_kept_refill_stays(players: int) -> None:
    game = own_pair_fulfilled(players)
    before = game.sight()["mission_pile"]
    game.play("keep")
    sight = game.sight()
    assert sight["missions"][0][0] == "run5_red"
    assert (sight["asked"], sight["offered"]) == ("turn", None)
    assert (sight["mission_discard"], sight["mission_pile"]) == ([], before)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_swapped_refill_goes_to_the_discard_and_the_next_must_be_kept(players: int) -> None:
    game = own_pair_fulfilled(players)
    before = game.sight()["mission_pile"]
    game.play("swap")
    sight = game.sight()
    assert sight["missions"][0][0] == "pair_red"
    assert sight["mission_discard"] == ["run5_red"]
    assert sight["mission_pile"] == before - 1
    assert (sight["to_act"], sight["asked"], sight["offered"]) == (1, "turn", None)
    assert refusal(game, "swap") == refusal(game, "keep") == "nothing-to-exchange"


def test_a_swapped_mission_is_not_scored() -> None:
    game = own_pair_fulfilled()
    game.play("swap")
    assert game.sight()["scored"] == [["pair_any"], []]
    assert game.scores == [1, 0, 1, 0]


def test_the_question_is_answered_before_anything_else() -> None:
    game = own_pair_fulfilled()
    for move in ("draw pile", "give r1", "end", "discard r1", "fulfil pair_red r1 r1"):
        assert refusal(game, move) == "answer-first"
    game.play("swap")
    assert refusal(game, "fulfil pair_red r1 r1") == ""


def test_the_question_comes_once_per_refill() -> None:
    game = own_pair_fulfilled()
    play(game, "swap", "fulfil pair_red r1 r1")
    assert (game.sight()["asked"], game.sight()["offered"]) == ("refill", "sum12")
    game.play("keep")
    assert game.sight()["missions"][0] == ["sum12"]
    assert game.sight()["mission_discard"] == ["run5_red"]


def test_the_question_does_not_count_as_a_draw_or_end_the_turn() -> None:
    game = lay(4, {1: "r4"}, pile="b8", missions={1: "sum12"}, coming="pair_red run5_red")
    play(game, "draw pile", "fulfil sum12 r4 b8")
    assert game.sight()["asked"] == "refill"
    assert game.sight()["draws"] == 1
    game.play("swap")
    assert (game.to_act, game.sight()["draws"]) == (1, 1)
    assert refusal(game, "end") == "draws-first"
    game.play("draw pile")
    assert refusal(game, "end") == ""


@pytest.mark.parametrize("players", [3, 5])
def test_at_odd_counts_the_new_mission_takes_the_place_of_the_old_one(players: int) -> None:
    missions = {1: "full_house pair_any", 2: "run4_red run4_blue"}
    game = lay(players, {1: "r1 r1 r2"}, rounds=1, missions=missions, coming="run5_red sum12")
    game.play("fulfil pair_any r1 r1")
    assert game.sight()["missions"][:2] == [["full_house", "run5_red"], ["run4_red", "run4_blue"]]
    assert game.sight()["offered"] == "run5_red"
    game.play("swap")
    assert game.sight()["missions"][0] == ["full_house", "sum12"]


# --- The number pile -------------------------------------------------------------------------


def drawn_out(players: int = 4) -> Game:
    """The last card of the pile has been drawn, and the next seat has discarded what it must."""
    game = lay(players)
    empty_the_pile(game)
    if game.sight()["draws"] == 2:
        game.play("end")
    while game.sight()["asked"] == "discard":
        game.play(idle_move(game))
    return game


def dealt(game: Game, line: int = -1) -> list[str]:
    """The cards of a deal in the log."""
    word, _, *cards = game.moves[line].split(" ")
    assert word == "deal"
    return cards


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_an_empty_number_pile_stays_empty_until_a_card_is_wanted(players: int) -> None:
    game = drawn_out(players)
    sight = game.sight()
    assert sight["pile"] == 0
    assert sight["discard"] != []
    assert game.to_act is not None
    assert sum(line.startswith("deal numbers") for line in game.moves) == 1


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_card_drawn_from_an_empty_pile_comes_from_the_reshuffled_discard(players: int) -> None:
    game = drawn_out(players)
    seat = game.to_act
    assert seat is not None
    before, discard, draws = hand(game, seat), game.sight()["discard"], game.sight()["draws"]
    game.play("draw pile")
    assert game.moves[-2] == "draw pile"
    assert game.moves[-1].startswith("deal numbers ")
    assert Counter(dealt(game)) == Counter(discard)
    assert Counter(hand(game, seat)) == Counter([*before, dealt(game)[0]])
    sight = game.sight()
    assert (sight["discard"], sight["pile"]) == ([], len(discard) - 1)
    assert (game.to_act, sight["draws"]) == (seat, draws + 1)


def test_a_bank_card_taken_over_an_empty_pile_is_replaced_from_the_reshuffled_discard() -> None:
    game = drawn_out()
    bank, discard = game.sight()["bank"], game.sight()["discard"]
    game.play(f"draw {bank[1]}")
    place = bank.index(bank[1])
    assert game.moves[-2] == f"draw {bank[1]}"
    assert Counter(dealt(game)) == Counter(discard)
    bank[place] = dealt(game)[0]
    assert game.sight()["bank"] == bank
    assert (game.sight()["discard"], game.sight()["pile"]) == ([], len(discard) - 1)


def test_a_card_awaited_from_a_deal_is_drawn_but_not_there_yet() -> None:
    game = drawn_out()
    seat, discard = game.to_act, game.sight()["discard"]
    assert seat is not None
    before = hand(game, seat)
    game.follow("draw pile")
    sight = game.sight()
    assert (game.to_act, sight["asked"], sight["draws"], sight["pile"]) == (None, None, 1, 0)
    assert hand(game, seat) == before
    game.follow("deal numbers " + " ".join(sorted(discard, reverse=True)))
    assert Counter(hand(game, seat)) == Counter([*before, max(discard)])
    assert (game.to_act, game.sight()["draws"]) == (seat, 1)


def test_a_bank_place_that_awaits_a_deal_is_empty_until_then() -> None:
    game = drawn_out()
    bank, discard = game.sight()["bank"], game.sight()["discard"]
    place = bank.index(bank[2])
    game.follow(f"draw {bank[2]}")
    bank[place] = None
    assert game.sight()["bank"] == bank
    assert game.to_act is None
    game.follow("deal numbers " + " ".join(discard))
    bank[place] = discard[0]
    assert game.sight()["bank"] == bank
    assert game.to_act is not None


def test_refilling_the_bank_with_the_last_card_does_not_reshuffle() -> None:
    game = lay(4)
    while game.sight()["pile"] > 1:
        game.play(idle_move(game))
    lines = len(game.moves)
    game.play(f"draw {game.sight()['bank'][0]}")
    assert len(game.moves) == lines + 1
    assert (game.sight()["pile"], None in game.sight()["bank"]) == (0, False)
    game.play("end")
    while game.sight()["asked"] == "discard":
        game.play(idle_move(game))
    game.play("draw pile")
    assert game.moves[-1].startswith("deal numbers ")


def test_only_the_first_draw_after_the_pile_ran_out_reshuffles() -> None:
    game = drawn_out()
    play(game, "draw pile", "draw pile")
    assert game.moves[-1] == "draw pile"
    assert sum(line.startswith("deal numbers") for line in game.moves) == 2


def test_cards_fulfilled_with_over_an_empty_pile_are_in_the_next_one() -> None:
    game = lay(4, {2: "r1 r1"}, missions={2: "pair_any"}, coming="run5_red")
    empty_the_pile(game)
    assert (game.to_act, game.sight()["draws"]) == (2, 2)
    pair = next(move for move in game.legal_moves() if move.startswith("fulfil pair_any"))
    before = game.sight()["discard"]
    play(game, pair, "keep", "end")
    assert game.moves[-1] == "end"
    while game.sight()["asked"] == "discard":
        card = game.legal_moves()[0].split()[1]
        game.play(f"discard {card}")
        before.append(card)
    game.play("draw pile")
    assert Counter(dealt(game)) == Counter(before + pair.split()[2:])


# --- The mission pile ------------------------------------------------------------------------

EASY = (
    "pair_any r3 b3", "pair_red r1 r1", "pair_blue b2 b2", "sum12 r4 b8", "triple_any r5 r5 b5",
    "triple_odd r7 b7 b7", "triple_even r6 r6 b6", "run3_any r1 b2 r3", "run3_red r2 r3 r4",
    "run3_blue b3 b4 b5", "fixed_567_mono b5 b6 b7", "fixed_234_mono r2 r3 r4",
    "low3_any r1 b1 b1", "high3_any r8 r8 b8", "high3_blue b6 b7 b8", "low3_red r1 r2 r2",
    "sum_abc_red r2 r4 r6", "sum_abc_blue b1 b3 b4",
)  # fmt: skip
NINETEENTH = "sum7_red r1 r1 r5"


def last_mission_taken(last: str = "", *, then: str = "", centre: str = "run5_any") -> Game:
    """Five seats in turn fulfilled 18 missions of their own and swapped every refill but one.

    The refill of the eighteenth, by seat 3, was the last of the pile; `last` is the answer to it.
    `then` is one more goal, of seat 4, whose own mission is sum7_red.
    """
    goals = [f"{at % 5 + 1} {text} swap" for at, text in enumerate(EASY)]
    goals[-1] = f"3 {EASY[-1]} {last}"
    wanted = [text.split()[0] for text in (*EASY, NINETEENTH)]
    rest = [mission for mission in POINTS if mission not in (*wanted, centre)]
    missions = {seat: f"{wanted[seat - 1]} {rest.pop()}" for seat in range(1, 6)}
    kept = wanted[5:] + [rest.pop() for _ in range(3)]
    coming = [mission for new in kept for mission in (rest.pop(), new)]
    goals += [then] if then else []
    story = Story(
        5, goals, centre=centre, missions=missions, coming=" ".join([*coming, rest.pop()])
    )
    assert not rest
    return story.run()


def test_an_empty_mission_pile_stays_empty_until_a_mission_is_wanted() -> None:
    game = last_mission_taken()
    sight = game.sight()
    assert sight["mission_pile"] == 0
    assert len(sight["mission_discard"]) == 17
    assert (sight["to_act"], sight["asked"]) == (3, "refill")
    assert sum(line.startswith("deal missions") for line in game.moves) == 1
    game.play("keep")
    assert game.moves[-1] == "keep"
    assert game.sight()["mission_pile"] == 0


def test_a_swap_over_an_empty_pile_reshuffles_the_discard_with_the_swapped_mission_in_it() -> None:
    game = last_mission_taken()
    swapped, discard = game.sight()["offered"], game.sight()["mission_discard"]
    game.play("swap")
    assert game.moves[-2] == "swap"
    assert game.moves[-1].startswith("deal missions ")
    assert sorted(dealt(game)) == sorted([*discard, swapped])
    sight = game.sight()
    assert sight["missions"][2][0] == dealt(game)[0]
    assert (sight["mission_discard"], sight["mission_pile"]) == ([], 17)
    assert (sight["to_act"], sight["asked"], sight["offered"]) == (3, "turn", None)


def test_the_mission_just_swapped_away_may_come_back_and_must_then_be_kept() -> None:
    game = last_mission_taken()
    swapped, discard = game.sight()["offered"], game.sight()["mission_discard"]
    game.follow("swap")
    assert (game.to_act, game.sight()["missions"][2][0]) == (None, None)
    game.follow(" ".join(["deal missions", swapped, *discard]))
    assert game.sight()["missions"][2][0] == swapped
    assert (game.to_act, game.sight()["asked"]) == (3, "turn")
    assert refusal(game, "swap") == "nothing-to-exchange"


def test_an_own_place_is_refilled_from_the_reshuffled_discard_and_then_asked_about() -> None:
    game = last_mission_taken("keep", then=f"4 {NINETEENTH}")
    assert game.awaits_deal
    assert (game.to_act, game.sight()["missions"][3][0]) == (None, None)
    discard = game.sight()["mission_discard"]
    game.follow(" ".join(["deal missions", *reversed(discard)]))
    sight = game.sight()
    assert sight["missions"][3][0] == discard[-1]
    assert (sight["to_act"], sight["asked"], sight["offered"]) == (4, "refill", discard[-1])
    assert (sight["mission_discard"], sight["mission_pile"]) == ([], 16)
    game.play("swap")
    assert game.sight()["missions"][3][0] == discard[-2]
    assert game.sight()["mission_discard"] == [discard[-1]]


def test_the_centre_is_refilled_from_the_reshuffled_discard_and_nothing_is_asked() -> None:
    game = last_mission_taken("keep", then="4 sum10_three r8 b1 b1", centre="sum10_three")
    assert (game.to_act, game.sight()["centre"]) == (None, None)
    discard = game.sight()["mission_discard"]
    game.follow(" ".join(["deal missions", *reversed(discard)]))
    assert game.sight()["centre"] == discard[-1]
    assert (game.to_act, game.sight()["asked"]) == (4, "turn")


def test_fulfilled_missions_never_come_back() -> None:
    game = last_mission_taken("keep", then=f"4 {NINETEENTH}")
    game.deal()
    scored = [mission for team in game.sight()["scored"] for mission in team]
    assert len(scored) == 19
    assert not set(scored) & set(dealt(game))


# --- No mission left -------------------------------------------------------------------------

TWENTY_IN_TURN = (
    "full_house r7 r7 b7 b5 b5", "two_pairs_any r1 r1 b2 b2", "two_pairs_red r2 r2 r3 r3",
    "two_pairs_blue b3 b3 b4 b4", "two_pairs_odd r5 r5 r7 r7",
    "two_pairs_even r4 r4 b6 b6", "pair_red_pair_blue r6 r6 b1 b1", "four_kind r8 r8 b8 b8",
    "run4_any r1 b2 r3 b4", "run4_red r4 r5 r6 r7",
    "run4_blue b5 b6 b7 b8", "fixed_1357 r1 b3 r5 b7", "fixed_2468 r2 b4 r6 b8",
    "odd4_mono b1 b3 b3 b5", "even4_mono r2 r4 r6 r8",
    "odd4_red r1 r3 r5 r7", "odd4_blue b1 b3 b5 b7", "sum_abc_red r2 r4 r6",
    "sum_abc_blue b2 b4 b6", "sum7_red r1 r2 r4",
)  # fmt: skip
SIXTEEN_IN_THE_LAST_ROUNDS = (
    "1 pair_red r8 r8", "1 pair_blue b8 b8", "1 sum12 r4 b8", "1 sum10_three r3 b3 b4",
    "2 triple_odd r7 r7 b7", "2 triple_any b1 b1 b1", "2 run3_any b2 r3 r4",
    "3 triple_even r6 r6 b6", "3 run3_blue b3 b4 b5", "3 run3_red r3 r4 r5",
    "4 fixed_567_mono b5 b6 b7", "4 low3_any r1 r2 b2", "4 fixed_234_mono b2 b3 b4",
    "5 high3_blue b6 b6 b7", "5 high3_any r6 r7 r8", "5 low3_red r1 r1 r2",
)  # fmt: skip
NEVER_FULFILLED = {
    1: "pair_any three_pairs_any",
    2: "run5_any run5_red",
    3: "run5_blue five_red",
    4: "five_blue high4_blue",
    5: "low4_red three_pairs_parity",
}


def no_mission_left(*last: str) -> Game:
    """Five seats fulfilled 36 missions in the centre: none is left, in no pile."""
    goals = [f"{at % 5 + 1} {text}" for at, text in enumerate(TWENTY_IN_TURN)]
    goals += SIXTEEN_IN_THE_LAST_ROUNDS
    coming = " ".join(text.split()[1] for text in goals[1:])
    story = Story(5, [*goals, *last], centre="full_house", missions=NEVER_FULFILLED, coming=coming)
    story.run(left=16 + len(last))
    story.gather()
    return story.run()


def test_a_place_stays_empty_when_no_mission_is_left_to_refill_it() -> None:
    game = no_mission_left()
    sight = game.sight()
    assert (sight["centre"], sight["mission_pile"], sight["mission_discard"]) == (None, 0, [])
    assert (sight["to_act"], sight["asked"]) == (5, "turn")
    assert game.history()[-1]["events"][-1] == {"event": "mission", "seat": None, "mission": None}
    assert sum(line.startswith("deal missions") for line in game.moves) == 1
    for _ in range(2):  # seat 5 ends its turn, and seat 1 has the last one
        pass_turn(game)
        assert game.sight()["centre"] is None
    assert game.over


def test_an_own_place_that_stays_empty_is_not_asked_about() -> None:
    game = no_mission_left("1 pair_any r5 b5")
    sight = game.sight(1)
    assert sight["missions"][0] == [None, "three_pairs_any"]
    assert (sight["to_act"], sight["asked"], sight["offered"]) == (1, "turn", None)
    assert refusal(game, "keep") == refusal(game, "swap") == "nothing-to-exchange"
    assert game.history()[-1]["events"][-1] == {"event": "mission", "seat": 1, "mission": None}
    assert moves_like(game, "fulfil") == set()


def test_an_empty_place_holds_nothing_to_fulfil() -> None:
    game = no_mission_left()
    assert refusal(game, "fulfil low3_red r1 r1 r2") == "not-open"
    open_to_five = {move.split()[1] for move in moves_like(game, "fulfil")}
    assert open_to_five <= {"low4_red", "three_pairs_parity"}

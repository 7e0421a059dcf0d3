"""What can be typed at a table of Team Play: whole moves, beginnings, short words, Enter, i."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.at_terminal import (
    PROMPT,
    answers,
    at_height,
    go_on,
    last_move,
    saved_moves,
    squeezed,
)
from tests.support.team_play_table import lay

pytestmark = pytest.mark.usefixtures("state")
TABLE = "Team Play · "


def test_a_mission_alone_is_enough_where_there_is_one_way(state: Path) -> None:
    game = lay(4, {1: "r3 b3 r5"}, rounds=1, missions={1: "pair_any"}, centre="five_blue")
    output = go_on(state, game, "Fulfil PAIR_any")
    assert "· You complete pair_any with r3 b3 for 1 point; your new mission is" in output
    assert last_move(state, "team-play") == "fulfil pair_any r3 b3"


def test_of_several_ways_a_few_are_named(state: Path) -> None:
    game = lay(4, {1: "r3 b3 r3"}, rounds=1, missions={1: "pair_any"}, centre="five_blue")
    output = go_on(state, game, "fulfil", "fulfil pair_any r3", "draw", "pair_any")
    first, second, third, fourth = answers(output)[:4]
    assert "✗ 2 moves fit: fulfil pair_any r3 r3, fulfil pair_any r3 b3.\n" in first
    assert "✗ 2 moves fit: " in second
    assert "✗ 4 moves fit: draw r1, draw b1, draw r2, draw pile.\n" in third
    assert "✗ 2 moves fit: fulfil pair_any r3 r3, fulfil pair_any r3 b3.\n" in fourth


def test_cards_nobody_named_are_not_spent(state: Path) -> None:
    game = lay(4, {1: "r8 b8 r5"}, rounds=1, missions={1: "pair_any"}, centre="five_blue")
    output = go_on(state, game, "fulfil pair_any r8", "give")
    first, second = answers(output)[:2]
    assert "✗ Did you mean fulfil pair_any r8 b8?\n" in first
    assert "moves fit: give " in second
    assert last_move(state, "team-play") == game.moves[-1]


def test_without_its_verb_a_move_is_named_and_not_made(state: Path) -> None:
    game = lay(4, {1: "r8 b8 r5"}, rounds=1, missions={1: "pair_any"}, centre="five_blue")
    output = go_on(state, game, "pair_any", "nothing_like_it")
    assert "✗ Did you mean fulfil pair_any r8 b8?\n" in answers(output)[0]
    assert "✗ ‘nothing_like_it’ is not a move. Moves look like this: " in answers(output)[1]
    assert last_move(state, "team-play") == game.moves[-1]


def test_words_may_be_cut_short(state: Path) -> None:
    game = lay(4, {1: "r8 b8 r5"}, rounds=1, missions={1: "pair_any"}, centre="five_blue")
    output = go_on(state, game, "f pair", "k", "d p", "give r5")
    assert "· You complete pair_any with r8 b8" in output
    assert "· You draw" in output
    assert "You may give Ben cards after your second draw" in squeezed(output)
    assert "✗ You can’t give cards between your two draws" in output


def test_the_beginning_of_moves_that_cannot_be_made_is_refused_with_the_reason(
    state: Path,
) -> None:
    missions = {1: "pair_any", 2: "run3_red"}
    game = lay(4, {1: "r1 r2 b4"}, rounds=1, missions=missions, centre="five_blue")
    output = go_on(state, game, "fulfil sum12", "fulfil run3_red", "fulfil five_blue", "discard")
    open_, whose, lacking, discard = answers(output)[:4]
    assert "✗ sum12 is not one of the open missions.\n" in open_
    assert "✗ run3_red belongs to Ada" in whose
    assert "✗ You can’t fulfil five_blue with the cards in your hand.\n" in lacking
    assert (
        "✗ You can only discard if you hold more than 6 cards when your turn begins.\n" in discard
    )


def test_enter_ends_a_turn_in_which_nothing_else_can_be_done(state: Path) -> None:
    missions = {1: "run5_red run5_blue"}
    game = lay(3, {1: "r1"}, missions=missions, centre="five_blue", pile="b1 b8")
    output = go_on(state, game, "draw pile", "draw pile", "")
    assert "or press Enter" in answers(output)[1]
    assert "end" in saved_moves(state, "team-play")


def test_enter_does_not_end_the_turn_of_somebody_who_looked_something_up(state: Path) -> None:
    missions = {1: "run5_red run5_blue"}
    game = lay(3, {1: "r1"}, missions=missions, centre="five_blue", pile="b1 b8")
    output = go_on(state, game, "draw pile", "draw pile", "?", "", "q")
    assert TABLE in answers(output)[3]
    assert "end" not in saved_moves(state, "team-play")


def test_w_lists_all_moves_and_keeps_the_numbers_of_the_short_list(state: Path) -> None:
    game = lay(4, {1: "r3 b3 r3"}, rounds=1, missions={1: "pair_any"}, centre="five_blue")
    short, whole = go_on(state, game, "w").split(PROMPT)[:2]
    numbers = dict(re.findall(r"(\d+)\) (\S+(?: \S+)*)", whole))
    for number, option in re.findall(r"(\d+)\) (\S+(?: \S+)*)", short):
        assert numbers[number] == option
    assert sorted(map(int, numbers)) == list(range(1, len(game.legal_moves()) + 1))
    [pair] = [number for number, option in numbers.items() if option == "r3 b3" and int(number) > 6]
    go_on(state, game, "w", pair)
    assert last_move(state, "team-play") == "give r3 b3"


def test_a_number_of_the_whole_list_means_nothing_before_it_was_shown(state: Path) -> None:
    game = lay(4, {1: "r3 b3 r3"}, rounds=1, missions={1: "pair_any"}, centre="five_blue")
    last = len(game.legal_moves())
    assert f"✗ There’s no move {last}; the moves are 1 to" in go_on(state, game, str(last))


def test_a_low_terminal_gets_the_short_table_and_enter_the_whole_one(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_height(12, 80, monkeypatch)
    short, whole, _ = go_on(state, lay(4, rounds=1), "").split(PROMPT)
    assert "mission pile" not in short
    assert "Enter: whole table" in short
    assert "mission pile" in whole


def test_i_tells_what_lies_in_the_discards_and_what_was_scored(state: Path) -> None:
    game = lay(4, {1: "r8 b8 r5"}, rounds=1, missions={1: "pair_any"}, centre="five_blue")
    output = go_on(state, game, "fulfil pair_any", "swap", "i", "")
    told = squeezed(answers(output)[2])
    assert "Discarded cards: 1×r8, 1×b8." in told
    assert "Discarded missions: " in told
    assert "Completed by you and Ben: pair_any (1)." in told
    assert "Completed by Ada and Cleo: none yet." in told
    assert "Enter: back to the table." in told
    assert TABLE in answers(output)[3]


def test_a_card_given_alone_stays_alone(state: Path) -> None:
    go_on(state, lay(4, {1: "r3 b3 r3"}, rounds=1), "give r3")
    assert last_move(state, "team-play") == "give r3"


def test_a_pair_is_given_in_any_order(state: Path) -> None:
    output = go_on(state, lay(4, {1: "r3 b3 r3"}, rounds=1), "give b3,R3")
    assert last_move(state, "team-play") == "give r3 b3"
    assert "· You give Ben r3 and b3." in output

"""`upturn play team-play`, as somebody at the terminal meets it: typed lines in, text out."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import upturn
from tests.support.at_terminal import (
    PROMPT,
    answers,
    drawer_for,
    drawn,
    go_on,
    last_move,
    names_around,
    squeezed,
    typed,
)
from tests.support.team_play_table import lay
from upturn.bots import make_bot
from upturn.cli.drawing import drawer_of
from upturn.cli.drawing.drawer import LOOKALIKES, PLAIN_LETTERS, menu
from upturn.cli.drawing.team_play.missions import lacks
from upturn.games.game import Game
from upturn.games.team_play.components import MISSIONS
from upturn.games.team_play.notation import notation
from upturn.games.team_play.wording import in_symbols, in_words

pytestmark = pytest.mark.usefixtures("state")
TABLE = "Team Play · "
COMPACT = "your turn · Enter: whole table"


def play(*lines: str, options: str = "--seed 3") -> str:
    """What stands in the terminal after these lines were typed."""
    return typed(f"play team-play --bots random {options}", *lines)


def told(game: Game, seat: int, since: int = 0) -> list[str]:
    """What happened, in sentences, from a line of the log on."""
    view = game.view(seat)
    story = drawer_for(game, seat).story(view["history"][since:], view)
    return [sentence for sentence in story if sentence]


def story_of(game: Game, seat: int, *moves: str) -> list[str]:
    """What these moves are told as."""
    before = len(game.moves)
    for move in moves:
        game.play(move)
    return told(game, seat, before)


# --- Playing ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "seat"), [(3, 1), (4, 3), (5, 5), (6, 2)])
def test_a_whole_game_by_number(players: int, seat: int, state: Path) -> None:
    output = play(*["1"] * 3000, options=f"--seed 3 --players {players} --seat {seat}")
    assert f"you’re in seat {seat}." in squeezed(output)
    assert " the game! Points: " in output
    number = "" if players == 4 else f" --players {players}"
    assert f"Another game? upturn play team-play{number}" in output
    assert "one more turn for everyone" in squeezed(output)
    assert not (state / "team-play.json").exists()
    assert max(map(len, output.splitlines())) <= 80
    assert len(answers(output)) > 20
    for line in answers(output):
        assert line.startswith("1\n")
        assert "✗" not in line


def test_a_question_mark_shows_the_rules_and_enter_the_whole_table_again() -> None:
    output = play("keep", "draw pile", "?", "")
    rules = upturn.games.rules_of("team-play").about
    heading = rules.splitlines()[0].removeprefix("# ")
    shown, after = answers(output)[2:4]
    assert heading in shown
    assert TABLE in after
    assert "1 draw left." in after
    assert "3 Ben, partner" in after


def test_a_bots_turn_is_told_in_few_sentences() -> None:
    game = lay(4, {2: "r3 r3"}, to_act=2, bank="r1 b1 b2", pile="b7 b8")
    assert story_of(game, 1, "draw b1", "draw pile", "give r3 r3", "end") == [
        "Ada takes b1 from the bank and draws a card from the pile; b7 is turned up.",
        "Ada gives Cleo 2 cards.",
    ]


def test_undo_takes_back_one_move_of_a_turn(state: Path) -> None:
    output = go_on(state, lay(4, {1: "r3"}, bank="r1 b1 b2", pile="b7"), "draw b1", "u")
    assert "Taken back: draw b1." in answers(output)[1]
    assert "2 draws left." in answers(output)[1]
    assert last_move(state, "team-play") == "keep"


def test_between_your_own_moves_the_seats_are_not_drawn_again(state: Path) -> None:
    game = lay(4, {1: "r3"}, bank="r1 b1 b2", missions={1: "pair_any"}, centre="five_red")
    output = go_on(state, game, "draw b1", "", "draw b2", "q")
    first, after_draw, after_enter, after_second = output.split(PROMPT)[:4]
    assert "3 Cleo" not in after_draw.replace("Cleo, partner", "Cleo")
    assert COMPACT in after_draw
    assert "pair_any · 1 point · missing any 1 or 3" in after_draw
    for whole in (first, after_enter):
        assert "3 Ben, partner" in whole
        assert "▲▲   a pair" in whole
        assert COMPACT not in whole
    assert COMPACT in after_second


def test_when_missions_change_the_seats_are_drawn_again(state: Path) -> None:
    game = lay(4, {1: "r3 b3 r5"}, rounds=1, missions={1: "pair_any"}, coming="sum12")
    asked, kept = answers(go_on(state, game, "fulfil pair_any", "keep"))[:2]
    assert COMPACT not in asked
    assert "1 of 8 missions" in asked
    assert "offered sum12 · 1 point" in asked
    assert COMPACT in kept
    assert "own     sum12 · 1 point" in kept


# --- The list of moves -----------------------------------------------------------------------


def test_hundreds_of_ways_are_a_dozen_numbers_and_a_remark() -> None:
    ways = [text for text in notation(4).texts if text.startswith("fulfil sum12 ")]
    gives = [text for text in notation(4).texts if text.startswith("give ")]
    drawer = drawer_of("team-play", names_around(1, 4), 1)
    moves, listing = menu(["end", *ways, "draw pile", *gives, "draw r1"], drawer, 80)
    text = listing.plain
    assert len(ways) > 500
    assert f"and {len(ways) - 12} more: w lists all, or type fulfil sum12 and cards" in text
    assert "give to Ben" in squeezed(text)
    assert "or two, as in give r1 r1" in text
    assert len(moves) == 2 + 12 + 16 + 1
    assert moves[:2] == ["draw r1", "draw pile"]
    sizes = [move.count(" ") for move in moves[2:14]]
    assert sizes == sorted(sizes)
    assert sizes[0] == 3  # a mission and two cards
    listed = re.findall(r"(\d+)\) (.*?)(?=  |$)", text, re.MULTILINE)
    assert [int(number) for number, _ in listed] == list(range(1, len(moves) + 1))
    assert [option for _, option in listed] == [drawer.option(move) for move in moves]


def test_the_missions_worth_most_are_listed_first() -> None:
    own = {1: "two_pairs_red five_blue"}
    game = lay(3, {1: "r1 r1 r2 r2 b3"}, rounds=2, centre="pair_any", missions=own)
    moves, listing = menu(game.legal_moves(), drawer_for(game, 1), 80)
    rows = listing.plain.splitlines()
    assert rows[1] == " fulfil  two_pairs_red for 4 points"
    assert rows[3] == "         pair_any for 1 point"
    assert moves[4] == "fulfil two_pairs_red r1 r1 r2 r2"


def test_a_number_plays_the_move_that_stands_beside_it(state: Path) -> None:
    game = lay(4, {1: "r3 b3 r5"}, rounds=1, centre="pair_any", bank="r1 b1 b2")
    moves, _ = menu(game.legal_moves(), drawer_for(game, 1), 80)
    output = go_on(state, game, str(moves.index("give r5") + 1))
    assert last_move(state, "team-play") == "give r5"
    assert f"{moves.index('give r5') + 1}) r5" in output


# --- The screen ------------------------------------------------------------------------------


def test_the_seats_are_shown_with_cards_missions_and_who_is_the_partner() -> None:
    game = lay(4, missions={2: "run3_red", 3: "five_blue"})
    rows = [squeezed(row) for row in drawn(game, 1).splitlines()]
    assert "cards mission points mission pile 41, discard 0" in rows
    assert "2 Ada 2 run3_red 3 r▲ r▲+1 r▲+2" in rows
    assert "3 Ben, partner 3 five_blue 3 b? b? b? b? b?" in rows
    assert "You and Ben 0 points 0 of 8 missions" in rows
    assert "Ada and Cleo 0 points 0 of 8 missions" in rows
    other = drawn(lay(6), 5)
    assert "2 Ben, partner" in other
    assert "You and Ben" in other
    assert other.count("partner") == 1


@pytest.mark.parametrize("players", [3, 5])
def test_at_odd_counts_everybody_plays_alone(players: int) -> None:
    text = drawn(lay(players), 1)
    assert "partner" not in text
    assert "give" not in text
    assert squeezed(text).count("0 points 0 of 5 missions") == players


def test_points_and_missions_are_counted_by_team() -> None:
    game = lay(4, {1: "r3 b3 r5"}, rounds=1, centre="pair_any", moves=["fulfil pair_any r3 b3"])
    assert "You and Ben 1 point 1 of 8 missions" in squeezed(drawn(game, 1))
    assert "You and Ada 1 point 1 of 8 missions" in squeezed(drawn(game, 3))
    assert "Ada and Ben 1 point 1 of 8 missions" in squeezed(drawn(game, 2))
    assert "You and Cleo 0 points 0 of 8 missions" in squeezed(drawn(game, 2))


def test_the_bank_and_the_hand_lie_side_by_side_red_before_blue() -> None:
    game = lay(4, {1: "b2 r7 r2"}, rounds=1, bank="r5 b1 r8")
    rows = drawn(game, 1).splitlines()
    at = next(row for row, line in enumerate(rows) if line.startswith(" Bank · pile"))
    assert rows[at].rstrip().endswith("Your hand · 3 cards · limit 6")
    assert rows[at + 2].rstrip().endswith("│r2 │r7 │ │b2 │")
    assert rows[at + 2].startswith(" │r5 │ │b1 │ │r8 │ ")


def test_what_is_asked_at_set_up_is_the_offered_mission_with_its_explanation() -> None:
    text = drawn(lay(4, missions={1: "run3_red"}, answers=[]), 1)
    assert "Team Play · set-up · your turn" in text
    assert "offered run3_red · 3 points · missing " in text
    assert "r▲ r▲+1 r▲+2   three consecutive red numbers" in text
    assert "Keep your mission run3_red, or swap it for the next one" in text
    assert " keep   1) this mission\n swap   2) it for the next one" in text


def test_what_is_asked_in_a_turn() -> None:
    game = lay(4, {1: "r3"}, bank="r1 b1 b2")
    assert "2 draws left. You may give Ben one or two cards." in drawn(game, 1)
    game.play("draw r1")
    assert "1 draw left. You may give Ben cards after your second draw." in drawn(game, 1)
    game.play("draw b2")
    assert "You have drawn both cards. You may give Ben one or two cards." in drawn(game, 1)
    game.play("give r3 b2")
    assert "You have drawn both cards. You have already given Ben cards." in drawn(game, 1)


def overfull() -> Game:
    """Seat 3 begins its turn with nine cards, r1 r2 b7 among them, and may keep six."""
    turns = ["give r1 r2", "draw pile", "draw pile", "end", "draw pile", "draw pile", "end"]
    return lay(4, {1: "r1 r2", 3: "b7"}, rounds=2, moves=turns)


def test_above_the_limit_it_says_how_many_to_discard() -> None:
    game = overfull()
    assert "First discard 3 cards: the limit is 6." in drawn(game, 3)
    game.play("discard r1")
    assert "First discard 2 cards: the limit is 6." in drawn(game, 3)
    game = lay(4, rounds=1, to_act=3, moves=["draw pile", "draw pile"])
    assert "Before your next turn you’d have to discard 1." in drawn(game, 3)


def test_an_empty_hand_and_empty_places_are_drawn_too() -> None:
    game = lay(4, {1: "r3"}, moves=["give r3"])
    text = drawn(game, 1)
    assert "Your hand · no cards" in text
    view = game.view(1) | {"centre": None, "missions": [[None], ["sum12"], [None], ["pair_any"]]}
    for width in (40, 80):
        console = Console(width=width, file=StringIO(), record=True)
        console.print(drawer_for(game, 1).screen(view, width))
        shown = console.export_text()
        assert squeezed(shown).count("stays empty") == 2
        assert "none" in shown
        assert "offered" not in shown


def test_a_terminal_that_knows_few_letters_gets_lookalikes() -> None:
    """And no two symbols of a mission become the same."""
    screens = [drawn(upturn.new("team-play", players=players, seed=1), 1) for players in (3, 4)]
    missions = [
        in_symbols(mission.requirement) + in_words(mission.requirement) for mission in MISSIONS
    ]
    for text in screens + missions:
        plain = text.encode("ascii", PLAIN_LETTERS).decode()
        assert plain.count("?") == text.count("?")
    symbols = [LOOKALIKES[letter] for letter in "▲■●◆★♥♣♠"]
    assert len(set(symbols)) == len(symbols)
    assert not {"r", "b"} & set(symbols)


# --- What a hand lacks -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mission", "hand", "said"),
    [
        ("pair_any", "r3 r5 b3", "ready"),
        ("run3_red", "r2 r4 b3", "missing r3"),
        ("run3_red", "r2 r3 b4", "missing r1 or r4"),
        ("four_kind", "r3 r3 b3", "missing any 3"),
        ("two_pairs_blue", "b3 b4 b7 b7 b8", "missing b3, b4 or b8"),
        ("pair_any", "r3 b6", "missing any 3 or 6"),
        ("sum12", "r4", "missing any 8"),
        ("five_red", "r1 r2 r3 r4", "missing any red card"),
        ("pair_red", "r1 r2 r3 r5 r7 b1", "missing r1, r2, r3 or 2 more"),
        ("fixed_567_mono", "r5 b1", "missing r6 and r7"),
        ("fixed_2468", "r4 b8", "missing 2 cards, e.g. any 2 and 6"),
        ("pair_any", "", "missing 2 cards, e.g. any 1 and 1"),
    ],
)
def test_what_a_hand_lacks_is_said_in_a_few_words(mission: str, hand: str, said: str) -> None:
    assert lacks(mission, hand.split(), []) == said


def test_cards_that_lie_in_the_bank_are_named_first() -> None:
    assert lacks("two_pairs_red", ["r4", "r4"], ["r6", "r6", "b2"]) == "missing 2 cards, e.g. r6 r6"
    hand = ["r1", "r2", "r3", "r5", "r7"]
    assert lacks("pair_red", hand, ["r7", "b1", "b1"]) == "missing r7, r1, r2 or 2 more"


def test_every_mission_can_be_said_of_any_hand() -> None:
    for mission in MISSIONS:
        for hand in ([], ["r1"], ["b1", "b8"], ["r3", "r3", "r5", "b2", "b3", "b6", "b7"]):
            said = lacks(mission.id, hand, ["r1", "b2", "b8"])
            assert said == "ready" or said.startswith("missing ")
            assert len(said) <= 40


# --- What happened ---------------------------------------------------------------------------


def test_the_set_up_is_told() -> None:
    game = lay(
        4,
        {1: "r3"},
        bank="r1 b1 b2",
        centre="sum12",
        missions={1: "pair_any", 2: "run3_any", 3: "run3_red", 4: "five_red"},
        coming="full_house",
        answers=["keep", "swap"],
    )
    assert told(game, 1) == [
        "The bank is r1, b1 and b2; you are dealt r3.",
        "The centre mission is sum12; you get pair_any, Ada gets run3_any, Ben gets run3_red, "
        "Cleo gets five_red.",
        "You keep your mission.",
        "Ada swaps run3_any for full_house.",
    ]


def test_draws_are_told_and_those_of_others_from_the_pile_are_not_shown() -> None:
    def game() -> Game:
        return lay(4, bank="r1 b1 b2", pile="b7 b8 r5")

    assert story_of(game(), 1, "draw pile") == ["You draw b7 from the pile."]
    assert story_of(game(), 2, "draw pile") == ["Ada draws a card from the pile."]
    assert story_of(game(), 3, "draw pile", "draw pile") == ["Ada draws 2 cards from the pile."]
    assert story_of(game(), 2, "draw b1", "draw b7") == [
        "Ada takes b1 and b7 from the bank; b7 and b8 are turned up."
    ]
    assert story_of(game(), 1, "draw b1") == ["You take b1 from the bank; b7 is turned up."]


def test_gifts_are_shown_to_the_partners_alone() -> None:
    def game() -> Game:
        return lay(4, {1: "r3 b3 b5"}, rounds=1)

    assert story_of(game(), 1, "give r3 b5") == ["You give Ben r3 and b5."]
    assert story_of(game(), 3, "give r3 b5") == ["Ada gives you r3 and b5."]
    assert story_of(game(), 2, "give r3 b5") == ["Ada gives Ben 2 cards."]
    assert story_of(game(), 4, "give r3") == ["Ada gives Cleo 1 card."]


def test_fulfilled_missions_are_told_with_the_new_ones() -> None:
    def game() -> Game:
        hands = {1: "r3 b3 r2 r4 b4"}
        own = {1: "pair_any"}
        return lay(4, hands, rounds=2, missions=own, centre="run3_any", coming="sum12 five_red")

    assert story_of(game(), 1, "fulfil pair_any r3 b3", "keep") == [
        "You complete pair_any with r3 b3 for 1 point; your new mission is sum12."
    ]
    assert story_of(game(), 2, "fulfil run3_any r2 r3 r4") == [
        "Ada completes run3_any with r2 r3 r4 for 2 points; the new centre mission is sum12."
    ]
    assert story_of(game(), 3, "fulfil pair_any r3 b3", "swap") == [
        "Ada completes pair_any with r3 b3 for 1 point; Ada’s new mission is sum12.",
        "Ada swaps sum12 for five_red.",
    ]


def test_discards_share_a_sentence() -> None:
    discards = ["discard r1", "discard b7", "discard r2"]
    assert story_of(overfull(), 1, *discards) == ["Ben discards r1, b7 and r2."]
    assert story_of(overfull(), 3, "discard b7") == ["You discard b7."]


def test_a_whole_game_is_told_in_words_to_every_seat() -> None:
    """With every reshuffle, and the last round."""
    story: list[str] = []
    for players in (3, 4):
        game: Game = upturn.new("team-play", players=players, seed=5)
        bot = make_bot("random", "team-play", 5)
        while game.to_act is not None:
            game.play(bot.choose(game.view(game.to_act)))
        for seat in (1, 2):
            story += told(game, seat)
            single = [
                sentence
                for entry in game.view(seat)["history"]
                for sentence in drawer_for(game, seat).tell(entry, game.view(seat))
            ]
            assert len(single) > len(told(game, seat))
            story += single
    text = "\n".join(story)
    for words in ("You takes", "You draws", "you has", "your’s", "You’s", "None", "{", "you gives"):
        assert words not in text
    for words in (
        "You discard ",
        " discards ",
        " are turned up; the number discard pile, ",
        " cards, is shuffled into a new pile.",
        "You swap ",
        " swaps ",
        " completes ",
        " missions, so the last round begins: one more turn for everyone, ",
    ):
        assert words in text


def test_hidden_cards_change_no_letter_for_the_others() -> None:
    """Two games that differ in what seat 1 cannot see look and sound the same from there."""
    one = lay(4, {2: "r1 b1", 4: "r8 b8 r7"}, bank="r2 r3 r4", pile="b5 b6 b7 b8")
    two = lay(4, {2: "r8 b1", 4: "r1 b8 r7"}, bank="r2 r3 r4", pile="b5 b6 r5 b4")
    for move in ("draw pile", "draw pile", "end", "draw pile", "give", "draw pile", "end"):
        for game, gift in ((one, "give r1"), (two, "give r8")):
            if move != "give":
                game.play(move)
            elif game.view(2)["draws"] == 0:
                game.play(gift)
        assert one.view(2) != two.view(2)
        assert drawn(one, 1) == drawn(two, 1)
        assert told(one, 1) == told(two, 1)
    assert told(one, 4) != told(two, 4)


# --- The end ---------------------------------------------------------------------------------


def ended(players: int, scores: list[int]) -> dict[str, Any]:
    game = upturn.new("team-play", players=players, seed=1)
    return {**game.view(1), "scores": scores}


def test_the_winners_are_named_with_all_points() -> None:
    drawer = drawer_of("team-play", names_around(1, 4), 1)
    assert drawer.result(ended(4, [20, 17, 20, 17])) == (
        "You and Ben win the game! "
        "Points: You and Ben 20 with no missions · Ada and Cleo 17 with no missions."
    )
    drawer = drawer_of("team-play", names_around(2, 3), 2)
    result = drawer.result(ended(3, [9, 7, 8]))
    assert result.startswith("Ada wins the game! Points: Ada 9 with no missions · Ben 8 with ")
    assert drawer.result(ended(3, [7, 8, 7])).startswith("You win the game! ")


def test_a_tie_is_shared() -> None:
    drawer = drawer_of("team-play", names_around(3, 6), 3)
    assert drawer.result(ended(6, [9, 8, 9, 9, 8, 9])) == (
        "It’s a tie, shared by Ada and Cleo and by you and Eva! "
        "Points: Ada and Cleo 9 with no missions · You and Eva 9 with no missions · "
        "Ben and Dov 8 with no missions."
    )

"""`upturn play`, as somebody at the terminal meets it: typed lines in, text out."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import upturn
from tests.support.at_terminal import (
    PROMPT,
    answers,
    at_height,
    drawer_for,
    drawn,
    saved_moves,
    sit_there,
    squeezed,
    typed,
)
from upturn.bots import make_bot
from upturn.cli.app import app
from upturn.cli.drawing.cards import shelves
from upturn.cli.drawing.dnup.drawer import faces
from upturn.cli.drawing.drawer import PLAIN_LETTERS
from upturn.games import rules_of
from upturn.games.game import Game

NAMES = ["You", "Ada", "Ben", "Cleo", "Dov"]
pytestmark = pytest.mark.usefixtures("state")
SCREEN = "dnup · round "


def play(*lines: str, options: str = "--seed 7 --bots greedy") -> str:
    """What stands in the terminal after these lines were typed."""
    return typed(f"play dnup {options}", *lines)


def screens(output: str) -> list[str]:
    """The turns, each from the drawn table to where the next one is drawn."""
    return output.split(SCREEN)[1:]


def saved(state: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((state / "dnup.json").read_text())
    return data


# --- Playing ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_whole_game_by_number(players: int, state: Path) -> None:
    output = play(*["1"] * 1000, options=f"--seed 7 --players {players}")
    assert "wins the game!" in output or "You win the game!" in output
    number = "" if players == 4 else f" --players {players}"
    assert f"Another game? upturn play dnup{number}\n" in output
    assert not (state / "dnup.json").exists()
    assert max(map(len, output.splitlines())) <= 80


def test_a_whole_game_against_random_bots_from_another_seat() -> None:
    output = play(*["1"] * 3000, options="--seed 7 --bots random --seat 3")
    assert "3 You" in output
    assert "1 Ada" in output
    assert "the random bots Ada, Ben and Cleo; you’re in seat 3" in output
    assert "the game!" in output


def test_each_round_ends_with_who_went_out_and_the_standings() -> None:
    output = play(*["flip"] * 1000)
    assert "is out and gets 2 tokens." in output
    assert "is out and gets 1 token." in output
    assert "The round is over. Tokens: You 0 · Ada " in output
    assert output.count("The cards are dealt; ") == output.count("The round is over.") + 1


def test_two_players_count_rounds() -> None:
    output = play(*["flip"] * 1000, options="--seed 7 --players 2")
    assert "Ada is out and wins the round." in output
    assert "The round is over. Rounds won: You 0 · Ada 1." in output
    assert "Ada wins the game! Rounds won: You 0 · Ada 2." in output


def test_a_move_may_be_typed_and_need_not_be_tidy(state: Path) -> None:
    play("  PLAY 4/3,4/2 ")
    assert "play 4/2 4/3" in saved(state)["record"]["moves"]


def test_an_illegal_move_is_refused_with_its_reason_and_asked_again() -> None:
    output = play("play 10/1", "add 4/2 to 4", "nonsense [/]", "99", "play 4/2")
    refusals = output.split(PROMPT)[1:]
    assert "✗ You hold 1/10, not 10/1. You can’t turn a single card in your hand." in refusals[0]
    assert "✗ The set at Cleo’s seat has the value 1, so you can’t add 4/2 to it." in refusals[1]
    assert "✗ ‘nonsense [/]’ is not a move. Moves look like this: play 7/1 7/3" in refusals[2]
    assert "✗ There’s no move 99; the moves are 1 to 14." in refusals[3]
    assert "· You play a single 4." in refusals[4]
    assert len(screens(output)) == 2


def test_a_refusal_calls_places_by_the_names_at_the_table() -> None:
    assert "✗ There is no set at Ada’s area 1." in play(
        "take 2a", options="--seed 7 --players 2 --new"
    )
    assert "✗ There is no set at Ada’s seat." in play("take 2", options="--seed 7 --new")
    assert "✗ There is no place 7. The places are 1, 2, 3 and 4." in play(
        "take 7", options="--seed 7 --new"
    )


def test_the_beginning_of_a_single_move_is_enough(state: Path) -> None:
    output = play("add 1/9", "q")
    assert "add 1/9 to 4" in saved(state)["record"]["moves"]
    assert "· You add 1/9 to Cleo’s set." in output


def test_the_beginning_of_several_moves_is_not() -> None:
    output = play("play", "add", "plus")
    told = answers(output)
    listed = "play 1/9, play 1/10, play 2/10, play 3/6, play 4/2, …"
    assert f"✗ 10 moves fit: {listed}" in told[0]
    assert "✗ 2 moves fit: add 1/9 to 4, add 1/10 to 4.\n" in told[1]
    assert "✗ ‘plus’ is not a move" in told[2]
    assert len(screens(output)) == 1


def test_a_verb_cut_short_is_a_whole_move_with_the_rest_of_it(state: Path) -> None:
    play("p 4/2")  # and not play 4/2 4/3
    assert "play 4/2" in saved(state)["record"]["moves"]


def test_words_may_be_cut_short_but_not_numbers(state: Path) -> None:
    output = play("p 1/1", "f")
    assert "✗ There is no card 1/1 in the deck." in output  # and not play 1/10
    assert "flip" in saved(state)["record"]["moves"]


def test_the_number_of_a_move_may_have_its_bracket() -> None:
    output = play("99)", "1)")
    assert "✗ There’s no move 99; the moves are 1 to" in output
    assert "· You play a single 1." in output


def test_a_whole_move_is_itself_even_if_others_go_on_from_it(state: Path) -> None:
    play("play 4/2")
    assert "play 4/2" in saved(state)["record"]["moves"]


def test_what_happened_since_your_last_move_is_told() -> None:
    output = play("1")
    assert "· The cards are dealt; Cleo holds the star and begins.\n · Cleo plays a" in output
    assert "· You play a single 1." in output
    assert "your single 1 goes back upside down: 9/1" in output


def test_a_question_mark_shows_the_rules_and_enter_the_table_again() -> None:
    output = play("?", "")
    assert "Be the first to get rid of your cards." in output
    assert "Enter: back to the table." in output
    first, second = screens(output)
    assert second.startswith(first.split(PROMPT)[0])
    assert PROMPT in first


@pytest.mark.parametrize("game", upturn.game_names())
def test_a_question_mark_tells_in_every_game_what_can_be_typed(game: str) -> None:
    told = squeezed(typed(f"play {game} --seed 7", "?"))
    for words in (
        "Enter does what the list says",
        "A number makes the move",
        "you can shorten words",
        "Tab completes a word",
        "w lists all moves, and w red only those with the word red",
        "h gives you a hint",
        "i shows everything else you may know",
        "u takes back your last move",
        "q quits; the game is saved",
    ):
        assert words in told


def test_a_narrow_prompt_names_the_help(monkeypatch: pytest.MonkeyPatch) -> None:
    at_height(24, 60, monkeypatch)
    assert " Your move (? help, q quit): " in play("q")


def test_help_comes_by_the_screenful_to_somebody_at_a_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at_height(24, 80, monkeypatch)
    sit_there(monkeypatch)
    more = " Enter: more, q: stop. "
    turned = play("?", "", "", "", "", "", "q", options="--seed 7 --new")
    _, *pages = turned.split("?\n", 1)[1].split(" Enter: back")[0].split(more)
    assert len(pages) >= 2
    assert all(len(page.splitlines()) <= 24 for page in pages)
    left = play("?", "q", "", "q", options="--seed 7 --new")
    assert left.count(more) == left.count("Enter: back to the table.") == 1
    assert len(screens(left)) == 2


def test_piped_in_lines_get_the_help_in_one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    at_height(24, 80, monkeypatch)
    assert "Enter: more" not in play("?", "")


def test_there_is_nothing_more_to_see_in_dnup_than_the_table() -> None:
    assert "Everything there is to see is on the table." in play("i")


def test_empty_lines_are_passed_over() -> None:
    assert len(screens(play("", "  ", "flip"))) == 2


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--players 7", "dnup is for 2 to 5 players, not 7"),
        ("--seat 0", "there is no seat 0; the seats are 1 to 4"),
        ("--seat 5", "there is no seat 5; the seats are 1 to 4"),
    ],
)
def test_what_cannot_be_set_up_is_refused(options: str, sentence: str, state: Path) -> None:
    with pytest.raises(upturn.InvalidSetup, match=sentence):
        play(options=options)
    assert not state.exists()


def test_an_unknown_game_is_refused() -> None:
    result = CliRunner().invoke(app, ["play", "chess"])
    assert isinstance(result.exception, upturn.UnknownGame)


# --- Undoing ---------------------------------------------------------------------------------


def test_undo_takes_back_your_move_and_the_replies(state: Path) -> None:
    output = play("flip", "u", "flip", "u")
    before, after, again, at_last = screens(output)[:4]
    table = before.split(PROMPT)[0]
    assert again.split(PROMPT)[0] == table
    assert "Taken back: flip, and everything the others did after it." in after
    assert "flip" not in saved(state)["record"]["moves"]
    assert at_last == after


def test_undo_goes_back_over_the_end_of_a_round() -> None:
    output = play(*["flip"] * 12, *["u"] * 12)
    assert "The round is over." in output
    assert screens(output)[-1].split(PROMPT)[0] == screens(output)[0].split(PROMPT)[0]


def test_before_your_first_move_there_is_nothing_to_undo() -> None:
    output = play("u")
    assert "✗ There’s nothing to take back: you haven’t moved yet." in output
    assert len(screens(output)) == 1


# --- Leaving and coming back -----------------------------------------------------------------


def test_a_game_is_saved_from_the_start_and_after_every_move(state: Path) -> None:
    play("q")
    before = saved(state)
    play("y", "flip", "q")
    after = saved(state)
    assert before["seed"] == after["seed"] == 7
    assert after["record"]["moves"][: len(before["record"]["moves"])] == before["record"]["moves"]
    assert len(after["record"]["moves"]) == len(before["record"]["moves"]) + 4
    assert [path.name for path in state.iterdir()] == ["dnup.json"]


def test_a_resumed_game_goes_on_as_if_never_left() -> None:
    """Over rounds too: the deals still to come are the same."""
    whole = screens(play(*["flip"] * 1000))
    first = play(*["flip"] * 5, "q")
    rest = play("y", *["flip"] * 1000, options="--seed 8")
    assert screens(first)[:5] == whole[:5]
    assert screens(rest) == whole[5:]


def test_resuming_tells_again_what_happened_since_your_last_move() -> None:
    story = play("1", "q").split(PROMPT)[1].split("\n", 1)[1]
    assert story.split(SCREEN)[0] in play("y")


def test_no_to_resuming_starts_anew_and_so_does_the_option(state: Path) -> None:
    play("flip", "q")
    assert "Resume your 4-player game from" in play("what?", "no", "q", options="--seed 8")
    assert saved(state)["seed"] == 8
    assert "Resume" not in play("q", options="--seed 9 --new")
    assert saved(state)["seed"] == 9


def test_who_asks_for_another_table_is_asked_whether_they_mean_it(state: Path) -> None:
    play("flip", "q")
    for wish in ("--players 2", "--seat 2", "--bots random", "--seed 8"):
        question = squeezed(play(options=wish))
        assert " instead of the new game you asked for? n discards it. [y/N]" in question
        assert saved(state)["seed"] == 7
    assert "instead" not in play(options="")
    assert "[Y/n]" in play(options="")
    play("", "q", options="--players 2 --seed 8")
    assert (saved(state)["seed"], saved(state)["record"]["players"]) == (8, 2)


def test_a_question_can_be_left_and_other_words_are_not_passed_over_in_silence(
    state: Path,
) -> None:
    play("flip", "q")
    output = play("w", "q")
    assert output.count("Please answer y or n.") == 1
    assert output.endswith("\n Saved. To resume: upturn play dnup\n")
    assert "flip" in saved_moves(state, "dnup")


def test_a_game_without_a_seed_is_resumed_with_the_one_it_got(state: Path) -> None:
    play("flip", "q", options="--players 3")
    seed = saved(state)["seed"]
    play("y", "flip", "q", options="")
    assert saved(state)["seed"] == seed
    assert saved(state)["record"]["players"] == 3


def test_the_end_of_the_input_saves_and_says_how_to_go_on(state: Path) -> None:
    assert play("flip").endswith("\n Saved. To resume: upturn play dnup\n")
    assert (state / "dnup.json").exists()
    assert play().endswith("\n Saved. To resume: upturn play dnup\n")


def test_an_interrupt_saves_and_says_how_to_go_on(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    assert play().endswith("\n Saved. To resume: upturn play dnup\n")
    assert (state / "dnup.json").exists()


def test_a_game_that_cannot_be_saved_can_be_played(state: Path) -> None:
    state.write_text("a file where the folder should be")
    output = play("flip", "flip", "q")
    assert output.count("✗ The game can’t be saved: ") == 1
    assert len(screens(output)) == 3
    assert output.endswith("\n The game is not saved. Goodbye.\n")


def save_of(**changes: object) -> str:
    """A save file, with something wrong in it if there are changes."""
    game = upturn.new("dnup", players=4, seed=1)
    good = {"save": 1, "seat": 1, "bots": "greedy", "names": NAMES[:4], "seed": 1}
    return json.dumps(good | {"record": game.record()} | changes)


DAMAGE: dict[str, object] = {
    "nothing": "",
    "no JSON": "{",
    "not an object": "[]",
    "nested deeply": "[" * 100_000,
    "no text": "\udcff",
    "a foreign key": {"cheat": True},
    "another format": {"save": 2},
    "a seat that is not there": {"seat": 5},
    "a seat in words": {"seat": "one"},
    "an unknown bot": {"bots": "clever"},
    "bots of a wrong type": {"bots": ["greedy"]},
    "too few names": {"names": ["You"]},
    "a name that clears the screen": {"names": ["You", "Ada", "Ben", "\x1b[2J"]},
    "no seed": {"seed": None},
    "no record": {"record": None},
    "a record that does not replay": {
        "record": {"upturn": 1, "game": "dnup", "players": 4, "moves": ["flip"], "over": False}
    },
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_a_damaged_save_is_kept_aside_and_a_new_game_begins(damage: object, state: Path) -> None:
    content = save_of(**damage) if isinstance(damage, dict) else str(damage)
    state.mkdir()
    (state / "dnup.json").write_text(content, errors="surrogateescape")
    output = " ".join(play("q").split())
    assert "Your saved game can’t be resumed: " in output
    assert ". Here’s a new one. The old one is kept as " in output
    assert f"{state}/dnup.json.damaged" in output
    kept = (state / "dnup.json.damaged").read_text(errors="surrogateescape")
    assert kept == content
    assert saved(state)["seed"] == 7


def test_what_is_said_of_a_damaged_save_stays_in_sight(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state.mkdir()
    (state / "team-up.json").write_text("{")
    at_height(24, 80, monkeypatch)
    output = typed("play team-up --seed 7", "q")
    in_sight = output.split(PROMPT)[0].splitlines()[-24:]
    assert " Your saved game can’t be resumed: the file is damaged. Here’s a new one." in in_sight


def test_a_second_damaged_save_does_not_replace_the_first(state: Path) -> None:
    state.mkdir()
    for content in ("one", "two", "three"):
        (state / "dnup.json").write_text(content)
        play("q")
    kept = [path.read_text() for path in sorted(state.glob("*.damaged*"))]
    assert kept == ["one", "two", "three"]


def test_a_game_with_other_cards_is_saved_apart(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play("flip", "q")
    before = (state / "dnup.json").read_bytes()
    custom = replace(rules_of("dnup"), edition="custom-12345678")
    monkeypatch.setattr("upturn.games.dnup.RULES", custom)
    assert "Resume" not in play("q")
    assert (state / "dnup.json").read_bytes() == before
    assert (state / "dnup-custom-12345678.json").exists()


def test_without_damage_the_same_file_is_resumed(state: Path) -> None:
    state.mkdir()
    (state / "dnup.json").write_text(save_of())
    assert "Resume" in play("y", "q")


def test_a_crash_while_saving_leaves_the_old_file(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play("q")
    before = saved(state)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert "can’t be saved: [Errno 28] No space left on device." in play("y", "flip", "q")
    assert saved(state) == before
    assert [path.name for path in state.iterdir()] == ["dnup.json"]


# --- What is drawn ---------------------------------------------------------------------------


def told(game: Game, seat: int) -> list[str]:
    """Everything that happened, in sentences."""
    drawer, view = drawer_for(game, seat), game.view(seat)
    return [sentence for entry in view["history"] for sentence in drawer.tell(entry, view)]


def test_the_hand_shows_both_values_of_every_card_and_how_it_would_be_flipped() -> None:
    game = upturn.new("dnup", players=4, seed=7)
    text = drawn(game, 1)
    assert "│1  │1  │ │2  │ │3  │ │4  │4  │ │5  │5  │ │6  │" in text
    assert "│  9│ 10│ │ 10│ │  6│ │  2│  3│ │  3│  3│ │  3│" in text
    assert "flipped  2/4 · 3/4 3/5 3/5 3/6 · 6/3 · 9/1 · 10/1 10/2" in text


def test_thirteen_cards_of_ten_values_stand_on_one_shelf() -> None:
    hand = [faces([f"{value}/10"] * (2 if value < 4 else 1)) for value in range(1, 11)]
    assert len(shelves(hand, 78).plain.splitlines()) == 4


def test_a_terminal_that_knows_few_letters_gets_lookalikes() -> None:
    assert "╭───╮ Ada’s · 是".encode("ascii", PLAIN_LETTERS) == b"+---+ Ada's . ?"


def test_hidden_cards_do_not_change_a_letter_on_the_screen() -> None:
    """Two games that differ in what seat 1 cannot see look the same from there."""
    record = upturn.new("dnup", players=4, seed=7).record()
    hands = record["moves"][0].removeprefix("deal ").split(" | ")
    second, third = hands[1].split(" "), hands[2].split(" ")
    second[0], third[0] = third[0], second[0]
    swapped = [hands[0], " ".join(second), " ".join(third), hands[3]]
    other = record | {"moves": [f"deal {' | '.join(swapped)}"]}
    games = [upturn.replay(record), upturn.replay(other)]
    for _ in range(8):
        assert games[0].view(2) != games[1].view(2)
        assert drawn(games[0], 1) == drawn(games[1], 1)
        assert told(games[0], 1) == told(games[1], 1)
        for game in games:
            game.play("flip")


def test_every_kind_of_event_is_told_in_words() -> None:
    story: list[str] = []
    for players in (2, 4):
        game = upturn.new("dnup", players=players, seed=5)
        bot = make_bot("random", "dnup", 5)
        while game.to_act is not None:
            game.play(bot.choose(game.view(game.to_act)))
        story += told(game, 2)
    text = "\n".join(story)
    for words in ("You plays", "you plays", "your’s", "You’s", "None", "{"):
        assert words not in text
    for words in (
        "You play a single ",
        " plays a pair of ",
        " goes back upside down: ",
        "You add ",
        "’s set in area 2; upside down: ",
        " flips their whole hand.",
        "You flip your whole hand.",
        " is discarded.",
    ):
        assert words in text


@pytest.mark.parametrize(
    ("started", "known", "called"),
    [
        (".venv/bin/upturn", None, ".venv/bin/upturn"),
        (".venv/bin/upturn", "/usr/bin/upturn", "upturn"),
        ("pytest", None, "upturn"),
    ],
)
def test_the_way_back_is_named_as_it_can_be_typed(
    started: str, known: str | None, called: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", [started])
    monkeypatch.setattr("shutil.which", lambda _: known)
    assert f"Saved. To resume: {called} play dnup" in play("q")

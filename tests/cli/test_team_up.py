"""`upturn play team-up`, as somebody at the terminal meets it: typed lines in, text out."""

from __future__ import annotations

import json
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
    at_height,
    drawer_for,
    drawn,
    go_on,
    last_move,
    saved_moves,
    squeezed,
    typed,
)
from tests.support.team_up_table import dealt, lay, play, wander
from upturn.cli.drawing.drawer import menu, whole_menu
from upturn.cli.drawing.team_up.drawer import TeamUpDrawer
from upturn.cli.drawing.team_up.pallet import layers_to_fill
from upturn.games.game import Game

pytestmark = pytest.mark.usefixtures("state")
TURN = ("", "w", "1")  # draw, look at the places, take the first


def widest(text: str) -> int:
    """How wide the text is, but for the path of a file."""
    return max(len(line) for line in text.splitlines() if "-last.json" not in line)


# --- Playing ---------------------------------------------------------------------------------


def test_a_whole_game_alone(state: Path) -> None:
    output = typed("play team-up --seed 3", *TURN * 40)
    assert output.startswith(" You’re playing Team UP alone.\n")
    assert "bot" not in output
    assert "seat" not in output
    assert "✗" not in output
    assert widest(output) <= 80
    end = squeezed(output.split("────\n")[-1])
    assert re.match(r"No layers full, \d+ boxes left and \d+ penalties: −\d+ points\. ", end)
    assert "A perfect pallet scores 25." in end
    assert "The same cards again? upturn play team-up --again" in end
    assert end.endswith("Another game? upturn play team-up")
    assert not (state / "team-up.json").exists()
    assert upturn.replay(json.loads((state / "team-up-last.json").read_text())).over


@pytest.mark.parametrize(("players", "seat"), [(2, 1), (3, 2), (4, 4)])
def test_a_whole_game_with_bots(players: int, seat: int) -> None:
    options = f"--players {players} --seat {seat} --bots random --seed 4"
    output = typed(f"play team-up {options}", *TURN * 60)
    assert f"you’re in seat {seat}." in squeezed(output)
    assert "Ada draws " in output
    assert " and places the " in output
    assert "points. A perfect pallet scores 25." in squeezed(output)
    assert widest(output) <= 80
    own = f"--players {players}{'' if seat == 1 else f' --seat {seat}'} --bots random"
    assert squeezed(output).endswith(f"Another game? upturn play team-up {own}")


def test_enter_draws_and_enter_lays_a_penalty(state: Path) -> None:
    tall = ["red wide3 d1 x", "blue wide3 d2 y"]
    game = lay(*tall, players=1)
    go_on(state, game, "")
    assert last_move(state, "team-up") == "draw"
    stuck = stuck_game()
    output = go_on(state, stuck, "")
    assert "No box can" in output
    assert " now   1) take the penalty (or press Enter)" in output
    assert last_move(state, "team-up") == "penalty"


def stuck_game() -> Game:
    """A game in which the card that was drawn cannot be obeyed."""
    for seed in range(100):
        game = upturn.new("team-up", players=1, seed=seed)
        while not game.over:
            game.play(game.legal_moves()[0])
            if game.legal_moves() == ["penalty"]:
                return game
    raise AssertionError("none of these games has a penalty")


def test_enter_brings_the_table_back_after_the_rules_and_draws_nothing(state: Path) -> None:
    output = go_on(state, dealt(players=1), "?", "", "i", "", "w", "")
    for shown in (1, 3, 5):
        assert "Team UP · score −27" in answers(output)[shown]
    assert "draw" not in saved_moves(state, "team-up")


def test_a_question_mark_tells_what_is_in_the_box() -> None:
    told = squeezed(typed("play team-up --seed 3", "?"))
    for words in (
        "27 boxes, 9 each in red, blue and white",
        "You take turns.",
        "36 cards, 18 ask for a colour (6 for each",
        "15 ask for a shape (5 for each",
        "3 let you choose between two shapes (1 for each pair)",
        "The table below calls this side the top",
        "It starts in a corner, lying down or standing up",
    ):
        assert words in told


def test_enter_places_nothing(state: Path) -> None:
    go_on(state, lay(then="red", players=1), "", "")
    assert last_move(state, "team-up") == "draw"


def test_words_may_be_cut_short_and_the_first_left_out(state: Path) -> None:
    for line in (
        "p r wide2 d1 x",
        "red wide2 d1 x",
        "Place Red wide2 at D1 along x",
        "p wide2 d1 x",
    ):
        output = go_on(state, lay(then="red", players=1), line)
        assert last_move(state, "team-up") == "place red wide2 d1 x"
        assert "· You place the red wide2 at d1 along x, layers 1 to 2." in output


def test_a_place_against_the_rules_is_refused_with_the_rule(state: Path) -> None:
    game = lay("red wide2 d1 x", then="red", players=1)
    lines = [
        "p red wide1 d1 x",
        "p red wide1 d3 x",
        "p red bar1 c1 x",
        "place blue",
        "p r wide1 e4",
    ]
    refusals = answers(go_on(state, game, *lines, "stop", "draw"))
    assert "✗ The box would overhang: d1 is at height 2, but d2 is at height 0." in refusals[0]
    assert "✗ The red wide1 would touch nothing at d3." in refusals[1]
    assert "✗ The box would overhang: " in refusals[2]
    assert "✗ The card asks for a red box.\n" in refusals[3]
    assert "✗ Say which way the red wide1 lies, along x or y." in refusals[4]
    drawn = "✗ You have already drawn a card (red)."
    assert f"{drawn} You can stop before the next draw." in refusals[5]
    assert f"{drawn} Place a box that follows it." in refusals[6]
    assert last_move(state, "team-up") == "draw"


def test_a_line_that_two_boxes_fit_places_neither(state: Path) -> None:
    game = lay(then="wide|bar", players=1, neutral="f1 y")
    moves = ["place red bar1 e2 y", "place red bar3 e2"]
    assert set(moves) <= set(game.legal_moves())
    output = go_on(state, game, "red bar e2", "place red bar e2")
    for answer in answers(output)[:2]:
        assert f"✗ 2 moves fit: {', '.join(moves)}.\n" in answer
    assert last_move(state, "team-up") == "draw"
    go_on(state, game, "red bar3 e2")
    assert last_move(state, "team-up") == moves[1]
    go_on(state, game, "red bar1 e2")
    assert last_move(state, "team-up") == moves[0]
    go_on(state, game, "r bar1 e2 y")
    assert last_move(state, "team-up") == moves[0]


def test_a_box_without_its_place_or_colour_is_answered_with_the_moves(state: Path) -> None:
    game = lay(then="square|bar", players=1, neutral="f1 y")
    lines = ["bar", "square1", "sq d1", "bar1 c2 x"]
    for line, answer in zip(lines, answers(go_on(state, game, *lines)), strict=False):
        assert re.search(r"✗ \d+ moves fit: place (red|blue) ", squeezed(answer)), line
    assert "place red bar1 c2 x, place blue bar1 c2 x, place white bar1 c2 x" in squeezed(answer)
    assert last_move(state, "team-up") == "draw"


def test_where_a_box_of_no_colour_can_go_the_reason_is_told(state: Path) -> None:
    game = lay("red wide1 d1 x", then="bar", players=1, neutral="a1 x")
    over, nothing, wrong, none = answers(
        go_on(state, game, "bar1 b1 y", "bar3 a4", "wide1 d3 x", "red wide")
    )[:4]
    assert "✗ The box would overhang: b1 is at height 1, but b2 is at height 0." in over
    which = "place red bar3 a4, place blue bar3 a4, place white bar3 a4"
    assert (
        f"✗ None of these is possible now: {which}. The red bar3 would touch nothing "
        in squeezed(nothing)
    )
    assert "✗ The card asks for a bar.\n" in wrong
    assert "✗ The card asks for a bar.\n" in none
    assert last_move(state, "team-up") == "draw"


def test_a_complaint_names_no_box_that_nobody_typed(state: Path) -> None:
    output = go_on(state, lay(then="blue", players=1), "red", "red square2", "sq")
    assert "✗ The card asks for a blue box.\n" in answers(output)[0]
    assert "✗ The card asks for a blue box, not a red square2.\n" in answers(output)[1]
    assert "moves fit: place blue square" in answers(output)[2]


def test_the_number_of_a_box_may_stand_apart(state: Path) -> None:
    go_on(state, lay(then="blue", players=1), "Blue  square 2 d1 x")
    assert last_move(state, "team-up") == "place blue square2 d1 x"


def test_undo_goes_back_move_by_move_and_the_same_card_comes_again(state: Path) -> None:
    game = dealt("red wide", players=1)
    output = go_on(state, game, "", "p wide2 d1 x", "", "u", "u", "u", "u")
    assert "Taken back: draw." in answers(output)[3]
    assert "Taken back: place red wide2 d1 x." in answers(output)[4]
    assert "│    R    │" in answers(output)[4]
    assert "✗ There’s nothing to take back: you haven’t moved yet." in answers(output)[6]
    assert saved_moves(state, "team-up") == game.moves


def test_a_resumed_game_goes_on_as_if_never_left(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for the look back, which tells as much as it finds in its time."""
    monkeypatch.setattr(TeamUpDrawer, "look_back", lambda *_: "")
    whole = typed("play team-up --seed 5", *TURN * 40)
    typed("play team-up --seed 5 --new", *TURN * 6)
    rest = typed("play team-up", "y", *TURN * 40)
    assert "Resume your 1-player game from" in rest
    assert answers(rest)[-1] == answers(whole)[-1]


def test_a_first_look_explains_the_signs_and_a_second_does_not(state: Path) -> None:
    sign = "a dot is a free cell on the pallet or on top of a box"
    assert sign in squeezed(typed("play team-up --seed 5", ""))
    assert sign not in squeezed(typed("play team-up", "y"))
    assert sign in squeezed(typed("play team-up", "y", "i"))


def test_i_tells_boxes_rules_cards_and_who_placed_what(state: Path) -> None:
    game = lay("red wide2 d1 x", "blue bar3 a2", players=2, clone="shape")
    told = squeezed(answers(go_on(state, game, "i"))[0])
    assert "wide2 3×1, 2 high – 1 1" in told
    assert "coloured side up" in told
    assert "House rule: only boxes of the same shape" in told
    assert "34 cards left: " in told
    assert "On the pallet: neutral at a1, red wide2 at d1 along x layers 1 to 2 (You), " in told
    assert "blue bar3 at a2 layers 1 to 3 (Ada)." in told


def test_i_counts_places_once_a_card_is_drawn(state: Path) -> None:
    before, after = answers(go_on(state, dealt("red", players=1), "i", "", "", "i"))[0:4:3]
    assert "laces" not in before
    assert "R B W places" in squeezed(after)
    assert "Places: how many ways there are to place a box of this kind now" in squeezed(after)


def test_a_house_rule_is_named_at_the_table_and_on_resuming() -> None:
    for output in (
        typed("play team-up --option clone=shape", "q"),
        typed("play team-up", "y", "q"),
    ):
        assert "You’re playing Team UP alone. House rule: clone=shape.\n" in output
        assert "no penalties · clone=shape ─" in output
    plain = typed("play team-up --new", "q")
    assert "House rule" not in plain
    assert "clone=" not in plain


# --- Stopping --------------------------------------------------------------------------------


def test_to_stop_the_person_is_asked_with_the_score_it_would_give(state: Path) -> None:
    game = lay("red wide2 d1 x", players=1)
    output = go_on(state, game, "stop", "maybe", "", "2", "n", "st", "y")
    assert output.count("Stop here with −26 points? [y/N]") == 4
    assert output.count("✗ Please answer y or n. To leave the game, type q") == 1
    assert len(answers(output)) == 3
    assert "· You stop.\n" in output
    assert "No layers full, 26 boxes left and no penalties: −26 points" in output
    assert not (state / "team-up.json").exists()


class Stopper:
    """A bot that wishes to stop whenever it can."""

    def choose(self, view: dict[str, Any]) -> str:
        legal: list[str] = view["legal"]
        return "stop" if "stop" in legal else legal[0]


@pytest.fixture
def stoppers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upturn.cli.company.make_bot", lambda *_: Stopper())


@pytest.mark.usefixtures("stoppers")
def test_a_bot_that_wishes_to_stop_asks_the_person(state: Path) -> None:
    output = go_on(state, dealt("red blue", players=2), "", "p wide2 d1 x", "y")
    question = "Ada would like to stop here with −26 points. Do you agree? [y/N]"
    before, after = output.split(question)
    assert "Team UP · Ada’s turn" in before.split(PROMPT)[-1]
    assert "· Ada stops, and everyone agrees." in after
    assert "−26 points" in after


@pytest.mark.usefixtures("stoppers")
def test_a_bot_that_may_not_stop_goes_on_and_the_others_do_not_ask_again(state: Path) -> None:
    output = go_on(
        state, dealt("red blue white red", players=3), "", "p wide2 d1 x", "n", "", "w", "1"
    )
    assert output.count("Do you agree?") == 2
    assert output.count("Ben would like to stop") == 0
    assert "· Ada draws blue and places the blue " in output
    assert "· Ben draws white and places the white " in output
    assert saved_moves(state, "team-up").count("draw") == 4


@pytest.mark.usefixtures("stoppers")
@pytest.mark.parametrize("leaving", [[], ["q"], ["quit"]])
def test_leaving_at_the_question_saves_and_it_is_asked_again(
    leaving: list[str], state: Path
) -> None:
    output = go_on(state, dealt("red", players=2), "", "p wide2 d1 x", *leaving)
    assert output.endswith("Saved. To resume: upturn play team-up\n")
    assert "Do you agree?" in typed("play team-up", "y")
    assert last_move(state, "team-up") == "place red wide2 d1 x"


# --- What can I place? -----------------------------------------------------------------------


def numbered(text: str) -> dict[int, str]:
    """The moves of a list by their numbers."""
    found, label = {}, ""
    for line in text.splitlines():
        head, *items = re.split(r"(?=\b\d+\) )", line)
        label = head.strip() or label
        for item in items:
            number, cell = item.strip().split(") ")
            box = label.split(" ")
            found[int(number)] = " ".join(["place", *box[:2], cell, *box[2:]])
    return found


def test_many_places_are_a_line_and_w_lists_them_by_box_and_axis(state: Path) -> None:
    game = lay("red wide2 d1 x", then="bar", players=1)
    places = len(game.legal_moves())
    assert places > 12
    table, listed = go_on(state, game, "w").split(PROMPT)[:2]
    assert f" place  w lists all {places} by number; or type one, as in place " in table
    assert "1)" not in table
    found = numbered(listed.split("w\n", 1)[1].split(" Enter: back")[0])
    assert sorted(found.values()) == sorted(game.legal_moves())
    assert list(found) == list(range(1, places + 1))
    colours = [move.split()[1] for move in found.values()]
    assert colours == sorted(colours, key=["red", "blue", "white"].index)
    go_on(state, game, "w", "7")
    assert last_move(state, "team-up") == found[7]


def test_before_the_list_was_seen_a_number_means_nothing(state: Path) -> None:
    output = go_on(state, lay(then="bar", players=1), "3")
    assert "✗ No move has a number yet; w lists them all." in output
    assert last_move(state, "team-up") == "draw"


def test_w_with_words_lists_those_moves_with_the_same_numbers(state: Path) -> None:
    game = lay("red wide2 d1 x", then="bar", players=1)
    output = go_on(state, game, "w", "w blue bar3", "w bar3 bl", "w green", "5")
    whole, part, same, none = (
        answer.partition("\n")[2].split(" Enter: back")[0] for answer in answers(output)[:4]
    )
    assert part == same
    chosen = numbered(part)
    assert {move.split()[1] + move.split()[2] for move in chosen.values()} == {"bluebar3"}
    assert chosen.items() <= numbered(whole).items()
    assert "✗ No move contains green; w alone lists all" in none
    assert last_move(state, "team-up") == numbered(whole)[5]


def test_few_places_have_their_numbers_at_once(state: Path) -> None:
    game = lay(then="square", players=1, neutral="f1 z")
    square = [move for move in game.legal_moves() if " red " in move]
    drawer = drawer_for(game, 1)
    moves, listing = menu(square, drawer, 80)
    assert len(square) <= 12
    assert numbered(listing.plain) == dict(enumerate(moves, 1))
    assert sorted(moves) == sorted(square)
    again, whole = whole_menu(square, drawer, 80, square)
    assert (again, whole.plain) == (moves, listing.plain)


@pytest.mark.parametrize("width", [40, 60, 80])
def test_the_longest_list_fits_the_width(width: int) -> None:
    game = lay(then="square|wide", players=1)
    play(game, game.legal_moves()[0])
    texts = [text for text in game.rules.notation(1).texts if text.startswith("place")]
    numbers, listing = whole_menu(texts, drawer_for(game, 1), width, texts)
    assert len(numbers) == len(texts) > 400
    assert max(map(len, listing.plain.splitlines())) <= width


@pytest.mark.parametrize("width", [40, 60, 80])
def test_a_hundred_moves_and_more_stand_as_close_as_fewer(width: int) -> None:
    game = lay(then="square|wide", players=1)
    texts = [text for text in game.rules.notation(1).texts if text.startswith("place red")]
    drawer = drawer_for(game, 1)
    assert len(texts) > 100
    _, listing = whole_menu(texts, drawer, width, texts)
    assert re.search(r"\n .* 1\d\d\) [a-f]\d  1\d\d\) [a-f]\d", listing.plain)
    assert not re.search(r"\) [a-f]\d {3,}\d\d\d\)", listing.plain)


def test_the_table_tells_in_how_many_places_each_kind_can_go() -> None:
    game = lay("red wide2 d1 x", then="square|wide", players=1)
    rows = [squeezed(row) for row in drawn(game, 1).splitlines()]
    legal = [move for move in game.legal_moves() if move.startswith("place blue ")]
    for kind, measure in [("square1", "2×2, 1 high 1 1 1"), ("wide2", "3×1, 2 high – 1 1")]:
        count = sum(f" {kind} " in move for move in legal)
        assert any(row.startswith(f"{kind} {measure} {count} ") for row in rows)
    assert not re.search(r"bar1 3×1, 1 high 2 2 2 \d+ [a-z]", " ".join(rows))


# --- Low terminals ---------------------------------------------------------------------------


def test_a_terminal_of_24_lines_shows_all_of_it_alone(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_height(24, 80, monkeypatch)
    output = go_on(state, dealt("red", players=1), "", "p wide2 d1 x", "")
    for screen in output.split(PROMPT)[1:4]:
        assert "boxes left" in screen
        assert len(screen.splitlines()) <= 25  # what was typed, and the table with its prompt
        assert "Enter: whole table" not in screen


def test_a_lower_one_leaves_out_the_boxes_and_enter_shows_them(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_height(21, 80, monkeypatch)
    short, whole, _ = go_on(state, lay(then="red", players=1), "").split(PROMPT)
    assert "Enter: whole table" in short
    assert "1 high" not in short
    assert "27 boxes left" in short
    assert "Places: square1 " in short
    assert "35 cards left: red 5" in short
    assert "1 high" in whole


def test_a_low_and_narrow_one_leaves_out_layers_where_no_box_can_go(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_height(24, 40, monkeypatch)
    short, whole, _ = go_on(state, lay(then="red", players=1), "").split(PROMPT)
    assert re.findall(r"Layer \d", short) == ["Layer 1", "Layer 2"]
    assert "Not shown: 3 layers where no box can go" in squeezed(short)
    assert re.findall(r"Layer \d", whole) == [f"Layer {number}" for number in range(1, 6)]
    for text in (short.split("alone.")[1], whole):
        assert max(map(len, text.splitlines())) <= 40
        assert "…" not in text


@pytest.mark.parametrize("width", [40, 60, 80])
def test_at_24_lines_the_score_and_the_boxes_left_are_in_sight(
    width: int, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_height(24, width, monkeypatch)
    for draws in (3, 9, 15, 20):
        game = wander(5, draws, players=1, more=1)
        shown = go_on(state, game).split(PROMPT)[0].splitlines()
        in_sight = squeezed("\n".join(shown[-24:]))
        assert f"core {game.scores[0]} · ".replace("-", "−") in in_sight
        assert "boxes left" in in_sight


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_shown_in_brief_fits_24_lines_unless_many_layers_are_open(
    seed: int, width: int
) -> None:
    for draws in range(1, 30, 4):
        game = wander(seed, draws, players=1, more=1)
        view, drawer = game.view(1), drawer_for(game, 1)
        if view["over"]:
            continue
        console = Console(width=width, record=True, file=StringIO())
        console.print(drawer.screen(view, width, view), menu(view["legal"], drawer, width)[1])
        lines = len(console.export_text().splitlines()) + len(["the prompt"])
        assert lines <= 24 or len(layers_to_fill(view)) > width // 15


def test_the_whole_table_of_a_low_terminal_tells_the_score_once_more_at_its_end(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_height(24, 40, monkeypatch)
    whole = go_on(state, lay(then="red", players=1), "").split(PROMPT)[1]
    assert whole.count("Score −27 · no layers full") == 2
    assert "Score −27" in squeezed("".join(whole.splitlines(keepends=True)[-7:]))

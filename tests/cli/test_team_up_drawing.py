"""How Team UP looks and sounds in a terminal."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from rich.console import Console

import upturn
from tests.support.amounts import amount
from tests.support.at_terminal import drawer_for, drawn, names_around, squeezed
from tests.support.team_up_table import dealt, lay, perfect, play, told, wander
from upturn.cli.drawing import drawer_of
from upturn.cli.drawing.drawer import PLAIN_LETTERS
from upturn.cli.drawing.team_up.cards import asked, symbol
from upturn.cli.drawing.team_up.pallet import layers_to_fill
from upturn.cli.drawing.team_up.story import compared, points
from upturn.games import rules_of
from upturn.games.game import Game


def below(text: str, heading: str, lines: int = 10) -> list[str]:
    """What stands under a layer's heading, without the headings and layers beside it."""
    rows = text.splitlines()
    at = next(row for row, line in enumerate(rows) if heading in line)
    left = rows[at].index(heading)
    return [row[left : left + 13] for row in rows[at + 1 : at + 1 + lines]]


def story_of(game: Game, seat: int, *moves: str) -> list[str]:
    """What these moves are told as."""
    before = len(game.moves)
    play(game, *moves)
    view = game.view(seat)
    return drawer_for(game, seat).story(view["history"][before:], view)


# --- The pallet ------------------------------------------------------------------------------


def test_each_box_is_one_outline_with_its_letter_in_every_cell() -> None:
    game = lay("blue wide2 d2 y", "red wide1 a3 x", "white square1 b1", neutral="d1 x")
    assert below(drawn(game, 1), "Layer 1") == [
        " a b c d e f ",
        "┌─────┬─┬───┐",
        "│R R R│b│· ·│",
        "│     │ │   │",
        "│R R R│b│· ·│",
        "├─┬───┤ │   │",
        "│·│W W│b│· ·│",
        "│ │   ├─┴───┤",
        "│·│W W│N N N│",
        "└─┴───┴─────┘",
    ]


def test_row_1_is_at_the_bottom_and_rows_and_columns_are_named() -> None:
    rows = drawn(dealt(neutral="a1 x"), 1).splitlines()
    first = next(at for at, row in enumerate(rows) if row.startswith("   Layer 1"))
    labels = [row[:4] for row in rows[first + 3 : first + 11 : 2]]
    assert labels == [" 4 │", " 3 │", " 2 │", " 1 │"]
    assert rows[first + 9].startswith(" 1 │N N N│· · ·│")
    assert rows[first + 1].split() == list("abcdef") * 5


def test_a_dot_is_an_open_cell_and_nothing_is_drawn_above_a_hole() -> None:
    text = drawn(lay("red wide1 d1 x", neutral="a1 x"), 1)
    assert below(text, "Layer 2") == [
        " a b c d e f ",
        "┌───────────┐",
        "│           │",
        "│           │",
        "│           │",
        "│           │",
        "│      · · ·│",
        "│           │",
        "│· · · · · ·│",
        "└───────────┘",
    ]
    view = lay("red wide1 d1 x", neutral="a1 x").view()
    assert sum(layer.count("·") for layer in below(text, "Layer 1")) == 24 - 3 - 6
    assert sum(height == 1 for row in view["heights"] for height in row) == 9


def test_a_box_that_goes_on_above_has_a_small_letter_until_it_ends() -> None:
    text = drawn(lay("blue wide3 e2 x", neutral="f1 z"), 1)
    for layer, letters in (("Layer 1", "b b│"), ("Layer 2", "b b│"), ("Layer 3", "B B│")):
        assert letters in below(text, layer)[6]
        assert ("n│" if letters[0] == "b" else "N│") in below(text, layer)[8]
    assert "b" not in "".join(below(text, "Layer 4")[1:])


def test_layers_tell_how_full_they_are() -> None:
    record = perfect()
    half = told(record["moves"][:43])
    heads = re.findall(r"Layer (\d) +(full|empty|\d+/24)", drawn(half, 1))
    assert heads == [("1", "full"), ("2", "full"), ("3", "22/24"), ("4", "19/24"), ("5", "empty")]
    whole = upturn.replay(record)
    assert re.findall(r"Layer (\d) +full", drawn(whole, 1)) == list("12345")


def test_layers_above_the_fifth_are_shown_once_they_are_used() -> None:
    tower = ["red wide3 b1 x", "blue bar3 b1"]
    assert "Layer 6" not in drawn(lay(*tower[:1]), 1)
    text = drawn(lay(*tower), 1)
    assert "Layer 7  1/24" in text
    assert "Layer 8" not in text


def test_layers_worth_a_look_are_those_where_a_box_can_go() -> None:
    game = lay("red wide1 d1 x", neutral="a1 x")
    assert layers_to_fill(game.view(1)) == [0, 1]
    hole = game.view(1) | {"heights": [[1] * 5 + [0]] + [[1] * 6] * 3}
    assert layers_to_fill(hole) == [0, 1]  # a bar3 fits
    bars = {colour: kinds | {"bar3": 0} for colour, kinds in hole["left"].items()}
    assert layers_to_fill(hole | {"left": bars}) == [1]
    play(game, "draw")
    view = game.view(1)
    assert layers_to_fill(view | {"legal": ["place red bar3 d1"]}) == [1]


def test_the_heights_are_told_in_figures() -> None:
    rows = drawn(lay("red wide1 d1 x", "blue bar3 f3", neutral="a1 x"), 1).splitlines()
    at = next(row for row, line in enumerate(rows) if "Height  a b c d e f" in line)
    left = rows[at].index("Height")
    assert [row[left : left + 19].strip() for row in rows[at + 1 : at + 5]] == [
        "4  0 0 0 0 0 0",
        "3  0 0 0 0 0 3",
        "2  0 0 0 1 1 1",
        "1  1 1 1 1 1 1",
    ]


# --- What else lies on the table -------------------------------------------------------------


def test_boxes_left_are_counted_by_colour_and_kind_with_their_measures() -> None:
    text = squeezed(drawn(lay("red square2 d1 x", "blue wide1 d2 x"), 1))
    assert "25 boxes left R B W Height" in text
    assert "square2 2×1, 2 high 1 2 2" in text
    assert "wide1 3×2, 1 high 1 – 1" in text
    assert "bar3 1×1, 3 high 1 1 1" in text


def test_the_card_is_shown_in_a_symbol_and_in_words() -> None:
    assert symbol("red").plain.strip() == "R"
    assert [symbol(card).plain for card in ("square", "wide", "bar")] == ["██", "███", "▄▄▄"]
    assert symbol("wide|bar").plain == "███|▄▄▄"
    assert asked("blue") == "any blue box"
    assert asked("square|bar") == "any square or bar box"
    text = drawn(lay(then="wide|bar"), 1, width=60)
    assert "╭─────────╮   Place any wide or bar box." in text
    assert "│ ███|▄▄▄ │" in text


def test_cards_left_are_counted_by_what_they_ask_for() -> None:
    text = squeezed(drawn(lay(then="wide|bar"), 1, width=64))
    assert "35 cards left: red 6," in text
    assert "wide|bar" not in text
    assert "│36 cards │" in drawn(dealt(), 1)


def test_the_heading_tells_score_layers_and_penalties() -> None:
    assert "Team UP · your turn · score −27 · no layers full · no penalties ─" in drawn(dealt(), 1)
    half = told(perfect()["moves"][:43])
    assert "Team UP · your turn · score 3 · 2 layers full · no penalties" in drawn(half, 1)
    assert "Team UP · Ada’s turn · score 3" in drawn(half, 2)
    assert "Team UP · the end · score 25" in drawn(upturn.replay(perfect()), 1)
    assert "Team UP · score −27 · " in drawn(dealt(players=1), 1)


def test_the_cards_that_are_known_to_come_are_shown_and_no_others() -> None:
    first = told(perfect()["moves"][:8])
    play(first, "stop")
    record = first.record()
    known = "Coming up: red, red, red\n"
    again = upturn.new("team-up", players=1, deal=record, mode="challenge")
    text = drawn(again, 1)
    assert known in text
    assert "Team UP challenge · score −27, −24 to beat · " in text
    other = upturn.new("team-up", players=1, deal=record)
    assert "Coming" not in drawn(other, 1)
    assert "Team UP competition · score −27, −24 to beat · " in drawn(other, 1)
    puzzle = upturn.new("team-up", players=1, deal=record, mode="puzzle")
    coming = squeezed(drawn(puzzle, 1)).split("Coming up: ")[1].split(" now ")[0]
    assert coming == ", ".join(perfect()["moves"][1].split(" ")[2:])


def test_the_order_of_the_cards_does_not_change_a_letter_on_the_screen() -> None:
    one, two = dealt("red wide blue bar"), dealt("red wide white square")
    for move in ("draw", "place red wide2 d1 x", "draw"):
        play(one, move)
        play(two, move)
        assert drawn(one, 1) == drawn(two, 1)
        assert one.view(1)["history"] == two.view(1)["history"]


@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.parametrize("seed", range(amount(4, 6)))
def test_any_pallet_fits_the_width_and_needs_no_colour(seed: int, width: int) -> None:
    """Games of random moves make the highest towers and the longest lists."""
    for draws in range(3, 37, amount(11, 3)):
        game = wander(seed, draws, players=1 + seed % 4, more=1)
        seat = game.to_act or 1
        text = drawn(game, seat, width)
        assert max(map(len, text.splitlines())) <= width
        assert "…" not in text
        assert drawn(game, seat, width, color=True) == text
        view = game.view(seat)
        for seen in (None, view):
            console = Console(width=width, record=True, file=StringIO())
            drawer = drawer_for(game, seat)
            console.print(drawer.screen(view, width, seen))
            console.print(drawer.more(view, width))
            console.print(drawer.last_look(view, width))
            shown = console.export_text()
            assert max(map(len, shown.splitlines())) <= width
            assert "…" not in shown


def test_a_tower_of_ten_and_more_is_drawn_too() -> None:
    game = dealt()
    view = game.view(1)
    high = view | {"heights": [[1, 12, 3, 0, 0, 0], *view["heights"][1:]]}
    for width in (40, 80):
        console = Console(width=width, record=True, file=StringIO())
        console.print(drawer_for(game, 1).screen(high, width))
        text = console.export_text()
        assert "Layer 12" in text
        assert " 1 12  3 " in text
        assert max(map(len, text.splitlines())) <= width


def test_a_terminal_that_knows_few_letters_gets_lookalikes() -> None:
    for game in (lay("red wide1 d1 x", then="wide|bar"), upturn.replay(perfect())):
        text = drawn(game, 1) + drawer_for(game, 1).result(game.view(1))
        assert "?" not in text
        assert "?" not in text.encode("ascii", PLAIN_LETTERS).decode()


def test_alone_is_the_usual_number_of_players() -> None:
    assert rules_of("team-up").usual_players == 1
    assert rules_of("dnup").usual_players == 4


# --- What happened ---------------------------------------------------------------------------


def test_the_set_up_is_told() -> None:
    assert story_of(upturn.new("team-up", players=2, seed=1), 1) == []
    game = dealt(neutral="d1 x")
    story = drawer_for(game, 1).story(game.view(1)["history"], game.view(1))
    assert story == ["", "The neutral box lies on d1 to f1; 36 cards are shuffled."]
    game = dealt(neutral="f4 z")
    story = drawer_for(game, 1).story(game.view(1)["history"], game.view(1))
    assert story[1].startswith("The neutral box stands upright on f4; ")


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        ("challenge", "you have played these cards before; beat −27."),
        ("competition", "another team has played these cards; beat −27."),
        ("puzzle", "you know the order of all the cards; beat −27."),
    ],
)
def test_where_a_deal_comes_from_is_told(mode: str, words: str) -> None:
    first = dealt()
    play(first, "stop")
    game: Game = upturn.new("team-up", players=1, deal=first.record(), mode=mode)
    story = drawer_for(game, 1).story(game.view(1)["history"], game.view(1))
    assert story[1].endswith(f"; {words}")


def test_a_turn_is_one_sentence() -> None:
    game = dealt("red square|wide bar")
    assert story_of(game, 1, "draw") == []  # the card lies on the table
    assert story_of(game, 1, "place red wide2 d1 x") == [
        "You place the red wide2 at d1 along x, layers 1 to 2."
    ]
    assert story_of(game, 1, "draw", "place blue square1 a2") == [
        "Ada draws square or wide and places the blue square1 at a2, layer 1."
    ]
    assert story_of(game, 2, "draw", "place red bar3 c2") == [
        "Ada draws bar and places the red bar3 at c2, layers 1 to 3."
    ]


def test_full_layers_and_the_end_are_told() -> None:
    moves = perfect()["moves"]
    game = told(moves[:-1])
    assert story_of(game, 2, moves[-1]) == [
        "Ada places the white wide3 at e1 along y, layers 3 to 5; "
        "layer 3 is full; layer 4 is full; layer 5 is full.",
        "All boxes are stacked.",
    ]


def test_penalties_are_told() -> None:
    for seed in range(50):
        game = wander(seed, 36)
        story = drawer_for(game, 1).story(game.view(1)["history"], game.view(1))
        if any(" can’t follow it and take" in told for told in story):
            break
    penalties = [told for told in story if "penalty" in told]
    assert len(penalties) == game.view(1)["penalties"]
    assert all(
        re.match(r"(You draw|Ada draws) [a-z ]+, can’t follow it and takes? a penalty", t)
        for t in penalties
    )
    assert story[-1] in ("That was the last card.", "All boxes are stacked.")


def test_who_stops_is_told() -> None:
    assert story_of(dealt(players=1), 1, "stop") == ["You stop."]
    assert story_of(dealt(players=2), 1, "stop") == ["You stop, and everyone agrees."]
    assert story_of(dealt(players=2), 2, "stop") == ["Ada stops, and everyone agrees."]


# --- The end ---------------------------------------------------------------------------------


def test_the_result_tells_what_counted_and_what_it_means() -> None:
    drawer = drawer_of("team-up", names_around(1, 2), 1)
    game = upturn.replay(perfect())
    assert drawer.result(game.view(1)) == (
        "5 layers full, no boxes left and no penalties: 25 points, a perfect pallet!"
    )
    game = told(perfect()["moves"][:42])
    play(game, "stop")
    assert drawer.result(game.view(1)) == (
        "2 layers full, 7 boxes left and no penalties: 3 points. A perfect pallet scores 25."
    )


@pytest.mark.parametrize(
    ("score", "to_beat", "words"),
    [
        (15, 12, "You beat 12 by 3!"),
        (-1, -27, "You beat −27 by 26!"),
        (12, 12, "You match the score to beat, 12: a tie."),
        (9, 12, "You’re 3 short of 12, the score to beat."),
        (9, None, ""),
    ],
)
def test_the_score_is_compared_with_the_one_to_beat(
    score: int, to_beat: int | None, words: str
) -> None:
    assert compared({"scores": [score, score], "to_beat": to_beat}) == words


def test_points_are_counted_in_words_that_agree() -> None:
    assert [points(score) for score in (-2, -1, 0, 1, 2)] == [
        "−2 points",
        "−1 point",
        "0 points",
        "1 point",
        "2 points",
    ]


def test_the_finished_pallet_is_shown_to_everybody() -> None:
    game = upturn.replay(perfect())
    console = Console(width=80, record=True, file=StringIO())
    console.print(drawer_for(game, 2).last_look(game.view(2), 80))
    assert console.export_text().count("full") == 5

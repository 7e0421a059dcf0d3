"""What every game owes the eye: it fits, and can be read without colour."""

from __future__ import annotations

import pytest

import upturn
from tests.support.amounts import amount
from tests.support.at_terminal import drawn
from tests.support.random_games import every_table
from upturn.bots import make_bot
from upturn.cli.drawing import drawer_of
from upturn.cli.drawing.speech import complaint

CUT_OFF = "…"
STEP = amount(12, 4)
"""Every so many turns it is looked at."""
SUM = "? + … = 12"  # the one place in which the same letter is meant


@every_table
@pytest.mark.parametrize("width", [40, 60, 80])
def test_whatever_is_drawn_fits_the_width_and_needs_no_colour(
    name: str, players: int, width: int
) -> None:
    """Random games make the largest hands and sets."""
    game = upturn.new(name, players=players, seed=2)
    bot = make_bot("random", name, 2)
    for turn in range(240):
        if game.to_act is None:
            break
        if turn % STEP == 0:
            text = drawn(game, game.to_act, width)
            assert max(map(len, text.splitlines())) <= width
            assert text.count(CUT_OFF) == text.count(SUM)
            assert drawn(game, game.to_act, width, color=True) == text
        game.play(bot.choose(game.view(game.to_act)))


def test_what_all_must_agree_to_can_be_asked_in_any_game() -> None:
    drawer = drawer_of("dnup", ["You", "Ada"], 1)
    assert drawer.proposal(1, "flip", {}) == "Everyone must agree to flip. Go ahead?"
    assert drawer.proposal(2, "flip", {}) == "Ada suggests: flip. Do you agree?"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("there is no game called 'chess'", "There is no game called ‘chess’."),
        ("'x' isn't a move. Try again.", "‘x’ isn’t a move. Try again."),
        ("dnup has no options", "dnup has no options."),
        ("set UPTURN_CACHE=…", "Set UPTURN_CACHE=…"),
        ("r5: not in the bank (it's gone)", "r5: not in the bank (it’s gone)."),
    ],
)
def test_what_went_wrong_is_a_sentence_with_the_marks_of_print(text: str, said: str) -> None:
    assert complaint(text) == said

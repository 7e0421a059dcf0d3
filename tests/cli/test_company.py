"""Who sits at the table: `--bots`, by level or by name, one for all or one for each seat."""

from __future__ import annotations

import json
from math import inf
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import upturn
from tests.support.at_terminal import PROMPT, names_around, squeezed, typed
from upturn.bots import bot_names, levels
from upturn.cli.app import app
from upturn.cli.company import bots_at, cut_to, seated, usual_company
from upturn.games import names

pytestmark = pytest.mark.usefixtures("state")
MIXED = "random,greedy@0.8,search:20"


def saved(state: Path, game: str = "dnup") -> dict[str, Any]:
    data: dict[str, Any] = json.loads((state / f"{game}.json").read_text())
    return data


def greeting(output: str) -> str:
    return squeezed(output[output.index("You’re playing") :]).partition(". ")[0]


# --- Sitting down ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "company"),
    [
        (1, {2: "a", 3: "b", 4: "c"}),
        (3, {1: "a", 2: "b", 4: "c"}),
        (4, {1: "a", 2: "b", 3: "c"}),
    ],
)
def test_a_company_sits_in_the_order_of_the_seats_around_the_person(
    seat: int, company: dict[int, str]
) -> None:
    assert seated("a,b,c", seat, 4) == company


def test_fewer_names_than_seats_come_round_again() -> None:
    assert seated("a", 2, 4) == {1: "a", 3: "a", 4: "a"}
    assert seated("a,b", 2, 5) == {1: "a", 3: "b", 4: "a", 5: "b"}
    assert seated("a", 1, 1) == {}


def test_the_table_tells_at_the_start_who_is_what() -> None:
    with_seat = "you’re in seat 2"
    for bots, told in [
        (MIXED, "Ada (random), Ben (greedy@0.8) and Cleo (search:20)"),
        ("random,greedy", "Ada (random), Ben (greedy) and Cleo (random)"),
        ("casual,casual,beginner", "Ada (casual), Ben (casual) and Cleo (beginner)"),
        ("beginner", "the beginner bots Ada, Ben and Cleo"),
        ("casual,casual", "the casual bots Ada, Ben and Cleo"),
    ]:
        output = typed(f"play dnup --new --seat 2 --bots {bots}", "q")
        assert greeting(output) == f"You’re playing dnup with {told}; {with_seat}"
    two = typed("play dnup --new --players 2 --bots beginner", "q")
    assert greeting(two) == "You’re playing dnup with the beginner bot Ada; you’re in seat 1"


def test_i_tells_it_again() -> None:
    told = squeezed(typed("play dnup --bots beginner,casual --seed 7", "i").split(PROMPT)[1])
    assert "You’re playing dnup with Ada (beginner), Ben (casual) and Cleo (beginner); you" in told
    assert "You’re playing Team UP" not in typed("play team-up --bots random", "i").split(PROMPT)[1]


@pytest.mark.parametrize("game", names())
def test_if_nobody_says_the_company_is_pleasant_for_most_people(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "casual" in bot_names(game):
        assert usual_company(game) == "casual"
    monkeypatch.setattr("upturn.cli.company.bot_names", lambda _: ["grim", "greedy"])
    assert usual_company(game) == "grim"


def test_the_usual_company_sits_down_without_being_called(state: Path) -> None:
    assert "with the casual bots Ada, Ben and Cleo;" in typed("play dnup", "q")
    assert saved(state)["bots"] == "casual"


class Asked:
    """A bot that makes the first move and notes who asked."""

    def __init__(self, name: str, noted: set[tuple[str, int]]):
        self.name = name
        self.noted = noted

    def choose(self, view: dict[str, Any]) -> str:
        self.noted.add((self.name, view["seat"]))
        move: str = view["legal"][0]
        return move


def test_each_seat_is_played_by_its_own_bot_within_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    noted: set[tuple[str, int]] = set()
    patience: set[float] = set()

    def make(name: str, game: str, seed: object, seconds: float = inf) -> Asked:
        if seconds < inf:  # not only to see whether there is such a bot
            patience.add(seconds)
        return Asked(name, noted)

    monkeypatch.setattr("upturn.cli.company.make_bot", make)
    typed("play dnup --seat 3 --bots expert,beginner --players 5 --seed 7", *["1"] * 8)
    assert noted == {("expert", 1), ("beginner", 2), ("expert", 4), ("beginner", 5)}
    assert patience == {1.0}


def test_the_bots_whims_do_not_betray_the_seed_of_the_deals() -> None:
    bots = bots_at({2: "greedy", 3: "greedy", 4: "random"}, "dnup", 7)
    assert "7" not in {str(bot.seed) for bot in bots.values()}
    assert bots[2] is bots[3] is not bots[4]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            "--bots clever",
            "no bot called 'clever' for dnup. The bots are expert, skilled, casual, beginner",
        ),
        (
            "--bots expert,clever",
            "no bot called 'clever' for dnup. The bots are expert, skilled, casual",
        ),
        (
            "--bots expert,,casual",
            "no bot called '' for dnup. The bots are expert, skilled, casual",
        ),
        ("--bots ,", "no bot called '' for dnup"),
        ("--bots greedy:20", "greedy takes no budget: it does not think ahead"),
        ("--bots search:0", "no bot called 'search:0' for dnup"),
        ("--bots casual@1", "no bot called 'casual@1' for dnup"),
        (
            "--bots expert,casual,casual,casual",
            "there are 3 seats for bots, but you named 4 bots",
        ),
        ("--players 2 --bots expert,casual", "there is 1 seat for bots, but you named 2 bots"),
    ],
)
def test_company_that_is_not_there_is_refused(options: str, sentence: str, state: Path) -> None:
    with pytest.raises(upturn.InvalidSetup, match=sentence):
        typed(f"play dnup {options}")
    assert not state.exists()


def test_who_plays_alone_needs_no_company_but_may_name_it() -> None:
    assert "You’re playing Team UP alone." in typed("play team-up --bots random", "q")
    with pytest.raises(upturn.InvalidSetup, match="there are no seats for bots, but you named 2"):
        typed("play team-up --bots random,greedy")


def test_blanks_after_the_commas_do_not_matter(state: Path) -> None:
    result = CliRunner().invoke(app, ["play", "dnup", "--bots", " random, greedy"], input="q\n")
    assert result.exit_code == 0
    assert saved(state)["bots"] == "random,greedy"


def test_help_names_the_levels() -> None:
    told = squeezed(typed("play --help").replace("│", " "))
    for game in names():
        assert all(level.name in told for level in levels(game))
    assert "The others: beginner, casual, skilled or expert; several as in" in told


# --- Coming back -----------------------------------------------------------------------------


def test_a_saved_game_remembers_its_company_exactly(state: Path) -> None:
    first = typed(f"play dnup --bots {MIXED} --seat 2 --seed 7", "q")
    assert saved(state)["bots"] == MIXED
    again = typed("play dnup --bots greedy", "y", "q")
    assert greeting(again) == greeting(first)
    assert saved(state)["bots"] == MIXED


def save_with(bots: object, state: Path) -> None:
    game = upturn.new("dnup", players=4, seed=1)
    state.mkdir()
    data = {"save": 1, "seat": 1, "bots": bots, "names": names_around(1, 4), "seed": 1}
    (state / "dnup.json").write_text(json.dumps(data | {"record": game.record()}))


@pytest.mark.parametrize("bots", ["greedy", "expert", MIXED, "search:0.05s", "random,casual"])
def test_any_company_that_may_be_called_may_be_saved(bots: str, state: Path) -> None:
    save_with(bots, state)
    assert "can’t be resumed" not in typed("play dnup", "y", "q")
    assert saved(state)["bots"] == bots


@pytest.mark.parametrize(
    ("bots", "why"),
    [
        ("clever", "there is no bot called ‘clever’ for dnup"),
        ("greedy,clever", "there is no bot called ‘clever’ for dnup"),
        ("greedy:3", "greedy takes no budget"),
        ("\x1b[2J", "there is no bot called ‘\\x1b[2J’ for dnup"),
        ("greedy,greedy,greedy,greedy", "there are 3 seats for bots, but you named 4 bots"),
        (["greedy"], "there is no bot called [‘greedy’] for dnup"),
        (None, "there is no bot called None for dnup"),
    ],
)
def test_a_saved_company_that_is_not_there_is_refused(bots: object, why: str, state: Path) -> None:
    save_with(bots, state)
    output = squeezed(typed("play dnup --bots random", "q"))
    assert f"Your saved game can’t be resumed: {why}" in output
    assert saved(state)["bots"] == "random"


def test_another_game_is_offered_with_the_same_company() -> None:
    bots = "--bots random,greedy"
    output = squeezed(typed(f"play team-up --players 3 {bots} --seed 3", "stop", "y"))
    assert f"Another game? upturn play team-up --players 3 {bots}" in output
    usual = squeezed(typed("play dnup --players 2 --seed 7", *["1"] * 400))
    assert usual.endswith("Another game? upturn play dnup --players 2")


def test_playing_again_one_meets_the_same_company_as_far_as_there_are_seats(state: Path) -> None:
    typed("play team-up --players 4 --bots random,greedy@0.8 --seed 3", "stop", "y")
    for wish, bots in [
        ("", "random,greedy@0.8"),
        ("--players 3", "random,greedy@0.8"),
        ("--players 2", "random"),
        ("--players 2 --bots greedy", "greedy"),
        ("--players 1", "random"),
    ]:
        typed(f"play team-up --again --new {wish}", "q")
        assert saved(state, "team-up")["bots"] == bots


def test_a_company_is_cut_to_the_seats() -> None:
    assert cut_to("a,b,c", 3) == "a,b"
    assert cut_to("a,b,c", 9) == "a,b,c"
    assert cut_to("a,b,c", 1) == "a"

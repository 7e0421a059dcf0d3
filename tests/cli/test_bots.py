"""`upturn bots`: who can be played with, in words that fit the screen."""

from __future__ import annotations

import subprocess
import sys

import pytest

import upturn
from tests.support.at_terminal import at_height, squeezed, typed
from upturn.bots import bot_names, kinds, levels, make_bot
from upturn.cli.bots import USUAL, made_of
from upturn.cli.company import usual_company
from upturn.games import names


def rows(output: str) -> list[tuple[str, str, str]]:
    """The lines that begin with a name: that, what it is made of, and the first words."""
    found = [line.split(maxsplit=2) for line in output.split("\n\n")[0].splitlines()[1:]]
    return [
        (name, made, words[0])
        for name, made, *words in found
        if words and name in bot_names("dnup")
    ]


@pytest.mark.parametrize("game", names())
def test_all_that_play_a_game_are_listed_with_what_they_do(game: str) -> None:
    output = squeezed(typed(f"bots {game}"))
    for level in levels(game):
        told = output.split(f" {level.name} {made_of(level)} ")[1]
        assert told.startswith(squeezed(level.description))
    for kind in kinds(game).values():
        assert squeezed(kind.description) in output


def test_the_gentlest_come_first_and_the_bots_last() -> None:
    known = [level.name for level in levels("dnup")]
    assert [row[0] for row in rows(typed("bots dnup"))] == [*known, "search", "greedy", "random"]


def test_without_a_game_all_games_are_listed() -> None:
    whole = typed("bots")
    for game in names():
        assert f"\n {game} " in f"\n{whole}"
        assert typed(f"bots {game}").split("\n\n")[0] in whole


def test_what_a_level_is_made_of_can_be_called_by_that_name() -> None:
    for level in levels("dnup"):
        named, called = make_bot(level.name, "dnup", 1), make_bot(made_of(level), "dnup", 1)
        assert vars(named.weigher) == vars(called.weigher)
        assert type(named.weigher) is type(called.weigher)
        assert named.temperature == called.temperature


def test_a_bot_that_thinks_is_shown_with_its_usual_budget() -> None:
    made = {name: spec for name, spec, _ in rows(typed("bots dnup"))}
    assert made["search"] == "search:1000"
    assert made["greedy"] == "greedy"


@pytest.mark.parametrize("game", names())
def test_who_plays_if_nobody_is_named_is_marked(game: str) -> None:
    before, after = squeezed(typed(f"bots {game}")).split(USUAL)
    assert f" {usual_company(game)} " in before
    assert after


def test_it_is_plain_text_of_80_columns_where_nobody_looks() -> None:
    lines = typed("bots").splitlines()
    assert max(map(len, lines)) <= 80
    assert all(line == line.rstrip() and line.isprintable() for line in lines)


def test_it_fits_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    at_height(24, 50, monkeypatch)
    lines = typed("bots dnup").split("\n\n")[0].splitlines()
    assert max(map(len, lines)) <= 50


def test_every_kind_of_bot_is_described() -> None:
    described = [kind.description for game in names() for kind in kinds(game).values()]
    assert all(text.endswith(".") for text in described)


def test_a_game_that_is_not_there_is_refused() -> None:
    with pytest.raises(
        upturn.UnknownGame, match=r"there is no game called 'chess'\. The games are dnup"
    ):
        typed("bots chess")


def test_no_game_is_loaded_to_list_them() -> None:
    code = (
        "import sys; from upturn.cli.app import app; app(['bots'], standalone_mode=False); "
        "print({'numpy', 'numba'} & set(sys.modules))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert answer.stdout.endswith("\nset()\n")

"""A bot that is given a view it cannot decide on says what is wrong with it."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import upturn
from tests.support import only_game, written_game
from tests.support.playthroughs import random_game
from upturn.bots.bot import Player
from upturn.bots.uniform import Uniform
from upturn.games import names, rules_of
from upturn.games.supposing import suppose

KINDS = [(kind, name) for name in names() for kind in ("random", "greedy", "search:20")]
KINDS.append(("stacking:5", "team-up"))
PLAYERS = {
    name: min(rules_of(name).player_counts, key=lambda count: abs(count - 3)) for name in names()
}
every_kind = pytest.mark.parametrize(("kind", "name"), KINDS)


def played(name: str, moves: int = 12, seed: int = 1) -> upturn.Game:
    """A game in its course, in which the seat to act has a choice."""
    game: upturn.Game = upturn.new(name, players=PLAYERS[name], seed=seed)
    choose = random.Random(seed)
    while moves > 0 or len(game.legal_moves()) < 2:
        game.play(choose.choice(game.free_moves()))
        moves -= 1
    return game


def refusal(kind: str, name: str, view: Any) -> str:
    """What the bot says, whether it is asked for a move or for reasons too."""
    bot = upturn.make_bot(kind, name, seed=1)
    said = []
    for ask in (bot.choose, bot.decide):
        with pytest.raises(upturn.InvalidView) as refused:
            ask(view)
        said.append(str(refused.value))
    assert said[0] == said[1]
    return said[0]


@every_kind
def test_the_view_of_the_seat_to_act_is_decided_on(kind: str, name: str) -> None:
    game = played(name)
    view = game.view(game.to_act)
    assert upturn.make_bot(kind, name, seed=1).choose(view) in view["legal"]


@every_kind
def test_the_view_of_another_seat_is_refused(kind: str, name: str) -> None:
    game = played(name)
    for seat in {1, 2, 3} - {game.to_act}:
        words = f"this is the view of seat {seat}, but it is seat {game.to_act}'s turn"
        assert refusal(kind, name, game.view(seat)) == words


@every_kind
def test_a_spectators_view_is_refused(kind: str, name: str) -> None:
    game = played(name)
    assert refusal(kind, name, game.view()) == (
        f"this is a spectator's view: it is seat {game.to_act}'s turn, "
        "and a bot needs the view of that seat"
    )


@every_kind
def test_a_view_without_legal_moves_is_refused(kind: str, name: str) -> None:
    game = played(name)
    view = game.view(game.to_act) | {"legal": []}
    assert refusal(kind, name, view) == "the view lists no legal moves"


@every_kind
def test_a_view_without_a_history_is_refused(kind: str, name: str) -> None:
    game = played(name)
    nothings: list[Any] = [[], None]
    for nothing in nothings:
        view = game.view(game.to_act) | {"history": nothing}
        assert refusal(kind, name, view) == "the view lists no history"


@every_kind
def test_a_game_that_is_over_is_refused(kind: str, name: str) -> None:
    game = random_game(name, PLAYERS[name], 0)
    assert game.over
    for seat in (None, 1):
        assert refusal(kind, name, game.view(seat)) == "no seat is to act: the game is over"


@every_kind
def test_a_game_that_awaits_its_deal_is_refused(kind: str, name: str) -> None:
    empty = {"upturn": 1, "game": name, "players": PLAYERS[name], "moves": [], "over": False}
    assert refusal(kind, name, upturn.replay(empty).view(1)) == "no seat is to act"


@every_kind
def test_a_view_of_another_game_is_refused(kind: str, name: str) -> None:
    for other in names():
        if other != name:
            game = played(other)
            words = f"this bot plays {name}, but the view is of {other!r}"
            assert refusal(kind, name, game.view(game.to_act)) == words


def test_a_view_of_no_game_is_refused_by_a_bot_for_any_game() -> None:
    game = played("dnup")
    bot = Player(Uniform(), seed=1)
    assert bot.choose(game.view(game.to_act)) in game.legal_moves()
    others: list[Any] = ["chess", 7, None, []]
    for other in others:
        with pytest.raises(upturn.InvalidView, match="the view is of an unknown game"):
            bot.choose(game.view(game.to_act) | {"game": other})


@every_kind
def test_whatever_a_view_lacks_is_named(kind: str, name: str) -> None:
    game = played(name)
    view = game.view(game.to_act)
    for key in view:
        less = {other: value for other, value in view.items() if other != key}
        assert refusal(kind, name, less) == f"the view is incomplete: it has no {key}"
    sight = game.sight(game.to_act)
    assert refusal(kind, name, sight) == "the view is incomplete: it has no history"


@every_kind
@pytest.mark.parametrize("view", [None, 7, "view", [], [1], {}, {"game": []}, {"game": None}])
def test_what_is_no_view_at_all_is_refused(kind: str, name: str, view: Any) -> None:
    said = refusal(kind, name, view)
    assert said.startswith(("a view must be a dict", "the view is incomplete", "this bot plays"))


@every_kind
@pytest.mark.parametrize("legal", [["foo", "bar"], ["foo"], [""], [None, None], [3], [["draw"]]])
def test_a_legal_move_that_is_no_move_of_the_game_is_refused(
    kind: str, name: str, legal: Any
) -> None:
    game = played(name)
    view = game.view(game.to_act)
    words = f"{legal[0]!r}, which the view lists as legal, is no move of {name}"
    assert refusal(kind, name, view | {"legal": legal}) == words
    assert refusal(kind, name, view | {"legal": [*view["legal"], *legal]}) == words


@every_kind
def test_other_numbers_of_players_and_seats_are_refused(kind: str, name: str) -> None:
    game = played(name)
    view = game.view(game.to_act)
    for players in ("3", None, 3.0, True, [3]):
        said = refusal(kind, name, view | {"players": players})
        assert said == f"the players of a view cannot be {players!r}"
    for players in (0, -3, 99):
        assert f"players, not {players}" in refusal(kind, name, view | {"players": players})
    for seat in (0, 4, -1):
        said = refusal(kind, name, view | {"seat": seat, "to_act": seat})
        assert said == f"there is no seat {seat}; the seats are 1 to 3"
    for other in ("1", True, 1.0):
        said = refusal(kind, name, view | {"seat": other, "to_act": other})
        assert said == f"the seat of a view cannot be {other!r}"


@pytest.mark.parametrize(("kind", "name"), [one for one in KINDS if one[1] != "team-up"])
def test_the_view_of_a_seat_without_its_hand_is_refused(kind: str, name: str) -> None:
    game = played(name)
    view = game.view(game.to_act) | {"hand": None}
    said = "the view of a seat shows its hand, which is None here"
    assert refusal(kind, name, view) == said


@every_kind
def test_scores_are_a_number_for_each_seat(kind: str, name: str) -> None:
    game = played(name)
    for scores in ([], [1, 2], [1, 2, None], [1, 2, "3"]):
        view = game.view(game.to_act) | {"scores": scores}
        assert refusal(kind, name, view) == f"the scores are 3 whole numbers, not {scores!r}"


@pytest.mark.parametrize("kind", ["greedy", "search:20"])
@pytest.mark.parametrize("name", names())
def test_moves_that_are_not_legal_in_the_position_are_refused(kind: str, name: str) -> None:
    game = played(name)
    view = game.view(game.to_act)
    texts = game.notation.texts
    others = [text for text in texts if text and text not in view["legal"]][:2]
    said = "none of the moves that the view lists is legal in its position"
    assert refusal(kind, name, view | {"legal": others}) == said


JUNK: list[Any] = [None, True, -1, 99, 10**9, 1.5, "", "x", [], {}, [None], [[]], ["x"], [10**9]]
JUNK += [{"x": 1}, {"red": None}, {"red": {"x": "y"}}, [{}], [{"box": 1}]]


@every_kind
def test_a_broken_part_of_a_view_is_refused_in_words_or_not_read(kind: str, name: str) -> None:
    game = played(name)
    view = game.view(game.to_act)
    bot = upturn.make_bot(kind, name, seed=1)
    for part in view:
        for junk in JUNK:
            with suppress(upturn.InvalidView):
                assert bot.decide(view | {part: junk}).move in view["legal"]


@pytest.mark.parametrize(("kind", "name"), [one for one in KINDS if one[0] != "random"])
@pytest.mark.parametrize("history", [[1], [{}], [{"seat": None, "move": "deal"}]])
def test_a_history_that_tells_nothing_is_refused(kind: str, name: str, history: Any) -> None:
    """By those who read it."""
    game = played(name)
    if name == "team-up":
        game.play("draw")  # before that some look no further
    view = game.view(game.to_act) | {"history": history}
    bot = upturn.make_bot(kind, name, seed=1)
    with pytest.raises(upturn.InvalidView, match="does not tell what happened"):
        bot.choose(view)


@given(st.sampled_from(names()), st.integers(0, 1000), st.integers(0, 40))
def test_checking_a_view_does_not_change_what_is_chosen(name: str, seed: int, moves: int) -> None:
    game = played(name, moves, seed)
    view = game.view(game.to_act)
    bot = upturn.make_bot("greedy", name, seed)
    weights = bot.weigher.weigh(view)
    assert bot.choose(view) == bot._pick(view, weights)


# --- A game that nobody knows more of than its rules -----------------------------------------


@pytest.fixture
def tally(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The view of the seat to act in the game of docs/adding-a-game.md."""
    folder = tmp_path / "tally"
    written_game.write(written_game.engine_files(), folder)
    only_game.register(folder, monkeypatch)
    game = upturn.new("tally", players=2, seed=1)
    return dict(game.view(game.to_act))


def test_of_a_new_game_too_what_only_a_seat_sees_must_be_there(tally: dict[str, Any]) -> None:
    less = {part: value for part, value in tally.items() if part != "hand"}
    assert refusal("random", "tally", less) == "the view is incomplete: it has no hand"
    said = "the view of a seat shows its hand, which is None here"
    assert refusal("random", "tally", tally | {"hand": None}) == said


@pytest.mark.parametrize("broken", [{"hand": ["x"]}, {"counts": None}, {"history": [1, 2]}])
def test_of_a_new_game_too_a_view_that_makes_no_sense_is_refused(
    tally: dict[str, Any], broken: dict[str, Any]
) -> None:
    assert suppose(tally)[0].to_act == tally["to_act"]
    with pytest.raises(upturn.InvalidView, match="does not tell what happened"):
        suppose(tally | broken)

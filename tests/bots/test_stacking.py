"""The stacking bot for Team UP: legal, deaf to what is hidden, and it knows when to stop."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import upturn
from tests.support.paths import ROOT
from tests.support.stacking import bot, choice, played
from tests.support.team_up_editions import OTHERS, written
from tests.support.team_up_hidden import with_another_order
from tests.support.team_up_table import height_at, lay, perfect_boxes, wander
from upturn.bots import Player
from upturn.bots.reasons import sentence, sentences
from upturn.bots.team_up.stacking import Stacker
from upturn.bots.team_up.stacking_plans import perfect_plans
from upturn.games.game import Game
from upturn.games.rng import seeded
from upturn.games.team_up.components import COMPONENTS
from upturn.games.team_up.supposing import suppose

View = dict[str, Any]

LAST_GAP = perfect_boxes()[:-1]
"""All boxes but the white wide3 that belongs at e1 y, where it fills three layers at once."""


def why(view: dict[str, Any], move: str, effort: int = 4) -> dict[str, Any]:
    return bot(effort).why(view, move, {})


def seen(game: Game) -> View:
    view: View = game.view(game.to_act)
    return view


def before_a_draw(*boxes: str, undrawn: str = "", coming: str = "") -> View:
    """The view when these boxes lie as on the perfect pallet, and with these cards to come."""
    view = seen(lay(*boxes, neutral="d1 x"))
    if undrawn:
        all_drawn = Counter(COMPONENTS.cards) - Counter(undrawn.split())
        view["undrawn"] = {card: undrawn.split().count(card) for card in view["undrawn"]}
        view["deck"] = len(undrawn.split())
        deals = [line for line in view["history"] if line["seat"] is None]
        drawn = [{"event": "drawn", "seat": 1, "card": card} for card in all_drawn.elements()]
        view["history"] = [*deals, {"seat": 1, "move": "draw", "events": drawn}]
    return view | {"coming": coming.split()}


# --- Whole games -----------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_it_plays_whole_games_legally_and_well(players: int) -> None:
    games = [upturn.new("team-up", players=players, seed=seed) for seed in range(3)]
    assert sum(played(game, effort=8).scores[0] for game in games) / len(games) >= 15


def test_it_plays_by_the_other_reading_of_the_clone_rule() -> None:
    game = upturn.new("team-up", players=2, seed=5, options={"clone": "shape"})
    assert played(game, effort=8).scores[0] > 0


@pytest.mark.parametrize("mode", ["competition", "challenge", "puzzle"])
def test_it_plays_another_games_deal_legally(mode: str) -> None:
    before = wander(3, draws=12)
    game = upturn.new("team-up", players=2, deal=before.record(), mode=mode)
    assert played(game, effort=8).scores[0] > 0


@pytest.mark.parametrize("edition", ["smaller", "widest"])
def test_it_plays_with_other_components_legally(edition: str, tmp_path: Path) -> None:
    (tmp_path / "team-up.toml").write_text(written(OTHERS[edition]), encoding="utf-8")
    code = (
        "import upturn; from upturn.bots.team_up import stacking; stacking.LEAST_SHARE = 0.0005; "
        "from tests.support.stacking import played; "
        "print(played(upturn.new('team-up', players=2, seed=1), effort=1).over)"
    )
    assert in_plain_python(code, UPTURN_COMPONENTS=str(tmp_path)) == "True"


def in_plain_python(code: str, **environment: str) -> str:
    """What this prints in a process of its own that compiles nothing."""
    answer = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT, env=os.environ | {"UPTURN_COMPILE": "0"} | environment,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert answer.stderr == ""
    return answer.stdout.strip()


# --- What it goes by -------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
def test_the_order_of_the_cards_to_come_changes_nothing(seed: int) -> None:
    game = upturn.new("team-up", players=2, seed=seed)
    differed = 0
    while game.to_act is not None:
        other = with_another_order(game, seed)
        differed += other.moves[1] != game.moves[1]
        assert bot(2).weigh(seen(other)) == bot(2).weigh(seen(game))
        game.play(choice(seen(game), 2))
    assert differed > 20


def test_the_same_seed_and_view_give_the_same_answer() -> None:
    view = seen(lay(*perfect_boxes()[:12], neutral="d1 x", then="red"))
    assert Stacker("a", 8).weigh(view) == Stacker("a", 8).weigh(view)
    assert Stacker("a", 8).weigh(view) != Stacker("b", 8).weigh(view)


def test_it_thinks_the_same_compiled_and_not() -> None:
    game = lay(*perfect_boxes()[:-5], neutral="d1 x", then="white")
    record = json.dumps(game.record())
    code = (
        "import json, upturn; from upturn.bots.team_up import stacking; "
        f"game = upturn.replay(json.loads({record!r})); "
        "print(json.dumps(stacking.Stacker(1, 4).weigh(game.view(game.to_act))))"
    )
    assert json.loads(in_plain_python(code)) == bot().weigh(seen(game))


def test_it_chooses_what_it_weighs_highest_and_weighs_only_what_is_legal() -> None:
    for boxes in (0, 5, 12, 20):
        view = seen(lay(*perfect_boxes()[:boxes], neutral="d1 x", then="bar"))
        values = bot().weigh(view)
        assert values.keys() <= set(view["legal"])
        assert list(values.values()) == sorted(values.values(), reverse=True)
        assert choice(view) == next(iter(values))


def test_a_limit_of_time_leaves_an_answer() -> None:
    view = seen(lay(*perfect_boxes()[:12], neutral="d1 x", then="red"))
    assert Player(Stacker(1, 64, seconds=0.0), 1).choose(view) in view["legal"]


# --- What it does ----------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["white", "wide"])
def test_it_places_the_last_box_of_a_perfect_pallet(card: str) -> None:
    view = seen(lay(*LAST_GAP, neutral="d1 x", then=card))
    assert len(view["legal"]) > 20
    assert choice(view) == "place white wide3 e1 y"
    assert bot().weigh(view)["place white wide3 e1 y"] == pytest.approx(25)


@pytest.mark.parametrize("boxes", [12, 18, 22])
def test_it_keeps_a_perfect_pallet_possible(boxes: int) -> None:
    colour = perfect_boxes()[boxes].split()[0]
    game = lay(*perfect_boxes()[:boxes], neutral="d1 x", then=colour)
    game.play(choice(seen(game)))
    assert perfect_plans(suppose(seen(game)), seeded(1)) is not None


def test_when_no_perfect_pallet_is_possible_it_saves_four_layers() -> None:
    boxes = perfect_boxes()
    game = lay(*boxes[:24], neutral="d1 x", then=boxes[24].split()[0])
    game.play(next(move for move in game.legal_moves() if on_top(game, move)))
    game.play("draw")
    thought = bot()._think(seen(game))
    assert thought.pool.layers == 4
    assert max(thought.values.values()) <= 20


def on_top(game: Game, move: str) -> bool:
    """Whether a move puts a box on five full cells."""
    return height_at(game, move.split()[3]) >= 5


def test_it_stops_when_every_card_to_come_would_be_a_penalty() -> None:
    assert choice(before_a_draw(*LAST_GAP, undrawn="red square bar blue")) == "stop"


def test_it_never_stops_unless_that_is_legal() -> None:
    view = before_a_draw(*LAST_GAP, undrawn="red square bar blue") | {"legal": ["draw"]}
    assert choice(view) == "draw"
    assert list(bot().weigh(view)) == ["draw"]


def test_it_draws_on_when_one_card_may_bring_more_than_the_others_cost() -> None:
    assert choice(before_a_draw(*LAST_GAP, undrawn="red red red blue wide"), 64) == "draw"


def test_it_goes_by_the_order_of_the_cards_where_it_is_known() -> None:
    bad = "red " * 6 + "blue " * 6 + "square " * 5
    known = before_a_draw(*LAST_GAP, undrawn=bad + "wide", coming=bad + "wide")
    assert choice(known) == "stop"  # seventeen penalties for sixteen points
    known = before_a_draw(*LAST_GAP, undrawn=bad + "wide", coming="wide " + bad)
    assert choice(known) == "draw"


@pytest.mark.parametrize("neutral", ["a1 x", "f2 y", "a4 z"])
def test_it_does_not_stop_at_the_start(neutral: str) -> None:
    view = seen(lay(neutral=neutral))
    assert choice(view) == "draw"
    assert next(iter(bot().weigh(view))) == "draw"


# --- Why -------------------------------------------------------------------------------------


def test_it_says_why_it_places_a_box() -> None:
    view = seen(lay(*perfect_boxes()[:12], neutral="d1 x", then="white"))
    values = bot().weigh(view)
    best, *_, worst = values
    reason = why(view, best)
    assert reason["code"] in {"keeps-most-open", "fits-the-cards", "fills-exactly"}
    assert why(view, worst)["code"] == "worth-less"
    unseen = next(move for move in view["legal"] if move not in values)
    assert why(view, unseen) == {"code": "leaves-no-plan", "move": best}


def test_it_says_which_layer_a_box_fills() -> None:
    view = seen(lay(*LAST_GAP, neutral="d1 x", then="white"))
    reason = why(view, "place white wide3 e1 y")
    assert reason == {"code": "fills-exactly", "layer": 5}
    assert sentence("team-up", reason) == "fills layer 5"


def test_it_says_why_it_stops_or_draws_on() -> None:
    view = before_a_draw(*LAST_GAP, undrawn="red square bar blue")
    assert why(view, "stop")["code"] == "stop-now"
    assert why(view, "draw")["code"] == "worth-less"
    assert why(view | {"legal": ["draw"]}, "draw") == {"code": "only-move"}
    view = before_a_draw(*LAST_GAP, undrawn="wide wide wide white")
    assert why(view, "draw") == {"code": "draw-on", "now": 9, "expected": 25.0}


def test_every_reason_has_a_sentence_that_its_figures_fill() -> None:
    codes = set()
    for seed in range(3):
        game = wander(seed, draws=6 + 7 * seed, more=1)
        for _ in range(12):
            if game.to_act is None:
                break
            move = choice(seen(game), 1)
            reason = why(seen(game), move, 1)
            codes.add(reason["code"])
            assert "{" not in sentence("team-up", reason)
            game.play(move)
    assert len(codes) >= 3
    assert codes <= sentences("team-up").keys()

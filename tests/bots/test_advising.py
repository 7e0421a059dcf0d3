"""What is advised comes with its reason as data, whoever found it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import upturn
from tests.support.random_games import and_others
from upturn.bots import reasons
from upturn.bots.advising import advise
from upturn.solver import knowing

SECONDS = 2.0


@pytest.mark.parametrize(
    ("game", "players"),
    [table for table in and_others([("dnup", 2), ("team-play", 4)]) if table[0] != "team-up"],
)
def test_a_bots_reason_is_its_code_and_what_the_sentence_is_made_of(
    game: str, players: int
) -> None:
    now: upturn.Game = upturn.new(game, players=players, seed=3)
    view = now.view(now.to_act)
    found = advise(view, "seed", SECONDS)
    assert found.move in view["legal"]
    assert reasons.sentence(game, found.details | {"code": found.code}) == found.sentence


@pytest.mark.parametrize(
    ("proven", "code", "sentence"),
    [
        (True, "leads-to-best", "leads to 19 points, and nothing better is possible"),
        (False, "leads-to", "leads to 19 points, the best score found so far"),
    ],
)
def test_the_solver_says_where_its_way_leads(
    proven: bool, code: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    solution = SimpleNamespace(moves=["draw"], score=19, proven=proven)
    monkeypatch.setattr(knowing, "solve_view", lambda view, seconds: solution)
    found = advise({"game": "team-up"}, "seed", SECONDS)
    assert found == ("draw", sentence, code, {"score": 19})

"""A table of a game that has its rules and nothing else: clients get plain data, and can play."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import only_game, written_game
from tests.support.servers import serving
from upturn.bots.warming import warm_up

GAME = "tally"


@pytest.fixture
def registered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The server plays the game of docs/adding-a-game.md too; a folder for its tables."""
    folder = tmp_path / "games" / GAME
    written_game.write(written_game.engine_files(), folder)
    only_game.register(folder, monkeypatch)
    return tmp_path / "tables"


def test_a_game_that_has_only_rules_is_offered_and_played_to_its_end(registered: Path) -> None:
    registered.mkdir()
    warm_up(GAME)  # now: whoever asks for a hint does not wait that long
    with serving(registered) as server:
        ada = server.person("Ada")
        facts = {game["game"]: game for game in ada.get("/api/games")["games"]}[GAME]
        assert (facts["title"], facts["usual_players"]) == (GAME, 3)
        assert facts["components"] == {}
        assert [level["level"] for level in facts["levels"]] == ["random", "greedy", "search"]
        table = ada.open(game=GAME, players=2, bots={"2": "search"}, start=True, hints=True)["id"]
        [view] = ada.get(f"/api/tables/{table}")["views"]
        assert len(view["hand"]) == 3
        assert ada.do(table, "hint", seat=1).is_success
        over = ada.play_out(table)
        assert over["state"] == "over"
        assert ada.get(f"/api/tables/{table}/record")["scores"] == over["scores"]
        again = ada.http.post(f"/api/tables/{table}/what-if", json={"ply": 1, "seat": 1})
        assert [seat.get("bot") for seat in again.json()["table"]["seats"]] == [None, "search"]
        daily = ada.http.post("/api/tables", json={"game": GAME, "players": 2, "daily": True})
        assert daily.json()["code"] == "no-daily"

"""The bot of the docs plays a real game, and is as short as it says."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

from tests.servers import serving

BOT = Path(__file__).parents[1] / "docs" / "bot.py"
LINES = 30


def test_the_bot_of_the_docs_plays_dnup_to_its_end(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ada = server.person("Ada")
        table = ada.open(game="dnup", players=2)
        bot = subprocess.Popen([sys.executable, BOT, server.url, table["code"], "Robbie"])
        try:
            seen = 1
            while seen < 2:
                news = ada.get(f"/api/tables/{table['id']}/entries", since=seen, wait=20)
                seen = news["version"]
            assert news["table"]["seats"][1]["name"] == "Robbie"
            assert ada.do(table["id"], "start").status_code == 200
            over = ada.play_out(table["id"])
            assert over["state"] == "over"
            assert bot.wait(60) == 0
        finally:
            bot.kill()
            bot.wait()
        record = ada.get(f"/api/tables/{table['id']}/record")
        assert record["names"] == ["Ada", "Robbie"]


def test_it_has_thirty_lines() -> None:
    source = BOT.read_text(encoding="utf-8")
    first = ast.parse(source).body[1].lineno
    lines = [line for line in source.splitlines()[first - 1 :] if line.strip()]
    assert len(lines) <= LINES

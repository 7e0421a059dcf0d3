"""The API keeps the games' secrets: two servers whose games differ only in what a seat cannot see
answer that seat, and somebody who watches, with the same bytes."""

from __future__ import annotations

import random
from pathlib import Path

import httpx
import pytest

from tests.support.hidden import TRIED, rewritten, with_other_secrets
from tests.support.random_games import PRIVATE, and_others
from tests.support.servers import Server
from tests.support.sitting import ADA, CODE, EVE, ID, PEOPLE, At, gathered
from tests.support.stored_table import told, with_log
from upturn.table import Person, talking
from upturn.wire import commands as c

READS = [
    f"/api/tables/{ID}",
    f"/api/tables/{ID}/entries",
    f"/api/tables/{ID}/entries?since=4",
    f"/api/tables/{ID}/entries?before=9",
    f"/api/tables/{ID}/entries?before=6&limit=3",
    f"/api/tables/{ID}/record",
    f"/api/tables/{ID}/replay",
    f"/api/tables/{ID}/replay?ply=0",
    f"/api/tables/{ID}/qr.svg",
    f"/api/codes/{CODE}",
    "/api/tables",
    "/api/me",
    "/api/me/tables",
    "/api/me/export",
    "/api/results",
    "/api/ratings?game=dnup",
]
STARTED = 2


def played(name: str, players: int, moves: int) -> At:
    """People at a public table, after so many random moves and some talk."""
    choose = random.Random(f"{name} {players}")
    at = gathered(name, players, public=True)
    for seat in range(2, players + 1):
        at.do(PEOPLE[seat - 1], c.Sit, seat=seat)
    at.start()
    for _ in range(moves):
        assert at.table.game is not None
        at.move(choose.choice(at.table.game.free_moves()))
        assert at.table.state == "playing"
    if not talking.closed(at.table):
        at.do(ADA, c.Say, seat=1, text="hm")
    return at


def all_that_is_answered(server: Server, person: Person | None, seat: int) -> dict[str, object]:
    """Every read, and every refusal that somebody could provoke."""
    shown = {} if person is None else {"authorization": f"Bearer {person.id}"}
    with httpx.Client(base_url=server.url, headers=shown) as client:
        heard = {path: told(client.get(path)) for path in READS}
        standing = client.get(READS[0]).json()
        version = standing["table"]["version"]
        legal = {move for view in standing["views"] for move in view["legal"]}
        heard |= {
            f"{move} at {at}": told(
                client.post(
                    f"/api/tables/{ID}/commands",
                    json={"do": "move", "id": "x", "version": at, "seat": seat, "move": move},
                ),
            )
            for move in TRIED
            if move not in legal
            for at in (version, STARTED)
        }
        what_if = {"ply": 1, "seat": seat}
        same = {"game": "dnup", "players": 2, "same_deal": ID}
        heard["what-if"] = told(client.post(f"/api/tables/{ID}/what-if", json=what_if))
        heard["same deal"] = told(client.post("/api/tables", json=same))
        assert client.get(READS[0]).json() == standing, "only what is refused was tried"
    return heard


@pytest.mark.parametrize(
    ("name", "players", "moves"),
    and_others([("dnup", 3, 0), ("dnup", 3, 11), ("team-play", 4, 9), ("team-up", 2, 6)], 5),
)
def test_what_a_seat_cannot_see_changes_no_answer(
    tmp_path: Path, name: str, players: int, moves: int
) -> None:
    at = played(name, players, moves)
    game = at.table.game
    assert game is not None
    seat = at.table.to_act or 1
    rows = rewritten(at.rows, with_other_secrets(game, seat, 1).moves)
    assert rows != at.rows
    with (
        with_log(tmp_path / "ours", at.rows) as ours,
        with_log(tmp_path / "theirs", rows) as theirs,
    ):
        for person in (PEOPLE[seat - 1], EVE, None):
            mine = all_that_is_answered(ours, person, seat)
            other = all_that_is_answered(theirs, person, seat)
            for what, answer in mine.items():
                assert answer == other[what], (person, what)
        if name in PRIVATE:
            third = PEOPLE[seat % players]
            mine = all_that_is_answered(ours, third, seat)
            assert mine != all_that_is_answered(theirs, third, seat), "the swap is one"

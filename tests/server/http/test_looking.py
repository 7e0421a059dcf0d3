"""By calls, too, somebody with several seats is told of one hand at a time: of the seat they name.

Two servers whose games differ only in what one seat cannot see give its person, who has the other
seats as well, the same answers, unless another seat is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.hidden import rewritten, with_other_secrets
from tests.support.random_games import PRIVATE, and_others
from tests.support.servers import Server, serving
from tests.support.sitting import ADA, ID, At, gathered
from tests.support.stored_table import told, with_log
from upturn.wire import commands as c

TABLE = f"/api/tables/{ID}"
WITHOUT_SEAT = ["/api/me/export", "/api/me/tables", "/api/tables"]
READS = [TABLE, f"{TABLE}/entries", f"{TABLE}/entries?since=3", f"{TABLE}/entries?since=3&wait=1"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("looking")) as running:
        yield running


def passed_around(game: str, players: int) -> At:
    at = gathered(game, players, public=True)
    for seat in range(2, players + 1):
        at.do(ADA, c.Sit, seat=seat)
    at.start()
    return at


def for_seat(path: str, seat: int) -> str:
    return f"{path}{'&' if '?' in path else '?'}seat={seat}"


def answers(server: Server, seat: int | None) -> dict[str, object]:
    """What Ada is answered: for one of her seats, or for none."""
    shown = {"authorization": f"Bearer {ADA.id}"}
    with httpx.Client(base_url=server.url, headers=shown) as client:
        paths = READS + WITHOUT_SEAT if seat is None else [for_seat(path, seat) for path in READS]
        return {path: told(client.get(path)) for path in paths}


@pytest.mark.parametrize(
    ("name", "players"), and_others([("dnup", 3), ("team-play", 4)], games=PRIVATE)
)
def test_a_call_for_one_seat_tells_nothing_of_another(
    tmp_path: Path, name: str, players: int
) -> None:
    at = passed_around(name, players)
    seat = at.table.to_act or 1
    rows = rewritten(at.rows, with_other_secrets(at.table.expect_game(), seat, 1).moves)
    assert rows != at.rows
    with (
        with_log(tmp_path / "ours", at.rows) as ours,
        with_log(tmp_path / "theirs", rows) as theirs,
    ):
        assert answers(ours, None) == answers(theirs, None)
        assert answers(ours, seat) == answers(theirs, seat)
        other = seat % players + 1
        for path, answer in answers(ours, other).items():
            assert answer != answers(theirs, other)[path], "the swap is one"


def test_a_program_with_several_seats_plays_them_by_asking_for_each(server: Server) -> None:
    """From the first move to the last, by calls alone."""
    guest = server.person("Robbie")
    table = guest.open(game="dnup", players=2)["id"]
    guest.do(table, "sit", seat=2).raise_for_status()
    guest.do(table, "start").raise_for_status()
    version, moves = 0, 0
    while True:
        news = guest.get(f"/api/tables/{table}/entries", since=version, wait=1)
        version, facts = news["version"], news["table"]
        if facts["state"] != "playing":
            break
        assert [view["seat"] for view in news["views"]] == [None]
        (view,) = guest.get(f"/api/tables/{table}", seat=facts["to_act"])["views"]
        assert view["seat"] == facts["to_act"]
        guest.do(table, "move", seat=view["seat"], move=max(view["legal"], key=len))
        moves += 1
    assert moves > 10
    assert [view["seat"] for view in news["views"]] == [1, 2], "nothing is hidden any more"


def test_only_a_seat_of_ones_own_can_be_asked_for(server: Server) -> None:
    ada, guest = server.person("Ada"), server.guest()
    table = ada.open(game="dnup", players=3, bots={"3": "beginner"})["id"]
    for asker, path in ((ada, TABLE), (ada, f"{TABLE}/entries"), (guest, TABLE)):
        answer = asker.http.get(for_seat(path.replace(ID, table), 3))
        assert (answer.status_code, answer.json()["code"]) == (409, "not-your-seat")
    answer = ada.http.get(for_seat(f"/api/tables/{table}", 9))
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-query")


def test_a_seat_is_looked_with_by_its_name_in_a_call_and_not_by_a_command(server: Server) -> None:
    ada = server.person("Bea")
    table = ada.open(game="dnup", players=2)["id"]
    answer = ada.do(table, "look", seat=1)
    assert (answer.status_code, answer.json()["code"]) == (409, "not-kept")

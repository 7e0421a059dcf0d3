"""Entries in pages: a welcome is bounded whatever the log holds, and all the rest can be asked
for, as that receiver may see it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.support.raw_socket import knock
from tests.support.servers import Guest, Server, read, serving
from tests.support.sitting import ADA, BOB, CODE, EVE, ID, At, gathered, seated
from tests.support.stored_table import with_log
from upturn.server.tables.updates import MOST_TOLD
from upturn.table import Person, showing, talking
from upturn.table.table import LONGEST
from upturn.wire import commands as c

ENTRIES = f"/api/tables/{ID}/entries"
SMALL = 400_000
"""Bytes: far less than what the whole log would be."""


def came(server: Server, person: Person | None) -> Guest:
    return server.guest(**({} if person is None else {"authorization": f"Bearer {person.id}"}))


def paged(guest: Guest, limit: int, **query: Any) -> list[Any]:
    """All entries, the last page first asked for."""
    page = guest.get(ENTRIES, limit=limit, **query)
    told = page["told"]
    while page.get("first", 1) > 1:
        page = guest.get(ENTRIES, limit=limit, before=page["first"])
        assert page["told"][0]["n"] == page.get("first", 1)
        assert len(page["told"]) <= limit
        told = page["told"] + told
    return list(told)


def told_to(at: At, seat: int | None) -> Any:
    return msgspec.to_builtins(showing.retell(ID, CODE, at.rows, 0, seat))


def played() -> At:
    """A game of two with talk, muting and moves taken back."""
    at = seated("dnup", players=2)
    for number in range(12):
        at.move()
        at.do(BOB, c.Say, seat=2, text=f"move {number}")
    at.do(EVE, c.Say, text="boo")
    at.do(ADA, c.Mute, entry=at.table.version)
    return at


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> At:
    """A table with as many entries as there can be, and texts as long as they may be."""
    at = seated("dnup", players=2)
    for _ in range(6):
        at.move()
    for number in range(talking.MOST):
        at.do((ADA, BOB)[number % 2], c.Say, text="😀" * talking.LONGEST)
    while at.table.version - len(at.table.said_by) < LONGEST:
        at.do(ADA, c.Mute, seat=2, lift=BOB.id in at.table.muted)
    return at


def test_a_welcome_is_bounded_whatever_the_log_holds(tmp_path: Path, crowded: At) -> None:
    version = crowded.table.version
    with with_log(tmp_path / "server", crowded.rows) as server:
        for since in (0, 1, 4000, version - MOST_TOLD - 1, version + 5):
            with knock(server.url, f"/live/{ID}?since={since}") as raw:
                welcome = raw.hear("welcome")
                assert len(raw.texts[-1]) < SMALL
            assert (welcome["version"], welcome["first"]) == (version, version - MOST_TOLD + 1)
            assert [entry["n"] for entry in welcome["told"]] == [
                *range(welcome["first"], version + 1)
            ]
        with knock(server.url, f"/live/{ID}?since={version - 3}") as raw:
            welcome = raw.hear("welcome")
            assert (len(welcome["told"]), welcome["first"]) == (3, version - 2)
        with knock(server.url, f"/live/{ID}?since={version}") as raw:
            welcome = raw.hear("welcome")
            assert (welcome["told"], welcome["first"]) == ([], version + 1)
        guest = came(server, ADA)
        for path in (f"/api/tables/{ID}", ENTRIES, f"{ENTRIES}?since=7", f"{ENTRIES}?before=2100"):
            answer = guest.http.get(path)
            assert answer.is_success
            assert len(answer.content) < SMALL
        # Nobody says more, and the game goes on.
        refused = guest.do(ID, "say", seat=1, text="more")
        assert refused.json()["code"] == "talk-full"
        seat = crowded.table.to_act
        assert seat is not None
        mover = came(server, (ADA, BOB)[seat - 1])
        (view,) = mover.get(f"/api/tables/{ID}")["views"]
        assert mover.do(ID, "move", seat=seat, move=view["legal"][0]).is_success


@pytest.mark.parametrize("limit", [1, 7, MOST_TOLD])
def test_pages_put_together_are_the_whole_log_as_told(tmp_path: Path, limit: int) -> None:
    at = played()
    with with_log(tmp_path / "server", at.rows) as server:
        for person, seat in ((ADA, 1), (BOB, 2), (EVE, None), (None, None)):
            assert paged(came(server, person), limit) == told_to(at, seat)
        assert paged(came(server, ADA), limit, since=10)[-1] == told_to(at, 1)[-1]
        guest = came(server, BOB)
        between = guest.get(ENTRIES, since=5, before=9)
        assert (between["told"], between["first"]) == (told_to(at, 2)[5:8], 6)
        assert guest.get(ENTRIES, before=1)["told"] == []
        assert guest.get(ENTRIES, before=99999)["told"] == told_to(at, 2)


def test_a_device_with_several_seats_is_told_older_entries_as_spectators_are(
    tmp_path: Path,
) -> None:
    at = gathered("dnup", 2)
    at.do(ADA, c.Sit, seat=2, name="Grandpa")
    at.start()
    at.moves(9)
    with with_log(tmp_path / "server", at.rows) as server:
        assert paged(came(server, ADA), 4) == told_to(at, None) != told_to(at, 1)


def test_older_talk_of_a_private_table_stays_with_those_who_sat_there(tmp_path: Path) -> None:
    at = played()
    at.itself(at.table.end, "enough")
    with with_log(tmp_path / "server", at.rows) as server:
        assert "move 3" in json.dumps(paged(came(server, ADA), 5))
        for person in (EVE, None):
            everything = json.dumps(paged(came(server, person), 5))
            assert "move 3" not in everything
            assert "boo" not in everything


def test_nobody_reads_older_entries_of_a_deal_that_others_still_play(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ada, eve = server.person("Ada"), server.person("Eve")
        table = ada.open(game="team-up", players=1, daily=True, start=True)["id"]
        path = f"/api/tables/{table}/entries"
        assert read(ada.http.get(path, params={"before": 2}))["told"][0]["what"] == "opened"
        answer = eve.http.get(path, params={"before": 2})
        assert (answer.status_code, answer.json()["code"]) == (403, "secluded")


@pytest.mark.parametrize("query", ["before=0", "before=x", "limit=0", f"limit={MOST_TOLD + 1}"])
def test_pages_have_their_bounds(tmp_path: Path, query: str) -> None:
    with serving(tmp_path) as server:
        ada = server.person("Ada")
        table = ada.open(game="dnup", players=2)["id"]
        answer = ada.http.get(f"/api/tables/{table}/entries?{query}")
        assert (answer.status_code, answer.json()["code"]) == (422, "bad-query")

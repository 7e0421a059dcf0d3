"""A person over REST: a name and a secret, devices, everything of theirs, and being forgotten."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.servers import Guest, Server, read, serving
from tests.support.sitting import ADA, CODE, ID, NOON, gathered
from upturn.server.people.persons import digest
from upturn.server.tables.index import summary_of
from upturn.store import TableRow, open_store
from upturn.table import log

SAID = "Nobody else says quite this"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("persons")) as running:
        yield running


def refused(answer) -> tuple[int, str]:  # type: ignore[no-untyped-def]
    return answer.status_code, answer.json()["code"]


# --- A name ----------------------------------------------------------------------------------


def test_a_name_gets_a_secret_once_and_a_cookie(server: Server) -> None:
    guest = server.guest()
    made = guest.http.post("/api/me", json={"name": "  Ada   Lovelace "})
    assert made.status_code == 201
    assert made.json()["name"] == "Ada Lovelace"
    assert len(made.json()["secret"]) >= 22
    cookie = made.headers["set-cookie"]
    assert all(
        part in cookie for part in ("HttpOnly", "SameSite=lax", "Path=/", "Max-Age=31536000")
    )
    assert "Secure" not in cookie
    assert guest.get("/api/me") == {
        key: value for key, value in made.json().items() if key != "secret"
    }


def test_behind_tls_the_cookie_is_for_tls_alone(tmp_path: Path) -> None:
    with serving(tmp_path, public_url="https://games.example.org") as server:
        made = server.guest().http.post("/api/me", json={"name": "Ada"})
        assert "Secure" in made.headers["set-cookie"]
        link = Guest(server.guest(authorization=f"Bearer {made.json()['secret']}").http).post(
            "/api/me/links"
        )
        assert link["url"].startswith("https://games.example.org/link/")


def test_a_name_that_looks_the_same_is_taken(server: Server) -> None:
    server.person("Grace")
    answer = server.guest().http.post("/api/me", json={"name": "GRACE"})
    assert refused(answer) == (409, "name-taken")


@pytest.mark.parametrize("other", ["Віcаrdo", "BIcardo", "bi\u17b4cardo", "Bicard\u3164o"])
def test_nobody_takes_a_name_by_letters_that_look_alike_or_cannot_be_seen(
    tmp_path_factory: pytest.TempPathFactory, other: str
) -> None:
    with serving(tmp_path_factory.mktemp("alike")) as server:
        server.person("Blcardo" if other == "BIcardo" else "Bicardo")
        ben = server.person("Ben")
        answer = server.guest().http.post("/api/me", json={"name": other})
        assert refused(answer) == (409, "name-taken")
        assert refused(ben.http.patch("/api/me", json={"name": other})) == (409, "name-taken")
        assert ben.get("/api/me")["name"] == "Ben"


def test_people_keep_and_rewrite_their_own_name(server: Server) -> None:
    iris = server.person("Iris of the hill")
    for name in ("Iris of the hill", "lris of the hill", "IRIS of the hill", "Iris Of The Hill"):
        assert read(iris.http.patch("/api/me", json={"name": name}))["name"] == name


def test_who_has_a_name_is_not_given_another_person(server: Server) -> None:
    ada = server.person("Only one")
    assert refused(ada.http.post("/api/me", json={"name": "Another"})) == (409, "named-already")


def test_a_name_can_be_changed(server: Server) -> None:
    hedy = server.person("Hedy")
    server.person("Emmy")
    assert hedy.http.patch("/api/me", json={"name": "Hedwig"}).json()["name"] == "Hedwig"
    assert hedy.get("/api/me")["name"] == "Hedwig"
    assert refused(hedy.http.patch("/api/me", json={"name": "emmy"})) == (409, "name-taken")
    assert server.guest().http.post("/api/me", json={"name": "Hedy"}).status_code == 201


# --- Devices ---------------------------------------------------------------------------------


def test_a_link_brings_a_person_to_another_device_once(server: Server) -> None:
    mary = server.person("Mary")
    link = mary.post("/api/me/links")
    assert link["qr"].startswith("<svg")
    address, token = link["url"].rsplit("/", 1)
    assert address == f"{server.url}/link"
    phone = server.guest()
    phone.http.get(link["url"])  # a preview does not use it up
    assert phone.post("/api/link", {"token": token})["id"] == mary.get("/api/me")["id"]
    assert phone.get("/api/me")["name"] == "Mary"
    again = server.guest().http.post("/api/link", json={"token": token})
    assert refused(again) == (410, "link-used")


def test_a_link_leads_on_to_a_table_and_to_nothing_else(server: Server) -> None:
    mary = server.person("Mary of the phone")
    table = mary.open(game="dnup", players=2)["id"]
    link = read(mary.http.post("/api/me/links", params={"table": table}))
    assert link["url"].endswith(f"?to=/t/{table}")
    elsewhere = mary.http.post("/api/me/links", params={"table": "//elsewhere"})
    assert refused(elsewhere) == (422, "bad-query")


def test_a_device_can_be_forgotten_and_others_stay(server: Server) -> None:
    rosa = server.person("Rosa")
    token = rosa.post("/api/me/links")["url"].rsplit("/", 1)[1]
    phone = server.guest(origin=server.url)
    phone.post("/api/link", {"token": token})
    gone = phone.http.delete("/api/me/devices/this")
    assert gone.status_code == 204
    assert 'upturn="";' in gone.headers["set-cookie"]
    assert phone.http.get("/api/me").status_code == 401
    assert rosa.get("/api/me")["name"] == "Rosa"


# --- Everything of mine ----------------------------------------------------------------------


def play_and_talk(server: Server, name: str) -> tuple[Guest, str]:
    person = server.person(name)
    table = person.open(game="dnup", players=2, bots={"2": "beginner"}, start=True)["id"]
    assert person.do(table, "say", seat=1, text=SAID).status_code == 200
    person.play_out(table)
    return person, table


def test_everything_of_mine_comes_as_a_file(server: Server) -> None:
    person, table = play_and_talk(server, "Exported")
    answer = person.http.get("/api/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    export = answer.json()
    assert export["me"]["name"] == "Exported"
    assert "secret" not in export["me"]
    assert len(export["devices"]) == 1
    assert [(s["table"], s["seat"], s["name"]) for s in export["seatings"]] == [
        (table, 1, "Exported")
    ]
    assert [said["text"] for said in export["said"]] == [SAID]
    assert export["results"][0]["seats"][0] == {"name": "Exported"}
    assert export["records"][0]["table"] == table
    assert export["records"][0]["names"] == ["Exported", None]


def test_my_tables_are_listed(server: Server) -> None:
    person, table = play_and_talk(server, "Lister")
    waiting = person.open(game="team-up", players=2)["id"]
    listed = {line["id"]: line for line in person.get("/api/me/tables")["tables"]}
    assert set(listed) == {table, waiting}
    assert listed[waiting]["state"] == "gathering"
    assert listed[waiting]["seats"][0]["name"] == "Lister"


def test_a_table_that_one_opened_or_left_is_listed_while_it_is_ones_own(server: Server) -> None:
    host, guest = server.person("Only opens"), server.person("Comes and goes")
    table = host.open(game="dnup", players=3, seat=None)["id"]

    def listed(person: Guest) -> list[str]:
        return [line["id"] for line in person.get("/api/me/tables")["tables"]]

    assert listed(host) == [table]
    assert guest.do(table, "sit", seat=2).is_success
    assert guest.do(table, "sit", seat=1).is_success
    assert guest.do(table, "stand", seat=2).is_success
    assert listed(guest) == [table]
    assert guest.do(table, "stand", seat=1).is_success
    assert listed(guest) == []
    assert host.do(table, "propose-end").is_success
    assert listed(host) == []


def test_a_table_can_be_played_at_when_its_host_is_deleted(server: Server) -> None:
    host, ben, cyd = (server.person(f"{name} of a table") for name in ("Host", "Ben", "Cyd"))
    table = host.open(game="dnup", players=2, seat=None)["id"]
    assert ben.do(table, "sit", seat=1).is_success
    assert cyd.do(table, "sit", seat=2).is_success
    assert host.http.delete("/api/me").is_success
    assert cyd.do(table, "start").status_code == 409
    assert ben.do(table, "start").is_success


# --- Being forgotten -------------------------------------------------------------------------


def test_deletion_really_deletes(tmp_path: Path) -> None:
    name = "Zenobia"
    with serving(tmp_path) as server:
        person, table = play_and_talk(server, name)
        friend = server.person("Friend")
        together = person.open(game="dnup", players=3, bots={"3": "beginner"})["id"]
        assert friend.do(together, "sit", seat=2).status_code == 200
        assert person.do(together, "start").status_code == 200
        assert person.do(together, "say", seat=1, text=SAID).status_code == 200
        watched = friend.open(game="dnup", players=2)["id"]
        assert person.do(watched, "say", text=SAID).status_code == 200
        gathering = friend.open(game="team-up", players=3)["id"]
        assert person.do(gathering, "sit", seat=2).status_code == 200
        person_id = person.get("/api/me")["id"]

        assert person.http.delete("/api/me").status_code == 204

        assert person.http.get("/api/me").status_code == 401
        facts = friend.get(f"/api/tables/{together}")["table"]
        assert facts["seats"][0]["away"], "the others decide about the seat"
        assert facts["seats"][0]["name"] == "somebody"
        assert friend.get(f"/api/tables/{gathering}")["table"]["seats"][1] == {"seat": 2}
        assert friend.get(f"/api/tables/{watched}/entries")["told"][-1]["text"] == "…"
        result = friend.get("/api/results", game="dnup")["results"][0]
        assert result["table"] == table
        assert result["seats"][0] == {}
        assert len(result["scores"]) == 2
        names = [rating["name"] for rating in friend.get("/api/ratings", game="dnup")["ratings"]]
        assert name not in names
        assert friend.get(f"/api/tables/{table}/record")["names"] == ["somebody", None]
        assert server.guest().http.post("/api/me", json={"name": name}).status_code == 201
        server.guest().http.post("/api/me", json={"name": "x"})
        rows = all_rows(tmp_path / "table.db", but="persons")
    assert [row for row in rows if name in row] == []
    assert [row for row in rows if person_id in row] == []
    assert [row for row in rows if SAID in row] == []


def all_rows(path: Path, but: str) -> list[str]:
    """Every row of the database as text."""
    with sqlite3.connect(path) as found:
        tables = [
            name for (name,) in found.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        rows = [
            f"{table}: {row}"
            for table in tables
            if table != but
            for row in found.execute(f"SELECT * FROM {table}")  # noqa: S608
        ]
    found.close()
    return rows


def test_a_forgotten_persons_tables_fold_and_can_be_played_on(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        person, friend = server.person("Leaver"), server.person("Stayer")
        table = person.open(game="dnup", players=2)["id"]
        assert friend.do(table, "sit", seat=2).status_code == 200
        assert person.do(table, "start").status_code == 200
        assert person.http.delete("/api/me").status_code == 204
        ballots = friend.get(f"/api/tables/{table}")["table"]["ballots"]
        voted = friend.do(table, "vote", seat=2, ballot=ballots[0]["ballot"], choice="bot")
        assert voted.status_code == 200
        assert friend.play_out(table)["state"] == "over"
    with serving(tmp_path) as server:
        stayer = Guest(server.guest(authorization=f"Bearer {friend.secret}").http)
        assert stayer.get(f"/api/tables/{table}")["table"]["state"] == "over"


def test_a_person_plays_and_is_forgotten_on_either_database(tmp_path: Path, store_url: str) -> None:
    with serving(tmp_path, database=store_url) as server:
        person, table = play_and_talk(server, "Guest")
        friend = server.person("Friend")
        assert person.get("/api/me/export")["said"][0]["text"] == SAID
        assert friend.get("/api/ratings", game="dnup")["ratings"]
        assert person.http.delete("/api/me").status_code == 204
        told = str(friend.get(f"/api/tables/{table}/entries"))
        assert SAID not in told
        assert "Guest" not in told
        assert friend.get("/api/results", game="dnup")["results"][0]["seats"][0] == {}


def test_a_table_of_other_rules_is_gone_and_still_forgets(tmp_path: Path) -> None:
    """Rules change; a log that was played under others folds no more."""
    at = gathered("dnup", 2, bots={"2": "casual"})
    opened = log.decode(at.rows[0][2])
    assert isinstance(opened, log.Opened)
    summary = summary_of(at.table)
    opened.rules += 1

    async def prepare() -> None:
        store = await open_store(str(tmp_path / "table.db"))
        row = TableRow(ID, CODE, "dnup", 2, False, "playing", None, ADA.id, NOON, NOON, summary)
        assert await store.add_table(row, log.encode(opened))
        assert await store.add_person(ADA.id, ADA.name, "ada", NOON, digest("secret"))
        assert await store.add_seating(ID, 1, ADA.id, ADA.name, NOON)
        await store.close()

    asyncio.run(prepare())
    with serving(tmp_path) as server:
        ada = Guest(server.guest(authorization="Bearer secret").http)
        assert refused(ada.http.get(f"/api/tables/{ID}")) == (410, "unreadable-table")
        assert len(ada.get("/api/me/tables")["tables"]) == 1
        assert ada.get("/api/me/export")["records"] == []
        assert ada.http.delete("/api/me").status_code == 204
        assert [row for row in all_rows(tmp_path / "table.db", "") if ADA.name in row] == []

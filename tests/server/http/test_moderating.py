"""Muting and removing on a server: they hold on every device, for every call, and after a
restart."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.raw_socket import RawSocket, knock, refused
from tests.support.servers import Guest, Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("moderating")) as running:
        yield running


class Crowd:
    """Ada hosts a table where Ben plays and Eve watches and has said something."""

    def __init__(self, server: Server, name: str, **wish: Any):
        self.server = server
        self.ada, self.ben, self.eve = (
            server.person(f"{who} {name}") for who in ("Ada", "Ben", "Eve")
        )
        self.table = self.ada.open(game="dnup", players=2, **wish)["id"]
        assert self.ben.do(self.table, "sit", seat=2).is_success
        answer = self.eve.do(self.table, "say", text="boo")
        self.said: int = answer.json()["version"]

    def come(self, who: Guest) -> Any:
        shown = {"authorization": f"Bearer {who.secret}"}
        return knock(self.server.url, f"/live/{self.table}", shown)

    def start(self) -> None:
        assert self.ada.do(self.table, "start").is_success


def code_of(answer) -> tuple[int, str]:  # type: ignore[no-untyped-def]
    return answer.status_code, answer.json()["code"]


def speak(raw: RawSocket, number: int) -> None:
    raw.say({"do": "say", "id": f"s{number}", "version": 1, "text": "me too"})


def test_a_mute_holds_on_every_socket_of_the_person_and_they_are_told(server: Server) -> None:
    crowd = Crowd(server, "muted")
    crowd.start()
    with (
        crowd.come(crowd.eve) as one,
        crowd.come(crowd.eve) as other,
        crowd.come(crowd.ben) as ben,
    ):
        assert not any("muted" in raw.hear("welcome") for raw in (one, other, ben))
        muted = crowd.ada.do(crowd.table, "mute", entry=crowd.said).json()["version"]
        for raw in (one, other):
            update = raw.hear("update")
            assert update["muted"] is True
            assert update["told"][0]["name"] == crowd.eve.name
            speak(raw, 1)
            assert raw.hear("refused")["code"] == "muted"
        update = ben.hear("update")
        assert "muted" not in update
        assert update["table"]["muted"] == [{"entry": muted, "name": crowd.eve.name}]
        with crowd.come(crowd.eve) as third:
            assert third.hear("welcome")["muted"] is True
        assert crowd.eve.get(f"/api/tables/{crowd.table}")["muted"] is True
        assert crowd.eve.get(f"/api/tables/{crowd.table}/entries")["muted"] is True
        assert code_of(crowd.eve.do(crowd.table, "say", text="hm")) == (409, "muted")
        assert crowd.ada.do(crowd.table, "mute", entry=muted, lift=True).is_success
        for number, raw in enumerate((one, other)):
            assert raw.hear("update")["muted"] is False
            speak(raw, 10 + number)
            raw.hear("update", done=f"s{10 + number}")


def test_somebody_who_is_removed_is_seen_off_on_every_device_and_cannot_come(
    server: Server,
) -> None:
    crowd = Crowd(server, "removed")
    crowd.start()
    path = f"/api/tables/{crowd.table}"
    version = crowd.eve.get(path)["table"]["version"]
    polled: list[Any] = []

    def poll() -> None:
        query = {"since": version, "wait": 25}
        polled.append(crowd.eve.http.get(f"{path}/entries", params=query))

    waiting = threading.Thread(target=poll)
    with crowd.come(crowd.eve) as one, crowd.come(crowd.eve) as other:
        for raw in (one, other):
            raw.hear("welcome")
        waiting.start()
        assert crowd.ada.do(crowd.table, "remove", entry=crowd.said).is_success
        for raw in (one, other):
            _, last = raw.closed_with()
            assert (last["say"], last["code"]) == ("farewell", "removed")
            assert not any(message.get("say") == "update" for message in raw.heard)
    waiting.join(30)
    assert code_of(polled[0]) == (403, "removed")
    shown = {"authorization": f"Bearer {crowd.eve.secret}"}
    assert refused(server.url, f"/live/{crowd.table}", **shown) == (403, "removed")
    for where in (path, f"{path}/entries", f"{path}/entries?before=3"):
        assert code_of(crowd.eve.http.get(where)) == (403, "removed")
    for kind, fields in (("say", {"text": "hm"}), ("claim", {"seat": 2}), ("sit", {"seat": 2})):
        command = {"do": kind, "id": kind, "version": version, **fields}
        assert code_of(crowd.eve.http.post(f"{path}/commands", json=command)) == (403, "removed")


def test_a_kick_holds_across_a_restart_until_the_host_lets_them_in_again(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        crowd = Crowd(server, "kicked")
        with crowd.come(crowd.ben) as ben:
            ben.hear("welcome")
            kicked = crowd.ada.do(crowd.table, "stand", seat=2).json()["version"]
            assert ben.closed_with()[1]["code"] == "removed"
        assert crowd.ben.get("/api/me/tables")["tables"] == []
    with serving(tmp_path) as server:
        again = {
            name: Guest(server.guest(authorization=f"Bearer {guest.secret}").http)
            for name, guest in (("ada", crowd.ada), ("ben", crowd.ben))
        }
        ada, ben_too = again["ada"], again["ben"]
        path = f"/api/tables/{crowd.table}"
        assert code_of(ben_too.http.get(path)) == (403, "removed")
        facts = ada.get(path)["table"]
        assert facts["seats"][1] == {"seat": 2}
        assert facts["removed"] == [{"entry": kicked, "name": crowd.ben.name, "seat": 2}]
        sit = {"do": "sit", "id": "again", "version": 1, "seat": 2}
        assert code_of(ben_too.http.post(f"{path}/commands", json=sit)) == (403, "removed")
        assert ada.do(crowd.table, "remove", entry=kicked, lift=True).is_success
        assert ben_too.http.post(f"{path}/commands", json=sit).is_success


def test_somebody_who_is_removed_does_not_play_the_deal_of_the_table_again(server: Server) -> None:
    crowd = Crowd(server, "replayed")
    crowd.start()
    crowd.ada.do(crowd.table, "remove", entry=crowd.said)
    assert crowd.ben.do(crowd.table, "stand", seat=2).is_success
    assert crowd.ada.do(crowd.table, "vote", ballot=1, seat=1, choice="bot").is_success
    crowd.ada.play_out(crowd.table)
    again = {"game": "dnup", "players": 2, "same_deal": crowd.table}
    from_a_move = f"/api/tables/{crowd.table}/what-if"
    for path, wish in (("/api/tables", again), (from_a_move, {"ply": 1, "seat": 1})):
        assert code_of(crowd.eve.http.post(path, json=wish)) == (403, "removed")
        assert crowd.server.person(f"Another {len(path)}").post(path, wish)


def test_somebody_without_a_name_is_never_taken_for_somebody_removed(server: Server) -> None:
    crowd = Crowd(server, "nameless")
    assert crowd.ada.do(crowd.table, "remove", entry=crowd.said).is_success
    assert server.guest().get(f"/api/tables/{crowd.table}")["seats"] == []


def test_somebody_removed_is_refused_under_another_name_in_the_same_browser(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ada, eve = server.person("Ada"), server.browser("Eve")
        table = ada.open(game="dnup", players=2)["id"]
        said = eve.do(table, "say", text="boo").json()["version"]
        assert ada.do(table, "remove", entry=said).is_success

        def tried(guest: Guest) -> set[tuple[int, str]]:
            path = f"/api/tables/{table}"
            answers = [guest.http.get(path), guest.http.get(f"{path}/entries")]
            tries: dict[str, dict[str, Any]] = {"sit": {"seat": 2}, "say": {"text": "boo"}}
            answers += [guest.do(table, do, version=1, **more) for do, more in tries.items()]
            assert all("browser" not in answer.text for answer in answers)
            return {code_of(answer) for answer in answers}

        dan = eve.become("Dan")
        assert tried(dan) == {(403, "removed")}
        assert server.browser("Fay").get(f"/api/tables/{table}")["seats"] == []
    with serving(tmp_path) as server:  # the log remembers
        again = server.browser()
        again.http.cookies.update(dan.http.cookies)
        assert code_of(again.http.get(f"/api/tables/{table}")) == (403, "removed")


def test_other_workers_see_people_off_and_tell_them_too(tmp_path: Path) -> None:
    with serving(tmp_path, workers=2) as server:
        crowd = Crowd(server, "far")
        with crowd.come(crowd.eve) as eve:
            eve.hear("welcome")
            assert crowd.ada.do(crowd.table, "mute", entry=crowd.said).is_success
            assert eve.hear("update")["muted"] is True
            assert crowd.ada.do(crowd.table, "remove", entry=crowd.said).is_success
            assert eve.closed_with()[1]["code"] == "removed"
        assert code_of(crowd.eve.http.get(f"/api/tables/{crowd.table}")) == (403, "removed")

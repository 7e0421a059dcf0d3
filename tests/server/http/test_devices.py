"""The devices of a person: seen in a list, signed out, and silent from then on."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.raw_socket import (
    TEXT,
    Company,
    RawSocket,
    connection,
    knock,
    no_mistakes,
    say,
)
from tests.support.servers import TEST_TIMEOUT, Guest, Server, serving
from tests.support.waiting import wait_until
from upturn.server.clock import now
from upturn.server.http import endpoint
from upturn.server.people import persons
from upturn.server.people.persons import HOUR, digest
from upturn.server.tables.attendance import Attendance
from upturn.server.tables.queue import TableQueue
from upturn.server.tables.registry import TableRegistry
from upturn.store import Store

FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0"
POLICY_VIOLATION = 1008


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with no_mistakes(), serving(tmp_path_factory.mktemp("devices")) as running:
        yield running


@pytest.fixture
def company(server: Server) -> Company:
    return Company(server)


def link_of(guest: Guest) -> str:
    url: str = guest.post("/api/me/links")["url"]
    return url.rsplit("/", 1)[1]


def another_device(server: Server, guest: Guest, **headers: str) -> Guest:
    """A device that comes by a link of this one."""
    me = server.guest(**headers).post("/api/link", {"token": link_of(guest)})
    known = server.guest(authorization=f"Bearer {me['secret']}")
    return Guest(known.http, me["secret"], guest.name)


def devices(guest: Guest) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = guest.get("/api/me/devices")["devices"]
    return found


def id_of(guest: Guest) -> str:
    """The id of the device that asks."""
    (device,) = (device["id"] for device in devices(guest) if device.get("this"))
    return str(device)


def sign_out(guest: Guest, which: str) -> None:
    answer = guest.http.delete(f"/api/me/devices/{which}")
    assert answer.status_code == 204, answer.text


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


# --- Seen ------------------------------------------------------------------------------------


def test_a_person_sees_their_devices_and_which_one_is_this(server: Server) -> None:
    rosa = server.person("Rosa of the devices")
    phone = another_device(server, rosa, **{"user-agent": FIREFOX})
    mine, theirs = sorted(devices(rosa), key=lambda device: not device.get("this"))
    assert mine == {name: mine[name] for name in ("id", "created", "seen", "this")}
    assert theirs == {
        "id": theirs["id"],
        "created": theirs["created"],
        "seen": theirs["seen"],
        "by_link": True,
        "browser": "Firefox",
        "system": "Android",
    }
    assert id_of(phone) == theirs["id"] != mine["id"]
    assert rosa.get("/api/me/export")["devices"] == devices(rosa)


def test_a_devices_id_tells_nothing_of_its_secret_and_its_browsers_words_are_not_kept(
    tmp_path: Path,
) -> None:
    with serving(tmp_path) as server:
        phone = another_device(server, server.person("Ada"), **{"user-agent": FIREFOX})
        told = json.dumps(devices(phone))
        assert phone.secret is not None
        for secret in (phone.secret, digest(phone.secret).hex()):
            assert secret not in told
        for device in devices(phone):
            assert device["id"] not in phone.secret + digest(phone.secret).hex()
    stored = b"".join(file.read_bytes() for file in tmp_path.glob("table.db*"))
    assert b"Firefox" in stored
    assert b"Gecko" not in stored


def test_when_a_device_was_last_seen_is_known_to_the_hour(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    rosa = server.person("Rosa of the hours")
    phone = another_device(server, rosa)
    shift = 5 * HOUR
    monkeypatch.setattr(persons, "now", lambda: now() + shift)
    assert phone.get("/api/me")
    name = id_of(phone)

    def seen() -> int:
        return next(int(device["seen"]) for device in devices(phone) if device["id"] == name)

    wait_until(lambda: seen() % HOUR == 0)
    assert 0 <= now() + shift - seen() < 2 * HOUR


def test_only_ones_own_devices_are_listed_or_signed_out(server: Server) -> None:
    ada, ben = server.person("Ada apart"), server.person("Ben apart")
    assert len(devices(ada)) == 1
    for name in (id_of(ben), "nothing", "x" * 200):
        answer = ada.http.delete(f"/api/me/devices/{name}")
        assert refused(answer) == (404, "no-such-device")
    assert ben.get("/api/me")["name"] == "Ben apart"
    nobody = server.guest()
    for method, path in (("GET", ""), ("DELETE", "/this"), ("DELETE", "/others")):
        answer = nobody.http.request(method, f"/api/me/devices{path}", json={})
        assert answer.status_code == 401


# --- Signed out ------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["this", "id", "others"])
def test_a_device_that_is_signed_out_says_farewell_and_is_silent(
    company: Company, way: str
) -> None:
    ada = company.ada
    phone = another_device(company.server, ada)
    with company.knock(phone) as lost, company.knock(ada) as kept, company.knock(phone) as also:
        for one in (lost, kept, also):
            one.hear("welcome")
        if way == "this":
            sign_out(phone, "this")
        else:
            sign_out(ada, id_of(phone) if way == "id" else "others")
        for one in (lost, also):
            one.say(say("I am still here", 7))
            code, last = one.closed_with()
            assert code == POLICY_VIOLATION
            assert last == {
                "say": "farewell",
                "code": "signed-out",
                "sentence": "This device has been signed out.",
            }
        kept.say(say("So am I", 8))
        assert kept.hear("update")["told"][0]["text"] == "So am I"
    assert refused(phone.http.get("/api/me")) == (401, "unknown-secret")
    assert ada.get("/api/me")["name"] == ada.name


def test_what_a_spectator_of_that_device_has_open_ends_too(company: Company) -> None:
    eve = company.server.person(f"Eve of {company.table}"[:24])
    phone = another_device(company.server, eve)
    with company.knock(phone) as lost, company.knock(None) as nobody:
        lost.hear("welcome")
        nobody.hear("welcome")
        sign_out(eve, "others")
        assert lost.closed_with()[1]["code"] == "signed-out"
        assert company.ada.do(company.table, "say", seat=1, text="Hello").is_success
        assert nobody.hear("update")["told"][0]["text"] == "Hello"


def test_a_poll_ends_with_its_device_and_others_go_on_waiting(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: dict[str, asyncio.Event] = {}
    polling = Attendance.polling

    @contextmanager
    def noted(attendance: Attendance, person: Any, device: str) -> Iterator[asyncio.Event]:
        with polling(attendance, person, device) as event:
            begun[device] = event
            yield event

    monkeypatch.setattr(Attendance, "polling", noted)
    ada, where = company.ada, f"/api/tables/{company.table}/entries?since=3&wait=25"
    phone = another_device(company.server, ada)
    with ThreadPoolExecutor(2) as beside:
        lost = beside.submit(phone.http.get, where)
        kept = beside.submit(ada.http.get, where)
        wait_until(lambda: len(begun) == 2)
        sign_out(company.server.guest(authorization=f"Bearer {ada.secret}"), "others")
        assert refused(lost.result()) == (401, "signed-out")
        assert not begun[id_of(ada)].is_set()
        assert company.ben.do(company.table, "say", seat=2, text="Hello").is_success
        assert kept.result().is_success


def test_a_link_goes_with_the_device_that_may_have_made_it(server: Server) -> None:
    for number, which in enumerate(("others", "id")):
        rosa = server.person(f"Rosa of the links {number}")
        phone = another_device(server, rosa)
        token = link_of(phone)
        sign_out(rosa, id_of(phone) if which == "id" else which)
        answer = server.guest().http.post("/api/link", json={"token": token})
        assert refused(answer) == (410, "link-used")
        assert len(devices(rosa)) == 1


def test_who_leaves_a_device_goes_over_to_another_by_a_link(server: Server) -> None:
    rosa = server.person("Rosa who leaves")
    token = link_of(rosa)
    sign_out(rosa, id_of(rosa))
    phone = server.guest()
    assert phone.post("/api/link", {"token": token})["name"] == "Rosa who leaves"
    assert len(devices(phone)) == 1


# --- At the same moment ----------------------------------------------------------------------


class Pause:
    """Holds an asynchronous function back at its end, once it is armed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str):
        self.reached, self.go_on = threading.Event(), threading.Event()
        self._armed = False
        method = getattr(owner, name)

        async def held(*arguments: Any) -> Any:
            found = await method(*arguments)
            if self._armed:
                self._armed = False
                self.reached.set()
                while not self.go_on.is_set():
                    await asyncio.sleep(0.01)
            return found

        monkeypatch.setattr(owner, name, held)

    def arm(self) -> None:
        self._armed = True

    def wait(self) -> None:
        assert self.reached.wait(TEST_TIMEOUT)


@contextmanager
def held_socket(company: Company, phone: Guest, pause: Pause, who: Guest) -> Iterator[RawSocket]:
    """A socket of the phone that comes while somebody signs out all their other devices."""
    with connection(company.server.url) as raw:
        pause.arm()
        raw.ask(company.path, {"authorization": f"Bearer {phone.secret}"})
        pause.wait()
        sign_out(who, "others")
        pause.go_on.set()
        yield raw


@pytest.mark.parametrize(
    ("owner", "name"), [(Store, "device_by_credential"), (TableRegistry, "room")]
)
def test_a_socket_is_not_admitted_while_its_device_is_signed_out(
    company: Company, monkeypatch: pytest.MonkeyPatch, owner: type, name: str
) -> None:
    phone = another_device(company.server, company.ada)
    sign_out(company.ben, "others")  # so that no secret is remembered
    pause = Pause(monkeypatch, owner, name)
    with held_socket(company, phone, pause, company.ada) as raw:
        assert raw.answer()["code"] == "signed-out"
        assert raw.status == 401


def test_another_persons_sign_out_does_not_keep_a_socket_out(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = another_device(company.server, company.ada)
    pause = Pause(monkeypatch, TableRegistry, "room")
    with held_socket(company, phone, pause, company.ben) as raw:
        raw.answer()
        assert raw.hear("welcome")["seats"] == [1]


def test_a_socket_that_waits_for_its_welcome_ends_with_its_device(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = another_device(company.server, company.ada)
    pause = Pause(monkeypatch, TableQueue, "rows_after")
    with held_socket(company, phone, pause, company.ada) as raw:
        raw.answer()
        heard = [json.loads(one.data) for one in raw.to_the_end() if one.opcode == TEXT]
        assert [message["say"] for message in heard] == ["farewell"]


def test_a_poll_that_begins_while_its_device_is_signed_out_is_told_nothing(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = another_device(company.server, company.ada)
    pause = Pause(monkeypatch, TableRegistry, "room")
    with ThreadPoolExecutor(1) as beside:
        pause.arm()
        where = f"/api/tables/{company.table}/entries?since=3&wait=25"
        poll = beside.submit(phone.http.get, where)
        pause.wait()
        sign_out(company.ada, "others")
        pause.go_on.set()
        assert refused(poll.result()) == (401, "signed-out")


def test_a_command_whose_body_comes_after_the_sign_out_is_not_done(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = another_device(company.server, company.ada)
    pause = Pause(monkeypatch, endpoint, "_read_body")
    with ThreadPoolExecutor(1) as beside:
        pause.arm()
        where = f"/api/tables/{company.table}/commands"
        late = beside.submit(phone.http.post, where, json=say("Too late"))
        pause.wait()
        sign_out(company.ada, "others")
        pause.go_on.set()
        assert refused(late.result()) == (401, "signed-out")
    assert company.ada.get(f"/api/tables/{company.table}/entries", since=3)["told"] == []


# --- Deleted ---------------------------------------------------------------------------------


def test_all_devices_of_somebody_who_is_deleted_are_told_so(company: Company) -> None:
    phone = another_device(company.server, company.ada)
    with company.knock(phone) as one, company.knock(company.ada) as other:
        one.hear("welcome")
        other.hear("welcome")
        assert company.ada.http.delete("/api/me").status_code == 204
        for raw in (one, other):
            assert raw.closed_with()[1]["code"] == "deleted"


def test_an_open_page_of_a_browser_watches_after_it_was_signed_out(company: Company) -> None:
    """Its cookie proves nothing any more; it may come back as anybody may."""
    phone = another_device(company.server, company.ada)
    sign_out(company.ada, "others")
    with knock(company.server.url, company.path, {"cookie": f"upturn={phone.secret}"}) as raw:
        assert raw.hear("welcome")["seats"] == []

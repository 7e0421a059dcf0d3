"""limits.toml: every limit is kept, another file changes some, and mistakes in it are named."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.raw_socket import connection, knock, refused
from tests.support.servers import Guest, Server, serving
from upturn.errors import InvalidSetup, Refusal
from upturn.server.access import household
from upturn.server.config import limits
from upturn.server.config.limits import KEPT, MOST, RATES, Allowance, Limits, Rate, read_limits
from upturn.server.http.pages import ADDRESSES
from upturn.server.run.app import routes

OURS = files("upturn.server.config").joinpath("limits.toml").read_text(encoding="utf-8")


# --- The file ----------------------------------------------------------------------------------


def test_our_file_has_every_limit_and_no_other() -> None:
    found = tomllib.loads(OURS)
    assert set(found) == {*RATES, "most"}
    assert set(found["most"]) == set(MOST)
    for rate in RATES:
        assert set(found[rate]) == {"burst", "per_second"}
    read = read_limits()
    assert read.rates["socket"] == Rate(**found["socket"])
    assert read.most == found["most"]


def test_a_school_behind_one_address_can_sit_down_at_once() -> None:
    ours = read_limits()
    assert ours.rates["persons"].burst >= 60
    assert ours.most["sockets_per_address"] >= ours.rates["persons"].burst
    assert ours.rates["handshakes"].burst >= ours.most["sockets_per_address"]


def test_another_file_changes_what_it_names_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "limits.toml"
    path.write_text("[codes]\nburst = 3\n[most]\nsockets = 7\n", encoding="utf-8")
    ours, theirs = read_limits(), read_limits(path)
    assert theirs.rates["codes"] == Rate(3, ours.rates["codes"].per_second)
    assert theirs.most == {**ours.most, "sockets": 7}
    for rate in RATES:
        if rate != "codes":
            assert theirs.rates[rate] == ours.rates[rate]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (
            "[sockets]\nburst = 1",
            "'sockets'; the limits are socket, requests, persons, tables, codes",
        ),
        ("burst = 1", "'burst'"),
        ("socket = 3", "'socket' must be a section, [socket], with burst, per_second"),
        ("[socket]\nper_minute = 1", "[socket] has no 'per_minute'; it has burst, per_second"),
        ("[most]\ntables = 1", "[most] has no 'tables'"),
        ("[socket]\nburst = '5'", "socket.burst"),
        ("[socket]\nburst = true", "socket.burst"),
        ("[socket]\nburst = -1", "socket.burst"),
        ("[socket]\nburst = nan", "socket.burst"),
        ("[socket]\nper_second = inf", "socket.per_second"),
        ("[socket]\nburst = [1]", "socket.burst"),
        ("[most]\nsockets = 1.5", "most.sockets"),
        ("[most]\nsockets = -2", "most.sockets"),
        ("[socket", "at end of document"),
    ],
)
def test_a_mistake_is_named_with_its_file_and_its_key(tmp_path: Path, text: str, key: str) -> None:
    path = tmp_path / "limits.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidSetup) as found:
        read_limits(path)
    assert str(path) in str(found.value)
    assert key in str(found.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "latin.toml"
    broken.write_bytes(b"# \xe9")
    for path in (tmp_path / "nowhere.toml", tmp_path, broken):
        with pytest.raises(InvalidSetup, match="cannot read the limits in") as found:
            read_limits(path)
        assert str(path) in str(found.value)
        assert "Errno" not in str(found.value)


# --- Counting ----------------------------------------------------------------------------------


class Watch:
    """A clock that is told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.at = 1000.0
        monkeypatch.setattr(limits, "monotonic", lambda: self.at)


def test_a_burst_is_allowed_and_comes_back_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch(monkeypatch)
    allowance = Allowance(burst=3, per_second=0.5)
    assert [allowance.take() for _ in range(5)] == [True, True, True, False, False]
    assert allowance.wait() == 3
    watch.at += 2
    assert [allowance.take() for _ in range(2)] == [True, False]
    watch.at += 1000
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]


def test_who_is_refused_is_told_how_long_to_wait_and_nobody_else_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watch = Watch(monkeypatch)
    kept = Limits({"codes": Rate(1, 0.1)}, {})
    kept.spend("codes", "here")
    with pytest.raises(Refusal) as found:
        kept.spend("codes", "here")
    assert found.value.code == "too-many-requests"
    assert found.value.details == {"seconds": 11}
    kept.spend("codes", "there")
    watch.at += 11
    kept.spend("codes", "here")


def test_what_never_comes_back_is_said_to_take_an_hour() -> None:
    allowance = Allowance(burst=0, per_second=0)
    assert not allowance.take()
    assert allowance.wait() == 3600


def test_only_so_many_addresses_are_remembered_and_the_idle_are_forgotten_first() -> None:
    kept = Limits({"codes": Rate(1, 0)}, {})
    kept.spend("codes", "idle")
    kept.spend("codes", "busy")
    for number in range(KEPT - 2):
        kept.spend("codes", str(number))
    with pytest.raises(Refusal):
        kept.spend("codes", "busy")
    kept.spend("codes", "one more")
    kept.spend("codes", "idle")  # forgotten, so it may once more
    with pytest.raises(Refusal):
        kept.spend("codes", "busy")


def test_a_household_shares_its_limits() -> None:
    assert household("192.0.2.7") == "192.0.2.7"
    assert household("::ffff:192.0.2.7") == "192.0.2.7"
    assert household("2001:db8:1:2::3") == household("2001:db8:1:2:ffff:ffff:ffff:ffff")
    assert household("2001:db8:1:2::3") != household("2001:db8:1:3::3")
    assert household("fe80::1%eth0") == household("fe80::2%eth0")
    for odd in ("", "unix:", "a:b", "testclient"):
        assert household(odd) == odd


# --- A server ----------------------------------------------------------------------------------


@contextmanager
def limited(folder: Path, text: str) -> Iterator[Server]:
    path = folder / "few.toml"
    path.write_text(text, encoding="utf-8")
    with serving(folder, limits=path) as server:
        yield server


def problem(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def live(guest: Guest, table: str) -> Any:
    url = str(guest.http.base_url)
    return knock(url, f"/live/{table}", {"authorization": f"Bearer {guest.secret}"})


def test_requests_are_limited(tmp_path: Path) -> None:
    with limited(tmp_path, "[requests]\nburst = 3\nper_second = 0.01\n") as server:
        ada = server.guest()
        assert [ada.http.get("/api/games").status_code for _ in range(3)] == [200] * 3
        refusal = ada.http.get("/api/games")
        assert problem(refusal) == (429, "too-many-requests")
        assert 1 <= int(refusal.headers["retry-after"]) <= 100


@pytest.mark.parametrize(
    "path", ["/api/openapi.json", "/api/docs", "/api/nothing", "/live/nothing", "/api/me/tables"]
)
def test_whatever_is_asked_of_the_api_counts_as_a_request(tmp_path: Path, path: str) -> None:
    with limited(tmp_path, "[requests]\nburst = 2\nper_second = 0.01\n") as server:
        ada = server.guest()
        assert 429 not in [ada.http.get(path).status_code for _ in range(2)]
        refusal = ada.http.get(path)
        assert problem(refusal) == (429, "too-many-requests")
        assert int(refusal.headers["retry-after"]) >= 1


def test_only_the_pages_own_files_are_outside_the_limits(tmp_path: Path) -> None:
    outside = {getattr(route, "path", "") for route in routes(tmp_path) if not is_call(route)}
    assert outside == {*ADDRESSES, "/sw.js", "/manifest.webmanifest", "/plain.css", "/static"}


def is_call(route: Any) -> bool:
    made_by = getattr(route, "endpoint", None)
    return getattr(made_by, "__module__", "") == "upturn.server.http.endpoint"


def test_sockets_that_are_asked_for_are_limited_and_nobody_is_kept_out_for_long(
    tmp_path: Path,
) -> None:
    with limited(tmp_path, "[handshakes]\nburst = 2\nper_second = 0.01\n") as server:
        nowhere = "/live/" + "a" * 16
        found = [refused(server.url, nowhere) for _ in range(3)]
        assert found == [(404, "no-such-table")] * 2 + [(429, "too-many-requests")]
        assert server.guest().http.get("/api/games").status_code == 200


def test_new_names_are_limited(tmp_path: Path) -> None:
    with limited(tmp_path, "[persons]\nburst = 2\nper_second = 0\n") as server:
        server.person("Ada")
        server.person("Ben")
        refusal = server.guest().http.post("/api/me", json={"name": "Cyd"})
        assert problem(refusal) == (429, "too-many-requests")


def test_opened_tables_are_limited_by_person(tmp_path: Path) -> None:
    with limited(tmp_path, "[tables]\nburst = 1\nper_second = 0\n") as server:
        ada, ben = server.person("Ada"), server.person("Ben")
        wish = {"game": "dnup", "players": 2}
        ada.open(**wish)
        assert problem(ada.http.post("/api/tables", json=wish)) == (429, "too-many-requests")
        ben.open(**wish)


def test_codes_are_not_for_guessing(tmp_path: Path) -> None:
    with limited(tmp_path, "[codes]\nburst = 2\nper_second = 0\n") as server:
        ada = server.person("Ada")
        code = ada.open(game="dnup", players=2)["code"]
        assert ada.http.get("/api/codes/AAAAAA").status_code == 404
        assert ada.http.get(f"/api/codes/{code}").status_code == 200
        assert problem(ada.http.get(f"/api/codes/{code}")) == (429, "too-many-requests")


def test_open_tables_of_a_person_are_limited(tmp_path: Path) -> None:
    with limited(tmp_path, "[most]\ntables_per_person = 2\n") as server:
        ada = server.person("Ada")
        wish = {"game": "dnup", "players": 2}
        ada.open(**wish)
        ada.open(**wish)
        assert problem(ada.http.post("/api/tables", json=wish)) == (429, "too-many-tables")


def test_messages_of_a_socket_are_limited(tmp_path: Path) -> None:
    with limited(tmp_path, "[socket]\nburst = 2\nper_second = 0\n") as server:
        ada = server.person("Ada")
        table = ada.open(game="dnup", players=2)["id"]
        with live(ada, table) as socket:
            for number in range(3):
                socket.say({"do": "say", "id": str(number), "version": 1, "text": "hm"})
            code, last = socket.closed_with()
            assert (code, last["code"]) == (1008, "too-fast")
        assert ada.get(f"/api/tables/{table}")["table"]["version"] == 3


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        ("sockets", (503, "server-full")),
        ("sockets_per_address", (429, "too-many-sockets")),
        ("sockets_per_table", (503, "table-full")),
    ],
)
def test_sockets_are_limited(tmp_path: Path, limit: str, expected: tuple[int, str]) -> None:
    with limited(tmp_path, f"[most]\n{limit} = 2\n") as server, ExitStack() as stack:
        ada = server.person("Ada")
        table = ada.open(game="dnup", players=2)["id"]
        first, second = (stack.enter_context(live(ada, table)) for _ in range(2))
        first.hear("welcome")
        second.hear("welcome")
        assert refused(server.url, f"/live/{table}") == expected
        second.close()
        first.hear("presence", present=[1])
        with live(ada, table) as third:
            third.hear("welcome")


def test_who_knocks_at_the_same_time_is_counted_too(tmp_path: Path) -> None:
    with limited(tmp_path, "[most]\nsockets_per_address = 3\n") as server, ExitStack() as stack:
        ada = server.person("Ada")
        table = ada.open(game="dnup", players=2)["id"]
        raws = [stack.enter_context(connection(server.url)) for _ in range(20)]
        for raw in raws:
            raw.ask(f"/live/{table}", {})
        for raw in raws:
            raw.answer()
        assert sorted(raw.status for raw in raws) == [101] * 3 + [429] * 17


def test_bots_that_wait_are_limited(tmp_path: Path) -> None:
    with limited(tmp_path, "[most]\nbots_waiting = 0\n") as server:
        ada = server.person("Ada")
        wish = {"game": "team-up", "players": 2, "bots": {"2": "beginner"}}
        assert problem(ada.http.post("/api/tables", json=wish)) == (503, "bots-busy")
        table = ada.open(game="team-up", players=1, start=True)["id"]
        assert problem(ada.do(table, "hint", seat=1)) == (503, "bots-busy")
        assert ada.get(f"/api/tables/{table}")["table"]["version"] == 2

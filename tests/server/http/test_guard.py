"""Before a call is answered: limits, origins, forms, headers, and refusals that help."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator
from starlette.requests import Request
from starlette.responses import Response

from tests.support.databases import run
from tests.support.paths import ROOT
from tests.support.raw_socket import knock, refused
from tests.support.servers import Server, serving
from upturn.server.http.call import Asked, Call
from upturn.server.http.calls import health
from upturn.server.http.endpoint import LONGEST_BODY, endpoint
from upturn.server.http.routes import CALLS
from upturn.server.websocket.admission import LIVE
from upturn.store import open_store, sqlite, statements
from upturn.wire.answers import Health
from upturn.wire.commands import AnyCommand
from upturn.wire.examples import examples
from upturn.wire.schema import REF

DOCS = ROOT / "docs"
TIGHT = """
[requests]
burst = 30
per_second = 2
[persons]
burst = 3
per_second = 0.01
[tables]
burst = 2
per_second = 0.01
[codes]
burst = 2
per_second = 0.01
[most]
tables_per_person = 1
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("guard")) as running:
        yield running


@pytest.fixture
def tight(tmp_path: Path) -> Iterator[Server]:
    (tmp_path / "limits.toml").write_text(TIGHT)
    with serving(tmp_path) as running:
        yield running


# --- Limits ----------------------------------------------------------------------------------


def test_who_asks_too_much_is_told_to_wait_and_is_not_banned(tight: Server) -> None:
    guest = tight.guest()
    answers = [guest.http.get("/healthz") for _ in range(200)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert refused[0].json()["code"] == "too-many-requests"
    assert int(refused[0].headers["retry-after"]) >= 1
    assert {answer.status_code for answer in answers} == {200, 429}
    assert until_allowed(guest.http.get, "/healthz") == 200


def test_new_names_are_counted_by_address(tight: Server) -> None:
    found = [
        tight.guest().http.post("/api/me", json={"name": f"Ada {n}"}).status_code for n in range(9)
    ]
    assert found[:3] == [201, 201, 201]
    assert 429 in found


def test_codes_cannot_be_tried_out(tight: Server) -> None:
    guest = tight.guest()
    found = [guest.http.get("/api/codes/ABCDEF").status_code for _ in range(9)]
    assert found[0] == 404
    assert 429 in found


def test_nobody_sits_at_more_open_tables_than_the_limit(tight: Server) -> None:
    ada = tight.person("Ada")
    wish = {"game": "dnup", "players": 2}
    assert ada.http.post("/api/tables", json=wish).status_code == 201
    second = ada.http.post("/api/tables", json=wish)
    assert (second.status_code, second.json()["code"]) == (429, "too-many-tables")


def test_tables_are_counted_by_person(tight: Server) -> None:
    ada, ben = tight.person("Ada"), tight.person("Ben")
    wish = {"game": "dnup", "players": 2, "seat": None}
    codes = [ada.http.post("/api/tables", json=wish).json().get("code") for _ in range(3)]
    assert codes == [None, "too-many-tables", "too-many-requests"]
    assert ben.http.post("/api/tables", json=wish).status_code == 201


def until_allowed(ask, *args: str) -> int:  # type: ignore[no-untyped-def]
    """The status of a call that is repeated as long as it is told to wait."""
    while (status := ask(*args).status_code) == 429:
        pass
    return int(status)


# --- Other pages -----------------------------------------------------------------------------


def test_a_page_of_another_origin_cannot_act_for_a_person(server: Server) -> None:
    guest = server.guest(origin="https://elsewhere.example")
    answer = guest.http.post("/api/me", json={"name": "Eve"})
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign-page")
    assert server.guest(origin="null").http.post("/api/me", json={"name": "Eve"}).is_client_error


def test_our_own_page_may(server: Server) -> None:
    guest = server.guest(origin=server.url)
    assert guest.http.post("/api/me", json={"name": "Own page"}).status_code == 201


def test_our_own_page_may_through_a_proxy_that_names_another_host(tmp_path: Path) -> None:
    public = "https://games.example.org"
    with serving(tmp_path, public_url=public) as server:
        guest = server.guest(origin=public, host="upturn.internal:8000")
        assert guest.http.post("/api/me", json={"name": "Own page"}).status_code == 201
        table = server.person("Ada").open(game="dnup", players=2)["id"]
        with knock(server.url, f"/live/{table}", {"origin": public, "host": "upturn.internal"}):
            pass
        for foreign in ("http://games.example.org", f"{public}.evil.example", f"{public}:444"):
            other = server.guest(origin=foreign, host="upturn.internal:8000")
            assert other.http.post("/api/me", json={"name": "Eve"}).status_code == 403
            assert refused(server.url, f"/live/{table}", origin=foreign) == (403, "foreign-page")


def test_a_cookie_without_origin_needs_json(server: Server) -> None:
    guest = server.guest()
    guest.post("/api/me", {"name": "Cookie"})
    assert guest.http.post("/api/me/links").status_code == 415
    as_json = {"content-type": "application/json"}
    assert guest.http.post("/api/me/links", headers=as_json).status_code == 201
    own_page = {"origin": server.url}
    assert guest.http.post("/api/me/links", headers=own_page).status_code == 201


# --- Forms -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "kind", "status", "code"),
    [
        (b"{", "application/json", 400, "no-json"),
        (b"\xff", "application/json", 400, "no-json"),
        (b"[" * 60000, "application/json", 422, "bad-body"),
        (b"[]", "application/json", 422, "bad-body"),
        (b"{}", "application/json", 422, "bad-body"),
        (b'{"name": "x", "more": 1}', "application/json", 422, "bad-body"),
        (b'{"name": "' + b"x" * 25 + b'"}', "application/json", 422, "bad-body"),
        ('{"name": "\u200b\u202e"}'.encode(), "application/json", 422, "no-name"),
        (b'{"name": "Ada"}', "text/plain", 415, "not-json"),
        (b"name=Ada", "application/x-www-form-urlencoded", 415, "not-json"),
        (b" " * (LONGEST_BODY + 1), "application/json", 413, "too-long"),
    ],
)
def test_a_body_that_cannot_be_read_is_refused_in_words(
    server: Server, body: bytes, kind: str, status: int, code: str
) -> None:
    answer = server.guest().http.post("/api/me", content=body, headers={"content-type": kind})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert len(answer.json()["sentence"]) > 10


def test_a_body_whose_length_is_not_told_is_cut_off(server: Server) -> None:
    parts = (b" " * 1024 for _ in range(LONGEST_BODY // 512))
    answer = server.guest().http.post(
        "/api/me", content=parts, headers={"content-type": "application/json"}
    )
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "path",
    [
        "/api/results?limit=0",
        "/api/results?limit=many",
        "/api/results?nonsense=1",
        "/api/ratings",
        "/api/ratings?game=chess",
        "/api/tables?game=Chess!",
    ],
)
def test_a_query_that_is_not_understood_is_refused(server: Server, path: str) -> None:
    answer = server.guest().http.get(path)
    assert answer.status_code == 422, answer.text
    assert answer.json()["sentence"]


def test_what_is_not_understood_is_explained_to_people_and_to_programs(server: Server) -> None:
    ada = server.person("Explained")
    answer = ada.http.post("/api/tables", json={"game": "Dnup", "players": 2}).json()
    assert answer["sentence"] == (
        "`game` must be a word of lower-case letters, digits and hyphens, not 'Dnup'."
    )
    assert answer["code"] == "bad-body"
    assert answer["details"]["problem"].startswith("Expected `str` matching regex '^[a-z]")
    answer = ada.http.get("/api/results", params={"limit": "many"}).json()
    assert answer == {
        "code": "bad-query",
        "sentence": "`limit` must be a whole number from 1 to 200, not 'many'.",
        "details": {
            "problem": "Expected `int`, got `str` - at `$.limit`",
            "why": {
                "code": "field-not",
                "field": "`limit`",
                "wanted": [{"code": "a-number-between", "least": 1, "most": 200}],
                "given": "'many'",
            },
        },
    }


# --- Who asks --------------------------------------------------------------------------------


@pytest.mark.parametrize("call", [call for call in CALLS if call.person], ids=lambda c: c.path)
def test_what_is_for_persons_is_refused_to_the_nameless(server: Server, call) -> None:  # type: ignore[no-untyped-def]
    path = call.path.format(table="a" * 16, device="a" * 12)
    answer = server.guest().http.request(call.method, path)
    assert (answer.status_code, answer.json()["code"]) == (401, "nameless")


@pytest.mark.parametrize("shown", ["Bearer nonsense", "Basic QTpC", "Bearer", ""])
def test_a_secret_that_is_nobodys_is_refused(server: Server, shown: str) -> None:
    answer = server.guest(authorization=shown).http.get("/api/games")
    assert (answer.status_code, answer.json()["code"]) == (401, "unknown-secret")
    assert answer.headers["www-authenticate"] == "Bearer"


def test_a_cookie_that_is_nobodys_is_somebody_without_a_name(server: Server) -> None:
    guest = server.guest(cookie="upturn=nonsense; other=1")
    assert guest.http.get("/api/games").status_code == 200
    assert guest.http.get("/api/me").status_code == 401


# --- Answers ---------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/nothing", "/nothing", "/static/x.js"])
def test_every_answer_carries_the_headers_that_protect(server: Server, path: str) -> None:
    headers = server.guest().http.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert "server" not in headers


BY_TLS_ONLY = "max-age=31536000"


def test_browsers_that_came_by_tls_are_told_to_stay_with_it(tmp_path: Path) -> None:
    def told(**settings: object) -> str | None:
        with serving(tmp_path, **settings) as server:
            http = server.guest(**{"x-forwarded-proto": "https"}).http
            answers = [http.get(path).headers for path in ("/", "/api/games", "/nothing")]
            found = {headers.get("strict-transport-security") for headers in answers}
            header: str | None = found.pop()
            assert not found
            return header

    public = "https://games.example.org"
    assert told(public_url=public) == BY_TLS_ONLY
    assert told(trusted_proxies=("127.0.0.1",)) == BY_TLS_ONLY
    assert told(public_url=public, trusted_proxies=("127.0.0.1",), hsts=False) is None
    assert told(public_url="http://games.example.org") is None
    assert told() is None, "nobody said that who is not trusted"


def test_what_the_api_answers_is_kept_nowhere(server: Server) -> None:
    for path in ("/api/games", "/api/me", "/api/nothing"):
        assert server.guest().http.get(path).headers["cache-control"] == "no-store"


def test_there_is_nothing_in_words_or_in_json(server: Server) -> None:
    page = server.guest().http.get("/nothing")
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "There is nothing here" in page.text
    call = server.guest().http.get("/api/nothing")
    assert (call.status_code, call.json()["code"]) == (404, "no-such-page")


def test_a_wrong_method_names_the_right_ones(server: Server) -> None:
    answer = server.guest().http.put("/api/me")
    assert (answer.status_code, answer.json()["code"]) == (405, "wrong-method")
    assert set(answer.headers["allow"].split(", ")) == {"DELETE", "GET", "HEAD", "PATCH", "POST"}


# --- Described -------------------------------------------------------------------------------


def test_the_document_has_every_call_and_every_type_it_names(server: Server) -> None:
    document = server.guest().get("/api/openapi.json")
    assert document["openapi"] == "3.1.0"
    told = {(method.upper(), path) for path, calls in document["paths"].items() for method in calls}
    assert told == {(call.method, call.path) for call in CALLS}
    named = {part.partition('"')[0] for part in json.dumps(document).split("#/components/schemas/")}
    assert named - set(document["components"]["schemas"]) == {
        json.dumps(document).partition('"')[0]
    }


def test_the_document_shows_one_of_everything_that_travels(server: Server) -> None:
    document = server.guest().get("/api/openapi.json")
    schemas = document["components"]["schemas"]
    for name in [*examples(), "AnyCommand", "AnyMessage", "Clock", "SeatFacts", "TableFacts"]:
        assert schemas[name]["examples"], name
    assert len(schemas["AnyCommand"]["examples"]) == len(get_args(AnyCommand))
    for name, schema in schemas.items():
        valid = Draft202012Validator({"$ref": f"{REF}{name}", "components": document["components"]})
        for example in schema.get("examples", ()):
            valid.validate(example)


def test_both_descriptions_tell_of_the_websocket(server: Server) -> None:
    document = server.guest().get("/api/openapi.json")
    page = server.guest().http.get("/api/docs").text
    for told in (document["info"]["description"], page):
        assert "/live/{table}?since=n" in told
        assert "Welcome" in told
        assert "docs/wire.md" in told


@pytest.mark.parametrize("page", ["api.md", "serving.md", "wire.md"])
def test_what_the_docs_call_is_there(server: Server, page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    called = set(re.findall(r"`(?:(GET|POST|PATCH|DELETE) )?(/[a-z][^\s`?]*)", text))
    assert len(called) > 2
    for method, path in called:
        if not path.startswith(LIVE):
            place = re.sub(r"[{<]\w+[}>]", "a" * 16, path)
            answer = server.guest().http.request(method or "GET", place)
            assert "There is nothing here." not in answer.text, path
            assert answer.status_code != 405, path


def test_people_can_read_about_every_call(server: Server) -> None:
    page = server.guest().http.get("/api/docs").text
    assert all(f"{call.method} {call.path}" in page for call in CALLS)
    assert "<script" not in page
    assert 'href="/plain.css"' in page


# --- Health ----------------------------------------------------------------------------------


def test_the_server_lives_and_is_ready(server: Server) -> None:
    assert server.guest().get("/healthz") == {"status": "ok"}
    assert server.guest().get("/readyz") == {"status": "ok"}


def test_who_cannot_write_is_not_ready_until_it_can(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ada = server.person("Ada")
        other = sqlite3.connect(tmp_path / "table.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        refused = ada.http.get("/readyz")
        assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
        assert ada.http.get("/healthz").status_code == 200
        assert ada.http.get("/api/me").status_code == 200, "reading goes on"
        other.execute("ROLLBACK")
        other.close()
        assert ada.http.get("/readyz").status_code == 200


def test_a_server_that_cannot_read_its_logs_is_not_ready_until_it_can(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ada = server.person("Ada")
        ada.open(game="dnup", players=2)
        with closing(sqlite3.connect(tmp_path / "table.db", isolation_level=None)) as other:
            other.execute("ALTER TABLE entries RENAME TO elsewhere")
            refused = ada.http.get("/readyz")
            assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
            assert ada.http.get("/healthz").status_code == 200
            other.execute("ALTER TABLE elsewhere RENAME TO entries")
        assert ada.http.get("/readyz").status_code == 200


def test_a_server_whose_logs_are_read_too_slowly_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "STORE_TIMEOUT", 0.2)
    free = Event()
    execute = sqlite._execute

    def wait(connection: sqlite3.Connection, sql: str, args: Sequence[Any]) -> sqlite3.Cursor:
        if sql == statements.A_LOG:
            free.wait()
        return execute(connection, sql, args)

    monkeypatch.setattr(sqlite, "_execute", wait)
    with serving(tmp_path) as server:
        guest = server.guest()
        refused = guest.http.get("/readyz")
        free.set()
        assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")


def test_looking_whether_logs_can_be_read_costs_the_same_however_long_they_are(
    store_url: str,
) -> None:
    async def story() -> None:
        store = await open_store(store_url)
        for n in range(1, 3 * statements.ENTRIES_TRIED):
            assert await store.append("t", n, 0, "{}")
        read = await store._driver.rows(statements.A_LOG)
        assert [n for n, _, _ in read] == [*range(1, statements.ENTRIES_TRIED + 1)]
        await store.check()
        await store.close()

    run(story())


def test_a_mistake_of_ours_is_admitted_and_not_shown(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise RuntimeError("card 7/3 in the hand of seat 2")

    monkeypatch.setattr(health, "play_a_move", fail)
    answer = server.guest().http.get("/readyz")
    assert (answer.status_code, answer.json()["code"]) == (500, "mistake")
    assert "7/3" not in answer.text
    assert "Traceback" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_who_waits_while_the_server_stops_is_told_to_come_back() -> None:
    async def stopped(asked: Asked) -> Health:
        raise asyncio.CancelledError

    services = SimpleNamespace(
        access=SimpleNamespace(address=lambda peer, headers: peer),
        limits=SimpleNamespace(spend=lambda kind, who: None),
    )
    call = Call("GET", "/wait", stopped, "Wait", Health, anybody=True)
    request = Request(
        {
            "type": "http",
            "method": "GET",
            "headers": [],
            "client": None,
            "state": {"services": services},
        }
    )
    answer = asyncio.run(as_coroutine(endpoint({"GET": call})(request)))
    assert answer.status_code == 503
    assert json.loads(bytes(answer.body))["code"] == "restarting"


async def as_coroutine(waited: Awaitable[Response]) -> Response:
    return await waited


def test_metrics_are_for_this_machine(server: Server) -> None:
    assert "upturn_tables" in server.guest().http.get("/metrics").text
    through_a_proxy = server.guest(**{"x-forwarded-for": "192.0.2.7"})
    assert through_a_proxy.http.get("/metrics").status_code == 403


def test_a_token_opens_the_metrics_to_others(tmp_path: Path) -> None:
    with serving(tmp_path, metrics_token="t" * 20) as server:
        assert server.guest().http.get("/metrics").status_code == 403
        shown = server.guest(authorization=f"Bearer {'t' * 20}")
        assert shown.http.get("/metrics").status_code == 200

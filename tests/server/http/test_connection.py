"""Before a request is one: how long it may be and may take, and how many may come at once."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.raw_socket import Company, Gone, RawSocket, connection, no_mistakes, say
from tests.support.servers import Server, serving
from upturn.server.http import connection as http_connection
from upturn.server.http.calls import health
from upturn.server.http.connection import LONGEST_HEAD, LONGEST_REST, PER_HEADER
from upturn.server.run import process

SHORT = 0.3
"""Seconds that a request may take where that is what a test is about."""
MANY = LONGEST_HEAD // (len(b"ab") + PER_HEADER) + 1
"""Headers of two letters, one too many."""
ASK = b"GET /healthz HTTP/1.1\r\nhost: x\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with no_mistakes(), serving(tmp_path_factory.mktemp("reading")) as found:
        yield found


@pytest.fixture
def hasty(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    """A server that does not wait long."""
    monkeypatch.setattr(http_connection, "REQUEST_TIMEOUT", SHORT)
    return server


def post(body: bytes, length: int | None = None) -> bytes:
    head = "POST /api/me HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
    return f"{head}content-length: {length or len(body)}\r\n\r\n".encode() + body


def answer(said: bytes) -> tuple[int, str, str]:
    """The status, the code and the headers of what a server said."""
    head, _, body = said.partition(b"\r\n\r\n")
    return int(said.split(b" ")[1]), json.loads(body)["code"], head.decode().lower()


# --- How long ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wanted",
    [
        ASK + b"x: " + b"a" * LONGEST_HEAD + b"\r\n\r\n",
        ASK + b"x: " + b"a" * LONGEST_HEAD,
        ASK + b"a: b\r\n" * MANY + b"\r\n",
        ASK + b"a: b\r\n" * MANY,
        b"GET /" + b"a" * LONGEST_HEAD + b" HTTP/1.1\r\n\r\n",
        b"GET /" + b"a" * LONGEST_HEAD,
    ],
    ids=["header", "half a header", "headers", "half of them", "address", "half an address"],
)
def test_what_stands_before_a_body_can_be_too_long(server: Server, wanted: bytes) -> None:
    for pieces in (1, 7):
        with connection(server.url) as raw:
            size = len(wanted) // pieces + 1
            for at in range(0, len(wanted), size):
                raw.send(wanted[at : at + size])
            status, code, headers = answer(raw.rest())
            assert (status, code) == (431, "head-too-long")
            assert "connection: close" in headers
            assert "x-content-type-options: nosniff" in headers


def test_who_sends_on_and_on_is_let_go(server: Server) -> None:
    for endless in (ASK + b"x: ", post(b"", 10**9), b"GET /"):
        with connection(server.url) as raw:
            raw.send(endless)
            with pytest.raises(Gone):
                send_for_ever(raw, b"a" * LONGEST_REST)


def send_for_ever(raw: RawSocket, data: bytes, pause: float = 0) -> None:
    for _ in range(1000):
        raw.send(data)
        time.sleep(pause)


def test_what_comes_behind_a_body_counts_too(server: Server) -> None:
    with connection(server.url) as raw:
        raw.send(post(b"").replace(b"content-length: 0", b"transfer-encoding: chunked"))
        raw.send(b"0\r\n" + b"a: b\r\n" * MANY)
        assert raw.rest().count(b"HTTP/1.1") <= 1  # nobody is told twice


def test_long_requests_that_are_not_too_long_are_answered(server: Server) -> None:
    wanted = ASK + b"".join(b"x%d: %s\r\n" % (n, b"a" * 400) for n in range(60)) + b"\r\n"
    body = json.dumps({"name": "Ada", "filled": " " * 60_000}).encode()
    with connection(server.url) as raw:
        for _ in range(3):
            raw.send(wanted)
            assert b'"ok"' in whole_answer(raw)
            raw.send(post(body))
            assert b"bad-body" in whole_answer(raw)


def whole_answer(raw: RawSocket) -> bytes:
    """The next answer of a connection that stays open."""
    while not (found := re.search(rb"content-length: (\d+).*?\r\n\r\n", raw._unread, re.DOTALL)):
        raw._read()
    end = found.end() + int(found[1])
    while len(raw._unread) < end:
        raw._read()
    said, raw._unread = raw._unread[:end], raw._unread[end:]
    return said


# --- For how long --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "begun", [b"", b"\r\n", b"GET /he", ASK, post(b"{", 10), ASK + b"\r\n" + ASK]
)
def test_who_does_not_come_to_an_end_is_let_go(hasty: Server, begun: bytes) -> None:
    with connection(hasty.url) as raw:
        raw.send(begun)
        raw.rest()


@pytest.mark.parametrize("begun", [ASK, post(b"", 1000)], ids=["headers", "body"])
def test_nor_does_it_help_to_send_a_little_now_and_then(hasty: Server, begun: bytes) -> None:
    with connection(hasty.url) as raw:
        raw.send(begun)
        with pytest.raises(Gone):
            send_for_ever(raw, b"a", SHORT / 3)


def test_a_connection_that_has_been_answered_does_not_stay_open_with_empty_lines(
    hasty: Server,
) -> None:
    with connection(hasty.url) as raw:
        raw.send(ASK + b"\r\n")
        whole_answer(raw)
        raw.send(b"\r\n")
        raw.rest()


def test_who_waits_for_an_answer_may_wait_longer(hasty: Server) -> None:
    company = Company(hasty)
    path = f"/api/tables/{company.table}/entries?since=3&wait=2"
    with connection(hasty.url) as raw:
        raw.send(f"GET {path} HTTP/1.1\r\nhost: x\r\n\r\n".encode())
        time.sleep(SHORT)
        raw.send(b"\r\n")  # as some do behind a body
        assert b'"version":3' in whole_answer(raw)


def test_a_request_behind_one_that_takes_long_is_not_cut_off(
    hasty: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is we who do not read it meanwhile."""
    monkeypatch.setattr(health, "play_a_move", lambda: time.sleep(3 * SHORT))
    wanted = post(b'{"name": 1}')
    with connection(hasty.url) as raw:
        raw.send(b"GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n" + wanted[:-3])
        time.sleep(SHORT / 3)
        raw.send(wanted[-3:])
        assert b'"ok"' in whole_answer(raw)
        assert b"bad-body" in whole_answer(raw)


def test_a_connection_waits_for_its_next_request_longer_than_clients_keep_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a request meets the closing of its connection, and nobody knows whether it was heard."""
    assert process.KEPT_OPEN > 60
    monkeypatch.setattr(process, "KEPT_OPEN", 1)
    with serving(tmp_path) as server, connection(server.url) as raw:
        raw.send(ASK + b"\r\n")
        whole_answer(raw)
        begun = time.monotonic()
        assert raw.rest() == b""
        assert time.monotonic() - begun > 0.8


def test_a_socket_stays_as_long_as_it_likes(hasty: Server) -> None:
    company = Company(hasty)
    with company.knock(company.ada) as ada:
        ada.hear("welcome")
        time.sleep(3 * SHORT)
        ada.say(say("still here"))
        ada.hear("update", done="s1")


def test_who_goes_with_several_requests_under_way_is_no_mistake(hasty: Server) -> None:
    company = Company(hasty)
    path = f"/api/tables/{company.table}/entries?since=3&wait=1"
    with connection(hasty.url) as raw:
        raw.send(f"GET {path} HTTP/1.1\r\nhost: x\r\n\r\n".encode() + (ASK + b"\r\n") * 3)
        time.sleep(SHORT)
    time.sleep(1.5)  # what was not noticed is seen in the log by now


def test_who_takes_nothing_of_an_answer_is_let_go(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_connection, "UNREAD", 1.0)
    with connection(server.url, rcvbuf=2048) as raw:
        raw.send(b"GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n" * 40)
        with pytest.raises(Gone):
            # Seldom: the system asks anew with everything that comes, and only then tells.
            send_for_ever(raw, b"\r\n", 1.0)


# --- How many ------------------------------------------------------------------------------------


def limited(folder: Path, most: int) -> Path:
    path = folder / "few.toml"
    path.write_text(f"[most]\nconnections_per_address = {most}\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("workers", [1, 2])
def test_an_address_has_only_so_many_connections(tmp_path: Path, workers: int) -> None:
    with serving(tmp_path, limits=limited(tmp_path, 3), workers=workers) as server:
        with ExitStack() as stack:
            raws = [stack.enter_context(connection(server.url)) for _ in range(20)]
            open_ones = [raw for raw in raws if answers(raw)]
            assert 3 <= len(open_ones) <= 3 * workers
        for _ in range(100):  # those have gone, and others may come
            with connection(server.url) as raw:
                if answers(raw):
                    break
            time.sleep(0.05)
        else:
            raise AssertionError("nobody is let in any more")


def answers(raw: RawSocket) -> bool:
    try:
        raw.send(ASK + b"\r\n")
        return b'"ok"' in whole_answer(raw)
    except Gone:
        return False


def test_sockets_are_not_counted_twice(tmp_path: Path) -> None:
    with serving(tmp_path, limits=limited(tmp_path, 8)) as server, ExitStack() as stack:
        company = Company(server)
        server.close()
        for _ in range(20):
            stack.enter_context(company.knock(None)).hear("welcome")


def test_a_proxy_has_as_many_as_it_needs(tmp_path: Path) -> None:
    few = limited(tmp_path, 3)
    with (
        serving(tmp_path, limits=few, trusted_proxies=("127.0.0.1",)) as server,
        ExitStack() as stack,
    ):
        assert all(answers(stack.enter_context(connection(server.url))) for _ in range(20))


def test_who_is_gone_while_being_answered_is_no_mistake(hasty: Server) -> None:
    def come_and_go() -> None:
        for begun in (b"", ASK, ASK + b"\r\n", post(b"{", 10)):
            with connection(hasty.url) as raw:
                raw.send(begun)
                raw.reset()

    threads = [threading.Thread(target=come_and_go) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert hasty.guest().get("/healthz") == {"status": "ok"}

"""The WebSocket of a table: who is let in, what may be sent, and who is let go."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame

from tests.support.raw_socket import (
    BINARY,
    CLOSE,
    CONT,
    KEY,
    NUMBERS,
    PING,
    PONG,
    TEXT,
    Company,
    Gone,
    RawSocket,
    connection,
    frame,
    knock,
    no_mistakes,
    refused,
    say,
)
from tests.support.servers import GENEROUS, Server, serving
from upturn.server.config.limits import read_limits
from upturn.server.config.settings import Settings
from upturn.server.run import address
from upturn.server.tables import timers
from upturn.server.websocket import socket as sockets
from upturn.server.websocket.frames import LONGEST_FRAME, unframed
from upturn.server.websocket.socket import PIECE, LiveSocket

EXTRA = "https://pages.example.org"
NOWHERE = "/live/" + "a" * 16


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("sockets")
    with no_mistakes(), serving(folder, origins=(EXTRA,), log_level="warning") as found:
        yield found


@pytest.fixture(scope="module")
def table(server: Server) -> Company:
    """A table that many tests only look at."""
    return Company(server)


@pytest.fixture
def company(server: Server) -> Company:
    return Company(server)


# --- Admission ---------------------------------------------------------------------------------


def test_pages_of_ours_and_those_we_allow_are_let_in(table: Company) -> None:
    url, path = table.server.url, table.path
    for headers in ({}, {"origin": url}, {"origin": url.upper()}, {"origin": EXTRA}):
        with knock(url, path, headers) as raw:
            assert raw.hear("welcome")["seats"] == []


@pytest.mark.parametrize(
    "origin",
    [
        "null", "https://evil.example", "http://127.0.0.1", "http://127.0.0.1:1", "file://", "x",
        "https://pages.example.org.evil.example", "https://evil.example/pages.example.org",
        "http://[", "http://[::1", "//", "http://127.0.0.1@evil.example",
    ],
)  # fmt: skip
def test_other_pages_are_not(table: Company, origin: str) -> None:
    secret = f"upturn={table.ada.secret}"
    found = refused(table.server.url, table.path, origin=origin, cookie=secret)
    assert found == (403, "foreign-page")


def test_a_person_is_known_by_cookie_or_bearer(table: Company) -> None:
    url, path, secret = table.server.url, table.path, table.ada.secret
    for headers in (
        {"cookie": f"upturn={secret}"},
        {"cookie": f"other=1; upturn={secret}; more=2"},
        {"authorization": f"Bearer {secret}"},
        {"authorization": f"bearer  {secret}"},
    ):
        with knock(url, path, headers) as raw:
            assert raw.hear("welcome")["seats"] == [1]


def test_a_secret_that_is_nobodys_is_refused_but_an_old_cookie_is_only_a_spectator(
    table: Company,
) -> None:
    url, path = table.server.url, table.path
    for shown in ("Bearer nobody", "Bearer ", "Bearer " + "x" * 500, "Basic QTpC", "nonsense"):
        assert refused(url, path, authorization=shown) == (401, "unknown-secret")
    for cookie in ("upturn=nobody", "upturn=", "upturn", "upturn=" + "x" * 500, ";;,upturn"):
        with knock(url, path, {"cookie": cookie}) as raw:
            assert raw.hear("welcome")["seats"] == []


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (NOWHERE, (404, "no-such-table")),
        ("/live/", (404, "no-such-table")),
        ("/live", (404, "no-such-page")),
        ("/", (404, "no-such-page")),
        ("/api/me", (404, "no-such-page")),
        ("//[", (404, "no-such-page")),
        ("/live/../../etc/passwd", (404, "no-such-table")),
        ("/live/%00", (404, "no-such-table")),
        (NOWHERE + "?since=x", (422, "bad-version")),
        (NOWHERE + "?since=-1", (422, "bad-version")),
        (NOWHERE + "?since=99999999999999999999", (422, "bad-version")),
        (NOWHERE + "?since=%D9%A3", (422, "bad-version")),
    ],
)
def test_what_is_not_there_is_said(server: Server, path: str, expected: tuple[int, str]) -> None:
    assert refused(server.url, path) == expected


def test_since_is_what_one_knows_already(table: Company) -> None:
    for since, told in ((0, [1, 2, 3]), (2, [3]), (3, []), (77, [1, 2, 3])):
        with knock(table.server.url, f"{table.path}?since={since}") as raw:
            assert [entry["n"] for entry in raw.hear("welcome")["told"]] == told


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-websocket-key": "short"},
        {"sec-websocket-key": ""},
        {"sec-websocket-version": "12"},
        {"connection": "keep-alive, Upgrade", "sec-websocket-version": ""},
    ],
)
def test_a_handshake_that_is_none_is_refused(table: Company, headers: dict[str, str]) -> None:
    status, _ = refused(table.server.url, table.path, **headers)
    assert status in (400, 426)


def test_nobody_speaks_before_being_let_in(company: Company) -> None:
    for early in (frame(CLOSE), frame(PING, b"x"), frame(TEXT, b"{}"), b"\xff" * 100):
        with connection(company.server.url) as raw:
            # Nobody's secret, so that it has to be looked for.
            raw.ask(company.path, {"authorization": f"Bearer {next(NUMBERS)}"})
            with suppress(Gone):
                raw.send(early)
                raw.hang_up()
            raw.rest()
    with company.knock(company.ada) as raw:
        assert raw.hear("welcome")["watching"] == 0


@pytest.mark.parametrize("cut", [1, 5, None], ids=["a byte", "half a frame", "a whole frame"])
def test_somebody_who_speaks_with_the_handshake_is_told_to_wait(
    company: Company, cut: int | None
) -> None:
    head = f"GET {company.path} HTTP/1.1\r\nhost: {urlsplit(company.server.url).netloc}\r\n"
    wishes = f"upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-key: {KEY}\r\n"
    who = f"sec-websocket-version: 13\r\nauthorization: Bearer {company.ada.secret}\r\n\r\n"
    message = frame(TEXT, json.dumps(say("in a hurry")).encode())
    with connection(company.server.url) as raw:
        raw.send((head + wishes + who).encode() + message[:cut])
        assert (raw.answer()["code"], raw.status) == ("spoke-too-soon", 400)
    with company.knock(company.ada) as ada:
        assert "in a hurry" not in json.dumps(ada.hear("welcome"))
        ada.say(say("in good time"))
        ada.hear("update", done="s1")


# --- Messages ----------------------------------------------------------------------------------


def test_a_command_is_done_and_everybody_hears_of_it(company: Company) -> None:
    with company.knock(company.ada) as ada, company.knock(company.ben) as ben:
        ada.hear("welcome")
        ben.hear("welcome")
        ada.say(say("hello"))
        assert ada.hear("update")["done"] == "s1"
        told = ben.hear("update")
        assert told["told"][0]["text"] == "hello"
        assert "done" not in told


def test_who_speaks_before_the_welcome_is_answered_after_it(company: Company) -> None:
    for number in range(5):
        with company.knock(company.ada) as ada:
            ada.say(say("hello", number))
            ada.hear("update", done=f"s{number}")
            assert [message["say"] for message in ada.heard] == ["welcome", "update"]


def test_a_message_may_come_in_pieces_with_pings_between(company: Company) -> None:
    data = b'{"do": "say", "id": "p1", "version": 3, "text": "in pieces"}'
    with company.knock(company.ada) as ada:
        ada.send(frame(TEXT, data[:7], fin=False))
        for byte in data[7:-1]:
            ada.send(frame(CONT, bytes([byte]), fin=False))
            ada.send(frame(CONT, b"", fin=False))
        ada.send(frame(PING, b"still there?"))
        ada.send(frame(CONT, data[-1:]))
        pong = next(found for found in iter(ada.next_frame, None) if found.opcode == PONG)
        assert pong.data == b"still there?"
        assert ada.hear("update", done="p1")["told"][0]["text"] == "in pieces"


def test_messages_may_come_whole_cut_anywhere_and_several_at_once(company: Company) -> None:
    with company.knock(company.ada) as ada:
        ada.hear("welcome")
        number = count(1)

        def message() -> bytes:
            return frame(TEXT, json.dumps(say("hello", next(number))).encode())

        for pieces in (
            [message()],
            [frame(PONG, b"here")],
            [message()],
            [(cut := message())[:1], cut[1:]],
            [message()],
            [message() + (cut := message())[:9], cut[9:] + message()],
            [frame(PONG) + message()],
            [message(), message()],
        ):
            for piece in pieces:
                ada.send(piece)
                time.sleep(0.05)  # so that it is read by itself
        for done in range(1, next(number)):
            assert ada.hear("update")["done"] == f"s{done}"


@given(
    st.sampled_from([CONT, TEXT, BINARY, CLOSE, PING, PONG]),
    st.one_of(st.binary(max_size=140), st.sampled_from([0, 65_536, LONGEST_FRAME]).map(bytes)),
    st.booleans(),
    st.booleans(),
    st.sampled_from([b"", b"\0", frame(TEXT, b"{}")]),
    st.integers(0, 3),
)
def test_only_a_whole_message_or_pong_by_itself_is_read_without_further_ado(
    opcode: int, data: bytes, fin: bool, masked: bool, after: bytes, less: int
) -> None:
    sent = frame(opcode, data, fin=fin, masked=masked)
    sent = (sent + after)[: len(sent + after) - less]
    alone = fin and masked and len(after) == less
    short = len(data) <= (LONGEST_FRAME if opcode == TEXT else 125)
    plain = alone and short and opcode in (TEXT, PONG)
    assert unframed(sent) == (data if plain else None)


def test_a_command_that_is_followed_by_a_close_is_done(company: Company) -> None:
    with company.knock(company.ada) as ada, company.knock(company.ben) as ben:
        ada.hear("welcome")
        ben.hear("welcome")
        ada.send(frame(TEXT, b'{"do":"say","id":"l1","version":3,"text":"bye"}') + frame(CLOSE))
        assert ben.hear("update")["told"][0]["text"] == "bye"


def test_pings_are_answered(table: Company) -> None:
    with table.knock(table.ada) as ada:
        ada.hear("welcome")
        ada.send(frame(PING, b"12"))
        assert ada.next_frame() == (PONG, b"12")


@pytest.mark.parametrize("pieces", [1, 3, 50])
def test_a_message_that_is_too_long_closes_the_socket(table: Company, pieces: int) -> None:
    data = b" " * (LONGEST_FRAME + 1)
    size = len(data) // pieces + 1
    parts = [data[at : at + size] for at in range(0, len(data), size)]
    with table.knock(table.ada) as ada:
        for number, part in enumerate(parts, 1):
            ada.send(frame(TEXT if number == 1 else CONT, part, fin=number == len(parts)))
        assert ada.closed_with()[0] == 1009


def test_the_longest_message_is_read(company: Company) -> None:
    command = b'{"do": "say", "id": "l1", "version": 3, "text": "long"'
    with company.knock(company.ada) as ada:
        ada.send(frame(TEXT, command + b" " * (LONGEST_FRAME - len(command) - 1) + b"}"))
        assert ada.hear("update")["done"] == "l1"


def test_binary_closes_the_socket(table: Company) -> None:
    with table.knock(table.ada) as ada:
        ada.send(frame(BINARY, b"{}"))
        code, last = ada.closed_with()
        assert (code, last["say"], last["code"]) == (1003, "farewell", "text-only")


@pytest.mark.parametrize(
    "data",
    [
        frame(TEXT, b"{}", masked=False),
        frame(CONT, b"{}"),
        frame(0x3, b""),
        frame(0xB, b""),
        frame(PING, b"x" * 126),
        frame(PING, b"", fin=False),
        frame(TEXT, b"{", fin=False) + frame(TEXT, b"}"),
        b"\xf1\x80\0\0\0\0",
    ],
    ids=["unmasked", "continued", "3", "11", "long ping", "half ping", "text in text", "bits"],
)
def test_frames_that_are_none_close_the_socket(table: Company, data: bytes) -> None:
    with table.knock(table.ada) as ada:
        ada.send(data)
        assert ada.closed_with()[0] == 1002


def test_who_has_no_name_can_watch_but_not_act(company: Company) -> None:
    with company.knock(None) as raw:
        raw.say(say("hello"))
        assert raw.hear("refused", id="s1")["code"] == "nameless"


def test_reasons_are_told_to_the_asker_alone(company: Company) -> None:
    asked = {"do": "why", "id": "w1", "version": 3, "moves": ["flip", "take 2a", "dance"]}
    with ExitStack() as stack:
        ada, ben, guest = (
            stack.enter_context(company.knock(who)) for who in (company.ada, company.ben, None)
        )
        seat = ada.hear("welcome")["table"]["to_act"]
        ben.hear("welcome")
        mover, other = (ada, ben) if seat == 1 else (ben, ada)
        for one, code in ((other, "not-your-seat"), (guest, "nameless")):
            one.say(asked | {"seat": seat})
            assert one.hear("refused", id="w1")["code"] == code
        mover.say(asked | {"seat": seat})
        reasons = mover.hear("reasons", id="w1")["reasons"]
        assert [why and why["code"] for why in reasons.values()][-1] == "unreadable"
        assert set(reasons) == {"flip", "take 2a", "dance"}
        mover.say(say("all told"))
        for one in (other, guest):
            one.hear("update")
            assert "reasons" not in {message["say"] for message in one.heard}


def test_what_cannot_be_read_is_answered_by_its_id_if_it_has_one(company: Company) -> None:
    with company.knock(company.ada) as ada:
        for number, (text, name) in enumerate(
            [
                ("nonsense", None),
                ('{"do": "say", "id": "u1"}', "u1"),
                ('{"do": "nothing", "id": "u2", "version": 3}', "u2"),
                ('{"id": "' + "x" * 41 + '"}', None),
                ('{"id": "ü"}', None),
                ('{"id": 7}', None),
                ("[" * 4000, None),
                ('{"id": "\\ud800"}', None),
            ]
        ):
            ada.send(frame(TEXT, text.encode()))
            answer = ada.hear("refused")
            assert (answer["code"], answer["id"]) == ("no-command", name), number
            assert "Expected" not in answer["sentence"], number
            assert answer["details"]["problem"], number
        ada.say(say("still here"))
        ada.hear("update", done="s1")


# --- Being let go ------------------------------------------------------------------------------


def test_who_sends_too_much_is_closed_with_a_reason_and_may_come_back(tmp_path: Path) -> None:
    limits = tmp_path / "few.toml"
    limits.write_text(GENEROUS.replace("[socket]\nburst = 100000\nper_second = 100000", ""))
    limits.write_text(limits.read_text() + "\n[socket]\nburst = 5\nper_second = 0\n")
    with serving(tmp_path, limits=limits) as server:
        company = Company(server)
        begun = frame(TEXT, b"", fin=False)
        for flood, answered in (
            (frame(TEXT, b"nonsense") * 9, 5),
            (frame(PING) * 9, 0),
            (frame(PONG) * 9, 0),
            (begun + frame(CONT, fin=False) * 9, 0),
        ):
            with company.knock(company.ada) as ada:
                ada.hear("welcome")
                ada.send(flood)
                code, last = ada.closed_with()
                assert (code, last["say"], last["code"]) == (1008, "farewell", "too-fast")
                answers = [message for message in ada.heard if message["say"] == "refused"]
                assert len(answers) == answered
        with company.knock(company.ada) as ada:
            ada.say(say("slower now"))
            ada.hear("update", done="s1")


@pytest.mark.parametrize(
    ("first", "tiny"),
    [
        (b"", frame(PONG)),
        (b"", frame(TEXT)),
        (frame(TEXT, fin=False), frame(CONT, fin=False)),
    ],
    ids=["pong", "text", "continuation"],
)
def test_a_flood_of_tiny_frames_is_noticed_before_all_of_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: bytes, tiny: bytes
) -> None:
    parsed = count()
    take = LiveSocket._frame

    def counted(self: LiveSocket, one: Frame) -> None:
        next(parsed)
        take(self, one)

    monkeypatch.setattr(LiveSocket, "_frame", counted)
    with serving(tmp_path, limits=None) as server:
        company = Company(server)
        with company.knock(None) as spectator:
            spectator.hear("welcome")
            spectator.send(first + tiny * 20_000)
            assert spectator.closed_with()[0] == 1008
        most = read_limits().rates["socket"].burst + PIECE // len(tiny) + 10
        assert next(parsed) < most


@pytest.fixture
def narrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Company]:
    """A table of a server that has little room for what clients have not read."""
    listen = address.listen

    def narrowly(settings: Settings) -> tuple[socket.socket, Settings]:
        bound, settings = listen(settings)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        return bound, settings

    monkeypatch.setattr(address, "listen", narrowly)
    monkeypatch.setattr(sockets, "MOST_UNSENT", 16 * 1024)
    with serving(tmp_path) as server:
        yield Company(server)


def test_a_client_that_does_not_read_is_let_go_and_slows_nobody(narrow: Company) -> None:
    with ExitStack() as stack:
        ada, ben = (stack.enter_context(narrow.knock(who)) for who in (narrow.ada, narrow.ben))
        with narrow.knock(None, rcvbuf=2048):
            ada.hear("presence", watching=1)
            numbers = count(1)
            heard = len(ada.heard)
            while {"say": "presence", "present": [1, 2], "watching": 0} not in ada.heard[heard:]:
                number = next(numbers)
                ada.say(say("x" * 290, number))
                ada.hear("update", done=f"s{number}")
                ben.hear("update")
                assert number < 1000


def test_a_client_that_was_let_go_is_told_what_it_missed_when_it_is_back(narrow: Company) -> None:
    kernel = 64 * 1024  # what lies in the buffers of the system, at most
    with narrow.knock(narrow.ada) as ada, narrow.knock(narrow.ben, rcvbuf=2048) as ben:
        ben.hear("welcome")
        ada.hear("presence", present=[1, 2])
        ada.texts.clear()
        number = 0
        while {"say": "presence", "present": [1], "watching": 0} not in ada.heard:
            number += 1
            ada.say(say("x" * 290, number))
            ada.hear("update", done=f"s{number}")
        unread = sum(len(text) for text in ada.texts)
        assert sockets.MOST_UNSENT < unread < sockets.MOST_UNSENT + kernel
        frames = ben.to_the_end()  # what he could still read is in order
        told = [n for one in frames if one.opcode == TEXT for n in numbers_told(one.data)]
        assert told == [*range(4, 4 + len(told))]
    assert len(told) < number
    headers = {"authorization": f"Bearer {narrow.ben.secret}"}
    known = 3 + len(told)
    with knock(narrow.server.url, f"{narrow.path}?since={known}", headers) as ben:
        missed = ben.hear("welcome")["told"]
    assert [entry["n"] for entry in missed] == [*range(known + 1, 4 + number)]
    assert all(entry["text"] == "x" * 290 for entry in missed)


def numbers_told(message: bytes) -> list[int]:
    return [entry["n"] for entry in json.loads(message).get("told", [])]


def send_for_ever(raw: RawSocket, data: bytes) -> None:
    for _ in range(1000):
        raw.send(data)


def test_who_only_pings_and_never_reads_is_let_go_too(narrow: Company) -> None:
    pings = frame(PING, b"x" * 125) * 100
    with narrow.knock(narrow.ada, rcvbuf=2048) as flood, pytest.raises(Gone):
        send_for_ever(flood, pings)


def test_who_does_not_answer_pings_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timers, "TICK", 0.05)
    monkeypatch.setattr(timers, "TICKS_TO_PING", 10)
    with serving(tmp_path) as server:
        company = Company(server)
        with company.knock(company.ada) as ada, company.knock(company.ben) as ben:
            ben.hear("welcome")
            while {"say": "presence", "present": [1], "watching": 0} not in ada.heard:
                found = ada.next_frame()
                if found.opcode == PING:
                    ada.send(frame(PONG, found.data))
            assert PING in {one.opcode for one in ben.to_the_end()}


def test_who_says_goodbye_and_does_not_read_the_answer_is_let_go_too(
    narrow: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    with narrow.knock(narrow.ada) as ada, narrow.knock(None, rcvbuf=2048) as spectator:
        ada.hear("presence", watching=1)
        for number in range(1, 31):  # more than lies on the way, less than one may leave unread
            ada.say(say("x" * 290, number))
            ada.hear("update", done=f"s{number}")
        spectator.send(frame(PONG) + frame(CLOSE))
        monkeypatch.setattr(timers, "TICK", 0.05)
        monkeypatch.setattr(timers, "TICKS_TO_PING", 10)
        while {"say": "presence", "present": [1], "watching": 0} not in ada.heard:
            if ada.next_frame().opcode == PING:
                ada.send(frame(PONG))


def test_the_server_says_farewell_when_it_stops(tmp_path: Path) -> None:
    with ExitStack() as stack:
        with serving(tmp_path) as server:
            company = Company(server)
            people = [
                stack.enter_context(company.knock(who)) for who in (company.ada, company.ben, None)
            ]
            for person in people:
                person.hear("welcome")
            ends: list[Any] = []
            threads = [
                threading.Thread(target=lambda one=one: ends.append(one.closed_with()))
                for one in people
            ]
            for thread in threads:
                thread.start()
        for thread in threads:
            thread.join()
    assert [(code, last["code"]) for code, last in ends] == [(1012, "restarting")] * 3


def test_who_is_gone_without_a_word_is_no_longer_there(company: Company) -> None:
    with company.knock(company.ada) as ada:
        with company.knock(company.ben) as ben:
            ben.hear("welcome")
            assert ada.hear("presence")["present"] == [1, 2]
        assert ada.hear("presence")["present"] == [1]
        with company.knock(company.ben) as ben:
            ada.hear("presence", present=[1, 2])
            ben.hang_up()
            assert ada.hear("presence")["present"] == [1]

"""Behind proxies people are limited by their own address, however they come, and by no other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.raw_socket import Company, RawSocket, connection, knock
from tests.support.servers import Server, serving
from upturn.server.access import forwarded_by, household
from upturn.server.config.values import Networks

INNER, OUTER = "10.0.0.1", "10.9.0.7"
ADA, BEN = "192.0.2.7", "198.51.100.9"
PROXIES = ("127.0.0.1", "10.0.0.0/8")
ONE_SOCKET = """
[codes]
burst = 1
per_second = 0.001
[most]
sockets_per_address = 1
"""


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("", "127.0.0.1"),
        (ADA, ADA),
        (f"{ADA}, {OUTER}, {INNER}", ADA),
        (f"{ADA},{INNER}", ADA),
        (f"{BEN}, {ADA}, {INNER}", ADA),
        (f"{INNER}, {ADA}", ADA),
        (f"{BEN}, {INNER}, {ADA}, {INNER}", ADA),
        (f"{OUTER}, {INNER}", OUTER),
        (f"{ADA}:51234, {INNER}:443", ADA),
        (f"[2001:db8::1]:443, {INNER}", "2001:db8::1"),
        (f"{ADA}, ::ffff:{INNER}", ADA),
        (f"{ADA}, unknown, {INNER}", INNER),
        (f"{ADA}, , {INNER}", INNER),
        ("x" * 5000, "127.0.0.1"),
        (f"{ADA}, {'1' * 5000}", "127.0.0.1"),
        (", ".join([ADA] * 3000 + [BEN]), BEN),
    ],
)
def test_the_first_from_the_right_that_is_no_proxy_of_ours_has_asked(
    header: str, found: str
) -> None:
    assert forwarded_by("127.0.0.1", header, Networks(PROXIES)) == found


def test_nobody_else_is_believed() -> None:
    for proxies in (Networks(PROXIES), Networks(())):
        assert forwarded_by(ADA, f"{BEN}, {INNER}", proxies) == ADA


def test_a_proxy_that_is_told_in_the_form_of_the_newer_addresses_is_known() -> None:
    assert f"::ffff:{INNER}" in Networks(PROXIES)
    assert "::ffff:192.0.2.7" not in Networks(PROXIES)
    assert household(forwarded_by(f"::ffff:{INNER}", ADA, Networks(PROXIES))) == ADA


@pytest.fixture(scope="module")
def limits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("limits") / "few.toml"
    path.write_text(ONE_SOCKET, encoding="utf-8")
    return path


@pytest.fixture
def behind(tmp_path: Path, limits: Path) -> Iterator[Server]:
    """A server behind two proxies, of which the inner one is on its own machine."""
    with serving(tmp_path, limits=limits, trusted_proxies=PROXIES) as server:
        yield server


def opened(company: Company, stack: ExitStack, *forwarded: str) -> int:
    """The status of a WebSocket that stays open, asked for with these headers."""
    raw: RawSocket = stack.enter_context(connection(company.server.url))
    lines = "".join(f"\r\nx-forwarded-for: {one}" for one in forwarded)
    raw.ask(company.path, {"x-made-up": f"1{lines}"})
    raw.answer()
    return raw.status


def looked_up(server: Server, *forwarded: str) -> int:
    """The status of a call that everybody may make once."""
    headers = [("x-forwarded-for", one) for one in forwarded]
    return server.guest().http.get("/api/codes/ABCDEF", headers=headers).status_code


def test_behind_two_proxies_sockets_are_counted_by_the_persons_own_address(behind: Server) -> None:
    company = Company(behind)
    with ExitStack() as stack:
        assert opened(company, stack, f"{ADA}, {OUTER}") == 101
        assert opened(company, stack, f"{BEN}, {OUTER}") == 101
        assert opened(company, stack, f"{ADA}, {OUTER}") == 429


def test_behind_two_proxies_calls_are_counted_by_the_same_address(behind: Server) -> None:
    assert looked_up(behind, f"{ADA}, {OUTER}") == 404
    assert looked_up(behind, f"{BEN}, {OUTER}") == 404
    assert looked_up(behind, f"{ADA}, {OUTER}") == 429


@pytest.mark.parametrize(
    "spoofed",
    [(f"{BEN}, {ADA}, {OUTER}",), (BEN, f"{ADA}, {OUTER}"), (BEN, ADA), (f"{OUTER}, {ADA}",)],
    ids=["before", "in a header before", "in another header", "as a proxy"],
)
def test_nobody_gets_another_address_by_saying_so(behind: Server, spoofed: tuple[str, ...]) -> None:
    company = Company(behind)
    with ExitStack() as stack:
        assert opened(company, stack, ADA) == 101
        assert opened(company, stack, *spoofed) == 429
        assert opened(company, stack, BEN) == 101
    assert looked_up(behind, ADA) == 404
    assert looked_up(behind, *spoofed) == 429
    assert looked_up(behind, BEN) == 404


def test_somebody_who_is_no_proxy_is_not_believed_by_sockets_either(
    tmp_path: Path, limits: Path
) -> None:
    with serving(tmp_path, limits=limits) as server, ExitStack() as stack:
        company = Company(server)
        stack.enter_context(knock(server.url, company.path, {"x-forwarded-for": ADA}))
        assert opened(company, stack, BEN) == 429


def test_the_proxy_says_whether_people_come_by_tls(tmp_path: Path) -> None:
    with serving(tmp_path, trusted_proxies=PROXIES) as server:
        for number, (said, secure) in enumerate(
            [("https", True), ("http", False), ("https, https", True), ("https, http", False),
             ("gopher", False), ("", False)]
        ):  # fmt: skip
            guest = server.guest(**{"x-forwarded-proto": said})
            answer = guest.http.post("/api/me", json={"name": f"Ada {number}"})
            assert ("Secure" in answer.headers["set-cookie"]) is secure, said
    with serving(tmp_path) as server:
        guest = server.guest(**{"x-forwarded-proto": "https"})
        answer = guest.http.post("/api/me", json={"name": "Ben"})
        assert "Secure" not in answer.headers["set-cookie"]

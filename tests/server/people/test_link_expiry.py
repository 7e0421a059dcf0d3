"""A link for another device: good until its last moment, for one device only."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.support.databases import run
from tests.support.evenings import set_clock
from tests.support.servers import serving
from tests.support.sitting import NOON
from upturn.errors import Refusal
from upturn.server.people.persons import LINK_MINUTES, Persons
from upturn.store import open_store

MINUTE = 60_000
DEVICES = 10


@pytest.mark.parametrize(
    ("waited", "good"),
    [
        (0, True),
        (LINK_MINUTES * MINUTE - 1, True),
        (LINK_MINUTES * MINUTE + 1, False),
        (24 * 60 * MINUTE, False),
    ],
)
def test_a_link_works_until_its_time_and_not_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, waited: int, good: bool
) -> None:
    at = [NOON]
    set_clock(monkeypatch, lambda: at[0])
    with serving(tmp_path) as server:
        mary = server.person("Mary")
        token = mary.post("/api/me/links")["url"].rsplit("/", 1)[1]
        at[0] += waited
        phone = server.guest()
        answer = phone.http.post("/api/link", json={"token": token})
        if good:
            assert answer.json()["id"] == mary.get("/api/me")["id"]
            assert phone.get("/api/me")["id"] == mary.get("/api/me")["id"]
        else:
            assert (answer.status_code, answer.json()["code"]) == (410, "link-used")
            assert phone.http.get("/api/me").status_code == 401
        again = server.guest().http.post("/api/link", json={"token": token})
        assert (again.status_code, again.json()["code"]) == (410, "link-used")
        at[0] -= waited  # nor if the clock is set back
        again = server.guest().http.post("/api/link", json={"token": token})
        assert (again.status_code, again.json()["code"]) == (410, "link-used")


def test_of_devices_that_follow_a_link_at_the_same_moment_one_gets_in(store_url: str) -> None:
    async def test() -> None:
        store = await open_store(store_url)
        workers = [Persons(store), Persons(store)]
        ada, _ = await workers[0].come("Ada")
        token, _ = await workers[0].link(ada)
        following = (workers[n % 2].follow(token) for n in range(DEVICES))
        answers = await asyncio.gather(*following, return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, Refusal)]
        assert {refusal.code for refusal in refused} == {"link-used"}
        (secret,) = (answer for answer in answers if isinstance(answer, str))
        assert await workers[1].of_secret(secret) == ada
        assert len(refused) == DEVICES - 1
        await store.close()

    run(test())

"""A theft, tried over WebSockets: the owner of a seat goes offline, and others want the hand.

Bob is offline. Eve claims his seat. Cyd acts as host, since Ada is offline as well, and gives it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.support.evenings import set_clock
from tests.support.live_client import LiveClient, Refused
from tests.support.servers import TEST_TIMEOUT, Guest, Server, serving
from upturn.server.clock import now
from upturn.server.tables import timers
from upturn.table.consent import OWNER_HAS

GRACE = 0.2


class Clock:
    """The time of the server, which can be moved on."""

    ahead = 0

    def __call__(self) -> int:
        return now() + self.ahead


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    set_clock(monkeypatch, clock)
    monkeypatch.setattr(timers, "TICK", 0.02)
    return clock


@pytest.fixture
def server(tmp_path: Path, clock: Clock) -> Iterator[Server]:
    with serving(tmp_path, grace=GRACE) as running:
        yield running


class Scene:
    """Three people at a table of three, and Eve, who watches."""

    def __init__(self, server: Server, closing: AsyncExitStack):
        self.server, self._closing = server, closing
        self.people = {name: server.person(name) for name in ("Ada", "Bob", "Cyd", "Eve")}
        self.table: str = self.people["Ada"].open(game="dnup", players=3, public=True)["id"]
        for seat, name in ((2, "Bob"), (3, "Cyd")):
            assert self.people[name].do(self.table, "sit", seat=seat).is_success
        assert self.people["Ada"].do(self.table, "start").is_success

    async def come(self, name: str, table: str | None = None) -> LiveClient:
        client = LiveClient(self.server.url, self.people[name].secret, table or self.table)
        return await self._closing.enter_async_context(client)

    async def lose(self, cyd: LiveClient, *seats: int) -> None:
        """Wait until these seats are away."""
        gone = [*seats]
        await cyd.until(
            lambda: [one["seat"] for one in cyd.table["seats"] if one.get("away")] == gone
        )

    def lines(self, name: str, path: str = "/api/me/tables") -> Any:
        """A list of tables, by table."""
        lines = self.people[name].get(path)["tables"]
        return {line["id"]: line for line in lines}


def play(server: Server, story: Callable[[Scene], Any]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(TEST_TIMEOUT), AsyncExitStack() as closing:
            await story(await asyncio.to_thread(Scene, server, closing))

    asyncio.run(limited())


async def refused(client: LiveClient, kind: str, **fields: Any) -> str:
    with pytest.raises(Refused) as found:
        await client.do(kind, **fields)
    return found.value.code


def test_an_accomplice_and_a_stand_in_host_do_not_get_the_hand(
    server: Server, clock: Clock
) -> None:
    async def story(scene: Scene) -> None:
        cyd, eve = await scene.come("Cyd"), await scene.come("Eve")
        await scene.lose(cyd, 1, 2)
        await eve.do("claim", seat=2)
        await cyd.reach(eve.version)
        await cyd.do("answer", claim=1, give=True)
        await eve.reach(cyd.version)
        assert eve.seats == []
        assert eve.views[0]["seat"] is None
        assert (await asyncio.to_thread(scene.lines, "Bob"))[scene.table]["claimed"] == [2]
        for name, path in (("Cyd", "/api/me/tables"), ("Bob", "/api/tables")):
            lines = await asyncio.to_thread(scene.lines, name, path)
            assert "claimed" not in lines.get(scene.table, {}), "it is Bob's alone"
        bob = await scene.come("Bob")
        await eve.until(lambda: eve.told[-1]["what"] == "back")
        clock.ahead += OWNER_HAS
        await cyd.do("say", seat=3, text="well?")
        await eve.reach(cyd.version)
        assert (bob.seats, eve.seats) == ([2], [])
        assert [entry["what"] for entry in eve.told].count("answered") == 0
        assert "claimed" not in (await asyncio.to_thread(scene.lines, "Bob"))[scene.table]

    play(server, story)


def test_the_owner_has_the_seat_back_from_whoever_got_it(server: Server, clock: Clock) -> None:
    async def story(scene: Scene) -> None:
        other = await asyncio.to_thread(scene.people["Bob"].open, game="dnup", players=2)
        told = await scene.come("Bob", other["id"])
        ada, cyd, eve = [await scene.come(name) for name in ("Ada", "Cyd", "Eve")]
        await scene.lose(cyd, 2)
        await eve.do("claim", seat=2)
        for client in (ada, cyd):
            await client.reach(eve.version)
        await ada.do("answer", claim=1, give=True)
        await cyd.do("answer", claim=1, give=True)
        await told.until(lambda: told.claimed)
        assert (told.claimed[0]["table"], told.claimed[0].get("given")) == (scene.table, None)
        clock.ahead += OWNER_HAS
        await eve.until(lambda: eve.seats == [2])
        assert eve.views[0]["hand"]
        await told.until(lambda: len(told.claimed) == 2)
        assert told.claimed[1]["given"]
        bob = await scene.come("Bob")
        await bob.until(lambda: bob.seats == [2])
        assert bob.views[0]["hand"]
        await eve.reach(bob.version)
        assert eve.seats == []
        assert eve.views[0]["hand"] is None
        assert await refused(eve, "sit", seat=2) == "seat-taken"
        assert await refused(eve, "claim", seat=2) == "seat-taken"

    play(server, story)


def test_it_holds_after_a_restart_and_for_somebody_who_polls(tmp_path: Path, clock: Clock) -> None:
    async def steal(scene: Scene) -> None:
        ada, cyd, eve = [await scene.come(name) for name in ("Ada", "Cyd", "Eve")]
        await scene.lose(cyd, 2)
        await eve.do("claim", seat=2)
        for client in (ada, cyd):
            await client.reach(eve.version)
            await client.do("answer", claim=1, give=True)
        clock.ahead += OWNER_HAS
        await eve.until(lambda: eve.seats == [2])
        known.update(scene.people, table=scene.table)

    known: dict[str, Any] = {}
    with serving(tmp_path, grace=GRACE) as server:
        play(server, steal)
    with serving(tmp_path, grace=GRACE) as server:
        bob, eve = (
            Guest(server.guest(authorization=f"Bearer {known[name].secret}").http)
            for name in ("Bob", "Eve")
        )
        where = f"/api/tables/{known['table']}"
        assert bob.get(where)["lost"] == [2]
        assert eve.get(where)["seats"] == [2]
        bob.get(f"{where}/entries", since=0)
        assert bob.get(where)["seats"] == [2]
        assert eve.get(where)["seats"] == []
        assert eve.get(where)["views"][0]["hand"] is None

"""Hints: thought about once for each position, one at a time for each person."""

from __future__ import annotations

import asyncio
import json
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from tests.support.databases import run
from tests.support.evenings import Evening, Socket, Spend, log_of, spend
from tests.support.live_client import LiveClient
from tests.support.servers import Guest, spawned
from tests.support.sitting import ADA, BOB
from upturn.bots.advising import Advice
from upturn.server.tables.room import Room
from upturn.table import Person, log
from upturn.wire import commands as c

__all__ = ["spend"]

TABLES, HINTS = 10, 24
"""The attack: so many tables, and so many hints at each."""
QUICK = 2.0
"""Seconds in which another table's bot answers meanwhile."""


class Adviser:
    """Advises the first legal move; while it is held, nothing comes of its thoughts."""

    def __init__(self, tonight: Evening, monkeypatch: pytest.MonkeyPatch):
        self.tonight = tonight
        self.asked = 0
        self.fails = False
        self.free = asyncio.Event()
        self.free.set()
        self._numbers = count(1)
        monkeypatch.setattr(tonight.registry.context.thinkers, "advise", self._advise)

    async def _advise(self, person: str, table: str, seed: str, view: Callable[[], Any]) -> Advice:
        self.asked += 1
        seen = view()
        await self.free.wait()
        if self.fails:
            raise ZeroDivisionError
        return Advice(seen["legal"][0], f"thought {self.asked}", "best", {})

    async def ask(self, room: Room, person: Person, seat: int | None = None) -> Socket:
        """Ask for a hint with a new id; whoever asked has heard what came of it so far."""
        asker = Socket(person)
        seat = room.table.to_act if seat is None else seat
        assert seat is not None
        command = c.Hint(id=f"h{next(self._numbers)}", version=room.table.version, seat=seat)
        room.ask(command, person, asker)
        await self.tonight.settle()
        return asker


def said(asker: Socket) -> list[str]:
    return [message.get("code", message["say"]) for message in asker.heard]


def to_act(room: Room) -> Person:
    return (ADA, BOB)[(room.table.to_act or 1) - 1]


async def hints_in(room: Room) -> int:
    return sum(isinstance(entry, log.Hinted) for entry in await log_of(room))


def test_the_same_position_is_thought_about_once(
    spend: Spend, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(tonight: Evening) -> None:
        room, adviser = await tonight.table(ADA, BOB), Adviser(tonight, monkeypatch)
        person = to_act(room)
        first = await adviser.ask(room, person)
        assert said(first) == ["done", "best", "done"]
        version = room.table.version
        again = await adviser.ask(room, person)
        assert said(again) == ["best", "done"]
        assert again.heard[0]["sentence"] == "thought 1"
        assert again.heard[1]["version"] == version, "the entry that says so already"
        assert (adviser.asked, room.table.version, await hints_in(room)) == (1, version, 1)

    spend(story)


def test_asking_again_meanwhile_waits_for_the_same_thought(
    spend: Spend, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(tonight: Evening) -> None:
        room, adviser = await tonight.table(ADA, BOB), Adviser(tonight, monkeypatch)
        adviser.free.clear()
        askers = [await adviser.ask(room, to_act(room)) for _ in range(5)]
        assert [said(asker) for asker in askers] == [["done"], [], [], [], []]
        adviser.free.set()
        await tonight.settle()
        assert all("best" in said(asker) for asker in askers)
        assert (adviser.asked, await hints_in(room)) == (1, 1)

    spend(story)


def test_another_position_is_thought_about_anew(
    spend: Spend, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(tonight: Evening) -> None:
        room, adviser = await tonight.table(ADA, BOB), Adviser(tonight, monkeypatch)
        person, seat = to_act(room), room.table.to_act
        await adviser.ask(room, person)
        move = room.table.expect_game().legal_moves()[0]
        await tonight.do(room, person, c.MakeMove, seat=seat, move=move)
        await adviser.ask(room, to_act(room))
        assert (adviser.asked, await hints_in(room)) == (2, 2)

    spend(story)


def test_advice_that_is_kept_is_not_for_others(
    spend: Spend, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(tonight: Evening) -> None:
        room, adviser = await tonight.table(ADA, BOB), Adviser(tonight, monkeypatch)
        person, seat = to_act(room), room.table.to_act
        other = BOB if person is ADA else ADA
        await adviser.ask(room, person)
        assert said(await adviser.ask(room, other, seat)) == ["not-your-seat"]

    spend(story)


def test_a_person_has_one_hint_on_its_way_at_all_tables_together(
    spend: Spend, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(tonight: Evening) -> None:
        adviser = Adviser(tonight, monkeypatch)
        rooms = [await tonight.table(ADA, ADA) for _ in range(3)]
        theirs = await tonight.table(BOB, BOB)
        adviser.free.clear()
        first = await adviser.ask(rooms[0], ADA)
        assert said(first) == ["done"]
        assert said(await adviser.ask(rooms[1], ADA)) == ["hint-on-its-way"]
        assert said(await adviser.ask(theirs, BOB)) == ["done"], "others have theirs"
        assert [await hints_in(room) for room in rooms] == [1, 0, 0], "refused is not written down"
        adviser.free.set()
        await tonight.settle()
        assert "best" in said(await adviser.ask(rooms[1], ADA))

    spend(story)


def test_a_hint_that_is_refused_or_fails_is_not_on_its_way_any_more(
    spend: Spend, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(tonight: Evening) -> None:
        adviser = Adviser(tonight, monkeypatch)
        room, other = await tonight.table(ADA, BOB), await tonight.table(ADA, ADA)
        waiting = 1 if room.table.to_act == 2 else 2
        person = (ADA, BOB)[waiting - 1]
        assert said(await adviser.ask(room, person, waiting)) == ["not-your-turn"]
        adviser.fails = True
        assert said(await adviser.ask(other, ADA)) == ["done"]
        adviser.fails = False
        assert "best" in said(await adviser.ask(other, ADA)), "it is thought about again"
        assert "best" in said(await adviser.ask(room, to_act(room)))

    spend(story)


# --- The attack ----------------------------------------------------------------------------------


@contextmanager
def flood(url: str, guest: Guest, tables: list[str]) -> Iterator[None]:
    """Somebody asks for many hints at all these tables, with new ids, and does not listen."""
    with ExitStack() as open_sockets:
        for table in tables:
            socket = open_sockets.enter_context(
                connect(
                    f"{url.replace('http', 'ws', 1)}/live/{table}",
                    additional_headers={"authorization": f"Bearer {guest.secret}"},
                    proxy=None,
                    max_queue=None,  # it takes everything in, else it could not be closed
                )
            )
            version = json.loads(socket.recv())["version"]
            for number in range(HINTS):
                hint = {"do": "hint", "id": f"h{number}", "version": version, "seat": 1}
                socket.send(json.dumps(hint))
        yield


async def answers_of_a_bot(url: str, guest: Guest, table: str) -> list[float]:
    """Play on; the seconds that the bot took for each of its turns."""
    waits: list[float] = []
    async with LiveClient(url, guest.secret, table) as client:
        await client.until(client.to_move)
        while len(waits) < 5 and (to_move := client.to_move()) is not None:
            seat, legal = to_move
            await client.do("move", seat=seat, move=legal[0])
            if client.to_move() is None and client.state == "playing":
                since = time.monotonic()
                await client.until(lambda: client.to_move() or client.state == "over")
                waits.append(time.monotonic() - since)
    return waits


def test_one_person_who_asks_for_hundreds_of_hints_stops_nobody_elses_bots(tmp_path: Path) -> None:
    with spawned(tmp_path) as server:
        eve, bob = server.person("Eve"), server.person("Bob")
        hers = [eve.open(game="team-up", players=1, start=True)["id"] for _ in range(TABLES)]
        his = bob.open(game="dnup", players=2, bots={"2": "casual"}, start=True)["id"]
        with flood(server.url, eve, hers):
            waits = run(answers_of_a_bot(server.url, bob, his))
        told = [eve.get(f"/api/tables/{table}/entries", since=0)["told"] for table in hers]
    hints = [sum(entry["what"] == "hinted" for entry in entries) for entries in told]
    assert max(hints) == 1, "the same position is noted once"
    assert statistics.median(waits) <= QUICK, waits

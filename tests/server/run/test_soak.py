"""A day at a server in fast motion: people come, play, leave and are deleted; nothing is left over.

The clock is moved on by five minutes at a time. Everybody uses the calls of the real
application, and sockets that are held here. Afterwards all logs fold, everything that was
acknowledged is in them, and the memory of the day is given back.
"""

from __future__ import annotations

import asyncio
import gc
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.amounts import amount
from tests.support.databases import run
from tests.support.evenings import Socket, set_clock
from tests.support.servers import settings_for
from tests.support.sitting import NOON
from upturn.bots.advising import Advice
from upturn.games import names
from upturn.server.config.limits import Allowance
from upturn.server.run.app import create_app
from upturn.server.services import Services
from upturn.server.tables.timers import IDLE, Timers
from upturn.table import Table, log

STEP = 5 * 60_000
"""Milliseconds."""
STEPS, DEEP_STEPS = 24, 24 * 12
PER_STEP = 8
"""How many people do something meanwhile."""
MOST_VISITORS = 20
MOST_TABLES = 12
"""More are opened only when some of these are over."""
FEW = 3
"""Of one kind so many may be made when they are first needed, and kept."""
GAMES = tuple(names())
CHOICES = {"seat": ("wait", "wait", "bot", "bot", "end")}


@dataclass
class Visitor:
    id: str
    secret: str
    sockets: list[tuple[str, Socket]] = field(default_factory=list)


class Day:
    """The people of a day, and what they know."""

    def __init__(self, http: httpx.AsyncClient, services: Services, clock: list[int]):
        self.http, self.services, self.clock = http, services, clock
        self.timers = Timers(services.registry)
        self.chance = random.Random(1)
        self.visitors: list[Visitor] = []
        self.open: list[str] = []
        self.tables: list[str] = []
        self.acknowledged: list[tuple[str, str, str]] = []
        """The table, the id and the person of every command that was done."""
        self.deleted: set[str] = set()
        self.commands = 0
        self.done: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    async def call(self, who: Visitor | None, method: str, path: str, body: Any = None) -> Any:
        """What a call answers; None if it is refused."""
        headers = {} if who is None else {"authorization": f"Bearer {who.secret}"}
        answer = await self.http.request(method, path, json=body, headers=headers)
        if answer.is_success:
            return answer.json() if answer.content else {}
        assert answer.status_code < 500, answer.text
        self.refused[answer.json()["code"]] += 1
        return None

    async def do(self, who: Visitor, table: str, version: int, kind: str, **more: Any) -> None:
        self.commands += 1
        name = f"c{self.commands}"
        command = {"do": kind, "id": name, "version": version}
        path = f"/api/tables/{table}/commands"
        if await self.call(who, "POST", path, command | more) is not None:
            self.done[kind] += 1
            if kind != "hint":  # advice that is asked for again becomes no entry
                self.acknowledged.append((table, name, who.id))

    # --- What people do ------------------------------------------------------------------------

    async def step(self) -> None:
        self.clock[0] += STEP
        for _ in range(PER_STEP):
            await self.something()
        self.timers.check_tables()
        self.timers.announce_presence()
        await self.timers.read_index()

    async def something(self) -> None:
        chance = self.chance.random()
        if len(self.visitors) < (3 if chance >= 0.08 else MOST_VISITORS):
            await self.come()
        elif chance < 0.1:
            await self.go_for_good(self.chance.choice(self.visitors))
        elif (chance < 0.2 and len(self.open) < MOST_TABLES) or not self.open:
            await self.open_table(self.chance.choice(self.visitors))
        elif chance < 0.25:
            who = self.chance.choice(self.visitors)
            for path in ("/api/me/tables", "/api/tables", "/api/results", "/api/daily"):
                await self.call(who, "GET", path)
        elif chance < 0.35:
            self.leave(self.chance.choice(self.visitors))
        elif chance < 0.45:
            await self.visit(self.chance.choice(self.visitors), self.chance.choice(self.open))
        else:
            await self.sit_at(self.chance.choice(self.open))

    async def come(self) -> None:
        me = await self.call(None, "POST", "/api/me", {"name": f"Visitor {self.done['come']}"})
        self.visitors.append(Visitor(me["id"], me["secret"]))
        self.done["come"] += 1

    async def go_for_good(self, who: Visitor) -> None:
        self.leave(who)
        self.visitors.remove(who)
        assert await self.call(who, "DELETE", "/api/me") is not None
        self.deleted.add(who.id)
        self.done["delete"] += 1

    async def open_table(self, who: Visitor) -> None:
        game = self.chance.choice(GAMES)
        players = self.chance.choice((3, 4)) if game != "dnup" else self.chance.choice((2, 3))
        wish: dict[str, Any] = {"game": game, "players": players, "public": True}
        if self.chance.random() < 0.5:
            wish["bots"] = {str(players): "beginner"}
        if self.chance.random() < 0.3:
            wish["clock"] = {"move": 120, "reserve": 300}
        opened = await self.call(who, "POST", "/api/tables", wish)
        if opened is not None:
            self.open.append(opened["table"]["id"])
            self.tables.append(opened["table"]["id"])

    async def visit(self, who: Visitor, table: str) -> None:
        person = await self.services.persons.of_secret(who.secret)
        socket = Socket(person)
        room = await self.services.registry.room(table)
        room.join(socket, 0)
        who.sockets.append((table, socket))

    def leave(self, who: Visitor) -> None:
        for table, socket in who.sockets:
            room = self.services.registry.rooms.get(table)
            if room is not None:
                room.leave(socket)
        who.sockets.clear()

    async def sit_at(self, table: str) -> None:
        """Everybody at a table does what is to be done there, a few times."""
        for _ in range(6):
            for who in self.chance.sample(self.visitors, len(self.visitors)):
                stands = await self.call(who, "GET", f"/api/tables/{table}")
                if stands is None or stands["table"]["state"] in ("over", "ended"):
                    if table in self.open:
                        self.open.remove(table)
                    return
                if await self.take_part(who, table, stands):
                    break

    async def take_part(self, who: Visitor, table: str, stands: dict[str, Any]) -> bool:
        """Return whether this person had something to do."""
        facts, seats, chance = stands["table"], stands["seats"], self.chance.random()
        version = facts["version"]
        free = [seat["seat"] for seat in facts["seats"] if len(seat) == 1]
        if facts["state"] == "gathering":
            if not seats and free:
                await self.do(who, table, version, "sit", seat=free[0])
            elif stands.get("host") and not free:
                await self.do(who, table, version, "start")
            return bool(free) and not seats
        for claim in facts.get("claims", []) if stands.get("host") else []:
            give = chance < 0.7
            await self.do(who, table, version, "answer", claim=claim["claim"], give=give)
            return True
        if not seats:
            empty = [one["seat"] for one in facts["seats"] if one.get("away") or one.get("bot")]
            if empty and chance < 0.05:
                await self.do(who, table, version, "claim", seat=empty[0])
            return False
        for ballot in facts.get("ballots", []):
            for seat in {*seats} & {*ballot["voters"]} - {int(one) for one in ballot["votes"]}:
                choices = CHOICES.get(ballot["about"], ("yes", "no"))
                choice = self.chance.choice(choices)
                number = ballot["ballot"]
                await self.do(who, table, version, "vote", seat=seat, ballot=number, choice=choice)
                return True
        seat = facts.get("to_act")
        if seat in seats:
            if chance < 0.05:
                await self.do(who, table, version, "hint", seat=seat)
                return True
            seen = await self.call(who, "GET", f"/api/tables/{table}?seat={seat}")
            view = next(view for view in seen["views"] if view["seat"] == seat)
            if view["legal"]:
                move = self.chance.choice(view["legal"])
                await self.do(who, table, version, "move", seat=seat, move=move)
                return True
        elif chance < 0.05:
            await self.do(who, table, version, "say", seat=seats[0], text="Your turn.")
        elif chance < 0.07:
            await self.do(who, table, version, "take-back", seat=seats[0])
        elif chance < 0.08:
            await self.do(who, table, version, "stand", seat=seats[0])
        elif chance < 0.085:
            await self.do(who, table, version, "propose-end", seat=seats[0])
        return False

    # --- What is left --------------------------------------------------------------------------

    async def everybody_goes(self) -> Counter[str]:
        """Return what of Upturn's is in memory when nobody has been here for a while, but for what
        limits have counted: they keep a fixed number of that."""
        for who in self.visitors:
            self.leave(who)
        while self.services.registry.rooms:
            self.clock[0] += IDLE + 1000
            self.timers.check_tables()
            await asyncio.sleep(0.01)
        await self.services.registry.index.written()
        while self.services.registry.context.tasks._running:
            await asyncio.sleep(0.01)
        while any(task.get_name() == "group commit" for task in asyncio.all_tasks()):
            await asyncio.sleep(0.01)
        self.services.persons.forget()
        gc.collect()
        kinds = (type(one) for one in gc.get_objects())
        ours = (kind for kind in kinds if str(kind.__module__).startswith("upturn."))
        return Counter(kind.__qualname__ for kind in ours if kind is not Allowance)

    async def check_logs(self) -> None:
        """All logs fold, and what people did is there, but for the ids of who was deleted."""
        store = self.services.store
        ids: dict[str, set[str | None]] = {}
        for table in self.tables:
            rows = await store.entries(table)
            folded = Table.fold(table, "ABCDEF", rows)
            assert [row.n for row in rows] == [*range(1, folded.version + 1)]
            assert [row.at for row in rows] == sorted(row.at for row in rows)
            ids[table] = {log.decode(row.body).id for row in rows}
        stay = (one for one in self.acknowledged if one[2] not in self.deleted)
        assert not [one for one in stay if one[1] not in ids[one[0]]]


@asynccontextmanager
async def day(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Day]:
    clock = [NOON]
    set_clock(monkeypatch, lambda: clock[0])
    app = create_app(settings_for(folder))

    async def choose(*asked: Any) -> str:
        move: str = asked[-1]()["legal"][0]
        return move

    async def advise(*asked: Any) -> Advice:
        return Advice(asked[-1]()["legal"][0], "It is the first.", "first", {})

    async with app.router.lifespan_context(app) as state:
        assert state is not None
        services: Services = state["services"]
        monkeypatch.setattr(services.registry.context.thinkers, "choose", choose)
        monkeypatch.setattr(services.registry.context.thinkers, "advise", advise)

        async def with_state(scope: Any, receive: Callable[..., Any], send: Any) -> None:
            await app({**scope, "state": dict(state)}, receive, send)

        transport = httpx.ASGITransport(with_state)
        nobodys = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
        async with httpx.AsyncClient(
            transport=transport, base_url="http://localhost", cookies=nobodys
        ) as http:
            yield Day(http, services, clock)


def test_a_day_of_coming_and_going_leaves_nothing_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def story() -> None:
        async with day(tmp_path, monkeypatch) as today:
            steps = amount(STEPS, DEEP_STEPS)
            for _ in range(steps // 2):
                await today.step()
            before, tasks = await today.everybody_goes(), len(asyncio.all_tasks())
            for _ in range(steps // 2):
                await today.step()
            after = await today.everybody_goes()
            few = Counter(dict.fromkeys(after, FEW))
            assert not after - before - few, after - before
            assert len(asyncio.all_tasks()) == tasks
            await today.check_logs()
            assert {"come", "sit", "start", "move"} <= {*today.done}, today.done
            if steps == DEEP_STEPS:
                assert {"delete", "vote", "hint", "say", "claim"} <= {*today.done}, today.done

    run(story())
    said = capsys.readouterr().out
    assert "failed" not in said, said

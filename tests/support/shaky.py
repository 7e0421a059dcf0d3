"""A table with an unreliable disk and unreliable connections, for tests.

`Gates` is a store whose writes and reads wait until they are let through, or fail. A `Line` is a
connection to a room; messages on it wait until somebody delivers them. A `Client` follows
docs/wire.md, knows nothing else, and compares all it hears with the `Truth`, which is the folded
log.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Iterable
from typing import Any

import msgspec

from tests.support.random_games import PRIVATE
from tests.support.sitting import CODE, ID
from upturn.errors import Refusal
from upturn.server.people.erasure import UNSAID
from upturn.server.tables.room import Room
from upturn.server.tables.updates import MOST_TOLD, told_as
from upturn.store import EntryRow, Store
from upturn.table import Person, Table, log, showing
from upturn.wire.commands import AnyCommand, Look
from upturn.wire.messages import Done, Refused

encode = msgspec.json.encode
AGAIN = ("unavailable", "busy")
"""Refusals after which a client sends the same command once more."""
STALE = {"stale": "moved", "taken-back-since": "took-back", "begun-since": "started"}
"""Refusals of a move for an older state of the game, by what has happened since."""


def plain(value: Any) -> Any:
    """Return a value as a client reads it."""
    return msgspec.json.decode(encode(value))


class Gates:
    """A store whose logs are written and read when the test says so."""

    def __init__(self, store: Store):
        self.store = store
        self.ajar = True
        self.writes: deque[tuple[asyncio.Future[bool], tuple[str, int, int, str]]] = deque()
        self.reads: deque[tuple[asyncio.Future[list[EntryRow]], str, int]] = deque()

    def submit(self, table: str, n: int, at: int, body: str) -> asyncio.Future[bool]:
        if self.ajar:
            return self.store.submit(table, n, at, body)
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.writes.append((future, (table, n, at, body)))
        return future

    async def entries(self, table: str, after: int = 0) -> list[EntryRow]:
        if self.ajar:
            return await self.store.entries(table, after)
        future: asyncio.Future[list[EntryRow]] = asyncio.get_running_loop().create_future()
        self.reads.append((future, table, after))
        return await future

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)


class Truth:
    """What the log says at every version, to everybody."""

    def __init__(self, rows: Iterable[EntryRow]):
        self.rows: list[EntryRow] = []
        self.table: Table | None = None
        self.told: dict[int | None, list[Any]] = {}
        self.facts: list[Any] = []
        self.views: list[dict[int | None, Any]] = []
        self.game_versions: list[int] = []
        self.take(rows)

    def take(self, rows: Iterable[EntryRow]) -> None:
        for row in rows:
            if self.table is None:
                table = self.table = Table.fold(ID, CODE, [row])
                receivers = [None, *range(1, len(table.chairs) + 1)]
                opened = showing.retell(ID, CODE, [row], 0, None)
                self.told = {receiver: plain(opened) for receiver in receivers}
            else:
                table = self.table
                change = table.take(row.n, row.at, log.decode(row.body))
                for receiver, told in self.told.items():
                    told.append(plain(showing.tell(table, change, receiver)))
            game = table.game
            sights = (
                dict.fromkeys(self.told) if game is None else {s: game.sight(s) for s in self.told}
            )
            self.rows.append(row)
            self.views.append(plain_keys(sights))
            self.facts.append(plain(showing.facts(table)))
            self.game_versions.append(table.game_version)

    @property
    def version(self) -> int:
        return len(self.rows)

    def sights(self, version: int, seats: list[int], looking: int | None) -> list[Any]:
        views = self.views[version - 1]
        receivers: list[int | None] = [*seats] or [None]
        if self.is_covered(version, seats):
            receivers = [looking]
        return [] if views[None] is None else [views[seat] for seat in receivers]

    def is_covered(self, version: int, seats: list[int]) -> bool:
        """Return whether a device with these seats shows one hand at a time."""
        facts = self.facts[version - 1]
        return len(seats) > 1 and facts["state"] == "playing" and facts["game"] in PRIVATE

    def entry_of(self, person: str, command: str) -> int | None:
        """Return the entry that a command became, and check that there are not two."""
        found = [
            row.n
            for row in self.rows
            if (entry := log.decode(row.body)).id == command and entry.person == person
        ]
        assert len(found) <= 1, f"{command} was done as {found}"
        return found[0] if found else None


def plain_keys(views: dict[int | None, Any]) -> dict[int | None, Any]:
    return {seat: plain(view) for seat, view in views.items()}


class Line:
    """One connection, with the messages from both ends that have not arrived yet."""

    def __init__(self, person: Person | None):
        self.person = person
        self.device: str | None = None
        self.seats: tuple[int, ...] = ()
        self.looking: int | None = None
        self.address = self.browser = ""
        self.up: list[AnyCommand] = []
        self.down: list[bytes] = []
        self.sent: set[str] = set()
        self.welcomed = self.damaged = False

    def say(self, message: bytes) -> None:
        self.down.append(message)

    def done(self, command: str, version: int) -> None:
        self.say(encode(Done(command, version)))

    def refuse(self, command: str | None, refusal: Refusal) -> None:
        self.say(encode(Refused(command, refusal.code, str(refusal), refusal.details)))

    def close(self, refusal: Refusal) -> None:
        raise AssertionError(f"the room closed a line: {refusal.code}")

    def ping(self) -> None:
        raise AssertionError("rooms do not ping")


class Client:
    """One device, which knows only what it was told."""

    def __init__(self, person: Person, truth: Truth):
        self.person = person
        self.truth = truth
        self.line: Line | None = None
        self.told: list[Any] = []
        self.lines = 0
        self.table: dict[str, Any] = {}
        self.seats: list[int] = []
        self.views: list[Any] = []
        self.present: list[int] = []
        self.watching = 0
        self.unanswered: dict[str, AnyCommand] = {}
        self.answers: dict[str, list[int | str]] = {}
        self.looks: dict[str, int | None] = {}

    @property
    def version(self) -> int:
        return len(self.told)

    def connect(self, room: Room) -> None:
        self.line = Line(self.person)
        room.join(self.line, self.version)

    def send(self, command: AnyCommand) -> None:
        self.unanswered[command.id] = command
        if self.line is not None:
            self.line.up.append(command)
            self.line.sent.add(command.id)

    def look(self, command: Look) -> None:
        """Say which seat looks at this device. If the message is lost, it is sent again."""
        if self.line is not None:
            self.looks[command.id] = command.seat
            self.line.up.append(command)

    def hear(self, line: Line, data: bytes) -> bool:
        """Take in a message. Return False if something is missing, so that the client
        reconnects."""
        message = msgspec.json.decode(data)
        kind = message["say"]
        if not line.welcomed and kind != "welcome":
            assert line.damaged, f"{kind} came before the welcome"
            return False
        if kind in ("welcome", "update"):
            if not self._follow(message, line):
                return False
        elif kind == "presence":
            self.present, self.watching = message["present"], message["watching"]
        self._note_answer(message)
        return True

    def _follow(self, message: dict[str, Any], line: Line) -> bool:
        self._catch_up(message)
        told = [entry for entry in message["told"] if entry["n"] > self.version]
        if message.get("done") in self.looks and message["version"] == self.version:
            if not line.damaged and self.truth.is_covered(self.version, self.seats):
                assert message["views"][0]["seat"] == self.looks[message["done"]]
            self.views = message.get("views", [])
            self._compare()
            return True
        if message["version"] < self.version or (not told and message["say"] == "update"):
            assert line.damaged, "an old message came once more"
            return True
        if told and told[0]["n"] != self.version + 1:
            assert line.damaged, f"after {self.version} came {told[0]['n']}"
            return False
        if message["say"] == "welcome":
            self.present, self.watching = message["present"], message["watching"]
        self.seats = message.get("seats", self.seats)
        for entry in told:
            self._append(entry)
        assert self.version == message["version"]
        self.views = message.get("views") or self.views
        self._keep_table(message)
        self._compare()
        if message.get("views") and self.truth.is_covered(self.version, self.seats):
            (view,) = message["views"]
            next_ones = set(self.seats) - {view["seat"]} if view["seat"] else set()
            assert view["to_act"] not in next_ones, "it is the turn of the next one"
        if not line.welcomed:
            line.welcomed = True
            line.up.extend(one for one in self.unanswered.values() if one.id not in line.sent)
        return True

    def _catch_up(self, message: dict[str, Any]) -> None:
        """After a long absence a welcome leaves out older entries. We know them without asking."""
        first = message.get("first", 1)
        if message["say"] == "welcome" and first > self.version + 1:
            assert len(message["told"]) == MOST_TOLD
            self.seats = message["seats"]
            for entry in self.truth.told[told_as(tuple(self.seats))][self.version : first - 1]:
                self._append(entry)

    def _append(self, entry: dict[str, Any]) -> None:
        expected = self.truth.told[told_as(tuple(self.seats))][entry["n"] - 1]
        if not self.seats and entry.get("text") == UNSAID:  # a message at a private table
            expected = {key: fact for key, fact in expected.items() if key != "phrase"}
            expected["text"] = UNSAID
        assert entry == expected, f"{self.person.name} was told otherwise"
        self.told.append(entry)
        self.lines = entry.get("kept", self.lines) + len(entry.get("lines", []))

    def _keep_table(self, message: dict[str, Any]) -> None:
        if "table" in message:
            self.table = message["table"]
            return
        changed: dict[str, Any] = {"version": self.version}
        if "take_back" in message:
            changed["take_back"] = message["take_back"] or None
        if "views" in message:
            view = self.views[0]
            changed |= {"to_act": view["to_act"], "scores": view["scores"], "plies": self.lines}
        merged = self.table | changed
        self.table = {key: value for key, value in merged.items() if value is not None}

    def _compare(self) -> None:
        """Check that this client believes what the log says."""
        looking = self.views[0]["seat"] if self.views else None
        sights = self.truth.sights(self.version, self.seats, looking)
        assert self.views == sights, self.person.name
        if looking is not None and self.truth.is_covered(self.version, self.seats):
            assert looking in self.looks.values(), "nobody said so"
        assert self.table == self.truth.facts[self.version - 1]

    def _note_answer(self, message: dict[str, Any]) -> None:
        kind = message["say"]
        command = message.get("done") if kind == "update" else message.get("id")
        if command is None or command in self.looks:
            return
        assert command in self.answers or command in self.unanswered, "somebody else's answer"
        answer = message["code"] if kind == "refused" else message["version"]
        if answer in STALE:
            details = message["details"]
            assert message["sentence"]
            assert details["what"] == STALE[answer]
            known = self.truth.game_versions[: details["version"]]
            sent = self.unanswered.get(command)
            assert sent is None or sent.version < known[-1], "it was not stale"
        self.answers.setdefault(command, []).append(answer)
        if answer not in AGAIN:
            self.unanswered.pop(command, None)

    def check_answers(self, deliveries: Counter[str]) -> None:
        """Check that each command was done at most once, and that all its answers agree."""
        for command, answers in self.answers.items():
            entry = self.truth.entry_of(self.person.id, command)
            assert {answer for answer in answers if isinstance(answer, int)} <= {entry}, answers
            final = [answer for answer in answers if answer not in AGAIN]
            if deliveries[command] == 1 and final and isinstance(final[0], str):
                assert entry is None, f"{command} was refused and done"

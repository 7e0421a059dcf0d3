"""A server keeps the games' secrets from everybody who listens.

Two tables that differ only in what a seat cannot see give its socket, and a spectator's, the same
bytes: welcome, updates, refusals and advice. Bots are handed the same, and the log says the same.
"""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import chain, count
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from tests.support.databases import run
from tests.support.evenings import set_clock
from tests.support.hidden import TRIED, rewritten, with_other_secrets
from tests.support.random_games import PRIVATE, and_others
from tests.support.shaky import Line
from tests.support.sitting import ID, NOON, PEOPLE, At, gathered
from tests.support.stored_table import write
from upturn.bots import advising, make_bot
from upturn.errors import StoreUnavailable
from upturn.server.monitoring.logs import bound, logger
from upturn.server.monitoring.metrics import Metrics
from upturn.server.tables import thinkers
from upturn.server.tables.registry import TableRegistry
from upturn.server.tables.room import Room
from upturn.store import open_store
from upturn.table import Person, log
from upturn.wire import commands as c

SINCE = 4
_known = advising._known  # as it is before a test watches it
GAMES = and_others([
    ("dnup", 2, 3), ("dnup", 3, 0), ("dnup", 4, 14), ("team-play", 3, 5), ("team-play", 4, 17),
    ("team-up", 1, 4), ("team-up", 2, 0), ("team-up", 3, 9),
], 5)  # fmt: skip


def played(name: str, players: int, moves: int) -> At:
    """People at a table, after so many random moves."""
    choose = random.Random(f"{name} {players} {moves}")
    at = gathered(name, players)
    for seat in range(2, players + 1):
        at.do(PEOPLE[seat - 1], c.Sit, seat=seat)
    at.start()
    for _ in range(moves):
        at.move(choose.choice(at.table.expect_game().free_moves()))
    return at


class Handed(NamedTuple):
    """What a bot was given to think about."""

    level: str
    seed: object
    view: bytes


class Heard(NamedTuple):
    """All that came of some commands, for those who listen."""

    sockets: dict[str, list[bytes]]
    bots: list[Handed]
    logged: list[Any]


class Listening:
    """A server's table, some who listen to it, and a clock that goes on by a second at a time."""

    def __init__(self, room: Room, seat: int):
        self.room = room
        self.seat = seat
        self.person = PEOPLE[seat - 1]
        self.sockets: dict[str, Line] = {}
        self.numbers = count(1)

    async def come(self, name: str, person: Person | None, since: int = 0) -> None:
        line = self.sockets[name] = Line(person)
        self.room.join(line, since)
        while not line.down:
            await asyncio.sleep(0.001)
        await self.settle()

    async def ask(self, kind: type, person: Person | None = None, **fields: Any) -> None:
        """Ask for something; as the seat's own person on its first device, or as somebody else."""
        command = kind(
            **{"id": f"q{next(self.numbers)}", "version": self.room.table.version} | fields
        )
        asker = Line(person) if person is not None else self.sockets["own"]
        self.room.ask(command, person or self.person, asker)
        await self.settle()

    async def settle(self) -> None:
        """Until all is done and said; advice too."""
        thinkers = self.room.context.thinkers
        for _ in range(3):
            await self.room.queue.read(lambda table: table)
            for _ in range(20):
                await asyncio.sleep(0)
            while thinkers.waiting:
                await asyncio.sleep(0.001)

    def said(self) -> dict[str, list[bytes]]:
        return {name: [*line.down] for name, line in self.sockets.items()}


async def listen(
    folder: Path, rows: list[log.Row], seat: int, monkeypatch: pytest.MonkeyPatch
) -> Heard:
    """Try everything that a seat's person can do at this table, and write down what is heard."""
    await write(folder, rows)
    ticks = count(NOON + 10_000_000, 1000)
    moment = next(ticks)
    set_clock(monkeypatch, lambda: moment)
    store = await open_store(str(folder / "table.db"))
    registry = TableRegistry(store, Metrics(), bot_pace=0.0, grace=60.0)
    handed = watch_bots(registry, monkeypatch)
    try:
        with own_lines() as logged:
            at = Listening(await registry.room(ID), seat)
            await sit_and_ask(at)
            await fail_to_write(at, monkeypatch)
            said = at.said()
            await be_replaced(at, handed)
        return Heard(said, handed, logged)
    finally:
        await registry.close()
        await store.close()


@contextmanager
def own_lines() -> Iterator[list[Any]]:
    """What our tasks log. Servers of other tests may still run in other threads and log, too."""
    own: list[Any] = []
    mine = object()
    with bound(listening=mine), capture_logs([merge_contextvars]) as logged:
        yield own
    own += [line for line in logged if line.pop("listening", None) is mine]


def watch_bots(registry: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> list[Handed]:
    """What bots of this registry are handed from now on; all of them play like a beginner, in no
    hurry. Those of other tests may still think in other threads."""
    handed: list[Handed] = []
    our_threads: set[int] = set()

    def note_thread() -> None:
        our_threads.add(threading.get_ident())

    def is_ours() -> bool:
        return threading.get_ident() in our_threads

    def make(name: str, game: str, seed: Any, seconds: float) -> Any:
        if not is_ours():
            return make_bot(name, game, seed, seconds)
        bot = make_bot("beginner", game, "7")

        class Watched:
            def choose(self, view: Any) -> str:
                handed.append(Handed(name, seed, msgspec.json.encode(view)))
                return bot.choose(view)

            def decide(self, view: Any) -> Any:
                handed.append(Handed(name, seed, msgspec.json.encode(view)))
                return bot.decide(view)

        return Watched()

    def known(view: Any, seconds: float) -> Any:
        if not is_ours():
            return _known(view, seconds)
        handed.append(Handed("adviser", None, msgspec.json.encode(view)))
        return None

    threads = ThreadPoolExecutor(thinkers.THREADS, initializer=note_thread)
    monkeypatch.setattr(registry.context.thinkers, "_threads", threads)
    thinkers.bot_of.cache_clear()
    monkeypatch.setattr(thinkers, "make_bot", make)
    monkeypatch.setattr(advising, "make_bot", make)
    monkeypatch.setattr(advising, "_known", known)
    return handed


async def sit_and_ask(at: Listening) -> None:
    await at.come("own", at.person)
    await at.come("other device", at.person, since=SINCE)
    await at.come("spectator", None)
    await at.ask(c.Hint, seat=at.seat)
    legal = at.room.table.views([at.seat])[0]["legal"]
    for move in TRIED:
        if move not in legal:
            await at.ask(c.MakeMove, seat=at.seat, move=move)
            await at.ask(c.MakeMove, seat=at.seat, move=move, version=3)
        await at.ask(c.Point, seat=at.seat, move=move)
    await at.ask(c.Why, seat=at.seat, moves=[*legal, *TRIED])
    for kind in (c.TakeBack, c.Claim, c.Sit):
        await at.ask(kind, seat=at.seat)
    if len(at.room.table.chairs) > 1:  # who is alone needs nobody's consent
        await at.ask(c.ProposeEnd, seat=at.seat)
    await at.ask(c.Vote, seat=at.seat, ballot=1, choice="yes")
    await at.ask(c.Say, text="hm")
    await at.come("late spectator", None, since=SINCE)


async def fail_to_write(at: Listening, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk fails for a moment, and a bot stumbles."""

    def fail(*entry: Any) -> asyncio.Future[bool]:
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        future.set_exception(StoreUnavailable("the disk failed"))
        return future

    with monkeypatch.context() as broken:
        broken.setattr(at.room.context.store, "submit", fail)
        await at.ask(c.MakeMove, seat=at.seat, move=at.room.table.views([at.seat])[0]["legal"][0])
    await at.ask(c.Say, text="again")


async def be_replaced(at: Listening, handed: list[Handed]) -> None:
    """The seat's person leaves, and the others let a bot play."""
    before = len(handed)
    at.room.context.bot_pace = 1000.0  # its move would bring new cards
    await at.ask(c.Stand, seat=at.seat)
    for seat, person in enumerate(PEOPLE[: len(at.room.table.chairs)], 1):
        ballots = [one.number for one in at.room.table.ballots if one.about == "seat"]
        if seat != at.seat and ballots:
            await at.ask(c.Vote, person, seat=seat, ballot=ballots[0], choice="bot")
    if len(at.room.table.chairs) > 1:
        assert len(handed) > before, "a bot thinks about the seat"


@pytest.mark.parametrize(("name", "players", "moves"), GAMES)
def test_what_a_seat_cannot_see_changes_nothing_that_is_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, players: int, moves: int
) -> None:
    at = played(name, players, moves)
    seat = at.table.to_act
    assert seat is not None
    others = rewritten(at.rows, with_other_secrets(at.table.expect_game(), seat, 1).moves)
    assert others != at.rows
    ours, theirs = (
        run(listen(folder(tmp_path, n), rows, seat, monkeypatch))
        for n, rows in enumerate((at.rows, others))
    )
    for socket, messages in ours.sockets.items():
        assert messages == theirs.sockets[socket], socket
    assert ours.bots == theirs.bots
    assert ours.logged == theirs.logged
    check_something_was_heard(ours, at)


def test_what_happens_at_another_server_of_this_process_is_not_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = played("dnup", 3, 0)
    seat = at.table.to_act
    assert seat is not None
    view = at.table.thinking(seat)
    over = threading.Event()

    def be_elsewhere() -> None:
        while not over.is_set():
            logger.error("cannot store", table="elsewhere")
            thinkers.choose("beginner", "dnup", "elsewhere", 1.0, view)
            advising.advise(view(), "elsewhere", 0.05)
            over.wait(0.001)

    quiet = run(listen(folder(tmp_path, "quiet"), at.rows, seat, monkeypatch))
    elsewhere = threading.Thread(target=be_elsewhere)
    elsewhere.start()
    try:
        assert run(listen(folder(tmp_path, "loud"), at.rows, seat, monkeypatch)) == quiet
    finally:
        over.set()
        elsewhere.join()


def check_something_was_heard(heard: Heard, at: At) -> None:
    """The test would notice if nothing was said, or a bot knew the seed."""
    own = [msgspec.json.decode(message) for message in heard.sockets["own"]]
    kinds = {message["say"] for message in own}
    assert {"welcome", "update", "refused", "presence", "advice"} <= kinds
    codes = {message["code"] for message in own if message["say"] == "refused"}
    assert "unavailable" in codes
    assert len(codes) > 3
    errors = [line["event"] for line in heard.logged if line["log_level"] == "error"]
    assert errors == ["cannot store"]
    for bot in heard.bots:
        assert bot.seed not in (at.table.setup.seed, at.table.setup.nonce)
    everything = b"".join([*chain(*heard.sockets.values()), *(bot.view for bot in heard.bots)])
    for secret in (at.table.setup.seed, at.table.setup.nonce):
        assert secret.encode() not in everything


@pytest.mark.parametrize(
    ("name", "players", "moves"),
    and_others([("dnup", 3, 0), ("team-play", 4, 17)], 5, games=PRIVATE),
)
def test_who_may_see_it_hears_the_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, players: int, moves: int
) -> None:
    at = played(name, players, moves)
    seat = at.table.to_act
    assert seat is not None
    others = rewritten(at.rows, with_other_secrets(at.table.expect_game(), seat, 1).moves)
    differ = False
    for other in range(1, players + 1):
        if other == seat:
            continue
        heard = [
            run(welcomed(folder(tmp_path, f"{other}-{n}"), rows, other, monkeypatch))
            for n, rows in enumerate((at.rows, others))
        ]
        differ = differ or heard[0] != heard[1]
    assert differ


async def welcomed(
    place: Path, rows: list[log.Row], seat: int, monkeypatch: pytest.MonkeyPatch
) -> bytes:
    await write(place, rows)
    store = await open_store(str(place / "table.db"))
    registry = TableRegistry(store, Metrics(), bot_pace=0.0, grace=60.0)
    try:
        at = Listening(await registry.room(ID), seat)
        await at.come("own", at.person)
        return at.sockets["own"].down[0]
    finally:
        await registry.close()
        await store.close()


def folder(parent: Path, name: object) -> Path:
    made = parent / str(name)
    made.mkdir()
    return made

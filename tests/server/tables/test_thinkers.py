"""Bots and hints share the threads fairly."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.databases import run
from upturn.bots.advising import Advice
from upturn.errors import Refusal
from upturn.server.tables import thinkers
from upturn.server.tables.fair_queue import FairQueue
from upturn.server.tables.thinkers import BOTS_PER_HINT, HINT_SECONDS, SECONDS, THREADS, Thinkers

ADVICE = Advice("flip", "it is best", "best", {})


# --- The queue -----------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz")), max_size=60))
def test_people_take_turns_and_so_do_the_tables_of_each(asked: list[tuple[str, str]]) -> None:
    queue = FairQueue[tuple[str, str, int]]()
    waiting = [(person, table, number) for number, (person, table) in enumerate(asked)]
    for person, table, number in waiting:
        queue.add(person, table, (person, table, number))
    since: dict[str, int] = {}
    tables_since: dict[tuple[str, str], int] = {}
    for turn in range(len(asked)):
        taken = queue.take()
        assert taken is not None
        person, table, number = taken
        assert number == min(n for p, t, n in waiting if (p, t) == (person, table)), "in order"
        waiting.remove(taken)
        for other in {p for p, _, _ in waiting} - {person}:
            assert turn - since.get(other, -1) <= 3, "nobody is passed over"
        since[person] = turn
        own = [key for key in tables_since if key[0] == person]
        for key in own:
            tables_since[key] += 1
        tables_since[person, table] = 0
        for other_table in {t for p, t, _ in waiting if p == person}:
            assert tables_since.get((person, other_table), 0) <= 3
    assert queue.take() is None


# --- The threads ---------------------------------------------------------------------------------


class Held:
    """Thinkers whose thoughts end when the test lets them, one after the other."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **limits: int):
        self.thinkers = Thinkers(**limits)
        self.begun: list[str] = []
        self.seconds: dict[str, float] = {}
        self._gates: dict[str, threading.Event] = {}
        self._tasks: list[asyncio.Task[Any]] = []
        monkeypatch.setattr(thinkers, "choose", self._choose)
        monkeypatch.setattr(thinkers, "advise", self._advise)

    def _choose(self, level: str, game: str, seed: str, seconds: float, view: Any) -> str:
        self._think(view(), seconds)
        return "flip"

    def _advise(self, view: Any, seed: str, seconds: float) -> Advice:
        self._think(view, seconds)
        return ADVICE

    def _think(self, name: str, seconds: float) -> None:
        self.seconds[name] = seconds
        self.begun.append(name)
        assert self._gates[name].wait(60)

    def bot(self, name: str, person: str, table: str = "t") -> asyncio.Task[Any]:
        return self._spawn(
            name,
            self.thinkers.choose(person, table, "expert", "dnup", "seed", lambda: name),  # type: ignore[arg-type, return-value]
        )

    def hint(self, name: str, person: str, table: str = "t") -> asyncio.Task[Any]:
        return self._spawn(name, self.thinkers.advise(person, table, "seed", lambda: name))  # type: ignore[arg-type, return-value]

    def _spawn(self, name: str, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        self._gates[name] = threading.Event()
        task = asyncio.ensure_future(work)
        self._tasks.append(task)
        return task

    async def begins(self, *names: str) -> None:
        """Exactly these have begun by now, in this order."""
        for _ in range(2000):
            if len(self.begun) >= len(names):
                break
            await asyncio.sleep(0.001)
        for _ in range(20):
            await asyncio.sleep(0)
        assert self.begun == [*names]

    async def end(self, name: str) -> None:
        before = len(self.begun)
        self._gates[name].set()
        while not any(task.done() for task in self._tasks):
            await asyncio.sleep(0.001)
        self._tasks = [task for task in self._tasks if not task.done()]
        for _ in range(200):  # whoever comes next begins in a thread
            if len(self.begun) > before:
                break
            await asyncio.sleep(0.001)

    async def close(self) -> None:
        for gate in self._gates.values():
            gate.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinkers.close()


def test_bots_come_before_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        held = Held(monkeypatch)
        held.bot("bot 1", "ada")
        held.bot("bot 2", "bob")
        held.hint("hint", "cleo")
        held.bot("bot 3", "dan")
        await held.begins("bot 1", "bot 2")
        await held.end("bot 1")
        await held.begins("bot 1", "bot 2", "bot 3")
        await held.end("bot 2")
        await held.begins("bot 1", "bot 2", "bot 3", "hint")
        await held.close()

    run(story())


def test_hints_never_occupy_all_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        held = Held(monkeypatch)
        for number in range(THREADS + 3):
            held.hint(f"hint {number}", f"person {number}")
        await held.begins("hint 0")
        held.bot("bot", "ada")
        await held.begins("hint 0", "bot")
        await held.end("hint 0")
        await held.begins("hint 0", "bot", "hint 1")
        await held.close()

    run(story())


def test_a_hint_gets_its_turn_even_if_bots_never_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        held = Held(monkeypatch)
        for number in range(BOTS_PER_HINT + 4):
            held.bot(f"bot {number}", "ada", f"table {number}")
        await held.begins("bot 0", "bot 1")
        held.hint("hint", "bob")
        for number in range(BOTS_PER_HINT - 1):
            await held.end(f"bot {number}")
        assert held.begun[BOTS_PER_HINT] == "hint"
        await held.close()

    run(story())


def test_one_persons_bots_do_not_keep_those_of_others_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        held = Held(monkeypatch)
        for number in range(50):
            held.bot(f"ada {number}", "ada", f"table {number}")
        await held.begins("ada 0", "ada 1")
        held.bot("bob", "bob", "his")
        await held.end("ada 0")
        await held.end("ada 1")
        assert "bob" in held.begun[:4]
        await held.close()

    run(story())


def test_whoever_asks_for_much_hurries_only_themself(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        held = Held(monkeypatch)
        for number in range(40):
            held.bot(f"ada {number}", "ada", f"table {number}")
        await held.begins("ada 0", "ada 1")
        held.bot("bob", "bob", "his")
        await held.end("ada 0")
        await held.end("ada 1")
        await held.end("ada 2")
        assert held.seconds["bob"] == SECONDS
        assert held.seconds["ada 2"] < SECONDS / 5
        await held.close()

    run(story())


def test_hints_are_shorter_the_more_people_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        held = Held(monkeypatch)
        for number in range(10):
            held.hint(f"hint {number}", f"person {number}")
        await held.begins("hint 0")
        await held.end("hint 0")
        assert held.seconds["hint 0"] == HINT_SECONDS, "nobody waited yet"
        assert held.seconds["hint 1"] < HINT_SECONDS / 2
        await held.close()

    run(story())


def test_what_nobody_waits_for_any_more_is_not_thought_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        held = Held(monkeypatch)
        held.bot("bot 1", "ada")
        held.bot("bot 2", "bob")
        gone = held.bot("bot 3", "cleo")
        held.bot("bot 4", "dan")
        await held.begins("bot 1", "bot 2")
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        assert held.thinkers.waiting == 3
        await held.end("bot 1")
        await held.begins("bot 1", "bot 2", "bot 4")
        await held.close()
        assert held.thinkers.waiting == 0

    run(story())


def test_a_thought_that_fails_is_told_to_who_waits_and_frees_its_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        pool = Thinkers()

        def fail(*_: object) -> str:
            raise ZeroDivisionError

        monkeypatch.setattr(thinkers, "choose", fail)
        for _ in range(THREADS + 1):
            with pytest.raises(ZeroDivisionError):
                await pool.choose("ada", "t", "expert", "dnup", "seed", dict)
        assert pool.waiting == 0
        pool.close()

    run(story())


def test_a_person_has_a_share_and_more_of_them_does_not_count_against_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        held = Held(monkeypatch, most_waiting=10, most_per_person=4)
        for number in range(40):
            held.bot(f"ada {number}", "ada", f"table {number}")
        await held.begins("ada 0", "ada 1")
        held.thinkers.check_free("bob")
        with pytest.raises(Refusal) as refused:
            held.thinkers.check_free("ada")
        assert refused.value.code == "bots-busy"
        for number in range(6):
            held.bot(f"other {number}", f"person {number}")
        await asyncio.sleep(0)
        with pytest.raises(Refusal):
            held.thinkers.check_free("bob")
        await held.close()

    run(story())


def test_a_person_waits_for_one_hint_at_a_time() -> None:
    pool = Thinkers()
    pool.reserve_hint("ada", ("table 1", "c1"))
    pool.reserve_hint("ada", ("table 1", "c1"))
    pool.reserve_hint("bob", ("table 1", "c1"))
    with pytest.raises(Refusal) as refused:
        pool.reserve_hint("ada", ("table 2", "c1"))
    assert refused.value.code == "hint-on-its-way"
    pool.release_hint("ada", ("table 2", "c1"))
    with pytest.raises(Refusal):
        pool.reserve_hint("ada", ("table 2", "c1"))
    pool.release_hint("ada", ("table 1", "c1"))
    pool.reserve_hint("ada", ("table 2", "c1"))
    pool.close()

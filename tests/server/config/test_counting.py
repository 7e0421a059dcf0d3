"""Limits are those of a machine: all workers count together, in memory of a fixed size."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count, islice
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.raw_socket import connection
from tests.support.servers import Server, serving
from upturn.errors import Refusal
from upturn.server.config import counting
from upturn.server.config.counting import ALLOWANCES, OPEN, PLACES, OpenCount, SharedCounts
from upturn.server.config.limits import Limits, Rate

WORKERS = 3
ONCE = {"codes": Rate(1, 0)}


class Watch:
    """A clock that is told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.at = 1000.0
        monkeypatch.setattr(counting, "monotonic", lambda: self.at)


def workers(rates: dict[str, Rate] | None = None) -> list[Limits]:
    shared = SharedCounts.create(WORKERS)
    return [Limits(rates or ONCE, {}, shared, number) for number in range(WORKERS)]


def may(limits: Limits, who: str, kind: str = "codes") -> bool:
    try:
        limits.spend(kind, who)
    except Refusal:
        return False
    return True


# --- Requests ----------------------------------------------------------------------------------


def test_what_one_worker_allowed_is_spent_at_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch(monkeypatch)
    first, second, third = workers({"codes": Rate(2, 0.1), "names": Rate(1, 0.1)})
    assert [may(one, "here") for one in (first, second, third)] == [True, True, False]
    with pytest.raises(Refusal) as found:
        first.spend("codes", "here")
    assert (found.value.code, found.value.details) == ("too-many-requests", {"seconds": 11})
    assert may(third, "there")
    assert may(third, "here", "names")
    watch.at += 11
    assert [may(one, "here") for one in (second, third)] == [True, False]
    watch.at += 10_000
    assert [may(one, "here") for one in (first, second, third)] == [True, True, False]


def test_another_workers_clock_gives_nobody_more_or_less(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch(monkeypatch)
    first, second, _ = workers({"codes": Rate(2, 1)})
    assert may(first, "here")
    watch.at -= 0.5  # it looked at the clock a moment before the other, and writes after it
    assert may(second, "here")
    assert not may(first, "here")


def spend_often(limits: Limits, done: Any) -> None:
    done.put(sum(may(limits, "here") for _ in range(50)))


@pytest.mark.parametrize(
    "method", sorted({"fork", "spawn"} & {*multiprocessing.get_all_start_methods()})
)
def test_workers_that_are_processes_count_together(method: str) -> None:
    context: Any = multiprocessing.get_context(method)
    both, done = workers({"codes": Rate(60, 0)}), context.SimpleQueue()
    for one in both[:2]:
        process = context.Process(target=spend_often, args=(one, done))
        process.start()
        process.join()
    assert [done.get(), done.get()] == [50, 10]
    assert not may(both[2], "here")


def test_the_longest_idle_are_forgotten_first_and_the_memory_does_not_grow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watch = Watch(monkeypatch)
    shared = SharedCounts.create(1)
    limits = Limits(ONCE, {}, shared)
    same, other = ([*islice(of_place(shared, n), PLACES + 1)] for n in (5, 6))
    (idle, busy, *others), elsewhere = same, other[0]
    for who in (idle, busy, elsewhere, *others[:-1]):
        watch.at += 1
        assert may(limits, who)
    watch.at += 1
    assert not may(limits, busy)
    assert may(limits, others[-1])  # one more than there are places
    assert not may(limits, busy)
    assert not may(limits, elsewhere)
    assert may(limits, idle), "it was forgotten"


def of_place(shared: SharedCounts, place: int) -> Iterator[str]:
    """Names that stand in the same places."""
    for n in count():
        if shared.key("codes", str(n)) % (ALLOWANCES // PLACES) == place:
            yield str(n)


def test_nobody_can_compute_who_shares_a_place_with_whom() -> None:
    keys = {SharedCounts.create(1).key("codes", "192.0.2.7") for _ in range(5)}
    assert len(keys) == 5


# --- What is open ------------------------------------------------------------------------------


def open_counts(shared: SharedCounts, kind: str = "sockets") -> list[OpenCount]:
    return [OpenCount(kind, shared, number) for number in range(WORKERS)]


def test_what_is_open_is_counted_at_all_workers_and_by_kind() -> None:
    shared = SharedCounts.create(WORKERS)
    sockets, connections = open_counts(shared), open_counts(shared, "connections")
    for counted in (sockets[0], sockets[0], sockets[1], connections[2]):
        counted.add("here")
    sockets[2].add("there")
    assert [one.of("here") for one in sockets] == [3, 3, 3]
    assert [one.of("there") for one in sockets] == [1, 1, 1]
    assert [one.total() for one in sockets] == [4, 4, 4]
    assert [one.of("here") for one in connections] == [1, 1, 1]
    sockets[0].remove("here")
    sockets[1].remove("here")
    assert [one.of("here") for one in sockets] == [1, 1, 1]
    assert [one.total() for one in sockets] == [2, 2, 2]


def test_a_worker_that_takes_the_place_of_another_begins_with_nothing_open() -> None:
    shared = SharedCounts.create(WORKERS)
    for counted in open_counts(shared):
        counted.add("here")
    Limits(ONCE, {}, shared, 1)
    assert OpenCount("sockets", shared, 1).of("here") == 2
    assert OpenCount("sockets", shared, 1).total() == 2
    assert shared.elsewhere(2, "sockets", "here") == 1


def test_more_addresses_than_there_is_room_for_are_still_counted_by_their_worker() -> None:
    shared = SharedCounts.create(2)
    first, second = OpenCount("sockets", shared, 0), OpenCount("sockets", shared, 1)
    addresses = [str(n) for n in range(2 * OPEN)]
    for address in addresses:
        first.add(address)
    assert all(first.of(address) == 1 for address in addresses[::100])
    assert first.total() == second.total() == len(addresses)
    for address in addresses:
        first.remove(address)
    assert first.total() == second.total() == 0
    assert not any(second.of(address) for address in addresses)
    assert not any(shared.open_keys)


# --- A server ----------------------------------------------------------------------------------


def limited(folder: Path, text: str) -> Path:
    path = folder / "few.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_several_workers_let_through_no_more_than_one(tmp_path: Path) -> None:
    few = limited(tmp_path, "[persons]\nburst = 3\nper_second = 0\n")
    with serving(tmp_path, workers=2, limits=few) as server:
        found = [new_name(server, f"Ada {n}") for n in range(16)]
    assert found.count(201) == 3
    assert set(found) == {201, 429}


def new_name(server: Server, name: str) -> int:
    """The status, over a connection of its own: whichever worker takes it."""
    return httpx.post(f"{server.url}/api/me", json={"name": name}).status_code


@pytest.mark.parametrize(("limit", "status"), [("sockets_per_address", 429), ("sockets", 503)])
def test_sockets_at_all_workers_are_counted(tmp_path: Path, limit: str, status: int) -> None:
    few = limited(tmp_path, f"[most]\n{limit} = 4\n")
    with serving(tmp_path, workers=2, limits=few) as server, ExitStack() as stack:
        ada = server.person("Ada")
        tables = [ada.open(game="dnup", players=2)["id"] for _ in range(6)]
        raws = [stack.enter_context(connection(server.url)) for _ in range(12)]
        for raw, table in zip(raws, tables * 2, strict=True):
            raw.ask(f"/live/{table}", {})
            raw.answer()
        assert [raw.status for raw in raws] == [101] * 4 + [status] * 8

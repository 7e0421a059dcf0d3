"""Measures how fast the store appends: `python -m tools.store_speed URL [--seconds S]`.

First, callers append as fast as they can, and each waits until its entry is durable before the
next. Then entries come at a steady rate. The entries stay in the database, so name one that you do
not need.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import secrets
import time

from upturn.store import Store, open_store

CALLERS = (1, 10, 100, 1_000)
PER_SECOND = 800
TABLES = 200
BODY = '{"move": "play 7/1 7/3", "seat": 2, "id": "' + "x" * 200 + '"}'


async def throughput(store: Store, callers: int, seconds: float) -> None:
    """Measure how many entries per second are acknowledged, with one table per caller."""
    latencies: list[float] = []
    end = time.perf_counter() + seconds

    async def caller() -> None:
        table = secrets.token_hex(8)
        for n in itertools.count(1):
            start = time.perf_counter()
            if start > end:
                return
            await store.append(table, n, 0, BODY)
            latencies.append(time.perf_counter() - start)

    await asyncio.gather(*(caller() for _ in range(callers)))
    _tell(f"{callers:>5,} callers", len(latencies) / seconds, latencies)


async def paced(store: Store, per_second: int, seconds: float) -> None:
    """Measure how long an entry takes at a steady rate, from the moment when it was due."""
    latencies: list[float] = []
    tables = [secrets.token_hex(8) for _ in range(TABLES)]
    start = time.perf_counter()

    async def one(i: int, due: float) -> None:
        await store.append(tables[i % TABLES], i // TABLES + 1, 0, BODY)
        latencies.append(time.perf_counter() - due)

    async with asyncio.TaskGroup() as group:
        for i in range(int(per_second * seconds)):
            due = start + i / per_second
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            group.create_task(one(i, due))
    _tell(f"{per_second:>5,} a second", len(latencies) / seconds, latencies)


def _tell(what: str, rate: float, latencies: list[float]) -> None:
    latencies.sort()
    shown = (
        f"{name} {latencies[int(len(latencies) * share)] * 1_000:.1f} ms"
        for name, share in (("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999))
    )
    print(f"{what:>15}: {rate:>8,.0f} appends/s, {', '.join(shown)}", flush=True)


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--seconds", type=float, default=5.0)
    asked = parser.parse_args()
    store = await open_store(asked.url)
    try:
        for callers in CALLERS:
            await throughput(store, callers, asked.seconds)
        await paced(store, PER_SECOND, asked.seconds)
    finally:
        await store.close()


if __name__ == "__main__":
    asyncio.run(main())

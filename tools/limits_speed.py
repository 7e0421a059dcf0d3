"""What counting a request costs in processor time: `python -m tools.limits_speed`.

In one process the limits are a dictionary; several workers count in memory that they share.
"""

from __future__ import annotations

from time import process_time

from upturn.server.config.counting import OpenCount, SharedCounts
from upturn.server.config.limits import Limits, Rate

REQUESTS, ADDRESSES, ROUNDS = 100_000, 2_000, 5
WORKERS = 4


def main() -> None:
    addresses = [f"192.0.{n // 250}.{n % 250}" for n in range(ADDRESSES)]
    for name, shared in (("one process", None), ("shared", SharedCounts.create(WORKERS))):
        limits = Limits({"requests": Rate(1e9, 1e9)}, {}, shared)
        open_ones = limits.open("connections")
        spending = min(_spend(limits, addresses) for _ in range(ROUNDS))
        opening = min(_open(open_ones, addresses) for _ in range(ROUNDS))
        print(f"{name}: {spending:.2f} µs a request, {opening:.2f} µs a connection")


def _spend(limits: Limits, addresses: list[str]) -> float:
    begun = process_time()
    for n in range(REQUESTS):
        limits.spend("requests", addresses[n % ADDRESSES])
    return (process_time() - begun) / REQUESTS * 1e6


def _open(open_ones: OpenCount, addresses: list[str]) -> float:
    begun = process_time()
    for address in addresses:
        open_ones.add(address)
        open_ones.of(address)
    for address in addresses:
        open_ones.remove(address)
    return (process_time() - begun) / len(addresses) * 1e6


if __name__ == "__main__":
    main()

"""Counts what happens while a server runs, for `/metrics`, where Prometheus reads it.

Every move is counted, so counting only adds to plain numbers (some 0.2 µs each);
`prometheus_client` formats them when somebody asks. Each of several workers writes its numbers into
a folder every few seconds, and the one that is asked adds up all of them.
"""

from __future__ import annotations

import hmac
import os
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from ipaddress import ip_address
from itertools import accumulate
from pathlib import Path
from threading import Lock, Thread
from time import sleep, time
from typing import TYPE_CHECKING, Any

import msgspec
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

from upturn.folders import replace_file

if TYPE_CHECKING:
    from prometheus_client import Metric

    from upturn.server.config.settings import Settings

BEARER = "bearer "
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip", "via")
WRITTEN_EVERY = 2.0
"""Seconds between two writes of a worker's numbers."""
GONE_AFTER = 10 * WRITTEN_EVERY
"""Seconds after which a worker that has written nothing is gone."""
SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)


class Count:
    """A count of events, or of things that exist now."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value = 0

    def inc(self, by: int = 1) -> None:
        self.value += by

    def dec(self, by: int = 1) -> None:
        self.value -= by

    def set(self, value: int) -> None:
        self.value = value


class Histogram:
    """How many values there were up to each bound, and their sum."""

    __slots__ = ("bounds", "counts", "sum")

    def __init__(self, bounds: tuple[float, ...]):
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def observe(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value

    def numbers(self) -> list[float]:
        return [*self.counts, self.sum]


class Metrics:
    """The numbers of one process, counted in its event loop, read by other threads too.

    `folder` is where several workers write theirs. `thinking` returns how many bots think.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.sockets = Count()
        self.tables = Count()
        self.thinking: Callable[[], int] = lambda: 0
        self.slow_clients = Count()
        self._appends = Histogram(SECONDS)
        self._batches = Histogram(SIZES)
        self._thoughts: dict[str, Histogram] = {}
        self._commands: Counter[tuple[str, str]] = Counter()
        self._refusals: Counter[str] = Counter()
        self._folder = folder
        self._writing = Lock()
        if folder is not None:
            Thread(target=self._keep_writing, name="metrics", daemon=True).start()

    def command(self, kind: str, outcome: str) -> None:
        """Count a command by its outcome: done, repeated, refused or failed."""
        self._commands[kind, outcome] += 1

    def refused(self, code: str) -> None:
        """Count a refusal by its code."""
        self._refusals[code] += 1

    def committed(self, entries: int, seconds: float) -> None:
        """Count a batch of entries that is on disk."""
        self._batches.observe(entries)
        self._appends.observe(seconds)

    def thought(self, level: str, milliseconds: float) -> None:
        """Count a move that a bot of this level chose."""
        if level not in self._thoughts:
            self._thoughts[level] = Histogram(SECONDS)
        self._thoughts[level].observe(milliseconds / 1000)

    def numbers(self) -> dict[str, Any]:
        """Return all numbers as plain data that can be added up."""
        return {
            "now": {
                "sockets": self.sockets.value,
                "tables": self.tables.value,
                "thinking": self.thinking(),
            },
            "commands": [[*key, count] for key, count in list(self._commands.items())],
            "refusals": [[*item] for item in list(self._refusals.items())],
            "slow_clients": self.slow_clients.value,
            "appends": {"": self._appends.numbers()},
            "batches": {"": self._batches.numbers()},
            "thoughts": {level: one.numbers() for level, one in list(self._thoughts.items())},
        }

    def exposition(self) -> bytes:
        """Return the numbers of all workers and the memory of this one, for Prometheus."""
        registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        registry.register(_Families([self.numbers(), *self._others()]))
        return generate_latest(registry)

    # --- Several workers -----------------------------------------------------------------------

    def write(self) -> None:
        """Write the numbers for the other workers."""
        if self._folder is not None:
            with self._writing:  # so that older numbers never overwrite newer ones
                data = msgspec.json.encode(self.numbers()).decode()
                replace_file(self._folder / f"{os.getpid()}.json", data)

    def _keep_writing(self) -> None:
        while True:
            with suppress(OSError):  # the disk may be full; try again next time
                self.write()
            sleep(WRITTEN_EVERY)

    def _others(self) -> Iterator[dict[str, Any]]:
        if self._folder is None:
            return
        for path in sorted(self._folder.glob("*.json")):
            if path.stem != str(os.getpid()):
                numbers: dict[str, Any] = msgspec.json.decode(path.read_bytes())
                if time() - path.stat().st_mtime > GONE_AFTER:
                    numbers["now"] = {}  # what it did still counts; it has nothing open any more
                yield numbers


class _Families(Collector):
    """The numbers of several workers, added up."""

    def __init__(self, workers: list[dict[str, Any]]):
        self.workers = workers

    def collect(self) -> Iterator[Metric]:
        for name, about in NOW.items():
            yield GaugeMetricFamily(
                f"upturn_{name}",
                about,
                sum(numbers["now"].get(name, 0) for numbers in self.workers),
            )
        for name, histogram in HISTOGRAMS.items():
            yield self._histogram(name, *histogram)
        yield self._counted(
            "commands", "Commands by kind and how they were answered.", "kind", "outcome"
        )
        yield self._counted("refusals", "Refusals by their code.", "code")
        slow = sum(numbers["slow_clients"] for numbers in self.workers)
        yield CounterMetricFamily("upturn_slow_clients", "Clients let go for not reading.", slow)

    def _counted(self, name: str, about: str, *labels: str) -> Metric:
        total: Counter[tuple[str, ...]] = Counter()
        for numbers in self.workers:
            for *key, count in numbers[name]:
                total[tuple(key)] += count
        family = CounterMetricFamily(f"upturn_{name}", about, labels=labels)
        for key, count in sorted(total.items()):
            family.add_metric(key, count)
        return family

    def _histogram(
        self, name: str, told: str, about: str, bounds: tuple[float, ...], label: str | None
    ) -> Metric:
        family = HistogramMetricFamily(told, about, labels=[label] if label else [])
        for key in sorted({key for numbers in self.workers for key in numbers[name]}):
            each = [numbers[name][key] for numbers in self.workers if key in numbers[name]]
            *counts, total = map(sum, zip(*each, strict=True))
            names = [*map(str, map(float, bounds)), "+Inf"]
            buckets = [*zip(names, accumulate(counts), strict=True)]
            family.add_metric([key] if label else [], buckets, total)
        return family


NOW = {
    "sockets": "WebSockets that are open.",
    "tables": "Tables in memory.",
    "thinking": "Bots that think or wait for it.",
}
HISTOGRAMS = {
    "appends": (
        "upturn_append_seconds",
        "How long a batch of entries took to the disk.",
        SECONDS,
        None,
    ),
    "batches": ("upturn_batch_entries", "Entries that reached the disk together.", SIZES, None),
    "thoughts": ("upturn_thinking_seconds", "How long bots thought.", SECONDS, "level"),
}


# --- /metrics ----------------------------------------------------------------------------------


def may_read(settings: Settings, client: str | None, headers: Mapping[str, str]) -> bool:
    """Return whether somebody may read the metrics: with the token or, if none is set, from this
    machine.

    A proxy on this machine passes on everybody's requests. So if there is one (its headers say so,
    or the server has a public address), a request from this machine proves nothing.
    """
    if settings.metrics_token is not None:
        shown = headers.get("authorization", "")
        given = shown[len(BEARER) :].strip() if shown[: len(BEARER)].lower() == BEARER else ""
        return hmac.compare_digest(given.encode(), settings.metrics_token.encode())
    if settings.public_url is not None or any(name in headers for name in FORWARDED):
        return False
    try:
        return client is not None and ip_address(client).is_loopback
    except ValueError:
        return False


MEDIA_TYPE = CONTENT_TYPE_LATEST

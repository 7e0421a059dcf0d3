"""What a server counts, and who may read it."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import msgspec
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.support.servers import settings_for
from upturn.server.config.settings import Settings
from upturn.server.monitoring import metrics as metrics_module
from upturn.server.monitoring.metrics import GONE_AFTER, WRITTEN_EVERY, Metrics, may_read
from upturn.server.services import open_services

SHOWN = "0123456789abcdef"


def read(metrics: Metrics) -> dict[tuple[str, ...], float]:
    """Every number as Prometheus reads it, by its name and labels."""
    families = text_string_to_metric_families(metrics.exposition().decode())
    return {
        (sample.name, *map("=".join, sorted(sample.labels.items()))): sample.value
        for family in families
        for sample in family.samples
    }


def test_what_is_counted_is_told() -> None:
    metrics = Metrics()
    metrics.sockets.inc()
    metrics.sockets.inc()
    metrics.sockets.dec()
    metrics.tables.set(7)
    metrics.slow_clients.inc()
    for outcome in ("done", "done", "refused"):
        metrics.command("move", outcome)
    metrics.refused("stale")
    told = read(metrics)
    assert told["upturn_sockets",] == 1
    assert told["upturn_tables",] == 7
    assert told["upturn_slow_clients_total",] == 1
    assert told["upturn_commands_total", "kind=move", "outcome=done"] == 2
    assert told["upturn_commands_total", "kind=move", "outcome=refused"] == 1
    assert told["upturn_refusals_total", "code=stale"] == 1


def test_times_and_sizes_are_told_as_histograms() -> None:
    metrics = Metrics()
    for entries, seconds in ((2, 0.0005), (3, 0.003), (500, 0.004), (1000, 9.0)):
        metrics.committed(entries, seconds)
    metrics.thought("expert", 300)
    told = read(metrics)
    assert told["upturn_append_seconds_bucket", "le=0.001"] == 1
    assert told["upturn_append_seconds_bucket", "le=0.005"] == 3
    assert told["upturn_append_seconds_bucket", "le=+Inf"] == 4
    assert told["upturn_append_seconds_count",] == 4
    assert told["upturn_append_seconds_sum",] == pytest.approx(9.0075)
    assert told["upturn_batch_entries_bucket", "le=2.0"] == 1
    assert told["upturn_batch_entries_bucket", "le=1.0"] == 0
    assert told["upturn_batch_entries_bucket", "le=512.0"] == 3
    assert told["upturn_batch_entries_count",] == 4
    assert told["upturn_thinking_seconds_count", "level=expert"] == 1
    assert told["upturn_thinking_seconds_sum", "level=expert"] == 0.3


def test_workers_are_added_up_and_of_a_dead_one_only_what_it_did(tmp_path: Path) -> None:
    here, other = Metrics(tmp_path), Metrics()
    for metrics in (here, other):
        metrics.sockets.inc()
        metrics.refused("stale")
    other.thought("expert", 10)
    elsewhere = tmp_path / "1.json"
    elsewhere.write_bytes(msgspec.json.encode(other.numbers()))
    told = read(here)
    assert told["upturn_sockets",] == 2
    assert told["upturn_refusals_total", "code=stale"] == 2
    assert told["upturn_thinking_seconds_count", "level=expert"] == 1
    long_ago = elsewhere.stat().st_mtime - GONE_AFTER - WRITTEN_EVERY
    os.utime(elsewhere, (long_ago, long_ago))
    told = read(here)
    assert told["upturn_sockets",] == 1
    assert told["upturn_refusals_total", "code=stale"] == 2


def test_a_worker_leaves_its_numbers_where_others_find_them(tmp_path: Path) -> None:
    metrics = Metrics(tmp_path)
    metrics.refused("stale")
    metrics.write()
    left = msgspec.json.decode((tmp_path / f"{os.getpid()}.json").read_bytes())
    assert left["refusals"] == [["stale", 1]]


def test_a_worker_goes_on_leaving_them_after_it_could_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics_module, "WRITTEN_EVERY", 0.01)
    folder = tmp_path / "away"
    Metrics(folder)
    time.sleep(0.1)
    folder.mkdir()
    for _ in range(1000):
        if (folder / f"{os.getpid()}.json").exists():
            break
        time.sleep(0.01)
    else:
        raise AssertionError("it has given up")


def test_bots_that_think_are_told(tmp_path: Path) -> None:
    async def test() -> None:
        async with open_services(settings_for(tmp_path)) as services:
            assert read(services.metrics)["upturn_thinking",] == 0
            services.registry.context.thinkers.waiting += 2
            assert read(services.metrics)["upturn_thinking",] == 2

    asyncio.run(test())


def test_without_a_token_this_machine_may_read_and_nobody_else() -> None:
    settings = Settings()
    assert may_read(settings, "127.0.0.1", {})
    assert may_read(settings, "::1", {})
    assert not may_read(settings, "192.0.2.7", {})
    assert not may_read(settings, None, {})
    assert not may_read(settings, "testclient", {})


def test_a_proxy_on_this_machine_does_not_let_everybody_read() -> None:
    assert not may_read(Settings(), "127.0.0.1", {"x-forwarded-for": "192.0.2.7"})
    assert not may_read(Settings(public_url="https://x.example"), "127.0.0.1", {})


def test_with_a_token_it_must_be_shown() -> None:
    settings = Settings(metrics_token=SHOWN)
    assert may_read(settings, "192.0.2.7", {"authorization": f"Bearer {SHOWN}"})
    assert not may_read(settings, "127.0.0.1", {})
    assert not may_read(settings, "127.0.0.1", {"authorization": "Bearer 0123456789abcdee"})
    assert not may_read(settings, "127.0.0.1", {"authorization": SHOWN})
    assert not may_read(settings, "127.0.0.1", {"authorization": "Bearer ü"})

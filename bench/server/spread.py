"""Ways to spread tables over the workers of a machine, side by side.

`python -m bench.server.spread` writes its part of docs/benchmarks.md, and the main figures into the
decision they are for, docs/decisions/0019-a-table-has-one-worker.md.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from bench import page, tables
from bench.server import report
from bench.server.hosting import STARTING_TIMEOUT, Server, running, serve, upturn
from bench.server.own_sockets import APART, SAID, TOGETHER, WORKERS
from bench.server.rounds import BUILD, FULL, QUICK, RUSH, STROLL, Contestant, Plan, Results, measure
from bench.server.upturn import Upturn
from tools import debian

ONE = "one worker"
HANDED = "handed over"
KERNEL = "kernel"
PROXY = "nginx"
STRAIGHT = "straight"
WAYS = (ONE, HANDED, KERNEL, PROXY, STRAIGHT)
DECISION = page.ROOT / "docs" / "decisions" / "0019-a-table-has-one-worker.md"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"

INTRODUCTION = f"""\
## Tables spread over workers

`{page.SPREAD}` measures all of this in one run and writes this part of the page.
The load is the same as in the part above: {{tables:,}} tables of dnup, {{sockets:,}} sockets.
The contenders take turns. Rounds for each: {{rounds}}, of {{seconds:g}} s.

- *{ONE}*: `upturn serve --workers 1`.
- *{HANDED}*: `upturn serve --workers {WORKERS}`. Each connection is handed to
  the worker that owns its table.
- *{KERNEL}*: the same workers listen on one port (SO_REUSEPORT), and each serves
  every table that its connections ask for. The workers tell each other about new entries, several
  at a time if they fall behind.
- *{PROXY}*: each worker has a port of its own, and nginx chooses one by a hash of
  the table's id. The processor time and memory that nginx takes count too.
- *{STRAIGHT}*: the same, but without a proxy: the clients compute the hash
  themselves. No proxy can be faster than that.
"""

NGINX = """\
daemon off;
worker_processes auto;
worker_rlimit_nofile 65536;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{ worker_connections 32768; }}
http {{
    access_log off;
    client_body_temp_path {folder}/nginx-body;
    proxy_temp_path {folder}/nginx-proxy;
    fastcgi_temp_path {folder}/nginx-fastcgi;
    uwsgi_temp_path {folder}/nginx-uwsgi;
    scgi_temp_path {folder}/nginx-scgi;
    map $uri $table {{
        ~^/(?:live|api/tables)/(?<id>[a-z2-7]+) $id;
        default $request_id;
    }}
    map $http_upgrade $connection_or_not {{ default upgrade; '' ''; }}
    upstream workers {{ hash $table; {servers}}}
    server {{
        listen 127.0.0.1:{port} backlog=4096;
        location / {{
            proxy_pass http://workers;
            proxy_http_version 1.1;
            proxy_buffering off;
            proxy_read_timeout 1h;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_or_not;
        }}
    }}
}}
"""


@contextmanager
def without_handoff(folder: Path, how: str) -> Iterator[Server]:
    """Ours, with workers that listen for themselves: see `own_sockets.py`."""
    launcher = [sys.executable, "-m", "bench.server.own_sockets", how]
    with running([*launcher, *serve(folder, WORKERS)], os.environ, folder) as server:
        said = SAID.search((folder / "server.log").read_text(encoding="utf-8"))
        assert said is not None  # noqa: S101
        ports = tuple(int(port) for port in said[1].split())
        yield replace(server, port=ports[0], ports=ports)


@contextmanager
def behind_proxy(folder: Path) -> Iterator[Server]:
    """The same behind nginx, which has the worker of a table by a hash of its id."""
    with without_handoff(folder, APART) as server, closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        configuration = folder / "nginx.conf"
        servers = "".join(f"server 127.0.0.1:{one}; " for one in server.ports)
        text = NGINX.format(folder=folder, port=port, servers=servers)
        configuration.write_text(text, encoding="utf-8")
        nginx = debian.ensure("nginx", "nginx-light")
        proxy = subprocess.Popen([nginx, "-c", str(configuration), "-p", str(folder)])  # noqa: S603
        try:
            _wait_for(port)
            yield replace(server, port=port, ports=(), proxy=proxy)
        finally:
            proxy.terminate()
            proxy.wait(STARTING_TIMEOUT)


def _wait_for(port: int) -> None:
    """Until somebody listens there."""
    end = time.monotonic() + STARTING_TIMEOUT
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise SystemExit("nginx did not start.")


def facts() -> list[tuple[str, str]]:
    nginx = debian.ensure("nginx", "nginx-light")
    said = subprocess.run([nginx, "-v"], capture_output=True, text=True, check=True)  # noqa: S603
    return report.facts(BUILD, said.stderr.strip().removeprefix("nginx version: "))


def shown(results: Results) -> list[tables.Table]:
    rush = [report.rush_row(name, results.of(name, RUSH)) for name in WAYS]
    stroll = [report.stroll_row(name, results.of(name, STROLL)) for name in WAYS]
    complete = [[name, _complete(results, name)] for name in WAYS]
    return [
        tables.Table("Rushing, by way", report.RUSHED, rush, 1),
        tables.Table("Strolling, by way", report.PACED, stroll, 1),
        tables.Table(
            "Every move told to every seat, one at a time", ["way", "rounds"], complete, 1
        ),
    ]


def _complete(results: Results, name: str) -> str:
    rounds = [*results.of(name, STROLL), *results.of(name, RUSH)]
    return f"{sum(one.complete for one in rounds)} of {len(rounds)}"


def summary(results: Results) -> tables.Table:
    """The figures that the decision goes by: rushing."""
    header = ["way", "moves/s", f"× {ONE}", "processor per move", "memory"]
    rows = []
    for name in WAYS:
        _, rate, _, _, processor, _, memory, _ = report.rush_row(name, results.of(name, RUSH))
        rows.append([name, rate, f"{results.ratio(name, ONE).median:.2f}", processor, memory])
    return tables.Table("Rushing", header, rows, 1)


def write_decision(results: Results, decision: Path = DECISION) -> None:
    """Put the figures into their place on the page of the decision."""
    text = decision.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    table = tables.markdown_table(summary(results))
    decision.write_text(f"{before}{BEGIN}\n\n{table}\n{END}{after}", encoding="utf-8")


def run(plan: Plan, console: Console) -> tuple[Results, str]:
    """Measure, show, and return the figures and the page's part."""
    BUILD.mkdir(exist_ok=True)
    known = facts()
    contestants = [
        Contestant(ONE, partial(upturn, workers=1), Upturn.at),
        Contestant(HANDED, upturn, Upturn.at),
        Contestant(KERNEL, partial(without_handoff, how=TOGETHER), Upturn.at),
        Contestant(PROXY, behind_proxy, Upturn.at),
        Contestant(STRAIGHT, partial(without_handoff, how=APART), Upturn.at),
    ]
    with Progress(console=console, transient=True) as progress:
        bar = progress.add_task("", total=2 * plan.rounds * len(contestants))
        results = measure(
            contestants, plan, lambda name: progress.update(bar, description=name, advance=1)
        )
    found = shown(results)
    tables.show(console, found, None)
    introduction = INTRODUCTION.format(
        tables=plan.tables, sockets=plan.sockets, rounds=plan.rounds, seconds=plan.seconds
    )
    return results, tables.markdown(introduction, known, found, None, heading="###")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.server.spread", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few tables, briefly; write nothing")
    parser.add_argument("--rounds", type=int, default=FULL.rounds, help="for each way of serving")
    wishes = parser.parse_args()
    console = Console()
    plan = QUICK if wishes.quick else replace(FULL, rounds=max(1, wishes.rounds))
    results, text = run(plan, console)
    if not wishes.quick:
        write_decision(results)
        console.print(f"Written to {page.write(page.SPREAD, text)}")


if __name__ == "__main__":
    main()

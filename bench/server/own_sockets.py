"""`upturn serve` whose workers listen for themselves and hand no connection over.

    python -m bench.server.own_sockets together serve …
    python -m bench.server.own_sockets apart serve …

Together, all listen at one port, and the kernel spreads connections over them. Apart, each has a
port of its own, for a proxy to choose. The ports are the first line: `workers at 40001 40002`. The
address that `upturn serve` names itself is nobody's.
"""

from __future__ import annotations

import re
import socket
import sys
from typing import Any
from zlib import crc32

WORKERS = 2
"""One for each core."""
TOGETHER, APART = "together", "apart"
SAID = re.compile(r"^workers at ([\d ]+)$", re.MULTILINE)


def worker_of(table: str, workers: int = WORKERS) -> int:
    """The worker of a table, as nginx's `hash $table;` chooses it among equals."""
    return ((crc32(table.encode()) >> 16) & 0x7FFF) % workers


def bind(how: str) -> list[socket.socket]:
    """A socket for each worker."""
    sockets = [socket.socket() for _ in range(WORKERS)]
    port = 0
    for one in sockets:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, int(how == TOGETHER))
        one.bind(("127.0.0.1", port))
        one.set_inheritable(True)
        port = one.getsockname()[1] if how == TOGETHER else 0
    return sockets


def main() -> None:
    from upturn.cli.app import main as upturn_main
    from upturn.server.run import process

    how = sys.argv.pop(1)
    sockets, work = bind(how), process._work

    def work_there(
        settings: Any, group: Any, bound: Any, make: Any, live: Any, plain: Any, number: int
    ) -> None:
        from upturn.server.cluster import handoff

        # No request names a table of another worker any more.
        handoff.NAMES_TABLE, handoff.OPENS_TABLE = re.compile(rb"(?!)"), b"\n"
        if how == APART:
            type(group).owner = lambda group, table: worker_of(table)
        work(settings, group, sockets[number], make, live, plain, number)

    setattr(process, "_work", work_there)  # noqa: B010  its types are others
    print("workers at", *(one.getsockname()[1] for one in sockets), flush=True)
    upturn_main()


if __name__ == "__main__":
    main()

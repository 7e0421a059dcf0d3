"""Who is at a table: what a socket asks for before its welcome, and what others are told."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from upturn.server.tables.attendance import MOST_EARLY, Attendance, TableSocket
from upturn.wire.commands import Say


class Device:
    person = None
    browser = ""
    seats: tuple[int, ...] = ()


class Announced:
    """Other workers, and what they were told."""

    def __init__(self) -> None:
        self.tables: list[str] = []

    def announce(self, table: str, local: object) -> None:
        self.tables.append(table)


def attendance(remote: Announced) -> tuple[Attendance, Any]:
    queue: Any = SimpleNamespace(
        closed=False, table=SimpleNamespace(id="table", chairs=[], seats_of=lambda _: ())
    )
    return Attendance(queue, cast(Any, remote)), queue


def test_a_socket_that_asks_for_too_much_before_its_welcome_has_the_rest_dropped() -> None:
    here, _ = attendance(Announced())
    socket = cast(TableSocket, Device())
    here.add_arriving(socket)
    commands = [Say(id=f"{n}", version=1, text=str(n)) for n in range(MOST_EARLY + 1)]
    assert [here.hold(socket, command) for command in commands] == [True] * MOST_EARLY + [False]
    assert here.admit(socket) == commands[:MOST_EARLY]


def test_a_table_that_has_left_memory_announces_nobody() -> None:
    remote = Announced()
    here, queue = attendance(remote)
    here.announce_elsewhere()
    queue.closed = True
    here.announce_elsewhere()
    assert remote.tables == ["table"]

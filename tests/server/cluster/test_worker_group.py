"""Workers of one machine: whose a table is, and messages between them."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from time import monotonic

import pytest

from tests.support.databases import run
from upturn import workers as worker_group
from upturn.server.cluster.handoff import Handoff
from upturn.store import neighbours
from upturn.store.neighbours import Neighbours
from upturn.workers import (
    LONGEST_MESSAGE,
    MAILBOX_SIZE,
    SILENT_AFTER,
    Mailbox,
    WorkerGroup,
    close_files,
    drain,
    receive,
    send,
    stop_receiving,
)


def test_every_table_has_one_owner_and_all_agree(tmp_path: Path) -> None:
    with closing(WorkerGroup.create(tmp_path, 4)) as group:
        workers = [replace(group, number=number) for number in range(4)]
        owners = Counter[int]()
        for i in range(4000):
            owning = [worker.number for worker in workers if worker.owns(f"table{i}")]
            assert owning == [group.owner(f"table{i}")]
            owners.update(owning)
        assert all(800 < count < 1200 for count in owners.values())
        assert workers[2].others() == [0, 1, 3]


def test_messages_arrive_in_order_and_bring_files(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("enclosed")

    async def test() -> None:
        with closing(WorkerGroup.create(tmp_path, 2)) as group:
            mailbox = group.messages[1]
            handle = os.open(file, os.O_RDONLY)
            send(mailbox, b"before it is there")
            send(mailbox, b"with a file", [handle])
            os.close(handle)
            came: asyncio.Queue[tuple[bytes, list[int]]] = asyncio.Queue()
            receive(mailbox, lambda *message: came.put_nowait(message))
            assert await came.get() == (b"before it is there", [])
            message, files = await came.get()
            assert message == b"with a file"
            assert os.read(files[0], 100) == b"enclosed"
            close_files(files)
            with pytest.raises(OSError, match="Bad file descriptor"):
                os.read(files[0], 1)
            stop_receiving(mailbox)
            send(mailbox, b"for who comes next")
            receive(mailbox, lambda *message: came.put_nowait(message))
            assert await came.get() == (b"for who comes next", [])
            stop_receiving(mailbox)

    run(test())


def test_a_mailbox_takes_many_messages_and_says_when_it_is_full(tmp_path: Path) -> None:
    with closing(WorkerGroup.create(tmp_path, 2)) as group:
        taken = []

        def fill() -> None:
            while True:
                send(group.connections[0], b"x" * 100)
                taken.append(1)

        with pytest.raises(BlockingIOError):
            fill()
        assert len(taken) > 50
        send(group.messages[0], b"the other mailbox is not full")


def test_every_box_is_asked_to_take_the_longest_message(tmp_path: Path) -> None:
    with closing(WorkerGroup.create(tmp_path, 2)) as group:
        for mailbox in (*group.messages, *group.connections):
            for end in mailbox:
                assert end.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) >= MAILBOX_SIZE
                assert end.getsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF) >= MAILBOX_SIZE
            send(mailbox, b"x" * LONGEST_MESSAGE)
            taken: list[bytes] = []
            drain(mailbox, lambda message, _: taken.append(message))  # noqa: B023
            assert [*map(len, taken)] == [LONGEST_MESSAGE]


def test_who_gives_no_sign_of_life_is_not_counted_on(tmp_path: Path) -> None:
    with closing(WorkerGroup.create(tmp_path, 2)) as group:
        assert not group.is_alive(1)
        other = replace(group, number=1)
        other.beat()
        assert group.is_alive(1)
        assert not group.is_alive(0)
        group.heartbeats[1] = monotonic() - SILENT_AFTER - 1
        assert not group.is_alive(1)
        other.beat()
        other.stop_beating()
        assert not group.is_alive(1)


def test_a_message_that_cannot_be_sent_is_one_that_was_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the reason: what it tells of is on the disk."""
    problems = [errno.EMSGSIZE, errno.ENOBUFS, errno.EPERM]

    def sometimes(mailbox: Mailbox, message: bytes, files: Sequence[int] = ()) -> None:
        if message != neighbours.MISSED and problems:
            raise OSError(problems.pop(), "not now")
        send(mailbox, message, files)

    async def test() -> None:
        with closing(WorkerGroup.create(tmp_path, 2)) as group:
            heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
            ours = Neighbours(group, lambda *_: None, lambda _: None)
            theirs = Neighbours(
                replace(group, number=1), lambda *what: heard.put_nowait(what), lambda _: None
            )
            assert await heard.get() == ("", 0)  # since a worker started
            monkeypatch.setattr(neighbours, "send", sometimes)
            while problems:
                ours.tell([("table", 7)])
                assert await heard.get() == ("", 0)
            ours.tell([("table", 8)])
            assert await heard.get() == ("table", 8)
            ours.close()
            theirs.close()

    run(test())


def test_where_nobody_can_write_messages_nobody_is_brought_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_group, "SUPPORTED", False)
    with closing(WorkerGroup.create(tmp_path, 2)) as group:
        group.heartbeats[1] = monotonic()
        handoff = Handoff(group)
        handoff.open(lambda read: asyncio.Protocol())
        for table in map("{:a>16}".format, "bcdefgh"):
            assert handoff.owner(f"GET /live/{table} HTTP/1.1".encode()) is None
        assert handoff.owner(b"POST /api/tables HTTP/1.1") is None
        handoff.take_from_silent_workers()
        handoff.close()

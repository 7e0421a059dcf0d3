"""Workers of one machine: whose a table is, and letters between them."""

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

from tests.databases import run
from upturn import crew as crews
from upturn.crew import (
    HANGS,
    LONGEST_LETTER,
    ROOM,
    Box,
    Crew,
    empty,
    let_go,
    receive,
    receive_no_more,
    send,
)
from upturn.server.handing import Handing
from upturn.store import neighbours
from upturn.store.neighbours import Neighbours


def test_every_table_has_one_owner_and_all_agree(tmp_path: Path) -> None:
    with closing(Crew.gather(tmp_path, 4)) as crew:
        workers = [replace(crew, number=number) for number in range(4)]
        owners = Counter[int]()
        for i in range(4000):
            owning = [worker.number for worker in workers if worker.owns(f"table{i}")]
            assert owning == [crew.owner(f"table{i}")]
            owners.update(owning)
        assert all(800 < count < 1200 for count in owners.values())
        assert workers[2].others() == [0, 1, 3]


def test_letters_arrive_in_order_and_bring_files(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("enclosed")

    async def test() -> None:
        with closing(Crew.gather(tmp_path, 2)) as crew:
            box = crew.words[1]
            handle = os.open(file, os.O_RDONLY)
            send(box, b"before it is there")
            send(box, b"with a file", [handle])
            os.close(handle)
            came: asyncio.Queue[tuple[bytes, list[int]]] = asyncio.Queue()
            receive(box, lambda *letter: came.put_nowait(letter))
            assert await came.get() == (b"before it is there", [])
            letter, files = await came.get()
            assert letter == b"with a file"
            assert os.read(files[0], 100) == b"enclosed"
            let_go(files)
            with pytest.raises(OSError, match="Bad file descriptor"):
                os.read(files[0], 1)
            receive_no_more(box)
            send(box, b"for who comes next")
            receive(box, lambda *letter: came.put_nowait(letter))
            assert await came.get() == (b"for who comes next", [])
            receive_no_more(box)

    run(test())


def test_a_box_takes_many_letters_and_says_when_it_is_full(tmp_path: Path) -> None:
    with closing(Crew.gather(tmp_path, 2)) as crew:
        taken = []

        def fill() -> None:
            while True:
                send(crew.hands[0], b"x" * 100)
                taken.append(1)

        with pytest.raises(BlockingIOError):
            fill()
        assert len(taken) > 50
        send(crew.words[0], b"the other box is not full")


def test_every_box_is_asked_to_take_the_longest_letter(tmp_path: Path) -> None:
    with closing(Crew.gather(tmp_path, 2)) as crew:
        for box in (*crew.words, *crew.hands):
            for end in box:
                assert end.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) >= ROOM
                assert end.getsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF) >= ROOM
            send(box, b"x" * LONGEST_LETTER)
            taken: list[bytes] = []
            empty(box, lambda letter, _: taken.append(letter))  # noqa: B023
            assert [*map(len, taken)] == [LONGEST_LETTER]


def test_who_gives_no_sign_of_life_is_not_counted_on(tmp_path: Path) -> None:
    with closing(Crew.gather(tmp_path, 2)) as crew:
        assert not crew.is_awake(1)
        other = replace(crew, number=1)
        other.give_sign()
        assert crew.is_awake(1)
        assert not crew.is_awake(0)
        crew.signs[1] = monotonic() - HANGS - 1
        assert not crew.is_awake(1)
        other.give_sign()
        other.take_back_sign()
        assert not crew.is_awake(1)


def test_a_letter_that_cannot_be_sent_is_one_that_was_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the reason: what it tells of is on the disk."""
    problems = [errno.EMSGSIZE, errno.ENOBUFS, errno.EPERM]

    def sometimes(box: Box, letter: bytes, files: Sequence[int] = ()) -> None:
        if letter != neighbours.MISSED and problems:
            raise OSError(problems.pop(), "not now")
        send(box, letter, files)

    async def test() -> None:
        with closing(Crew.gather(tmp_path, 2)) as crew:
            heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
            ours = Neighbours(crew, lambda *_: None, lambda _: None)
            theirs = Neighbours(
                replace(crew, number=1), lambda *what: heard.put_nowait(what), lambda _: None
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


def test_where_nobody_can_write_letters_nobody_is_brought_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crews, "POSSIBLE", False)
    with closing(Crew.gather(tmp_path, 2)) as crew:
        crew.signs[1] = monotonic()
        handing = Handing(crew)
        handing.open(lambda read: asyncio.Protocol())
        for table in map("{:a>16}".format, "bcdefgh"):
            assert handing.owner(f"GET /live/{table} HTTP/1.1".encode()) is None
        assert handing.owner(b"POST /api/tables HTTP/1.1") is None
        handing.stand_in()
        handing.close()

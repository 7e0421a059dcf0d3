"""Workers of one machine: whose a table is, and letters between them."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.databases import run
from upturn.crew import Crew, let_go, receive, receive_no_more, send


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

"""What the load needs of a server's language."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import NamedTuple, Protocol, TypeVar

from bench.server.dnup import Move, Sight


class Line(Protocol):
    """A seat's connection, as its dialect sees it."""

    table: str
    seat: int

    def send(self, payload: bytes) -> None: ...


class State(NamedTuple):
    """The server's word on how a table stands."""

    number: int
    """How many moves were made so far, or anything else that grows by one with every move."""
    to_move: int
    """The seat, 0..3; -1 if the game is over."""
    told: bytes
    """What `sight` needs; empty for seats that are not to move, since reading costs time."""


class Dialect(Protocol):
    binary: bool
    """Whether messages are bytes and not text."""

    async def open_tables(self, count: int) -> list[str]:
        """Have the server open so many tables of dnup for four; returns their names."""
        ...

    def url_of(self, line: Line) -> str: ...

    def headers_of(self, line: Line) -> dict[str, str]: ...

    def read(self, line: Line, payload: bytes) -> State | None:
        """The state, if this message tells one. Whatever else must be answered is answered."""
        ...

    def sight(self, line: Line, state: State) -> Sight: ...

    def move(self, line: Line, state: State, sight: Sight, move: Move) -> bytes: ...


AT_ONCE = 64
One = TypeVar("One")
Made = TypeVar("Made")


async def for_each(ones: Iterable[One], make: Callable[[One], Awaitable[Made]]) -> list[Made]:
    """Do something for each, some at a time; what it made, in order."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def through(one: One) -> Made:
        async with gate:
            return await make(one)

    return await asyncio.gather(*(through(one) for one in ones))

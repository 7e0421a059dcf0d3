"""What the load needs of a server's language."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Protocol, TypeVar

from bench.server.dnup import Move, Sight


class Line(Protocol):
    """A seat's connection, as its dialect sees it."""

    table: str
    seat: int
    known: int
    """The number of the state that it knew when its last connection broke; 0 at first."""

    def send(self, payload: bytes) -> None: ...


State = tuple[int, int]
"""How a table stands: a number that grows by one with every move, and the seat to move, 0..3, or -1
if the game is over."""


class Dialect(Protocol):
    """The players share the machine with the server, so every dialect reads as little as it can:
    four seats are told of a move, and only one of them has to know more than whose turn it is."""

    binary: bool
    """Whether messages are bytes and not text."""

    async def open_tables(self, count: int) -> list[str]:
        """Have the server open so many tables of dnup for four; returns their names."""
        ...

    def url_of(self, line: Line) -> str: ...

    def headers_of(self, line: Line) -> dict[str, str]: ...

    def state(self, payload: bytes) -> State | None:
        """The state, if this message tells one. Searches its bytes and decodes nothing."""
        ...

    def answer(self, line: Line, payload: bytes) -> None:
        """Answer a message that tells no state, if it must be answered."""
        ...

    def sight(self, line: Line, payload: bytes) -> Sight:
        """What the seat to move sees, by the message that told it the state."""
        ...

    def move(self, line: Line, number: int, sight: Sight, move: Move) -> bytes:
        """The message that makes a move in the state of this number."""
        ...


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

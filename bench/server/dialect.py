"""What the load needs of a server's language."""

from __future__ import annotations

from typing import NamedTuple, Protocol

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
    name: str

    def tables(self, count: int) -> list[str]:
        """The names of so many tables; they exist at the latest when somebody has sat down."""
        ...

    def url_of(self, line: Line) -> str: ...

    def read(self, line: Line, payload: memoryview) -> State | None: ...

    def sight(self, line: Line, state: State) -> Sight: ...

    def move(self, line: Line, state: State, sight: Sight, move: Move) -> bytes: ...

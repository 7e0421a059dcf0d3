"""Tables full of players, all in one process: they connect, they move, we count.

Every seat has a WebSocket of its own. A move is acknowledged when the seat that made it has the
state that follows it. All four seats must get every state, in order: `Tally.complete` tells.
"""

from __future__ import annotations

import asyncio
from collections import deque
from random import Random
from time import perf_counter

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.server.dialect import Dialect, for_each
from bench.server.dnup import choose
from bench.server.tally import SEATS, Counted, Tally

ANSWER_TIMEOUT = 30.0
"""Seconds to wait for any one answer, and for the last ones at the end."""
READ_BUFFER = 4096


class Seat(WSListener):
    """One player at one table, and the line to the server."""

    def __init__(self, group: Table, seat: int):
        self.group = group
        self.table = group.name
        self.seat = seat
        self.dialect = group.dialect
        self.state = group.dialect.state
        self.tally = group.tally
        self.kind = WSMsgType.BINARY if group.dialect.binary else WSMsgType.TEXT
        self.number = -1
        self.known = 0
        self.awaited = -1
        """The number of the state that will acknowledge our move."""
        self.since = 0.0
        self.line: WSTransport | None = None
        self.seated: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.line = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        payload = frame.get_payload_as_bytes()
        state = self.state(payload)
        if state is not None:
            self.hear(*state, payload)
        elif frame.msg_type == self.kind:
            self.dialect.answer(self, payload)

    def hear(self, number: int, to_move: int, payload: bytes) -> None:
        """A state came."""
        tally, before = self.tally, self.number
        self.number = number
        if before < 0:
            if not self.seated.done():
                self.seated.set_result(None)
        elif number == before + 1:
            tally.received += 1
        else:
            tally.skipped += 1
        if 0 <= self.awaited <= number:
            self.awaited = -1
            tally.acknowledged += 1
            tally.delays.append(perf_counter() - self.since)
        if to_move == self.seat:
            self.group.turn_of(self, payload)
        elif to_move < 0 and self.seat == 0:
            tally.finished += 1

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        if transport is not self.line:  # an earlier one
            return
        self.line = None
        if not self.seated.done():
            self.seated.set_exception(ConnectionError("the server hung up"))

    def send(self, payload: bytes) -> None:
        if self.line is None:
            raise ConnectionError("the server hung up")
        self.line.send(self.kind, payload)

    def stand_up(self) -> None:
        """Forget the connection: the server is gone."""
        self.line = None
        self.known = max(self.known, self.number)
        self.number = self.awaited = -1
        self.seated = asyncio.get_running_loop().create_future()

    async def sit_down(self) -> None:
        await ws_connect(
            lambda: self,
            self.dialect.url_of(self),
            extra_headers=self.dialect.headers_of(self),
            read_buffer_init_size=READ_BUFFER,
            websocket_handshake_timeout=ANSWER_TIMEOUT,
        )
        await asyncio.wait_for(self.seated, ANSWER_TIMEOUT)


class Table:
    """Four seats and whose turn it is."""

    def __init__(self, name: str, dialect: Dialect, tally: Tally, seed: int):
        self.name = name
        self.dialect = dialect
        self.tally = tally
        self.random = Random(seed)
        self.seats = [Seat(self, seat) for seat in range(SEATS)]
        self.turn: tuple[Seat, bytes] | None = None
        """The seat to move, once it knows, and what it was told."""
        self.eager = False
        """Moves are made as soon as they are possible."""
        self.dues: deque[float] = deque()
        """When moves should have been made that were not possible yet."""

    async def sit_down(self) -> None:
        await asyncio.gather(*(seat.sit_down() for seat in self.seats))

    def turn_of(self, seat: Seat, payload: bytes) -> None:
        """This seat is to move and knows it, by this message."""
        self.turn = (seat, payload)
        if self.eager:
            self.move(perf_counter())
        elif self.dues:
            self.move(self.dues.popleft())

    def move(self, since: float) -> None:
        """Make the move that is due since then: now, or as soon as somebody knows of their turn."""
        if self.turn is None:
            self.dues.append(since)
            return
        (seat, payload), self.turn = self.turn, None
        dialect, number = self.dialect, seat.number
        sight = dialect.sight(seat, payload)
        seat.awaited, seat.since = number + 1, since
        self.tally.sent += 1
        seat.send(dialect.move(seat, number, sight, choose(sight, self.random)))


class Load:
    """All tables at one server."""

    def __init__(self, dialect: Dialect, names: list[str]):
        self.tally = Tally()
        self.tables = [Table(name, dialect, self.tally, seed) for seed, name in enumerate(names)]

    async def sit_down(self) -> None:
        await for_each(self.tables, Table.sit_down)

    async def rush(self, warm_up: float, seconds: float) -> Counted:
        """Everybody moves as soon as it is their turn."""
        for table in self.tables:
            table.eager = True
            if table.turn is not None:
                table.move(perf_counter())
        counted = await self._count(warm_up, seconds)
        for table in self.tables:
            table.eager = False
        await self._settle()
        return counted

    async def stroll(
        self, warm_up: float, seconds: float, every: float, shift: float = 0.0
    ) -> Counted:
        """At every table somebody moves in a steady beat, the tables spread evenly over it. If
        several processes stroll, each begins by another part of a table's share later."""
        loop = asyncio.get_running_loop()
        end = perf_counter() + warm_up + seconds

        def beat(table: Table, due: float) -> None:
            if due < end:
                table.move(due)
                loop.call_later(due + every - perf_counter(), beat, table, due + every)

        start = perf_counter()
        for place, table in enumerate(self.tables):
            first = every * (place + shift) / len(self.tables)
            loop.call_later(first, beat, table, start + first)
        counted = await self._count(warm_up, seconds)
        await asyncio.sleep(every)
        await self._settle()
        return counted

    async def _count(self, warm_up: float, seconds: float) -> Counted:
        await asyncio.sleep(warm_up)
        start, first = perf_counter(), len(self.tally.delays)
        await asyncio.sleep(seconds)
        delays = self.tally.delays[first:]
        return Counted(perf_counter() - start, sorted(delays))

    async def _settle(self) -> None:
        """Wait until all moves on their way are known to everybody."""
        end = perf_counter() + ANSWER_TIMEOUT
        while not self.tally.complete and perf_counter() < end:
            await asyncio.sleep(0.05)

    def hang_up(self) -> None:
        """The server is gone: nobody knows anything any more."""
        for table in self.tables:
            table.turn = None
            table.dues.clear()
            for seat in table.seats:
                seat.stand_up()

    def leave(self) -> None:
        for table in self.tables:
            for seat in table.seats:
                if seat.line is not None:
                    seat.line.disconnect()

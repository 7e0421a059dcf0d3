"""What happens at the tables because time passes: clocks, people who are away, sockets that died.

Every half second all clocks are looked at, and now and then everything else.
"""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

from upturn.errors import Refusal
from upturn.server.clock import now
from upturn.server.elsewhere import LATELY, SAID_EVERY
from upturn.server.logs import log
from upturn.table import clocks

if TYPE_CHECKING:
    from upturn.server.hall import Hall
    from upturn.server.room import Room
    from upturn.table import Change

EVERY = 0.5
TURNS_TO_LOOK = 10
TURNS_TO_PING = 50
READ_EVERY = 10.0
IDLE = 300_000
"""Milliseconds after which a table that nobody is at is dropped from memory."""
GATHERS_FOR = 7 * 86_400_000
"""Milliseconds after which a table is ended where nobody has come or gone, and no game begun."""
DESERTED = "deserted"
SLOW_CLOCK = 3600
"""Seconds for a move from which on a game is one over days: nobody need be there all the time."""
STAND_IN = "skilled"
"""Who makes the move of a seat whose time is up."""


class Warden:
    def __init__(self, hall: Hall):
        self.hall = hall

    async def run(self) -> None:
        """Look after the tables until cancelled."""
        until_reading, until_saying = READ_EVERY, SAID_EVERY
        for turn in count(1):
            await asyncio.sleep(EVERY)
            until_reading -= EVERY
            until_saying -= EVERY
            if until_saying <= 0:
                until_saying = SAID_EVERY
                self.say_who_is_here()
            self.look_round(thoroughly=turn % TURNS_TO_LOOK == 0)
            self.ping(turn)
            if until_reading <= 0:
                until_reading = READ_EVERY
                self.hall.spawn(self.read_register(), "all")

    def say_who_is_here(self) -> None:
        """So that no other worker takes people for absent who are here."""
        lately = now() - LATELY
        rooms = self.hall.rooms.values()
        self.hall.announce(*(room for room in rooms if room.sockets or room.touched > lately))

    async def read_register(self) -> None:
        """Notice tables that somebody ended from outside (`upturn admin end`), and end those that
        people had wanted to come to."""
        playing = {key for key, room in self.hall.rooms.items() if room.table.finished is None}
        open_tables = await self.hall.store.open_tables()
        for key in playing - {row.id for row in open_tables}:
            if key in self.hall.rooms:
                self.hall.rooms[key].read_again()
        for row in open_tables:
            old = row.state == "gathering" and row.changed < now() - GATHERS_FOR
            if old and self.hall.owns(row.id):
                room = await self.hall.room(row.id)
                if not room.attended():
                    room.act(partial(self._desert, room))

    def _desert(self, room: Room) -> Change:
        if room.table.state != "gathering" or room.table.changed >= now() - GATHERS_FOR:
            raise Refusal("not-deserted", "somebody came after all")
        return room.table.end(DESERTED, now())

    def look_round(self, thoroughly: bool = True) -> None:
        """Look at every table once; if not thoroughly, only at clocks."""
        at = now()
        for room in tuple(self.hall.rooms.values()):
            if thoroughly or room.table.setup.clock is not None:
                try:
                    self._look(room, at)
                except Exception:
                    log.exception("the warden stumbled", table=room.table.id)

    def ping(self, turn: int) -> None:
        """Ask the sockets of some tables whether anybody is there; of each table every so often,
        so that nobody waits while thousands are asked."""
        for room in tuple(self.hall.rooms.values()):
            if hash(room.table.id) % TURNS_TO_PING == turn % TURNS_TO_PING:
                for socket in tuple(room.sockets):
                    socket.ping()

    def _look(self, room: Room, at: int) -> None:
        table = room.table
        if table.state == "playing":
            deadline = clocks.deadline(table)
            if deadline is not None and at >= deadline and not room.busy:
                self._time_up(room)
            if room.sockets or room.polls:
                self._look_for_the_absent(room, at)
        if at - room.touched > IDLE and not (room.crowd() or room.busy or room.polls):
            self.hall.forget(table.id)

    def _look_for_the_absent(self, room: Room, at: int) -> None:
        """People who have not been here for longer than the grace time, while others are."""
        setup = room.table.setup
        if setup.clock is not None and setup.clock[0] >= SLOW_CLOCK:
            return
        grace = 1000 * (self.hall.grace if setup.grace is None else setup.grace)
        present = room.present()
        for chair in room.table.chairs:
            seat = chair.seat
            if chair.person is None or seat in present or (chair.away and chair.bot):
                room.last_seen.pop(seat, None)
            elif at - room.last_seen.setdefault(seat, at) >= grace:
                room.last_seen[seat] = at  # asked again after another grace time
                room.act(partial(room.table_away, seat))

    def _time_up(self, room: Room) -> None:
        """A bot makes this one move for a seat that ran out of time."""
        table = room.table
        if table.to_act is None or room.thinking == (table.game_version, None):
            return
        room.thinking = table.game_version, None
        self.hall.spawn(self._move_for(room, table.to_act), table.id)

    async def _move_for(self, room: Room, seat: int) -> None:
        game_version = room.table.game_version
        try:
            move = await room.choose(seat, STAND_IN)
        finally:
            if room.thinking == (
                game_version,
                None,
            ):  # else a bot thinks about what has become of the game
                room.thinking = None

        def act() -> Change:
            if room.table.game_version != game_version:
                raise Refusal("stale", "the game went on meanwhile")
            return room.table.time_up(move, now())

        room.act(act)

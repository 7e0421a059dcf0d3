"""Bots at a table that goes on before they have begun to think."""

from __future__ import annotations

import pytest

from tests.support.evenings import Evening, Spend, last_of, mover, spend
from tests.support.sitting import ADA, BOB, NONCE, SEED
from upturn.table import Table, log, opening
from upturn.wire import commands as c
from upturn.wire.facts import Clock
from upturn.wire.requests import NewTable

__all__ = ["spend"]


def test_a_game_that_goes_on_before_a_bot_has_begun_to_think_is_no_mistake(
    spend: Spend, capsys: pytest.CaptureFixture[str]
) -> None:
    async def story(tonight: Evening) -> None:
        wish = NewTable(game="dnup", players=3, bots={"3": "beginner"})
        room = await tonight.registry.add(opening.open_table(wish, ADA, SEED, NONCE))
        await tonight.do(room, BOB, c.Sit, seat=2)
        await tonight.do(room, ADA, c.Start)
        while not any(entry.by == "bot" for entry in await moves(room.table, tonight)):
            seat = room.table.to_act or 0
            legal = room.table.views([seat])[0]["legal"]
            await tonight.do(room, mover(room, ADA, BOB), c.MakeMove, seat=seat, move=legal[-1])
        rows = await tonight.registry.store.entries(room.table.id)
        bots = [row.n for row in rows if is_bots(row.body)]
        now, before = room.table, Table.fold(room.table.id, room.table.code, rows[: bots[-1] - 1])
        room.queue.table = before  # it is the bot's turn
        room.bots.wake()
        room.queue.table = now  # and then it is not
        await tonight.settle()

    spend(story)
    assert "failed" not in capsys.readouterr().out


def test_who_moves_before_the_stand_in_has_begun_to_think_has_moved(
    spend: Spend, capsys: pytest.CaptureFixture[str]
) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB, clock=Clock(5, 0))
        before = Table.fold(
            room.table.id, room.table.code, await tonight.registry.store.entries(room.table.id)
        )
        seat = room.table.to_act or 0
        legal = room.table.views([seat])[0]["legal"]
        await tonight.do(room, mover(room, ADA, BOB), c.MakeMove, seat=seat, move=legal[-1])
        now = room.queue.table
        room.queue.table = before
        room.bots.move_for_late_seat()
        room.queue.table = now
        await tonight.settle()
        entry = await last_of(room)
        assert isinstance(entry, log.Moved)
        assert entry.by == "person"

    spend(story)
    assert "failed" not in capsys.readouterr().out


async def moves(table: Table, tonight: Evening) -> list[log.Moved]:
    rows = await tonight.registry.store.entries(table.id)
    entries = [log.decode(row.body) for row in rows]
    return [entry for entry in entries if isinstance(entry, log.Moved)]


def is_bots(body: str) -> bool:
    entry = log.decode(body)
    return isinstance(entry, log.Moved) and entry.by == "bot"

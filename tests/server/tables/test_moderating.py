"""Muting and removing that another worker wrote: the devices here are told, or seen off."""

from __future__ import annotations

from tests.support.evenings import Evening, Spend, spend
from tests.support.sitting import ADA, BOB, EVE
from upturn.server.tables.room import Room
from upturn.table import Table
from upturn.wire import commands as c

__all__ = ["spend"]


async def done_elsewhere(tonight: Evening, room: Room, *commands: c.AnyCommand) -> None:
    """Another worker does what Ada asks for."""
    store, key = room.context.store, room.table.id
    table = Table.fold(key, room.table.code, await store.entries(key))
    for command in commands:
        change = table.do(command, ADA, tonight.at)
        assert await store.append(key, change.n, change.at, change.body)
    room.heard_of(table.version)
    await tonight.settle()


def test_somebody_muted_at_another_worker_is_told_so_here(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        ada, bob = await tonight.come(room, ADA), await tonight.come(room, BOB)
        version = room.table.version
        await done_elsewhere(tonight, room, c.Mute(id="m1", version=version, seat=2))
        assert (bob.heard[-1]["muted"], ada.heard[-1]["muted"]) == (True, False)
        await done_elsewhere(tonight, room, c.Mute(id="m2", version=version, seat=2, lift=True))
        assert bob.heard[-1]["muted"] is False

    spend(story)


def test_somebody_removed_at_another_worker_is_seen_off_here(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        await tonight.do(room, EVE, c.Say, text="boo")
        ada, eve = await tonight.come(room, ADA), await tonight.come(room, EVE)
        said = room.table.version
        heard = len(eve.heard)
        await done_elsewhere(tonight, room, c.Remove(id="r1", version=said, entry=said))
        assert eve.closed == "removed"
        assert not [one for one in eve.heard[heard:] if one["say"] == "update"]
        assert ada.heard[-1]["table"]["removed"] == [{"entry": said + 1, "name": "Eve"}]
        assert room.attendance.watching() == 0

    spend(story)


def test_somebody_removed_while_arriving_is_not_welcomed(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        await tonight.do(room, EVE, c.Say, text="boo")
        eve = await tonight.come(room, EVE)
        room.leave(eve)
        eve.down.clear()
        said = room.table.version
        remove = c.Remove(id="r1", version=said, entry=said)
        room.ask(remove, ADA, await tonight.come(room, ADA))
        room.join(eve, 0)
        await tonight.settle()
        assert eve.closed == "removed"
        assert eve.down == []

    spend(story)

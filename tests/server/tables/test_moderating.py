"""Muting and removing at a server: what another worker wrote holds here, and a removal holds for
browsers too."""

from __future__ import annotations

import msgspec
import pytest

from tests.support.evenings import Evening, Socket, Spend, last_of, spend
from tests.support.sitting import ADA, BOB, CYD, DAN, EVE, FAY, NONCE, SEED
from upturn.server.tables.room import Room
from upturn.table import Person, Table, log, opening, showing
from upturn.wire import commands as c
from upturn.wire.requests import NewTable

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


# --- Browsers --------------------------------------------------------------------------------


async def come(tonight: Evening, room: Room, person: Person | None, browser: str) -> Socket:
    """Somebody comes in a browser, or is refused."""
    socket = Socket(person)
    socket.browser = browser
    room.join(socket, room.table.version)
    await tonight.settle()
    return socket


async def ask(
    tonight: Evening, room: Room, person: Person, browser: str, command: c.AnyCommand
) -> str:
    """A command by REST; "done", or the code of the refusal."""
    caller = Socket(person)
    caller.browser = browser
    room.ask(command, person, caller)
    await tonight.settle()
    (answer,) = caller.heard
    return str(answer.get("code", answer["say"]))


async def gathering(tonight: Evening, players: int) -> Room:
    """Ada waits for others."""
    wish = NewTable(game="dnup", players=players)
    return await tonight.registry.add(opening.open_table(wish, ADA, SEED, NONCE))


async def eve_removed(tonight: Evening, browser: str = "eves") -> Room:
    """Eve watches Ada and Bob, has said something, and is removed."""
    room = await tonight.table(ADA, BOB)
    eve = await come(tonight, room, EVE, browser)
    await tonight.do(room, EVE, c.Say, text="boo")
    await tonight.do(room, ADA, c.Remove, entry=room.table.version)
    assert eve.closed == "removed"
    return room


@pytest.mark.parametrize("person", [DAN, None], ids=["another name", "no name"])
def test_somebody_removed_does_not_come_back_in_the_same_browser(
    spend: Spend, person: Person | None
) -> None:
    async def story(tonight: Evening) -> None:
        room = await eve_removed(tonight)
        again = await come(tonight, room, person, "eves")
        assert again.closed == "removed"
        assert again.down == []
        assert (await come(tonight, room, person, "another")).closed is None
        assert (await come(tonight, room, person, "")).closed is None

    spend(story)


def test_a_removal_holds_for_a_browser_after_a_restart(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await eve_removed(tonight)
        tonight.registry.forget(room.table.id)
        again = await tonight.registry.room(room.table.id)
        assert again is not room
        assert (await come(tonight, again, DAN, "eves")).closed == "removed"

    spend(story)


def test_other_names_of_somebody_removed_are_sent_away_with_them(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        sockets = [
            await come(tonight, room, person, browser)
            for person, browser in (
                (EVE, "eves"), (DAN, "eves"), (None, "eves"), (CYD, "cyds"), (BOB, "eves"),
            )
        ]  # fmt: skip
        await tonight.do(room, EVE, c.Say, text="boo")
        await tonight.do(room, ADA, c.Remove, entry=room.table.version)
        assert [socket.closed for socket in sockets] == ["removed"] * 3 + [None] * 2

    spend(story)


def test_somebody_removed_does_not_talk_or_sit_by_calls_under_another_name(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await gathering(tonight, 3)
        say = c.Say(id="s1", version=1, text="boo")
        assert await ask(tonight, room, EVE, "eves", say) == "done"  # never had a socket
        await tonight.do(room, ADA, c.Remove, entry=room.table.version)
        version = room.table.version
        for command in (
            say,
            c.Sit(id="s2", version=1, seat=2),
            c.Claim(id="s3", version=1, seat=2),
        ):
            assert await ask(tonight, room, DAN, "eves", command) == "removed"
        assert room.table.version == version
        assert await ask(tonight, room, DAN, "dans", say) == "done"

    spend(story)


def test_a_browser_is_known_once_somebody_removed_has_tried_to_come_in_it(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await eve_removed(tonight)
        assert (await come(tonight, room, DAN, "phone")).closed is None
        assert (await come(tonight, room, EVE, "phone")).closed == "removed"
        assert (await come(tonight, room, FAY, "phone")).closed == "removed"

    spend(story)


def test_people_who_share_the_browser_and_have_had_a_seat_still_come(spend: Spend) -> None:
    """A family has one tablet: who opened the table, plays, or played before is not shut out."""

    async def story(tonight: Evening) -> None:
        room = await gathering(tonight, 3)
        await tonight.do(room, BOB, c.Sit, seat=2)
        await tonight.do(room, CYD, c.Sit, seat=3)
        await tonight.do(room, CYD, c.Stand, seat=3)
        await come(tonight, room, EVE, "tablet")
        await tonight.do(room, EVE, c.Say, text="boo")
        await tonight.do(room, ADA, c.Remove, entry=room.table.version)
        for person in (ADA, BOB, CYD):
            assert (await come(tonight, room, person, "tablet")).closed is None
        sit = c.Sit(id="s1", version=1, seat=3)
        assert await ask(tonight, room, CYD, "tablet", sit) == "done"
        assert (await come(tonight, room, DAN, "tablet")).closed == "removed"

    spend(story)


def test_a_kick_before_the_game_holds_for_the_browser_too(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await gathering(tonight, 2)
        sit = c.Sit(id="s1", version=1, seat=2)
        assert await ask(tonight, room, EVE, "eves", sit) == "done"
        await tonight.do(room, ADA, c.Stand, seat=2)
        assert (await come(tonight, room, DAN, "eves")).closed == "removed"

    spend(story)


def test_somebody_let_in_again_comes_in_any_browser_and_so_do_others_in_theirs(
    spend: Spend,
) -> None:
    async def story(tonight: Evening) -> None:
        room = await eve_removed(tonight)
        await come(tonight, room, DAN, "")
        await tonight.do(room, DAN, c.Say, text="I am Eve")
        said = room.table.version
        assert (await come(tonight, room, DAN, "phone")).closed is None
        await tonight.do(room, ADA, c.Remove, entry=said)
        assert (await come(tonight, room, EVE, "phone")).closed == "removed"
        lift = next(one.entry for one in room.table.removed.values() if one.name == "Eve")
        await tonight.do(room, ADA, c.Remove, entry=lift, lift=True)
        assert (await come(tonight, room, EVE, "phone")).closed is None  # also a browser of Dan's
        assert (await come(tonight, room, FAY, "eves")).closed is None
        assert (await come(tonight, room, FAY, "phone")).closed == "removed"

    spend(story)


def test_nobody_is_told_about_browsers_and_two_tables_cannot_be_compared_by_them(
    spend: Spend,
) -> None:
    async def story(tonight: Evening) -> None:
        told: list[object] = []
        kept = []
        for browser in ("eves", ""):
            room = await eve_removed(tonight, browser)
            ada = await tonight.come(room, ADA)
            entry = await last_of(room)
            assert isinstance(entry, log.Removed)
            kept.append(entry.browsers)
            facts = msgspec.to_builtins(showing.facts(room.table))
            rows = await room.context.store.entries(room.table.id)
            change = msgspec.to_builtins(
                showing.retell(room.table.id, room.table.code, rows, rows[-2].n, None)
            )
            entry_told = {name: change[0][name] for name in change[0] if name != "at"}
            told.append((facts["removed"], [one["say"] for one in ada.heard], entry_told))
        assert told[0] == told[1]
        assert [len(marks) for marks in kept] == [1, 0]
        other = await last_of(await eve_removed(tonight))
        assert isinstance(other, log.Removed)
        assert other.browsers != kept[0]
        assert "eves" not in repr(kept)

    spend(story)

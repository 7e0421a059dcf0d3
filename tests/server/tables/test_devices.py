"""What devices have open at the tables of a worker ends when they are signed out, also if the
message about it was lost."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.support.databases import run
from tests.support.evenings import Evening, Socket, Spend, spend
from tests.support.servers import settings_for
from tests.support.sitting import ADA, BOB, NOON
from upturn.errors import StoreUnavailable
from upturn.server.people.persons import hour
from upturn.server.services import open_services
from upturn.server.tables import registry as registries
from upturn.server.tables.room import Room
from upturn.store import CredentialRow
from upturn.table import Person

__all__ = ["spend"]


async def sign_in(tonight: Evening, person: Person, devices: int = 1) -> list[str]:
    """A person with so many devices; their ids."""
    store = tonight.registry.store
    name = person.name.lower()
    assert await store.add_person(person.id, person.name, name, NOON, name.encode())
    for number in range(1, devices):
        link = f"{name} {number}".encode()
        assert await store.add_link(link, person.id, NOON + 9)
        assert await store.use_link(link, NOON, b"by " + link)
    return [row.id for row in await store.credentials(person.id)]


async def come(tonight: Evening, room: Room, person: Person, device: str) -> Socket:
    socket = await tonight.come(room, person)
    socket.device = device
    return socket


def test_only_what_is_signed_out_ends_when_messages_may_have_been_missed(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        mine, lost = await sign_in(tonight, ADA, 2)
        (bobs,) = await sign_in(tonight, BOB)
        room = await tonight.table(ADA, BOB)
        here, gone, bob, nobody = (
            await come(tonight, room, ADA, mine),
            await come(tonight, room, ADA, lost),
            await come(tonight, room, BOB, bobs),
            await tonight.come(room, None),
        )
        await tonight.registry.store.drop_credential(ADA.id, lost)
        await tonight.registry.check_devices()
        assert [one.closed for one in (here, gone, bob, nobody)] == [None, "signed-out", None, None]
        await tonight.registry.store.delete_person(BOB.id)
        await tonight.registry.check_devices()
        assert (here.closed, bob.closed, nobody.closed) == (None, "deleted", None)

    spend(story)


def test_a_device_without_an_answer_of_the_store_has_to_come_back(
    spend: Spend, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(tonight: Evening) -> None:
        (mine,), (bobs,) = await sign_in(tonight, ADA), await sign_in(tonight, BOB)
        room = await tonight.table(ADA, BOB)
        ada, bob = await come(tonight, room, ADA, mine), await come(tonight, room, BOB, bobs)

        async def away(person: str) -> list[CredentialRow]:
            raise StoreUnavailable("away")

        monkeypatch.setattr(tonight.registry.store, "credentials", away)
        await tonight.registry.check_devices(ADA.id)
        assert (ada.closed, bob.closed) == ("unavailable", None)

    spend(story)


def test_whether_everybody_is_signed_in_is_asked_until_the_store_answers(
    spend: Spend, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(tonight: Evening) -> None:
        mine, lost = await sign_in(tonight, ADA, 2)
        room = await tonight.table(ADA, BOB)
        here, gone = await come(tonight, room, ADA, mine), await come(tonight, room, ADA, lost)
        store, tries = tonight.registry.store, [2]
        read = store.credentials

        async def shaky(person: str) -> list[CredentialRow]:
            if tries[0]:
                tries[0] -= 1
                raise StoreUnavailable("away")
            return await read(person)

        monkeypatch.setattr(registries, "TRIED_EVERY", 0)
        monkeypatch.setattr(store, "credentials", shaky)
        await store.drop_credential(ADA.id, lost)
        await tonight.registry.check_devices()
        assert (here.closed, gone.closed) == (None, "signed-out")

    spend(story)


def test_a_worker_that_may_have_missed_messages_looks_at_all_devices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with open_services(settings_for(tmp_path)) as services:
            ada, secret = await services.persons.come("Ada")
            before = await services.persons.signed_in(secret)
            assert before is not None
            checked: asyncio.Queue[str] = asyncio.Queue()

            async def check(person: str = "") -> None:
                checked.put_nowait(person)

            monkeypatch.setattr(services.registry, "check_devices", check)
            services.registry._hear(f"persons {ada.id}")
            assert await checked.get() == ada.id
            assert not services.persons.is_current(before)
            services.registry._hear_of_entry("", 0)
            assert await checked.get() == ""

    run(story())


def test_a_device_that_stays_at_a_table_is_seen_in_every_hour(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        mine, other = await sign_in(tonight, ADA, 2)
        room = await tonight.table(ADA, BOB)
        await come(tonight, room, ADA, mine)
        tonight.at += 3 * 3_600_000
        await tonight.registry.note_devices()
        seen = {row.id: row.seen for row in await tonight.registry.store.credentials(ADA.id)}
        assert seen == {mine: hour(tonight.at), other: NOON}

    spend(story)

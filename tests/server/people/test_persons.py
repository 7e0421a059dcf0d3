"""Who is behind a secret: known for a while, and no longer than it is so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from tests.support.databases import run
from upturn.errors import Refusal
from upturn.server.clock import now
from upturn.server.people import persons
from upturn.server.people.persons import KNOWN_FOR, LINK_MINUTES, MOST_KNOWN, Persons, digest
from upturn.store import DeviceRow, Store, open_store

Story = Callable[[Persons, Store], Coroutine[Any, Any, None]]


@pytest.fixture
def tell(tmp_path: Path) -> Callable[[Story], None]:
    async def whole(story: Story) -> None:
        store = await open_store(str(tmp_path / "table.db"))
        try:
            await story(Persons(store), store)
        finally:
            await store.close()

    return lambda story: run(whole(story))


def test_a_secret_is_known_by_its_hash_alone(tell: Callable[[Story], None], tmp_path: Path) -> None:
    given: list[str] = []

    async def story(known: Persons, store: Store) -> None:
        ada, secret = await known.come("Ada")
        given.append(secret)
        assert await known.of_secret(secret) == ada
        assert await store.device_by_credential(digest(secret)) is not None
        for wrong in (None, "", secret + "x", secret[:-1], "x" * 65, digest(secret).hex()):
            assert await known.of_secret(wrong) is None

    tell(story)
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"Ada" in stored
    assert given[0].encode() not in stored


def test_a_secret_that_is_given_up_is_nobodys_at_once(tell: Callable[[Story], None]) -> None:
    async def story(known: Persons, store: Store) -> None:
        ada, secret = await known.come("Ada")
        token, _ = await known.link(ada)
        second = await known.follow(token)
        assert await known.of_secret(secret) == await known.of_secret(second) == ada
        phone = await known.signed_in(second)
        assert phone is not None
        await known.leave(ada, phone.device)
        assert await known.of_secret(second) is None
        assert await known.of_secret(secret) == ada
        await known.delete(ada)
        assert await known.of_secret(secret) is None

    tell(story)


def test_who_is_looked_up_while_being_deleted_is_not_remembered(
    tell: Callable[[Story], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(known: Persons, store: Store) -> None:
        ada, secret = await known.come("Ada")
        look, found, go_on = store.device_by_credential, asyncio.Event(), asyncio.Event()

        async def slowly(hashed: bytes) -> DeviceRow | None:
            row = await look(hashed)
            found.set()
            await go_on.wait()
            return row

        with monkeypatch.context() as slow:
            slow.setattr(store, "device_by_credential", slowly)
            looking = asyncio.ensure_future(known.of_secret(secret))
            await found.wait()
        await known.delete(ada)
        go_on.set()
        await looking
        assert await known.of_secret(secret) is None

    tell(story)


def test_what_others_change_is_noticed_after_a_while(
    tell: Callable[[Story], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(known: Persons, store: Store) -> None:
        at = now()
        monkeypatch.setattr(persons, "now", lambda: at)
        ada, secret = await known.come("Ada")
        assert await known.of_secret(secret) == ada
        await store.delete_person(ada.id)  # another worker does
        at += KNOWN_FOR
        assert await known.of_secret(secret) is None

    tell(story)


def test_of_people_who_come_only_so_many_are_remembered(
    tell: Callable[[Story], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(known: Persons, store: Store) -> None:
        monkeypatch.setattr(persons, "MOST_KNOWN", 5)
        for number in range(12):
            person, secret = await known.come(f"Ada {number}")
            assert await known.of_secret(secret) == person
            assert len(known._known) <= 5

    tell(story)


def test_a_link_is_good_once_and_for_some_minutes(
    tell: Callable[[Story], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(known: Persons, store: Store) -> None:
        at = now()
        monkeypatch.setattr(persons, "now", lambda: at)
        ada, _ = await known.come("Ada")
        first, expires = await known.link(ada)
        assert expires == at + LINK_MINUTES * 60_000
        assert await known.of_secret(await known.follow(first)) == ada
        late, _ = await known.link(ada)
        at = expires + 1
        for token in (first, late, "nonsense", ""):
            with pytest.raises(Refusal) as refused:
                await known.follow(token)
            assert refused.value.code == "link-used"

    tell(story)


def test_guessing_fills_no_memory(tell: Callable[[Story], None]) -> None:
    async def story(known: Persons, store: Store) -> None:
        async def nobody(hashed: bytes) -> None:
            return None

        known.store = type("Nobody", (), {"device_by_credential": staticmethod(nobody)})()
        for number in range(MOST_KNOWN + 10):
            assert await known.of_secret(f"guess {number}") is None
        assert len(known._known) <= MOST_KNOWN

    tell(story)

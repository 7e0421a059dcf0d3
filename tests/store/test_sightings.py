"""What the store keeps of who has seen which deal, on both databases."""

from __future__ import annotations

from tests.support.stored import TABLE, using
from upturn.store import SightingRow, Store

NOBODY = ""


async def with_people(store: Store, *people: str) -> None:
    for person in people:
        assert await store.add_person(person, person, person, 10, person.encode())


def test_a_deal_is_seen_by_a_person_or_in_a_browser(store_url: str) -> None:
    async def test(store: Store) -> None:
        await with_people(store, "ann", "ben")
        await store.add_sightings(
            [
                SightingRow("ann", "b1", "t1", "d1", 5),
                SightingRow(NOBODY, "b2", "t1", "d1", 5),
                SightingRow("ben", NOBODY, "t2", "d2", 6),
            ]
        )
        assert await store.has_seen("ann", NOBODY, "d1")
        assert await store.has_seen(NOBODY, "b1", "d1")
        assert await store.has_seen("ben", "b2", "d1")
        assert not await store.has_seen("ben", "b3", "d1")
        assert not await store.has_seen(NOBODY, NOBODY, "d1")
        assert not await store.has_seen("ann", "b1", "d2")
        assert not await store.has_seen("ann", "b1", "d1", except_at="t1")
        assert await store.seen_deals("ann") == ["d1"]
        assert await store.seen_deals("ben") == ["d2"]

    using(store_url, test)


def test_a_sighting_is_kept_as_it_was_first(store_url: str) -> None:
    async def test(store: Store) -> None:
        await with_people(store, "ann")
        await store.add_seating("t2", 1, "ann", "Ann", 5)
        await store.add_sightings([SightingRow("ann", NOBODY, "t1", "d", 5)])
        await store.add_sightings(
            [SightingRow("ann", NOBODY, "t1", "d", 9), SightingRow("ann", NOBODY, "t2", "d", 7)]
        )
        assert await store.had_seen("t2", before=6)

    using(store_url, test)


def test_who_has_a_seat_knew_the_deal_if_they_or_their_browser_saw_it_elsewhere(
    store_url: str,
) -> None:
    async def test(store: Store) -> None:
        await with_people(store, "ann", "ben", "cy")
        for table, person in (("t2", "ann"), ("t3", "ben"), ("t4", "cy")):
            await store.add_seating(table, 1, person, person, 1)
        await store.add_sightings(
            [
                SightingRow(NOBODY, "b1", "t1", "d", 10),
                SightingRow("ben", NOBODY, "t1", "d", 20),
                SightingRow("ann", "b1", "t2", "d", 30),
                SightingRow("cy", "b1", "t3", "d", 30),  # watches
                SightingRow("ben", NOBODY, "t3", "d", 30),
                SightingRow("cy", "b3", "t4", "d", 5),
            ]
        )
        assert await store.had_seen("t2", before=100), "the browser had"
        assert not await store.had_seen("t2", before=10)
        assert await store.had_seen("t3", before=100), "Ben himself had"
        assert not await store.had_seen("t3", before=20), "Cy only watches there"
        assert not await store.had_seen("t4", before=30), "Cy saw it later"
        assert not await store.had_seen("t1", before=100), "nobody has a seat there"

    using(store_url, test)


def test_a_person_who_is_deleted_has_seen_nothing_and_the_browser_forgets_the_tables(
    store_url: str,
) -> None:
    async def test(store: Store) -> None:
        await with_people(store, "ann")
        await store.add_sightings(
            [
                SightingRow("ann", "b1", "t1", "d1", 5),
                SightingRow("ann", "b1", "t2", "d1", 6),
                SightingRow("ann", NOBODY, "t3", "d3", 7),
            ]
        )
        await store.delete_person("ann")
        assert await store.seen_deals("ann") == []
        assert not await store.has_seen("ann", NOBODY, "d1")
        assert await store.has_seen(NOBODY, "b1", "d1")
        rows = await store._driver.rows("SELECT person, table_id FROM sightings")
        assert rows == [(NOBODY, "d1")]
        await store.add_sightings([SightingRow("ann", "b1", "t4", "d4", 8)])
        assert await store.seen_deals("ann") == []

    using(store_url, test)


def test_what_was_seen_long_ago_is_dropped_but_not_what_somebody_played(store_url: str) -> None:
    async def test(store: Store) -> None:
        await with_people(store, "ann")
        assert await store.add_table(TABLE, "{}")
        await store.add_seating("t1", 1, "ann", "Ann", 5)
        await store.add_sightings(
            [
                SightingRow("ann", "b1", "t1", "played", 5),
                SightingRow("ann", "b1", "t2", "watched", 5),
                SightingRow("ann", "b1", "t3", "later", 6),
            ]
        )
        await store.drop_sightings(before=6)
        assert await store.seen_deals("ann") == ["played", "later"]

    using(store_url, test)

"""What the store promises of persons, their seats and their results, on both databases."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.support.stored import RESULT, TABLE, using
from upturn.store import CredentialRow, PersonRow, ResultSeat, SeatingRow, Store, open_store

# --- persons


async def person_of(store: Store, hashed: bytes) -> PersonRow | None:
    """The person that a credential proves."""
    device = await store.device_by_credential(hashed)
    return None if device is None else device.person


def test_a_person_is_found_by_any_of_its_credentials(store_url: str) -> None:
    async def test(store: Store) -> None:
        kind = ("Firefox", "Android")
        assert await store.add_person("ann", "Ann", "ann", 10, b"\x00phone", kind=kind)
        assert await store.add_link(b"link", "ann", 100)
        assert await store.use_link(b"link", 20, b"\xfftablet", "link") == "ann"
        ann = PersonRow("ann", "Ann", 10)
        assert await store.person("ann") == ann
        assert await person_of(store, b"\x00phone") == ann
        assert await person_of(store, b"\xfftablet") == ann
        assert await person_of(store, b"else") is None
        phone, tablet = await store.credentials("ann")
        assert phone == CredentialRow(b"\x00phone", 10, "", phone.id, *kind, 10)
        assert tablet == CredentialRow(b"\xfftablet", 20, "link", tablet.id, None, None, 20)
        assert phone.id != tablet.id
        await store.drop_credential("ben", phone.id)
        assert await person_of(store, b"\x00phone") == ann, "only its person drops it"
        await store.drop_credential("ann", phone.id)
        assert await person_of(store, b"\x00phone") is None
        assert await person_of(store, b"\xfftablet") == ann

    using(store_url, test)


def test_a_credential_belongs_to_one_person(store_url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_person("ann", "Ann", "ann", 10, b"a")
        await store.add_person("ben", "Ben", "ben", 10, b"b")
        assert not await store.add_person("cy", "Cy", "cy", 10, b"a")
        assert await store.person("cy") is None
        assert [row.hash for row in await store.credentials("ben")] == [b"b"]

    using(store_url, test)


def test_a_name_is_one_persons(store_url: str) -> None:
    async def test(store: Store) -> None:
        assert await store.add_person("ann", "Ann", "ann", 10, b"a")
        assert not await store.add_person("other", "ANN", "ann", 10, b"b")
        assert await person_of(store, b"b") is None
        assert await store.add_person("ben", "Ben", "ben", 10, b"b")
        assert not await store.rename_person("ben", "Ben", "aNN", "ann")
        assert await store.rename_person("ann", "Ann", "ANN", "ann")
        assert await store.rename_person("ben", "Ben", "Bo", "bo")
        assert not await store.rename_person("nobody", "", "Cy", "cy")
        assert await store.add_person("new", "Ben", "ben", 10, b"n")
        names = [row.name for i in ("ann", "ben", "new") if (row := await store.person(i))]
        assert names == ["ANN", "Bo", "Ben"]

    using(store_url, test)


def test_when_a_device_was_last_seen_is_kept(store_url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_person("ann", "Ann", "ann", 10, b"a")
        await store.add_person("ben", "Ben", "ben", 10, b"b")
        (ann,), (ben,) = await store.credentials("ann"), await store.credentials("ben")
        await store.touch_devices([ben.id, ann.id, "none"], 99)
        await store.touch_devices([ann.id], 98)
        await store.touch_devices([], 100)
        assert await store.device_by_credential(b"a") == (PersonRow("ann", "Ann", 10), ann.id, 99)
        assert await store.credentials("ben") == [ben._replace(seen=99)]

    using(store_url, test)


def test_other_devices_go_with_the_links_to_new_ones(store_url: str) -> None:
    async def test(store: Store) -> None:
        async def come(link: bytes) -> str | None:
            return await store.use_link(link, 20, b"by " + link)

        for name in ("ann", "ben"):
            await store.add_person(name, name, name, 10, name.encode())
            for number in range(4):
                assert await store.add_link(f"{name} {number}".encode(), name, 100)
        assert await come(b"ann 0") == await come(b"ann 1") == "ann"
        assert await come(b"ben 0") == "ben"
        mine, first, _ = await store.credentials("ann")
        await store.drop_credential_and_links("ann", first.id)
        assert len(await store.credentials("ann")) == 2
        assert await come(b"ann 2") is None, "a device that is gone may have made it"
        assert await store.add_link(b"ann 4", "ann", 100)
        await store.drop_other_credentials("ann", mine.id)
        assert await store.credentials("ann") == [mine]
        assert await come(b"ann 3") is await come(b"ann 4") is None
        assert await come(b"ben 1") == "ben"
        assert len(await store.credentials("ben")) == 3

    using(store_url, test)


def test_no_device_comes_by_a_link_while_all_others_go(store_url: str) -> None:
    """Whichever is first, the link or the end of all others."""

    async def test(store: Store) -> None:
        await store.add_person("ann", "Ann", "ann", 10, b"a")
        (mine,) = await store.credentials("ann")
        for number in range(20):
            link = bytes([number])
            await store.add_link(link, "ann", 100)
            await asyncio.gather(
                store.use_link(link, 20, b"by " + link),
                store.drop_other_credentials("ann", mine.id),
            )
            assert await store.credentials("ann") == [mine]

    using(store_url, test)


def test_a_link_is_used_once_and_in_time(store_url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_person("ann", "Ann", "ann", 10, b"a")
        assert await store.add_link(b"one", "ann", 100)
        assert await store.add_link(b"late", "ann", 100)
        assert not await store.add_link(b"no", "nobody", 100)
        used = await asyncio.gather(
            *(store.use_link(b"one", 99, bytes([number])) for number in range(5))
        )
        assert sorted(used, key=str) == [None, None, None, None, "ann"]
        assert len(await store.credentials("ann")) == 2
        assert await store.use_link(b"late", 100, b"x") is None
        assert await store.use_link(b"late", 99, b"x") is None
        assert await store.use_link(b"unknown", 1, b"x") is None
        assert await person_of(store, b"x") is None

    using(store_url, test)


def test_seats_of_a_person_come_with_their_tables_newest_first(store_url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_person("ann", "Ann", "ann", 10, b"a")
        other = TABLE._replace(id="t2", code="GHJKLM", public=False)
        await store.add_table(TABLE, "{}")
        await store.add_table(other, "{}")
        assert await store.add_seating("t1", 0, "ann", "Ann", 20)
        assert await store.add_seating("t1", 2, "ann", "Anton", 30)
        assert await store.add_seating("t2", 1, "ann", "Ann", 25)
        assert not await store.add_seating("t2", 1, "nobody", "X", 25)
        assert await store.seatings("ann") == [
            SeatingRow(TABLE, 2, "Anton", 30),
            SeatingRow(other, 1, "Ann", 25),
            SeatingRow(TABLE, 0, "Ann", 20),
        ]
        await store.add_seating("t1", 0, "ann", "Annie", 40)
        await store.drop_seating("t1", 2, "ann")
        assert [(s.name, s.at) for s in await store.seatings("ann")] == [("Annie", 40), ("Ann", 25)]
        assert await store.seatings("nobody") == []

    using(store_url, test)


# --- results


def test_a_table_has_one_result_and_is_over_with_it(store_url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_person("ann", "Ann", "ann", 10, b"a")
        await store.add_table(TABLE, "{}")
        assert await store.add_result(RESULT)
        assert not await store.add_result(RESULT._replace(scores="[0, 0]"))
        assert await store.results(limit=9) == [RESULT._replace(id=1)]
        assert await store.table("t1") == TABLE._replace(state="over", changed=9_000)

    using(store_url, test)


def test_results_are_numbered_without_gaps_and_found_by_what_they_are(store_url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_person("ann", "Ann", "ann", 10, b"a")
        bots = (ResultSeat(None, None, "expert"),)
        rows = [
            RESULT._replace(table="r1"),
            RESULT._replace(table="r2", game="team-up", deal="d2"),
            RESULT._replace(table="r3", day=None, deal=None),
            RESULT._replace(table="r4", seats=bots),
        ]
        for row in rows:
            assert await store.add_result(row)
            assert not await store.add_result(row)

        async def found(**asked: Any) -> list[int]:
            return [row.id for row in await store.results(**{"limit": 9, **asked})]

        assert await found() == [1, 2, 3, 4]
        assert await found(game="dnup") == [1, 3, 4]
        assert await found(deal="d1") == [1, 4]
        assert await found(day="2026-11-16") == [1, 2, 4]
        assert await found(person="ann") == [1, 2, 3]
        assert await found(person="ann", game="dnup", day="2026-11-16") == [1]
        assert await found(after=2) == [3, 4]
        assert await found(newest=True, limit=2) == [4, 3]
        assert await found(newest=True, limit=2, before=3) == [2, 1]
        assert await found(limit=2) == [1, 2]
        assert (await store.results(after=3, limit=1))[0].seats == bots

    using(store_url, test)


def test_a_deleted_person_leaves_numbers_and_nothing_else(store_url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_person("ann", "Ann", "ann", 10, b"a")
        await store.add_person("ben", "Ben", "ben", 10, b"b")
        await store.add_table(TABLE, "{}")
        await store.add_seating("t1", 0, "ann", "Ann", 20)
        await store.add_link(b"link", "ann", 10**9)
        seats = (*RESULT.seats, ResultSeat("ben", "Ben", None))
        await store.add_result(RESULT._replace(seats=seats))

        assert await store.delete_person("ann")
        assert not await store.delete_person("ann")

        assert await store.person("ann") is None
        assert await person_of(store, b"a") is None
        assert await store.credentials("ann") == []
        assert await store.use_link(b"link", 1, b"x") is None
        assert await store.seatings("ann") == []
        assert await store.results(person="ann", limit=9) == []
        kept = (ResultSeat(None, None, None), *seats[1:])
        assert await store.results(limit=9) == [RESULT._replace(seats=kept, id=1)]
        table = await store.table("t1")
        assert table is not None
        assert table.host is None
        assert await store.add_person("ann2", "Ann", "ann", 10, b"a")
        assert await store.person("ben") is not None

    using(store_url, test)


def test_a_result_of_somebody_deleted_meanwhile_names_nobody(store_url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_result(RESULT)
        (result,) = await store.results(limit=9)
        assert result.seats == (ResultSeat(None, None, None), ResultSeat(None, "Bo", "greedy"))

    using(store_url, test)


def test_nothing_refers_to_somebody_who_was_deleted_meanwhile(store_url: str) -> None:
    """Two workers: while one deletes a person, both still write about that person."""

    async def test(store: Store) -> None:
        other = await open_store(store_url)
        people = [f"p{i}" for i in range(25)]
        for i, person in enumerate(people):
            assert await store.add_person(person, person, person, 0, bytes([i]))
            assert await store.add_table(TABLE._replace(id=person, code=person, host=person), "{}")
            assert await store.add_link(b"link" + bytes([i]), person, 9)

        async def write_about(i: int, person: str) -> list[object]:
            seats = (ResultSeat(person, person, None), ResultSeat(people[i - 1], "x", None))
            work = [
                other.add_seating(person, 0, person, person, 1),
                store.use_link(b"link" + bytes([i]), 1, b"second" + bytes([i])),
                other.add_link(bytes([i]), person, 9),
                store.add_result(RESULT._replace(table=f"{person}/1", seats=seats)),
                other.delete_person(person),
                other.add_result(RESULT._replace(table=f"{person}/2", seats=seats)),
                store.add_seating(person, 1, person, person, 1),
            ]
            return [*await asyncio.gather(*work)]

        done = await asyncio.gather(*(write_about(i, p) for i, p in enumerate(people)))
        assert all(answers[3:6] == [True, True, True] for answers in done)
        results = await store.results(limit=99)
        assert [row.id for row in results] == [*range(1, 51)]
        assert {seat for row in results for seat in row.seats} == {ResultSeat(None, None, None)}
        figures = await store.figures()
        kept = ("persons", "credentials", "links", "seatings")
        assert [figures[name] for name in kept] == [0, 0, 0, 0]
        assert {row.host for row in await store.open_tables()} == {None}
        await other.close()

    using(store_url, test)

"""Taking a person out of logs: the game stays, the name and the words go; on both databases."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.sitting import ADA, BOB, CODE, CYD, DAN, EVE, ID, NOON, At, gathered, seated
from upturn.server.people.erasure import UNSAID, without
from upturn.store import TableRow, open_store
from upturn.table import Person, Table, log, showing
from upturn.wire import commands as c
from upturn.wire.entries import Spoke


def talked(players: int = 3) -> At:
    """Ada hosts; Bob sits, claims nothing; Cyd watches, talks, is muted for a while, and takes a
    bot's seat."""
    at = gathered("dnup", players)
    at.do(BOB, c.Sit, seat=2)
    at.do(ADA, c.Fill, seat=3, bot="casual")
    at.start()
    at.do(CYD, c.Say, text="may I?")
    at.do(ADA, c.Mute, entry=at.table.version)
    at.do(ADA, c.Mute, entry=at.table.version, lift=True)
    at.do(ADA, c.Mute, seat=2)
    at.do(ADA, c.Remove, entry=at.table.version - 3)
    at.do(ADA, c.Remove, entry=at.table.version, lift=True)
    at.do(CYD, c.Claim, seat=3)
    at.do(ADA, c.Answer, claim=1, give=True)
    at.do(ADA, c.Say, seat=1, text="come in, Cyd")
    for _ in range(6):
        at.move()
    return at


def amended(rows: list[log.Row], person: str) -> list[log.Row]:
    changed = without(rows, person)
    return [(n, at, changed.get(n, body)) for n, at, body in rows]


def all_told(rows: list[log.Row]) -> str:
    told = [showing.retell(ID, CODE, rows, 0, seat) for seat in (None, 1, 2, 3)]
    return repr((told, showing.facts(Table.fold(ID, CODE, rows)), rows))


@pytest.mark.parametrize("person", [ADA, BOB, CYD])
def test_nothing_of_the_person_is_left_and_the_game_is_the_same(person: Person) -> None:
    before = talked().rows
    after = amended(before, person.id)
    told = all_told(after)
    assert f'"{person.id}"' not in told
    assert f"'{person.name}'" not in told
    assert f'"{person.name}"' not in told
    old, new = Table.fold(ID, CODE, before), Table.fold(ID, CODE, after)
    assert old.game is not None
    assert new.game is not None
    assert new.game.record() == old.game.record()
    assert (new.version, new.state, new.to_act) == (old.version, old.state, old.to_act)
    assert [chair.away for chair in new.chairs] == [chair.away for chair in old.chairs]


@pytest.mark.parametrize("person", [BOB, EVE])
@pytest.mark.parametrize("game", ["dnup", "team-play"])
def test_a_seat_that_was_claimed_and_had_back_names_nobody_who_is_forgotten(
    game: str, person: Person
) -> None:
    at = seated(game, 4)
    at.itself(at.table.away, 2)
    at.hand_over(2, EVE, ADA, CYD, DAN)
    for back in (False, True):
        if back:
            at.itself(lambda now: at.table.back(2, now, BOB.id))
        after = amended(at.rows, person.id)
        assert f'"{person.id}"' not in all_told(after)
        assert person.name not in all_told(after)
        seats = [chair.person for chair in Table.fold(ID, CODE, after).chairs]
        holder = at.table.chairs[1].person
        assert (seats[1] == holder) == (holder != person.id)
        assert len({*seats}) == 4


def test_what_they_said_is_gone_and_others_words_stay() -> None:
    told = showing.retell(ID, CODE, amended(talked().rows, CYD.id), 0, None)
    said = [(entry.name, entry.text) for entry in told if isinstance(entry, Spoke)]
    assert said == [("somebody", UNSAID), ("Ada", "come in, Cyd")]


def test_several_who_are_forgotten_are_not_confused() -> None:
    rows = talked().rows
    for person in (ADA, BOB, CYD):
        rows = amended(rows, person.id)
    table = Table.fold(ID, CODE, rows)
    assert sorted(str(chair.name) for chair in table.chairs) == [
        "somebody",
        "somebody 2",
        "somebody 3",
    ]
    assert len({chair.person for chair in table.chairs}) == 3


def test_a_log_without_the_person_is_left_as_it_is() -> None:
    assert without(talked().rows, "nobody") == {}


def test_the_store_finds_and_amends_the_logs_that_name_somebody(store_url: str) -> None:
    rows = talked().rows

    async def story() -> None:
        store = await open_store(store_url)
        try:
            row = TableRow(ID, CODE, "dnup", 3, False, "playing", None, None, NOON, NOON, "{}")
            assert await store.add_table(row, rows[0][2])
            for n, at, body in rows[1:]:
                assert await store.append(ID, n, at, body)
            assert await store.tables_naming(BOB.id) == [ID]
            await store.amend(ID, without(rows, BOB.id))
            assert await store.tables_naming(BOB.id) == []
            assert await store.tables_naming(ADA.id) == [ID]
            found = [tuple(entry) for entry in await store.entries(ID)]
            assert [entry[:2] for entry in found] == [row[:2] for row in rows]
            assert "Bob" not in repr(found)
            await store.amend(ID, {})
            await store.add_person(ADA.id, "Ada", "ada", NOON, b"hash")
            named = await store.person_by_name("ada")
            assert named is not None
            assert named.id == ADA.id
            assert await store.person_by_name("bob") is None
        finally:
            await store.close()

    asyncio.run(story())

"""The stored log: exact both ways, and a log that leads nowhere is refused with a reason."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.sitting import ADA, BOB, CODE, CYD, ID, NOON, At, gathered, seated, state
from upturn.errors import BrokenLog
from upturn.table import Table, log, showing
from upturn.wire import commands as c


def full() -> At:
    """A table whose log has an entry of many kinds."""
    at = gathered("dnup", 3)
    at.do(BOB, c.Sit, seat=2)
    at.do(BOB, c.Stand, seat=2)
    at.do(BOB, c.Sit, seat=2)
    at.do(ADA, c.Fill, seat=3, bot="casual")
    at.start()
    at.moves(4)
    at.do(ADA, c.Say, seat=1, text="ä 😀 \"'\\")
    at.do(CYD, c.Say, text="hello")
    at.do(ADA, c.Mute, seat=2)
    at.do(ADA, c.Remove, entry=at.table.version - 1)
    at.do(ADA, c.Mute, seat=2, lift=True)
    at.do(BOB, c.Stand, seat=2)
    at.do(ADA, c.Vote, seat=1, ballot=1, choice="wait")
    return at


def broken(rows: list[log.Row]) -> str:
    with pytest.raises(BrokenLog) as problem:
        Table.fold(ID, CODE, rows)
    return str(problem.value)


def test_entries_are_stored_exactly() -> None:
    for change in full().changes:
        assert log.decode(change.body) == change.entry
        assert log.encode(log.decode(change.body)) == change.body
        assert json.loads(change.body)["e"]
        assert "\n" not in change.body


def test_a_table_is_the_fold_of_its_log() -> None:
    at = full()
    assert state(at.folded()) == state(at.table)


def test_a_move_is_stored_with_who_made_it_and_the_clients_id() -> None:
    at = seated("dnup", players=2)
    stored = json.loads(at.move().body)
    assert stored["e"] == "moved"
    assert stored["id"] == f"c{at.commands}"
    assert stored["person"] in (ADA.id, BOB.id)


def test_a_log_with_a_gap_does_not_fold() -> None:
    rows = full().rows
    assert "after entry 3" in broken(rows[:3] + rows[4:])


def test_a_log_begins_with_its_opening_and_has_no_other() -> None:
    rows = full().rows
    assert "does not begin with its opening" in broken(rows[1:])
    assert "does not begin with its opening" in broken([(1, NOON, rows[1][2])])
    assert "is empty" in broken([])
    assert "opened once" in broken([rows[0], (2, NOON, rows[0][2])])


@pytest.mark.parametrize(
    "body", ["", "{", "[]", '{"e":"nonsense"}', '{"e":"sat","seat":9}', "\ud800"]
)
def test_what_is_no_entry_is_said_to_be_unreadable(body: str) -> None:
    assert "cannot be read" in broken([full().rows[0], (2, NOON, body)])


@pytest.mark.parametrize(
    "entry",
    [
        log.Moved(seat=1, move="nonsense"),
        log.Moved(seat=1, move="deal 1/2"),
        log.Voted(ballot=9, seat=1, choice="yes", person="p1"),
        log.Answered(claim=9, seat=1, name="Eve", given=True),
        log.Agreed(claim=9, seat=1, by=2, person="p2"),
        log.Sat(seat=7, name="Eve", person="p9"),
        log.Sat(seat=1, name="Eve"),
        log.TookBack(seat=3),
        log.Opened(game="dnup", players=2, seed="", nonce="", deal="", host="", host_name=""),
    ],
)
def test_an_entry_that_cannot_follow_is_named(entry: Any) -> None:
    at = seated("dnup", players=3)
    following = [*at.rows, (at.table.version + 1, NOON, log.encode(entry))]
    assert f"entry {at.table.version + 1} of table {ID} cannot follow" in broken(following)


def test_before_the_game_there_are_no_moves() -> None:
    at = gathered()
    for entry in (log.Moved(seat=1, move="flip"), log.TookBack(seat=1)):
        assert "cannot follow" in broken([*at.rows, (2, NOON, log.encode(entry))])


def test_a_deal_that_is_missing_is_noticed() -> None:
    at = seated("dnup", players=2)
    stripped = []
    for n, moment, body in at.rows:
        entry = log.decode(body)
        if isinstance(entry, log.Started):
            entry.deals = []
        stripped.append((n, moment, log.encode(entry)))
    assert "a deal is missing" in broken(stripped)


def test_a_move_of_a_seat_that_is_not_to_act_is_noticed() -> None:
    at = seated("dnup", players=3)
    change = at.move()
    assert isinstance(change.entry, log.Moved)
    change.entry.seat = change.entry.seat % 3 + 1
    assert "not the turn" in broken([*at.rows[:-1], (change.n, change.at, change.body)])


def test_a_log_of_other_rules_is_not_misread() -> None:
    at = seated()
    opened = log.decode(at.rows[0][2])
    assert isinstance(opened, log.Opened)
    opened.rules = 999
    assert "version 999" in broken([(1, NOON, log.encode(opened))])
    opened.game = "chess"
    assert "no game called 'chess'" in broken([(1, NOON, log.encode(opened))])


def test_entries_are_taken_one_after_the_other() -> None:
    at = full()
    table = Table.fold(ID, CODE, at.rows[:-1])
    n, moment, body = at.rows[-1]
    with pytest.raises(BrokenLog, match="comes none but the next"):
        table.take(n + 1, moment, log.decode(body))
    change = table.take(n, moment, log.decode(body))
    assert state(table) == state(at.table)
    assert showing.tell(table, change, 1) == showing.tell(at.table, at.changes[-1], 1)
    with pytest.raises(BrokenLog, match="comes none but the next"):
        table.take(n, moment, log.decode(body))


def test_an_empty_log_has_nothing_to_retell() -> None:
    with pytest.raises(BrokenLog, match="is empty"):
        showing.retell(ID, CODE, [], 0, None)

"""Who sits where before the game, who is host, and how a game begins."""

from __future__ import annotations

import pytest

from tests.support.sitting import ADA, BOB, CYD, DAN, At, gathered, seated
from upturn.bots import bot_names
from upturn.errors import Refusal
from upturn.table import Person
from upturn.wire import commands as c
from upturn.wire.requests import NewTable


def names(at: At) -> list[str | None]:
    return [seat.name for seat in at.facts.seats]


def hosts(at: At) -> list[int]:
    return [seat.seat for seat in at.facts.seats if seat.host]


# --- Sitting down ----------------------------------------------------------------------------


def test_the_host_sits_where_they_wished_and_the_other_seats_are_open() -> None:
    at = gathered(players=3, seat=2, bots={"3": "casual"})
    assert names(at) == [None, "Ada", None]
    assert [seat.bot for seat in at.facts.seats] == [None, None, "casual"]
    assert at.table.seats_of("p1") == [2]


def test_anybody_may_take_an_open_seat() -> None:
    at = gathered()
    change = at.do(BOB, c.Sit, seat=2)
    assert at.told(change) == {"what": "sat", "n": 2, "at": change.at, "seat": 2, "name": "Bob"}
    assert change.seats == [2]
    assert names(at) == ["Ada", "Bob"]


def test_a_seat_that_somebody_or_a_bot_has_is_not_open() -> None:
    at = gathered(players=3, bots={"3": "casual"})
    at.refuse("seat-taken", BOB, c.Sit, seat=1)
    at.refuse("seat-taken", BOB, c.Sit, seat=3)


def test_there_are_only_the_seats_there_are() -> None:
    refused = gathered(players=3).refuse("no-such-seat", BOB, c.Sit, seat=4)
    assert refused.sentence == "there is no seat 4: this game has 3 seats"


def test_a_person_may_hold_several_seats_which_are_numbered() -> None:
    at = gathered(players=4)
    at.do(ADA, c.Sit, seat=2)
    at.do(ADA, c.Sit, seat=3, name="ada")
    at.do(ADA, c.Sit, seat=4, name="Grandma")
    assert names(at) == ["Ada", "Ada 2", "ada 3", "Grandma"]
    assert at.table.seats_of(ADA.id) == [1, 2, 3, 4]


def test_two_people_at_a_table_are_not_called_alike() -> None:
    at = gathered(players=3)
    refused = at.refuse("name-taken-here", BOB, c.Sit, seat=2, name="aD a")
    assert refused.details == {"name": "aD a"}
    at.do(BOB, c.Sit, seat=2, name="Bobby")
    at.refuse("name-taken-here", Person("p9", "BOBBY"), c.Sit, seat=3)


def test_a_long_name_is_shortened_to_make_room_for_its_number() -> None:
    host = Person("p1", "Wolfeschlegelsteinhausen")
    at = At(NewTable(game="dnup", players=2), host)
    at.do(host, c.Sit, seat=2)
    assert names(at) == ["Wolfeschlegelsteinhausen", "Wolfeschlegelsteinhaus 2"]


def test_no_two_people_at_a_table_have_names_that_look_alike() -> None:
    at = gathered("dnup", 4)
    at.do(BOB, c.Sit, seat=2, name="Ali")
    at.refuse("name-taken-here", CYD, c.Sit, seat=3, name="AIi")
    at.refuse("name-taken-here", CYD, c.Sit, seat=3, name="Аli")  # a Cyrillic A
    at.do(CYD, c.Sit, seat=3, name="Alia")


def test_a_name_is_something_that_can_be_seen() -> None:
    at = gathered()
    at.refuse("no-name", BOB, c.Sit, seat=2, name="\u202e\u200b")
    at.do(BOB, c.Sit, seat=2, name=" Bob\u202e  by\n")
    assert names(at) == ["Ada", "Bob by"]


# --- Standing up, bots -----------------------------------------------------------------------


def test_before_the_game_one_who_stands_up_opens_the_seat() -> None:
    at = gathered()
    at.do(BOB, c.Sit, seat=2)
    change = at.do(BOB, c.Stand, seat=2)
    assert at.told(change) == {"what": "stood", "n": 3, "at": change.at, "seat": 2}
    assert names(at) == ["Ada", None]
    at.refuse("seat-empty", BOB, c.Stand, seat=2)
    at.do(CYD, c.Sit, seat=2)


def test_only_the_host_may_make_somebody_else_stand_up() -> None:
    at = gathered(players=3)
    at.do(BOB, c.Sit, seat=2)
    at.do(CYD, c.Sit, seat=3)
    at.refuse("host-only", CYD, c.Stand, seat=2)
    change = at.do(ADA, c.Stand, seat=2)
    assert at.told(change)["what"] == "removed"
    assert names(at) == ["Ada", None, "Cyd"]


def test_the_host_seats_bots_and_opens_their_seats_again() -> None:
    at = gathered(players=3)
    at.refuse("host-only", BOB, c.Fill, seat=2, bot="casual")
    at.do(ADA, c.Fill, seat=2, bot="casual")
    at.refuse("no-change", ADA, c.Fill, seat=2, bot="casual")
    at.do(ADA, c.Fill, seat=2, bot="expert")
    change = at.do(ADA, c.Fill, seat=2)
    assert at.told(change) == {"what": "filled", "n": 4, "at": change.at, "seat": 2}
    at.do(BOB, c.Sit, seat=2)
    at.refuse("seat-taken", ADA, c.Fill, seat=2, bot="casual")


def test_a_bot_is_one_that_plays_this_game() -> None:
    refused = gathered().refuse("no-such-bot", ADA, c.Fill, seat=2, bot="stacking")
    assert refused.details == {"bot": "stacking", "game": "dnup", "bots": bot_names("dnup")}


# --- The host --------------------------------------------------------------------------------


def test_a_host_who_watches_is_host_and_so_is_the_lowest_seat() -> None:
    """Else a table whose host only opened it could not be played at without them."""
    at = gathered(seat=None)
    assert at.table.hosts == {ADA.id}
    at.do(CYD, c.Sit, seat=2)
    at.do(BOB, c.Sit, seat=1)
    assert at.table.hosts == {ADA.id, BOB.id}
    assert hosts(at) == [1]
    at.refuse("host-only", CYD, c.Start)
    at.do(BOB, c.Start)


def test_if_the_host_left_the_lowest_seat_acts_as_host_until_they_are_back() -> None:
    at = gathered(players=3, seat=3)
    at.do(BOB, c.Sit, seat=2)
    at.do(ADA, c.Stand, seat=3)
    assert hosts(at) == [2]
    at.do(CYD, c.Sit, seat=1)
    assert hosts(at) == [1]
    at.refuse("host-only", ADA, c.Fill, seat=3, bot="casual")
    at.do(ADA, c.Sit, seat=3)
    assert hosts(at) == [3]


def test_while_the_host_is_away_the_lowest_seat_that_is_not_acts_as_host() -> None:
    at = seated(players=4)
    at.itself(at.table.away, 1)
    assert hosts(at) == [2]
    at.itself(at.table.away, 2)
    assert hosts(at) == [3]
    at.itself(at.table.back, 1)
    assert hosts(at) == [1]


def test_with_nobody_there_the_host_stays_host() -> None:
    at = seated()
    at.itself(at.table.away, 1)
    at.itself(at.table.away, 2)
    assert at.table.hosts == {ADA.id}


# --- Starting --------------------------------------------------------------------------------


def test_the_host_starts_when_no_seat_is_open() -> None:
    at = gathered(players=3)
    refused = at.refuse("seats-open", ADA, c.Start)
    assert refused.details == {"seats": [2, 3]}
    at.do(BOB, c.Sit, seat=2)
    at.do(ADA, c.Fill, seat=3, bot="casual")
    at.refuse("host-only", BOB, c.Start)
    change = at.start()
    assert change.state == at.facts.state == "playing"
    assert at.facts.plies == 1
    assert at.told(change, 1)["lines"][0]["move"].startswith("deal ")


def test_before_the_game_there_is_nothing_to_see_of_it() -> None:
    at = gathered()
    assert at.table.views([1]) == at.table.views([]) == []
    assert at.facts.scores is None
    at.refuse("not-begun", ADA, c.MakeMove, seat=1, move="flip")
    at.refuse("not-begun", ADA, c.TakeBack, seat=1)
    at.refuse("not-begun", ADA, c.Hint, seat=1)
    at.refuse("not-begun", BOB, c.Claim, seat=1)


def test_a_game_that_has_begun_does_not_begin_again() -> None:
    at = seated(players=3)
    at.refuse("game-has-begun", ADA, c.Start)
    at.refuse("game-has-begun", ADA, c.Fill, seat=2)
    at.refuse("seat-taken", DAN, c.Sit, seat=2)
    at.refuse_itself("game-has-begun", at.table.start)


def test_a_table_may_start_at_once() -> None:
    wish = NewTable(game="dnup", players=2, bots={"2": "casual"}, start=True)
    at = At(wish)
    change = at.itself(at.table.start)
    assert change.entry.person is None
    assert at.facts.state == "playing"


def test_a_table_with_an_open_seat_cannot_start_at_once() -> None:
    with pytest.raises(Refusal, match="some seats are still empty: 2"):
        At(NewTable(game="dnup", players=2, start=True))

"""The owner of a seat that somebody else has claimed comes back."""

from __future__ import annotations

from tests.support.sitting import ADA, BOB, CYD, EVE, FAY, At, seated, state
from upturn.table import log
from upturn.table.consent import OWNER_HAS
from upturn.wire import commands as c


def away() -> At:
    """Ada, Bob and Cyd play; Bob is away."""
    at = seated("dnup", 3)
    at.itself(at.table.away, 2)
    return at


def test_the_owner_who_comes_back_has_the_seat_again() -> None:
    at = away()
    at.hand_over(2, EVE, ADA, CYD)
    assert at.table.lost_seats(BOB.id) == at.table.awaited_seats(BOB.id) == [2]
    change = at.do(BOB, c.Sit, seat=2)
    assert at.told(change) == {
        "what": "back", "n": change.n, "at": change.at, "seat": 2, "name": "Bob",
    }  # fmt: skip
    assert change.seats == [2]
    assert at.table.seats_of(BOB.id) == [2]
    assert at.table.seats_of(EVE.id) == at.table.lost_seats(EVE.id) == []
    assert [seat.name for seat in at.facts.seats] == ["Ada", "Bob", "Cyd"]
    at.refuse("seat-taken", EVE, c.Sit, seat=2)
    at.refuse("not-your-seat", EVE, c.MakeMove, seat=2, move="flip")


def test_the_table_itself_notices_that_the_owner_is_there() -> None:
    at = away()
    at.hand_over(2, EVE, ADA, CYD)
    at.refuse_itself("not-away", lambda now: at.table.back(2, now, FAY.id))
    at.itself(lambda now: at.table.back(2, now, BOB.id))
    assert at.table.seats_of(BOB.id) == [2]
    at.refuse_itself("not-away", lambda now: at.table.back(2, now, BOB.id))
    at.refuse_itself("not-away", lambda now: at.table.back(2, now, EVE.id))


def test_a_claim_is_void_when_the_owner_comes_back_in_time() -> None:
    at = away()
    at.do(EVE, c.Claim, seat=2)
    for person in (ADA, CYD):
        at.do(person, c.Answer, claim=1, give=True)
    at.itself(lambda now: at.table.back(2, now, BOB.id))
    assert at.facts.claims == []
    at.wait(OWNER_HAS / 1000)
    at.refuse_itself("no-claim-due", at.table.give)
    assert at.table.seats_of(BOB.id) == [2]


def test_the_log_remembers_whose_seat_it_is() -> None:
    at = away()
    at.hand_over(2, EVE, ADA, CYD)
    at.table = at.folded()
    at.do(BOB, c.Sit, seat=2)
    assert state(at.folded()) == state(at.table)
    assert at.folded().seats_of(BOB.id) == [2]


def test_a_log_of_the_time_when_the_host_gave_every_seat_folds_and_its_owner_may_come_back() -> (
    None
):
    at = away()
    at.do(EVE, c.Claim, seat=2)
    given = log.Answered(id="old", person=ADA.id, claim=1, seat=2, name="Eve", given=True)
    at.rows.append((at.table.version + 1, at.now, log.encode(given)))
    at.table = at.folded()
    assert at.table.seats_of(EVE.id) == [2]
    at.itself(at.table.away, 2)
    at.itself(at.table.back, 2)
    assert at.table.seats_of(EVE.id) == [2], "this entry says nothing of Bob"
    at.do(BOB, c.Sit, seat=2)
    assert at.table.seats_of(BOB.id) == [2]


def test_the_first_owner_has_the_seat_back_from_whoever_got_it_at_last() -> None:
    at = away()
    at.hand_over(2, EVE, ADA, CYD)
    at.itself(at.table.away, 2)
    at.hand_over(2, FAY, ADA, CYD)
    assert at.table.lost_seats(EVE.id) == [2]
    at.do(EVE, c.Sit, seat=2)
    assert at.table.seats_of(EVE.id) == [2]
    assert at.table.lost_seats(FAY.id) == []
    at.do(BOB, c.Sit, seat=2)
    assert at.table.seats_of(BOB.id) == [2]
    assert at.table.lost_seats(EVE.id) == []


def test_who_said_that_they_go_watches_until_they_sit_down_again() -> None:
    at = seated("dnup", 3)
    at.do(BOB, c.Stand, seat=2)
    at.hand_over(2, EVE, ADA, CYD)
    assert at.table.awaited_seats(BOB.id) == []
    at.refuse("your-seat", BOB, c.Claim, seat=2)
    at.do(BOB, c.Sit, seat=2)
    assert at.table.seats_of(BOB.id) == [2]


def test_who_may_have_a_seat_back_asks_for_no_other_hand() -> None:
    at = seated("dnup", 4, people=3)
    at.do(BOB, c.Stand, seat=2)
    at.hand_over(2, EVE, ADA, CYD)
    refused = at.refuse("your-seat", BOB, c.Claim, seat=4)
    assert refused.details == {"seat": 2}


def test_nobody_takes_the_name_of_somebody_who_may_come_back() -> None:
    at = seated("dnup", 4, people=3)
    at.itself(at.table.away, 2)
    at.hand_over(2, EVE, ADA, CYD)
    at.refuse("name-taken-here", FAY, c.Claim, seat=4, name="bob")


def test_what_the_person_who_loses_the_seat_has_asked_is_void() -> None:
    at = away()
    at.hand_over(2, EVE, ADA, CYD)
    at.do(EVE, c.ProposeEnd, seat=2)
    at.do(BOB, c.Sit, seat=2)
    assert at.facts.ballots == []

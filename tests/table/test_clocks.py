"""Clocks: the time for a move, the reserve, and what happens when both are used up."""

from __future__ import annotations

from tests.support.sitting import ADA, BOB, EVE, At, seated
from upturn.table import Person
from upturn.wire import commands as c
from upturn.wire.facts import Clock

MOVE, RESERVE = 30, 60


def clocked(people: int = 2) -> At:
    return seated("dnup", players=2, people=people, clock=Clock(MOVE, RESERVE))


def mover(at: At) -> tuple[int, Person]:
    seat = at.table.to_act
    assert seat is not None
    return seat, (ADA, BOB)[seat - 1]


def reserves(at: At) -> list[float]:
    return [seat.reserve / 1000 for seat in at.facts.seats]


def left(at: At) -> float:
    """Seconds until the deadline."""
    assert at.facts.deadline is not None
    return float(at.facts.deadline - at.now) / 1000


def test_a_turn_may_take_the_time_for_a_move_and_the_reserve() -> None:
    at = clocked()
    assert at.facts.clock == Clock(MOVE, RESERVE)
    assert left(at) == MOVE + RESERVE
    assert reserves(at) == [RESERVE, RESERVE]


def test_without_a_clock_there_is_no_deadline() -> None:
    at = seated("dnup", players=2)
    assert at.facts.deadline is at.facts.seats[0].reserve is None
    at.refuse_itself("no-clock-runs", at.table.time_up, "flip")


def test_a_quick_move_costs_nothing() -> None:
    at = clocked()
    at.wait(MOVE - 1)
    assert at.move().facts
    assert reserves(at) == [RESERVE, RESERVE]
    assert left(at) == MOVE + RESERVE


def test_a_slow_move_uses_up_reserve() -> None:
    at = clocked()
    seat, _ = mover(at)
    at.wait(MOVE + 19)
    at.move()
    assert reserves(at)[seat - 1] == RESERVE - 20
    while mover(at)[0] != seat:
        at.move()
    assert left(at) == MOVE + RESERVE - 20


def test_talk_and_votes_do_not_stop_the_clock() -> None:
    at = clocked()
    at.do(BOB, c.Say, seat=2, text="hm")
    at.do(ADA, c.ProposeEnd, seat=1)
    assert left(at) == MOVE + RESERVE - 2


def test_at_the_deadline_a_bot_makes_one_move_and_the_reserve_is_gone() -> None:
    at = clocked()
    seat, _ = mover(at)
    at.wait(MOVE + RESERVE - 2)
    move = at.table.bot_view(seat)["legal"][0]
    refused = at.refuse_itself("time-left", at.table.time_up, move)
    assert refused.details == {"deadline": at.facts.deadline}
    change = at.itself(at.table.time_up, move)
    assert at.told(change)["by"] == "clock"
    assert change.entry.person is None
    assert reserves(at)[seat - 1] == 0
    assert at.facts.seats[seat - 1].bot is None
    while mover(at)[0] != seat:
        at.move()
    assert left(at) == MOVE


def test_a_person_may_still_move_after_the_deadline_if_the_table_has_not() -> None:
    at = clocked()
    seat, _ = mover(at)
    at.wait(MOVE + RESERVE + 5)
    at.move()
    assert reserves(at)[seat - 1] == 0


def test_no_clock_runs_for_a_bot() -> None:
    at = clocked(people=1)
    while mover(at)[0] != 2:
        at.move()
    assert at.facts.deadline is None
    at.refuse_itself("no-clock-runs", at.table.time_up, "flip")


def test_who_takes_the_seat_back_from_a_stand_in_has_the_whole_time() -> None:
    at = clocked()
    seat, person = mover(at)
    other = (ADA, BOB)[2 - seat]
    at.itself(at.table.away, seat)
    assert at.facts.deadline is not None
    at.do(other, c.Vote, seat=3 - seat, ballot=1, choice="bot")
    assert at.facts.deadline is None
    at.wait(500)
    at.do(person, c.Sit, seat=seat)
    assert left(at) == MOVE + RESERVE


def test_who_is_back_before_a_bot_came_has_the_time_that_is_left() -> None:
    at = clocked()
    seat, _ = mover(at)
    at.itself(at.table.away, seat)
    at.wait(10)
    at.itself(at.table.back, seat)
    assert left(at) == MOVE + RESERVE - 12


def test_who_is_given_the_seat_has_the_whole_time() -> None:
    at = clocked()
    seat, _ = mover(at)
    other = (ADA, BOB)[2 - seat]
    at.itself(at.table.away, seat)
    at.hand_over(seat, EVE, other)
    assert left(at) == MOVE + RESERVE


def test_who_has_the_seat_back_has_the_whole_time() -> None:
    at = clocked()
    seat, owner = mover(at)
    at.itself(at.table.away, seat)
    at.hand_over(seat, EVE, (ADA, BOB)[2 - seat])
    at.wait(10)
    at.do(owner, c.Sit, seat=seat)
    assert left(at) == MOVE + RESERVE


def test_after_taking_back_the_time_begins_anew() -> None:
    at = clocked()
    seat, person = mover(at)
    at.move()
    at.wait(20)
    at.do(person, c.TakeBack, seat=seat)
    at.do((ADA, BOB)[2 - seat], c.Vote, seat=3 - seat, ballot=1, choice="yes")
    assert mover(at)[0] == seat
    assert left(at) == MOVE + RESERVE


def test_the_time_until_all_agreed_is_not_the_askers() -> None:
    at = seated("team-up", players=2, clock=Clock(MOVE, RESERVE))
    at.do(ADA, c.MakeMove, seat=1, move="stop")
    at.wait(MOVE + RESERVE)
    at.do(BOB, c.Vote, seat=2, ballot=1, choice="yes")
    assert at.facts.state == "over"
    assert reserves(at) == [RESERVE, RESERVE]


def test_while_the_others_are_asked_the_clock_stands_still_for_as_long_as_a_move_may_take() -> None:
    at = seated("team-up", players=2, clock=Clock(MOVE, RESERVE))
    at.wait(10)
    before = left(at)
    at.do(ADA, c.MakeMove, seat=1, move="stop")
    assert left(at) == before - 1 + MOVE
    at.wait(MOVE - 10)
    at.do(BOB, c.Vote, seat=2, ballot=1, choice="no")
    assert left(at) == before - 1


def test_who_moves_on_instead_has_not_waited_at_ones_own_cost() -> None:
    at = seated("team-up", players=2, clock=Clock(MOVE, RESERVE))
    at.do(ADA, c.MakeMove, seat=1, move="stop")
    at.wait(MOVE + 20)
    at.do(ADA, c.MakeMove, seat=1, move="draw")
    assert reserves(at) == [RESERVE, RESERVE]


def test_an_answer_that_never_comes_stops_no_clock_for_ever() -> None:
    at = seated("team-up", players=2, clock=Clock(MOVE, RESERVE))
    at.do(ADA, c.MakeMove, seat=1, move="stop")
    at.wait(MOVE + RESERVE)
    at.refuse_itself("time-left", at.table.time_up, "draw")
    at.wait(MOVE)
    at.itself(at.table.time_up, "draw")
    assert at.facts.ballots == []


def test_when_who_is_asked_goes_away_the_clock_goes_on() -> None:
    at = seated("team-up", players=2, clock=Clock(MOVE, RESERVE))
    before = left(at)
    at.do(ADA, c.MakeMove, seat=1, move="stop")
    at.wait(5)
    at.do(BOB, c.Stand, seat=2)
    assert left(at) == before - 1


def test_the_clock_does_not_stop_the_game_for_all() -> None:
    at = seated("team-up", players=2, clock=Clock(MOVE, RESERVE))
    at.wait(MOVE + RESERVE)
    assert at.table.bot_view(1)["legal"] == ["draw"]
    at.refuse_itself("needs-agreement", at.table.time_up, "stop")
    at.itself(at.table.time_up, "draw")


def test_when_the_game_is_over_no_clock_runs() -> None:
    at = clocked()
    at.play_out()
    assert at.facts.deadline is None

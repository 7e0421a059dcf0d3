"""Leaving, being away and coming back; what becomes of an empty seat. `test_claims` goes on."""

from __future__ import annotations

from tests.support.sitting import ADA, BOB, CYD, DAN, At, gathered, seated
from upturn.table import Person
from upturn.wire import commands as c


def about_seats(at: At) -> dict[int, list[int]]:
    """The open ballots about seats: who is asked."""
    return {ballot.seat: ballot.voters for ballot in at.facts.ballots if ballot.about == "seat"}


def ballot_about(at: At, seat: int) -> int:
    number: int = next(ballot.ballot for ballot in at.facts.ballots if ballot.seat == seat)
    return number


def vote(at: At, person: Person, own: int, seat: int, choice: str) -> str | None:
    number = ballot_about(at, seat)
    return at.do(person, c.Vote, seat=own, ballot=number, choice=choice).outcome


# --- Away and back ---------------------------------------------------------------------------


def test_who_stands_up_during_the_game_leaves_and_the_others_are_asked() -> None:
    at = seated("dnup", players=3)
    change = at.do(BOB, c.Stand, seat=2)
    assert at.told(change) == {
        "what": "away", "n": change.n, "at": change.at, "seat": 2, "left": True,
    }  # fmt: skip
    assert at.facts.seats[1].away
    assert at.facts.seats[1].name == "Bob"
    assert about_seats(at) == {2: [1, 3]}


def test_who_is_away_for_the_grace_time_is_asked_about_too() -> None:
    at = seated("dnup", players=3)
    told = at.told(at.itself(at.table.away, 2))
    assert "left" not in told
    assert about_seats(at) == {2: [1, 3]}
    at.refuse_itself("away-already", at.table.away, 2)


def test_who_is_back_has_the_seat_again_and_nothing_is_asked() -> None:
    at = seated("dnup", players=3)
    at.itself(at.table.away, 2)
    vote(at, ADA, 1, 2, "bot")
    change = at.itself(at.table.back, 2)
    assert at.told(change) == {"what": "back", "n": change.n, "at": change.at, "seat": 2}
    assert about_seats(at) == {}
    assert not at.facts.seats[1].away
    at.refuse_itself("not-away", at.table.back, 2)


def test_one_who_left_sits_down_again_on_the_own_seat() -> None:
    at = seated("dnup", players=3)
    at.do(BOB, c.Stand, seat=2)
    at.refuse("seat-taken", DAN, c.Sit, seat=2)
    assert at.told(at.do(BOB, c.Sit, seat=2))["what"] == "back"
    at.refuse("not-away", BOB, c.Sit, seat=2)


def test_from_a_seat_that_one_left_one_does_nothing() -> None:
    at = seated("dnup", players=3)
    at.do(BOB, c.Stand, seat=2)
    at.refuse("away", BOB, c.MakeMove, seat=2, move="flip")
    at.refuse("away", BOB, c.Vote, seat=2, ballot=1, choice="wait")
    at.refuse("away", BOB, c.Stand, seat=2)
    at.do(BOB, c.Say, seat=2, text="one may still talk")


def test_only_people_can_be_away() -> None:
    at = seated("dnup", players=3, people=2)
    at.refuse_itself("seat-empty", at.table.away, 3)
    at.refuse_itself("not-away", at.table.back, 3)
    at.refuse_itself("no-such-seat", at.table.away, 9)


def test_before_the_game_nobody_is_away() -> None:
    at = gathered()
    at.refuse_itself("not-begun", at.table.away, 1)


# --- What becomes of the seat ----------------------------------------------------------------


def test_more_than_half_of_those_asked_decide() -> None:
    at = seated("dnup", players=5)
    at.itself(at.table.away, 5)
    assert vote(at, ADA, 1, 5, "bot") is None
    assert vote(at, BOB, 2, 5, "wait") is None
    assert vote(at, CYD, 3, 5, "bot") is None
    assert vote(at, DAN, 4, 5, "bot") == "bot"
    assert about_seats(at) == {}


def test_a_stand_in_plays_until_the_person_is_back() -> None:
    at = seated("dnup", players=2)
    while at.table.to_act != 2:
        at.move()
    at.itself(at.table.away, 2)
    assert vote(at, ADA, 1, 2, "bot") == "bot"
    seat = at.facts.seats[1]
    assert (seat.name, seat.bot, seat.away) == ("Bob", "skilled", True)
    due = at.table.bot_due()
    assert due is not None
    assert (due.seat, due.level) == (2, "skilled")
    at.refuse_itself("away-already", at.table.away, 2)
    at.itself(at.table.back, 2)
    assert at.facts.seats[1].bot is None
    assert at.table.bot_due() is None


def test_to_wait_closes_the_question_until_it_is_asked_again() -> None:
    at = seated("dnup", players=2)
    at.itself(at.table.away, 2)
    assert vote(at, ADA, 1, 2, "wait") == "wait"
    assert at.facts.seats[1].away
    assert at.table.bot_due() is None
    at.itself(at.table.away, 2)
    assert about_seats(at) == {2: [1]}


def test_to_end_ends_the_game() -> None:
    at = seated("dnup", players=2)
    at.do(BOB, c.Stand, seat=2)
    assert vote(at, ADA, 1, 2, "end") == "end"
    assert (at.facts.state, at.facts.ended_by, at.facts.ballots) == ("ended", "agreed", [])


def test_of_equals_the_gentlest_wins() -> None:
    for choices, outcome in [
        (("end", "bot"), "bot"),
        (("end", "wait"), "wait"),
        (("bot", "wait"), "wait"),
    ]:
        at = seated("dnup", players=3)
        at.itself(at.table.away, 3)
        assert vote(at, ADA, 1, 3, choices[0]) is None
        assert vote(at, BOB, 2, 3, choices[1]) == outcome


def test_one_may_change_the_mind_while_others_are_awaited() -> None:
    at = seated("dnup", players=3)
    at.itself(at.table.away, 3)
    vote(at, ADA, 1, 3, "end")
    vote(at, ADA, 1, 3, "bot")
    assert at.facts.ballots[0].votes == {1: "bot"}
    assert vote(at, BOB, 2, 3, "bot") == "bot"


def test_yes_and_no_are_no_answers_about_a_seat() -> None:
    at = seated("dnup", players=2)
    at.itself(at.table.away, 2)
    at.refuse("no-such-choice", ADA, c.Vote, seat=1, ballot=1, choice="yes")


def test_votes_are_counted_anew_when_somebody_else_goes() -> None:
    at = seated("dnup", players=4)
    at.itself(at.table.away, 4)
    vote(at, ADA, 1, 4, "bot")
    vote(at, BOB, 2, 4, "wait")
    at.itself(at.table.away, 3)
    assert about_seats(at) == {3: [1, 2]}
    assert at.facts.seats[3].bot is None


def test_the_vote_of_one_who_goes_counts_no_more() -> None:
    at = seated("dnup", players=4)
    at.itself(at.table.away, 4)
    vote(at, ADA, 1, 4, "end")
    at.itself(at.table.away, 1)
    assert about_seats(at) == {4: [2, 3], 1: [2, 3]}
    assert all(ballot.votes == {} for ballot in at.facts.ballots)
    assert vote(at, BOB, 2, 4, "bot") is None
    assert vote(at, CYD, 3, 4, "bot") == "bot"


def test_votes_are_counted_anew_when_somebody_is_back() -> None:
    at = seated("dnup", players=4)
    at.itself(at.table.away, 3)
    at.itself(at.table.away, 4)
    vote(at, ADA, 1, 4, "bot")
    at.itself(at.table.back, 3)
    assert about_seats(at) == {4: [1, 2, 3]}
    assert vote(at, CYD, 3, 4, "bot") == "bot"


def test_when_all_are_away_it_is_asked_as_soon_as_one_is_back() -> None:
    at = seated("dnup", players=2)
    at.itself(at.table.away, 2)
    at.itself(at.table.away, 1)
    assert about_seats(at) == {1: [], 2: []}
    assert at.facts.state == "playing"
    at.itself(at.table.back, 1)
    assert about_seats(at) == {2: [1]}


def test_bots_do_not_decide_about_people() -> None:
    at = seated("dnup", players=3, people=1)
    at.itself(at.table.away, 1)
    assert about_seats(at) == {1: []}
    at.itself(at.table.back, 1)
    assert about_seats(at) == {}


def test_who_left_one_of_two_seats_decides_about_it_with_the_other() -> None:
    at = gathered("dnup", players=2)
    at.do(ADA, c.Sit, seat=2)
    at.start()
    at.do(ADA, c.Stand, seat=2)
    assert about_seats(at) == {2: [1]}
    assert vote(at, ADA, 1, 2, "bot") == "bot"

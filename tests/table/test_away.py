"""Leaving, being away and coming back; what becomes of an empty seat; who may claim it."""

from __future__ import annotations

from tests.support.sitting import ADA, BOB, CYD, DAN, EVE, FAY, At, gathered, seated
from upturn.table import Person
from upturn.table.claims import MOST
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


# --- Claims ----------------------------------------------------------------------------------


def test_a_seat_whose_person_is_away_can_be_claimed_and_the_host_gives_it() -> None:
    at = seated("dnup", players=3)
    at.do(BOB, c.Stand, seat=2)
    change = at.do(EVE, c.Claim, seat=2)
    assert at.told(change) == {
        "what": "claimed", "n": change.n, "at": change.at, "claim": 1, "seat": 2, "name": "Eve",
    }  # fmt: skip
    assert [claim.name for claim in at.facts.claims] == ["Eve"]
    at.refuse("host-only", CYD, c.Answer, claim=1, give=True)
    change = at.do(ADA, c.Answer, claim=1, give=True)
    assert at.told(change) == {
        "what": "answered", "n": change.n, "at": change.at,
        "claim": 1, "seat": 2, "given": True, "name": "Eve",
    }  # fmt: skip
    assert change.seats == [2]
    assert at.table.seats_of(EVE.id) == [2]
    assert at.table.seats_of(BOB.id) == []
    assert at.facts.claims == []
    assert about_seats(at) == {}
    at.refuse("seat-taken", BOB, c.Sit, seat=2)


def test_a_claim_that_is_not_granted_is_gone() -> None:
    at = seated("dnup", players=3)
    at.do(BOB, c.Stand, seat=2)
    at.do(EVE, c.Claim, seat=2)
    at.do(ADA, c.Answer, claim=1, give=False)
    assert at.facts.claims == []
    assert at.table.seats_of(BOB.id) == [2]
    refused = at.refuse("no-such-claim", ADA, c.Answer, claim=1, give=True)
    assert refused.details == {"claim": 1}


def test_a_stand_in_and_a_real_bot_make_room_for_a_person() -> None:
    at = seated("dnup", players=3, people=2)
    at.itself(at.table.away, 2)
    vote(at, ADA, 1, 2, "bot")
    for seat, person in [(2, EVE), (3, FAY)]:
        at.do(person, c.Claim, seat=seat)
        at.do(ADA, c.Answer, claim=at.table.claims_made, give=True)
        assert at.facts.seats[seat - 1].bot is None
        assert at.facts.seats[seat - 1].name == person.name


def test_a_seat_whose_person_is_there_is_not_claimed() -> None:
    at = seated("dnup", players=3)
    at.refuse("seat-taken", EVE, c.Claim, seat=2)
    at.itself(at.table.away, 2)
    at.refuse("your-seat", BOB, c.Claim, seat=2)
    at.do(EVE, c.Claim, seat=2)
    at.refuse("host-asked", EVE, c.Claim, seat=2)
    at.itself(at.table.back, 2)
    assert at.facts.claims == []


def test_a_claimed_seat_may_have_another_name_but_nobody_elses() -> None:
    at = seated("dnup", players=3, people=2)
    at.refuse("name-taken-here", EVE, c.Claim, seat=3, name="bob")
    at.do(EVE, c.Claim, seat=3, name="Evi")
    at.do(ADA, c.Answer, claim=1, give=True)
    assert at.facts.seats[2].name == "Evi"


def test_two_who_claim_under_one_name_do_not_both_get_it() -> None:
    at = seated("dnup", players=4, people=2)
    at.do(EVE, c.Claim, seat=3, name="X")
    at.refuse("name-taken-here", FAY, c.Claim, seat=4, name="x")
    at.do(ADA, c.Answer, claim=1, give=True)
    at.refuse("name-taken-here", FAY, c.Claim, seat=4, name="x")


def test_who_lost_a_device_asks_for_the_seat_under_its_name() -> None:
    at = seated("dnup", players=3)
    at.itself(at.table.away, 2)
    at.refuse("name-taken-here", EVE, c.Claim, seat=2, name="Cyd")
    at.do(EVE, c.Claim, seat=2, name="Bob")
    at.do(ADA, c.Answer, claim=1, give=True)
    assert at.facts.seats[1].name == "Bob"


def test_nobody_claims_the_seat_of_somebody_who_is_away_beside_their_own() -> None:
    for game in ("dnup", "team-up"):
        at = seated(game, players=3)
        at.itself(at.table.away, 2)
        refused = at.refuse("one-seat", ADA, c.Claim, seat=2)
        assert refused.sentence == "you play seat 1 here; seat 2 is for somebody else"
        at.do(BOB, c.Sit, seat=2)


def test_against_others_nobody_claims_a_second_hand() -> None:
    at = seated("dnup", players=4, people=2)
    at.refuse("one-seat", BOB, c.Claim, seat=3)


def test_who_claims_a_second_seat_is_numbered() -> None:
    for game, people, who in (("dnup", 1, ADA), ("team-up", 2, BOB)):
        at = seated(game, players=4, people=people)
        at.do(who, c.Claim, seat=3)
        at.do(ADA, c.Answer, claim=1, give=True)
        assert at.facts.seats[2].name == f"{who.name} 2"


def test_where_partners_may_not_talk_a_claim_carries_no_words() -> None:
    at = seated("team-play", players=4, people=3)
    at.do(EVE, c.Claim, seat=4, name="red 8 please")
    assert at.facts.claims[0].name == "Eve"


def test_so_many_claims_can_wait() -> None:
    at = seated("dnup", players=2, people=1)
    for number in range(MOST):
        at.do(Person(f"x{number}", f"X{number}"), c.Claim, seat=2)
    at.refuse("too-many-claims", EVE, c.Claim, seat=2)
    at.do(ADA, c.Answer, claim=3, give=True)
    assert at.facts.claims == []


def test_the_acting_host_answers() -> None:
    at = seated("dnup", players=3)
    at.itself(at.table.away, 1)
    at.do(EVE, c.Claim, seat=1)
    at.refuse("host-only", ADA, c.Answer, claim=1, give=False)
    at.do(BOB, c.Answer, claim=1, give=True)
    assert at.facts.seats[0].name == "Eve"
    assert at.table.hosts == {EVE.id}


def test_what_a_bot_asked_is_void_when_a_person_takes_its_seat() -> None:
    at = gathered("team-up", players=2, seat=2, bots={"1": "casual"})
    at.start()
    at.itself(at.table.bot_move, 1, "stop", at.table.version)
    at.do(EVE, c.Claim, seat=1)
    at.do(ADA, c.Answer, claim=1, give=True)
    assert at.facts.ballots == []
    at.do(EVE, c.MakeMove, seat=1, move="draw")

"""Claims: who may ask for a seat, and who must agree. `test_owners` says who has it back."""

from __future__ import annotations

import msgspec
import pytest

from tests.support.sitting import ADA, BOB, CYD, DAN, EVE, FAY, At, gathered, seated
from upturn.table import Person
from upturn.table.claims import MOST
from upturn.table.consent import OWNER_HAS
from upturn.wire import commands as c


def names(at: At) -> list[str | None]:
    return [seat.name for seat in at.facts.seats]


def away(game: str = "dnup", players: int = 3, seat: int = 2) -> At:
    """A table of people; one of them is away."""
    at = seated(game, players)
    at.itself(at.table.away, seat)
    return at


def answer(at: At, person: Person, give: bool = True) -> None:
    at.do(person, c.Answer, claim=at.table.claims_made, give=give)


# --- The seat of a person, where hands are secret --------------------------------------------


def test_all_others_must_agree_and_the_owner_has_two_minutes() -> None:
    at = away()
    change = at.do(EVE, c.Claim, seat=2)
    assert at.told(change) == {
        "what": "claimed", "n": change.n, "at": change.at, "claim": 1, "seat": 2, "name": "Eve",
    }  # fmt: skip
    (claim,) = at.facts.claims
    assert (claim.name, claim.host, claim.voters, claim.agreed) == ("Eve", False, [1, 3], [])
    assert claim.given_from == change.at + 120_000
    answer(at, ADA)
    assert at.told(at.changes[-1]) == {
        "what": "agreed", "n": at.table.version, "at": at.now, "claim": 1, "seat": 2, "by": 1,
    }  # fmt: skip
    answer(at, CYD)
    assert at.facts.claims[0].agreed == [1, 3]
    at.refuse_itself("no-claim-due", at.table.give)
    at.now = claim.given_from - 1001
    at.refuse_itself("no-claim-due", at.table.give)
    change = at.itself(at.table.give)
    assert at.told(change) == {
        "what": "answered", "n": change.n, "at": change.at,
        "claim": 1, "seat": 2, "given": True, "name": "Eve",
    }  # fmt: skip
    assert change.seats == [2]
    assert at.table.seats_of(EVE.id) == [2]
    assert at.table.seats_of(BOB.id) == []
    assert at.facts.claims == at.facts.ballots == []


def test_the_last_yes_gives_the_seat_if_the_time_is_over() -> None:
    at = away()
    at.do(EVE, c.Claim, seat=2)
    answer(at, CYD)
    at.wait(OWNER_HAS / 1000)
    at.refuse_itself("no-claim-due", at.table.give)
    answer(at, ADA)
    assert at.table.seats_of(EVE.id) == [2]


def test_one_no_is_enough_also_after_a_yes() -> None:
    for first in (True, False):
        at = away()
        at.do(EVE, c.Claim, seat=2)
        if first:
            answer(at, CYD)
            at.refuse("agreed-already", CYD, c.Answer, claim=1, give=True)
        answer(at, CYD, give=False)
        assert at.facts.claims == []
        assert at.table.seats_of(BOB.id) == [2]
        refused = at.refuse("no-such-claim", ADA, c.Answer, claim=1, give=True)
        assert refused.details == {"claim": 1}


def test_only_people_who_play_answer() -> None:
    at = away()
    at.do(EVE, c.Claim, seat=2)
    for person in (EVE, FAY, BOB):
        at.refuse("players-only", person, c.Answer, claim=1, give=True)
        at.refuse("players-only", person, c.Answer, claim=1, give=False)


def test_the_host_alone_gives_no_hand_of_a_person() -> None:
    for setup in ({}, {"seat": None}):
        at = gathered("dnup", 3, **setup)
        for seat, person in ((1, DAN), (2, BOB), (3, CYD)):
            if at.table.chairs[seat - 1].open:
                at.do(person, c.Sit, seat=seat)
        at.start()
        at.itself(at.table.away, 2)
        at.do(EVE, c.Claim, seat=2)
        at.wait(OWNER_HAS / 1000)
        if setup:
            at.refuse("players-only", ADA, c.Answer, claim=1, give=True)
        else:
            answer(at, ADA)
        assert at.table.seats_of(EVE.id) == []


def test_with_nobody_else_there_nobody_gives_a_seat() -> None:
    at = away("dnup", 2)
    at.itself(at.table.away, 1)
    at.do(EVE, c.Claim, seat=2)
    at.wait(OWNER_HAS / 1000)
    at.refuse_itself("no-claim-due", at.table.give)
    at.refuse("players-only", ADA, c.Answer, claim=1, give=True)
    assert at.facts.claims[0].voters == []


def test_who_comes_back_must_agree_too() -> None:
    at = away()
    at.itself(at.table.away, 3)
    at.do(EVE, c.Claim, seat=2)
    answer(at, ADA)
    at.itself(at.table.back, 3)
    at.wait(OWNER_HAS / 1000)
    at.refuse_itself("no-claim-due", at.table.give)
    answer(at, CYD, give=False)
    assert at.facts.claims == []


def test_absence_is_no_yes_to_a_claim() -> None:
    at = away("dnup", 4)
    at.do(EVE, c.Claim, seat=2)
    answer(at, ADA)
    at.itself(at.table.away, 3)
    assert len(at.facts.claims) == 1, "Dan is still asked"
    at.itself(at.table.away, 4)
    assert at.facts.claims == [], "else Ada alone would have decided"
    at.do(EVE, c.Claim, seat=2)
    answer(at, ADA)
    at.wait(OWNER_HAS / 1000)
    at.itself(at.table.give)
    assert at.table.seats_of(EVE.id) == [2]


def test_what_all_have_agreed_to_stays_agreed_when_one_of_them_goes() -> None:
    at = away()
    at.do(EVE, c.Claim, seat=2)
    answer(at, ADA)
    answer(at, CYD)
    at.itself(at.table.away, 3)
    at.wait(OWNER_HAS / 1000)
    at.itself(at.table.give)
    assert at.table.seats_of(EVE.id) == [2]


# --- Seats that show no hand of a person -----------------------------------------------------


@pytest.mark.parametrize(("game", "people"), [("dnup", 2), ("team-up", 3)])
def test_the_host_gives_the_seat_of_a_bot_and_every_seat_without_a_hand(
    game: str, people: int
) -> None:
    at = seated(game, players=3, people=people)
    if people == 3:
        at.itself(at.table.away, 3)
    at.do(EVE, c.Claim, seat=3)
    (claim,) = at.facts.claims
    assert (claim.host, claim.voters) == (True, [1])
    at.refuse("host-only", BOB, c.Answer, claim=1, give=True)
    at.refuse("host-only", BOB, c.Answer, claim=1, give=False)
    answer(at, ADA)
    assert names(at) == ["Ada", "Bob", "Eve"]
    assert at.facts.seats[2].bot is None


def test_whoever_acts_as_host_gives_no_seat_alone() -> None:
    at = seated("team-up", players=4, people=3)
    at.itself(at.table.away, 1)
    assert at.table.hosts == {BOB.id}
    at.do(EVE, c.Claim, seat=4)
    assert at.facts.claims[0].voters == [2, 3]
    answer(at, BOB)
    assert at.table.seats_of(EVE.id) == []
    at.refuse("host-only", ADA, c.Answer, claim=1, give=False)
    answer(at, CYD)
    assert at.table.seats_of(EVE.id) == [4], "nobody need be waited for at a bot's seat"
    at.do(FAY, c.Claim, seat=1)
    for person in (BOB, CYD, EVE):
        answer(at, person)
    assert at.table.seats_of(FAY.id) == []
    at.wait(OWNER_HAS / 1000)
    at.itself(at.table.give)
    assert at.table.seats_of(FAY.id) == [1]


def test_a_host_without_a_seat_gives_the_seat_of_a_bot() -> None:
    at = gathered("dnup", 2, seat=None, bots={"2": "casual"})
    at.do(BOB, c.Sit, seat=1)
    at.start()
    at.do(EVE, c.Claim, seat=2)
    answer(at, ADA)
    assert at.table.seats_of(EVE.id) == [2]


def test_a_person_alone_with_bots_asks_in_vain_for_a_second_seat_without_the_host() -> None:
    at = seated("team-up", players=3, people=2)
    at.itself(at.table.away, 1)
    at.do(BOB, c.Claim, seat=3)
    assert at.facts.claims[0].voters == []
    at.refuse("host-only", BOB, c.Answer, claim=1, give=True)


def test_what_a_bot_asked_is_void_when_a_person_takes_its_seat() -> None:
    at = gathered("team-up", players=2, seat=2, bots={"1": "casual"})
    at.start()
    at.itself(at.table.bot_move, 1, "stop", at.table.version)
    at.do(EVE, c.Claim, seat=1)
    answer(at, ADA)
    assert at.facts.ballots == []
    at.do(EVE, c.MakeMove, seat=1, move="draw")


# --- Who may ask, and under which name -------------------------------------------------------


def test_a_seat_whose_person_is_there_is_not_claimed() -> None:
    at = seated("dnup", players=3)
    at.refuse("seat-taken", EVE, c.Claim, seat=2)
    at.itself(at.table.away, 2)
    at.refuse("your-seat", BOB, c.Claim, seat=2)
    at.do(EVE, c.Claim, seat=2)
    at.refuse("host-asked", EVE, c.Claim, seat=2)


def test_a_claimed_seat_may_have_another_name_but_nobody_elses() -> None:
    at = seated("dnup", players=3, people=2)
    at.refuse("name-taken-here", EVE, c.Claim, seat=3, name="bob")
    at.do(EVE, c.Claim, seat=3, name="Evi")
    answer(at, ADA)
    assert names(at)[2] == "Evi"


def test_two_who_claim_under_one_name_do_not_both_get_it() -> None:
    at = seated("dnup", players=4, people=2)
    at.do(EVE, c.Claim, seat=3, name="X")
    at.refuse("name-taken-here", FAY, c.Claim, seat=4, name="x")
    answer(at, ADA)
    at.refuse("name-taken-here", FAY, c.Claim, seat=4, name="x")


def test_who_lost_a_device_asks_for_the_seat_under_its_name() -> None:
    at = away()
    at.refuse("name-taken-here", EVE, c.Claim, seat=2, name="Cyd")
    at.hand_over(2, EVE, ADA, CYD, name="Bob")
    assert names(at)[1] == "Bob"


def test_nobody_claims_the_seat_of_somebody_who_is_away_beside_their_own() -> None:
    for game in ("dnup", "team-up"):
        at = away(game)
        refused = at.refuse("one-seat", ADA, c.Claim, seat=2)
        assert refused.sentence == "you are already in seat 1 here. Seat 2 is for somebody else"
        at.do(BOB, c.Sit, seat=2)


def test_against_others_nobody_gets_a_second_hand() -> None:
    at = seated("dnup", players=4, people=2)
    at.refuse("one-seat", BOB, c.Claim, seat=3)
    for seat, name in ((3, "Eve"), (4, "Evi")):
        at.do(EVE, c.Claim, seat=seat, name=name)
    answer(at, ADA)
    refused = at.refuse("plays-already", ADA, c.Answer, claim=1, give=True)
    assert refused.details == {"seat": 3, "own": 4}


def test_a_claim_of_somebody_who_plays_by_now_holds_up_no_other() -> None:
    at = seated("dnup", players=4, people=3)
    at.itself(at.table.away, 2)
    for person, seat, name in ((EVE, 2, "Eve"), (FAY, 2, "Fay"), (EVE, 4, "Evi")):
        at.do(person, c.Claim, seat=seat, name=name)
    answer(at, ADA)
    assert at.table.seats_of(EVE.id) == [4]
    for person, claim in ((ADA, 1), (CYD, 1), (ADA, 2), (CYD, 2), (EVE, 2)):
        at.do(person, c.Answer, claim=claim, give=True)
    at.wait(OWNER_HAS / 1000)
    at.itself(at.table.give)
    assert at.table.seats_of(FAY.id) == [2]


def test_who_claims_a_second_seat_is_numbered() -> None:
    for game, people, who in (("dnup", 1, ADA), ("team-up", 2, BOB)):
        at = seated(game, players=4, people=people)
        at.do(who, c.Claim, seat=3)
        answer(at, ADA)
        assert names(at)[2] == f"{who.name} 2"


def test_so_many_claims_can_wait() -> None:
    at = seated("dnup", players=2, people=1)
    for number in range(MOST):
        at.do(Person(f"x{number}", f"X{number}"), c.Claim, seat=2)
    at.refuse("too-many-claims", EVE, c.Claim, seat=2)
    at.do(ADA, c.Answer, claim=3, give=True)
    assert at.facts.claims == []


# --- Where partners may not talk -------------------------------------------------------------

RED, BLUE = Person("p8", "red 8 please"), Person("p9", "blue 1 please")


def told_of_claims(person: Person, wish: str | None) -> bytes:
    """Everything that is told when somebody claims a person's seat and a bot's at Team Play."""
    told = []
    for people, seat in ((4, 2), (3, 4)):
        at = seated("team-play", players=4, people=people)
        if people == 4:
            at.itself(at.table.away, seat)
        at.do(person, c.Claim, seat=seat, name=wish)
        told.append([at.told(at.changes[-1]), at.facts])
        others = [one for one in (ADA, BOB, CYD, DAN)[:people] if one not in (BOB,)]
        for one in others if people == 4 else [ADA]:
            answer(at, one)
        if people == 4:
            at.wait(OWNER_HAS / 1000)
            at.itself(at.table.give)
        assert at.table.seats_of(person.id) == [seat]
        told.append([at.told(at.changes[-1]), at.facts, names(at)])
    return msgspec.json.encode(told)


def test_where_partners_may_not_talk_a_claim_carries_no_words() -> None:
    told = told_of_claims(RED, None)
    assert b"red 8" not in told
    assert told == told_of_claims(BLUE, "yellow 3 please")


def test_there_a_given_seat_keeps_its_name_and_a_bots_seat_gets_a_plain_one() -> None:
    at = seated("team-play", players=4, people=3)
    at.do(EVE, c.Claim, seat=4)
    assert at.facts.claims[0].name is None
    answer(at, ADA)
    assert names(at) == ["Ada", "Bob", "Cyd", "Guest 4"]
    at.itself(at.table.away, 4)
    at.hand_over(4, FAY, ADA, BOB, CYD)
    assert names(at) == ["Ada", "Bob", "Cyd", "Guest 4"]
    assert at.table.seats_of(FAY.id) == [4]


def test_the_plain_name_is_nobody_elses() -> None:
    at = gathered("team-play", 4, bots={"4": "casual"})
    at.do(BOB, c.Sit, seat=2, name="guest 4")
    at.do(CYD, c.Sit, seat=3)
    at.start()
    at.do(EVE, c.Claim, seat=4)
    answer(at, ADA)
    assert names(at)[3] == "Guest 4.2"

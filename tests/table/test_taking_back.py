"""Taking back moves: how far, who is asked, and what stays because it was seen."""

from __future__ import annotations

import pytest

from tests.support.sitting import ADA, BOB, CYD, EVE, At, gathered, seated
from upturn.errors import Refusal
from upturn.table import Person, results
from upturn.wire import commands as c
from upturn.wire.requests import NewTable


def person_at(at: At, seat: int) -> Person:
    return (ADA, BOB, CYD)[seat - 1]


def mover(at: At) -> int:
    assert at.table.to_act is not None
    return at.table.to_act


def lines(at: At) -> list[str]:
    return at.game_moves()


def shows(at: At) -> str:
    """A free move of the seat to act that shows the others something of its hand."""
    assert at.table.game is not None
    return next(m for m in at.table.game.free_moves() if m.split()[0] in at.table.rules.shows)


def test_a_move_is_taken_back_with_all_that_followed_if_all_others_agree() -> None:
    at = seated("dnup", players=3)
    seat, before = mover(at), lines(at)
    at.move(shows(at))
    at.move("flip")
    assert seat in at.facts.take_back
    at.do(person_at(at, seat), c.TakeBack, seat=seat)
    others = [other for other in (1, 2, 3) if other != seat]
    at.do(person_at(at, others[0]), c.Vote, seat=others[0], ballot=1, choice="yes")
    change = at.do(person_at(at, others[1]), c.Vote, seat=others[1], ballot=1, choice="yes")
    told = at.told(change)
    assert (told["outcome"], told["kept"]) == ("carried", len(before))
    assert "lines" not in told
    assert lines(at) == before
    assert mover(at) == seat
    assert at.facts.plies == len(before)
    assert at.table.game_version == change.n


def test_cards_that_another_seat_has_shown_since_stay_shown() -> None:
    at = seated("dnup", players=3)
    first = mover(at)
    at.move(shows(at))
    second = mover(at)
    at.move(shows(at))
    assert at.facts.take_back == [second]
    refused = at.refuse("revealed", person_at(at, first), c.TakeBack, seat=first)
    assert refused.details == {"kind": "play"}
    at.move("flip")
    assert second in at.facts.take_back
    at.do(person_at(at, second), c.TakeBack, seat=second)


def test_only_to_before_ones_own_last_move() -> None:
    at = seated("team-up", players=2)
    at.move("draw")
    at.move()
    kept = len(lines(at))
    seat = mover(at)
    at.move("draw")
    at.move()
    at.do(person_at(at, seat), c.TakeBack, seat=seat)
    change = at.do(person_at(at, 3 - seat), c.Vote, seat=3 - seat, ballot=1, choice="yes")
    assert change.kept == kept + 1


def test_one_no_keeps_the_move() -> None:
    at = seated("dnup", players=2)
    seat = mover(at)
    at.move()
    before = lines(at)
    at.do(person_at(at, seat), c.TakeBack, seat=seat)
    at.do(person_at(at, 3 - seat), c.Vote, seat=3 - seat, ballot=1, choice="no")
    assert lines(at) == before
    at.do(person_at(at, seat), c.TakeBack, seat=seat)


def test_after_it_a_move_made_before_it_is_stale() -> None:
    at = seated("dnup", players=2)
    seat = mover(at)
    at.move()
    version = at.table.version
    at.do(person_at(at, seat), c.TakeBack, seat=seat)
    at.do(person_at(at, 3 - seat), c.Vote, seat=3 - seat, ballot=1, choice="yes")
    late = {"seat": 3 - seat, "move": "flip", "version": version}
    refused = at.refuse("taken-back-since", person_at(at, 3 - seat), c.MakeMove, **late)
    assert (refused.details["what"], refused.details["seat"]) == ("took-back", seat)
    name = refused.details["name"]
    assert refused.sentence == f"{name}’s last move has been taken back in the meantime"


def test_who_has_not_moved_has_nothing_to_take_back() -> None:
    at = seated("dnup", players=3)
    at.refuse("nothing-to-take-back", BOB, c.TakeBack, seat=2)
    assert at.facts.take_back == []


def test_one_takes_back_only_ones_own_move() -> None:
    at = seated("dnup", players=2)
    seat = mover(at)
    at.move()
    at.refuse("not-your-seat", person_at(at, 3 - seat), c.TakeBack, seat=seat)


def test_a_deal_is_not_taken_back() -> None:
    at = seated("dnup", players=2)
    seat = mover(at)
    at.move()
    while not at.deals():
        seat = mover(at)
        at.move()
    assert at.facts.take_back == []
    refused = at.refuse("revealed", person_at(at, seat), c.TakeBack, seat=seat)
    assert refused.details == {"kind": "deal"}
    assert (
        refused.sentence == "that can’t be taken back, because the move “deal” revealed something"
    )


def test_a_move_that_turned_something_up_is_not_taken_back() -> None:
    at = seated("team-up", players=2)
    at.move("draw")
    refused = at.refuse("revealed", ADA, c.TakeBack, seat=1)
    assert (
        refused.sentence == "that can’t be taken back, because the move “draw” revealed something"
    )
    assert at.facts.take_back == []
    at.move()
    assert at.facts.take_back == [1]
    at.do(ADA, c.TakeBack, seat=1)
    at.do(BOB, c.Vote, seat=2, ballot=1, choice="yes")
    assert lines(at)[-1] == "draw"


def test_nor_what_came_before_it() -> None:
    at = seated("team-up", players=2)
    at.move("draw")
    at.move()
    at.move("draw")
    refused = at.refuse("revealed", ADA, c.TakeBack, seat=1)
    assert refused.details == {"kind": "draw"}


def test_the_reason_names_the_kind_of_move_and_no_card() -> None:
    at = seated("team-play", players=3)
    while at.table.movers[-1] & 0x3F == 0 or not at.table.movers[-1] & 0x80:
        at.move()
    seat = at.table.movers[-1] & 0x3F
    refused = at.refuse("revealed", person_at(at, seat), c.TakeBack, seat=seat)
    kind = refused.details["kind"]
    assert kind in at.table.rules.reveals
    assert (
        refused.sentence
        == f"that can’t be taken back, because the move “{kind}” revealed something"
    )


def test_who_plays_alone_takes_back_anything_but_the_game_is_not_rated_then() -> None:
    at = seated("team-up", players=2, people=1)
    at.move("draw")
    assert at.facts.take_back == [1]
    change = at.do(ADA, c.TakeBack, seat=1)
    assert at.told(change) == {
        "what": "took-back", "n": change.n, "at": change.at, "seat": 1, "kept": 2,
    }  # fmt: skip
    at.move("draw")
    at.move()
    while at.facts.to_act != 1:
        at.move()
    at.move("stop")
    assert results.outcome(at.table).flags == ["peeked"]


def test_what_showed_nothing_is_taken_back_alone_and_stays_rated() -> None:
    at = seated("dnup", players=2, people=1)
    while mover(at) != 1:
        at.move()
    at.move()
    at.do(ADA, c.TakeBack, seat=1)
    assert mover(at) == 1
    at.play_out()
    assert results.outcome(at.table).rated


def test_who_has_seen_cards_of_a_bot_and_takes_back_is_not_rated() -> None:
    at = seated("dnup", players=2, people=1)
    while mover(at) != 1:
        at.move()
    while mover(at) == 1:
        at.move()
    at.move(shows(at))
    at.do(ADA, c.TakeBack, seat=1)
    at.play_out()
    assert results.outcome(at.table).flags == ["peeked"]


def test_at_a_contest_cards_of_a_bot_stay_shown() -> None:
    wish = NewTable(game="dnup", players=2, daily=True, bots={"2": "casual"})
    at = At(wish, day="2026-11-16")
    at.start()
    while mover(at) != 1:
        at.move()
    while mover(at) == 1:
        at.move()
    at.move(shows(at))
    at.refuse("revealed", ADA, c.TakeBack, seat=1)


def test_alone_is_who_has_all_seats_that_are_no_bots() -> None:
    at = gathered("team-up", players=2)
    at.do(ADA, c.Sit, seat=2)
    at.start()
    at.move("draw")
    at.do(ADA, c.TakeBack, seat=1)
    assert lines(at)[-1].startswith("deal")


def test_with_somebody_away_nothing_is_taken_back_until_it_is_decided_about_them() -> None:
    at = seated("team-up", players=2)
    at.move("draw")
    at.move()
    at.itself(at.table.away, 2)
    assert at.facts.take_back == []
    refused = at.refuse("somebody-away", ADA, c.TakeBack, seat=1)
    assert refused.details == {"seat": 2, "name": "Bob"}
    at.do(ADA, c.Vote, seat=1, ballot=1, choice="bot")
    assert at.facts.take_back == [1]
    at.do(ADA, c.TakeBack, seat=1)
    assert lines(at)[-1] == "draw"
    at.refuse("revealed", ADA, c.TakeBack, seat=1)


def test_who_was_given_the_seats_of_all_others_is_not_alone() -> None:
    at = seated("team-up", players=2)
    at.move("draw")
    at.itself(at.table.away, 1)
    at.hand_over(1, EVE, BOB)
    at.itself(at.table.away, 2)
    at.do(EVE, c.Vote, seat=1, ballot=2, choice="bot")
    at.refuse("nothing-to-take-back" if mover(at) == 2 else "revealed", EVE, c.TakeBack, seat=1)


def test_at_a_contest_what_was_revealed_stays_even_alone() -> None:
    at = At(NewTable(game="team-up", players=1, daily=True), day="2026-11-16")
    at.start()
    at.move("draw")
    at.refuse("revealed", ADA, c.TakeBack, seat=1)
    assert at.facts.take_back == []
    at.move()
    at.do(ADA, c.TakeBack, seat=1)


def test_the_same_cards_come_again_after_it() -> None:
    at = seated("dnup", players=2, people=1)
    at.move()
    while not at.deals():
        at.move()
    first = lines(at)
    kept = at.do(ADA, c.TakeBack, seat=1).kept
    assert kept is not None
    for line in first[kept:]:
        if not line.startswith("deal"):
            at.move(line)
    assert lines(at) == first


def test_a_game_that_is_over_is_not_taken_back() -> None:
    at = seated("dnup", players=2)
    at.play_out()
    assert at.facts.take_back == []
    at.refuse("game-over", ADA, c.TakeBack, seat=1)


def test_a_new_move_voids_the_wish() -> None:
    at = seated("dnup", players=2)
    seat = mover(at)
    at.move()
    at.do(person_at(at, seat), c.TakeBack, seat=seat)
    at.move()
    assert at.facts.ballots == []


@pytest.mark.parametrize("people", [1, 2])
def test_who_takes_part_and_can_take_back_is_in_the_facts(people: int) -> None:
    at = seated("dnup", players=2, people=people)
    for _ in range(40):
        if at.table.state != "playing":
            break
        at.move()
        for seat in range(1, people + 1):
            possible = seat in at.facts.take_back
            table = at.folded()
            command = at.command(c.TakeBack, seat=seat)
            try:
                table.do(command, person_at(at, seat), at.now)
            except Refusal:
                assert not possible
            else:
                assert possible

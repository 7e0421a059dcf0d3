"""What the others are asked: to take back, to stop, to end; who votes, and what comes of it."""

from __future__ import annotations

from tests.support.sitting import ADA, BOB, CYD, EVE, At, gathered, seated
from upturn.table.playing import BALLOT_WAIT
from upturn.wire import commands as c


def the_ballot(at: At) -> tuple[str, int | None, list[int], dict[int, str]]:
    (ballot,) = at.facts.ballots
    return ballot.about, ballot.by, ballot.voters, ballot.votes


# --- Ending ----------------------------------------------------------------------------------


def test_everybody_else_must_agree_to_end() -> None:
    at = seated("dnup", players=3)
    change = at.do(ADA, c.ProposeEnd, seat=1)
    assert at.told(change) == {
        "what": "asked", "n": change.n, "at": change.at, "ballot": 1, "about": "end", "by": 1,
    }  # fmt: skip
    assert the_ballot(at) == ("end", 1, [2, 3], {})
    at.do(BOB, c.Vote, seat=2, ballot=1, choice="yes")
    assert the_ballot(at) == ("end", 1, [2, 3], {2: "yes"})
    change = at.do(CYD, c.Vote, seat=3, ballot=1, choice="yes")
    assert at.told(change)["outcome"] == "carried"
    assert change.state == "ended"
    assert (at.facts.ended_by, at.facts.ballots) == ("agreed", [])


def test_the_first_no_declines() -> None:
    at = seated("dnup", players=3)
    at.do(ADA, c.ProposeEnd, seat=1)
    change = at.do(BOB, c.Vote, seat=2, ballot=1, choice="no")
    assert at.told(change)["outcome"] == "declined"
    assert (at.facts.state, at.facts.ballots) == ("playing", [])
    at.refuse("no-such-ballot", CYD, c.Vote, seat=3, ballot=1, choice="yes")
    at.do(ADA, c.ProposeEnd, seat=1)
    assert at.facts.ballots[0].ballot == 2


def test_a_move_does_not_void_the_wish_to_end() -> None:
    at = seated("dnup", players=2)
    at.do(ADA, c.ProposeEnd, seat=1)
    at.move()
    assert the_ballot(at)[0] == "end"


def test_the_host_closes_a_table_before_the_game() -> None:
    at = gathered(players=2)
    at.do(BOB, c.Sit, seat=2)
    at.refuse("host-only", BOB, c.ProposeEnd, seat=2)
    at.do(ADA, c.ProposeEnd)
    assert (at.facts.state, at.facts.ended_by) == ("ended", "closed")


def test_during_the_game_one_asks_from_a_seat() -> None:
    at = seated()
    at.refuse("whose-seat", ADA, c.ProposeEnd)


def test_who_plays_alone_ends_without_asking() -> None:
    at = seated("dnup", players=3, people=1)
    change = at.do(ADA, c.ProposeEnd, seat=1)
    assert at.told(change)["reason"] == "agreed"
    assert at.facts.state == "ended"


# --- Who votes -------------------------------------------------------------------------------


def test_only_those_who_are_asked_may_vote_and_only_what_is_asked() -> None:
    at = seated("dnup", players=3)
    at.do(ADA, c.ProposeEnd, seat=1)
    at.refuse("not-asked", ADA, c.Vote, seat=1, ballot=1, choice="yes")
    at.refuse("not-your-seat", EVE, c.Vote, seat=2, ballot=1, choice="yes")
    at.refuse("no-such-ballot", BOB, c.Vote, seat=2, ballot=2, choice="yes")
    refused = at.refuse("no-such-choice", BOB, c.Vote, seat=2, ballot=1, choice="wait")
    assert refused.details == {"choices": ["yes", "no"]}


def test_bots_never_vote() -> None:
    at = seated("dnup", players=4, people=2)
    at.do(ADA, c.ProposeEnd, seat=1)
    assert the_ballot(at)[2] == [2]
    at.do(BOB, c.Vote, seat=2, ballot=1, choice="yes")
    assert at.facts.state == "ended"


def test_a_person_has_one_vote_for_all_their_seats() -> None:
    at = gathered("dnup", players=4)
    for person, seat in [(ADA, 2), (BOB, 3), (BOB, 4)]:
        at.do(person, c.Sit, seat=seat)
    at.start()
    at.do(ADA, c.ProposeEnd, seat=2)
    assert the_ballot(at) == ("end", 2, [3, 4], {})
    at.refuse("not-asked", ADA, c.Vote, seat=1, ballot=1, choice="yes")
    at.do(BOB, c.Vote, seat=4, ballot=1, choice="yes")
    assert at.facts.state == "ended"


def test_a_second_ballot_of_the_same_kind_waits_for_the_first() -> None:
    at = seated("dnup", players=3)
    at.do(ADA, c.ProposeEnd, seat=1)
    refused = at.refuse("already-asked", BOB, c.ProposeEnd, seat=2)
    assert refused.details == {"about": "end"}


def test_who_is_away_is_not_asked() -> None:
    at = seated("dnup", players=3)
    at.itself(at.table.away, 3)
    at.do(ADA, c.ProposeEnd, seat=1)
    ballot = at.facts.ballots[-1]
    assert (ballot.about, ballot.voters) == ("end", [2])


def test_nobodys_absence_is_a_yes_but_one_may_ask_again() -> None:
    at = seated("dnup", players=3)
    at.do(ADA, c.ProposeEnd, seat=1)
    at.do(BOB, c.Vote, seat=2, ballot=1, choice="yes")
    at.itself(at.table.away, 3)
    assert [ballot.about for ballot in at.facts.ballots] == ["seat"]
    assert at.facts.state == "playing"
    at.do(ADA, c.ProposeEnd, seat=1)
    at.do(BOB, c.Vote, seat=2, ballot=3, choice="yes")
    assert at.facts.state == "ended"


def test_what_was_asked_by_one_who_goes_away_is_void() -> None:
    at = seated("dnup", players=3)
    at.do(ADA, c.ProposeEnd, seat=1)
    at.do(ADA, c.Stand, seat=1)
    assert [ballot.about for ballot in at.facts.ballots] == ["seat"]


def test_who_comes_back_is_asked_too() -> None:
    at = seated("dnup", players=3)
    at.itself(at.table.away, 3)
    at.do(ADA, c.ProposeEnd, seat=1)
    at.itself(at.table.back, 3)
    assert the_ballot(at) == ("end", 1, [2, 3], {})


# --- Stopping --------------------------------------------------------------------------------


def test_a_move_that_all_must_agree_to_begins_a_ballot_and_is_made_when_carried() -> None:
    at = seated("team-up", players=3)
    change = at.do(ADA, c.MakeMove, seat=1, move="stop")
    told = at.told(change)
    assert (told["what"], told["about"], told["by"], told["move"]) == ("asked", "agree", 1, "stop")
    assert at.table.game_version < at.table.version
    at.do(BOB, c.Vote, seat=2, ballot=1, choice="yes")
    change = at.do(CYD, c.Vote, seat=3, ballot=1, choice="yes")
    told = at.told(change, 2)
    assert told["outcome"] == "carried"
    assert told["lines"][0]["seat"] == 1
    assert told["lines"][0]["move"] == "stop"
    assert change.state == at.facts.state == "over"
    assert at.table.game_version == change.n


def test_a_declined_stop_leaves_the_game_as_it_was() -> None:
    at = seated("team-up", players=2)
    at.do(ADA, c.MakeMove, seat=1, move="stop")
    at.refuse("already-asked", ADA, c.MakeMove, seat=1, move="stop")
    at.do(BOB, c.Vote, seat=2, ballot=1, choice="no")
    assert at.facts.to_act == 1
    assert at.table.views([1])[0]["legal"] == ["draw", "stop"]
    at.do(ADA, c.MakeMove, seat=1, move="stop")


def test_a_move_voids_what_was_asked_about_the_moves() -> None:
    at = seated("team-up", players=2)
    at.do(ADA, c.MakeMove, seat=1, move="stop")
    change = at.do(ADA, c.MakeMove, seat=1, move="draw")
    assert at.facts.ballots == []
    assert change.facts


def test_who_plays_alone_stops_without_asking() -> None:
    at = seated("team-up", players=3, people=1)
    at.do(ADA, c.MakeMove, seat=1, move="stop")
    assert at.facts.state == "over"


def test_a_stop_that_the_rules_forbid_asks_nobody() -> None:
    at = seated("team-up", players=2)
    at.move("draw")
    why = at.table.game.why_not("stop") if at.table.game else None
    assert why is not None
    at.refuse(why.code, ADA, c.MakeMove, seat=1, move="stop")
    assert at.facts.ballots == []


def test_a_bot_that_wants_to_stop_asks_the_people_there() -> None:
    at = gathered("team-up", players=2, seat=2, bots={"1": "casual"})
    at.start()
    change = at.itself(at.table.bot_move, 1, "stop", at.table.version)
    assert the_ballot(at) == ("agree", 1, [2], {})
    due = at.table.bot_due()
    assert due is not None
    assert due.not_before == change.at + BALLOT_WAIT
    assert at.table.bot_view(1)["legal"] == ["draw"]
    at.do(ADA, c.Vote, seat=2, ballot=1, choice="no")
    due = at.table.bot_due()
    assert due is not None
    assert due.not_before == 0
    assert at.table.bot_view(1)["legal"] == ["draw"]


def test_a_declined_bot_may_ask_again_after_the_next_move() -> None:
    at = gathered("team-up", players=2, seat=2, bots={"1": "casual"})
    at.start()
    at.itself(at.table.bot_move, 1, "stop", at.table.version)
    at.do(ADA, c.Vote, seat=2, ballot=1, choice="no")
    at.move("draw")
    while at.table.to_act != 1 or at.table.views([])[0]["card"] is not None:
        at.move()
    assert at.table.bot_view(1)["legal"] == ["draw", "stop"]


def test_a_bot_among_bots_stops_by_itself() -> None:
    at = gathered("team-up", players=2, seat=None, bots={"1": "casual", "2": "casual"})
    at.start()
    at.itself(at.table.bot_move, 1, "stop", at.table.version)
    assert at.facts.state == "over"


def test_nobody_stops_while_somebody_is_away_about_whom_nothing_is_decided() -> None:
    at = seated("team-up", players=3, people=2)
    at.do(BOB, c.Stand, seat=2)
    refused = at.refuse("somebody-away", ADA, c.MakeMove, seat=1, move="stop")
    assert refused.sentence == "Bob is away. Decide what happens to seat 2 first"
    at.do(ADA, c.Vote, seat=1, ballot=1, choice="bot")
    at.do(ADA, c.MakeMove, seat=1, move="stop")
    assert at.facts.state == "over"


def test_nor_does_a_bot_propose_it() -> None:
    at = gathered("team-up", players=2, seat=2, bots={"1": "casual"})
    at.start()
    due = at.table.bot_due()
    assert due is not None
    assert due.proposes
    at.do(ADA, c.Stand, seat=2)
    later = at.table.bot_due()
    assert later is not None
    assert not later.proposes
    assert "stop" not in at.table.bot_view(1)["legal"]
    at.refuse_itself("somebody-away", at.table.bot_move, 1, "stop", at.table.version)


def test_bots_wait_a_little_for_people_who_are_asked_about_the_last_move() -> None:
    at = seated("dnup", players=4, people=2)
    while at.table.to_act != 2:
        at.move()
    at.move()
    assert at.table.bot_due() is not None
    change = at.do(BOB, c.TakeBack, seat=2)
    due = at.table.bot_due()
    assert due is not None
    assert due.not_before == change.at + BALLOT_WAIT
    at.move()
    assert at.facts.ballots == []

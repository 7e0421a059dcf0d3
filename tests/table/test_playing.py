"""Moves at a table: whose, when, said twice; bots; hints; pointing; reasons; the end."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.support.random_games import and_others
from tests.support.sitting import ADA, BOB, CYD, DAN, EVE, At, gathered, seated, state
from upturn.errors import Refusal
from upturn.table import Person, log, playing, results, shuffles
from upturn.wire import commands as c
from upturn.wire.requests import NewTable


def person_of(at: At, seat: int | None) -> Person:
    assert seat is not None
    chair = at.table.chairs[seat - 1]
    return Person(str(chair.person), str(chair.name))


def to_act(at: At) -> int:
    assert at.table.to_act is not None
    return at.table.to_act


# --- Moves -----------------------------------------------------------------------------------


def test_a_move_is_one_entry_told_to_everybody() -> None:
    at = seated("dnup", players=3)
    seat = to_act(at)
    change = at.move()
    assert isinstance(change.entry, log.Moved)
    assert change.entry.person == person_of(at, seat).id
    for receiver in (None, 1, 2, 3):
        told = at.told(change, receiver)
        assert told["what"] == "moved"
        assert told["seat"] == told["lines"][0]["seat"] == seat
        assert told["lines"][0]["move"] == change.entry.move
    assert at.table.game_version == at.table.version == change.n


def test_deals_that_follow_a_move_are_part_of_its_entry_and_told_as_each_may_see_them() -> None:
    at = seated("dnup", players=2)
    change = at.move()
    while not at.deals():
        change = at.move()
    (deal,) = at.deals()
    first, second = deal.removeprefix("deal ").split(" | ")
    lines = {seat: at.told(change, seat)["lines"][1]["move"] for seat in (None, 1, 2)}
    assert first in lines[1]
    assert second not in lines[1]
    assert second in lines[2]
    assert first not in lines[2]
    assert first not in lines[None]
    assert second not in lines[None]
    assert at.facts.plies == len(at.game_moves())


def test_a_person_moves_only_for_their_own_seat_and_only_in_its_turn() -> None:
    at = seated("dnup", players=3)
    seat = to_act(at)
    other = seat % 3 + 1
    at.refuse("not-your-seat", person_of(at, other), c.MakeMove, seat=seat, move="flip")
    at.refuse("not-your-seat", DAN, c.MakeMove, seat=seat, move="flip")
    refused = at.refuse("not-your-turn", person_of(at, other), c.MakeMove, seat=other, move="flip")
    assert refused.details == {"to_act": seat}
    at.refuse("no-such-seat", ADA, c.MakeMove, seat=7, move="flip")


def test_who_is_not_to_act_learns_nothing_about_the_rules_reasons() -> None:
    at = seated("dnup", players=2)
    other = 3 - to_act(at)
    told = {
        at.refuse("not-your-turn", person_of(at, other), c.MakeMove, seat=other, move=move).sentence
        for move in ("flip", "nonsense", "play 1/2", "deal 1/2 | 3/4", "take 1")
    }
    assert len(told) == 1


def test_the_seat_to_act_is_told_which_rule_forbids_its_move() -> None:
    at = seated("dnup", players=2)
    seat = to_act(at)
    person, game = person_of(at, seat), at.table.game
    assert game is not None
    for move in ("nonsense", "play 1/2 9/8", "FLIP"):
        why = game.why_not(move)
        assert why is not None
        refused = at.refuse(why.code, person, c.MakeMove, seat=seat, move=move)
        assert (refused.sentence, refused.details) == (why.sentence, why.details)


def test_nobody_deals_but_chance() -> None:
    at = seated("team-up", players=2)
    at.refuse("chance-only", ADA, c.MakeMove, seat=1, move=at.game_moves()[1])


def test_a_move_made_at_an_older_state_of_the_game_is_stale_and_says_why() -> None:
    at = seated("dnup", players=2)
    version, mover = at.table.version, to_act(at)
    at.move()
    other = person_of(at, 3 - mover)
    refused = at.refuse("stale", other, c.MakeMove, seat=3 - mover, move="flip", version=version)
    name = person_of(at, mover).name
    assert refused.sentence == f"{name} has moved in the meantime"
    since = {"what": "moved", "seat": mover, "name": name}
    assert refused.details == {"version": at.table.version} | since


def test_talk_does_not_make_a_move_stale() -> None:
    at = seated("dnup", players=2)
    version, seat = at.table.version, to_act(at)
    at.do(BOB, c.Say, seat=2, text="hm")
    game = at.table.game
    assert game is not None
    move = game.free_moves()[0]
    at.do(person_of(at, seat), c.MakeMove, seat=seat, move=move, version=version)


def test_a_version_the_table_has_not_reached_is_refused() -> None:
    at = seated()
    refused = at.refuse("unknown-version", ADA, c.Say, text="hello", version=99)
    assert refused.details == {"version": at.table.version}


def test_the_same_command_twice_is_known_as_a_repeat() -> None:
    at = seated("dnup", players=2)
    seat = to_act(at)
    person, game = person_of(at, seat), at.table.game
    assert game is not None
    command = at.command(c.MakeMove, seat=seat, move=game.free_moves()[0])
    assert at.table.repeat_of(command, person) is None
    change = at._write(at.table.do(command, person, at.now))
    at.do(BOB, c.Say, text="nice")
    assert at.table.repeat_of(command, person) == change.n
    assert at.table.repeat_of(command, CYD) is None
    assert at.folded().repeat_of(command, person) == change.n


def test_repeats_older_than_memory_are_found_in_the_log() -> None:
    at = seated()
    command = at.command(c.Say, text="one")
    change = at._write(at.table.do(command, ADA, at.now))
    for _ in range(40):
        at.do(BOB, c.Say, text="two")
    assert at.table.repeat_of(command, ADA) is None
    assert change.n <= at.table.oldest_kept
    assert log.find_repeat(at.rows, command.id, ADA.id) == change.n
    assert log.find_repeat(at.rows, command.id, BOB.id) is None
    assert log.find_repeat(at.rows, "other", ADA.id) is None


def test_every_id_after_the_oldest_kept_entry_is_in_memory() -> None:
    at = gathered()
    done = []
    for _ in range(40):
        command = at.command(c.Say, text="so")
        done.append((at._write(at.table.do(command, ADA, at.now)).n, command))
        for n, earlier in done:
            if n > at.table.oldest_kept:
                assert at.table.repeat_of(earlier, ADA) == n


# --- Bots ------------------------------------------------------------------------------------


def test_a_bot_is_due_when_its_seat_is_to_act() -> None:
    at = seated("dnup", players=2, people=1)
    while to_act(at) == 1:
        assert at.table.bot_due() is None
        at.move()
    due = at.table.bot_due()
    assert due is not None
    assert (due.seat, due.level, due.not_before) == (2, "casual", 0)
    view = at.table.bot_view(2)
    assert view["legal"]
    assert view["history"]
    change = at.itself(at.table.bot_move, 2, view["legal"][0], at.table.version)
    assert at.told(change)["by"] == "bot"
    assert change.entry.person is None


def test_a_bot_moves_only_for_bots_in_turn_and_at_the_state_it_saw() -> None:
    at = seated("dnup", players=3, people=1)
    while to_act(at) == 1:
        at.move()
    seat, version, bot_move = to_act(at), at.table.version, at.table.bot_move
    at.refuse_itself("not-your-turn", bot_move, 1, "flip", version)
    move = at.table.bot_view(seat)["legal"][0]
    at.itself(bot_move, seat, move, version)
    at.refuse_itself("stale", bot_move, to_act(at), move, version)
    while to_act(at) != 1:
        at.move()
    at.refuse_itself("no-bot-here", bot_move, 1, "flip", at.table.version)


def test_the_view_for_a_bot_leaves_no_history_in_the_memory_of_the_table() -> None:
    at = seated("dnup", players=2, people=1)
    while to_act(at) == 1:
        at.move()
    at.table.bot_view(2)
    assert at.table.game is not None
    assert at.table.game._histories.by_seat == {}


@pytest.mark.parametrize(
    ("name", "players"), and_others([("dnup", 3), ("team-play", 3), ("team-up", 2)])
)
def test_moves_that_all_must_agree_to_are_those_the_view_names(name: str, players: int) -> None:
    at = seated(name, players=players)
    agreed = set()
    for _ in range(30):
        if at.table.to_act is None:
            break
        view = at.table.views([to_act(at)])[0]
        found = playing.agreed_moves(at.table)
        assert found == view.get("agreed", [])
        assert set(found) <= set(view["legal"])
        agreed.update(found)
        at.move()
    assert agreed == ({"stop"} if name == "team-up" else set())


# --- Hints and pointing ----------------------------------------------------------------------


def test_a_hint_is_seen_to_be_asked_for_and_the_game_is_no_longer_rated() -> None:
    at = seated("dnup", players=2)
    seat = to_act(at)
    change = at.do(person_of(at, seat), c.Hint, seat=seat)
    assert at.told(change) == {"what": "hinted", "n": change.n, "at": change.at, "seat": seat}
    at.play_out()
    outcome = results.outcome(at.table)
    assert outcome.flags == ["hinted"]
    assert not outcome.rated


def test_only_the_seat_to_act_may_ask_for_a_hint() -> None:
    at = seated("dnup", players=2)
    other = 3 - to_act(at)
    at.refuse("not-your-turn", person_of(at, other), c.Hint, seat=other)


def test_there_are_no_hints_where_the_host_wants_none_or_at_a_contest() -> None:
    at = seated("dnup", players=2, hints=False)
    at.refuse("no-hints", person_of(at, to_act(at)), c.Hint, seat=to_act(at))
    assert at.facts.hints is False
    contest = At(
        NewTable(game="dnup", players=2, bots={"2": "casual"}, daily=True), day="2026-11-16"
    )
    contest.start()
    assert contest.facts.hints is False
    assert contest.facts.day == "2026-11-16"
    while to_act(contest) != 1:
        contest.move()
    contest.refuse("contest", ADA, c.Hint, seat=1)


def test_a_team_that_plays_as_one_may_point_at_moves_and_nothing_is_kept() -> None:
    at = seated("team-up", players=2)
    before = state(at.table)
    at.table.check_point(at.command(c.Point, seat=2, move="draw"), BOB)
    assert state(at.table) == before
    with pytest.raises(Refusal, match="seat 1 is not yours"):
        at.table.check_point(at.command(c.Point, seat=1, move="draw"), BOB)
    at.refuse("not-kept", BOB, c.Point, seat=2, move="draw")


@pytest.mark.parametrize(("game", "players"), [("dnup", 2), ("team-play", 4), ("team-play", 3)])
def test_opponents_do_not_point(game: str, players: int) -> None:
    at = seated(game, players=players)
    with pytest.raises(Refusal, match="everyone is on the same team"):
        at.table.check_point(at.command(c.Point, seat=1, move="flip"), ADA)


# --- Reasons ---------------------------------------------------------------------------------


def test_who_is_to_act_learns_why_moves_are_not_possible_and_nothing_is_kept() -> None:
    at = seated("dnup", players=2)
    game, seat = at.table.game, to_act(at)
    assert game is not None
    asked = [*game.legal_moves()[:5], "take 1a", "nonsense", "deal 1/2"]
    before = state(at.table)
    found = at.table.why(at.command(c.Why, seat=seat, moves=asked), person_of(at, seat))
    assert state(at.table) == before
    assert list(found) == asked
    assert all(found[move] is None for move in game.legal_moves()[:5])
    codes = [why and why.code for why in found.values()][5:]
    assert codes == ["own-set" if seat == 1 else "no-set", "unreadable", "chance-only"]
    at.refuse("not-kept", person_of(at, seat), c.Why, seat=seat, moves=asked)


def test_only_the_person_of_the_seat_to_act_is_given_reasons() -> None:
    at = seated("dnup", players=2)
    seat = to_act(at)
    mine, other = person_of(at, seat), person_of(at, 3 - seat)
    for code, person, fields in [
        ("not-your-seat", other, {"seat": seat}),
        ("not-your-seat", EVE, {"seat": seat}),
        ("not-your-turn", other, {"seat": 3 - seat}),
        ("no-such-seat", mine, {"seat": 7}),
        ("unknown-version", mine, {"seat": seat, "version": 99}),
        ("begun-since", mine, {"seat": seat, "version": 1}),
    ]:
        refuse_reasons(at, code, person, **fields)
    at.do(mine, c.Stand, seat=seat)
    refuse_reasons(at, "away", mine, seat=seat)


def test_there_are_no_reasons_before_and_after_the_game() -> None:
    at = gathered("dnup", 2, bots={"2": "casual"})
    refuse_reasons(at, "not-begun", ADA, seat=1)
    at.start()
    at.play_out()
    refuse_reasons(at, "game-over", ADA, seat=1)


def refuse_reasons(at: At, code: str, person: Person, **fields: Any) -> None:
    command = at.command(c.Why, moves=["flip"], **fields)
    with pytest.raises(Refusal) as refused:
        at.table.why(command, person)
    assert refused.value.code == code


# --- The end ---------------------------------------------------------------------------------


def test_the_last_move_ends_the_game_in_the_same_entry() -> None:
    at = seated("dnup", players=3, people=2)
    at.play_out()
    change = at.changes[-1]
    assert change.state == at.facts.state == "over"
    assert change.facts
    assert at.table.finished == change.at
    outcome = results.outcome(at.table)
    assert outcome.scores == at.facts.scores
    assert outcome.rated
    assert [tuple(seat) for seat in outcome.seats] == [
        ("p1", "Ada", None),
        ("p2", "Bob", None),
        (None, None, "casual"),
    ]
    at.do(ADA, c.Say, text="well played")
    assert results.outcome(at.table).finished == change.at


def test_after_the_end_nothing_happens_but_talk() -> None:
    at = seated("team-up", players=1)
    at.move("stop")
    refused: list[tuple[type, dict[str, Any]]] = [
        (c.MakeMove, {"seat": 1, "move": "draw"}),
        (c.TakeBack, {"seat": 1}),
        (c.ProposeEnd, {"seat": 1}),
        (c.Hint, {"seat": 1}),
        (c.Stand, {"seat": 1}),
        (c.Claim, {"seat": 1}),
    ]
    for kind, fields in refused:
        at.refuse("game-over", ADA, kind, **fields)
    at.refuse("game-has-begun", ADA, c.Sit, seat=1)
    at.refuse("no-such-ballot", ADA, c.Vote, seat=1, ballot=1, choice="yes")
    at.refuse_itself("game-over", at.table.away, 1)
    at.refuse_itself("game-over", at.table.end, "cleaning")
    assert at.table.bot_due() is None


def test_seed_and_nonce_are_hidden_until_the_end_and_can_be_checked_then() -> None:
    at = seated("team-up", players=1)
    assert at.facts.shuffle.seed is at.facts.shuffle.nonce is None
    commitment = at.facts.shuffle.commitment
    for text in (msgspec.json.encode(at.facts), str(at.facts)):
        assert at.table.setup.seed not in str(text)
        assert at.table.setup.nonce not in str(text)
    at.move("stop")
    shuffle = at.facts.shuffle
    assert shuffle.commitment == commitment == shuffles.commitment(shuffle.seed, shuffle.nonce)
    assert at.facts.deal == commitment[:16]


def test_whoever_runs_the_server_can_end_a_table_at_any_time() -> None:
    gathering, playing = gathered(), seated()
    for at in (gathering, playing):
        change = at.itself(at.table.end, "cleaning")
        assert at.told(change) == {
            "what": "ended", "n": change.n, "at": change.at, "reason": "cleaning",
        }  # fmt: skip
        assert (at.facts.state, at.facts.ended_by) == ("ended", "cleaning")
        assert at.facts.shuffle.seed is not None
        with pytest.raises(Refusal, match="The game is not over yet"):
            results.outcome(at.table)


def test_time_never_runs_backwards_in_a_log() -> None:
    at = seated()
    at.wait(-60)
    change = at.do(BOB, c.Say, text="my clock is slow")
    assert change.at == at.changes[-2].at


def test_facts_are_said_to_change_when_more_changed_than_everybody_can_follow() -> None:
    at = seated("dnup", players=2)
    assert not at.do(BOB, c.Say, text="hm").facts
    before = at.facts
    change = at.move()
    assert not change.facts
    assert change.take_back == (at.facts.take_back != before.take_back)
    before = at.facts
    assert at.do(ADA, c.ProposeEnd, seat=1).facts
    assert before.ballots != at.facts.ballots

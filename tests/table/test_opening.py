"""Opening a table: what a host can pick, deals that are played again, puzzles, and what-if."""

from __future__ import annotations

from typing import Any

import pytest

import upturn
from tests.support.random_games import and_others
from tests.support.sitting import ADA, BOB, CODE, ID, NONCE, NOON, SEED, At, gathered, seated
from upturn.errors import Refusal
from upturn.puzzles.book import page
from upturn.table import Table, log, opening, results, shuffles
from upturn.wire import commands as c
from upturn.wire.facts import Clock
from upturn.wire.requests import NewTable, WhatIf

OTHER_SEED, OTHER_NONCE = "07e2" * 8, "beef" * 8


def wished(wish: dict[str, Any]) -> NewTable:
    return NewTable(**wish)


def refused(code: str, source: Table | None = None, **wish: Any) -> Refusal:
    with pytest.raises(Refusal) as problem:
        opening.open_table(wished({"game": "dnup", "players": 2} | wish), ADA, SEED, NONCE, source)
    assert problem.value.code == code, problem.value
    return problem.value


def again(source: Table, **wish: Any) -> At:
    """Another table with the deal of this one."""
    chosen = {"game": source.setup.game, "players": source.setup.players, "same_deal": ID} | wish
    at = At(wished(chosen), BOB, OTHER_SEED, source=source)
    for seat in range(2, at.facts.players + 1):
        at.do(BOB, c.Sit, seat=seat)
    at.do(BOB, c.Start)
    return at


def finished(game: str = "dnup", players: int = 2, **wish: Any) -> At:
    at = seated(game, players=players, **wish)
    at.play_out()
    return at


# --- What a host picks -----------------------------------------------------------------------


def test_everything_the_host_picked_is_in_the_facts() -> None:
    wish = NewTable(
        game="team-up",
        players=3,
        options={"clone": "shape"},
        bots={"3": "expert"},
        seat=2,
        public=True,
        clock=Clock(30, 600),
        hints=False,
        grace=45,
    )
    at = At(wish)
    facts = at.facts
    assert (facts.id, facts.code, facts.version, facts.created) == (ID, CODE, 1, NOON)
    assert (facts.game, facts.players, facts.options) == ("team-up", 3, {"clone": "shape"})
    assert (facts.public, facts.clock, facts.hints) == (True, Clock(30, 600), False)
    assert at.table.setup.grace == 45
    at.do(ADA, c.Sit, seat=1)
    at.start()
    assert at.table.views([])[0]["clone"] == "shape"


def test_options_at_their_defaults_are_left_out() -> None:
    assert gathered("team-up", 2, options={"clone": "face"}).facts.options == {}


@pytest.mark.parametrize(
    ("code", "wish"),
    [
        ("unknown-game", {"game": "chess"}),
        ("invalid-setup", {"players": 6, "seat": None}),
        ("invalid-setup", {"players": 1}),
        ("invalid-setup", {"options": {"clone": "face"}}),
        ("invalid-setup", {"game": "team-up", "options": {"clone": 3}}),
        ("no-such-seat", {"seat": 3}),
        ("no-such-seat", {"bots": {"3": "casual"}}),
        ("bot-in-your-seat", {"bots": {"1": "casual"}}),
        ("no-such-bot", {"bots": {"2": "stacking"}}),
        ("no-such-bot", {"bots": {"2": "search:2000"}}),
        ("mode-needs-deal", {"game": "team-up", "mode": "challenge"}),
        ("one-deal", {"game": "team-up", "puzzle": 1, "daily": True}),
        ("one-deal", {"game": "team-up", "puzzle": 1, "same_deal": ID}),
        ("no-daily", {"daily": True}),
        ("no-puzzles", {"puzzle": 1}),
        ("no-such-puzzle", {"game": "team-up", "puzzle": 1000}),
        ("seats-open", {"start": True}),
    ],
)
def test_what_cannot_be_is_refused_in_words(code: str, wish: dict[str, Any]) -> None:
    assert " " in refused(code, **wish).sentence


def test_the_shuffle_is_committed_to_before_the_first_move() -> None:
    at = gathered()
    assert at.facts.shuffle.commitment == shuffles.commitment(SEED, NONCE)
    assert at.facts.deal == shuffles.deal_id(SEED, NONCE) == at.facts.shuffle.commitment[:16]
    at.do(BOB, c.Sit, seat=2)
    at.start()
    assert at.game_moves() == upturn.new("dnup", players=2, seed=SEED).moves


def test_fresh_secrets_are_never_the_same() -> None:
    drawn = [shuffles.fresh() for _ in range(20)]
    assert len({secret for both in drawn for secret in both}) == 40
    assert all(len(secret) == 32 for both in drawn for secret in both)


# --- The same deal ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "players"), and_others([("dnup", 3), ("team-play", 3), ("team-up", 2)])
)
def test_a_deal_is_played_again_with_the_same_cards(game: str, players: int) -> None:
    before = seated(game, players=players)
    before.moves(3)
    before.itself(before.table.end, "enough")
    at = again(before.table)
    deals = [line for line in before.game_moves() if line.startswith("deal ")]
    assert at.game_moves() == deals[: len(at.game_moves())]
    assert at.facts.deal == before.facts.deal
    assert at.facts.shuffle.commitment == before.facts.shuffle.commitment


def test_later_deals_are_the_same_too() -> None:
    before = finished("dnup", 2)
    at = again(before.table)
    at.play_out()
    assert at.game_moves() == before.game_moves()


def test_a_deal_that_is_still_being_played_is_a_secret() -> None:
    at = seated("dnup", players=2)
    refused("not-finished", at.table, same_deal=ID)
    closed = gathered("dnup", 2)
    closed.itself(closed.table.end, "nobody-came")
    refused("no-game", closed.table, same_deal=ID)


def test_a_deal_is_for_its_game_and_for_as_many_as_can_play_it() -> None:
    at = finished("dnup", 2)
    assert (
        "not of team-up"
        in refused("invalid-setup", at.table, game="team-up", same_deal=ID).sentence
    )
    assert (
        "not for 3 players" in refused("invalid-setup", at.table, players=3, same_deal=ID).sentence
    )
    refused("invalid-setup", at.table, same_deal=ID, mode="challenge")
    team = seated("team-up", 2)
    team.itself(team.table.end, "enough")
    assert again(team.table, players=3).facts.players == 3


def test_team_up_again_is_a_competition_unless_the_host_says_otherwise() -> None:
    before = seated("team-up", players=1)
    before.moves(8)
    before.move("draw")
    before.play_out()
    scores = before.facts.scores
    competition = again(before.table)
    assert competition.facts.mode == "competition"
    assert competition.table.contest
    assert competition.table.views([])[0]["to_beat"] == scores[0]
    assert competition.table.views([])[0]["coming"] == []
    challenge = again(before.table, mode="challenge")
    assert challenge.facts.mode == "challenge"
    assert not challenge.table.contest
    assert challenge.table.views([])[0]["coming"]


def test_house_rules_are_those_of_the_deal_unless_others_are_picked() -> None:
    before = seated("team-up", players=1, options={"clone": "shape"})
    before.move("stop")
    assert again(before.table).facts.options == {"clone": "shape"}
    assert again(before.table, options={"clone": "face"}).facts.options == {}


def test_with_cards_known_beforehand_a_game_is_not_rated() -> None:
    before = seated("team-up", players=1)
    before.move("draw")
    before.play_out()
    for mode, rated in [("challenge", False), ("puzzle", False), ("competition", True)]:
        at = again(before.table, mode=mode)
        at.play_out()
        assert results.outcome(at.table).rated is rated


# --- Puzzles ---------------------------------------------------------------------------------


def test_a_puzzle_of_the_book_lies_open() -> None:
    at = gathered("team-up", 1, puzzle=3)
    at.start()
    view = at.table.views([1])[0]
    assert (view["mode"], at.facts.mode) == ("puzzle", "puzzle")
    assert view["coming"] == list(page(3).puzzle.cards)
    assert at.table.setup.puzzle == 3


def test_tables_with_the_same_puzzle_have_the_same_deal() -> None:
    wish = NewTable(game="team-up", players=1, puzzle=3)
    at, other = At(wish), At(wish, BOB, OTHER_SEED)
    assert at.facts.deal == other.facts.deal
    assert at.facts.deal != gathered("team-up", 1, puzzle=4).facts.deal


# --- What if ---------------------------------------------------------------------------------


def what_if(source: Table, ply: int, seat: int = 1, bot: str = "casual") -> At:
    at = At.__new__(At)
    opened = opening.open_what_if(WhatIf(ply, seat, bot), ADA, source)
    at.now, at.commands, at.rows, at.changes = NOON, 0, [], []
    at.table, change = Table.open("ponmlkjihgfedcba", CODE, opened, NOON)
    at._write(change)
    at.itself(at.table.start)
    return at


@pytest.mark.parametrize(
    ("game", "players"), and_others([("dnup", 3), ("team-play", 4), ("team-up", 2)])
)
def test_what_if_plays_on_from_a_move_of_a_finished_game(game: str, players: int) -> None:
    before = seated(game, players=players)
    before.moves(20)
    before.itself(before.table.end, "enough")
    lines = before.game_moves()
    at = what_if(before.table, 9, seat=2)
    assert at.game_moves()[:9] == lines[:9]
    assert at.facts.what_if == ID
    assert [seat.name for seat in at.facts.seats] == [
        "Ada" if seat == 2 else None for seat in range(1, players + 1)
    ]
    assert len(at.told(at.changes[-1], 2)["lines"]) == at.facts.plies


def test_moves_that_were_made_before_are_not_taken_back_here() -> None:
    before = seated("dnup", players=2)
    before.moves(6)
    before.itself(before.table.end, "enough")
    at = what_if(before.table, 5)
    assert at.facts.take_back == []
    at.refuse("nothing-to-take-back", ADA, c.TakeBack, seat=1)


def test_deals_belong_to_the_move_before_them() -> None:
    before = finished("dnup", 2)
    lines = before.game_moves()
    ply = next(ply for ply, line in enumerate(lines) if ply and line.startswith("deal "))
    assert what_if(before.table, ply).game_moves() == lines[: ply + 1]
    assert what_if(before.table, 0).game_moves() == lines[:1]


def test_what_if_the_same_moves_are_made_the_same_cards_come() -> None:
    before = finished("dnup", 2)
    lines = before.game_moves()
    at = what_if(before.table, 4)
    while at.table.state == "playing":
        at.move(lines[at.facts.plies])
    assert at.game_moves() == lines
    assert results.outcome(at.table).flags == ["what-if"]


def test_what_if_is_for_finished_games_and_a_ply_before_their_end() -> None:
    running, over = seated("dnup", players=2), finished("dnup", 2)
    plies = over.facts.plies
    for code, source, ply, seat, bot in [
        ("not-finished", running, 1, 1, "casual"),
        ("no-such-ply", over, plies + 1, 1, "casual"),
        ("over-there", over, plies, 1, "casual"),
        ("no-such-seat", over, 1, 3, "casual"),
        ("no-such-bot", over, 1, 1, "nobody"),
    ]:
        with pytest.raises(Refusal) as problem:
            opening.open_what_if(WhatIf(ply, seat, bot), ADA, source.table)
        assert problem.value.code == code


def test_a_what_if_of_a_contest_is_none() -> None:
    contest = At(NewTable(game="team-up", players=1, daily=True), day="2026-11-16")
    contest.start()
    contest.moves(4)
    contest.play_out()
    at = what_if(contest.table, 4)
    assert not at.table.contest
    assert at.facts.day is None


def test_a_what_if_of_a_competition_is_none_either() -> None:
    first = seated("team-up", players=1)
    first.move("draw")
    first.play_out()
    competition = again(first.table)
    competition.move("draw")
    competition.play_out()
    at = what_if(competition.table, 3)
    assert at.facts.mode == "competition"
    assert not at.table.contest
    at.move()
    at.do(ADA, c.TakeBack, seat=1)


def test_the_first_entry_says_all_of_it() -> None:
    at = what_if(finished("team-up", 2).table, 6, seat=2)
    opened = log.decode(at.rows[0][2])
    assert isinstance(opened, log.Opened)
    assert opened == at.table.setup
    assert (opened.person, opened.host, opened.host_name) == (ADA.id, ADA.id, "Ada")


def test_a_deal_that_was_played_before_is_told_and_against_others_not_rated() -> None:
    source = seated("dnup", players=2, people=1)
    source.play_out()
    wish = NewTable(game="dnup", players=2, same_deal=ID, bots={"2": "casual"})
    at = At(wish, source=source.table)
    assert (source.facts.again, at.facts.again) == (None, ID)
    at.start()
    at.play_out()
    assert results.outcome(at.table).flags == ["known-deal"]


def test_a_team_that_plays_a_deal_again_is_compared_with_others() -> None:
    source = seated("team-up", players=1)
    source.play_out()
    wish = NewTable(game="team-up", players=1, same_deal=ID, mode="competition")
    at = At(wish, host=BOB, source=source.table)
    at.do(BOB, c.Start)
    at.play_out()
    assert results.outcome(at.table).rated

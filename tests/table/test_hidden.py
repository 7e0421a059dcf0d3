"""A table keeps the game's secrets.

Tables that differ only in what a seat cannot see give this seat, and spectators, the same bytes:
views, entries, facts, refusals, reasons, and what its bot would see.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import upturn
from tests.support.hidden import TRIED, rewritten, with_other_secrets
from tests.support.random_games import and_others
from tests.support.sitting import ADA, CODE, EVE, ID, PEOPLE, At, gathered, seated
from upturn.errors import Refusal
from upturn.table import Person, Table, log, showing, shuffles
from upturn.wire import commands as c
from upturn.wire import facts as wire

DAY = "2026-11-16"


def lively(name: str, players: int, seed: int, moves: int) -> At:
    """A table with people and perhaps bots, after so many random moves and some talk."""
    choose = random.Random(f"{name} {players} {seed}")
    at = gathered(name, players)
    for seat in range(2, players + 1):
        if choose.random() < 0.3:
            at.do(ADA, c.Fill, seat=seat, bot="casual")
        else:
            at.do(PEOPLE[seat - 1], c.Sit, seat=seat)
    at.start()
    for _ in range(moves):
        game = at.table.game
        assert game is not None
        if choose.random() < 0.1:
            at.do(ADA, c.Hint, seat=1) if at.table.to_act == 1 else stay(at)
        at.move(choose.choice(game.free_moves()))
        if at.table.state != "playing":
            at.rows.pop()
            at.table = at.folded()
            break
    return at


def stay(at: At) -> None:
    at.itself(at.table.away, 1)
    at.itself(at.table.back, 1)


def all_that_is_learned(rows: list[log.Row], seat: int | None) -> dict[str, bytes]:
    """Everything a seat, or a spectator, can get out of a table."""
    table = Table.fold(ID, CODE, rows)
    learned: dict[str, Any] = {
        "told": showing.retell(ID, CODE, rows, 0, seat),
        "views": table.views([] if seat is None else [seat]),
        "facts": showing.facts(table),
        "line": showing.line(table),
        "answers": [answer(table, command, person) for command, person in attempts(table, seat)],
    }
    if seat is not None and seat == table.to_act:
        learned["bot"] = table.bot_view(seat)
        learned["reasons"] = reasons(table, seat)
    return {name: msgspec.json.encode(value) for name, value in learned.items()}


def reasons(table: Table, seat: int) -> Any:
    """Why moves of all kinds are not possible, as the seat's person is told."""
    chair = table.chairs[seat - 1]
    if chair.person is None:
        return None
    texts = [text for text in table.rules.notation(len(table.chairs)).texts if text]
    moves = [*table.views([seat])[0]["legal"], *texts[:: 1 + len(texts) // 200], *TRIED]
    found = table.why(c.Why("c", table.version, seat, moves), Person(chair.person, "Ada"))
    assert {why and why.code for why in found.values()} > {None}
    return [[move, why and [why.code, why.sentence, why.details]] for move, why in found.items()]


def attempts(table: Table, seat: int | None) -> list[tuple[Any, Person]]:
    """Commands that this seat's person could try, or somebody who watches."""
    chair = table.chairs[(seat or 1) - 1]
    person = EVE if seat is None or chair.person is None else Person(chair.person, str(chair.name))
    version, number = table.version, seat or 1
    legal = table.views([seat])[0]["legal"] if seat is not None else []
    tried: list[Any] = [
        c.MakeMove("c", version, number, move) for move in TRIED if move not in legal
    ]
    tried += [
        c.MakeMove("c", 1, number, "flip"),
        c.TakeBack("c", version, number),
        c.Hint("c", version, number),
        c.Stand("c", version, number),
        c.Claim("c", version, number),
        c.ProposeEnd("c", version, number),
        c.Vote("c", version, number, 1, "yes"),
        c.Say("c", version, text="hm"),
    ]
    return [(command, person) for command in tried]


def answer(table: Table, command: Any, person: Person) -> Any:
    """Why a command is refused; it is not tried if it would be done."""
    try:
        entry = decided(table, command, person)
    except Refusal as refusal:
        return [refusal.code, refusal.sentence, refusal.details]
    if isinstance(entry, log.Moved):  # the rules have the last word
        why = table.expect_game().why_not(entry.move)
        return None if why is None else [why.code, why.sentence, why.details]
    return type(entry).__name__


def decided(table: Table, command: Any, person: Person) -> log.AnyEntry:
    from upturn.table.table import DECIDE

    return DECIDE[type(command)](table, command, person, table.changed)


@pytest.mark.parametrize(
    ("name", "players"),
    and_others(
        [("dnup", 2), ("dnup", 3), ("dnup", 5), ("team-play", 3), ("team-play", 4),
         ("team-play", 5), ("team-play", 6), ("team-up", 1), ("team-up", 2), ("team-up", 4)]
    ),
)  # fmt: skip
def test_what_a_seat_cannot_see_changes_nothing_that_it_gets(name: str, players: int) -> None:
    swapped = 0
    for seed, moves in enumerate([0, 7, 25, 60]):
        at = lively(name, players, seed, moves)
        game = at.table.game
        assert game is not None
        for seat in range(1, players + 1):
            other = with_other_secrets(game, seat, seed + 1)
            rows = rewritten(at.rows, other.moves)
            swapped += rows != at.rows
            for receiver in (seat, None):
                ours = all_that_is_learned(at.rows, receiver)
                theirs = all_that_is_learned(rows, receiver)
                assert ours == theirs, (seed, seat, receiver)
    assert swapped > players


def test_a_table_told_with_the_wrong_seat_would_be_noticed() -> None:
    at = lively("dnup", 3, 1, 7)
    game = at.table.game
    assert game is not None
    rows = rewritten(at.rows, with_other_secrets(game, 1, 1).moves)
    ours, theirs = all_that_is_learned(at.rows, 2), all_that_is_learned(rows, 2)
    assert ours["told"] != theirs["told"]
    assert ours["views"] != theirs["views"]
    assert ours["facts"] == theirs["facts"]


@pytest.mark.parametrize(
    ("name", "players"), and_others([("dnup", 3), ("team-play", 4), ("team-up", 2)])
)
def test_a_game_at_a_table_is_told_as_the_game_itself_tells_it(name: str, players: int) -> None:
    at = lively(name, players, 5, 40)
    game = at.table.game
    assert game is not None
    history = upturn.replay(game.record())
    for seat in [None, *range(1, players + 1)]:
        told = showing.retell(ID, CODE, at.rows, 0, seat)
        lines = [
            msgspec.to_builtins(line) for entry in told for line in getattr(entry, "lines", [])
        ]
        assert lines == history.history(seat)


def test_entries_after_a_version_are_exactly_those() -> None:
    at = lively("dnup", 3, 2, 30)
    everything = showing.retell(ID, CODE, at.rows, 0, 2)
    for since in (0, 1, 5, at.table.version - 1, at.table.version):
        assert showing.retell(ID, CODE, at.rows, since, 2) == everything[since:]


def test_what_was_taken_back_since_is_told_too() -> None:
    at = gathered("dnup", 2, bots={"2": "casual"})
    at.start()
    while at.table.to_act != 1:
        at.move()
    since = at.table.version
    at.move()
    at.do(ADA, c.TakeBack, seat=1)
    told = [type(entry).__name__ for entry in showing.retell(ID, CODE, at.rows, since, None)]
    assert told == ["Moved", "TookBack"]


def test_somebody_elses_move_is_told_without_what_only_they_saw() -> None:
    at = lively("team-play", 4, 3, 60)
    gifts = 0
    for n, _, body in at.rows:
        entry = log.decode(body)
        if not isinstance(entry, log.Moved) or not entry.move.startswith("give "):
            continue
        gifts += 1
        for seat in (None, *(seat for seat in range(1, 5) if seat % 2 != entry.seat % 2)):
            told: Any = showing.retell(ID, CODE, at.rows[:n], n - 1, seat)[0]
            assert set(told.lines[0].move.split(" ")[1:]) == {"?"}
    assert gifts


def test_a_refusal_or_a_change_says_nothing_of_the_seed() -> None:
    at = lively("dnup", 2, 1, 10)
    for name, learned in all_that_is_learned(at.rows, 1).items():
        assert at.table.setup.seed.encode() not in learned, name
        assert at.table.setup.nonce.encode() not in learned, name


@pytest.mark.parametrize("finished", [True, False])
def test_until_the_day_is_over_nothing_of_its_seed_is_told(finished: bool) -> None:
    def told(seed: str, nonce: str, now: int) -> wire.TableFacts:
        at = seated("team-up", 1)
        at.table.setup.day, at.table.setup.seed, at.table.setup.nonce = DAY, seed, nonce
        if finished:
            at.do(ADA, c.ProposeEnd, seat=1)
            assert at.table.state == "ended"
        facts = showing.facts(at.table, now)
        shown = msgspec.structs.replace(facts.shuffle, commitment="")
        assert facts.shuffle.commitment == shuffles.commitment(seed, nonce)
        return msgspec.structs.replace(facts, shuffle=shown)

    over = shuffles.end_of(DAY)
    for now in (0, over - 1):
        assert told("one seed", "a", now) == told("another", "b", now)
        assert told("one seed", "a", now).shuffle.told == over
    later = told("one seed", "a", over).shuffle
    assert (later.seed, later.nonce) == (("one seed", "a") if finished else (None, None))
    assert later.told is None

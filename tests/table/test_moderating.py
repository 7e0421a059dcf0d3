"""Muting and removing: by the host, for every device of a person, until the host lifts it."""

from __future__ import annotations

import msgspec
import pytest

from tests.support.sitting import ADA, BOB, CYD, DAN, EVE, At, gathered, seated, state
from upturn.table import log
from upturn.wire import commands as c


def barred(at: At, which: str) -> list[tuple[int, str, int | None]]:
    return [(one.entry, one.name, one.seat) for one in getattr(at.facts, which)]


# --- Muting ----------------------------------------------------------------------------------


def test_somebody_who_is_muted_cannot_talk_and_plays_on() -> None:
    at = seated("dnup", players=2)
    change = at.do(ADA, c.Mute, seat=2)
    assert at.told(change) == {
        "what": "muted", "n": change.n, "at": change.at, "name": "Bob", "seat": 2,
    }  # fmt: skip
    assert barred(at, "muted") == [(change.n, "Bob", 2)]
    at.refuse("muted", BOB, c.Say, seat=2, text="why?")
    at.refuse("muted", BOB, c.Say, phrase="nice")
    at.refuse("muted-already", ADA, c.Mute, seat=2)
    at.moves(4)
    assert state(at.folded()) == state(at.table)


def test_a_spectator_is_named_by_something_they_said() -> None:
    at = seated("dnup", players=2)
    said = at.do(EVE, c.Say, text="boo").n
    change = at.do(ADA, c.Mute, entry=said)
    assert at.told(change) == {
        "what": "muted", "n": change.n, "at": change.at, "name": "Eve",
    }  # fmt: skip
    at.refuse("muted", EVE, c.Say, text="boo")
    at.do(DAN, c.Say, text="others may talk")


@pytest.mark.parametrize("lifted_by", ["seat", "said", "facts"])
def test_the_host_lets_somebody_talk_again(lifted_by: str) -> None:
    at = seated("dnup", players=2)
    said = at.do(BOB, c.Say, seat=2, text="boo").n
    muted = at.do(ADA, c.Mute, seat=2).n
    fields = {"seat": {"seat": 2}, "said": {"entry": said}, "facts": {"entry": muted}}[lifted_by]
    change = at.do(ADA, c.Mute, lift=True, **fields)
    assert at.told(change)["lifted"] is True
    assert barred(at, "muted") == []
    at.do(BOB, c.Say, seat=2, text="sorry")
    at.refuse("not-muted", ADA, c.Mute, seat=2, lift=True)


def test_a_muted_spectator_who_sits_down_stays_muted() -> None:
    at = gathered(players=3)
    said = at.do(BOB, c.Say, text="boo").n
    at.do(ADA, c.Mute, entry=said)
    at.do(BOB, c.Sit, seat=2, name="Grandpa")
    at.refuse("muted", BOB, c.Say, seat=2, text="it is me")
    assert barred(at, "muted") == [(said + 1, "Bob", None)]  # nobody learns that it is Grandpa


def test_only_a_host_mutes_and_no_host_is_muted() -> None:
    at = seated("dnup", players=3)
    said = at.do(ADA, c.Say, seat=1, text="hello").n
    at.refuse("host-only", BOB, c.Mute, seat=3)
    at.refuse("host-only", EVE, c.Mute, seat=3)
    at.refuse("not-the-host", ADA, c.Mute, seat=1)
    at.refuse("not-the-host", ADA, c.Mute, entry=said)


def test_a_stand_in_host_mutes_but_does_not_remove() -> None:
    at = seated("dnup", players=3)
    said, ada = at.do(EVE, c.Say, text="boo").n, at.do(ADA, c.Say, text="hm").n
    at.do(ADA, c.Stand, seat=1)
    at.do(BOB, c.Mute, entry=said)
    at.refuse("opener-only", BOB, c.Remove, entry=said)
    at.refuse("not-the-host", BOB, c.Mute, entry=ada)
    at.refuse("not-the-host", BOB, c.Mute, seat=2)
    at.do(ADA, c.Sit, seat=1)
    at.do(ADA, c.Mute, entry=said, lift=True)


def test_one_names_a_seat_or_something_that_was_said() -> None:
    at = seated("dnup", players=2, people=1)
    said = at.do(EVE, c.Say, text="boo").n
    for kind in (c.Mute, c.Remove):
        at.refuse("seat-or-entry", ADA, kind)
        at.refuse("seat-or-entry", ADA, kind, seat=2, entry=said)
        at.refuse("nobody-spoke", ADA, kind, entry=1)
        at.refuse("nobody-spoke", ADA, kind, entry=said + 100)
        at.refuse("seat-empty", ADA, kind, seat=2)  # a bot
        at.refuse("no-such-seat", ADA, kind, seat=7)


# --- Removing --------------------------------------------------------------------------------


def test_a_kick_before_the_game_holds() -> None:
    at = gathered(players=3)
    at.do(BOB, c.Sit, seat=2)
    at.do(BOB, c.Sit, seat=3)
    change = at.do(ADA, c.Stand, seat=2)
    assert at.told(change) == {
        "what": "removed", "n": change.n, "at": change.at, "name": "Bob", "seat": 2,
    }  # fmt: skip
    assert [chair.name for chair in at.table.chairs] == ["Ada", None, None]
    assert (change.stood, change.seats) == (BOB.id, [2, 3])
    at.refuse("removed", BOB, c.Sit, seat=2)
    at.refuse("removed", BOB, c.Say, text="let me in")
    at.table = at.folded()
    at.refuse("removed", BOB, c.Sit, seat=2)
    at.do(ADA, c.Remove, entry=change.n, lift=True)
    at.do(BOB, c.Sit, seat=2)


def test_a_spectator_is_removed_during_the_game_with_what_they_claim() -> None:
    at = seated("dnup", players=3, people=2)
    said = at.do(EVE, c.Say, text="boo").n
    at.do(EVE, c.Claim, seat=3)
    change = at.do(ADA, c.Remove, entry=said)
    assert barred(at, "removed") == [(change.n, "Eve", None)]
    assert at.facts.claims == []
    at.refuse("removed", EVE, c.Claim, seat=3)
    at.refuse("removed", EVE, c.Say, text="boo")
    at.refuse("no-such-claim", ADA, c.Answer, claim=1, give=True)
    at.refuse("removed-already", ADA, c.Remove, entry=said)
    assert state(at.folded()) == state(at.table)


def test_somebody_with_a_seat_in_the_game_is_not_removed() -> None:
    at = seated("dnup", players=3)
    said = at.do(BOB, c.Say, text="boo").n
    at.refuse("plays-here", ADA, c.Remove, seat=2)
    at.refuse("plays-here", ADA, c.Remove, entry=said)
    at.do(CYD, c.Stand, seat=3)
    at.refuse("plays-here", ADA, c.Remove, seat=3)
    at.itself(at.table.end, "enough")
    at.refuse("plays-here", ADA, c.Remove, seat=2)


def test_only_the_person_who_opened_the_table_removes() -> None:
    at = gathered(players=3, seat=None)
    at.do(BOB, c.Sit, seat=1)
    at.do(CYD, c.Sit, seat=2)
    at.refuse("opener-only", CYD, c.Remove, seat=1)
    at.refuse("opener-only", BOB, c.Remove, seat=2)
    change = at.do(BOB, c.Stand, seat=2)  # a stand-in host opens a seat
    assert at.told(change)["by_host"] is True
    at.do(CYD, c.Sit, seat=2)
    at.do(ADA, c.Remove, seat=1)
    at.refuse("removed", BOB, c.Sit, seat=1)
    at.refuse("not-removed", ADA, c.Remove, seat=2, lift=True)


# --- Where partners must be silent -----------------------------------------------------------


def test_while_talk_is_closed_nobody_says_anything_by_muting() -> None:
    at = gathered("team-play", players=4, bots={"3": "casual", "4": "casual"})
    at.do(BOB, c.Sit, seat=2)
    first, second = at.do(EVE, c.Say, text="hi").n, at.do(DAN, c.Say, text="hi").n
    muted = at.do(ADA, c.Mute, entry=first).n
    removed = at.do(ADA, c.Remove, entry=second).n
    at.start()
    at.refuse("talk-closed", ADA, c.Mute, seat=2)
    at.refuse("talk-closed", ADA, c.Mute, entry=muted, lift=True)
    at.refuse("talk-closed", ADA, c.Remove, entry=removed, lift=True)
    at.refuse("talk-closed", EVE, c.Say, text="hi")
    at.refuse("talk-closed", ADA, c.Remove, entry=first)


# --- The log ---------------------------------------------------------------------------------


def test_a_kick_in_an_older_log_folds_as_it_did() -> None:
    at = gathered()
    at.do(BOB, c.Sit, seat=2)
    kicked = log.Stood(seat=2, by_host=True, person=ADA.id, id="c9")
    at.rows.append((3, at.now, log.encode(kicked)))
    table = at.folded()
    assert table.chairs[1].open
    assert table.removed == {}


def test_everybody_is_told_the_same_and_nobody_is_told_an_id() -> None:
    at = seated("dnup", players=3)
    said = at.do(EVE, c.Say, text="boo").n
    for change in (at.do(ADA, c.Mute, seat=2), at.do(ADA, c.Remove, entry=said)):
        told = [at.told(change, seat) for seat in (None, 1, 2, 3)]
        assert told == told[:1] * 4
        everything = repr((told, msgspec.to_builtins(at.facts)))
        assert not any(repr(person.id) in everything for person in (ADA, BOB, EVE))


# --- What an attacker would try --------------------------------------------------------------


def test_the_owner_of_a_claimed_seat_is_not_removed() -> None:
    at = seated("dnup", players=3)
    said = at.do(BOB, c.Say, seat=2, text="back soon").n
    at.itself(at.table.away, 2)
    at.hand_over(2, EVE, ADA, CYD)
    at.refuse("plays-here", ADA, c.Remove, entry=said)
    at.do(BOB, c.Sit, seat=2)
    assert at.table.seats_of(BOB.id) == [2]


def test_a_muted_stand_in_host_does_not_unmute_themself() -> None:
    at = gathered("dnup", 3)
    at.do(BOB, c.Sit, seat=2)
    at.do(CYD, c.Sit, seat=3)
    at.start()
    at.do(ADA, c.Mute, seat=2)
    at.do(ADA, c.Stand, seat=1)
    assert BOB.id in at.table.hosts
    at.refuse("host-only", BOB, c.Mute, seat=2, lift=True)


def test_a_muted_person_says_nothing_by_the_name_of_a_claim() -> None:
    at = seated("dnup", players=3)
    said = at.do(EVE, c.Say, text="boo").n
    at.do(ADA, c.Mute, entry=said)
    at.do(BOB, c.Stand, seat=2)
    claimed = at.do(EVE, c.Claim, seat=2, name="Ada cheats")
    assert "name" not in at.told(claimed)

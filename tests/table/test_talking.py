"""Talk: free where it does no harm, closed where partners must be silent."""

from __future__ import annotations

import pytest

from tests.support.sitting import ADA, BOB, EVE, gathered, seated, state
from upturn.table import talking
from upturn.wire import commands as c


def test_everybody_may_talk_spectators_too() -> None:
    at = seated("dnup", players=2)
    change = at.do(ADA, c.Say, seat=1, text="hello")
    assert at.told(change, 2) == {
        "what": "said", "n": change.n, "at": change.at, "name": "Ada", "seat": 1, "text": "hello",
        "opener": True,
    }  # fmt: skip
    change = at.do(EVE, c.Say, phrase="nice")
    assert at.told(change) == {
        "what": "said", "n": change.n, "at": change.at, "name": "Eve", "phrase": "nice",
    }  # fmt: skip
    assert at.facts.talk == "free"


def test_a_seat_talks_by_its_name_and_only_its_person_speaks_for_it() -> None:
    at = gathered()
    at.do(BOB, c.Sit, seat=2, name="Grandpa")
    assert at.told(at.do(BOB, c.Say, seat=2, text="hi"))["name"] == "Grandpa"
    at.refuse("not-your-seat", ADA, c.Say, seat=2, text="hi")


@pytest.mark.parametrize("players", [4, 6])
def test_with_partners_talk_is_closed_for_everybody_while_they_play(players: int) -> None:
    at = gathered(
        "team-play", players=players, bots={str(s): "casual" for s in range(3, 7)[: players - 2]}
    )
    at.do(BOB, c.Sit, seat=2)
    at.do(BOB, c.Say, seat=2, text="before the game one may talk")
    at.start()
    assert at.facts.talk == "closed"
    at.refuse("talk-closed", ADA, c.Say, seat=1, text="draw blue")
    at.refuse("talk-closed", ADA, c.Say, seat=1, phrase="nice")
    at.refuse("talk-closed", EVE, c.Say, text="she has two eights")
    at.itself(at.table.end, "enough")
    assert at.facts.talk == "free"
    at.do(ADA, c.Say, seat=1, text="after it again")


@pytest.mark.parametrize(("game", "players"), [("team-play", 3), ("team-play", 5), ("team-up", 4)])
def test_where_all_are_alone_or_all_together_talk_is_free(game: str, players: int) -> None:
    assert seated(game, players=players).facts.talk == "free"


def test_at_a_private_table_that_is_closed_those_talk_who_sat_there() -> None:
    for public in (False, True):
        at = seated("dnup", players=2, public=public)
        at.do(EVE, c.Say, text="hello from the bench")
        at.itself(at.table.end, "enough")
        at.do(ADA, c.Say, text="well played")
        if public:
            at.do(EVE, c.Say, text="indeed")
        else:
            at.refuse("private-talk", EVE, c.Say, text="indeed")


def test_one_says_a_text_or_a_phrase() -> None:
    at = seated()
    at.refuse("say-one", ADA, c.Say, seat=1)
    at.refuse("say-one", ADA, c.Say, seat=1, text="a", phrase="nice")
    refused = at.refuse("no-such-phrase", ADA, c.Say, seat=1, phrase="hurry")
    assert refused.details == {"phrase": "hurry", "phrases": list(talking.phrases())}


def test_a_text_is_kept_clean_and_an_empty_one_not_at_all() -> None:
    at = seated()
    told = at.told(at.do(ADA, c.Say, seat=1, text="  so\u202e \n much  "))
    assert told["text"] == "so much"
    at.refuse("nothing-said", ADA, c.Say, seat=1, text=" \u200b\n")


def test_talk_ends_at_a_limit_of_its_own_and_everything_else_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(talking, "MOST", 6)
    monkeypatch.setattr(talking, "MOST_BY_SPECTATORS", 3)
    at = seated("dnup", players=2)
    for _ in range(3):
        at.do(EVE, c.Say, text="look at me")
    refused = at.refuse("spectators-talk-full", EVE, c.Say, text="look at me")
    assert refused.details == {"most": 3}
    for _ in range(3):
        at.do(ADA, c.Say, text="without naming the seat", phrase=None)
    for fields in ({"text": "one more"}, {"phrase": "nice"}):
        refused = at.refuse("talk-full", ADA, c.Say, seat=1, **fields)
        assert refused.details == {"most": 6}
    at.move()
    at.do(ADA, c.Mute, entry=at.table.version - 4)
    at.do(BOB, c.ProposeEnd, seat=2)
    assert state(at.folded()) == state(at.table)


def test_talk_does_not_fill_the_log_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    at = seated("dnup", players=2)
    monkeypatch.setattr("upturn.table.table.LONGEST", at.table.version + 1)
    for _ in range(20):
        at.do(ADA, c.Say, seat=1, text="so much to say")
    at.do(ADA, c.Mute, seat=2)
    at.refuse("log-full", ADA, c.Mute, seat=2, lift=True)
    at.do(ADA, c.Say, seat=1, text="talk has its own limit")
    at.move()


def test_somebody_who_spoke_before_sitting_down_spoke_as_a_spectator() -> None:
    at = gathered(players=3)
    at.do(BOB, c.Say, text="is a seat free?")
    at.do(BOB, c.Sit, seat=2)
    at.do(BOB, c.Say, text="thanks")
    assert at.table.said_by_spectators == at.folded().said_by_spectators == 1


def test_there_is_a_phrase_for_most_of_what_is_said_at_a_table() -> None:
    phrases = talking.phrases()
    assert len(phrases) >= 16
    assert all(text.strip() == text != "" for text in phrases.values())

"""Refusals can be told in every language: their codes are known, and what fills the sentences."""

from __future__ import annotations

import json
from pathlib import Path

from tools.refusal_codes import LACKING, advice, codes, sayings

TEMPLATES = Path(__file__).parents[1] / "web" / "src" / "words" / "templates.json"
TO_PROGRAMS = {
    # what is sent is not what the API takes
    "bad-body", "bad-query", "bad-version", "invalid", "no-command", "no-json", "not-json",
    "not-kept", "say-one", "text-only", "too-long", "wrong-method",
    # who asks is no page of ours
    "foreign-page", "unknown-secret", "not-for-you", "not-ready",
    # what the engine says of a setup that no form of the page offers
    "invalid-setup", "no-such-puzzle",
    # what a table tries by itself
    "away-already", "needs-agreement", "no-bot-here", "no-clock-runs", "not-away", "time-left",
}  # fmt: skip
"""They are in English."""


def test_what_a_table_or_the_server_refuses_carries_every_value_it_mentions() -> None:
    said = [saying for saying in sayings() if not saying.where.startswith("games/")]
    assert len(said) > 100
    lacking = [saying for saying in said if "{" + LACKING in saying.sentence]
    assert not lacking


def test_refusals_are_found_however_they_are_written() -> None:
    found = codes()
    assert found["not-held"] == ["you do not hold {card}"]  # from a game's table
    assert found["game-over"][0] == "the game is over"  # what games have in common
    assert found["no-such-page"] == ["There is nothing here."]  # by status
    assert found["text-only"] == ["Messages are JSON text."]  # the last word to a socket
    assert found["seats-open"] == ["nobody has taken seat {seats} yet"]  # made of a list
    assert found["stale"][0] == "the game went on meanwhile"
    assert len(found["stale"]) == 4  # by what happened


def test_advice_is_found_for_every_game_and_the_solver() -> None:
    found = advice()
    assert {"only-move", "goes-out", "gives-spare", "fills-exactly", "leads-to-best"} <= set(found)


def test_the_page_has_words_for_everything_a_person_at_it_can_be_refused() -> None:
    known = json.loads(TEMPLATES.read_text(encoding="utf-8"))["any"]
    assert not set(codes(games=False)) - TO_PROGRAMS - set(known)


def test_what_only_programs_are_told_is_still_told() -> None:
    assert set(codes()) >= TO_PROGRAMS

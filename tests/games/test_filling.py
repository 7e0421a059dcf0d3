"""Sentences of refusals and reasons are filled with their details."""

from __future__ import annotations

import pytest

from upturn.errors import Refusal, invalid_setup
from upturn.filling import filled


def test_a_number_brings_the_word_for_one_or_for_many() -> None:
    sentence = "{name} has {held|card|cards} left"
    assert filled(sentence, {"seat": 2, "held": 1}) == "seat 2 has 1 card left"
    assert filled(sentence, {"seat": 2, "held": 3}) == "seat 2 has 3 cards left"


def test_a_seat_gives_its_name_unless_somebody_has_one() -> None:
    assert filled("{name} is out", {"owner": 3}) == "seat 3 is out"
    assert filled("{name} is away", {"name": "Ada", "seat": 3}) == "Ada is away"


def test_a_list_is_written_as_people_write_it() -> None:
    assert filled("take {cards}", {"cards": ["r1", "r2", "b3"]}) == "take r1, r2 and b3"
    assert filled("at {cells[0]} and {cells[1]}", {"cells": ["a1", "b2"]}) == "at a1 and b2"


def test_a_detail_can_be_a_message_and_a_list_of_them_is_a_choice() -> None:
    wanted = [{"code": "a-number"}, {"code": "a-seat", "least": 1, "most": 8}]
    why = {"code": "field-wrong", "field": "`seat`", "wanted": wanted}
    sentence = Refusal("bad-body", why=why).sentence
    assert sentence == "`seat` must be a whole number or a seat from 1 to 8."


def test_what_cannot_be_set_up_is_told_in_words_and_as_a_message() -> None:
    problem = invalid_setup("no-puzzle", puzzle=61, last=60)
    assert str(problem) == problem.sentence
    assert "61" in str(problem)
    assert problem.why == {"code": "no-puzzle", "puzzle": 61, "last": 60}


def test_a_missing_detail_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError):
        filled("{card} is gone", {})

"""Names and chat are kept as text on one line, without what cannot be seen."""

from __future__ import annotations

import unicodedata
from itertools import combinations
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from upturn.wire.base import ClientId, Code, TableId, Word
from upturn.wire.text import MARKS, clean, key_of, look_of, same_name

LONG = 300


def test_gaps_become_one_space_and_the_ends_have_none() -> None:
    assert clean("  Ada \t\n\r Love\u2028lace\u3000 ", LONG) == "Ada Love lace"


@pytest.mark.parametrize(
    "hidden",
    [
        "\x00",
        "\x1b",
        "\u200b",
        "\u200c",
        "\u200d",
        "\ufe0f",
        "\u202e",
        "\u2066",
        "\ufeff",
        "\u00ad",
        "\u034f",
        "\ufe01",
        "\U000e0100",
        "\U000e0041",
        "\ue000",
        "\ud800",
        "\uffff",
        "\u061c",
        "\u17b4",
        "\u17b5",
        "\u180e",
        "\u180f",
        "\u2064",
        "\ufff0",
        "\U0001bca0",
        "\U0001d173",
        "\U000e0001",
        "\U000e007f",
        "\U000e01ef",
        "\U000e0fff",
    ],
    ids=ascii,
)
def test_what_cannot_be_seen_is_left_out(hidden: str) -> None:
    assert clean(f"{hidden}A{hidden}d{hidden}{hidden}a{hidden}", LONG) == "Ada"
    assert clean(hidden * 5, LONG) == ""


@pytest.mark.parametrize("blank", ["\u3164", "\u115f", "\u1160", "\uffa0", "\u2800"], ids=ascii)
def test_a_name_cannot_be_made_of_letters_that_look_like_nothing(blank: str) -> None:
    assert clean(blank * 3, LONG) == ""
    assert clean(f"A{blank}da", LONG) == "A da"


@pytest.mark.parametrize(
    "emoji", ["👩‍👩‍👧", "🏳️‍🌈", "❤️", "👍🏽", "👩🏽‍🚀", "1️⃣", "‼️", "🇨🇭", "🧑‍🤝‍🧑"]
)
def test_emoji_stay_as_they_were_written(emoji: str) -> None:
    assert clean(emoji, LONG) == emoji
    assert clean(f"well {emoji} played {emoji}", LONG) == f"well {emoji} played {emoji}"


@pytest.mark.parametrize(
    "text", ["Zoë Müller", "Łukasz", "Σωκράτης", "Анна", "李雷", "नमस्ते", "عمر"]
)
def test_names_of_the_world_stay_as_they_are(text: str) -> None:
    assert clean(text, LONG) == text


def test_letters_and_their_marks_become_one_where_they_can() -> None:
    assert clean("Zoe\u0308", LONG) == clean("Zoe\u200b\u0308", LONG) == "Zoë"


@pytest.mark.parametrize("between", ["", "\u200b", "\u200d", "\ufe0f"], ids=ascii)
def test_a_letter_carries_few_marks(between: str) -> None:
    towering = "q" + f"\u0321{between}" * 20
    assert clean(towering, LONG) == "q" + "\u0321" * MARKS
    assert clean("\u0321\u0321 a", LONG) == "a"


def test_a_long_text_is_cut_and_its_cut_end_is_clean() -> None:
    assert clean("Ada Lovelace", 4) == "Ada"
    assert clean("👩‍👩‍👧", 2) == "👩"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ADA"),
        ("Ada", "a d a"),
        ("Ada", "Ａｄａ"),
        ("Straße", "STRASSE"),
        ("Zoë", "Zoe\u0308"),
        ("❤️", "❤"),
    ],
)
def test_names_that_look_alike_are_the_same_name(one: str, other: str) -> None:
    assert key_of(clean(one, LONG)) == key_of(clean(other, LONG))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "Аdа"),  # Cyrillic А and а
        ("Oleg", "ОIеg"),  # Cyrillic О and е, a large I
        ("Iris", "lris"),
        ("Ali", "AIi"),
        ("Ben", "Bеn"),
        ("Olga", "0lga"),
        ("Ada 1", "Ada l"),
        ("Amy", "Arny"),
        ("Cyd", "Ϲуԁ"),
        ("Zoë", "Ζоë"),
        ("Ada", "𝐀𝐝𝐚"),
        ("Ada", "A\u17b4d\U000e0061a"),
        ("ада", "aдa"),
        ("李", "李"),  # a code point that is there twice
    ],
)
def test_names_of_letters_that_look_alike_are_the_same_name(one: str, other: str) -> None:
    assert alike(one, other)


def alike(one: str, other: str) -> bool:
    first, second = clean(one, LONG), clean(other, LONG)
    return same_name(first, second)


NAMES = (
    "Ada Ben Cleo Daniel Zoë Zoe Łukasz Lukasz Lia Ila Elia Ella Elias Ellias Neil Nell Ali Ail "
    "Mia Mila Milla Milia Lena Lea Leo Noah Noa Jonas Jona Anna Anne Änne Hanna Hannah Ümit Umit "
    "Søren Soren Jürg Jurg Çelik Celik Ñico Nico José Jose Olga Oleg Олег Ольга Анна Аня Иван "
    "Сергей Юлия Юля Ελένη Γιώργος Νίκος Σωκράτης 李 李雷 王伟 王芳 さくら サクラ ゆき 지민 지수 "
    "עמר דוד נועם عمر علي ليلى नमस्ते अमित प्रिया สมชาย Nguyễn Nguyên Đức Duc 😀 😎 ❤️"
)
WORLD = NAMES.split()


def test_ordinary_names_of_the_world_are_all_different() -> None:
    for name in WORLD:
        assert clean(name, LONG) == name
    pairs = [(a, b) for a, b in combinations(WORLD, 2) if alike(a, b)]
    assert pairs == []


def test_the_key_of_a_name_says_it_however_large_its_letters_are() -> None:
    for name in WORLD:
        assert key_of(name.upper()) == key_of(name.lower()) == key_of(name)


def test_other_names_are_other_names() -> None:
    assert len({key_of(name) for name in ("Ada", "Ado", "Äda", "Ada 2", "Ada2!")}) == 5


TRICKY = st.text(
    st.one_of(
        st.characters(exclude_categories=()),
        st.sampled_from(
            "a q\u0301\u0321\u0345\u200d\ufe0f\u20e3👩❤1\u200b\u3164\u1100\u1161\u0344 "
        ),
    ),
    max_size=30,
)


@given(TRICKY, st.integers(1, 30))
def test_clean_text_is_short_clean_and_stays_so(text: str, longest: int) -> None:
    kept = clean(text, longest)
    assert clean(kept, longest) == kept
    assert len(kept) <= longest
    assert kept == kept.strip()
    assert "  " not in kept
    assert unicodedata.is_normalized("NFC", kept)
    assert kept.encode().decode() == kept
    assert all(letter == " " or not letter.isspace() for letter in kept)


@given(TRICKY)
def test_the_key_of_a_key_is_the_key(text: str) -> None:
    assert key_of(key_of(text)) == key_of(text)
    assert look_of(look_of(text)) == look_of(text)
    assert " " not in key_of(text)


@pytest.mark.parametrize(
    ("kind", "good"),
    [(ClientId, "c41"), (Word, "team-up"), (TableId, "abcdefgh234567ab"), (Code, "QWERTZ")],
)
def test_codes_end_where_they_end(kind: Any, good: str) -> None:
    assert msgspec.convert(good, kind) == good
    for wrong in (good + "\n", "\n" + good, good + " ", "", good * 50):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, kind)

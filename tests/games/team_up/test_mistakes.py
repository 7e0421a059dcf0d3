"""Mistakes in Team UP's data file: each is refused with the name of the file and of the entry."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import upturn
from tests.support.team_up_editions import (
    OTHERS,
    STANDARD,
    Data,
    box,
    dominoes,
    load,
    pallet,
    play_with,
    refusal,
    run_command,
    standard,
    written,
)
from upturn.games.team_up import components

NUMBER = "must be a number from"
BOXES = STANDARD[STANDARD.index("[[box]]") : STANDARD.index("[cards]")]
CARDS = STANDARD[STANDARD.index("[cards]") :]
SQUARE = 'shape = "square"\ntop = [2, 2]'


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (STANDARD, "", "the file needs 'box'"),
        ("layers = 5\n", "", "the file needs 'layers'"),
        ("layers = 5", "layers = 5\nlayer = 5", "the file has an unknown key 'layer'"),
        ("layers = 5", "layer = 5", "the file has an unknown key 'layer'"),
        ("layers = 5", "layers = 5\nlayers = 5", "cannot be read"),
        ("[[box]]", "[[box]", "cannot be read"),
        ("[[box]]", "[[boxes]]", "the file has an unknown key 'boxes'"),
        ("layers = 5", 'layers = "5"', f"layers {NUMBER} 1 to 9, not '5'"),
        ("layers = 5", "layers = 5.0", f"layers {NUMBER} 1 to 9, not 5.0"),
        ("layers = 5", "layers = true", f"layers {NUMBER} 1 to 9, not True"),
        ("layers = 5", "layers = 0", f"layers {NUMBER} 1 to 9, not 0"),
        ("layers = 5", "layers = -5", f"layers {NUMBER} 1 to 9, not -5"),
        ("layers = 5", "layers = 128", f"layers {NUMBER} 1 to 9, not 128"),
        ("layers = 5", "layers = 1979-05-27", f"layers {NUMBER} 1 to 9, not"),
        ("layers = 5", "layers = 4", "the boxes must fill 4 layers of 24 cells, not 120"),
        ("columns = 6, rows = 4", "columns = 6", "pallet needs 'rows'"),
        ("columns = 6", "colums = 6", "pallet has an unknown key 'colums'"),
        ("columns = 6", "height = 9, columns = 6", "pallet has an unknown key 'height'"),
        ("{ columns = 6, rows = 4 }", "24", "pallet must have columns, rows, not 24"),
        ("columns = 6", "columns = 1", f"columns {NUMBER} 2 to 9, not 1"),
        ("columns = 6", "columns = 10", f"columns {NUMBER} 2 to 9, not 10"),
        ("rows = 4", "rows = true", f"rows {NUMBER} 2 to 9, not True"),
        ("rows = 4", "rows = 0", f"rows {NUMBER} 2 to 9, not 0"),
        ("rows = 4", "rows = 6", "a pallet has at most 30 cells, not 36"),
        ("rows = 4", "rows = 5", "the boxes must fill 5 layers of 30 cells, not 120"),
        ('["red", "blue", "white"]', '"red"', "colours must be a list of words, not 'red'"),
        ('["red", "blue", "white"]', "[]", "colours must be a list of words, not []"),
        ('"red"', "1", "a colour must be a lower-case word, not 1"),
        ('"red"', '"Red"', "a colour must be a lower-case word, not 'Red'"),
        ('"red"', '""', "a colour must be a lower-case word, not ''"),
        ('"red"', '"dark red"', "a colour must be a lower-case word, not 'dark red'"),
        ('"red"', '"grün"', "a colour must be a lower-case word, not 'grün'"),
        ('"red"', '"red\\n"', r"a colour must be a lower-case word, not 'red\n'"),
        ('"red"', '"black"', "colours, and neutral, must differ in their first letters"),
        ('"red"', '"white"', "colours, and neutral, must differ in their first letters"),
        ('"red"', '"neutral"', "colours, and neutral, must differ in their first letters"),
        ('"red"', '"navy"', "colours, and neutral, must differ in their first letters"),
        ('"red"', '"square"', "the name 'square' already has another meaning"),
        ('"red", ', "", "the boxes must fill 5 layers of 24 cells, not 81"),
        ("{ size = [3, 1, 1] }", "3", "neutral must have size, not 3"),
        ("{ size = [3, 1, 1] }", "{ }", "neutral needs 'size'"),
        ("size = [3, 1, 1]", "length = 3", "neutral has an unknown key 'length'"),
        ("[3, 1, 1]", "[3, 1]", "neutral size must be a list of 3 numbers, not [3, 1]"),
        ("[3, 1, 1]", "3", "neutral size must be a list of 3 numbers, not 3"),
        ("[3, 1, 1]", "[3, 1, true]", f"neutral size {NUMBER} 1 to 9, not True"),
        ("[3, 1, 1]", "[1, 1, 3]", "neutral size must be a bar: [length, 1, 1], not [1, 1, 3]"),
        ("[3, 1, 1]", "[3, 2, 1]", "neutral size must be a bar: [length, 1, 1], not [3, 2, 1]"),
        ("[3, 1, 1]", "[1, 1, 1]", "neutral size must be a bar: [length, 1, 1], not [1, 1, 1]"),
        ("[3, 1, 1]", "[5, 1, 1]", "neutral size must fit on the pallet, not 5"),
        ("[3, 1, 1]", "[4, 1, 1]", "the boxes must fill 5 layers of 24 cells, not 121"),
        (BOXES, "box = []\n",
         "expected a list of [[box]] entries"),
        (BOXES, "box = [27]\n",
         "box 1: a box must have height, name, per_colour, shape, top, not 27"),
        ('name = "square2"\n', "", "box 2: a box needs 'name'"),
        ('name = "square2"', 'name = "square2"\npainted = 1',
         "box 2: a box has an unknown key 'painted'"),
        ("top = [3, 2]", "topp = [3, 2]", "box 3: a box has an unknown key 'topp'"),
        ('"square2"', '"square1"', "two boxes are called 'square1'"),
        ('"square2"', '"2squares"', "box 2: name must be a lower-case word, not '2squares'"),
        ('"square2"', "2", "box 2: name must be a lower-case word, not 2"),
        ('shape = "square"', 'shape = "Square"', "box 1: shape must be a lower-case word"),
        ('shape = "square"', 'shape = "a|b"', "box 1: shape must be a lower-case word"),
        ('shape = "square"', 'shape = "blue"', "the name 'blue' already has another meaning"),
        ("top = [2, 2]", "top = [2, 2, 1]", "box 1: top must be a list of 2 numbers"),
        ("top = [2, 2]", "top = 4", "box 1: top must be a list of 2 numbers, not 4"),
        ("top = [2, 2]", "top = [2, 0]", f"box 1: top {NUMBER} 1 to 9, not 0"),
        ("top = [2, 2]", "top = [true, 2]", f"box 1: top {NUMBER} 1 to 9, not True"),
        ("top = [2, 2]", "top = [2, 2.0]", f"box 1: top {NUMBER} 1 to 9, not 2.0"),
        (SQUARE, 'shape = "slab"\ntop = [7, 1]',
         "a top of square1 must fit on the pallet, not [7, 1]"),
        (SQUARE, 'shape = "slab"\ntop = [5, 5]',
         "a top of square1 must fit on the pallet, not [5, 5]"),
        (SQUARE, 'shape = "slab"\ntop = [3, 3]',
         "the boxes must fill 5 layers of 24 cells, not 135"),
        ("top = [2, 2]", "top = [2, 3]",
         "boxes of the shape square must be (3, 2, 1), not (2, 2, 1)"),
        ("height = 1", "height = 0", f"box 1: height {NUMBER} 1 to 9, not 0"),
        ("height = 1", "height = 300", f"box 1: height {NUMBER} 1 to 9, not 300"),
        ("height = 1", "height = true", f"box 1: height {NUMBER} 1 to 9, not True"),
        ("height = 1", "height = 2",
         "boxes of the shape square must be (2, 2, 2), not (2, 2, 1)"),
        ('"bar1"\nshape = "bar"', '"bar1"\nshape = "wide"',
         "boxes of the shape wide must be (3, 2, 1), not (3, 1, 1)"),
        ('"square2"\nshape = "square"', '"square2"\nshape = "sqare"',
         "the shapes square and sqare must differ, not (2, 2, 1)"),
        ("per_colour = 1", "per_colour = 0", f"box 1: per_colour {NUMBER} 1 to 9, not 0"),
        ("per_colour = 1", "per_colour = -1", f"box 1: per_colour {NUMBER} 1 to 9, not -1"),
        ("per_colour = 1", "per_colour = true", f"box 1: per_colour {NUMBER} 1 to 9, not True"),
        ("per_colour = 1", "per_colour = 2", "the boxes must fill 5 layers of 24 cells, not 132"),
        ("per_shape = 5\n", "", "cards needs 'per_shape'"),
        ("per_shape = 5", "per_shapes = 5", "cards has an unknown key 'per_shapes'"),
        ("per_shape = 5", "per_shape = 5\nper_box = 1", "cards has an unknown key 'per_box'"),
        ("per_shape = 5", "per_shape = -1", f"cards: per_shape {NUMBER} 0 to 9, not -1"),
        ("per_shape = 5", "per_shape = 10", f"cards: per_shape {NUMBER} 0 to 9, not 10"),
        ("per_shape = 5", "per_shape = false", f"cards: per_shape {NUMBER} 0 to 9, not False"),
        (CARDS,
         "[cards]\nper_colour = 0\nper_shape = 0\nper_pair_of_shapes = 0\n",
         "there must be 1 to 100 cards, not 0"),
    ],
)  # fmt: skip
def test_a_faulty_file_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, words: str
) -> None:
    assert old in STANDARD
    assert refusal(tmp_path, STANDARD.replace(old, new, 1), monkeypatch).startswith(words)


@pytest.mark.parametrize(
    ("old", "word"),
    [
        *product(['name = "square1"', 'shape = "square"'], sorted(components.RESERVED)),
        *product(['"red"'], sorted(components.RESERVED - {components.NEUTRAL})),
        ('name = "square1"', "red"),
    ],
)
def test_a_name_that_means_something_else_in_moves_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, word: str
) -> None:
    text = STANDARD.replace(old, old.replace(old.split('"')[1], word))
    assert refusal(tmp_path, text, monkeypatch) == f"the name {word!r} already has another meaning"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("layers = " + "1" * 5000, "cannot be read: "),
        ("layers = 0x" + "1" * 5000, "cannot be read: "),
        ("layers = " + "[" * 5000 + "]" * 5000, "cannot be read: "),
        ("layers = " + "{a=" * 900 + "1" + "}" * 900, "cannot be read: "),
        # how deep is too deep depends on the version of Python
        (
            "layers" + ".a" * 2000 + " = 1",
            ("cannot be read: ", f"layers {NUMBER} 1 to 9, not {{'a'"),
        ),
        ("layers" + ".a" * 500 + " = 1", f"layers {NUMBER} 1 to 9, not {{'a': {{'a': "),
        ('layers = "' + "5" * 10**6 + '"', f"layers {NUMBER} 1 to 9, not '5555"),
    ],
)
def test_a_value_too_large_to_be_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, words: str | tuple[str, ...]
) -> None:
    told = refusal(tmp_path, STANDARD.replace("layers = 5", line), monkeypatch)
    assert told.startswith(words)
    assert len(told) < 200


# --- Too much of everything ------------------------------------------------------------------


def test_more_than_a_hundred_cards_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boxes = [
        box("dot", "dot", [1, 1], 1, 9), box("domino1", "domino", [2, 1], 1, 1),
        box("bar1", "bar", [3, 1], 1, 1), box("square1", "square", [2, 2], 1, 1),
        box("pole4", "pole", [1, 1], 4, 1),
    ]  # fmt: skip
    data = pallet(4, 3, 2, neutral=2, colours="red", box=boxes, cards=(9, 9, 9))
    told = refusal(tmp_path, written(data), monkeypatch)
    assert told == "there must be 1 to 100 cards, not 144"
    data["cards"]["per_pair_of_shapes"] = 4
    assert sum(load(tmp_path, written(data), monkeypatch)[0].cards.values()) == 94


def test_boxes_that_could_become_too_high_a_tower_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each level of it takes room in a position, and so does each box."""
    pins = [box("pin5", "pin", [1, 1], 5, 8), box("pole9", "pole", [1, 1], 9, 8)]
    data = pallet(5, 6, 4, neutral=5, colours="red", box=[*pins, box("dot", "dot", [1, 1], 1, 3)])
    told = refusal(tmp_path, written(data), monkeypatch)
    assert told == "a position must have at most 2048 bytes, not 4276"
    dots = [box("dot", "dot", [1, 1], 1, 7), box("pin2", "pin", [1, 1], 2, 7)]
    data = pallet(4, 3, 9, neutral=3, colours="a b c e f", box=dots)
    told = refusal(tmp_path, written(data), monkeypatch)
    assert told == "a position must have at most 2048 bytes, not 2176"


def test_a_position_may_have_as_many_bytes_as_the_limit_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reckoned = components._bytes(components.COMPONENTS)
    monkeypatch.setattr(components, "MOST_BYTES", reckoned)
    assert load(tmp_path, STANDARD, monkeypatch)[1] == "standard"
    told = refusal(tmp_path, STANDARD.replace("per_shape = 5", "per_shape = 6"), monkeypatch)
    assert told == f"a position must have at most {reckoned} bytes, not {reckoned + 3}"


def test_components_with_too_many_placements_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = pallet(6, 5, 2, neutral=2, colours="red", box=dominoes(29))
    told = refusal(tmp_path, written(data), monkeypatch)
    assert told == "boxes of a colour must have at most 690 places, not 1421"
    data = pallet(6, 5, 1, neutral=2, colours="red", box=dominoes(14))
    assert components._places(load(tmp_path, written(data), monkeypatch)[0]) == 686


def test_the_command_explains_a_mistake_without_a_traceback(tmp_path: Path) -> None:
    text = STANDARD.replace("height = 3", "height = -3", 1)
    (tmp_path / "team-up.toml").write_text(text, encoding="utf-8")
    answer = run_command(tmp_path, "")
    assert answer.returncode == 1
    assert f"{tmp_path / 'team-up.toml'}: box 5: height" in " ".join(answer.stderr.split())
    assert "Traceback" not in answer.stderr


# --- Any file at all -------------------------------------------------------------------------

WILD: list[Any] = [
    -1, 0, 1, 2, 3, 4, 5, 9, 10, 127, 128, 255, 256, 32768, 2**31, 2**63, 10**40, True, False, 1.0,
    "", "red", "bar", "neutral", "Red", "é", "a b", "x|y", "square1", [], {}, [1], [1, 1], [2, 2],
    [3, 1, 1], {"size": [2, 1, 1]}, [[]], [{}],
]  # fmt: skip


def spots(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in the data where something stands: what it is part of, and its key there."""
    keys = value if isinstance(value, dict) else range(len(value) if isinstance(value, list) else 0)
    for key in keys:
        yield value, key
        yield from spots(value[key])


def mangled(data: Data, choose: random.Random) -> Data:
    """The data with one to three faults, most of them grave."""
    data = deepcopy(data)
    for _ in range(choose.randint(1, 3)):
        whole, key = choose.choice(list(spots(data)) or [(data, "box")])
        match choose.randrange(6):
            case 0:
                whole[key] = deepcopy(choose.choice(WILD))
            case 1:
                whole.pop(key, None) if isinstance(whole, dict) else whole.pop(key)
            case 2 if isinstance(whole, list):
                whole.insert(key, deepcopy(whole[key]))
            case 3 if isinstance(whole, dict):
                whole[choose.choice(("name", "size", "box", "layer"))] = choose.choice(WILD)
            case _ if type(whole[key]) is int:
                whole[key] += choose.choice((-1, 1))
            case _:
                other, its = choose.choice(list(spots(data)))
                whole[key] = deepcopy(other[its])
    return data


def blotted(text: str, choose: random.Random) -> str:
    """The text with a character or a line lost, doubled or changed."""
    pieces = list(text) if choose.random() < 0.5 else text.splitlines(keepends=True)
    for _ in range(choose.randint(1, 2)):
        at = choose.randrange(len(pieces))
        pieces[at] = choose.choice(("", pieces[at] * 2, choose.choice(pieces), "0", '"', "é"))
    return "".join(pieces)


def made_up(choose: random.Random) -> Data:
    """A pallet of any measures and boxes that fill it, most of them sound."""
    while True:
        columns, rows = choose.randint(2, 9), choose.randint(2, 9)
        layers, neutral = choose.randint(1, 9), choose.randint(2, 4)
        colours = choose.sample("abcdefg", choose.randint(1, 5))
        room, over = divmod(columns * rows * layers - neutral, len(colours))
        if columns * rows <= 30 and not over and (boxes := fill(room, columns, rows, choose)):
            cards = (choose.randint(0, 6), choose.randint(1, 4), choose.randint(0, 1))
            return pallet(columns, rows, layers, neutral=neutral, colours=" ".join(colours),
                          box=boxes, cards=cards)  # fmt: skip


def fill(room: int, columns: int, rows: int, choose: random.Random) -> list[Data]:
    """A colour's boxes of this volume together, of at most eight kinds; none if they do not fit."""
    most = choose.randint(1, 5)
    boxes: dict[str, Data] = {}
    while room and len(boxes) < 8:
        short, long, high = choose.randint(1, 3), choose.randint(1, most), choose.randint(1, most)
        volume = short * long * high
        if short > min(columns, rows) or long > max(columns, rows) or volume > room:
            continue
        shape = "".join("hijklmn"[side] for side in sorted((short, long, high)))
        count = choose.randint(1, min(9, room // volume))
        boxes[f"{shape}{high}"] = box(f"{shape}{high}", shape, [long, short], high, count)
        room -= volume * count
    return [] if room else list(boxes.values())


def any_file(choose: random.Random) -> str:
    data = choose.choice((made_up, lambda _: choose.choice([standard(), *OTHERS.values()])))(choose)
    return choose.choice((written, lambda data: written(mangled(data, choose))))(data)


def any_blotted_file(choose: random.Random) -> str:
    return blotted(choose.choice((STANDARD, written(made_up(choose)))), choose)


@pytest.mark.parametrize("make", [any_file, any_blotted_file])
@pytest.mark.parametrize(
    ("seeds", "most"),
    [(range(400), 10), pytest.param(range(400, 3000), 200, marks=pytest.mark.deep)],
)
def test_any_file_is_played_with_or_refused_by_name(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    make: Callable[[random.Random], str],
    seeds: range,
    most: int,
) -> None:
    """At most so many of the sound ones are played with."""
    sound: dict[str, str] = {}
    refused: list[str] = []
    for seed in seeds:
        text = make(random.Random(seed))
        try:
            sound.setdefault(load(tmp_path, text, monkeypatch)[1], text)
        except upturn.ComponentsError as error:
            refused.append(str(error))
    where = f"{tmp_path / 'team-up.toml'}: "
    assert [message for message in refused if not message.startswith(where)] == []
    assert len(set(refused)) > 20
    assert len(sound) > 5
    told = play_with(tmp_path / "sound", list(sound.values())[:most])
    assert [each["edition"] for each in told] == list(sound)[:most]
    for each in told:
        assert each["bytes"] <= each["reckoned"] <= components.MOST_BYTES
        assert each["places"][0] == each["places"][1] <= components.MOST_PLACES
        assert (each["misread"], each["picture"]) == ([], ["", ""])

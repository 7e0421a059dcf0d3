"""What every picture of a game owes whoever looks at it, whichever game it is."""

from __future__ import annotations

import ast
import copy
import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from math import prod
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

import upturn
from upturn import pictures
from upturn.errors import UnknownGame
from upturn.games import names, rules_of
from upturn.pictures import cardboard, paper, svg
from upturn.pictures.dnup import cards as dnup_cards
from upturn.pictures.team_play import cards as team_play_cards
from upturn.pictures.team_play import missions as team_play_missions
from upturn.pictures.team_up import cards as team_up_cards
from upturn.pictures.team_up import notes as team_up_notes

SVG = "{http://www.w3.org/2000/svg}"
FEWEST = {name: rules_of(name).player_counts[0] for name in names()}
MOST = {name: rules_of(name).player_counts[-1] for name in names()}
NO_RULES = ("upturn.games", "upturn.games.pieces", "upturn.games.plain")
"""Modules of the games that name them, find their files, and put plain data into words."""
LOOKS = (3, 8, 35, 64, 200, 900)
"""After how many moves we look."""

every_game = pytest.mark.parametrize("name", names())


@cache
def views_of(name: str) -> list[dict[str, Any]]:
    """Before the deal, along a game of the fewest and of the most players, and at its end."""
    undealt = {"upturn": 1, "game": name, "players": FEWEST[name], "moves": [], "over": False}
    views = [upturn.replay(undealt).view(1)]
    for players in (FEWEST[name], MOST[name]):
        game = upturn.new(name, players=players, seed=5)
        chance = Random(5)
        for turn in range(9999):
            if turn in LOOKS:
                views += [game.view(seat) for seat in (None, players)]
            if game.to_act is None:
                break
            game.play(chance.choice([move for move in game.legal_moves() if move != "stop"]))
        views.append(game.view(1))
    return views


@cache
def pictures_of(name: str) -> list[str]:
    return [pictures.svg_of(view) for view in views_of(name)]


def elements_of(name: str) -> Iterator[ElementTree.Element]:
    for text in pictures_of(name):
        yield from ElementTree.fromstring(text).iter()  # noqa: S314 (it is ours)


@every_game
def test_the_views_are_worth_looking_at(name: str) -> None:
    views = views_of(name)
    assert len(views) > 4
    assert any(view["over"] for view in views)
    assert {view["seat"] for view in views} >= {None, 1, MOST[name]}


@every_game
def test_a_picture_is_well_formed_and_says_in_words_what_it_shows(name: str) -> None:
    for text in pictures_of(name):
        root = ElementTree.fromstring(text)  # noqa: S314
        title, told = root[0], root[1]
        assert (root.tag, root.get("role")) == (f"{SVG}svg", "img")
        assert (title.tag, told.tag) == (f"{SVG}title", f"{SVG}desc")
        assert title.text
        assert told.text
        assert root.get("aria-labelledby") == f"{title.get('id')} {told.get('id')}"
        assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"


@every_game
def test_the_same_view_gives_the_same_bytes_and_stays_as_it_was(name: str) -> None:
    for view, text in zip(views_of(name), pictures_of(name), strict=True):
        before = copy.deepcopy(view)
        assert pictures.svg_of(json.loads(json.dumps(view))) == text
        assert pictures.svg_of(view) == text
        assert view == before


@every_game
def test_a_picture_needs_nothing_from_elsewhere(name: str) -> None:
    wanted = {"script", "style", "image", "foreignObject", "use", "a", "filter", "animate"}
    for element in elements_of(name):
        assert element.tag.removeprefix(SVG) not in wanted
        for attribute, value in element.attrib.items():
            assert not attribute.startswith("on")
            assert "href" not in attribute
            assert "//" not in value
            assert all(target.startswith("#") for target in re.findall(r"url\((.*?)\)", value))


@every_game
def test_names_are_unique_in_a_picture_and_what_is_pointed_at_exists(name: str) -> None:
    for text in pictures_of(name):
        names = re.findall(r' id="([^"]*)"', text)
        assert len(set(names)) == len(names)
        assert set(re.findall(r"url\(#(.*?)\)", text)) <= set(names)


@every_game
def test_two_pictures_on_one_page_share_no_name(name: str) -> None:
    seen: dict[str, str] = {}
    for text in pictures_of(name):
        for found in re.findall(r' id="([^"]*)"', text):
            assert seen.setdefault(found, text) == text


@every_game
def test_numbers_are_numbers(name: str) -> None:
    """A slip in the arithmetic would leave words like nan or None in the attributes."""
    for element in elements_of(name):
        for value in element.attrib.values():
            assert not re.search(r"\b(nan|inf|None|True|False)\b|e-\d", value), value


def test_whoever_draws_knows_only_the_view() -> None:
    """No rules are imported, only data about cards: what is hidden cannot get into a picture."""
    for path in Path(pictures.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                modules = [node.module or ""]
            elif isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            else:
                continue
            for module in modules:
                ours = module.startswith(("upturn.pictures", "upturn.errors", "upturn.extras"))
                data = (
                    module.endswith((".components", ".drawing", ".wording")) or module in NO_RULES
                )
                assert ours or data or module.split(".")[0] in sys.stdlib_module_names, (
                    path,
                    module,
                )


# --- What can be read ---

PAINTED = [(paint.words, paint.ground or paint.lid) for paint in cardboard.PAINTS.values()]
INKS: dict[str, list[str]] = {
    paper.ON_TABLE: [paper.TABLE, paper.TABLE_LIGHT, paper.TABLE_DARK],
    paper.ON_TABLE_SOFT: [paper.TABLE, paper.TABLE_LIGHT, paper.TABLE_DARK],
    paper.INK: [
        *(paper.PAPER, paper.PAPER_SHADE, paper.WHITE, paper.GOLD, paper.KRAFT),
        *(team_play_missions.OFFERED, team_up_notes.BARE_WOOD),
        *(ground for ink, ground in PAINTED if ink == paper.INK),
    ],
    paper.INK_SOFT: [
        *(paper.PAPER, paper.PAPER_SHADE),
        *(team_play_missions.OFFERED, team_up_notes.BARE_WOOD),
    ],
    paper.PAPER: [
        *(fill for colour, fill in team_play_missions.FILLS.items() if colour),
        *dnup_cards.COLOURS.values(),
    ],
    paper.WHITE: [ground for ink, ground in PAINTED if ink == paper.WHITE],
    **{colour: [paper.PAPER] for colour in dnup_cards.COLOURS.values()},
    **{colour.dark: [paper.PAPER] for colour in team_play_cards.COLOURS.values()},
}
"""Every colour of words, and all that words of it lie on."""
LEGIBLE = 4.5
SMALLEST_WORDS = 14
"""On a table 820 wide; half as wide on a telephone, they are still seven high."""


def light_of(colour: str) -> float:
    """The relative luminance of `#rrggbb`, as the Web Content Accessibility Guidelines have it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((light_of(one), light_of(other)))
    return (light + 0.05) / (dark + 0.05)


def blended(ink: str, ground: str, opacity: float) -> str:
    parts = [
        opacity * int(ink[at : at + 2], 16) + (1 - opacity) * int(ground[at : at + 2], 16)
        for at in (1, 3, 5)
    ]
    return "#" + "".join(f"{round(part):02x}" for part in parts)


def test_black_on_white_has_the_contrast_it_is_known_for() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize(
    ("ink", "ground"), [(ink, ground) for ink, grounds in INKS.items() for ground in grounds]
)
def test_words_stand_out_from_what_they_lie_on(ink: str, ground: str) -> None:
    assert contrast(ink, ground) >= LEGIBLE


def test_the_letter_of_a_card_of_which_none_is_left_can_be_read() -> None:
    faded = blended(paper.INK, paper.PAPER, team_up_cards.GONE)
    assert contrast(faded, paper.PAPER) >= LEGIBLE


@every_game
def test_words_have_no_other_colour_and_are_faint_nowhere_else(name: str) -> None:
    for text in pictures_of(name):
        for faded, element in with_opacity(ElementTree.fromstring(text)):  # noqa: S314
            if element.tag == f"{SVG}text":
                assert element.get("fill") in INKS
                assert faded >= team_up_cards.GONE


def with_opacity(
    element: ElementTree.Element, around: float = 1
) -> Iterator[tuple[float, ElementTree.Element]]:
    here = around * float(element.get("opacity", "1"))
    yield here, element
    for inner in element:
        yield from with_opacity(inner, here)


@every_game
def test_words_are_large_enough_for_a_small_picture(name: str) -> None:
    for text in pictures_of(name):
        for size, said in sizes_of_words(ElementTree.fromstring(text)):  # noqa: S314
            assert size >= SMALLEST_WORDS, said


def sizes_of_words(
    element: ElementTree.Element, around: float = 1
) -> Iterator[tuple[float, str | None]]:
    scales = re.findall(r"scale\(([^)]*)\)", element.get("transform", ""))
    here = around * prod(map(float, scales))
    if element.tag == f"{SVG}text":
        yield here * float(element.get("font-size", "0")), element.text
    for inner in element:
        yield from sizes_of_words(inner, here)


def test_words_never_become_markup() -> None:
    nasty = "<b onload='x'>&amp;\"\x00\ud800\ue000 ü"
    text = paper.on_table(9, 9, nasty, nasty, paper.words(1, 2, nasty, stroke=nasty))
    root = ElementTree.fromstring(text)  # noqa: S314
    seen = "<b onload='x'>&amp;\"\ufffd\ufffd\ufffd ü"
    assert [found.text for found in (root[0], root[1], root[-1])] == [seen] * 3
    assert root[-1].get("stroke") == seen


def test_numbers_are_written_short() -> None:
    numbers = (0, -0.001, 1.5, 2.0, 1 / 3, -12.345, 100)
    assert [svg.number(number) for number in numbers] == [
        "0", "0", "1.5", "2", "0.33", "-12.35", "100",
    ]  # fmt: skip


def test_unevenness_is_the_same_for_the_same_key_and_stays_small() -> None:
    chances = paper.unevenness("key", 200)
    assert chances == paper.unevenness("key", 200)
    assert chances[:5] == paper.unevenness("key", 5)
    assert chances != paper.unevenness("other", 200)
    assert all(-1 <= chance <= 1 for chance in chances)
    assert min(chances) < -0.9 < 0.9 < max(chances)


@pytest.mark.parametrize("game", ["chess", None, ["dnup"]])
def test_a_game_that_is_none_has_no_picture(game: object) -> None:
    with pytest.raises(UnknownGame, match="there is no game"):
        pictures.svg_of({"game": game})

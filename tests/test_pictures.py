"""What every picture of a game owes whoever looks at it, whichever game it is."""

from __future__ import annotations

import ast
import copy
import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

import upturn
from upturn import pictures
from upturn.errors import UnknownGame
from upturn.pictures import paper, svg

SVG = "{http://www.w3.org/2000/svg}"
FEWEST = {"dnup": 2, "team-play": 3, "team-up": 1}
MOST = {"dnup": 5, "team-play": 6, "team-up": 4}
LOOKS = (3, 8, 35, 64, 200, 900)
"""After how many moves we look."""

every_game = pytest.mark.parametrize("name", list(pictures.PICTURES))


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
    for path in Path(pictures.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                modules = [node.module or ""]
            elif isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            else:
                continue
            for module in modules:
                ours = module.startswith(("upturn.pictures", "upturn.errors"))
                data = module.endswith((".components", ".wording"))
                assert ours or data or module.split(".")[0] in sys.stdlib_module_names, (
                    path,
                    module,
                )


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
def test_a_game_without_picture_is_refused_in_words(game: object) -> None:
    with pytest.raises(UnknownGame, match="no picture of the game"):
        pictures.svg_of({"game": game})

"""Pictures of games: how they are made, and what is in them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

import upturn
from upturn.games.game import Game
from upturn.pictures import seats, svg_of

SVG = "{http://www.w3.org/2000/svg}"
View = dict[str, Any]
Element = ElementTree.Element


@cache
def game_after(name: str, players: int, moves: int) -> Game:
    """Return a random game in which seats fulfil a mission whenever they can."""
    game = upturn.new(name, players=players, seed=players)
    chance = Random(players)
    for _ in range(moves):
        if game.to_act is None:
            break
        legal = game.legal_moves()
        game.play(chance.choice([move for move in legal if move.startswith("fulfil")] or legal))
    return game


def view_of(name: str, players: int, moves: int, seat: int | None = 2) -> View:
    view: View = game_after(name, players, moves).view(seat)
    return view


def undealt(name: str, players: int) -> View:
    record = {"upturn": 1, "game": name, "players": players, "moves": [], "over": False}
    view: View = upturn.replay(record).view(1)
    return view


def root_of(view: View) -> Element:
    return ElementTree.fromstring(svg_of(view))  # noqa: S314 (it is ours)


def words_in(element: Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def told_in(root: Element) -> str:
    return root[1].text or ""


def marked(root: Element, mark: str) -> list[Element]:
    return [group for group in root.iter(f"{SVG}g") if group.get("class") == mark]


def tip_of(element: Element) -> str:
    return next(title.text or "" for title in element.iter(f"{SVG}title"))


team_play_tables = pytest.mark.parametrize("players", [3, 4, 5, 6])
MOMENTS = (0, 9, 40, 150)


@cache
def along(name: str, players: int) -> list[tuple[View, Element]]:
    """Return views from before the deal to the end, of a seat and of a spectator."""
    views = [undealt(name, players)]
    for moves in (*MOMENTS, 3000):
        views += [view_of(name, players, moves, seat) for seat in (None, players)]
    return [(view, root_of(view)) for view in views]


Matrix = tuple[float, float, float, float, float, float]


def times(one: Matrix, two: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    p, q, r, s, t, u = two
    return (
        a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s,
        a * t + c * u + e, b * t + d * u + f,
    )  # fmt: skip


def matrix_of(transform: str) -> Matrix:
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    for what, numbers in re.findall(r"(\w+)\(([^)]*)\)", transform):
        given = [float(number) for number in numbers.split()]
        match what:
            case "translate":
                step: Matrix = (1, 0, 0, 1, given[0], given[1])
            case "rotate":
                angle = math.radians(given[0])
                step = (math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle), 0, 0)
            case _:
                step = (given[0], 0, 0, given[0], 0, 0)
        matrix = times(matrix, step)
    return matrix


def ends_of_words(
    element: Element, around: Matrix = (1, 0, 0, 1, 0, 0)
) -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """Yield all words and where they begin and end on the table, with a margin."""
    here = times(around, matrix_of(element.get("transform", "")))
    if element.tag == f"{SVG}text":
        said = element.text or ""
        bold = element.get("font-weight") is not None
        long = seats.breadth(said, float(element.get("font-size", "0")), bold=bold)
        start = {"middle": -long / 2, "end": -long}.get(element.get("text-anchor", ""), 0)
        x, y = float(element.get("x", "0")) + start, float(element.get("y", "0"))
        a, b, c, d, e, f = here
        corners = [(x, y), (x + long, y)]
        yield said, [(a * x + c * y + e, b * x + d * y + f) for x, y in corners]
    for inner in element:
        yield from ends_of_words(inner, here)

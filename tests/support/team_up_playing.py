"""Plays Team UP with other components, and checks tables and pallets by sets of unit cells.

This runs in a separate process (`team_up_editions.play_with`), which loads the game again for each
file and runs its rules as plain Python. There, an index outside a table is an error.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tomllib
from importlib import import_module
from itertools import combinations, product
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import numpy as np

import upturn
from tests.naive import team_up as naive
from tests.support.team_up_editions import Data
from upturn.games import engine, rules_of
from upturn.games.contract import ALLOWED
from upturn.games.game import Game

Cell = tuple[int, int, int]
Cells = frozenset[Cell]

# --- Boxes made of unit cells ----------------------------------------------------------------

SIDES = ((-1, 0, 0), (1, 0, 0), (0, -1, 0), (0, 1, 0))
UNDER, OVER = (0, 0, -1), (0, 0, 1)


def box_at(column: int, row: int, level: int, size: tuple[int, int, int]) -> Cells:
    wide, deep, high = size
    return frozenset(
        product(range(column, column + wide), range(row, row + deep), range(level, level + high))
    )


def opposite(side: Cell) -> Cell:
    return (-side[0], -side[1], -side[2])


def beyond(cell: Cell, side: Cell) -> Cell:
    return (cell[0] + side[0], cell[1] + side[1], cell[2] + side[2])


def face(box: Cells, side: Cell) -> Cells:
    """Return the cells of a box on this side of it."""
    return frozenset(cell for cell in box if beyond(cell, side) not in box)


def against(box: Cells, side: Cell) -> Cells:
    """Return the cells that touch this side of a box."""
    return frozenset(beyond(cell, side) for cell in face(box, side))


def is_clone(one: Cells, other: Cells) -> bool:
    """Return whether a face of each covers the other exactly."""
    every = (*SIDES, UNDER, OVER)
    return any(against(one, side) == face(other, opposite(side)) for side in every)


# --- The tables, computed once more ----------------------------------------------------------


def all_placements(data: Data) -> set[tuple[int, str | None, int, int, tuple[int, int, int]]]:
    """Return every kind of box, turned each way, in every place inside the pallet."""
    columns, rows = data["pallet"]["columns"], data["pallet"]["rows"]
    floor = box_at(0, 0, 0, (columns, rows, 1))
    found = set()
    for kind, box in enumerate(data["box"]):
        one, other = box["top"]
        for wide, deep in {(one, other), (other, one)}:
            axis = None if wide == deep else "x" if wide > deep else "y"
            for column, row in product(range(-9, 10), range(-9, 10)):
                if box_at(column, row, 0, (wide, deep, 1)) <= floor:
                    found.add((kind, axis, column, row, (wide, deep, box["height"])))
    return found


def compare_tables(tables: ModuleType, data: Data) -> None:
    """Compare the tables in use with those that follow from sets of unit cells."""
    columns, rows = data["pallet"]["columns"], data["pallet"]["rows"]
    floor = sorted(box_at(0, 0, 0, (columns, rows, 1)), key=lambda cell: (cell[1], cell[0]))
    number = {cell: at for at, cell in enumerate(floor)}
    assert list(number.values()) == list(range(tables.CELLS))
    assert [f"{'abcdefghi'[x]}{y + 1}" for x, y, _ in floor] == tables.CELL_TEXTS

    places = tables.PLACEMENTS
    listed = [
        (place.kind, tables.AXIS_TEXTS[place.axis], place.column, place.row, place.size)
        for place in places[: tables.PLACES]
    ]
    assert set(listed) == all_placements(data)
    assert len(listed) == len(set(listed)) == tables.PLACES
    for kind in range(len(data["box"])):
        its = range(tables.FIRST[kind], tables.FIRST[kind + 1])
        assert [at for at, place in enumerate(listed) if place[0] == kind] == list(its)

    boxes = [box_at(place.column, place.row, 0, place.size) for place in places]
    bases = [face(box, UNDER) for box in boxes]
    for at, (place, box, base) in enumerate(zip(places, boxes, bases, strict=True)):
        assert tables.KIND[at] == place.kind
        assert floor[tables.AT[at]] == (place.column, place.row, 0) == min(base)
        assert tables.HEIGHT[at] == max(z for _, _, z in box) + 1
        assert tables.MASK[at] == sum(1 << number[cell] for cell in base)
        near = [against(base, side) & number.keys() for side in SIDES]
        assert tables.AROUND[at] == sum(1 << number[cell] for cells in near for cell in cells)
        for cells, beside in zip(near, tables.BESIDE[at].tolist(), strict=True):
            assert floor[beside] in cells if cells else beside == -1
    compare_clones(tables, boxes, bases)


def compare_clones(tables: ModuleType, boxes: list[Cells], bases: list[Cells]) -> None:
    """Compare which boxes clone each other on the same level, and on top of each other."""
    beside, below = np.zeros((2, len(boxes), len(boxes)), np.bool_)
    for side in SIDES:
        facing: dict[Cells, list[int]] = {}
        for other, box in enumerate(boxes):
            facing.setdefault(face(box, opposite(side)), []).append(other)
        for one, box in enumerate(boxes):
            beside[one, facing.get(against(box, side), [])] = True
    for other, box in enumerate(boxes):
        on_it = against(box, OVER)
        high = max(z for _, _, z in box) + 1
        lowered = frozenset((x, y, z - high) for x, y, z in on_it)
        below[:, other] = [base == lowered for base in bases]
    shapes = [place.shape for place in tables.PLACEMENTS]
    alike = np.array([[one == other for other in shapes] for one in shapes])
    assert np.array_equal(tables.CLONES_BESIDE, [beside, beside & alike])
    assert np.array_equal(tables.CLONES_BELOW, [below, below & alike])


# --- Playing ---------------------------------------------------------------------------------

RELOADED = ("upturn.games.team_up", "upturn.pictures")


def fresh(name: str) -> ModuleType:
    """Return a module of Team UP, loaded again, so that it reads the components now in use."""
    loaded = [each for each in sys.modules if each.startswith(RELOADED)]
    for each in loaded:
        del sys.modules[each]
    return import_module(f"upturn.games.team_up.{name}")


def play_all(folder: str) -> None:
    """Play with every edition in the folders of this folder, and print the results for the
    parent process."""
    told = []
    for file in sorted(Path(folder).glob("*/team-up.toml"), key=lambda file: int(file.parent.name)):
        os.environ["UPTURN_COMPONENTS"] = str(file.parent)
        text = file.read_text(encoding="utf-8")
        try:
            told.append(play_edition(tomllib.loads(text)))
        except Exception as problem:
            raise AssertionError(f"played with:\n{text}") from problem
    sys.stdout.write(json.dumps(told))


def play_edition(data: Data) -> Data:
    tables = fresh("tables")
    compare_tables(tables, data)
    highest = 0
    for seed, (clone, choice) in enumerate(product(("face", "shape"), (at_random, on_top))):
        players = seed % 4 + 1
        game = upturn.new("team-up", players=players, seed=seed, options={"clone": clone})
        choose = random.Random(seed)
        while not game.over:
            if choose.random() < 0.05:
                check_every_move(game)
            game.play(choice(game, choose))
        check_pallet(game, data)
        record = game.record()
        assert upturn.replay(record).record() == record
        highest = max(highest, *map(max, game.sight()["heights"]))
    again = upturn.new("team-up", players=1, deal=record, mode="puzzle")
    assert again.sight()["to_beat"] == game.scores[0]
    compare_with_naive_model(data)
    components = import_module("upturn.games.team_up.components")
    notation = rules_of("team-up").notation(2)
    return {
        "edition": record["edition"],
        "record": record,
        "highest": highest,
        "bytes": game.now.itemsize,
        "reckoned": components._bytes(components.COMPONENTS),
        "places": (tables.PLACES, components._places(components.COMPONENTS)),
        "largest": tables.CLONES_BESIDE.nbytes,
        "picture": [fault_in_picture(again), fault_in_picture(game)],
        "misread": [text for text in notation.texts if notation.tidy(text) != text],
    }


def fault_in_picture(game: Game) -> str:
    """Return what is wrong with the picture, or an empty text if it has every box and the plan fits
    on its sheet."""
    try:
        svg = game._repr_svg_()
        told = [each.text for each in ElementTree.fromstring(svg).iter()]  # noqa: S314 (it is ours)
    except Exception as problem:
        return repr(problem)
    for box in game.sight()["boxes"]:
        where = f"{box['box']} at {box['at']}, layer"
        if not any(text and text.startswith(where) for text in told):
            return f"no {where}"
    notes = import_module("upturn.pictures.team_up.notes")
    corner = notes._on_plan(notes.COLUMNS, 0)
    fits = corner[0] < notes.WIDE and corner[1] < notes.ABOVE_TALL
    return "" if fits else f"the plan goes on to {corner}"


def at_random(game: Game, choose: random.Random) -> str:
    return choose.choice(game.free_moves())


def on_top(game: Game, choose: random.Random) -> str:
    """Return a move that places a box as high as possible."""
    heights = game.sight()["heights"]

    def level(move: str) -> int:
        words = move.split(" ")
        return heights[int(words[3][1]) - 1]["abcdefghi".index(words[3][0])] if words[3:] else 0

    moves = game.free_moves()
    top = max(map(level, moves))
    return choose.choice([move for move in moves if level(move) == top])


def check_every_move(game: Game) -> None:
    allowed = [
        move
        for move in range(game.rules.move_count)
        if engine.check_at(game.now, 0, move) == ALLOWED
    ]
    assert sorted(game.legal_codes()) == allowed
    text = random.Random(len(game.moves)).choice(game.notation.texts)
    refusal = game.why_not(text)
    assert (refusal is None) == (text in game.legal_moves())
    assert "{" not in str(refusal)


def check_pallet(game: Game, data: Data) -> None:
    """Check what must be true of every pallet, whatever its boxes."""
    view = game.sight()
    columns, rows = data["pallet"]["columns"], data["pallet"]["rows"]
    floor = box_at(0, 0, -1, (columns, rows, 1))
    filled: set[Cell] = set()
    earlier: list[tuple[str, Cells]] = []
    for shown in view["boxes"]:
        column, row = "abcdefghi".index(shown["at"][0]), int(shown["at"][1]) - 1
        own = box_at(column, row, shown["level"], shown["size"])
        assert filled.isdisjoint(own)
        assert against(own, UNDER) <= filled | floor
        if earlier:
            around = frozenset[Cell]().union(*(against(own, side) for side in SIDES))
            assert not filled.isdisjoint(around | against(own, UNDER))
        for shape, other in earlier:
            if view["clone"] == "face" or shape == shown["shape"]:
                assert not is_clone(own, other)
        filled |= own
        earlier.append((shown["shape"], own))
    full = [
        level for level in range(data["layers"] + 1)
        if {(x, y, level) for x, y, _ in floor} <= filled
    ]  # fmt: skip
    stacked = len(earlier) - 1
    boxes = len(data["colours"]) * sum(each["per_colour"] for each in data["box"])
    assert sum(sum(left.values()) for left in view["left"].values()) == boxes - stacked
    assert game.scores[0] == 5 * len(full) - (boxes - stacked) - view["penalties"]
    assert view["layers"] == len(full) <= data["layers"]
    if stacked == boxes:
        assert len(filled) == columns * rows * data["layers"]


def compare_with_naive_model(data: Data) -> None:
    """Check that the naive model knows the same moves once it has the other boxes."""
    columns, rows = data["pallet"]["columns"], data["pallet"]["rows"]
    long = data["neutral"]["size"][0]
    shapes = list(dict.fromkeys(each["shape"] for each in data["box"]))
    texts = (data["colours"], shapes, ["|".join(pair) for pair in combinations(shapes, 2)])
    keys = ("per_colour", "per_shape", "per_pair_of_shapes")
    counts = [data["cards"][key] for key in keys]
    vars(naive).update(
        COLUMNS="abcdefghi"[:columns],
        ROWS="123456789"[:rows],
        FLOOR=box_at(0, 0, -1, (columns, rows, 1)),
        CORNERS=set(product((0, columns - 1), (0, rows - 1), (0,))),
        NEUTRAL_SIZES={"x": (long, 1, 1), "y": (1, long, 1), "z": (1, 1, long)},
        COLOURS=data["colours"],
        CARDS={text: n for group, n in zip(texts, counts, strict=True) for text in group},
        KINDS={
            each["name"]: naive.Kind(
                each["shape"], max(each["top"]), min(each["top"]), each["height"],
                each["per_colour"],
            )
            for each in data["box"]
        },
    )  # fmt: skip
    game, choose = upturn.new("team-up", players=2, seed=9), random.Random(9)
    model = naive.NaiveTeamUp(2)
    for line in game.moves:
        model.apply(line)
    while not game.over:
        assert sorted(game.legal_moves()) == model.legal_moves()
        move = at_random(game, choose)
        game.play(move)
        model.apply(move)
        assert (game.scores, game.over) == (model.scores, model.over)

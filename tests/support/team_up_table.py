"""Sets up a Team UP pallet for a test: the neutral box, the cards, the boxes in order.

A box is written as in a move, without the first word: "red wide2 c3 x". Everything goes through the
log and the public interface. The cards are stacked so that each box may be placed.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

import upturn
from tests.support.paths import TESTS
from upturn.games.game import Game

COLOURS = ("red", "blue", "white")
SHAPES = ("square", "wide", "bar")
PAIRS = ("square|wide", "square|bar", "wide|bar")
CARDS = [*COLOURS * 6, *SHAPES * 5, *PAIRS]
"""The 36 cards."""

KINDS = {
    "square1": ("square", (2, 2), 1, 1),
    "square2": ("square", (2, 1), 2, 2),
    "wide1": ("wide", (3, 2), 1, 1),
    "wide2": ("wide", (3, 1), 2, 1),
    "wide3": ("wide", (2, 1), 3, 1),
    "bar1": ("bar", (3, 1), 1, 2),
    "bar3": ("bar", (1, 1), 3, 1),
}
"""Shape, top, height and how many per colour."""

BOXES = [f"{colour} {kind}" for colour in COLOURS for kind in KINDS]
CELLS = [f"{column}{row}" for row in range(1, 5) for column in "abcdef"]
NEUTRAL_PLACES = [
    f"{cell} {axis}"
    for axis, cells in (("x", "a1 a4 d1 d4"), ("y", "a1 f1 a2 f2"), ("z", "a1 f1 a4 f4"))
    for cell in cells.split()
]


def places_of(box: str) -> list[str]:
    """Return every way to place a box inside the pallet's edges, allowed or not."""
    longer, shorter = KINDS[box.split()[1]][1]
    turns = ["x", "y"] if longer > shorter else [""]
    sides = {"x": (longer, shorter), "y": (shorter, longer), "": (longer, shorter)}
    return [
        f"{box} {cell} {axis}".strip()
        for axis in turns
        for cell in CELLS
        if "abcdef".index(cell[0]) + sides[axis][0] <= 6 and int(cell[1]) - 1 + sides[axis][1] <= 4
    ]


def obeys(card: str, box: str) -> bool:
    """Return whether the card asks for this box."""
    colour, kind = box.split()[:2]
    return card == colour or KINDS[kind][0] in card.split("|")


# --- Cards -----------------------------------------------------------------------------------


def deck(top: Iterable[str]) -> list[str]:
    """Return the 36 cards with these on top."""
    upper = list(top)
    spare = CARDS.copy()
    for card in upper:
        spare.remove(card)
    return upper + spare


def cards_for(boxes: Sequence[str], spared: Iterable[str] = ()) -> list[str]:
    """Return cards that allow these boxes, in order, without using the spared cards."""
    spare = list((Counter(CARDS) - Counter(spared)).elements())
    box_of: dict[int, int] = {}

    def found(box: int, tried: set[int]) -> bool:
        for card in range(len(spare)):
            if card not in tried and obeys(spare[card], boxes[box]):
                tried.add(card)
                if card not in box_of or found(box_of[card], tried):
                    box_of[card] = box
                    return True
        return False

    assert all(found(box, set()) for box in range(len(boxes))), "no cards allow these boxes"
    card_of = {box: spare[card] for card, box in box_of.items()}
    return [card_of[box] for box in range(len(boxes))]


# --- Games -----------------------------------------------------------------------------------


def undealt(*lines: str, players: int = 2, clone: str = "face") -> Game:
    """Return a game that stops after these deals, which may be none or not all."""
    return upturn.replay(
        {
            "upturn": 1,
            "game": "team-up",
            "players": players,
            "options": {"clone": clone},
            "moves": list(lines),
            "over": False,
        }
    )


def told(lines: Sequence[str], *, players: int = 2, clone: str = "face") -> Game:
    """Return the game of these lines: two deals, then moves."""
    game = undealt(*lines[:2], players=players, clone=clone)
    play(game, *lines[2:])
    return game


def dealt(
    cards: str | Iterable[str] = (), *, neutral: str = "a1 x", players: int = 2, clone: str = "face"
) -> Game:
    """Return a game before its first draw, with these cards on top."""
    top = cards.split() if isinstance(cards, str) else cards
    lines = [f"deal neutral {neutral}", "deal cards " + " ".join(deck(top))]
    return told(lines, players=players, clone=clone)


def lay(
    *boxes: str, then: str = "", neutral: str = "a1 x", players: int = 2, clone: str = "face"
) -> Game:
    """Return a game in which these boxes were placed in turn.

    `then` are the cards that follow; if there are any, the first of them has been drawn.
    """
    coming = then.split()
    game = dealt(
        [*cards_for(boxes, coming), *coming], neutral=neutral, players=players, clone=clone
    )
    for box in boxes:
        play(game, "draw", f"place {box}")
    if coming:
        game.play("draw")
    return game


def reason(
    box: str, *, after: Sequence[str] = (), neutral: str = "a1 x", clone: str = "face"
) -> str:
    """Return why this box cannot be placed after these, if the card allows it, or "" if it can.

    Check that the legal moves agree, and so does playing it.
    """
    card = cards_for([*after, box])[-1]
    game = lay(*after, then=card, neutral=neutral, clone=clone)
    move, before = f"place {box}", game.record()
    code = refusal(game, move)
    assert (move in game.legal_moves()) == (code == "")
    if code:
        with pytest.raises(upturn.MoveError) as caught:
            game.play(move)
        assert caught.value.code == code
        assert game.record() == before
    else:
        game.play(move)
        assert game.view()["boxes"][-1]["box"] == " ".join(box.split()[:2])
    return code


def wander(
    seed: int, draws: int = 36, *, players: int = 2, clone: str = "face", more: int = 0
) -> Game:
    """Return a game of random legal moves without a stop, after some cards were obeyed.

    `more` is 1 if the next card was drawn too. The shuffle is ours, not the engine's.
    """
    choose = random.Random(seed)
    lines = [
        f"deal neutral {choose.choice(NEUTRAL_PLACES)}",
        "deal cards " + " ".join(choose.sample(CARDS, 36)),
    ]
    game = told(lines, players=players, clone=clone)
    for _ in range(draws):
        if not game.over:
            game.play("draw")
            game.play(choose.choice(sorted(game.legal_moves())))
    if more and not game.over:
        game.play("draw")
    return game


def perfect() -> dict[str, Any]:
    """Return the record of a perfect pallet with two players. The last box fills three layers at
    once."""
    path = TESTS / "records" / "perfect.json"
    record: dict[str, Any] = json.loads(path.read_text())
    return record


def perfect_boxes() -> list[str]:
    """Return the 27 boxes of the perfect pallet in order. The neutral box is at d1 x."""
    moves = perfect()["moves"]
    return [move.removeprefix("place ") for move in moves if move.startswith("place ")]


# --- Looking and playing ---------------------------------------------------------------------


def play(game: Game, *moves: str) -> None:
    for move in moves:
        game.play(move)


def refusal(game: Game, move: str) -> str:
    """Return the code of the reason why a move is refused, or "" if it is legal."""
    error = game.why_not(move)
    return error.code if error else ""


def seats(game: Game) -> list[int | None]:
    """Return all receivers of views: the seats, and None for a spectator."""
    return [None, *range(1, game.players + 1)]


def last_events(game: Game, seat: int | None = None) -> list[dict[str, Any]]:
    return game.history(seat)[-1]["events"]


def placeable(game: Game) -> set[str]:
    """Return the boxes that may be placed somewhere now: "red wide2"."""
    words = [move.split() for move in game.legal_moves()]
    return {" ".join(move[1:3]) for move in words if move[0] == "place"}


def height_at(game: Game, cell: str) -> int:
    heights: list[list[int]] = game.view()["heights"]
    return heights[int(cell[1]) - 1]["abcdef".index(cell[0])]

"""The pieces that a game consists of, and what an incomplete game lacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.support.kits import left_out
from tests.support.paths import ROOT
from tools import catalogues, words_of_games
from tools.page_words import LANGUAGES
from upturn.bots import data
from upturn.games import FOLDERS, rules_of
from upturn.games.pieces import home_of

HOME = "src/upturn/games/{folder}/"


@dataclass(frozen=True)
class Piece:
    """A part of every game."""

    name: str
    place: str
    """Where it is. `{game}` and `{folder}` are the names of the game and of its folders."""
    instead: str = ""
    """What is used without it. Empty if every game needs it."""
    there: Callable[[str, Path], bool] | None = None
    """Says by game and place whether the piece is there, if a file is not enough."""


def has_rules(game: str, place: Path) -> bool:
    return place.is_file() and rules_of(game).name == game


def has_heading(game: str, place: Path) -> bool:
    return place.is_file() and rules_of(game).about.startswith("# ")


def has_tests(game: str, place: Path) -> bool:
    return any(place.glob("test_*.py"))


def has_every_number(game: str, place: Path) -> bool:
    files = [place.parent / place.name.replace("*", str(n)) for n in rules_of(game).player_counts]
    return all(file.is_file() for file in files)


def has_levels(game: str, place: Path) -> bool:
    return "levels" in data.of_game(game)


def has_types(game: str, place: Path) -> bool:
    return f'game: "{game}";' in place.read_text(encoding="utf-8")


def is_translated(game: str, place: Path) -> bool:
    rules = {(text,) for text in words_of_games.paragraphs(rules_of(game).about)}
    return all(rules <= catalogues.translations(language).keys() for language in LANGUAGES)


PIECES = [
    Piece("rules", f"{HOME}__init__.py", there=has_rules),
    Piece("rules in words", f"{HOME}about.md", there=has_heading),
    Piece("sentences for refusals", f"{HOME}reasons.py"),
    Piece("view types", "src/upturn/games/views/{folder}.py", "what is in every view"),
    Piece("deal of the day", f"{HOME}daily.toml", "there is no deal of the day"),
    Piece("levels", "src/upturn/bots/{folder}/bots.toml", there=has_levels),
    Piece("knowledge for bots", "src/upturn/bots/{folder}/knowledge.py", "all moves look alike"),
    Piece("stored matches", "src/upturn/arena/figures/{game}.json"),
    Piece("drawer", "src/upturn/cli/drawing/{folder}/drawer.py", "plain words"),
    Piece("picture", "src/upturn/pictures/{folder}/picture.py", "plain words"),
    Piece("wire types", "src/upturn/wire/{folder}.py"),
    Piece("TypeScript types", "web/src/wire.ts", there=has_types),
    Piece("face", "web/src/games/{game}/index.tsx"),
    Piece("lesson", "tools/lessons/{game}.toml"),
    Piece("lesson for the page", "web/public/lessons/{game}.json"),
    Piece("sentences for the page", "web/src/words/sentences/{game}.json"),
    Piece("translations", "locale/*.po", there=is_translated),
    Piece("tests", "tests/games/{folder}", there=has_tests),
    Piece("test kit", "tests/support/kits/{folder}.py"),
    Piece("board in tests", "tests/support/boards/{folder}.py", "a press makes a move"),
    Piece("naive model", "tests/naive/{folder}.py"),
    Piece("playthroughs", "tests/golden/{game}-*.txt", there=has_every_number),
    Piece("perft counts", "tests/perft/{game}.jsonl"),
    Piece("targets of its own", "bench/games/{folder}.py", "the targets of every game"),
    Piece("page in the docs", "docs/{game}.md"),
    Piece("picture in the docs", "docs/pictures/{game}.svg"),
]


def missing(game: str) -> list[str]:
    """Return what a game lacks, piece by piece, in words."""
    return [f"{game} has no {piece.name}: {place}" for piece, place in _lacking(game)]


def _lacking(game: str) -> Iterator[tuple[Piece, str]]:
    for piece in PIECES:
        place = piece.place.format(game=game, folder=FOLDERS[game])
        path = home_of(game) / Path(place).name if piece.place.startswith(HOME) else ROOT / place
        there = piece.there(game, path) if piece.there else path.is_file()
        declared = piece.name in left_out(game) and piece.instead
        if not there and not declared:
            yield piece, place

"""Draws the README's pictures from real games: `make picture`.

Of each game one moment, twice: the table as `upturn.svg` draws it, and as the terminal shows it.
Pictures of the page are taken in a browser by `tests/test_browser_pictures.py`; if there are any,
they are put beside the others.
"""

from __future__ import annotations

import json
import shutil
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

import upturn
from upturn.arena import play_match
from upturn.bots import levels, make_bot
from upturn.cli.drawing import drawer_of, kind_of_drawer
from upturn.cli.drawing.drawer import menu, paragraph
from upturn.cli.seating import same_again, sit_down
from upturn.games import names
from upturn.games.game import Game

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
OF_PAGE = ROOT / "build" / "pictures"
SHOWN = ("team-up", "team-play", "dnup", "phone")
"""Which pictures of the page the README has."""
NAMES = ["You", "Ada", "Ben", "Cleo"]
MOMENTS = {"dnup": (11, 2), "team-play": (13, 3)}
"""By game: a seed, and after how many of our turns there is something to see."""
PERFECT, PLY = ROOT / "tests" / "records" / "perfect.json", 43
"""A game of Team UP, and after how many lines there is something to see."""
WIDTH = 80

# A dark table, warm letters, one accent. Black to white, then the bright ones.
PLAIN = [(34, 33, 40), (235, 111, 92), (156, 190, 108), (240, 198, 116)]
PLAIN += [(125, 166, 217), (190, 149, 220), (247, 187, 93), (226, 222, 211)]
THEME = TerminalTheme((29, 28, 34), (226, 222, 211), PLAIN, PLAIN)
# Boxes are painted with deeper colours, so that the letters on them can be read.
PAINT = [PLAIN[0], (190, 70, 56), *PLAIN[2:4], (64, 106, 176), *PLAIN[5:]]
PAINTED = TerminalTheme((29, 28, 34), (226, 222, 211), PAINT, PLAIN)

# Rich's own template loads a font from elsewhere; this one stands alone.
TEMPLATE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">
<title>GAME in the terminal</title>
<style>
.{unique_id}-matrix {{
  font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: {char_height}px; line-height: {line_height}px;
}}
.{unique_id}-title {{ font: bold 18px ui-monospace, "DejaVu Sans Mono", monospace }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def in_terminal(game: Game, told: int) -> Console:
    """A game, drawn as the terminal shows it when our turn begins."""
    console = Console(width=WIDTH, record=True, file=StringIO(), force_terminal=True)
    drawer, view = drawer_of(game.name, NAMES[: game.players], 1), game.view(1)
    for sentence in drawer.story(view["history"][told:], view):
        console.print(paragraph(f"· {sentence}", WIDTH))
    console.print(drawer.screen(view, WIDTH))
    console.print(menu(view["legal"], drawer, WIDTH)[1])
    return console


def against_bots(name: str) -> tuple[Game, int]:
    """A game in which bots have played, and where in its log our last turn began."""
    seed, turns = MOMENTS[name]
    game = upturn.new(name, players=4, seed=seed)
    bot = make_bot("greedy", name, seed)
    told, last = 0, None
    while (seat := game.to_act) is not None:
        turns -= seat == 1 != last
        if turns < 0:
            break
        if seat == 1:
            told = len(game.moves)
        last = seat
        game.play(bot.choose(game.view(seat)))
    return game, told


def from_record() -> tuple[Game, int]:
    """The same for the beginning of a recorded game of two."""
    record = json.loads(PERFECT.read_text(encoding="utf-8"))
    del record["scores"]
    game = upturn.replay(record | {"moves": record["moves"][:PLY], "over": False})
    return game, PLY - 5


def take_from_page() -> None:
    """Bring the pictures of the page that there are."""
    for name in SHOWN:
        picture = OF_PAGE / f"page-{name}.png"
        if picture.exists():
            shutil.copyfile(picture, PICTURES / picture.name)


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for name in names():
        game, told = against_bots(name) if name in MOMENTS else from_record()
        (PICTURES / f"{name}.svg").write_text(upturn.svg(game, 1), encoding="utf-8")
        in_terminal(game, told).save_svg(
            str(PICTURES / f"{name}-terminal.svg"),
            title="upturn " + same_again(sit_down(game, 1, None)),
            theme=PAINTED if name == "team-up" else THEME,
            code_format=TEMPLATE.replace("GAME", kind_of_drawer(name).title),
            unique_id=name,
        )
    company = [level.name for level in reversed(levels("team-up"))]
    match = play_match("team-up", players=2, bots=company, games=120, seed=1)
    (PICTURES / "arena.svg").write_text(match.svg(), encoding="utf-8")
    take_from_page()

"""Draws the README's pictures from real games: `make picture`.

It draws one moment of each game twice: the table as `upturn.svg` draws it, and as the terminal
shows it. The moment is the end of the record `docs/pictures/<game>.json`, in which seat 1 is to act
and has already been told `told` lines. A game without a record is shown after a few turns.
`tests/page/test_pictures.py` takes pictures of the page in a browser; if there are any, they are
put with the others.
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
from upturn.bots import levels
from upturn.cli.drawing import drawer_of
from upturn.cli.drawing.drawer import Drawer, menu, paragraph
from upturn.cli.seating import same_again, sit_down
from upturn.games import names, rules_of
from upturn.games.game import Game

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
OF_PAGE = ROOT / "build" / "pictures"
NAMES = ["You", "Ada", "Ben", "Cleo"]
TURNS = 3
"""How many turns of ours to play in a game without a record."""
WIDTH = 80

# A dark table, warm letters, one accent: first black to white, then the bright colours.
PLAIN = [(34, 33, 40), (235, 111, 92), (156, 190, 108), (240, 198, 116)]
PLAIN += [(125, 166, 217), (190, 149, 220), (247, 187, 93), (226, 222, 211)]
THEME = TerminalTheme((29, 28, 34), (226, 222, 211), PLAIN, PLAIN)
# Boxes are painted with deeper colours, so that the letters on them can be read.
PAINT = [PLAIN[0], (190, 70, 56), *PLAIN[2:4], (64, 106, 176), *PLAIN[5:]]
PAINTED = TerminalTheme((29, 28, 34), (226, 222, 211), PAINT, PLAIN)

# Rich's own template loads a font from elsewhere; this one needs nothing else.
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


def drawer(game: Game) -> Drawer:
    """Return the drawer of a game for our seat in the terminal."""
    return drawer_of(game.name, NAMES[: game.players], 1)


def in_terminal(game: Game, told: int) -> Console:
    """Return a game, drawn as the terminal shows it when our turn begins."""
    console = Console(width=WIDTH, record=True, file=StringIO(), force_terminal=True)
    draws, view = drawer(game), game.view(1)
    for sentence in draws.story(view["history"][told:], view):
        console.print(paragraph(f"· {sentence}", WIDTH))
    console.print(draws.screen(view, WIDTH))
    console.print(menu(view["legal"], draws, WIDTH)[1])
    return console


def moment(name: str) -> tuple[Game, int]:
    """Return a game in which it is our turn, and how many of its lines have been told before."""
    kept = PICTURES / f"{name}.json"
    if kept.exists():
        record = json.loads(kept.read_text(encoding="utf-8"))
        return upturn.replay(record), record["told"]
    game = upturn.new(name, players=rules_of(name).usual_players, seed=1)
    told = [0]
    while game.to_act != 1 or len(told) <= TURNS:
        if game.to_act == 1:
            told.append(len(game.moves))
        game.play(game.free_moves()[0])
    return game, told[-1]


def take_from_page() -> None:
    """Copy the pictures of the page, if there are any."""
    for name in (*names(), "phone"):
        picture = OF_PAGE / f"page-{name}.png"
        if picture.exists():
            shutil.copyfile(picture, PICTURES / picture.name)


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for name in names():
        game, told = moment(name)
        (PICTURES / f"{name}.svg").write_text(upturn.svg(game, 1), encoding="utf-8")
        in_terminal(game, told).save_svg(
            str(PICTURES / f"{name}-terminal.svg"),
            title="upturn " + same_again(sit_down(game, 1, None)),
            theme=PAINTED if drawer(game).paints else THEME,
            code_format=TEMPLATE.replace("GAME", game.rules.title),
            unique_id=name,
        )
    company = [level.name for level in reversed(levels("team-up"))]
    match = play_match("team-up", players=2, bots=company, games=120, seed=1)
    (PICTURES / "arena.svg").write_text(match.svg(), encoding="utf-8")
    take_from_page()

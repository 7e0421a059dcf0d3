"""Draws the README's picture from a real game: `make picture`."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

import upturn
from upturn.bots import make_bot
from upturn.cli.drawing import drawer_of
from upturn.cli.drawing.drawer import menu, paragraph

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
NAMES = ["You", "Ada", "Ben", "Cleo"]
SEED, TURNS = 11, 2  # a lively moment
WIDTH = 80

# A dark table, warm letters, one accent. Black to white, then the bright ones.
PLAIN = [(34, 33, 40), (235, 111, 92), (156, 190, 108), (240, 198, 116)]
PLAIN += [(125, 166, 217), (190, 149, 220), (247, 187, 93), (226, 222, 211)]
THEME = TerminalTheme((29, 28, 34), (226, 222, 211), PLAIN, PLAIN)

# Rich's own template loads a font from elsewhere; this one stands alone.
TEMPLATE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">
<title>A game of dnup in the terminal</title>
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


def dnup() -> Console:
    """A game against bots, drawn as the terminal shows it."""
    console = Console(width=WIDTH, record=True, file=StringIO(), force_terminal=True)
    game = upturn.new("dnup", players=4, seed=SEED)
    bot = make_bot("greedy", "dnup", SEED)
    told = turns = 0
    while (seat := game.to_act) is not None:
        if seat == 1:
            turns += 1
            if turns > TURNS:
                break
            told = len(game.moves)
        game.play(bot.choose(game.view(seat)))
    drawer, view = drawer_of("dnup", NAMES, 1), game.view(1)
    for entry in view["history"][told:]:
        for sentence in drawer.tell(entry, view):
            console.print(paragraph(f"· {sentence}", WIDTH))
    console.print(drawer.screen(view, WIDTH))
    console.print(menu(view["legal"], drawer, WIDTH)[1])
    return console


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    dnup().save_svg(
        str(PICTURES / "dnup.svg"),
        title="upturn play dnup",
        theme=THEME,
        code_format=TEMPLATE,
        unique_id="dnup",
    )

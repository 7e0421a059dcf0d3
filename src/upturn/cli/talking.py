"""Talking with the person at the terminal: paragraphs, questions, screenfuls, typed lines."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import RenderableType
from rich.segment import SegmentLines
from rich.text import Text

from upturn.cli.completion import completer
from upturn.cli.drawing.drawer import NARROWEST, WIDEST, paragraph
from upturn.cli.terminal import console

BACK = "Enter: back to the table."
MORE = " Enter: more, q: enough. "


def width() -> int:
    """How wide the terminal is, within reason."""
    return max(NARROWEST, min(console.width, WIDEST))


def height_of(*parts: RenderableType) -> int:
    """How many lines these need."""
    room = console.options.update(width=width())
    return sum(len(console.render_lines(part, room)) for part in parts)


def say(text: str, style: str = "") -> int:
    """Print a paragraph; how many lines it has."""
    words = paragraph(text, width(), style)
    console.print(words, soft_wrap=True)
    return words.plain.count("\n") + 1


def complain(text: str) -> int:
    """Like `say`, for what did not work."""
    return say(f"✗ {text}", "red")


def show(shown: RenderableType) -> None:
    """Print something long: by the screenful, if somebody sits there to turn the pages."""
    lines = console.render_lines(shown, console.options.update(width=width()), pad=False)
    page = max(1, console.height - 1) if somebody_sits_there() else len(lines)
    for at in range(0, len(lines), page):
        if at and read_line(MORE).lower() in ("q", "quit", "n", "no"):
            break
        console.print(SegmentLines(lines[at : at + page], new_lines=True), end="")
    say(BACK)


def somebody_sits_there() -> bool:
    return console.is_terminal and sys.stdin.isatty()


def agree(question: str, usual: bool = False) -> bool:
    """Whether the person says yes; Enter is the usual answer. Raises EOFError if they leave."""
    while True:
        answer = read_line(f" {question} [{'Y/n' if usual else 'y/N'}] ").lower()
        if not answer:
            return usual
        match answer:
            case "y" | "yes":
                return True
            case "n" | "no":
                return False
            case "q" | "quit":
                raise EOFError
        complain("y or n, please; q leaves the game, which stays saved.")


def read_line(prompt: str, moves: Sequence[str] = ()) -> str:
    """What the person types; Tab completes these moves. Raises EOFError at the end of the input."""
    completer.moves = moves
    line = input(prompt)
    if not sys.stdin.isatty():
        console.print(Text(line))  # so that what was piped in stands in what comes out
    return line.strip()

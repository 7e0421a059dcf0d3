"""Talks with the person at the terminal: paragraphs, questions, long texts, typed lines."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from threading import Event, Timer

from rich.console import RenderableType
from rich.control import Control
from rich.segment import ControlType, SegmentLines
from rich.text import Text

from upturn.cli.completion import completer
from upturn.cli.drawing.drawer import NARROWEST, PLAIN_LETTERS, WIDEST, paragraph
from upturn.cli.drawing.speech import in_print
from upturn.cli.terminal import console

BACK = "Enter: back to the table."
MORE = " Enter: more, q: stop. "
NOTICEABLE = 0.3
"""Seconds after which people wonder what is taking so long."""
WIPE = Control(ControlType.CARRIAGE_RETURN, (ControlType.ERASE_IN_LINE, 2))


def be_lenient() -> None:
    """Let people correct what they type, and let no unreadable key end a game."""
    completer.install()
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    be_legible()


def be_legible() -> None:
    """Show similar letters in place of those that the terminal lacks, from now on."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors=PLAIN_LETTERS)


def width() -> int:
    """Return the width of the terminal, within reasonable limits."""
    return max(NARROWEST, min(console.width, WIDEST))


def height_of(*parts: RenderableType) -> int:
    """Return how many lines these need."""
    room = console.options.update(width=width())
    return sum(len(console.render_lines(part, room)) for part in parts)


def say(text: str, style: str = "") -> int:
    """Print a paragraph. Return how many lines it has."""
    words = paragraph(text, width(), style)
    console.print(words, soft_wrap=True)
    return words.plain.count("\n") + 1


def complain(text: str) -> int:
    """Print a paragraph about something that did not work. Return how many lines it has."""
    return say(f"✗ {in_print(text)}", "red")


def show(shown: RenderableType) -> None:
    """Print something long, one screen at a time if somebody is at the terminal."""
    lines = console.render_lines(shown, console.options.update(width=width()), pad=False)
    page = max(1, console.height - 1) if somebody_sits_there() else len(lines)
    for at in range(0, len(lines), page):
        if at and read_line(MORE).lower() in ("q", "quit", "n", "no"):
            break
        console.print(SegmentLines(lines[at : at + page], new_lines=True), end="")
    say(BACK)


def somebody_sits_there() -> bool:
    return console.is_terminal and sys.stdin.isatty()


def thinking(name: str) -> AbstractContextManager[None]:
    """Show that somebody is thinking."""
    return waiting(f"{name} is thinking …")


@contextmanager
def waiting(text: str) -> Iterator[None]:
    """Show a text if the block takes noticeably long, and wipe it away at the end."""
    if not somebody_sits_there() or console.is_dumb_terminal:
        yield
        return
    told = Event()

    def tell() -> None:
        console.print(Text(f" {text}", "dim"), end="")
        told.set()

    timer = Timer(NOTICEABLE, tell)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()  # so that the text does not appear after it was wiped away
        if told.is_set():
            console.control(WIPE)


def agree(question: str, usual: bool = False) -> bool:
    """Return whether the person says yes. Enter gives the usual answer. Raise EOFError if they
    leave."""
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
        complain("Please answer y or n. To leave the game, type q; it stays saved.")


def read_line(prompt: str, moves: Sequence[str] = (), words: Sequence[str] = ()) -> str:
    """Return what the person types. Tab completes these moves, and these words after a first
    letter.

    Raise EOFError at the end of the input.
    """
    completer.moves, completer.words = moves, words
    line = input(prompt)
    if not sys.stdin.isatty():
        console.print(Text(line))  # so that piped input shows in the output
    return line.strip()

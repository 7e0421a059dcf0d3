"""`upturn play`: you against bots, in the terminal.

The loop is the same for every game: it hands views to bots and to a drawer, and moves to the
game. It knows no rules: what may be done, why something may not be and what followed from it is
all said by the game.
"""

from __future__ import annotations

import hashlib
import io
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

import upturn
from upturn.bots import make_bot
from upturn.cli import saves
from upturn.cli.drawing import drawer_of
from upturn.cli.drawing.drawer import NARROWEST, PLAIN_LETTERS, WIDEST, menu, paragraph
from upturn.cli.drawing.speech import joined, sentence
from upturn.cli.saves import DamagedSave, Sitting
from upturn.cli.terminal import command, console, get_ready
from upturn.cli.wishes import NotUnderstood, meant
from upturn.errors import MoveError
from upturn.games import rules_of

if TYPE_CHECKING:
    from upturn.games.rules import Facts, Rules

NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eva", "Finn", "Gwen")
USUAL_PLAYERS = 4
PROMPT = " Your move (number or words, ? rules, i info, u undo, q quit): "
BACK = "Enter: back to the table."


def play(
    game: Annotated[str, typer.Argument(help="Which game.")] = "dnup",
    players: Annotated[int | None, typer.Option(help="How many play, you included.")] = None,
    seat: Annotated[int, typer.Option(help="Where you sit.")] = 1,
    bots: Annotated[str, typer.Option(help="The others: greedy or random.")] = "greedy",
    seed: Annotated[str | None, typer.Option(help="The same seed gives the same deals.")] = None,
    new: Annotated[bool, typer.Option("--new", help="Do not resume a saved game.")] = False,
) -> None:
    """Play against bots. Every move is saved: leave when you like, and resume."""
    rules = rules_of(game)
    get_ready()
    be_lenient()
    fresh = sit_down(rules, players, seat, bots, seed)  # first, to complain about a bad option
    try:
        resumed = None if new else resume(game)
    except (EOFError, KeyboardInterrupt):
        return say_goodbye(game, saved=True)
    return Loop(resumed or fresh).run()


def be_lenient() -> None:
    """Keys can be corrected, and none we cannot read or show ends a game."""
    with suppress(ImportError):
        import readline  # noqa: F401 - from now on `input` knows the arrow keys
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors=PLAIN_LETTERS)


def sit_down(rules: Rules, players: int | None, seat: int, bots: str, seed: str | None) -> Sitting:
    """A new game. Raises InvalidSetup for what cannot be."""
    if players is None:
        players = min(rules.player_counts, key=lambda count: abs(count - USUAL_PLAYERS))
    game = upturn.new(rules.name, players=players, seed=read_seed(seed))
    game.view(seat)  # refuses a seat that is not there
    make_bot(bots, rules.name, 0)  # and this a bot that is not
    names = list(NAMES[: players - 1])
    names.insert(seat - 1, "You")
    return Sitting(game, seat, bots, names)


def read_seed(text: str | None) -> int | str | None:
    """A number is the same seed here as in Python; any other text is a seed too."""
    try:
        return int(text) if text else text
    except ValueError:
        return text


def bot_seed(seed: int | str) -> str:
    """A seed for the bots' whims that does not betray the deals."""
    return hashlib.sha256(f"bots {seed}".encode(errors="surrogatepass")).hexdigest()[:16]


def resume(game: str) -> Sitting | None:
    """The saved game, if there is one and the person wants it."""
    when = saves.saved_at(game)
    if when is None:
        return None
    try:
        sitting = saves.load(game)
    except DamagedSave as problem:
        complain(f"The saved game cannot be read: {problem}. Here is a new one.")
        with suppress(OSError):
            say(f"The old one is kept as {saves.set_aside(game)}")
        return None
    except OSError as problem:
        complain(f"The saved game cannot be read: {problem}. Here is a new one.")
        return None
    if sitting.game.over:
        return None
    table = f"{sitting.game.players} players"
    question = f" Resume the game of {table} from {when:%d %B, %H:%M}? n drops it. [Y/n] "
    while True:
        answer = read_line(question).lower()
        if answer in ("", "y", "yes"):
            return sitting
        if answer in ("n", "no"):
            return None


def say_goodbye(game: str, saved: bool) -> None:
    """One line on how to go on."""
    console.print()
    say(
        f"Saved. To go on: {command()} play {game}" if saved else "The game is not saved. Good-bye."
    )


class Loop:
    """One person's sitting at one game, until it is over or they leave."""

    def __init__(self, sitting: Sitting):
        self.sitting = sitting
        self.game = sitting.game
        self.seat = sitting.seat
        self.drawer = drawer_of(self.game.name, sitting.names, sitting.seat)
        self.bot = make_bot(sitting.bots, self.game.name, bot_seed(self.game.seed))
        self.told = self._own_last() or 0  # of the history: so many lines have been told
        self.told_lines = 0  # on the screen, since the person's last move
        self.all_of_it = False  # whether the person has asked for the whole table
        self.seen: Facts | None = None  # what was drawn, as long as nobody else has moved since
        self.saved = True

    def run(self) -> None:
        """Play to the end, or until the person leaves: everything is saved by then."""
        try:
            self._play()
        except (EOFError, KeyboardInterrupt):
            say_goodbye(self.game.name, self.saved)

    def _play(self) -> None:
        say(f"You play {self.drawer.title} with {self._others()}; your seat is {self.seat}.")
        last = None  # the turn of a bot is told and saved in one piece: it would play it again so
        while (seat := self.game.to_act) is not None:
            if seat == self.seat or seat != last:
                self._save()
                self._tell()
            last = seat
            if seat == self.seat:
                self._take_turn()
            else:
                self.game.play(self.bot.choose(self.game.view(seat)))
                self.seen = None
        self._save()
        self._tell()
        console.print(Rule(style="dim"), width=width())
        say(self.drawer.result(self.game.view(self.seat)))
        say(f"Another game? {command()} play {self.game.name} --players {self.game.players}")

    def _others(self) -> str:
        names = self.sitting.names.copy()
        del names[self.seat - 1]
        kind = f"{self.sitting.bots} bot{'s' if len(names) > 1 else ''}"
        return f"the {kind} {joined(names)}"

    def _take_turn(self) -> None:
        """Show the table and do one thing the person asks for."""
        view = self.game.view(self.seat)
        moves, listing = menu(view["legal"], self.drawer, width())
        screen, whole = self._screen(view, listing)
        console.print(screen, listing, width=width())
        self.seen = view
        while True:
            line = read_line(PROMPT)
            match line.lower():
                case "" if view["legal"] == [self.drawer.enter]:
                    return self.game.play(self.drawer.enter)
                case "" if whole:
                    continue
                case "":
                    self.seen, self.all_of_it = None, True
                    return None
                case "?" | "help" | "rules":
                    whole = self._explain()
                case "i" | "info":
                    whole = self._inform(view)
                case "u" | "undo":
                    if self._undo():
                        return None
                case "q" | "quit":
                    raise EOFError
                case _:
                    if self._try(line, moves):
                        return None

    def _screen(self, view: Facts, listing: Text) -> tuple[RenderableType, bool]:
        """The table, and whether it is all of it: a part if more would not fit, or is known."""
        if self.seen is not None:
            return self.drawer.screen(view, width(), self.seen), False
        whole = self.drawer.screen(view, width())
        if self.all_of_it or not console.is_terminal:
            self.all_of_it = False
            return whole, True
        room = console.options.update(width=width())
        lines = sum(len(console.render_lines(part, room)) for part in (whole, listing))
        if lines + self.told_lines < console.height:
            return whole, True
        return self.drawer.screen(view, width(), view), False

    def _try(self, line: str, moves: list[str]) -> bool:
        """Make the move this line means, or say why not."""
        try:
            self.game.play(meant(line, moves, self.game, self.drawer))
        except NotUnderstood as problem:
            complain(str(problem))
            return False
        except MoveError as refusal:
            complain(sentence(str(refusal)))
            return False
        return True

    def _explain(self) -> bool:
        from rich.markdown import Markdown  # slow to load, seldom needed

        console.print(Markdown(self.game.rules.about), width=width())
        say(BACK)
        return False

    def _inform(self, view: Facts) -> bool:
        console.print(self.drawer.more(view, width()), width=width())
        say(BACK)
        return False

    def _undo(self) -> bool:
        """Go back to before the person's last move, the replies included."""
        kept = self._own_last()
        if kept is None:
            complain("There is nothing to undo: you have not moved yet.")
            return False
        taken = self.game.moves[kept]
        movers = {entry["seat"] for entry in self.game.history(self.seat)[kept + 1 :]} - {None}
        while len(self.game.moves) > kept:
            self.game.undo()
        self.seen = None
        self.told = kept
        say(f"Taken back: {taken}{', and what the others did since' if movers else ''}.")
        return True

    def _own_last(self) -> int | None:
        """Where in the history the person's last move is."""
        history = self.game.history(self.seat)
        own = [at for at, entry in enumerate(history) if entry["seat"] == self.seat]
        return own[-1] if own else None

    def _tell(self) -> None:
        view = self.game.view(self.seat)
        if self.seen is not None:
            self.told_lines = 0
        for told in self.drawer.story(view["history"][self.told :], view):
            self.told_lines += say(f"· {told}") if told else say("")
        self.told = len(view["history"])

    def _save(self) -> None:
        """Save, or say once that it cannot be done: that is no reason to stop playing."""
        try:
            saves.save(self.sitting)
            self.saved = True
        except OSError as problem:
            if self.saved:
                complain(f"The game cannot be saved: {problem}.")
            self.saved = False


def width() -> int:
    """How wide the terminal is, within reason."""
    return max(NARROWEST, min(console.width, WIDEST))


def say(text: str, style: str = "") -> int:
    """Print a paragraph; how many lines it has."""
    words = paragraph(text, width(), style)
    console.print(words, soft_wrap=True)
    return words.plain.count("\n") + 1


def complain(text: str) -> None:
    """Like `say`, for what did not work."""
    say(f"✗ {text}", "red")


def read_line(prompt: str) -> str:
    """What the person types. Raises EOFError at the end of the input."""
    line = input(prompt)
    if not sys.stdin.isatty():
        console.print(Text(line))  # so that what was piped in stands in what comes out
    return line.strip()

"""`upturn play`: you against bots, with them or alone, in the terminal.

The loop is the same for every game. It hands views to bots and to a drawer, and moves to the game.
It knows no rules: the game says what is allowed, why something is not, and what followed from a
move.
"""

from __future__ import annotations

from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from upturn.cli import saves
from upturn.cli.beside import compiling_beside
from upturn.cli.company import EVERY_LEVEL, bots_at, introduced, seated
from upturn.cli.drawing import drawer_of
from upturn.cli.drawing.drawer import menu, paragraph, whole_menu
from upturn.cli.drawing.speech import in_print, joined, sentence
from upturn.cli.hints import Adviser
from upturn.cli.puzzle_scores import congratulate
from upturn.cli.saves import DamagedSave, Sitting
from upturn.cli.seating import (
    GAMES,
    HouseRules,
    deal_of,
    mode_of,
    new_game,
    place_of,
    same_again,
    sit_down,
)
from upturn.cli.talking import (
    BACK,
    agree,
    be_lenient,
    complain,
    height_of,
    read_line,
    say,
    show,
    thinking,
    waiting,
    width,
)
from upturn.cli.terminal import command, console
from upturn.cli.wishes import NotUnderstood, has_words, meant
from upturn.games import check_game, names, rules_of

if TYPE_CHECKING:
    from upturn.games.rules import Facts

PROMPT = " Your move (w moves, h hint, ? help, i info, u undo, q quit): "
SHORT_PROMPT = " Your move (? help, q quit): "
ROOM_TO_TYPE = 18
"""The columns that the prompt leaves free on a line."""
WORDS = ("moves", "hint", "help", "rules", "info", "undo", "quit")
"""What can be typed besides moves, in full."""
WARMING = "The bots are warming up. For a minute or two, they won’t play as well as usual."
WARMING_ALONE = "Hints are warming up and will be weaker for a minute or two."
LOOKING_BACK = "Looking back at the game …"
TYPING = files(__package__).joinpath("typing.md").read_text(encoding="utf-8")
"""What can be typed in every game."""


def play(
    game: Annotated[str, typer.Argument(help=f"Which game: {GAMES}.")] = names()[0],
    players: Annotated[int | None, typer.Option(help="Number of players, including you.")] = None,
    seat: Annotated[int | None, typer.Option(help="Your seat.", show_default="1")] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            help=f"The others: {joined(EVERY_LEVEL, 'or')}; several as in "
            "expert,casual. For more, see upturn bots."
        ),
    ] = None,
    seed: Annotated[str | None, typer.Option(help="The same seed gives the same deals.")] = None,
    option: HouseRules = None,
    deal: Annotated[
        Path | None,
        typer.Option(help="Play the deal of this record. In Team UP, try to beat its score."),
    ] = None,
    mode: Annotated[
        str | None,
        typer.Option(
            help="How much you know about the deal: competition (nothing), challenge (the cards "
            "you drew) or puzzle (all cards)."
        ),
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Play the deal of your last game again.")
    ] = False,
    new: Annotated[bool, typer.Option("--new", help="Don't resume a saved game.")] = False,
) -> None:
    """Play against bots, or with them. Every move is saved: leave when you like and resume
    later."""
    check_game(game)
    be_lenient()
    with compiling_beside(game) as warming:
        rules = rules_of(game)
        notices: list[str] = []
        found = deal_of(rules, deal, again, notices)
        mode = mode_of(rules, mode, found, again)
        started = new_game(rules, players, seed, option or [], found, mode)
        asked = any(wish is not None for wish in (players, seat, bots, seed, option))
        seat, bots = place_of(started, seat, bots, again)
        fresh = sit_down(started, seat, bots)  # first, to complain about a bad option
        try:
            sitting = fresh if new else fresh_or_saved(fresh, bool(found), asked, notices)
        except (EOFError, KeyboardInterrupt):
            sitting = None
        if sitting is None:
            say_goodbye(game, saved=True)
        else:
            if warming:
                notices.insert(0, WARMING if sitting.game.players > 1 else WARMING_ALONE)
            Loop(sitting, notices).run()


def fresh_or_saved(
    fresh: Sitting, by_name: bool, asked: bool, notices: list[str]
) -> Sitting | None:
    """Return the game to play: the saved one if the person wants it, or the fresh one. Return None
    if the person wants to keep the saved game for later.

    People who ask for a certain deal want that one, and people who ask for a certain kind of table
    most likely do too. But no saved game is dropped without asking.
    """
    saved = unfinished(fresh.game.name, notices)
    if saved is None:
        return fresh
    when = saves.saved_at(saved.game.name)
    table = f"your {saved.game.players}-player game from {when:%d %B, %H:%M}"
    if by_name:
        return fresh if agree(f"This discards {table}, which isn’t over. Go on?") else None
    instead = " instead of the new game you asked for" if asked else ""
    return saved if agree(f"Resume {table}{instead}? n discards it.", usual=not asked) else fresh


def unfinished(game: str, notices: list[str]) -> Sitting | None:
    """Return the saved game, or None if it is over. If it cannot be read, add a notice."""
    if saves.saved_at(game) is None:
        return None
    try:
        sitting = saves.load(game)
    except DamagedSave as problem:
        notices.append(
            f"Your saved game can’t be resumed: {in_print(str(problem))}. Here’s a new one."
        )
        with suppress(OSError):
            notices.append(f"The old one is kept as {saves.set_aside(game)}")
        return None
    except OSError as problem:
        notices.append(
            f"Your saved game can’t be resumed: {in_print(str(problem))}. Here’s a new one."
        )
        return None
    return None if sitting.game.over else sitting


def say_goodbye(game: str, saved: bool) -> None:
    """Print a line that says how to go on."""
    console.print()
    say(
        f"Saved. To resume: {command()} play {game}" if saved else "The game is not saved. Goodbye."
    )


class Loop:
    """One person's sitting at one game, until it is over or they leave."""

    def __init__(self, sitting: Sitting, notices: list[str]):
        self.sitting = sitting
        self.notices = notices  # shown right above the first table
        self.game = sitting.game
        self.seat = sitting.seat
        self.drawer = drawer_of(self.game.name, sitting.names, sitting.seat)
        self.company = seated(sitting.bots, self.seat, self.game.players)
        self.bots = bots_at(self.company, self.game.name, self.game.seed)
        self.adviser = Adviser(self.game.name, self.game.seed, self.drawer)
        self.told = self._own_last() or 0  # how many lines of the history have been told
        self.told_lines = 0  # on the screen, since the person's last move
        self.all_of_it = False  # whether the person has asked for the whole table
        self.seen: Facts | None = None  # what was drawn, as long as nobody else has moved since
        self.refused = False  # whether the person has refused a bot's proposal this round
        self.saved = True

    def run(self) -> None:
        """Play to the end, or until the person leaves. By then everything is saved."""
        try:
            self._play()
            congratulate(self.game)
        except (EOFError, KeyboardInterrupt):
            say_goodbye(self.game.name, self.saved)

    def _play(self) -> None:
        self.told_lines += say(self._greeting())
        if self.drawer.legend and self._own_last() is None:
            self.told_lines += say(self.drawer.legend)
        last = None  # a bot's turn is told and saved as a whole, since it would play the same again
        while (seat := self.game.to_act) is not None:
            if seat == self.seat or seat != last:
                self._save()
                self._tell()
            last = seat
            if seat == self.seat:
                self._take_turn()
            else:
                self.game.play(self._choice_of_bot(seat))
                self.seen = None
        self._save()
        self._tell()
        self._close()

    def _greeting(self) -> str:
        title = self.game.rules.title
        told = f"You’re playing {title} alone."
        if self.company:
            others = introduced(self.company, self.sitting.names)
            told = f"You’re playing {title} with {others}; you’re in seat {self.seat}."
        house = [f"{name}={value}" for name, value in self.game.options.items()]
        rules = "House rule" if len(house) == 1 else "House rules"
        return f"{told} {rules}: {', '.join(house)}." if house else told

    def _close(self) -> None:
        """Say how the game ended, and what can be played now."""
        view = self.game.view(self.seat)
        look = self.drawer.last_look(view, width())
        if look is not None:
            console.print(look, width=width())
        console.print(Rule(style="dim"), width=width())
        say(self.drawer.result(view))
        looked_back = self._look_back()
        name = self.game.name
        if self.saved and self.game.rules.same_deals is not None:
            say(f"The same cards again? {command()} play {name} --again")
            if looked_back:
                say(f"A way to the best score: {command()} solve --last")
            say(f"The record, to pass on to another team: {saves.last_file(name)}")
        say(f"Another game? {command()} {same_again(self.sitting)}")

    def _look_back(self) -> bool:
        """Say what else was possible, unless Ctrl-C is pressed. Return whether anything was
        said."""
        told = ""
        with suppress(KeyboardInterrupt), waiting(LOOKING_BACK):
            told = self.drawer.look_back(self.game)
        if told:
            say(told)
        return bool(told)

    def _choice_of_bot(self, seat: int) -> str:
        """Return a bot's move. If all must agree to it, the person must agree."""
        view = self.game.view(seat)
        move = self._ask(seat, view)
        others = [other for other in view["legal"] if other not in view.get("agreed", ())]
        if move in others or not others:
            return move
        if not self.refused:
            own = self.game.view(self.seat)
            console.print(self.drawer.screen(own, width()), width=width())
            if agree(self.drawer.proposal(seat, move, own)):
                return move
            self.refused = True
        return self._ask(seat, view | {"legal": others})

    def _ask(self, seat: int, view: Facts) -> str:
        with thinking(self.drawer.name(seat)):
            return self.bots[seat].choose(view)

    def _take_turn(self) -> None:
        """Show the table and do one thing the person asks for."""
        while self.notices:
            self.told_lines += say(self.notices.pop(0), "yellow")
        view = self.game.view(self.seat)
        moves, listing = menu(view["legal"], self.drawer, width())
        screen, whole = self._screen(view, listing)
        console.print(screen, listing, width=width())
        self.seen = view
        by_enter = self.drawer.at_enter(view)
        away = False  # whether the person has looked at something other than the table
        while True:
            line = read_line(prompt(), view["legal"], WORDS)
            word, *words = line.lower().split() or [""]
            match word:
                case "" if by_enter and not away:
                    return self._make(by_enter)
                case "" if whole and not away:
                    continue
                case "":
                    self.seen, self.all_of_it = None, True
                    return None
                case "w" | "moves":
                    moves, away = self._list(view["legal"], words, moves), True
                case "h" | "hint":
                    say(self.adviser.advise(view), "green")
                case "?" | "help" | "rules":
                    away = self._explain()
                case "i" | "info":
                    away = self._inform(view)
                case "u" | "undo":
                    if self._undo():
                        return None
                case "q" | "quit":
                    raise EOFError
                case _:
                    if self._try(line, moves, view):
                        return None

    def _screen(self, view: Facts, listing: Text) -> tuple[RenderableType, bool]:
        """Return the table, and whether it is complete. Parts are left out if they would not fit or
        are known."""
        if self.seen is not None and not self.drawer.steady:
            return self.drawer.screen(view, width(), self.seen), False
        whole = self.drawer.screen(view, width())
        if not console.is_terminal or height_of(whole, listing) + self.told_lines < console.height:
            self.all_of_it = False
            return whole, True
        if not self.all_of_it:
            return self.drawer.screen(view, width(), view), False
        self.all_of_it = False
        return Group(whole, *self.drawer.foot(view, width())), True

    def _try(self, line: str, moves: list[str], view: Facts) -> bool:
        """Make the move that this line means, or say why not. Return whether it was made."""
        try:
            move = meant(line, moves, self.game, self.drawer)
            refusal = self.game.why_not(move)
        except NotUnderstood as problem:
            complain(str(problem))
            return False
        if refusal:
            complain(sentence(self.drawer.refused(refusal)))
            return False
        asks = move in view.get("agreed", ())
        if asks and not agree(self.drawer.proposal(self.seat, move, view)):
            return False
        self._make(move)
        return True

    def _make(self, move: str) -> None:
        self.game.play(move)
        self.refused = False

    def _list(self, legal: list[str], words: list[str], moves: list[str]) -> list[str]:
        """Show all moves with their numbers, or those with these words. Return the numbered
        moves."""
        shown = [move for move in legal if has_words(words, move)]
        if not shown:
            complain(f"No move contains {' '.join(words)}; w alone lists all {len(legal)}.")
            return moves
        numbered, listing = whole_menu(legal, self.drawer, width(), set(shown))
        console.print()
        console.print(listing, width=width())
        say(BACK)
        return numbered

    def _explain(self) -> bool:
        from rich.markdown import Markdown  # slow to load, seldom needed

        show(Markdown(f"{TYPING}\n{self.game.rules.about}"))
        return True

    def _inform(self, view: Facts) -> bool:
        more = self.drawer.more(view, width())
        show(Group(more, paragraph(self._greeting(), width())) if self.company else more)
        return True

    def _undo(self) -> bool:
        """Go back to before the person's last move, the replies included."""
        kept = self._own_last()
        if kept is None:
            complain("There’s nothing to take back: you haven’t moved yet.")
            return False
        taken = self.game.moves[kept]
        movers = {entry["seat"] for entry in self.game.history(self.seat)[kept + 1 :]} - {None}
        while len(self.game.moves) > kept:
            self.game.undo()
        self.seen = None
        self.told = kept
        say(f"Taken back: {taken}{', and everything the others did after it' if movers else ''}.")
        return True

    def _own_last(self) -> int | None:
        """Return where in the history the person's last move is."""
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
        """Save the game. If that fails, say so once, since it is no reason to stop playing."""
        try:
            saves.save(self.sitting)
            self.saved = True
        except OSError as problem:
            if self.saved:
                complain(f"The game can’t be saved: {problem}.")
            self.saved = False


def prompt() -> str:
    return PROMPT if len(PROMPT) + ROOM_TO_TYPE <= width() else SHORT_PROMPT

"""How games look and sound in a terminal: a drawer per game, made from views and nothing else.

The loop in `play.py` knows only `Drawer`. Whatever is drawn fits the width it is given and can be
read without colour. A new game is a class like `DnupDrawer` and a line in `DRAWERS`.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar, Protocol

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from upturn.games.rules import Entry, Facts

WIDEST = 80
"""Lines longer than this are hard to read; nothing is drawn wider."""
NARROWEST = 40
"""Nothing is drawn narrower."""


class Drawer(Protocol):
    """One game, drawn for the person in one seat."""

    verbs: ClassVar[tuple[str, ...]]
    """What moves begin with, in the order of the list of moves."""

    def __init__(self, names: list[str], seat: int): ...

    def screen(self, view: Facts, width: int) -> RenderableType:
        """All there is to see from this seat."""
        ...

    def tell(self, entry: Entry, view: Facts) -> list[str]:
        """What happened in one line of the history, in sentences."""
        ...

    def option(self, move: str) -> str:
        """A legal move as listed under its verb."""
        ...

    def result(self, view: Facts) -> str:
        """Who won, and how."""
        ...


def drawer_of(game: str, names: list[str], seat: int) -> Drawer:
    """The drawer of the game of this name."""
    return DRAWERS[game](names, seat)


# --- For every game --------------------------------------------------------------------------

CELL = 14
"""The list of moves has tab stops this far apart."""


def menu(moves: list[str], drawer: Drawer, width: int) -> tuple[list[str], Text]:
    """The moves in the order of their numbers, and the numbered list, a block per verb."""
    by_verb: dict[str, list[str]] = {verb: [] for verb in drawer.verbs}
    for move in moves:
        by_verb.setdefault(move.split(" ")[0], []).append(move)
    by_verb = {verb: block for verb, block in by_verb.items() if block}
    ordered = [move for block in by_verb.values() for move in block]
    label = max(map(len, by_verb)) + 2
    lines = []
    for verb, block in by_verb.items():
        items = [f"{ordered.index(move) + 1:>2}) {drawer.option(move)}" for move in block]
        for at, row in enumerate(tabbed(items, width - label - 1)):
            name = verb if at == 0 else ""
            lines.append(Text.assemble((f" {name:<{label}}", "bold"), row))
    return ordered, Text("\n").join(lines)


def tabbed(items: Iterable[str], width: int) -> list[str]:
    """Items in rows, each beginning at a tab stop."""
    rows = [""]
    for item in items:
        stop = -(-len(rows[-1] and rows[-1] + "  ") // CELL) * CELL
        if rows[-1] and stop + len(item) > width:
            rows.append(item)
        else:
            rows[-1] = rows[-1].ljust(stop) + item
    return rows


def sentence(text: str) -> str:
    """Words as a sentence; the games write their reasons without capital and stop."""
    return f"{text[:1].upper()}{text[1:]}."


def plain_letters(error: UnicodeError) -> tuple[str, int]:
    """For terminals that know few characters: what looks most like those they lack."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(LOOKALIKES.get(letter, "?") for letter in lacking), error.end


LOOKALIKES = dict(zip("╭╮╰╯│─━·•…–’✗", "++++|--.*.-'x", strict=True))
PLAIN_LETTERS = "upturn-plain"  # the name of this way with unknown letters, for text streams
codecs.register_error(PLAIN_LETTERS, plain_letters)


# --- dnup ------------------------------------------------------------------------------------


class DnupDrawer:
    """dnup. A card shows its active value above, bright, and its inactive one below, dim."""

    verbs: ClassVar[tuple[str, ...]] = ("play", "add", "take", "flip")

    def __init__(self, names: list[str], seat: int):
        self.names = names
        self.seat = seat

    def screen(self, view: Facts, width: int) -> RenderableType:
        hand = view["hand"]
        flipped = sorted(map(turned, hand), key=ends)
        preview = " · ".join(" ".join(group) for group in by_value(flipped))
        return Group(
            Text(),
            Rule(Text(self._title(view), "bold"), align="left", style="dim"),
            self._table(view, width),
            Text(f"\n Your hand, {some(len(hand), 'card')}", "bold"),
            Padding(shelves(by_value(hand), width - 2), (0, 0, 0, 1)),
            Padding(Text.assemble(("flipped  ", "dim"), preview), (0, 0, 0, 1)),
            Text(),
        )

    def _title(self, view: Facts) -> str:
        turn = f"{self._whose(view['to_act'])} turn" if view["to_act"] else "the end"
        area = f" in area {view['area']}" if view["area"] else ""
        discarded = f"{view['discard'] or 'nothing'} discarded"
        return f"dnup · round {view['round']} · {turn}{area} · {discarded}"

    def _table(self, view: Facts, width: int) -> Table:
        grid = Table.grid(padding=(0, 0, 0, 1), pad_edge=True)
        room = (width - 1) // view["players"] - 1
        for _ in range(view["players"]):
            grid.add_column(width=room)
        grid.add_row(*(self._place(view, seat, room) for seat in range(1, view["players"] + 1)))
        return grid

    def _place(self, view: Facts, seat: int, room: int) -> RenderableType:
        """What lies in front of a seat, under its name and numbers."""
        own = seat == self.seat
        name = "You" if own else self.names[seat - 1]
        head = Text.assemble((f"{seat} {name}", "bold underline" if own else "bold"))
        state = some(view["counts"][seat - 1], "card")
        if seat in view["out"]:
            state = "out " + ("first" if view["out"][0] == seat else "second")
        facts = f"{state}\n{some(view['scores'][seat - 1], self._unit(view))}"
        sets = {laid["area"]: laid for laid in view["sets"] if laid["seat"] == seat}
        areas = ["a", "b"] if view["players"] == 2 else [None]
        room = room // len(areas) - 1
        grid = Table.grid(padding=(0, 1, 0, 0))
        for _ in areas:
            grid.add_column(width=room)
        grid.add_row(*(self._set(sets.get(area), area, room) for area in areas))
        return Group(head, Text(facts), grid)

    def _set(self, laid: Facts | None, area: str | None, room: int) -> RenderableType:
        label = f"{area}: " if area else ""
        if laid is None:
            return Text(f"{label}no set", "dim")
        what = Text(label + set_words(len(laid["cards"]), laid["value"]))
        return Group(what, shelves([laid["cards"]], room))

    def _unit(self, view: Facts) -> str:
        return "round won" if view["players"] == 2 else "token"

    def option(self, move: str) -> str:
        verb, *words = move.split(" ")
        if verb == "add":
            return f"{words[0]} to {self._at(words[2])}"
        if verb == "take":
            return self._at(words[0])
        return " ".join(words) or "your whole hand"

    def result(self, view: Facts) -> str:
        winner = view["scores"].index(max(view["scores"])) + 1
        return sentence(
            f"{self._who(winner)} {self._verb(winner, 'win')} the game! {self._standings(view)}"
        )

    # --- In words ---

    def tell(self, entry: Entry, view: Facts) -> list[str]:
        told, after = [self._deed(entry)], []
        for event in entry["events"]:
            match event["event"]:
                case "returned":
                    cards = event["cards"]
                    laid = self._laid(event, value=ends(cards[0])[1])
                    come = "comes" if len(cards) < 3 else "come"
                    told.append(f"{laid} {come} back turned: {' '.join(cards)}")
                case "discarded":
                    cards = event["cards"]
                    laid = self._laid(event, value=ends(cards[0])[0])
                    told.append(f"{laid} {'is' if len(cards) < 3 else 'are'} discarded")
                case "out":
                    after.append(self._out(event, view))
                case "round_over":
                    after.append(f"The round is over. {self._standings(view)}")
        return [sentence("; ".join(told)), *map(sentence, after)]

    def _deed(self, entry: Entry) -> str:
        """The line itself, without what followed from it."""
        verb, *words = entry["move"].split(" ")
        seat = entry["seat"]
        if seat is None:
            starter = entry["events"][0]["seat"]
            holds, begins = self._verb(starter, "hold"), self._verb(starter, "begin")
            return f"the cards are dealt; {self._who(starter)} {holds} the star and {begins}"
        does = f"{self._who(seat)} {self._verb(seat, verb)}"
        if verb == "play":
            article = "a " if len(words) < 3 else ""
            return f"{does} {article}{set_words(len(words), ends(words[0])[0])}"
        if verb == "add":
            return f"{does} {words[0]} to {self._at(words[2])}"
        if verb == "take":
            return f"{does} {self._at(words[0])}, turned: {' '.join(entry['events'][0]['cards'])}"
        return f"{does} {'your' if seat == self.seat else 'the'} whole hand"

    def _out(self, event: Facts, view: Facts) -> str:
        seat = event["seat"]
        if view["players"] == 2:
            prize = f"{self._verb(seat, 'win')} the round"
        else:
            prize = f"{self._verb(seat, 'get')} {some(event['points'], 'token')}"
        return f"{self._who(seat)} {'are' if seat == self.seat else 'is'} out and {prize}"

    def _who(self, seat: int) -> str:
        return "you" if seat == self.seat else self.names[seat - 1]

    def _whose(self, seat: int) -> str:
        return "your" if seat == self.seat else f"{self.names[seat - 1]}’s"

    def _verb(self, seat: int, verb: str) -> str:
        return verb if seat == self.seat else f"{verb}s"

    def _laid(self, event: Facts, value: int) -> str:
        """The set an event is about."""
        return f"{self._whose(event['seat'])} {set_words(len(event['cards']), value)}"

    def _at(self, place: str) -> str:
        """The set at a place, as moves call it."""
        seat, area = int(place.rstrip("ab")), place.lstrip("0123456789")
        return f"{self._whose(seat)} set" + (f" in {area}" if area else "")

    def _standings(self, view: Facts) -> str:
        kind = "Rounds won" if view["players"] == 2 else "Tokens"
        scores = [
            f"{'You' if seat == self.seat else self.names[seat - 1]} {score}"
            for seat, score in enumerate(view["scores"], 1)
        ]
        return f"{kind}: {' · '.join(scores)}"


SIZES = ("", "single {}", "pair of {}s", "three {}s", "four {}s", "five {}s", "six {}s")


def set_words(size: int, value: int) -> str:
    return SIZES[size].format(value) if size < len(SIZES) else f"{size} {value}s"


def some(count: int, thing: str) -> str:
    """So many things, in words that agree."""
    first, _, rest = thing.partition(" ")
    plural = first if count == 1 else f"{first}s"
    return f"{count or 'no'} {plural} {rest}".rstrip()


def ends(card: str) -> tuple[int, int]:
    active, inactive = card.split("/")
    return int(active), int(inactive)


def turned(card: str) -> str:
    return "/".join(reversed(card.split("/")))


def by_value(cards: list[str]) -> list[list[str]]:
    return [list(group) for _, group in groupby(cards, key=lambda card: ends(card)[0])]


PITCH = 4
"""Cards of a group overlap: each shows this many columns, and the last one its right edge."""


def shelves(groups: list[list[str]], width: int) -> Text:
    """Groups of cards side by side, on as many shelves as they need."""
    most = max(1, (width - 1) // PITCH)
    parts = [group[at : at + most] for group in groups for at in range(0, len(group), most)]
    rows: list[list[Text]] = []
    for lines in map(fan, parts):
        if rows and rows[-1][0].cell_len + 1 + lines[0].cell_len <= width:
            rows[-1] = [Text(" ").join(pair) for pair in zip(rows[-1], lines, strict=True)]
        else:
            rows.append(lines)
    return Text("\n").join(line for row in rows for line in row)


def fan(cards: list[str]) -> list[Text]:
    """Overlapping cards, line by line."""
    top, bottom = Text("╭───" * len(cards) + "╮", "dim"), Text("╰───" * len(cards) + "╯", "dim")
    upper, lower = Text(), Text()
    for active, inactive in map(ends, cards):
        upper.append("│", "dim").append(f"{active:<3}", "bold cyan")
        lower.append(f"│{inactive:>3}", "dim")
    return [top, upper.append("│", "dim"), lower.append("│", "dim"), bottom]


DRAWERS: dict[str, type[Drawer]] = {"dnup": DnupDrawer}

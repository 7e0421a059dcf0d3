"""dnup in a terminal, drawn from views and nothing else."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, ClassVar

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from upturn.cli.drawing.cards import Card, shelves
from upturn.cli.drawing.drawer import Drawer
from upturn.cli.drawing.speech import sentence, some, standings
from upturn.games.dnup.sentences import SENTENCES

if TYPE_CHECKING:
    from upturn.games.rules import Entry, Facts


NARROW_PLACE = 9
"""If seats would have only this many columns, they are drawn in two rows."""
RULE = 2
"""The shortest line after a title."""
AREAS = {"a": 1, "b": 2}
"""The number of each area, by its letter in moves."""


class DnupDrawer(Drawer):
    """dnup. A card shows its active value above, bright, and its inactive one below, dim."""

    verbs: ClassVar[tuple[str, ...]] = ("play", "add", "take", "flip")
    sentences = SENTENCES

    def screen(self, view: Facts, width: int, seen: Facts | None = None) -> RenderableType:
        hand = view["hand"]
        flipped = sorted(map(turned, hand), key=ends)
        preview = " · ".join(" ".join(group) for group in by_value(flipped))
        title, discarded = self._title(view), f"{view['discard'] or 'nothing'} discarded"
        together = f"{title} · {discarded}"
        fits = len(together) <= width - RULE
        return Group(
            Text(),
            Rule(Text(together if fits else title, "bold"), align="left", style="dim"),
            *([] if fits else [Text(f" {discarded}", "dim")]),
            self._table(view, width),
            Text(f"\n Your hand, {some(len(hand), 'card')}", "bold"),
            Padding(shelves([*map(faces, by_value(hand))], width - 2), (0, 0, 0, 1)),
            Padding(Text.assemble(("flipped  ", "dim"), preview), (0, 0, 0, 1)),
            Text(),
        )

    def _title(self, view: Facts) -> str:
        turn = f"{self.whose(view['to_act'])} turn" if view["to_act"] else "the end"
        area = in_area(view["area"])
        return f"dnup · round {view['round']} · {turn}{area}"

    def _table(self, view: Facts, width: int) -> Table:
        grid = Table.grid(padding=(0, 0, 0, 1), pad_edge=True)
        players = view["players"]
        abreast = players if width // players > NARROW_PLACE else (players + 1) // 2
        room = (width - 1) // abreast - 1
        for _ in range(abreast):
            grid.add_column(width=room)
        places = [self._place(view, seat, room) for seat in range(1, players + 1)]
        for first in range(0, players, abreast):
            grid.add_row(*places[first : first + abreast])
        return grid

    def _place(self, view: Facts, seat: int, room: int) -> RenderableType:
        """Return the sets in front of a seat, under its name and numbers."""
        own = seat == self.seat
        head = Text.assemble((f"{seat} {self.name(seat)}", "bold underline" if own else "bold"))
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
        label = f"{AREAS[area]} ({area}): " if area else ""
        if laid is None:
            return Text(f"{label}no set", "dim")
        what = Text(label + set_words(len(laid["cards"]), laid["value"]))
        return Group(what, shelves([faces(laid["cards"])], room))

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
        return sentence(f"{self.does(winner, 'win')} the game! {self._standings(view)}")

    # --- In words ---

    def tell(self, entry: Entry, view: Facts) -> list[str]:
        told, after = [self._deed(entry)], []
        for event in entry["events"]:
            match event["event"]:
                case "returned":
                    cards = event["cards"]
                    laid = self._laid(event, value=ends(cards[0])[1])
                    go = "goes" if len(cards) < 3 else "go"
                    told.append(f"{laid} {go} back upside down: {' '.join(cards)}")
                case "discarded":
                    cards = event["cards"]
                    laid = self._laid(event, value=ends(cards[0])[0])
                    how = "beaten and discarded" if event["beaten"] else "discarded"
                    told.append(f"{laid} {'is' if len(cards) < 3 else 'are'} {how}")
                case "out":
                    after.append(self._out(event, view))
                case "round_over":
                    after.append(f"The round is over. {self._standings(view)}")
        return [sentence("; ".join(told)), *map(sentence, after)]

    def _deed(self, entry: Entry) -> str:
        """Return the line itself, without what followed from it."""
        verb, *words = entry["move"].split(" ")
        seat = entry["seat"]
        if seat is None:
            starter = entry["events"][0]["seat"]
            holds, begins = self.does(starter, "hold"), self.verb(starter, "begin")
            return f"the cards are dealt; {holds} the star and {begins}"
        does = self.does(seat, verb)
        if verb == "play":
            article = "a " if len(words) < 3 else ""
            where = in_area(entry["events"][0]["area"])
            return f"{does} {article}{set_words(len(words), ends(words[0])[0])}{where}"
        if verb == "add":
            return f"{does} {words[0]} to {self._at(words[2])}"
        if verb == "take":
            cards = " ".join(entry["events"][0]["cards"])
            return f"{does} {self._at(words[0])}; upside down: {cards}"
        return f"{does} {'your' if seat == self.seat else 'their'} whole hand"

    def _out(self, event: Facts, view: Facts) -> str:
        seat = event["seat"]
        if view["players"] == 2:
            prize = f"{self.verb(seat, 'win')} the round"
        else:
            prize = f"{self.verb(seat, 'get')} {some(event['points'], 'token')}"
        return f"{self.who(seat)} {'are' if seat == self.seat else 'is'} out and {prize}"

    def _laid(self, event: Facts, value: int) -> str:
        """Return the set an event is about."""
        return f"{self.whose(event['seat'])} {set_words(len(event['cards']), value)}"

    def _at(self, place: str) -> str:
        """Return the name of the set at a place, as it is in moves."""
        seat, area = seat_and_area(place)
        return f"{self.whose(seat)} set{in_area(area)}"

    def named(self, details: Facts) -> Facts:
        place = details.get("place")
        if place is None or "places" in details:  # no seat has such a place
            return super().named(details)
        seat, area = seat_and_area(place)
        where = f"area {AREAS[area]}" if area else "seat"
        return {**details, "place": f"{self.whose(seat)} {where}"}

    def _standings(self, view: Facts) -> str:
        kind = "Rounds won" if view["players"] == 2 else "Tokens"
        seats = range(1, view["players"] + 1)
        return standings(kind, zip(map(self.name, seats), view["scores"], strict=True))


SIZES = ("", "single {}", "pair of {}s", "three {}s", "four {}s", "five {}s", "six {}s")


def set_words(size: int, value: int) -> str:
    return SIZES[size].format(value) if size < len(SIZES) else f"{size} {value}s"


def in_area(area: str | None) -> str:
    return f" in area {AREAS[area]}" if area else ""


def seat_and_area(place: str) -> tuple[int, str]:
    """Return whose place this is and, with two players, which area."""
    return int(place.rstrip("ab")), place.lstrip("0123456789")


def ends(card: str) -> tuple[int, int]:
    active, inactive = card.split("/")
    return int(active), int(inactive)


def turned(card: str) -> str:
    return "/".join(reversed(card.split("/")))


def by_value(cards: list[str]) -> list[list[str]]:
    return [list(group) for _, group in groupby(cards, key=lambda card: ends(card)[0])]


def faces(cards: list[str]) -> list[Card]:
    return [
        (Text(f"{active:<3}", "bold cyan"), Text(f"{inactive:>3}", "dim"))
        for active, inactive in map(ends, cards)
    ]


DRAWER = DnupDrawer

"""Team UP in a terminal, drawn from views and nothing else.

`pallet.py` draws the layers of the pallet, `cards.py` draws cards, and `story.py` tells what
happened.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, ClassVar

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from upturn.cli.drawing.drawer import SHOW_ALL, Block, Drawer, Guide, paragraph
from upturn.cli.drawing.lines import HARD_SPACE, Lines, beside, indented, width_of, wrapped
from upturn.cli.drawing.speech import some
from upturn.cli.drawing.team_up.cards import asked, card_of, cards_left, coloured
from upturn.cli.drawing.team_up.pallet import (
    LEGEND,
    NARROW_GAP,
    heights_of,
    ink,
    layers_in_use,
    layers_to_fill,
    letter,
    pallet_of,
)
from upturn.cli.drawing.team_up.review import looked_back
from upturn.cli.drawing.team_up.story import (
    boxes_left,
    compared,
    points,
    reckoned,
    tell,
    where,
)
from upturn.errors import InvalidSetup
from upturn.games.team_up.components import COMPONENTS
from upturn.games.team_up.wording import signed

if TYPE_CHECKING:
    from upturn.games.game import Game
    from upturn.games.rules import Entry, Facts

GAP = 3
"""Columns between the parts below the pallet."""
ROOMY = 70
"""From this width on, the boxes, the heights and the card are side by side below all layers."""
FEW = 12
"""How many places are listed at once."""
STOPS = 8
"""The distance between tab stops in the list of places."""
PLACES = "Places: how many ways there are to place a box of this kind now, in any one colour."
GOOD_HERE = "Nobody can tell more while"
SOON = 8
"""How many of the coming cards are named if there is little room."""
NONE = "–"
STRICT = "face"
"""Which boxes clone each other without a house rule."""


class TeamUpDrawer(Drawer):
    """Draws Team UP. Every seat sees the same."""

    title = "Team UP"
    paints = True
    verbs: ClassVar[tuple[str, ...]] = ("draw", "place", "penalty", "stop")
    enter: ClassVar[tuple[str, ...]] = ("draw", "penalty")
    steady = True
    legend = LEGEND

    # --- The screen ---

    def screen(self, view: Facts, width: int, seen: Facts | None = None) -> RenderableType:
        """Return the screen. In the brief form, the heading comes last, since the first lines may
        be out of sight."""
        if seen is not None:
            return Group(
                *self._layers(view, width, brief=True),
                indented(self._brief(view, width - 2)),
                *self._coming(view, width, brief=True),
                *self._heading(view, width, brief=True),
            )
        return Group(
            *self._heading(view, width, brief=False),
            *self._layers(view, width, brief=False),
            indented(self._in_full(view, width - 2)),
            *self._coming(view, width, brief=False),
        )

    def _heading(self, view: Facts, width: int, brief: bool) -> list[RenderableType]:
        """Return the title and how things stand, in one line or, if that is too long, in two."""
        title = f"{self.title} {view['mode'] or ''}".rstrip()
        if not view["to_act"]:
            title += " · the end"
        elif view["players"] > 1:
            title += f" · {self.whose(view['to_act'])} turn"
        told = " · ".join(self._state(view, brief))
        fits = len(title) + len(told) < width - 5
        head = Text(f"{title} · {told}" if fits else title, "bold")
        rule = Rule(head, align="left", style="dim")
        return [rule] if fits else [rule, paragraph(told[:1].upper() + told[1:], width)]

    def _state(self, view: Facts, brief: bool) -> list[str]:
        """Return how things stand. In the brief form, add what the table leaves out."""
        to_beat = "" if view["to_beat"] is None else f", {signed(view['to_beat'])} to beat"
        state = [f"score {signed(view['scores'][0])}{to_beat}"]
        if brief:
            state.append(some(boxes_left(view), "box left"))
        if view["layers"] or not brief:
            state.append(some(view["layers"], "layer full"))
        if view["penalties"] or not brief:
            state.append(some(view["penalties"], "penalty"))
        if view["clone"] != STRICT:
            state.append(f"clone={view['clone']}")
        if brief and view["legal"] and not self.at_enter(view):
            state.append(SHOW_ALL)
        return state

    def foot(self, view: Facts, width: int) -> list[RenderableType]:
        return self._heading(view, width, brief=False)

    def _layers(self, view: Facts, width: int, brief: bool) -> list[RenderableType]:
        """Return the pallet. In the brief form, layers that take no box now do not get a second
        row."""
        levels = layers_in_use(view)
        if not brief:
            return [*map(indented, pallet_of(view, levels, width - 2, heights=width < ROOMY))]
        rows = pallet_of(view, levels, width - 2, gap=NARROW_GAP)
        if len(rows) == 1:
            return [*map(indented, rows)]
        shown = [level for level in layers_to_fill(view) if level in levels]
        others = len(levels) - len(shown)
        left_out = f"Not shown: {some(others, 'layer')} where no box can go now."
        return [
            *map(indented, pallet_of(view, shown, width - 2, gap=NARROW_GAP)),
            *([paragraph(left_out, width, "dim")] if others else []),
        ]

    def _in_full(self, view: Facts, width: int) -> Lines:
        """Return the part below the pallet: boxes left, heights and the card."""
        boxes, heights, card = self._boxes(view), heights_of(view), card_of(view)
        room = width - width_of(boxes) - GAP
        for_words = room - width_of(heights) - GAP
        if width < ROOMY - 2:
            return [*boxes, *self._beside(card, f"{self._asked(view)} {cards_left(view)}", width)]
        if for_words < width_of(card):  # other components: many colours, long names
            return [*boxes, *self._brief(view, width)]
        words = wrapped(self._asked(view), for_words)
        right = beside([heights, [*card, *words]], GAP)
        return beside([boxes, [*right, *map(coloured, wrapped(cards_left(view), room))]], GAP)

    def _brief(self, view: Facts, width: int) -> Lines:
        """Return the same for little room, with only the boxes that can be placed."""
        wishes = " ".join(filter(None, [self._asked(view), self._places(view)]))
        if width < ROOMY - 2:
            left = f"{some(view['deck'], 'card').capitalize()} left (i)."
            return self._beside(card_of(view), f"{wishes} {left}", width)
        drawings = beside([heights_of(view), card_of(view)], GAP)
        return self._beside(drawings, f"{wishes} {cards_left(view)}", width)

    def _beside(self, drawing: Lines, told: str, width: int) -> Lines:
        words = wrapped(told, width - width_of(drawing) - GAP)
        return beside([drawing, [*map(coloured, words)]], GAP)

    def _boxes(self, view: Facts) -> Lines:
        """Return how many boxes of each colour and kind are left, and in how many places they can
        go."""
        colours, kinds = view["left"], COMPONENTS.kinds
        places = places_by_kind(view["legal"])
        name = max(len(kind.name) for kind in kinds)
        head = Text(f"{some(boxes_left(view), 'box left').capitalize():<{name + 13}}", "bold")
        for colour in colours:
            head.append("  ").append(letter(colour), ink(colour))
        lines = [head.append(" places" if places else "", "not bold dim")]
        for kind in kinds:
            measure = f"{kind.top[0]}×{kind.top[1]}, {kind.height} high"
            line = Text.assemble(f"{kind.name:<{name}}  ", (measure, "dim"))
            for colour, left in colours.items():
                can = any(f" {colour} {kind.name} " in move for move in view["legal"])
                count = str(left[kind.name] or NONE)
                line.append("  ").append(count, ink(colour) if can else "dim")
            lines.append(line.append(f"{places.get(kind.name, ''):>7}" if places else ""))
        return lines

    def _asked(self, view: Facts) -> str:
        """Return what the person must do."""
        if view["over"]:
            return "The game is over."
        if view["to_act"] != self.seat:
            return f"It’s {self.whose(view['to_act'])} turn." if view["to_act"] else ""
        if not view["card"]:
            return "Draw a card, or stop."
        if view["legal"] == ["penalty"]:
            return "No box can follow this card."
        return f"Place {asked(view['card'])}."

    def _places(self, view: Facts) -> str:
        """Return how many places there are for each kind of box."""
        counted = places_by_kind(view["legal"]).items()
        listed = [f"{kind}{HARD_SPACE}{count}" for kind, count in counted]
        return f"Places: {', '.join(listed)}." if listed else ""

    def _coming(self, view: Facts, width: int, brief: bool) -> list[RenderableType]:
        """Return the coming cards that are known."""
        coming = view["coming"][: SOON if brief else None]
        if not coming:
            return []
        more = len(view["coming"]) - len(coming)
        told = f"Coming up: {', '.join(coming)}" + (f" and {more} more (i)" if more else "")
        return [coloured(paragraph(told, width))]

    # --- Asked for ---

    def more(self, view: Facts, width: int) -> RenderableType:
        """Return what the signs mean, what may be placed where, and who placed what."""
        house = "" if view["clone"] == STRICT else " (House rule: only boxes of the same shape.)"
        parts = [
            *([PLACES] if places_by_kind(view["legal"]) else []),
            LEGEND,
            "A box must stay inside the pallet, coloured side up. Its whole base must rest on the "
            "pallet or on boxes, all at the same height, and it must touch another box beside or "
            "below it. It must not clone a box: no two equal sides may cover each other exactly."
            f"{house}",
            cards_left(view).replace(HARD_SPACE, " "),
        ]
        if view["coming"]:
            parts.append(f"The cards come in this order: {', '.join(view['coming'])}.")
        placed = [f"{box['box']} {self._by(box, view)}" for box in view["boxes"]]
        parts.append(f"On the pallet: {', '.join(placed) or 'nothing'}.")
        return Group(
            Text(),
            indented(self._boxes(view)),
            *(coloured(paragraph(part, width)) for part in parts),
        )

    def guide(self) -> Guide:
        from upturn.cli.drawing.team_up.guide import TeamUpGuide  # it loads the solver

        return TeamUpGuide()

    def reservation(self, view: Facts) -> str:
        known = len(view["coming"])
        if view["deck"] == known:
            return ""
        only = f"only the next {some(known, 'card')} {'is' if known == 1 else 'are'} known"
        return f"{GOOD_HERE} {only if known else 'the order of the cards is unknown'}."

    def _by(self, box: Facts, view: Facts) -> str:
        """Return where a box is and who placed it."""
        if box["seat"] is None:
            return f"at {box['at']}"
        by = f" ({self.name(box['seat'])})" if view["players"] > 1 else ""
        return f"{where(box)}{by}".replace(",", "")

    def last_look(self, view: Facts, width: int) -> RenderableType:
        return Group(Text(), *self._layers(view, width, brief=False))

    def look_back(self, game: Game) -> str:
        from upturn.solver import review

        try:
            return looked_back(review(game))
        except InvalidSetup:  # too many components for the solver
            return ""

    # --- Moves ---

    def blocks(self, moves: list[str], whole: bool = False) -> list[Block]:
        if not moves[0].startswith("place "):
            return [Block("now", moves, stops=STOPS // 2)]
        if whole or len(moves) <= FEW:
            return by_box(moves)
        say = f"w lists all {len(moves)} by number; or type one, as in {moves[0]}"
        return [Block("place", [], note=say)]

    def option(self, move: str) -> str:
        verb, *words = move.split(" ")
        match verb:
            case "draw":
                return "draw a card (or press Enter)"
            case "penalty":
                return "take the penalty (or press Enter)"
            case "stop":
                return "stop the game for everyone" if len(self.names) > 1 else "stop the game"
            case _:
                return words[2]

    def proposal(self, seat: int, move: str, view: Facts) -> str:
        score = points(view["scores"][0])
        if seat == self.seat:
            return f"Stop here with {score}?"
        return f"{self.name(seat)} would like to stop here with {score}. Do you agree?"

    # --- In words ---

    def tell(self, entry: Entry, view: Facts) -> list[str]:
        return [told for told in self.story([entry], view) if told]

    def story(self, entries: list[Entry], view: Facts) -> list[str]:
        return tell(entries, view, self)

    def result(self, view: Facts) -> str:
        return f"{reckoned(view)} {compared(view)}".rstrip()


def by_box(moves: list[str]) -> list[Block]:
    """Return a block per box and axis, in the order of colours and kinds."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for move in moves:
        _, colour, kind, _, *axis = move.split(" ")
        groups.setdefault((colour, kind, "".join(axis)), []).append(move)
    return [
        Block(f"{colour} {kind.name} {axis}".rstrip(), sorted(found), stops=STOPS)
        for colour in COMPONENTS.colours
        for kind in COMPONENTS.kinds
        for axis in ("", "x", "y")
        if (found := groups.get((colour, kind.name, axis)))
    ]


def places_by_kind(moves: list[str]) -> Counter[str]:
    """Return in how many ways each kind of box can be placed, whatever its colour."""
    ways = {tuple(move.split(" ")[2:]) for move in moves if move.startswith("place ")}
    counted = Counter(way[0] for way in ways)
    return Counter(
        {kind.name: counted[kind.name] for kind in COMPONENTS.kinds if counted[kind.name]}
    )


DRAWER = TeamUpDrawer

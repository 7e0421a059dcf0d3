"""Team Play in a terminal, drawn from views and nothing else.

`missions.py` explains missions, and `story.py` tells events.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, ClassVar, Literal

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from upturn.cli.drawing.cards import Card, shelves
from upturn.cli.drawing.drawer import SHOW_ALL, Block, Drawer, paragraph
from upturn.cli.drawing.speech import joined, sentence, some
from upturn.cli.drawing.team_play.missions import COLOURS, asks_for, mission_of, state_of, symbols
from upturn.cli.drawing.team_play.story import team_name, tell
from upturn.games.team_play.seating import GOAL, PARTNER
from upturn.games.team_play.sentences import SENTENCES
from upturn.games.team_play.tables import CARD_NUMBERS

if TYPE_CHECKING:
    from upturn.games.rules import Entry, Facts

ROOMY = 66
"""From this width on, a seat takes one line and the bank is next to the hand."""
MOST_WAYS = 12
"""How many ways to fulfil a mission get a number."""
SLOW = ("missions", "centre", "scored")
"""As long as these have not changed, the person need not see the seats again."""


class TeamPlayDrawer(Drawer):
    """Team Play. The seats are left out as long as the person only moves cards."""

    title = "Team Play"
    verbs: ClassVar[tuple[str, ...]] = ("keep", "swap", "discard", "draw", "fulfil", "give", "end")
    sentences = SENTENCES
    enter: ClassVar[tuple[str, ...]] = ("end",)

    def __init__(self, names: list[str], seat: int):
        super().__init__(names, seat)
        self.partner = int(PARTNER[len(names), seat])  # 0 for a seat without a partner

    # --- The screen ---

    def screen(self, view: Facts, width: int, seen: Facts | None = None) -> RenderableType:
        known = seen is not None and all(seen[key] == view[key] for key in SLOW)
        table = [self._seats(view, width), Text(), self._teams(view, width), Text()]
        return Group(
            Text(),
            Rule(Text(self._title(view, known), "bold"), align="left", style="dim"),
            *([paragraph(self._standings(view), width), Text()] if known else table),
            self._cards(view, width),
            Text(),
            self._open_missions(view, width, known),
            Text(),
            paragraph(self._asked(view), width, "bold"),
        )

    def _title(self, view: Facts, known: bool) -> str:
        if known:
            return f"your turn · {SHOW_ALL}"
        turn = f"{self.whose(view['to_act'])} turn" if view["to_act"] else "the end"
        stage = "set-up · " if view["asked"] == "exchange" else ""
        if view["turns_left"] is not None and view["turns_left"] < view["players"]:
            stage = "last round · "
        return f"{self.title} · {stage}{turn}"

    def _seats(self, view: Facts, width: int) -> RenderableType:
        """Return who sits where, with how many cards and which missions."""
        rows = []
        for seat in range(1, view["players"] + 1):
            head = f"{seat} {self.name(seat)}" + (", partner" if seat == self.partner else "")
            style = "bold underline" if seat == self.seat else "bold"
            cards = view["counts"][seat - 1]
            missions = [name for name in view["missions"][seat - 1] if name]
            rows.append((Text.assemble((head, style)), cards, missions))
        piles = f"mission pile {view['mission_pile']}, discard {len(view['mission_discard'])}"
        return wide_seats(rows, piles) if width >= ROOMY else narrow_seats(rows, piles)

    def _teams(self, view: Facts, width: int) -> RenderableType:
        """Return every team's points and missions."""
        goal = int(GOAL[view["players"]])
        rows = []
        for team, scored in zip(view["teams"], view["scored"], strict=True):
            points = view["scores"][team[0] - 1]
            worth = f"{points} point{'' if points == 1 else 's'}"
            rows.append((self._team(team), worth, f"{len(scored)} of {goal} missions"))
        abreast = 2 if width >= ROOMY and len(view["teams"][0]) == 1 else 1
        grid = Table.grid(padding=(0, 2, 0, 0))
        for _ in range(abreast):
            grid.add_column()
            grid.add_column(no_wrap=True, justify="right")
            grid.add_column(no_wrap=True)
        for at in range(0, len(rows), abreast):
            grid.add_row(*chain(*rows[at : at + abreast]))
        return Padding(grid, (0, 0, 0, 1))

    def _cards(self, view: Facts, width: int) -> RenderableType:
        """Return the bank, and the hand as a red and a blue fan."""
        piles = f" · pile {view['pile']} · discard {len(view['discard'])}"
        bank_head = Text.assemble(("Bank", "bold"), piles)
        bank = shelves([faces([card or ""]) for card in view["bank"]], width)
        held = some(len(view["hand"]), "card")
        hand_head = Text.assemble(("Your hand", "bold"), f" · {held} · limit {view['limit']}")
        fans = [faces([card for card in view["hand"] if card[0] == colour]) for colour in COLOURS]
        if width < ROOMY:
            parts = [bank_head, bank, hand_head, shelves(fans, width - 2)]
            return Padding(Group(*parts), (0, 0, 0, 1))
        room = bank_head.cell_len + 4
        grid = Table.grid(padding=(0, 0, 0, 1), pad_edge=True)
        grid.add_column(width=room)
        grid.add_row(bank_head, hand_head)
        grid.add_row(bank, shelves(fans, width - room - 3))
        return grid

    def _open_missions(self, view: Facts, width: int, known: bool) -> RenderableType:
        """Return the missions this seat may fulfil, and what it lacks."""
        offered = view["offered"] if view["to_act"] == self.seat else None
        own = [
            ("offered" if name and name == offered else "own", name)
            for name in view["missions"][self.seat - 1]
        ]
        room = width - 11
        grid = Table.grid(padding=(0, 0, 0, 1), pad_edge=True)
        grid.add_column(width=8)
        grid.add_column(width=room)
        for where, name in [*own, ("centre", view["centre"])]:
            if name is None:
                grid.add_row(Text(where, "dim"), Text("stays empty", "dim"))
            else:
                state = state_of(name, view["hand"], view["bank"])
                grid.add_row(where, state if known else Group(state, asks_for(name, room)))
        return grid

    # --- What is asked ---

    def _asked(self, view: Facts) -> str:
        if view["to_act"] != self.seat:
            return f"It’s {self.whose(view['to_act'])} turn." if view["to_act"] else ""
        match view["asked"]:
            case "exchange" | "refill":
                new = "" if view["asked"] == "exchange" else "new "
                told = (
                    f"Keep your {new}mission {view['offered']}, or swap it for the next one? "
                    "If you swap it, you must keep the next one."
                )
            case "discard":
                over = len(view["hand"]) - view["limit"]
                told = f"First discard {some(over, 'card')}: the limit is {view['limit']}."
            case _:
                told = " ".join(filter(None, [self._draws(view), self._giving(view)]))
        return f"{told} {self._last_round(view)}".rstrip()

    def _draws(self, view: Facts) -> str:
        left = 2 - view["draws"]
        if left:
            return f"{some(left, 'draw')} left.".capitalize()
        over = len(view["hand"]) - view["limit"]
        if over > 0 and view["turns_left"] in (None, view["players"]):
            return f"You have drawn both cards. Before your next turn you’d have to discard {over}."
        return "You have drawn both cards."

    def _giving(self, view: Facts) -> str:
        if not self.partner:
            return ""
        partner = self.who(self.partner)
        ahead = (self.partner - self.seat) % view["players"]
        if view["turns_left"] is not None and view["turns_left"] < ahead:
            return f"{partner} has no more turns, so cards from you would be no use."
        if view["gave"]:
            return f"You have already given {partner} cards."
        if view["draws"] == 1:
            return f"You may give {partner} cards after your second draw."
        can = any(move.startswith("give ") for move in view["legal"])
        return f"You may give {partner} one or two cards." if can else ""

    def _last_round(self, view: Facts) -> str:
        left = view["turns_left"]
        if left is None:
            return ""
        if left == view["players"]:
            return "The last round comes next: one more turn for everyone."
        if left == 0:
            return "This is the last turn of the game."
        follow = "follows" if left == 1 else "follow"
        return f"This is your last turn; {some(left, 'more turn')} {follow}."

    def more(self, view: Facts, width: int) -> RenderableType:
        """Return the discards, and what every team has scored."""
        lying: Counter[str] = Counter(view["discard"])
        numbers = [f"{count}×{card}" for card, count in sorted(lying.items(), key=card_order)]
        parts = [
            f"Discarded cards: {', '.join(numbers) or 'none'}.",
            f"Discarded missions: {', '.join(view['mission_discard']) or 'none'}.",
        ]
        for team, scored in zip(view["teams"], view["scored"], strict=True):
            worth = [f"{name} ({mission_of(name).points})" for name in scored]
            parts.append(f"Completed by {team_name(team, self)}: {', '.join(worth) or 'none yet'}.")
        return Group(Text(), *(paragraph(part, width) for part in parts))

    # --- Moves ---

    def may_complete(self, words: list[str]) -> bool:
        """Return whether these words are enough. Which cards to give must be named: `fulfil sum12`
        is enough, `give` is not."""
        return words[0] == "fulfil"[: len(words[0])] and not any(
            word in CARD_NUMBERS for word in words
        )

    def blocks(self, moves: list[str], whole: bool = False) -> list[Block]:
        blocks: list[Block] = []
        for block in super().blocks(moves):
            match block.label:
                case "fulfil":
                    blocks += self._ways(block.moves, len(block.moves) if whole else MOST_WAYS)
                case "give":
                    blocks.append(self._gives(block.moves, whole))
                case "end" if len(moves) == 1:
                    blocks.append(Block("end", moves, note="or press Enter"))
                case "draw":
                    blocks.append(Block("draw", sorted(block.moves, key="draw pile".__eq__)))
                case _:
                    blocks.append(block)
        return blocks

    def _ways(self, moves: list[str], most: int) -> list[Block]:
        """Return a block per mission, the most points first. In a block, the fewest cards are
        first."""
        by_mission: dict[str, list[str]] = {}
        for move in moves:
            by_mission.setdefault(move.split(" ")[1], []).append(move)
        blocks = []
        for name in sorted(by_mission, key=lambda name: -mission_of(name).points):
            ways = by_mission[name]
            few = sorted(ways, key=lambda move: move.count(" "))[:most]
            rest = len(ways) - len(few)
            note = f"and {rest} more: w lists all, or type fulfil {name} and cards" if rest else ""
            heading = f"{name} for {some(mission_of(name).points, 'point')}"
            blocks.append(Block("fulfil", few, heading, note))
        return blocks

    def _gives(self, moves: list[str], whole: bool) -> Block:
        """Return the block of gifts. Single cards get numbers; pairs only in the whole list, since
        people can type them."""
        to = f"to {self.who(self.partner)}"
        if whole:
            return Block("give", moves, to)
        single = [move for move in moves if move.count(" ") == 1]
        pairs = [move for move in moves if move not in single]
        note = f"or two, as in {pairs[0]}" if pairs else ""
        return Block("give", single, to, note)

    def option(self, move: str) -> str:
        verb, *words = move.split(" ")
        match verb:
            case "keep":
                return "this mission"
            case "swap":
                return "it for the next one"
            case "end":
                return "your turn"
            case "fulfil":
                return " ".join(words[1:])
        return "from the pile" if words == ["pile"] else " ".join(words)

    # --- In words ---

    def tell(self, entry: Entry, view: Facts) -> list[str]:
        return [told for told in self.story([entry], view) if told]

    def story(self, entries: list[Entry], view: Facts) -> list[str]:
        return tell(entries, view["teams"], self)

    def result(self, view: Facts) -> str:
        points = [view["scores"][team[0] - 1] for team in view["teams"]]
        best = [team for team, won in zip(view["teams"], points, strict=True) if won == max(points)]
        scores = self._standings(view, in_full=True)
        if len(best) > 1:
            winners = joined([f"by {team_name(team, self)}" for team in best])
            return sentence(f"It’s a tie, shared {winners}! {scores}")
        [team] = best
        alone = len(team) == 1 and self.seat not in team
        return sentence(f"{team_name(team, self)} {'wins' if alone else 'win'} the game! {scores}")

    def _standings(self, view: Facts, in_full: bool = False) -> str:
        """Return every team's points, the best first. In full, also return the number of its
        missions, which do not count."""
        teams = sorted(
            zip(view["teams"], view["scored"], strict=True),
            key=lambda row: -view["scores"][row[0][0] - 1],
        )
        told = []
        for team, scored in teams:
            missions = f" with {some(len(scored), 'mission')}" if in_full else ""
            told.append(f"{self._team(team)} {view['scores'][team[0] - 1]}{missions}")
        return f"Points: {' · '.join(told)}"

    def _team(self, team: list[int]) -> str:
        """Return the name of a team for a list."""
        name = team_name(team, self)
        return name[:1].upper() + name[1:]


Row = tuple[Text, int, list[str]]
"""A seat's name, how many cards it holds, its missions."""


def wide_seats(rows: list[Row], piles: str) -> RenderableType:
    """Return a line per mission."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    sides: list[Literal["left", "right"]] = ["left", "right", "left", "right"]
    for side in sides:
        grid.add_column(no_wrap=True, justify=side)
    grid.add_column()
    grid.add_row("", *(Text(word, "dim") for word in ("cards", "mission", "points", piles)))
    for head, cards, missions in rows:
        for at, name in enumerate(missions or [""]):
            first = (head, str(cards)) if at == 0 else ("", "")
            mission = (name, str(mission_of(name).points), symbols(name)) if name else ("none",)
            grid.add_row(*first, *mission)
    return Padding(grid, (0, 0, 0, 1))


def narrow_seats(rows: list[Row], piles: str) -> RenderableType:
    """Return a line per seat, and one or more per mission."""
    lines: list[RenderableType] = [Text(f" {piles}", "dim")]
    for head, cards, missions in rows:
        lines.append(Text.assemble(" ", head, f" · {some(cards, 'card')}"))
        for name in missions or ["none"]:
            worth = some(mission_of(name).points, "point") if missions else ""
            lines.append(Padding(Text(f"{name} · {worth}" if worth else name), (0, 0, 0, 3)))
            if missions:
                lines.append(Padding(symbols(name), (0, 0, 0, 3)))
    return Group(*lines)


def card_order(counted: tuple[str, int]) -> int:
    return CARD_NUMBERS[counted[0]]


def faces(cards: list[str]) -> list[Card]:
    """Number cards as they are drawn: the colour's letter and the number."""
    return [(Text(f"{card:<3}", f"bold {COLOURS.get(card[:1], '')}".strip()),) for card in cards]


DRAWER = TeamPlayDrawer

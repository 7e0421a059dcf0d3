"""What a game hands to code that serves every game: one `Rules` object per game folder.

The compiled half of a game is called through `contract.py`; this is the other half: names,
numbers, text and what a seat may see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from upturn.games.data_types import Entry as Entry

if TYPE_CHECKING:  # what follows would load the compiler
    from upturn.errors import IllegalMove, InvalidMove
    from upturn.games.contract import Cards, Position, Positions

DEAL = "deal "
"""Chance's lines in a log begin with this."""

Facts = dict[str, Any]
"""Plain data, ready for JSON."""


class Step(NamedTuple):
    """A line of a log and the positions around it; not for a player's eyes."""

    before: Positions  # arrays of one
    after: Positions
    line: int | str  # a move by number, a deal as text


@dataclass(frozen=True)
class Notation:
    """A game's moves as text, for one number of players; exact both ways."""

    texts: list[str]
    """By move number; "" where this number of players has no such move."""
    forms: str
    """What moves look like, for whoever wrote something else."""
    misread: Callable[[str], IllegalMove | InvalidMove | None]
    """What is wrong with a text that is none of `texts`, if more can be said than that."""
    tidy: Callable[[str], str]
    """A hand-typed text in canonical form, as far as it can be understood."""
    write_deal: Callable[[Position, Cards], str]
    """(the position that awaits the deal, its cards)"""
    read_deal: Callable[[Position, str], Cards]
    """Raise InvalidMove for what is no deal, IllegalMove for one that cannot be here."""
    numbers: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        numbers = {text: move for move, text in enumerate(self.texts) if text}
        object.__setattr__(self, "numbers", numbers)


@dataclass(frozen=True)
class SameDeal:
    """How a game takes up the deal of another one; written into its record."""

    mode: str
    known: int
    """So many cards, from the first on, were known before the game began."""
    to_beat: int | None
    """The score to do better than, if there is one."""


@dataclass(frozen=True)
class SameDeals:
    """What a game makes of another one's deal, where more is at stake than equal cards."""

    known: Mapping[str, tuple[int, int]]
    """By mode, the default first: the fewest and the most cards that can be known."""
    take_up: Callable[[Position, str], SameDeal]
    """(the last position of the other game, mode)"""
    prepare: Callable[[Positions, SameDeal], None]
    """Write it into the position that a game starts from."""


def each_alone(players: int) -> tuple[tuple[int, ...], ...]:
    """The sides of a game in which every seat plays for itself."""
    return tuple((seat,) for seat in range(1, players + 1))


def all_together(players: int) -> tuple[tuple[int, ...], ...]:
    """The one side of a game in which all seats play together."""
    return (tuple(range(1, players + 1)),)


def nothing_more(position: Positions, seat: int) -> Facts:
    """The private view in a game in which everybody sees the same."""
    return {}


@dataclass(frozen=True)
class Page:
    """What a page must know of a game beside its views, and those who translate the page."""

    components: Callable[[], Facts] = dict
    """The cards or boxes by their names in views and moves: what a board draws them from."""
    words: Callable[[], Iterable[tuple[str, str]]] = tuple
    """English words for cards and the like which reasons mention: (the words, what they name)."""


@dataclass(frozen=True)
class Rules:
    """A game. Everything else about it follows from here."""

    name: str
    version: int
    """RULES_VERSION: raised with any change of the rules; written into every record."""
    edition: str
    """Which cards or boxes are in use; written into every record."""
    player_counts: tuple[int, ...]
    options: Mapping[str, tuple[object, ...]]
    """House rules: what each may be, the default first."""
    start: Callable[[int, Mapping[str, object]], Positions]
    """(players, options): the position before the first line of a log, as an array of one."""
    move_count: int
    """Moves are numbered from 0 to one less than this."""
    most_legal: int
    """No position has more legal moves."""
    most_cards: int
    """No deal has more cards."""
    about: str
    """The rules in our words, in Markdown."""
    notation: Callable[[int], Notation]
    """The notation for this many players."""
    refuse: Callable[[Position, int, int], IllegalMove]
    """(position, move, reason number): the reason in words."""
    see: Callable[[Positions], Facts]
    """What is this game's own in everybody's view: all that a spectator sees."""
    witness: Callable[[Positions, Positions, int, str, int | None], tuple[str, list[Facts]]]
    """(before, after, move, its text, seat): the text as the seat saw it, and what happened."""
    witness_deal: Callable[[Positions, Positions, str, int | None], tuple[str, list[Facts]]]
    """(before, after, text, seat): the same for a deal."""
    suppose: Callable[[Facts], Positions]
    """(the view of a seat): a position that the seat cannot tell from the true one, as an array.

    `redeal` makes the same of both.
    """
    reveals: frozenset[str] = frozenset()
    """The first words of the moves that turn something up which their mover did not know, or show
    it to a partner in secret. A table does not take them back; nor what came before them.
    """
    shows: frozenset[str] = frozenset()
    """The first words of the moves that show the others something of the mover's hand. The mover
    may take them back; nobody else takes back what came before them.
    """
    see_own: Callable[[Positions, int], Facts] = nothing_more
    """What this seat sees instead or besides."""
    moves_are_open: bool = False
    """Whether all seats and spectators witness the same of every move: it need be told but once."""
    same_deals: SameDeals | None = None
    sides: Callable[[int], tuple[tuple[int, ...], ...]] = each_alone
    """By number of players: the seats that win and lose together, side by side."""
    best_with: int = 4
    """The number of players it is best with; whoever does not say gets the nearest there is."""
    page: Page = field(default_factory=Page)
    """What a page must know of it beside its views."""

    @property
    def title(self) -> str:
        """What people call the game: the heading of `about`, or its name."""
        first = self.about.partition("\n")[0]
        return first.removeprefix("# ") if first.startswith("# ") else self.name

    @property
    def usual_players(self) -> int:
        """How many play if nobody says."""
        return min(self.player_counts, key=lambda count: abs(count - self.best_with))

    @cached_property
    def private(self) -> tuple[str, ...]:
        """The parts of a view that only its own seat sees; a spectator's has null there."""
        return tuple(self.see_own(self.start(self.player_counts[0], {}), 1))

    @cached_property
    def verbs(self) -> tuple[str, ...]:
        """The first words of all moves, in the order of their numbers."""
        texts = (text for count in self.player_counts for text in self.notation(count).texts)
        return tuple(dict.fromkeys(text.split(" ")[0] for text in texts if text))

    def seen_by(self, position: Positions, seat: int | None) -> Facts:
        """What is this game's own in the view of a seat, or of a spectator."""
        seen = self.see(position)
        return seen if seat is None else seen | self.see_own(position, seat)

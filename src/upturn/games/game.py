"""A game as people get it: its core, what each seat may see, and the game as a record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, Self, cast

from upturn.games import record, telling
from upturn.games.core import Core
from upturn.games.data_types import Entry, GivenView, Record
from upturn.games.rules import Facts, Rules, SameDeal


class Game(Core, Generic[GivenView]):
    """A game of any kind. `upturn.new` and `upturn.replay` make one.

    For type checkers `Game[DnupView]` is one of dnup. `Game` alone is any game, as `list` alone is
    a list of anything: its views are not checked.
    """

    def __init__(
        self,
        rules: Rules,
        players: int,
        options: Mapping[str, object] | None = None,
        seed: int | str | None = None,
        same_deal: SameDeal | None = None,
    ):
        super().__init__(rules, players, options, seed, same_deal)
        self._histories = telling.Histories(self.checkpoints[0])

    def __repr__(self) -> str:
        number = f"{self.players} player{'s' if self.players > 1 else ''}"
        turn = (
            f"seat {self.to_act} to act" if self.to_act else "over" if self.over else "a deal due"
        )
        return f"<{self.name}, {number}, {turn}>"

    def go_back(self, kept: int) -> None:
        super().go_back(kept)
        self._histories.cut(self)

    def copy(self) -> Self:
        other = super().copy()
        other._histories = self._histories.copy()
        return other

    def __eq__(self, other: object) -> bool:
        """Whether both are the same game: the same log, and the same deals to come.

        The seed is part of it. Records hold none, so a replayed game has deals of its own to come.
        """
        if not isinstance(other, Game):
            return NotImplemented
        return (
            self.rules is other.rules
            and self.players == other.players
            and self.options == other.options
            and self.same_deal == other.same_deal
            and str(self.seed) == str(other.seed)
            and self.log == other.log
        )

    __hash__ = None  # type: ignore[assignment]  # it changes with every move

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[object, ...]]:
        """Pickle it as what it is: a log, and the seed of the deals to come."""
        return record.restore, (type(self), self.record(), self.seed)

    # --- What a seat may see -----------------------------------------------------------------

    def view(self, seat: int | None = None) -> GivenView:
        """All that this seat may see, as plain data; without a seat, what a spectator may see.

        It is yours: nothing you do to it changes the game or a later view. The lines of the history
        are read-only, since later views have the same ones.
        """
        return cast(GivenView, self.sight(seat) | {"history": self.history(seat)})

    def sight(self, seat: int | None = None) -> Facts:
        """The view without its history: what the seat sees now."""
        shared, [own] = telling.sight_parts(self, [seat])
        return shared | own

    def history(self, seat: int | None = None) -> list[Entry]:
        """What this seat has witnessed, a line per deal and move."""
        return self._histories.of(self, self.check_seat(seat))

    def record(self) -> Record:
        """The whole game as data that any program can read, hidden things included."""
        return record.write(self)

    def _repr_svg_(self) -> str:
        """The table as notebooks show it: what a spectator may see."""
        from upturn.pictures import svg_of

        return svg_of(self.view())

"""A game told line by line, for tables, lessons and everybody else who shows one.

Plumbing beneath `Game`: these functions may change from release to release.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from upturn.games.contract import Positions, copy_of, room_for_moves
from upturn.games.core import CHECKPOINT, Core
from upturn.games.read_only import read_only
from upturn.games.rules import Entry, Facts, Step


def step(game: Core, line: str | None = None) -> Step:
    """Follow a line, or deal if there is none, and keep what is needed to tell it."""
    before = copy_of(game.now)
    if line is None:
        game.deal()
    else:
        game.follow(line)
    return Step(before, copy_of(game.now), game.log[-1])


def steps(game: Core, start: int, there: Positions | None = None) -> Iterator[Step]:
    """Every line from a ply on, with the positions around it; `there` is the first, if known."""
    if there is not None:
        ply, now = start, copy_of(there)
    else:
        nearest = min(start // CHECKPOINT, len(game.checkpoints) - 1)
        ply, now = nearest * CHECKPOINT, copy_of(game.checkpoints[nearest])
    scratch = room_for_moves(game.rules.most_legal)
    while ply < len(game.log):
        game.mark(now, ply)
        before = now if ply < start else copy_of(now)
        game.fold(now, ply, scratch)
        if ply >= start:
            yield Step(before, copy_of(now), game.log[ply])
        ply += 1


def tell(game: Core, step: Step, seat: int | None) -> Entry:
    """A line as this seat, or a spectator (None), witnessed it."""
    before, after, line = step
    if isinstance(line, str):
        text, events = game.rules.witness_deal(before, after, line, seat)
        return {"seat": None, "move": text, "events": events}
    text, events = game.rules.witness(before, after, line, game.notation.texts[line], seat)
    return {"seat": int(before["to_act"][0]), "move": text, "events": events}


class Histories:
    """What every seat that ever asked has witnessed of one game, as far as it is told."""

    __slots__ = ("by_seat", "told", "told_at")

    def __init__(self, start: Positions):
        self.by_seat: dict[int | None, list[Entry]] = {}
        self.told = 0  # so many lines, to each of them
        self.told_at = start  # the position after those lines

    def of(self, game: Core, seat: int | None) -> list[Entry]:
        """All that a seat has witnessed so far."""
        if seat not in self.by_seat:
            before = islice(steps(game, 0), self.told)
            self.by_seat[seat] = [read_only(tell(game, step, seat)) for step in before]
        if self.told < len(game.log):
            self._tell_on(game)
        return self.by_seat[seat].copy()

    def _tell_on(self, game: Core) -> None:
        """Tell the lines that are new to all seats that ever asked."""
        open_to_all = game.rules.moves_are_open
        histories = self.by_seat.items()
        for step in steps(game, self.told, self.told_at):
            entry: Entry | None = None
            for seat, told in histories:
                if entry is None or not open_to_all or isinstance(step.line, str):
                    entry = read_only(tell(game, step, seat))
                told[self.told :] = [entry]
            self.told_at = step.after
            self.told += 1

    def cut(self, game: Core) -> None:
        """Forget the lines that a game which went back has no longer."""
        kept = len(game.log)
        if kept < self.told:
            for told in self.by_seat.values():
                del told[kept:]
            self.told, self.told_at = kept, copy_of(game.now)

    def copy(self) -> Histories:
        """The same for a copy of the game; it shows its views as quickly."""
        other = Histories(self.told_at)
        other.told = self.told
        other.by_seat = {seat: told.copy() for seat, told in self.by_seat.items()}
        return other


def sights(game: Core, seats: Sequence[int | None]) -> list[Facts]:
    """What each of these seats sees now. The sights share what all see: do not change them."""
    shared, own = sight_parts(game, seats)
    return [shared | one for one in own]


def sight_parts(game: Core, seats: Sequence[int | None]) -> tuple[Facts, list[Facts]]:
    """What a spectator sees now, and what each of these seats sees instead."""
    now, to_act, rules, see_own = game.now, game.to_act, game.rules, game.rules.see_own
    shared: Facts = {
        "game": rules.name,
        "players": game.players,
        "seat": None,
        "to_act": to_act,
        "over": game.over,
        "scores": game.scores,
        **rules.see(now),
        "legal": [],
    }
    own: list[Facts] = []
    for asked in seats:
        seat = game.check_seat(asked)
        if seat is None:
            own.append({"seat": None})
        else:
            legal = game.legal_moves() if seat == to_act else []
            own.append({"seat": seat, **see_own(now, seat), "legal": legal})
    return shared, own

"""A game told line by line, for tables, lessons and everybody else who shows one.

Plumbing beneath `Game`: these functions may change from release to release.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from upturn.games.contract import copy_of
from upturn.games.read_only import read_only
from upturn.games.rules import Entry, Facts, Step

if TYPE_CHECKING:
    from upturn.games.game import Game

CHECKPOINT = 32
"""A game keeps its position before every so many lines."""


def step(game: Game, line: str | None = None) -> Step:
    """Follow a line, or deal if there is none, and keep what is needed to tell it."""
    before = copy_of(game._now)
    if line is None:
        game.deal()
    else:
        game.follow(line)
    return Step(before, copy_of(game._now), game._log[-1])


def steps(game: Game, start: int) -> Iterator[Step]:
    """Every line from a ply on, with the positions around it."""
    if start == game._told:
        ply, now = start, copy_of(game._told_at)
    else:
        nearest = min(start // CHECKPOINT, len(game._checkpoints) - 1)
        ply, now = nearest * CHECKPOINT, copy_of(game._checkpoints[nearest])
    scratch = np.zeros_like(game._moves)
    while ply < len(game._log):
        game._mark(now, ply)
        before = now if ply < start else copy_of(now)
        game._fold(now, ply, scratch)
        if ply >= start:
            yield Step(before, copy_of(now), game._log[ply])
        ply += 1


def tell(game: Game, step: Step, seat: int | None) -> Entry:
    """A line as this seat, or a spectator (None), witnessed it."""
    before, after, line = step
    if isinstance(line, str):
        text, events = game.rules.witness_deal(before, after, line, seat)
        return {"seat": None, "move": text, "events": events}
    text, events = game.rules.witness(before, after, line, game._notation.texts[line], seat)
    return {"seat": int(before["to_act"][0]), "move": text, "events": events}


def lines_told(game: Game, seat: int | None, count: int) -> list[Entry]:
    """The first so many lines as a seat witnessed them, for its history."""
    return [read_only(tell(game, step, seat)) for step in islice(steps(game, 0), count)]


def tell_on(game: Game) -> None:
    """Tell the lines that are new to all seats that ever asked for their history."""
    open_to_all = game.rules.moves_are_open
    histories = game._histories.items()
    for step in steps(game, game._told):
        entry: Entry | None = None
        for seat, told in histories:
            if entry is None or not open_to_all or isinstance(step.line, str):
                entry = read_only(tell(game, step, seat))
            told[game._told :] = [entry]
        game._told_at = step.after
        game._told += 1


def sights(game: Game, seats: Sequence[int | None]) -> list[Facts]:
    """What each of these seats sees now. The sights share what all see: do not change them."""
    shared, own = sight_parts(game, seats)
    return [shared | one for one in own]


def sight_parts(game: Game, seats: Sequence[int | None]) -> tuple[Facts, list[Facts]]:
    """What a spectator sees now, and what each of these seats sees instead."""
    now, to_act, rules, see_own = game._now, game.to_act, game.rules, game.rules.see_own
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
        seat = game._check_seat(asked)
        if seat is None:
            own.append({"seat": None})
        else:
            legal = game.legal_moves() if seat == to_act else []
            own.append({"seat": seat, **see_own(now, seat), "legal": legal})
    return shared, own

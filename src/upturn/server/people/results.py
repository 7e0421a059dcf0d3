"""Finished games: their results, their records, and a replay of any moment."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, cast

import msgspec

from upturn.errors import Refusal
from upturn.games import telling
from upturn.server.clock import wall_time
from upturn.table import showing
from upturn.table.results import KNEW_DEAL, finished_game
from upturn.wire.answers import Replay
from upturn.wire.entries import Line
from upturn.wire.facts import Mode, Result, ResultSeat

if TYPE_CHECKING:
    from upturn.store import ResultRow
    from upturn.table import Table


# --- Results ---------------------------------------------------------------------------------


class Flags(msgspec.Struct):
    """Whether a result counts, and why not."""

    rated: bool
    flags: list[str] = []


def flags_of(row: ResultRow) -> Flags:
    return msgspec.json.decode(row.flags, type=Flags)


def is_rated(row: ResultRow) -> bool:
    return flags_of(row).rated


def knew_deal(row: ResultRow) -> bool:
    """Whether somebody had seen the deal before the end of this game: it is never ranked."""
    return KNEW_DEAL in flags_of(row).flags


def result_of(row: ResultRow) -> Result:
    """Return a stored result as the API tells it."""
    return Result(
        table=row.table,
        game=row.game,
        players=row.players,
        options=msgspec.json.decode(row.options),
        mode=cast("Mode | None", row.mode or None),
        deal=row.deal or "",
        day=row.day,
        finished=row.finished,
        scores=msgspec.json.decode(row.scores),
        seats=[ResultSeat(seat.name, seat.bot) for seat in row.seats],
        rated=is_rated(row),
        knew_deal=knew_deal(row),
    )


# --- Records ---------------------------------------------------------------------------------


def record_of(table: Table) -> dict[str, Any]:
    """Return a finished game for any program, with the proof that its deals were fair; for a deal
    of the day, once the day is over."""
    game, setup = finished_game(table), table.setup
    record = game.record() | {
        "table": table.id,
        "deal": setup.deal,
        "opened": _written(table.created),
        "finished": _written(table.finished or table.changed),
        "names": [chair.name for chair in table.chairs],
        "bots": [chair.bot for chair in table.chairs],
        "shuffle": _shuffle(table),
    }
    about: dict[str, object] = {
        "day": setup.day,
        "puzzle_number": setup.puzzle,
        "what_if": setup.what_if,
        "opening": setup.opening,
        "ended_by": table.ended_by,
    }
    return record | {name: value for name, value in about.items() if value}


def _shuffle(table: Table) -> dict[str, str]:
    known = showing.shuffle(table, wall_time())
    if known.seed is not None and known.nonce is not None:
        return {"commitment": known.commitment, "seed": known.seed, "nonce": known.nonce}
    told = {} if known.told is None else {"told": _written(known.told)}
    return {"commitment": known.commitment, **told}


def file_name(table: Table) -> str:
    """Return the file name of a record: upturn-dnup-2026-11-16-k5….json."""
    day = _written(table.finished or table.changed)[:10]
    return f"upturn-{table.setup.game}-{day}-{table.id[:6]}.json"


def _written(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000, UTC).isoformat(timespec="seconds")


# --- Looking back ----------------------------------------------------------------------------


def replay(table: Table, ply: int | None, seat: int | None) -> Replay:
    """Return a finished game after `ply` of its lines, or at its end."""
    game = finished_game(table)
    plies = len(game.moves)
    if ply is None:
        ply = plies
    if ply > plies:
        raise Refusal("no-such-ply", ply=ply, plies=plies)
    if seat is not None and seat > game.players:
        raise Refusal("no-such-seat", seat=seat, seats=game.players)
    then = game.copy()
    then.go_back(ply)
    seats = range(1, game.players + 1) if seat is None else [seat]
    lines = []
    if ply:
        (step,) = telling.steps(then, ply - 1)
        told = telling.tell(then, step, seat)
        lines.append(Line(told["seat"], told["move"], told["events"]))
    return Replay(ply, plies, lines, [then.sight(one) for one in seats])

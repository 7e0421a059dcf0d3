"""What a table tells people: its entries as each receiver may see them, and its facts.

Everything is built from nothing for its receiver: a seat, or spectators (None). A device with
several seats is told what spectators are told, since several people look at it (`looking`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, cast

from upturn.errors import BrokenLog
from upturn.games import telling
from upturn.table import ballots, clocks, consent, log, seating, shuffles, talking
from upturn.table.table import Table
from upturn.wire import entries as told
from upturn.wire import facts as wire

if TYPE_CHECKING:
    from upturn.table.change import Change
    from upturn.table.state import Ballot, Claim

Teller = Callable[[Table, "Change", Any, "int | None"], told.AnyTold]


def tell(table: Table, change: Change, seat: int | None) -> told.AnyTold:
    """Return an entry as a receiver is told it. `table` must be as the entry left it."""
    return TELLERS[type(change.entry)](table, change, change.entry, seat)


def open_to_all(table: Table, change: Change) -> bool:
    """Return whether every receiver is told the same: no deals, and nothing hidden in a move."""
    if change.steps and not table.rules.moves_are_open:
        return False
    return all(isinstance(step.line, int) for step in change.steps)


def retell(
    table_id: str, code: str, rows: Iterable[log.Row], since: int, seat: int | None
) -> list[told.AnyTold]:
    """Return every entry after a version as a receiver is told it, from the stored log."""
    return retell_each(table_id, code, rows, since, [seat])[seat]


def retell_each(
    table_id: str, code: str, rows: Iterable[log.Row], since: int, seats: Iterable[int | None]
) -> dict[int | None, list[told.AnyTold]]:
    """Return the same for several receivers. To play the log again takes longer than to tell what
    is new, so it is done once for all."""
    table: Table | None = None
    all_told: dict[int | None, list[told.AnyTold]] = {seat: [] for seat in seats}
    for n, at, body in rows:
        if table is None:
            table = Table.fold(table_id, code, [(n, at, body)])
            if since < n:
                for mine in all_told.values():
                    mine.append(told.Opened(n, at))
            continue
        change = table.take(n, at, log.decode(body))
        if n > since:
            for seat, one in tell_each(table, change, all_told).items():
                all_told[seat].append(one)
    if table is None:
        raise BrokenLog(f"the log of table {table_id} is empty")
    return all_told


def tell_each(
    table: Table, change: Change, seats: Iterable[int | None]
) -> dict[int | None, told.AnyTold]:
    """Return an entry as each receiver is told it. What is open to all is told once."""
    if not open_to_all(table, change):
        return {seat: tell(table, change, seat) for seat in seats}
    return dict.fromkeys(seats, tell(table, change, None))


def _lines(table: Table, change: Change, seat: int | None) -> list[told.Line]:
    if not change.steps:
        return []
    game = table.expect_game()
    lines = []
    for step in change.steps:
        line = telling.tell(game, step, seat)
        lines.append(told.Line(line["seat"], line["move"], line["events"]))
    return lines


def _moved(table: Table, change: Change, entry: log.Moved, seat: int | None) -> told.AnyTold:
    lines = _lines(table, change, seat)
    return told.Moved(change.n, change.at, entry.seat, lines, entry.by)


def _started(table: Table, change: Change, entry: log.Started, seat: int | None) -> told.AnyTold:
    return told.Started(change.n, change.at, _lines(table, change, seat))


def _voted(table: Table, change: Change, entry: log.Voted, seat: int | None) -> told.AnyTold:
    return told.Voted(
        change.n,
        change.at,
        entry.ballot,
        entry.seat,
        entry.choice,
        change.outcome,
        _lines(table, change, seat),
        change.kept,
    )


def _answered(table: Table, change: Change, entry: log.Answered, seat: int | None) -> told.AnyTold:
    return told.Answered(change.n, change.at, entry.claim, entry.seat, entry.given, entry.name)


def _back(table: Table, change: Change, entry: log.Back, seat: int | None) -> told.AnyTold:
    name = table.chairs[entry.seat - 1].name if change.seats else None
    return told.Back(change.n, change.at, entry.seat, name)


def _spoke(table: Table, change: Change, entry: log.Spoke, seat: int | None) -> told.AnyTold:
    by_opener = entry.person == table.setup.host
    return told.Spoke(
        change.n, change.at, entry.name, entry.seat, entry.text, entry.phrase, by_opener
    )


TELLERS: dict[type, Teller] = {
    log.Opened: lambda t, c, e, s: told.Opened(c.n, c.at),
    log.Sat: lambda t, c, e, s: told.Sat(c.n, c.at, e.seat, e.name),
    log.Stood: lambda t, c, e, s: told.Stood(c.n, c.at, e.seat, e.by_host),
    log.Filled: lambda t, c, e, s: told.Filled(c.n, c.at, e.seat, e.bot),
    log.Started: _started,
    log.Moved: _moved,
    log.Asked: lambda t, c, e, s: told.Asked(c.n, c.at, e.ballot, e.about, e.by, None, e.move),
    log.Voted: _voted,
    log.TookBack: lambda t, c, e, s: told.TookBack(c.n, c.at, e.seat, c.kept or 0),
    log.Spoke: _spoke,
    log.Muted: lambda t, c, e, s: told.Muted(c.n, c.at, e.name, e.seat, e.lifted),
    log.Removed: lambda t, c, e, s: told.Removed(c.n, c.at, e.name, e.seat, e.lifted),
    log.Away: lambda t, c, e, s: told.Away(c.n, c.at, e.seat, e.left),
    log.Back: _back,
    log.Claimed: lambda t, c, e, s: told.Claimed(c.n, c.at, e.claim, e.seat, e.name),
    log.Agreed: lambda t, c, e, s: told.Agreed(c.n, c.at, e.claim, e.seat, e.by),
    log.Answered: _answered,
    log.Hinted: lambda t, c, e, s: told.Hinted(c.n, c.at, e.seat),
    log.Ended: lambda t, c, e, s: told.Ended(c.n, c.at, e.reason),
}


# --- Facts -----------------------------------------------------------------------------------


def facts(table: Table, now: int = 0) -> wire.TableFacts:
    """Return what everybody at a table may know about it. The seed of a deal of the day is not told
    before `now` is past that day."""
    setup, game = table.setup, table.game
    return wire.TableFacts(
        id=table.id,
        code=table.code,
        version=table.version,
        game=setup.game,
        players=setup.players,
        options=setup.options,
        mode=cast("wire.Mode | None", setup.mode),
        deal=setup.deal,
        day=setup.day,
        public=setup.public,
        state=table.state,
        seats=seat_facts(table),
        clock=_clock(table),
        deadline=clocks.deadline(table),
        to_act=table.to_act,
        scores=None if game is None else game.scores,
        plies=len(table.movers),
        ballots=[_ballot(table, ballot) for ballot in table.ballots],
        claims=[_claim(table, claim) for claim in table.claims],
        muted=[wire.Barred(*one) for one in table.muted.values()],
        removed=[wire.Barred(*one) for one in table.removed.values()],
        talk="closed" if talking.closed(table) else "free",
        hints=setup.hints and not table.contest,
        take_back=table.take_back,
        shuffle=shuffle(table, now),
        created=table.created,
        what_if=setup.what_if,
        again=setup.again,
        ended_by=table.ended_by,
    )


def line(table: Table, code: bool = True) -> wire.TableLine:
    """Return a table's line in a list, without its code for people it does not invite."""
    setup = table.setup
    return wire.TableLine(
        id=table.id,
        code=table.code if code else None,
        game=setup.game,
        players=setup.players,
        state=table.state,
        seats=seat_facts(table),
        created=table.created,
        changed=table.changed,
        clock=_clock(table),
        mode=cast("wire.Mode | None", setup.mode),
        day=setup.day,
        ended_by=table.ended_by,
        claimed=sorted({claim.seat for claim in table.claims}),
    )


def seat_facts(table: Table) -> list[wire.SeatFacts]:
    hosts, clock = table.hosts, table.setup.clock
    return [
        wire.SeatFacts(
            chair.seat,
            chair.name,
            chair.bot,
            chair.away,
            chair.person in hosts,
            None if clock is None else chair.reserve,
        )
        for chair in table.chairs
    ]


def _clock(table: Table) -> wire.Clock | None:
    return None if table.setup.clock is None else wire.Clock(*table.setup.clock)


def _ballot(table: Table, ballot: Ballot) -> wire.Ballot:
    seats = ballots.voting_seats(table, ballot)
    return wire.Ballot(
        ballot.number,
        ballot.about,
        ballot.by,
        list(seats),
        {seat: vote for seat, vote in seats.items() if vote is not None},
        ballot.seat,
        ballot.move,
    )


def _claim(table: Table, claim: Claim) -> wire.ClaimFacts:
    asked = consent.voters(table, claim)
    voting = [chair for chair in seating.present(table) if chair.person in asked]
    return wire.ClaimFacts(
        claim.number,
        claim.seat,
        claim.name,
        consent.host_gives(table, claim),
        [chair.seat for chair in voting],
        [chair.seat for chair in voting if chair.person in claim.agreed],
        consent.given_from(table, claim),
    )


def shuffle(table: Table, now: int) -> wire.Shuffle:
    """Return what is told of a shuffle: seed and nonce when the game is over and, for a deal of the
    day, so is the day."""
    seed, nonce, day = table.setup.seed, table.setup.nonce, table.setup.day
    shown = shuffles.commitment(seed, nonce)
    if day is not None and now < shuffles.end_of(day):
        return wire.Shuffle(shown, told=shuffles.end_of(day))
    if table.finished is None:
        return wire.Shuffle(shown)
    return wire.Shuffle(shown, seed, nonce)

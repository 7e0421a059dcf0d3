"""Votes: how they are counted, and what follows.

People come and go while a ballot is open, so votes are counted again then.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from upturn.bots.levels import stand_in
from upturn.errors import BrokenLog, Refusal
from upturn.table import clocks, log, playing, seating, taking_back
from upturn.table.ballots import ask, find, voters
from upturn.table.state import Ballot

if TYPE_CHECKING:
    from upturn.table.change import Change
    from upturn.table.state import Person, TableState
    from upturn.wire import commands

CARRIED, DECLINED = "carried", "declined"
ANSWERS = ("yes", "no")
ABOUT_SEAT = ("wait", "bot", "end")
"""The gentlest first: it wins a tie."""
AGREED, CLOSED = "agreed", "closed"
"""Why a table ended: its people agreed to it, or its host closed it before the game."""


# --- Commands --------------------------------------------------------------------------------


def propose_end(
    table: TableState, command: commands.ProposeEnd, person: Person, now: int
) -> log.AnyEntry:
    if table.state == "gathering":
        seating.expect_host(table, person)
        return log.Ended(reason=CLOSED)
    seating.expect_playing(table)
    if command.seat is None:
        raise Refusal("whose-seat")
    seat = seating.own_chair(table, command.seat, person).seat
    if not voters(table, seat):
        return log.Ended(reason=AGREED)
    return ask(table, "end", seat)


def vote(table: TableState, command: commands.Vote, person: Person, now: int) -> log.AnyEntry:
    seat = seating.own_chair(table, command.seat, person).seat
    number = command.ballot
    ballot = find(table, number)
    if ballot is None:
        raise Refusal("no-such-ballot", ballot=number)
    if person.id not in voters(table, ballot.by):
        raise Refusal("not-asked", ballot=number)
    choices = ABOUT_SEAT if ballot.about == "seat" else ANSWERS
    if command.choice not in choices:
        raise Refusal("no-such-choice", choices=list(choices))
    return log.Voted(ballot=number, seat=seat, choice=command.choice)


# --- Entries ---------------------------------------------------------------------------------


def asked(table: TableState, entry: log.Asked, change: Change, fresh: bool) -> None:
    table.ballots_held = entry.ballot
    ballot = Ballot(entry.ballot, entry.about, change.at, by=entry.by, move=entry.move)
    table.ballots = [*table.ballots, ballot]


def voted(table: TableState, entry: log.Voted, change: Change, fresh: bool) -> None:
    ballot = find(table, entry.ballot)
    if ballot is None:
        raise BrokenLog(f"ballot {entry.ballot} is not open")
    ballot.votes[log.person_of(entry)] = entry.choice
    change.outcome = _outcome(table, ballot)
    if change.outcome is not None:
        _settle(table, ballot, change, entry.deals, fresh)


def _outcome(table: TableState, ballot: Ballot) -> str | None:
    asked = voters(table, ballot.by)
    votes = Counter(vote for person, vote in ballot.votes.items() if person in asked)
    if ballot.about != "seat":
        if votes["no"]:
            return DECLINED
        return CARRIED if votes["yes"] == len(asked) else None
    if not asked:
        return None
    favourite = max(ABOUT_SEAT, key=lambda choice: votes[choice])  # the first of equals
    settled = 2 * votes[favourite] > len(asked) or votes.total() == len(asked)
    return favourite if settled else None


def _settle(
    table: TableState, ballot: Ballot, change: Change, deals: list[str], fresh: bool
) -> None:
    table.ballots = [other for other in table.ballots if other is not ballot]
    outcome = change.outcome
    if ballot.about == "seat":
        _settle_seat(table, ballot, str(outcome), change)
    elif outcome == DECLINED:
        if ballot.about == "agree":
            table.bot_declined = True
            table.turn_began += clocks.stood_still(table, ballot, change.at)
    elif ballot.about == "end":
        table.close("ended", change, AGREED)
    elif ballot.by is not None and ballot.about == "take-back":
        taking_back.take_back(table, ballot.by, change)
    elif ballot.by is not None and ballot.move is not None:
        playing.make(table, ballot.by, ballot.move, change, deals, fresh, ballot.opened)


def _settle_seat(table: TableState, ballot: Ballot, outcome: str, change: Change) -> None:
    if outcome == "bot" and ballot.seat is not None:
        table.chairs[ballot.seat - 1].bot = stand_in(table.setup.game)
    elif outcome == "end":
        table.close("ended", change, AGREED)


def recount(table: TableState, change: Change) -> None:
    """Count open ballots again, since people came or went.

    A ballot that would be carried only because somebody left is void and can be asked again:
    absence never counts as a yes.
    """
    for ballot in table.ballots.copy():
        if table.state != "playing":
            return
        outcome = _outcome(table, ballot)
        if ballot.about == "seat":
            if outcome is not None:
                table.ballots = [other for other in table.ballots if other is not ballot]
                _settle_seat(table, ballot, outcome, change)
        elif outcome == CARRIED or _asker_is_away(table, ballot):
            table.ballots = [other for other in table.ballots if other is not ballot]
            if ballot.about == "agree":
                table.turn_began += clocks.stood_still(table, ballot, change.at)


def _asker_is_away(table: TableState, ballot: Ballot) -> bool:
    return ballot.by is not None and table.chairs[ballot.by - 1].away


def end(table: TableState, reason: str) -> log.AnyEntry:
    """Close a table without a ballot."""
    if table.state in ("over", "ended"):
        raise seating.finished(table)
    return log.Ended(reason=reason)


def ended(table: TableState, entry: log.Ended, change: Change, fresh: bool) -> None:
    table.close("ended", change, entry.reason)

"""The game at the table: its beginning, moves of people, of bots and of the clock.

Only the seat to act is told why the rules forbid its move: the reason may speak of its cards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from upturn.errors import BrokenLog, InvalidMove, Refusal
from upturn.games import telling
from upturn.games.game import Game
from upturn.games.rules import DEAL, Facts, SameDeal
from upturn.table import ballots, clocks, log, seating, taking_back
from upturn.table.state import ABOUT_MOVES

if TYPE_CHECKING:
    from upturn.errors import MoveError
    from upturn.table.change import Change
    from upturn.table.state import Person, TableState
    from upturn.wire import commands

BALLOT_WAIT = 30_000
"""Milliseconds that bots wait for an open ballot about the game before they move on."""

SINCE = {"moved": "stale", "took-back": "taken-back-since", "started": "begun-since"}
"""The refusal of a move that was made before this happened."""

Reasons = dict[str, "MoveError | None"]
"""Why the rules forbid each move; None if they allow it."""


class BotDue(NamedTuple):
    """A bot's turn."""

    seat: int
    level: str
    not_before: int
    """The moment until which people may still want to vote on the last move."""
    proposes: bool
    """Whether the bot may choose a move that everybody must agree to."""


# --- Questions -------------------------------------------------------------------------------


def agreed_moves(table: TableState) -> list[str]:
    """Return the legal moves that everybody must agree to."""
    game = table.game
    return [] if game is None or not table.agrees else game.agreed_moves()


def bot_due(table: TableState) -> BotDue | None:
    """Return the bot's turn if a bot is to move, else None."""
    seat = table.to_act
    if table.state != "playing" or seat is None:
        return None
    level = table.chairs[seat - 1].bot
    if level is None:
        return None
    waits = [b.opened + BALLOT_WAIT for b in table.ballots if b.about in ABOUT_MOVES]
    return BotDue(seat, level, max(waits, default=0), may_propose(table))


def may_propose(table: TableState) -> bool:
    """Return whether the others can be asked to agree to a move: everybody is there, and nobody has
    been asked yet."""
    asked = table.bot_declined or ballots.open_about(table, "agree") is not None
    return not asked and seating.undecided(table) is None


def thinking(table: TableState, seat: int) -> Callable[[], Facts]:
    """Return a function that makes the view a bot decides on for this seat. It may be called in a
    thread.

    The view leaves out moves that everybody must agree to if the others cannot be asked, or if the
    bot only moves for a person whose time is up.
    """
    if table.game is None or seat != table.to_act:
        raise not_the_turn(table)
    game = table.game.copy()
    without = not may_propose(table) or table.chairs[seat - 1].bot is None

    def view() -> Facts:
        seen: Facts = game.view(seat)
        return seen | {"legal": game.free_moves()} if without else seen

    return view


# --- Commands --------------------------------------------------------------------------------


def start(table: TableState, command: commands.Start, person: Person, now: int) -> log.AnyEntry:
    seating.expect_host(table, person)
    return begin(table)


def begin(table: TableState) -> log.Started:
    seating.expect_gathering(table)
    waiting = [chair.seat for chair in table.chairs if chair.open]
    if waiting:
        raise Refusal("seats-open", seats=waiting)
    return log.Started()


def move(table: TableState, command: commands.MakeMove, person: Person, now: int) -> log.AnyEntry:
    seating.expect_playing(table)
    seat = seating.own_chair(table, command.seat, person).seat
    expect_fresh(table, command.version)
    expect_turn(table, seat)
    if command.move in agreed_moves(table):
        seating.expect_decided(table)
        if ballots.voters(table, seat):
            return ballots.ask(table, "agree", seat, command.move)
    return log.Moved(seat=seat, move=command.move)


def expect_fresh(table: TableState, version: int) -> None:
    """Refuse a move that was made at an older state of the game."""
    if version < table.game_version:
        what, seat = table.latest
        name = table.chairs[seat - 1].name if seat else None
        raise Refusal(SINCE[what], version=table.version, what=what, seat=seat, name=name)


def expect_turn(table: TableState, seat: int) -> None:
    if seat != table.to_act:
        raise not_the_turn(table)


def not_the_turn(table: TableState) -> Refusal:
    """Return the refusal of what only the seat to act can do."""
    return Refusal("not-your-turn", to_act=table.to_act)


def bot_move(table: TableState, seat: int, move: str, version: int) -> log.AnyEntry:
    """Decide a bot's move. If everybody must agree to it and people are there, ask them first."""
    seating.expect_playing(table)
    expect_fresh(table, version)
    expect_turn(table, seat)
    if table.chairs[seat - 1].bot is None:
        raise Refusal("no-bot-here", seat=seat)
    if move in agreed_moves(table):
        seating.expect_decided(table)
        if ballots.voters(table, None):
            return ballots.ask(table, "agree", seat, move)
    return log.Moved(seat=seat, move=move, by="bot")


def time_up(table: TableState, move: str, now: int) -> log.AnyEntry:
    """Decide the one move that a bot makes for somebody who ran out of time."""
    end, seat = clocks.deadline(table), table.to_act
    if end is None or seat is None:
        raise Refusal("no-clock-runs")
    if now < end:
        raise Refusal("time-left", deadline=end)
    if move in agreed_moves(table):
        raise Refusal("needs-agreement")
    return log.Moved(seat=seat, move=move, by="clock")


def hint(table: TableState, command: commands.Hint, person: Person, now: int) -> log.AnyEntry:
    seating.expect_playing(table)
    seat = seating.own_chair(table, command.seat, person).seat
    if table.contest:
        raise Refusal("contest")
    if not table.setup.hints:
        raise Refusal("no-hints")
    expect_turn(table, seat)
    return log.Hinted(seat=seat)


def check_point(table: TableState, command: commands.Point, person: Person) -> None:
    """Refuse pointing at a move where it would tell opponents, or partners who must not talk."""
    seating.expect_playing(table)
    seating.own_chair(table, command.seat, person)
    if len(table.rules.sides(len(table.chairs))) > 1:
        raise Refusal("no-pointing")
    move = command.move
    if move is not None and isinstance(table.expect_game().why_not(move), InvalidMove):
        raise Refusal("no-such-move")


def why(table: TableState, command: commands.Why, person: Person) -> Reasons:
    """Return why moves are forbidden, to the seat to act alone: a reason may speak of its hand."""
    seating.expect_playing(table)
    seat = seating.own_chair(table, command.seat, person).seat
    expect_fresh(table, command.version)
    expect_turn(table, seat)
    game = table.expect_game()
    return {move: game.why_not(move) for move in command.moves}


# --- Entries ---------------------------------------------------------------------------------


def started(table: TableState, entry: log.Started, change: Change, fresh: bool) -> None:
    setup = table.setup
    same_deal = None if setup.same_deal is None else SameDeal(**setup.same_deal)
    game = Game(table.rules, setup.players, setup.options, setup.seed, same_deal)
    table.game = game
    table.people = {chair.person for chair in table.chairs if chair.person is not None}
    for line in setup.opening:
        _follow(table, line, change)
    _deal_on(table, entry.deals, change, fresh)
    table.began = len(table.movers)
    table.agrees = "agreed" in game.sight()
    table.state = "playing"
    clocks.wind(table)
    table.game_changed("started", None, change)


def moved(table: TableState, entry: log.Moved, change: Change, fresh: bool) -> None:
    made = change.at if entry.by == "person" else None
    asked = table.ballots
    make(table, entry.seat, entry.move, change, entry.deals, fresh, made)
    change.facts = table.ballots is not asked or table.setup.clock is not None
    if entry.by == "clock":
        table.chairs[entry.seat - 1].reserve = 0


def hinted(table: TableState, entry: log.Hinted, change: Change, fresh: bool) -> None:
    table.hinted = True
    change.facts = False


def make(
    table: TableState,
    seat: int,
    move: str,
    change: Change,
    deals: list[str],
    fresh: bool,
    made: int | None,
) -> None:
    """Make a move. `made` is when a person made it. A move that is refused changes nothing."""
    game = table.expect_game()
    if move.startswith(DEAL):
        raise game.why_not(move) or BrokenLog("a seat cannot deal")
    if seat != game.to_act:
        raise BrokenLog(f"it is not the turn of seat {seat}")
    _follow(table, move, change)
    _deal_on(table, deals, change, fresh)
    if made is not None:
        clocks.charge(table, seat, made)
    table.game_changed("moved", seat, change)


def _follow(table: TableState, line: str, change: Change) -> None:
    game = table.expect_game()
    seat = game.to_act
    change.steps.append(telling.step(game, line))
    table.movers.append(taking_back.mover(table, line, seat))


def _deal_on(table: TableState, deals: list[str], change: Change, fresh: bool) -> None:
    """Let chance have its turns or, if the entry is not fresh, follow what it brought."""
    game = table.expect_game()
    if not fresh:
        for line in deals:
            _follow(table, line, change)
        if game.awaits_deal:
            raise BrokenLog("a deal is missing")
    while game.awaits_deal:
        step = telling.step(game)
        deals.append(str(step.line))
        change.steps.append(step)
        table.movers.append(taking_back.REVEALS)

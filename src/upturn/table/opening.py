"""Opens a table as its host wishes. Every wish is checked here, and refused in words."""

from __future__ import annotations

from dataclasses import asdict
from itertools import takewhile
from typing import TYPE_CHECKING, cast

from upturn.bots.levels import stand_in
from upturn.errors import InvalidSetup, Refusal, UnknownGame, UpturnError
from upturn.games import names, rules_of
from upturn.games.game import Game
from upturn.games.record import take_up
from upturn.games.rules import DEAL, Rules
from upturn.games.setup import check_options, check_players
from upturn.puzzles.book import page
from upturn.puzzles.puzzle import GAME as PUZZLE_GAME
from upturn.puzzles.puzzle import check_edition
from upturn.table import log, shuffles
from upturn.table.results import finished_game
from upturn.table.seating import LONGEST_NAME, check_bot
from upturn.wire.facts import Options
from upturn.wire.text import clean

if TYPE_CHECKING:
    from upturn.table.state import Person
    from upturn.table.table import Table
    from upturn.wire.requests import NewTable, WhatIf

PUZZLE = "puzzle"


def open_table(
    wish: NewTable,
    host: Person,
    seed: str,
    nonce: str,
    source: Table | None = None,
    day: str | None = None,
) -> log.Opened:
    """Return the first entry of a table as its host wishes it. Raise Refusal.

    `source` is the table that `wish.same_deal` names; the new one gets its seed and nonce. `day` is
    given for the deal of the day, whose seed and nonce are the day's.
    """
    rules = _rules(wish.game)
    _check_wishes(wish, day)
    try:
        players, options = check_players(rules, wish.players), check_options(rules, wish.options)
        _expect_seat(wish.seat, players, rules)
        opened = log.Opened(
            person=host.id,
            game=rules.name,
            players=players,
            options=cast(Options, options),
            seed=seed,
            nonce=nonce,
            deal=shuffles.deal_id(seed, nonce),
            day=day,
            public=wish.public,
            clock=None if wish.clock is None else (wish.clock.move, wish.clock.reserve),
            hints=wish.hints,
            grace=wish.grace,
            host=host.id,
            host_name=_host_name(host),
            seat=wish.seat,
            bots=_bots(wish, rules),
            rules=rules.version,
            edition=rules.edition,
        )
        if wish.puzzle is not None:
            _lay_out_puzzle(opened, rules, wish.puzzle)
        elif source is not None:
            _lay_out_again(opened, rules, wish, source)
    except UpturnError as problem:
        if isinstance(problem, Refusal):
            raise
        why = problem.why if isinstance(problem, InvalidSetup) else None
        raise Refusal("invalid-setup", problem=str(problem), why=why or str(problem)) from problem
    if wish.start:
        _expect_full(opened)
    return opened


def open_what_if(wish: WhatIf, host: Person, source: Table) -> log.Opened:
    """Return the first entry of a table that plays on from a ply of a finished game."""
    setup = source.setup
    before = finished_game(source)
    lines = before.moves
    if wish.ply > len(lines):
        raise Refusal("no-such-ply", ply=wish.ply, plies=len(lines))
    _expect_seat(wish.seat, setup.players, source.rules)
    kept = lines[: wish.ply]
    kept += takewhile(lambda line: line.startswith(DEAL), lines[wish.ply :])
    game = Game(before.rules, before.players, before.options, setup.seed, before.same_deal)
    for line in kept:
        game.follow(line)
    if game.over:
        raise Refusal("over-there")
    bot = stand_in(setup.game) if wish.bot is None else check_bot(setup.game, wish.bot)
    others = [seat for seat in range(1, setup.players + 1) if seat != wish.seat]
    return log.Opened(
        person=host.id,
        game=setup.game,
        players=setup.players,
        options=setup.options,
        mode=setup.mode,
        same_deal=setup.same_deal,
        seed=setup.seed,
        nonce=setup.nonce,
        deal=setup.deal,
        opening=kept,
        host=host.id,
        host_name=_host_name(host),
        seat=wish.seat,
        bots=dict.fromkeys(others, bot),
        puzzle=setup.puzzle,
        what_if=source.id,
        rules=setup.rules,
        edition=setup.edition,
    )


# --- What is checked -------------------------------------------------------------------------


def _rules(game: str) -> Rules:
    try:
        return rules_of(game)
    except UnknownGame as problem:
        raise Refusal("unknown-game", game=game, games=names()) from problem


def _check_wishes(wish: NewTable, day: str | None) -> None:
    deals = {
        "same_deal": wish.same_deal is not None,
        "puzzle": wish.puzzle is not None,
        "daily": wish.daily,
    }
    chosen = [name for name, wished in deals.items() if wished]
    if len(chosen) > 1:
        raise Refusal("one-deal", deals=chosen)
    if wish.mode is not None and wish.same_deal is None:
        raise Refusal("mode-needs-deal")
    if wish.daily != (day is not None):
        raise Refusal("no-daily", game=wish.game)


def _expect_seat(seat: int | None, players: int, rules: Rules) -> None:
    if seat is not None and not 1 <= seat <= min(players, rules.player_counts[-1]):
        raise Refusal("no-such-seat", seat=seat, seats=players)


def _host_name(host: Person) -> str:
    name = clean(host.name, LONGEST_NAME)
    if not name:
        raise Refusal("no-name")
    return name


def _bots(wish: NewTable, rules: Rules) -> dict[int, str]:
    bots = {int(seat): level for seat, level in wish.bots.items()}
    for seat, level in bots.items():
        _expect_seat(seat, wish.players, rules)
        if seat == wish.seat:
            raise Refusal("bot-in-your-seat", seat=seat)
        check_bot(rules.name, level)
    return bots


def _expect_full(opened: log.Opened) -> None:
    taken = {opened.seat, *opened.bots}
    waiting = [seat for seat in range(1, opened.players + 1) if seat not in taken]
    if waiting:
        raise Refusal("seats-open", seats=waiting)


# --- Deals that were there before ------------------------------------------------------------


def _lay_out_puzzle(opened: log.Opened, rules: Rules, number: int) -> None:
    if rules.name != PUZZLE_GAME:
        raise Refusal("no-puzzles", game=rules.name, puzzle_game=PUZZLE_GAME)
    check_edition()
    try:
        puzzle = page(number).puzzle
    except InvalidSetup as problem:
        raise Refusal("no-such-puzzle", puzzle=number, why=problem.why) from problem
    record = puzzle.record()
    game = take_up(Game, rules, opened.players, opened.options, opened.seed, record, PUZZLE)
    _follow(opened, game)
    opened.puzzle = number
    opened.deal = shuffles.deal_id_of(puzzle.deals)


def _lay_out_again(opened: log.Opened, rules: Rules, wish: NewTable, source: Table) -> None:
    record = finished_game(source).record()
    opened.seed, opened.nonce = source.setup.seed, source.setup.nonce
    game = take_up(Game, rules, opened.players, wish.options, opened.seed, record, wish.mode)
    _follow(opened, game)
    opened.options = cast(Options, dict(game.options))
    opened.deal, opened.again = source.setup.deal, source.id


def _follow(opened: log.Opened, game: Game) -> None:
    opened.opening = game.moves
    if game.same_deal is not None:
        opened.same_deal = asdict(game.same_deal)
        opened.mode = game.same_deal.mode

"""Games as records: plain data that any program can write and any program can check.

    {"upturn": 1, "game": "dnup", "players": 4, "options": {}, "rules": 1, "edition": "standard",
     "moves": ["deal …", "play 7/1 7/3", …], "scores": [4, 1, 0, 2]}

A record needs no seed, the deals are in it. An unfinished game says `"over": false`. `"legal"`, if
present, lists for every player's move the legal moves before it, sorted. In a record of another
program, `options`, `rules`, `edition` and `scores` may be absent, and there may be more (names, a
date): it is passed over. A game of Team UP with the deal of another one says so in `"same_deal"`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from itertools import takewhile
from typing import Any, TypeVar, cast

from upturn.errors import InvalidRecord, InvalidSetup, MoveError, UpturnError, quoted
from upturn.games import rules_of
from upturn.games.core import Core
from upturn.games.data_types import Record, SameDealRecord
from upturn.games.rules import DEAL, Rules
from upturn.games.setup import check_mode, check_options, check_same_deal, is_int

FORMAT = 1
NEEDED = ("upturn", "game", "players", "moves")

Kind = TypeVar("Kind", bound=Core)
"""What a record becomes when it is played again: `Game`, which is built upon this module."""


def write(game: Core) -> Record:
    """A game as a record."""
    record: Record = {
        "upturn": FORMAT,
        "game": game.rules.name,
        "players": game.players,
        "options": dict(game.options),
        "rules": game.rules.version,
        "edition": game.rules.edition,
        "moves": game.moves,
        "scores": game.scores,
    }
    if game.same_deal is not None:
        record["same_deal"] = cast(SameDealRecord, asdict(game.same_deal))
    if not game.over:
        record["over"] = False
    return record


def replay(kind: type[Kind], record: object) -> Kind:
    """Play a record again, checking all of it.

    Raise InvalidRecord for what is no record or does not add up, and InvalidMove or IllegalMove,
    with their `ply`, for a move that cannot be.
    """
    fields = _check_form(record)
    game = _set_up(kind, fields)
    asked: list[list[str]] | None = fields.get("legal")
    turn = 0
    for ply, line in enumerate(fields["moves"], 1):
        try:
            if not line.startswith(DEAL):
                if asked is not None:
                    _check_legal(game, asked, turn, ply)
                turn += 1
            game.follow(line)
        except MoveError as error:
            error.ply = ply
            raise
    if asked is not None and len(asked) != turn:
        raise InvalidRecord(f"legal has {len(asked)} lists for {turn} moves")
    _check_end(game, fields)
    return game


def restore(kind: type[Kind], record: object, seed: int | str) -> Kind:
    """Play a record again, with the same deals to come."""
    game = replay(kind, record)
    game.seed = seed
    return game


def take_up(
    kind: type[Kind],
    rules: Rules,
    players: int,
    options: Mapping[str, object] | None,
    seed: int | str | None,
    record: object,
    mode: str | None,
) -> Kind:
    """A new game that begins with the deals of a record's beginning.

    A house rule is that of the record unless another is asked for.
    """
    before = replay(kind, record)
    if before.rules is not rules:
        raise InvalidSetup(f"this is a deal of {before.name}, not of {rules.name}")
    chosen = check_mode(rules, mode)
    same_deal = None
    if rules.same_deals is not None and chosen is not None:
        same_deal = rules.same_deals.take_up(before.position, chosen)
    check_options(rules, options)
    game = kind(rules, players, {**before.options, **(options or {})}, seed, same_deal)
    for line in takewhile(lambda line: line.startswith(DEAL), before.moves):
        try:
            game.follow(line)
        except MoveError as problem:
            raise InvalidSetup(f"this deal is not for {players} players: {problem}") from problem
    if game.awaits_deal:
        raise InvalidSetup("this record ends before the cards are dealt")
    return game


def _check_form(record: object) -> dict[str, Any]:
    if not isinstance(record, dict):
        raise InvalidRecord(f"a record must be an object, not {type(record).__name__}")
    for key in NEEDED:
        if key not in record:
            raise InvalidRecord(f"the record has no {key!r}")
    if not is_int(record["upturn"]) or record["upturn"] != FORMAT:
        raise InvalidRecord(
            f"this version reads records of format {FORMAT}, not {quoted(record['upturn'])}"
        )
    _expect_list(record["moves"], str, "moves", "strings")
    if "scores" in record:
        _expect_list(record["scores"], int, "scores", "whole numbers")
    if "legal" in record:
        _expect_list(record["legal"], list, "legal", "lists")
        for moves in record["legal"]:
            _expect_list(moves, str, "each list in legal", "strings")
    if not isinstance(record.get("over", True), bool):
        raise InvalidRecord("over must be true or false")
    return record


def _expect_list(value: object, kind: type, name: str, what: str) -> None:
    if not isinstance(value, list) or not all(type(item) is kind for item in value):
        raise InvalidRecord(f"{name} must be a list of {what}")


def _set_up(kind: type[Kind], fields: dict[str, Any]) -> Kind:
    try:
        rules = rules_of(fields["game"])
        same_deal = check_same_deal(rules, fields["same_deal"]) if "same_deal" in fields else None
        game = kind(rules, fields["players"], fields.get("options"), same_deal=same_deal)
    except UpturnError as problem:
        raise InvalidRecord(str(problem)) from problem
    version, edition = fields.get("rules", rules.version), fields.get("edition", rules.edition)
    if not is_int(version) or version != rules.version:
        raise InvalidRecord(
            f"recorded under version {quoted(version)} of the rules of {rules.name}; "
            f"this is version {rules.version}"
        )
    if edition != rules.edition:
        raise InvalidRecord(
            f"recorded with the edition {quoted(edition)} of the components of {rules.name}; "
            f"{rules.edition!r} is in use (UPTURN_COMPONENTS chooses the edition)"
        )
    return game


def _check_legal(game: Core, asked: list[list[str]], turn: int, ply: int) -> None:
    ours = sorted(game.legal_moves())
    theirs = asked[turn] if turn < len(asked) else None
    if theirs != ours:
        raise InvalidRecord(f"before move {ply} the legal moves are {ours}, not {theirs}", ply)


def _check_end(game: Core, fields: dict[str, Any]) -> None:
    scores, over = fields.get("scores", game.scores), fields.get("over", True)
    if scores != game.scores:
        raise InvalidRecord(
            f"the moves give the scores {game.scores}, but the record says {scores}"
        )
    if over and not game.over:
        raise InvalidRecord(
            'the game is not over after the last move, and the record does not say "over": false'
        )
    if not over and game.over:
        raise InvalidRecord("the game is over after the last move, but the record says it is not")

"""`upturn verify`: whether a game was dealt as promised and played by the rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

import upturn
from upturn.cli.ready import get_ready
from upturn.cli.seating import name_of, record_in
from upturn.cli.talking import be_legible
from upturn.cli.terminal import complain, console, messages
from upturn.errors import InvalidRecord, InvalidSetup, MoveError

if TYPE_CHECKING:
    from upturn.cli.verify_shuffle import Finding

MARKS = {True: ("✓", "green"), False: ("✗", "bold red"), None: ("–", "yellow")}
NO_SHUFFLE = (
    "the record does not say how the cards were shuffled, as a server's record does, so nobody can "
    "tell whether the deals were fair"
)


def verify(
    record: Annotated[
        Path, typer.Argument(help="A file with the record of a game; - is standard input.")
    ],
    commitment: Annotated[
        str | None,
        typer.Option(
            metavar="HASH",
            help="The hash of the shuffle, shown before the first move; 16 digits are enough.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Check that a game was dealt as promised before its first move and played by the rules."""
    from upturn.cli.verify_shuffle import is_hash

    if commitment is not None and not is_hash(commitment):
        raise InvalidSetup("a commitment has 64 digits from 0 to f; the first 16 are enough")
    get_ready()
    be_legible()
    notices: list[str] = []
    found = record_in(record, notices)
    for notice in notices:
        messages.print(notice, soft_wrap=True)
    name = name_of(record, "input")
    try:
        findings = checked(found, commitment)
    except MoveError as problem:
        complain(f"{name}, line {problem.ply}: {problem.sentence}")
        raise typer.Exit(1) from problem
    except InvalidRecord as problem:
        complain(f"{name}: {problem}")
        raise typer.Exit(1) from problem
    for finding in findings:
        show(finding)
    if any(finding.right is False for finding in findings):
        raise typer.Exit(1)


def checked(record: dict[str, object], commitment: str | None) -> list[Finding]:
    """Return all findings about a record. Raise MoveError or InvalidRecord if it is invalid."""
    from upturn.cli.verify_shuffle import (
        Finding,
        check_deals,
        check_promise,
        check_told_later,
        laid_out_in,
        shuffle_in,
        some,
        told_later_in,
    )

    game = upturn.replay(record)
    end = "and the scores are right" if game.over else "as far as the game was played"
    findings = [Finding(True, f"{some(len(game.moves), 'line')} of play, all by the rules, {end}")]
    later = told_later_in(record)
    if later is not None:
        return [*findings, *check_told_later(later, commitment)]
    shuffle = shuffle_in(record)
    if shuffle is None:
        right = None if commitment is None else False
        return [*findings, Finding(right, NO_SHUFFLE)]
    findings += check_promise(shuffle, commitment)
    return [*findings, check_deals(game, shuffle.seed, laid_out_in(record))]


def show(finding: Finding) -> None:
    mark, style = MARKS[finding.right]
    sentence = finding.sentence[0].upper() + finding.sentence[1:]
    console.print(Text.assemble((f"{mark} ", style), f"{sentence}."), soft_wrap=True)

"""Checks the shuffles of a record against the commitment shown before the first move.

    "shuffle": {"commitment": "9f…", "seed": "4c…", "nonce": "e1…"}

Before the game a server shows the commitment, which is the SHA-256 of seed and nonce with a colon
between them. After the game it shows seed and nonce; for a deal of the day, when the day is over.
Until then the record says when (`told`). All deals follow from the seed and their number alone.
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

from upturn.errors import InvalidRecord
from upturn.games.game import Game
from upturn.games.rules import DEAL

DIGITS = set("0123456789abcdef")
FEWEST_DIGITS = 16


class Finding(NamedTuple):
    """Something that was checked: right, wrong, or impossible to prove from a record (None)."""

    right: bool | None
    sentence: str


class Shuffle(NamedTuple):
    commitment: str
    seed: str
    nonce: str


class ToldLater(NamedTuple):
    """A shuffle whose seed and nonce are still a secret."""

    commitment: str
    told: str


def told_later_in(record: dict[str, Any]) -> ToldLater | None:
    """What the record of a deal of the day says before the day is over."""
    found = record.get("shuffle")
    if not isinstance(found, dict) or "seed" in found or "nonce" in found:
        return None
    parts = [found.get(name) for name in ToldLater._fields]
    if not all(isinstance(part, str) and part for part in parts):
        return None
    return ToldLater(*map(str, parts))


def check_told_later(shuffle: ToldLater, noted: str | None) -> list[Finding]:
    """What can be said before seed and nonce are told."""
    later = Finding(
        None,
        f"the seed and nonce of this deal of the day stay secret until {shuffle.told}: download "
        "the record again then to see whether it was dealt as promised",
    )
    return [later] if noted is None else [_compare(noted, shuffle.commitment.lower()), later]


def shuffle_in(record: dict[str, Any]) -> Shuffle | None:
    """Return what the record says about its shuffles, if anything. Raise InvalidRecord if parts are
    missing."""
    found = record.get("shuffle")
    if found is None:
        return None
    parts = [found.get(name) for name in Shuffle._fields] if isinstance(found, dict) else []
    if not parts or not all(isinstance(part, str) and part for part in parts):
        raise InvalidRecord("its shuffle must have a commitment, a seed and a nonce, each as text")
    return Shuffle(*map(str, parts))


def check_promise(shuffle: Shuffle, noted: str | None) -> list[Finding]:
    """Return whether seed and nonce are those that were promised."""
    hashed = hashlib.sha256(f"{shuffle.seed}:{shuffle.nonce}".encode()).hexdigest()
    if hashed != shuffle.commitment.lower():
        return [Finding(False, f"the seed and nonce give the hash {hashed}, not the commitment")]
    findings = [Finding(True, f"the seed and nonce give the hash {hashed}")]
    if noted is None:
        findings.append(
            Finding(
                None,
                "only you can say whether this hash was shown before the first move: compare it "
                "with the one you noted, or give yours as --commitment",
            )
        )
    else:
        findings.append(_compare(noted, hashed))
    return findings


def _compare(noted: str, hashed: str) -> Finding:
    if is_noted(noted, hashed):
        return Finding(True, "that is the hash you noted")
    return Finding(False, f"that is not the hash you noted, {noted.strip()}")


def is_noted(noted: str, hashed: str) -> bool:
    """Return whether somebody wrote down this hash, or enough of its beginning."""
    digits = noted.strip().lower()
    return len(digits) >= FEWEST_DIGITS and hashed.startswith(digits)


def is_hash(noted: str) -> bool:
    digits = noted.strip().lower()
    return FEWEST_DIGITS <= len(digits) <= 64 and set(digits) <= DIGITS


def check_deals(game: Game, seed: str, laid_out: int) -> Finding:
    """Return whether every deal of a game is the one that follows from the seed.

    `laid_out` is the number of lines at the start that came from elsewhere, such as a puzzle or
    another game. These need not follow from the seed.
    """
    again = Game(game.rules, game.players, game.options, seed, game.same_deal)
    deals = taken = 0
    for ply, line in enumerate(game.moves, 1):
        if not line.startswith(DEAL):
            again.follow(line)
            continue
        due = again.copy().deal()
        again.follow(line)
        if due == line:
            deals += 1
        elif ply <= laid_out:
            taken += 1
        else:
            return Finding(False, f"line {ply} is {line!r:.60}, but the seed gives {due!r:.60}")
    if taken:
        later = f"; {some(deals, 'deal')} after that {follows(deals)} from the seed"
        return Finding(
            None,
            f"{some(taken, 'deal')} {was(taken)} not shuffled at this table but taken from a "
            f"puzzle or another game{later if deals else ''}",
        )
    if not deals:
        return Finding(None, "nothing was dealt")
    return Finding(True, f"{some(deals, 'deal')} {follows(deals)} from the seed, card by card")


def laid_out_in(record: dict[str, Any]) -> int:
    """Return how many lines of the record were there before the game began."""
    found = record.get("opening", 0)
    if isinstance(found, list) and found == record["moves"][: len(found)]:
        return len(found)
    if type(found) is not int or found < 0:
        raise InvalidRecord("its opening must be a number of lines, or the lines themselves")
    return found


def some(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def was(number: int) -> str:
    return "was" if number == 1 else "were"


def follows(number: int) -> str:
    return "follows" if number == 1 else "follow"

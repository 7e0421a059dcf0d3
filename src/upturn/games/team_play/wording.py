"""A mission as text: in words, and in symbols that can be read without colour.

The symbols are those of `drawing.py`, written in a line: `r▲ r▲+1 r▲+2`, `? ? ?  6–8`. An `r` or a
`b` asks for a red or a blue card; without one, either will do. What stands behind the cards, after
two spaces, holds for all of them.
"""

from __future__ import annotations

from collections.abc import Callable

from upturn.games.team_play.components import NUMBERS, Requirement
from upturn.games.team_play.drawing import Piece, Sign, drawing_of

Writer = Callable[[Requirement], str]
WHOLE_POOL = f"1-{NUMBERS}"


def in_words(requirement: Requirement) -> str:
    """What a mission asks for, as in "this mission asks for …"."""
    words = WORDS[requirement.kind](requirement)
    shared: list[str] = []
    if requirement.pool == "parity" and _differ(requirement):
        shared.append("all odd or all even")
    if requirement.colour == "one" and _several(requirement):
        shared.append("all red or all blue")
    return ", ".join([words, *shared])


def in_symbols(requirement: Requirement) -> str:
    """The same, in symbols."""
    drawing = drawing_of(requirement)
    cards = " ".join(_piece(piece) for piece in drawing.pieces)
    return "  ".join([cards, *drawing.conditions])


def _piece(piece: Piece) -> str:
    if isinstance(piece, Sign):
        return piece.text
    tiles = "".join(
        tile.colour + tile.mark + (f"+{tile.step}" if tile.step else "") for tile in piece.tiles
    )
    return f"{piece.times}×{tiles}" if piece.times > 1 else tiles


def _several(requirement: Requirement) -> bool:
    """Whether it can take more than one card, so that they can be all of a colour."""
    asked = requirement
    return not (asked.sizes == (1,) or len(asked.numbers) == 1 or asked.count == 1)


def _differ(requirement: Requirement) -> bool:
    """Whether it can take more than one number, so that they can be all odd."""
    return _several(requirement) and len(requirement.sizes) != 1


# --- Words -----------------------------------------------------------------------------------

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
COLOURS = {"any": "", "red": "red ", "blue": "blue ", "one": ""}
PARITIES = {"odd": "odd ", "even": "even "}
GROUPS = {1: "card", 2: "pair"}


def _group_words(requirement: Requirement) -> str:
    """Groups that are alike are counted; then it is said that, and of which, numbers differ."""
    colours = requirement.colours or (requirement.colour,) * len(requirement.sizes)
    groups = list(zip(requirement.sizes, colours, strict=True))
    parts = [_alike(groups.count(group), *group) for group in dict.fromkeys(groups)]
    words = _listed(parts)
    pool = requirement.pool
    free = pool in (WHOLE_POOL, "parity")
    if len(groups) == 1:
        return words if free else _of_one_number(*groups[0], pool)
    if pool == WHOLE_POOL and len(parts) == len(groups) == 2:
        return f"{words} of another number"
    return f"{words}, each of a different {PARITIES.get(pool, '')}number{_bounds(pool)}"


def _alike(count: int, size: int, colour: str) -> str:
    if size not in GROUPS:
        times = "" if count == 1 else f"{COUNTS[count]} sets of "
        suffix = f" in {COLOURS[colour].strip()}" if COLOURS[colour] else ""
        return f"{times}{COUNTS[size]} of a kind{suffix}"
    if count == 1:
        return f"a {COLOURS[colour]}{GROUPS[size]}"
    return f"{COUNTS[count]} {COLOURS[colour]}{GROUPS[size]}s"


def _listed(parts: list[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last


def _of_one_number(size: int, colour: str, pool: str) -> str:
    """A group whose number is not free: `three cards of the same odd number`."""
    paint, parity = COLOURS[colour], PARITIES.get(pool, "")
    if pool[0] == pool[-1]:
        return f"the {paint}number {pool[0]}" if size == 1 else f"{COUNTS[size]} {paint}{pool[0]}s"
    if size == 1:
        return f"{'an' if parity else 'a'} {parity}{paint}card{_bounds(pool)}"
    return f"{COUNTS[size]} {paint}cards of the same {parity}number{_bounds(pool)}"


def _bounds(pool: str) -> str:
    low, _, high = pool.partition("-")
    return f" from {low} to {high}" if high and pool != WHOLE_POOL else ""


def _run_words(requirement: Requirement) -> str:
    return f"{COUNTS[requirement.length]} consecutive {COLOURS[requirement.colour]}numbers"


def _exact_words(requirement: Requirement) -> str:
    numbers = _listed([str(number) for number in sorted(requirement.numbers)])
    plural = "s" if len(requirement.numbers) > 1 else ""
    return f"the {COLOURS[requirement.colour]}number{plural} {numbers}"


def _from_words(requirement: Requirement) -> str:
    pool = requirement.pool
    only = pool[0] if pool[0] == pool[-1] else ""  # the one number there is to choose
    count, plural = ("", "") if requirement.count == 1 else (f"{COUNTS[requirement.count]} ", "s")
    cards = f"{PARITIES.get(pool, '')}{COLOURS[requirement.colour]}{only or 'card'}{plural}"
    return f"any {count}{cards}" if only else f"any {count}{cards}{_bounds(pool)}"


def _addition_words(requirement: Requirement) -> str:
    return f"three {COLOURS[requirement.colour]}cards, two of which add up to the third"


def _sum_words(requirement: Requirement) -> str:
    colour = COLOURS[requirement.colour]
    if requirement.count == 1:
        return f"the {colour}number {requirement.total}"
    count = COUNTS[requirement.count] if requirement.count else "any"
    return f"{count} {colour}cards that add up to {requirement.total}"


WORDS: dict[str, Writer] = {
    "groups": _group_words,
    "run": _run_words,
    "exact": _exact_words,
    "from": _from_words,
    "addition": _addition_words,
    "sum": _sum_words,
}

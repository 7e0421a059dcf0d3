"""A mission in words, and drawn in symbols that can be read without colour.

In symbols every card stands by itself. Equal symbols (▲ ▲) are equal numbers, different ones
(▲ ■) different numbers, ▲+1 is the number after ▲, and `?` is any number, each `?` its own. An
`r` or a `b` before it asks for a red or a blue card; without one, either will do. What stands
behind the cards holds for all of them: the numbers to choose from, as 6–8 or 1·3·5·7; and where
a slash parts two things, as in r / b, all cards are of the one or all of the other. More cards
than a few are counted: 7×r? are seven red cards, Σ their sum.
"""

from __future__ import annotations

from collections.abc import Callable

from upturn.games.team_play.components import NUMBERS, Requirement

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
    """The same, drawn."""
    drawn = [DRAWN[requirement.kind](requirement)]
    if requirement.pool != WHOLE_POOL:
        low, _, high = requirement.pool.partition("-")
        drawn.append(POOL_SYMBOLS.get(low) or (low if low == high else f"{low}–{high}"))
    if requirement.colour == "one":
        drawn.append("r / b")
    return "  ".join(drawn)


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
GROUPS = {1: "card", 2: "pair", 3: "triple"}


def _group_words(requirement: Requirement) -> str:
    """Groups that are alike are counted; then it is said that, and of which, numbers differ."""
    colours = requirement.colours or (requirement.colour,) * len(requirement.sizes)
    groups = list(zip(requirement.sizes, colours, strict=True))
    parts = [_alike(groups.count(group), *group) for group in dict.fromkeys(groups)]
    words = _listed(parts)
    pool = requirement.pool
    free = pool in (WHOLE_POOL, "parity")
    if len(groups) == 1:
        return words if free else f"{words} of {_one_number(pool)}"
    if pool == WHOLE_POOL and len(parts) == len(groups) == 2:
        return f"{words} of another number"
    return f"{words}, each of a different {PARITIES.get(pool, '')}number{_bounds(pool)}"


def _alike(count: int, size: int, colour: str) -> str:
    if size not in GROUPS:
        times = "" if count == 1 else "twice "
        suffix = f" in {COLOURS[colour].strip()}" if COLOURS[colour] else ""
        return f"{times}{COUNTS[size]} of a kind{suffix}"
    if count == 1:
        return f"a {COLOURS[colour]}{GROUPS[size]}"
    return f"{COUNTS[count]} {COLOURS[colour]}{GROUPS[size]}s"


def _listed(parts: list[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last


def _one_number(pool: str) -> str:
    if pool in PARITIES:
        return f"an {PARITIES[pool]}number"
    return f"the number {pool[0]}" if pool[0] == pool[-1] else f"a number{_bounds(pool)}"


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

# --- Symbols ---------------------------------------------------------------------------------

MARKS = {"any": "", "red": "r", "blue": "b", "one": ""}
SYMBOLS = "▲■●◆★♥♣♠"
POOL_SYMBOLS = {"odd": "1·3·5·7", "even": "2·4·6·8", "parity": "1·3·5·7 / 2·4·6·8"}
MOST_DRAWN = 5
"""More cards than these are counted: 7×?"""


def _cards(card: str, count: int, between: str) -> str:
    return between.join([card] * count) if count <= MOST_DRAWN else f"{count}×{card}"


def _group_symbols(requirement: Requirement) -> str:
    sizes = requirement.sizes
    colours = requirement.colours or (requirement.colour,) * len(sizes)
    return " ".join(
        _cards(MARKS[colour] + symbol, size, "")
        for size, colour, symbol in zip(sizes, colours, SYMBOLS, strict=False)
    )


def _run_symbols(requirement: Requirement) -> str:
    card = f"{MARKS[requirement.colour]}▲"
    rest = [f"{card}+{step}" for step in range(1, requirement.length)]
    if len(rest) >= MOST_DRAWN:
        rest[1:-1] = ["…"]
    return " ".join([card, *rest])


def _exact_symbols(requirement: Requirement) -> str:
    mark = MARKS[requirement.colour]
    return " ".join(f"{mark}{number}" for number in sorted(requirement.numbers))


def _from_symbols(requirement: Requirement) -> str:
    return _cards(f"{MARKS[requirement.colour]}?", requirement.count, " ")


def _addition_symbols(requirement: Requirement) -> str:
    card = f"{MARKS[requirement.colour]}?"
    return f"{card} + {card} = {card}"


def _sum_symbols(requirement: Requirement) -> str:
    card = f"{MARKS[requirement.colour]}?"
    cards = _cards(card, requirement.count, " + ") if requirement.count else f"{card} + …"
    if requirement.count > MOST_DRAWN:
        cards = f"Σ {cards}"
    return f"{cards} = {requirement.total}"


DRAWN: dict[str, Writer] = {
    "groups": _group_symbols,
    "run": _run_symbols,
    "exact": _exact_symbols,
    "from": _from_symbols,
    "addition": _addition_symbols,
    "sum": _sum_symbols,
}

"""A mission in words, and drawn in symbols that can be read without colour.

In symbols, equal letters are equal numbers and different letters different ones; `r` and `b`
before a letter or a number ask for red and for blue, and `=` in front for cards of one colour.
"""

from __future__ import annotations

from upturn.games.team_play.components import NUMBERS, Requirement

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
GROUPS = {1: "single card", 2: "pair", 3: "triple", 4: "four of a kind"}
COLOURS = {"any": "", "red": "red ", "blue": "blue ", "one": ""}
MARKS = {"any": "", "red": "r", "blue": "b", "one": ""}
SYMBOLS = "▲■●◆★♥♣♠"
WHOLE_POOL = f"1-{NUMBERS}"
POOLS = {
    "odd": "odd numbers",
    "even": "even numbers",
    "parity": "all odd or all even numbers",
}


def in_words(requirement: Requirement) -> str:
    """What a mission asks for, as in "this mission asks for …"."""
    words = WORDS[requirement.kind](requirement)
    return f"{words}, all red or all blue" if requirement.colour == "one" else words


def in_symbols(requirement: Requirement) -> str:
    """The same, drawn."""
    drawn = DRAWN[requirement.kind](requirement)
    return f"{drawn} (r or b)" if requirement.colour == "one" else drawn


# --- Words -----------------------------------------------------------------------------------


def _group_words(requirement: Requirement) -> str:
    sizes, colours = requirement.sizes, requirement.colours
    named = colours or (requirement.colour,) * len(sizes)
    parts: list[str] = []
    kinds = list(zip(sizes, named, strict=True))
    for size, colour in dict.fromkeys(kinds):
        count = kinds.count((size, colour))
        name = GROUPS.get(size, f"{size} of a kind")
        if count > 1:
            parts.append(f"{COUNTS[count]} {COLOURS[colour]}{_plural(name)}")
        else:
            article = "" if size > 3 else "a "
            parts.append(f"{article}{COLOURS[colour]}{name}")
    joined = " and ".join(parts)
    different = " of different numbers" if len(sizes) > 1 else ""
    if requirement.pool != WHOLE_POOL:
        kind = "different " if different else ""
        return f"{joined} of {kind}{_pool_words(requirement.pool)}"
    return joined + different


def _plural(name: str) -> str:
    return name if name.endswith("kind") else f"{name}s"


def _pool_words(pool: str) -> str:
    return POOLS.get(pool) or "numbers from {} to {}".format(*pool.split("-"))


def _run_words(requirement: Requirement) -> str:
    return f"{COUNTS[requirement.length]} consecutive {COLOURS[requirement.colour]}numbers"


def _exact_words(requirement: Requirement) -> str:
    *first, last = map(str, requirement.numbers)
    listed = f"{', '.join(first)} and {last}" if first else last
    return f"{COLOURS[requirement.colour]}{listed}"


def _from_words(requirement: Requirement) -> str:
    cards = f"{COUNTS[requirement.count]} {COLOURS[requirement.colour]}cards"
    if requirement.pool == WHOLE_POOL:
        return cards
    return f"{cards} of {_pool_words(requirement.pool)}"


def _addition_words(requirement: Requirement) -> str:
    return f"three {COLOURS[requirement.colour]}cards of which two add up to the third"


def _sum_words(requirement: Requirement) -> str:
    count = COUNTS[requirement.count] if requirement.count else "any number of"
    return f"{count} {COLOURS[requirement.colour]}cards that add up to {requirement.total}"


WORDS = {
    "groups": _group_words,
    "run": _run_words,
    "exact": _exact_words,
    "from": _from_words,
    "addition": _addition_words,
    "sum": _sum_words,
}

# --- Symbols ---------------------------------------------------------------------------------


def _group_symbols(requirement: Requirement) -> str:
    sizes = requirement.sizes
    colours = requirement.colours or (requirement.colour,) * len(sizes)
    drawn = [
        " ".join([MARKS[colour] + symbol] * size)
        for size, colour, symbol in zip(sizes, colours, SYMBOLS, strict=False)
    ]
    pool = "" if requirement.pool == WHOLE_POOL else f"  {_pool_symbols(requirement.pool)}"
    return "  ".join(drawn) + pool


def _pool_symbols(pool: str) -> str:
    known = {"odd": "1·3·5·7", "even": "2·4·6·8", "parity": "1·3·5·7 or 2·4·6·8"}
    return known.get(pool, pool.replace("-", "–"))


def _run_symbols(requirement: Requirement) -> str:
    mark = MARKS[requirement.colour]
    steps = ["▲", *(f"▲+{step}" for step in range(1, requirement.length))]
    return " ".join(mark + step for step in steps)


def _exact_symbols(requirement: Requirement) -> str:
    return " ".join(f"{MARKS[requirement.colour]}{number}" for number in requirement.numbers)


def _from_symbols(requirement: Requirement) -> str:
    cards = " ".join([f"{MARKS[requirement.colour]}□"] * requirement.count)
    pool = "" if requirement.pool == WHOLE_POOL else f"  {_pool_symbols(requirement.pool)}"
    return cards + pool


def _addition_symbols(requirement: Requirement) -> str:
    mark = MARKS[requirement.colour]
    return f"{mark}□ + {mark}□ = {mark}□"


def _sum_symbols(requirement: Requirement) -> str:
    mark = MARKS[requirement.colour]
    cards = " + ".join([f"{mark}□"] * requirement.count) or f"{mark}□ + … + {mark}□"
    return f"{cards} = {requirement.total}"


DRAWN = {
    "groups": _group_symbols,
    "run": _run_symbols,
    "exact": _exact_symbols,
    "from": _from_symbols,
    "addition": _addition_symbols,
    "sum": _sum_symbols,
}

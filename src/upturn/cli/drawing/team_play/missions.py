"""Team Play's missions in a terminal: what they ask for, and what a hand lacks for them."""

from __future__ import annotations

from collections import Counter

import numpy as np
from rich.console import Group, RenderableType
from rich.text import Text

from upturn.cli.drawing.speech import joined, some
from upturn.games.team_play.components import CARD_TEXTS, MISSIONS, NUMBERS, Mission
from upturn.games.team_play.notation import MISSION_NUMBERS, card_texts
from upturn.games.team_play.ways import fewest_missing
from upturn.games.team_play.wording import in_symbols, in_words

COLOURS = {"r": "red", "b": "bright_blue"}
"""The letter of each colour, and its style in a terminal with colours."""
FEW = 4
"""How many cards are listed. More are summed up."""
READY = "ready"


def mission_of(name: str) -> Mission:
    return MISSIONS[MISSION_NUMBERS[name]]


def symbols(name: str) -> Text:
    return coloured(in_symbols(mission_of(name).requirement))


def state_of(name: str, hand: list[str], bank: list[str]) -> Text:
    """Return a mission's name, what it is worth and what the hand lacks for it."""
    state = lacks(name, hand, bank)
    text = Text.assemble((name, "bold"), f" · {some(mission_of(name).points, 'point')} · ")
    return text.append_text(Text(state, "bold green") if state == READY else coloured(state))


def asks_for(name: str, width: int) -> RenderableType:
    """Return a mission in symbols and in words, on one line if there is room."""
    words = Text(in_words(mission_of(name).requirement))
    together = Text.assemble(symbols(name), "   ", words)
    return together if together.cell_len <= width else Group(symbols(name), words)


def lacks(name: str, hand: list[str], bank: list[str]) -> str:
    """Return in a few words what a hand lacks for a mission. Cards in the bank come first."""
    held = np.array([hand.count(card) for card in CARD_TEXTS], np.int8)
    missing = [card_texts(row) for row in fewest_missing(MISSION_NUMBERS[name], held)[::-1]]
    size = len(missing[0])
    if size == 0:
        return READY
    missing.sort(key=lambda cards: distance(cards, bank))
    if size == 1:
        return f"missing {either([card for [card] in missing])}"
    if len(missing) == 1:
        return f"missing {joined(missing[0])}"
    if size > 2:
        return f"missing {size} cards"
    numbers = [card[1:] for card in missing[0]]
    in_colours = ([colour + number for colour, number in zip(two, numbers, strict=True)]
                  for two in ("rr", "rb", "bb"))  # fmt: skip
    if all(cards in missing for cards in in_colours):
        return f"missing 2 cards, e.g. any {joined(numbers)}"
    return f"missing 2 cards, e.g. {' '.join(missing[0])}"


def distance(cards: list[str], bank: list[str]) -> int:
    """Return how many of the cards are not in the bank."""
    lying: Counter[str] = Counter(bank)
    return (Counter(cards) - lying).total()


def either(cards: list[str]) -> str:
    """Return words for any one of these cards. Leave out colour or number if it does not matter."""
    numbers = sorted({card[1:] for card in cards})
    colours = {card[0] for card in cards}
    if len(cards) == 2 * len(numbers):
        return "any card" if len(numbers) == NUMBERS else f"any {joined(numbers, 'or')}"
    if len(colours) == 1 and len(numbers) == NUMBERS:
        return f"any {'red' if colours == {'r'} else 'blue'} card"
    if len(cards) <= FEW:
        return joined(cards, "or")
    shown = cards[: FEW - 1]
    return joined([*shown, f"{len(cards) - len(shown)} more"], "or")


def coloured(text: str) -> Text:
    """Return text with red and blue cards in their colour, which their letters tell too."""
    result = Text(text)
    for letter, colour in COLOURS.items():
        result.highlight_regex(rf"(?<!\w){letter}[^\sa-z,.;][^\s,;]*", colour)
    return result

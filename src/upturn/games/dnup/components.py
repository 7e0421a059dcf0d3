"""dnup's forty cards, read from `components.toml` (or an owner's corrected copy) and checked."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from upturn.errors import ComponentsError
from upturn.games.editions import components_file, read_components

VALUES = 10
DECK_SIZES = {2: 26, 3: 30, 4: 36, 5: 40}
# Sets are told apart by size in four bits, and a value's groups are numbered in a table.
MOST_CARDS_OF_A_VALUE = 15
MOST_GROUPS_OF_A_VALUE = 1500


@dataclass(frozen=True)
class Card:
    """A card: its two ends, the fewest players that use it, and whether it carries the star."""

    low: int
    high: int
    players: int
    star: bool = False


def load() -> tuple[tuple[Card, ...], str]:
    """The cards in use and the name of their edition."""
    data, edition = read_components("dnup")
    where = str(components_file("dnup"))
    if set(data) != {"card"} or not isinstance(data["card"], list):
        raise ComponentsError(f"{where}: expected a list of [[card]] entries and nothing else")
    cards = tuple(
        _card(entry, f"{where}: card {number}") for number, entry in enumerate(data["card"], 1)
    )
    _check_deck(cards, where)
    return cards, edition


def _card(entry: Any, where: str) -> Card:
    if not isinstance(entry, dict):
        raise ComponentsError(f"{where}: expected a table with values and players")
    for key in entry:
        if key not in ("values", "players", "star"):
            raise ComponentsError(f"{where}: unknown key {key!r}")
    values, players, star = entry.get("values"), entry.get("players"), entry.get("star", False)
    if (
        not isinstance(values, list)
        or len(values) != 2
        or not all(type(value) is int and 1 <= value <= VALUES for value in values)
        or values[0] == values[1]
    ):
        raise ComponentsError(
            f"{where}: values must be two different numbers from 1 to {VALUES}, not {values!r}"
        )
    if type(players) is not int or players not in DECK_SIZES:
        raise ComponentsError(f"{where}: players must be 2, 3, 4 or 5, not {players!r}")
    if type(star) is not bool:
        raise ComponentsError(f"{where}: star must be true or false, not {star!r}")
    return Card(min(values), max(values), players, star)


def _check_deck(cards: tuple[Card, ...], where: str) -> None:
    for players, size in DECK_SIZES.items():
        count = sum(card.players <= players for card in cards)
        if count != size:
            raise ComponentsError(
                f"{where}: {players} players need a deck of {size} cards, but this one has {count}"
            )
    stars = [card for card in cards if card.star]
    if len(stars) != 1 or stars[0].players != 2:
        raise ComponentsError(
            f"{where}: exactly one card must have the star, and 2 players must use it"
        )
    copies = Counter((card.low, card.high) for card in cards)
    star = stars[0]
    if copies[star.low, star.high] > 1:
        raise ComponentsError(
            f"{where}: the card with the star, {star.low}/{star.high}, must be the only one "
            "with its values: in a record, cards are told apart by their values"
        )
    for value in range(1, VALUES + 1):
        of_value = [count for ends, count in copies.items() if value in ends]
        groups = 1
        for count in of_value:
            groups *= count + 1
        if sum(of_value) > MOST_CARDS_OF_A_VALUE or groups > MOST_GROUPS_OF_A_VALUE:
            raise ComponentsError(
                f"{where}: too many different cards with the value {value} "
                f"({sum(of_value)} cards, {groups} ways to choose from them; "
                f"at most {MOST_CARDS_OF_A_VALUE} and {MOST_GROUPS_OF_A_VALUE})"
            )


CARDS, EDITION = load()

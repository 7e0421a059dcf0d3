"""Checks what somebody asks for before a game begins: how many play, house rules, the seed."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import fields
from typing import TypeGuard

import numpy as np

from upturn.errors import InvalidSetup, invalid_setup, quoted
from upturn.games.rules import Rules, SameDeal

LARGEST_SEED = 10**1000
LARGEST_SCORE = 999
SAME_DEAL = {field.name for field in fields(SameDeal)}


def is_int(value: object) -> TypeGuard[int]:
    """A whole number, NumPy's included; true and false are none."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def check_players(rules: Rules, players: int) -> int:
    counts = rules.player_counts
    if not is_int(players) or players not in counts:
        raise invalid_setup(
            "player-count",
            game=rules.name,
            fewest=counts[0],
            most=counts[-1],
            players=quoted(players),
        )
    return int(players)


def check_options(rules: Rules, options: Mapping[str, object] | None) -> dict[str, object]:
    """The options that differ from their defaults."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise invalid_setup("options-not-named", type=type(options).__name__)
    for name, value in options.items():
        choices = rules.options.get(name) if isinstance(name, str) else None
        if choices is None and not rules.options:
            raise invalid_setup("no-options", game=rules.name, option=quoted(name))
        if choices is None:
            raise invalid_setup(
                "no-such-option", game=rules.name, option=quoted(name), known=list(rules.options)
            )
        if type(value) not in map(type, choices) or value not in choices:
            known = [{"code": "a-value", "value": repr(choice)} for choice in choices]
            raise invalid_setup("option-value", option=name, known=known, value=quoted(value))
    return {name: value for name, value in options.items() if value != rules.options[name][0]}


def check_seed(seed: int | str | None) -> int | str:
    if seed is None:
        return secrets.token_hex(16)
    if not is_int(seed) and not isinstance(seed, str):
        raise InvalidSetup(f"a seed is a whole number or a text, not {type(seed).__name__}")
    if not isinstance(seed, str) and abs(seed) >= LARGEST_SEED:
        raise InvalidSetup("a seed has at most a thousand digits")
    return seed if isinstance(seed, str) else int(seed)


def check_mode(rules: Rules, mode: object) -> str | None:
    """How the deal of another game is to be played; None if the game knows but one way."""
    modes = list(rules.same_deals.known) if rules.same_deals else []
    if mode is None:
        return modes[0] if modes else None
    if not modes:
        raise invalid_setup("no-modes", game=rules.name, mode=quoted(mode))
    if not isinstance(mode, str) or mode not in modes:
        raise invalid_setup("no-such-mode", game=rules.name, mode=quoted(mode), known=modes)
    return mode


def check_same_deal(rules: Rules, found: object) -> SameDeal | None:
    """What a record says about the deal it took up; games that make nothing of it pass it over."""
    if rules.same_deals is None:
        return None
    if not isinstance(found, dict) or set(found) != SAME_DEAL:
        raise InvalidSetup(f"same_deal has exactly {', '.join(sorted(SAME_DEAL))}")
    mode, known, to_beat = found["mode"], found["known"], found["to_beat"]
    if mode is None:
        raise InvalidSetup("a same_deal needs a mode")
    fewest, most = rules.same_deals.known[str(check_mode(rules, mode))]
    if not is_int(known) or not fewest <= known <= most:
        raise InvalidSetup(f"in a {mode} {fewest} to {most} cards are known, not {quoted(known)}")
    if to_beat is not None and not (is_int(to_beat) and abs(int(to_beat)) <= LARGEST_SCORE):
        raise InvalidSetup(f"the score to beat is a whole number or null, not {quoted(to_beat)}")
    return SameDeal(mode, int(known), None if to_beat is None else int(to_beat))

"""How much anybody may ask for: read from `limits.toml`, counted in memory, forgotten when idle."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

from upturn.errors import InvalidSetup, Refusal, quoted

RATES = (
    "socket", "requests", "persons", "tables", "codes", "seats", "talk", "table_talk",
    "spectator_talk",
)  # fmt: skip
MOST = (
    "connections_per_address", "sockets", "sockets_per_address", "sockets_per_table",
    "tables_per_person", "bots_waiting",
)  # fmt: skip
KEPT = 50_000
"""Addresses that are remembered; the longest idle are forgotten first."""


class Allowance:
    """A bucket of tokens: `burst` at most, filled at `per_second`."""

    __slots__ = ("at", "burst", "left", "per_second")

    def __init__(self, burst: float, per_second: float):
        self.burst, self.per_second = burst, per_second
        self.left, self.at = burst, monotonic()

    def take(self) -> bool:
        """Count one more. Return whether it is allowed."""
        now = monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.per_second)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def wait(self) -> int:
        """Return the whole seconds until one more would be allowed."""
        return 1 + int((1 - self.left) / self.per_second) if self.per_second else 3600


@dataclass(frozen=True)
class Rate:
    burst: float
    per_second: float


class Limits:
    """All limits of one process, and what has been asked for so far."""

    def __init__(self, rates: Mapping[str, Rate], most: Mapping[str, int]):
        self.rates = rates
        self.most = most
        self._allowances: dict[tuple[str, str], Allowance] = {}

    def socket(self) -> Allowance:
        """Return an allowance for the messages of one WebSocket."""
        rate = self.rates["socket"]
        return Allowance(rate.burst, rate.per_second)

    def spend(self, kind: str, who: str) -> None:
        """Count one request of this kind. Raise Refusal if it is one too many."""
        key = (kind, who)
        allowance = self._allowances.pop(key, None)
        if allowance is None:
            rate = self.rates[kind]
            allowance = Allowance(rate.burst, rate.per_second)
            if len(self._allowances) >= KEPT:
                del self._allowances[next(iter(self._allowances))]
        self._allowances[key] = allowance  # last: the longest idle come first
        if not allowance.take():
            seconds = allowance.wait()
            raise Refusal("too-many-requests", seconds=seconds)


class AddressCounter(Counter[str]):
    """How many of something are open from each address."""

    def add(self, address: str) -> None:
        self[address] += 1

    def remove(self, address: str) -> None:
        self[address] -= 1
        if not self[address]:
            del self[address]


def read_limits(path: Path | None = None) -> Limits:
    """Read our limits, overridden by those of another file. Raise InvalidSetup."""
    ours = tomllib.loads(files(__package__).joinpath("limits.toml").read_text(encoding="utf-8"))
    if path is not None:
        try:
            theirs = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as problem:
            raise InvalidSetup(f"cannot read the limits in {path}: {problem.strerror}") from problem
        except (UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
            raise InvalidSetup(f"cannot read the limits in {path}: {problem}") from problem
        _merge(ours, theirs, path)
    rates = {name: Rate(ours[name]["burst"], ours[name]["per_second"]) for name in RATES}
    return Limits(rates, {name: ours["most"][name] for name in MOST})


def _merge(ours: dict[str, Any], theirs: dict[str, Any], path: Path) -> None:
    for section, values in theirs.items():
        known = ours.get(section)
        if known is None:
            raise InvalidSetup(
                f"{path}: there is no limit {quoted(section)}; there are {', '.join(ours)}"
            )
        if not isinstance(values, dict):
            raise InvalidSetup(
                f"{path}: {quoted(section)} is a section, [{section}], with {', '.join(known)}"
            )
        for name, value in values.items():
            if name not in known:
                raise InvalidSetup(
                    f"{path}: [{section}] has no {quoted(name)}; it has {', '.join(known)}"
                )
            known[name] = _checked(value, section, name, path)


def _checked(value: Any, section: str, name: str, path: Path) -> int | float:
    kinds, wanted = ((int,), "a whole number") if section == "most" else ((int, float), "a number")
    fine = isinstance(value, kinds) and not isinstance(value, bool) and 0 <= value < inf
    if not fine:  # not a number is refused here too
        raise InvalidSetup(f"{path}: {section}.{name} is {wanted} from 0 on, not {quoted(value)}")
    number: int | float = value
    return number

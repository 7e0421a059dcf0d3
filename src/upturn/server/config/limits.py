"""How much anybody may ask for: read from `limits.toml`, counted in memory, forgotten when idle."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

from upturn.errors import InvalidSetup, Refusal, quoted
from upturn.server.config.counting import OpenCount, SharedCounts

RATES = (
    "socket", "requests", "persons", "tables", "codes", "handshakes", "seats", "talk", "table_talk",
    "spectator_talk", "sightings",
)  # fmt: skip
MOST = (
    "connections_per_address", "sockets", "sockets_per_address", "sockets_per_table",
    "tables_per_person", "bots_waiting", "bots_waiting_per_person",
    "devices_per_table",
)  # fmt: skip
KEPT = 50_000
"""How many addresses are remembered. Those idle for longest are forgotten first."""


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
        return seconds_until_one(self.left, self.per_second)


@dataclass(frozen=True)
class Rate:
    burst: float
    per_second: float


class Limits:
    """All limits, and what has been asked for so far: of one process or, with counts that it shares
    as the worker of this number, of all of them."""

    def __init__(
        self,
        rates: Mapping[str, Rate],
        most: Mapping[str, int],
        shared: SharedCounts | None = None,
        number: int = 0,
    ):
        self.rates = rates
        self.most = most
        self._shared, self._number = shared, number
        if shared is not None:
            shared.begin(number)
        self._allowances: dict[tuple[str, str], Allowance] = {}

    def socket(self) -> Allowance:
        """Return an allowance for the messages of one WebSocket."""
        rate = self.rates["socket"]
        return Allowance(rate.burst, rate.per_second)

    def spend(self, kind: str, who: str) -> None:
        """Count one request of this kind. Raise Refusal if it is one too many."""
        rate = self.rates[kind]
        if self._shared is not None:
            left = self._shared.spend(kind, who, rate.burst, rate.per_second)
            if left < 1:
                raise Refusal("too-many-requests", seconds=seconds_until_one(left, rate.per_second))
            return
        key = (kind, who)
        allowance = self._allowances.pop(key, None)
        if allowance is None:
            allowance = Allowance(rate.burst, rate.per_second)
            if len(self._allowances) >= KEPT:
                del self._allowances[next(iter(self._allowances))]
        self._allowances[key] = allowance  # goes to the end: those idle for longest come first
        if not allowance.take():
            seconds = allowance.wait()
            raise Refusal("too-many-requests", seconds=seconds)

    def open(self, kind: str) -> OpenCount:
        """Return the count of what is open of a kind: sockets, connections."""
        return OpenCount(kind, self._shared, self._number)


def seconds_until_one(left: float, per_second: float) -> int:
    """Return the whole seconds until one more would be allowed."""
    return 1 + int((1 - left) / per_second) if per_second else 3600


def read_limits(
    path: Path | None = None, shared: SharedCounts | None = None, number: int = 0
) -> Limits:
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
    return Limits(rates, {name: ours["most"][name] for name in MOST}, shared, number)


def _merge(ours: dict[str, Any], theirs: dict[str, Any], path: Path) -> None:
    for section, values in theirs.items():
        known = ours.get(section)
        if known is None:
            raise InvalidSetup(
                f"{path}: there is no limit {quoted(section)}; the limits are {', '.join(ours)}"
            )
        if not isinstance(values, dict):
            raise InvalidSetup(
                f"{path}: {quoted(section)} must be a section, [{section}], with {', '.join(known)}"
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
    if not fine:  # NaN is refused here too
        raise InvalidSetup(
            f"{path}: {section}.{name} must be {wanted}, 0 or more, not {quoted(value)}"
        )
    number: int | float = value
    return number

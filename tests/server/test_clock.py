"""The server's clock: it follows the machine's, but neither jumps nor goes back."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest

from tests.support.sitting import NOON
from upturn.server import clock
from upturn.server.clock import SLEW, Clock
from upturn.server.people import daily

SECOND = 10**9
HOUR = 3600 * SECOND


class Machine:
    """A machine whose clock somebody sets."""

    def __init__(self) -> None:
        self.running, self.wall = 5 * HOUR, NOON * 10**6
        self.clock = Clock(lambda: self.wall, lambda: self.running)

    def wait(self, span: int, step: int = SECOND // 2) -> None:
        """Time passes; the server looks at its clock twice a second."""
        for passed in range(0, span, step):
            self.running += min(step, span - passed)
            self.wall += min(step, span - passed)
            self.clock()


def test_it_shows_the_machines_time() -> None:
    machine = Machine()
    assert machine.clock() == NOON
    machine.wait(HOUR)
    assert machine.clock() == NOON + 3_600_000


@pytest.mark.parametrize("jump", [HOUR, -HOUR, 24 * HOUR, -24 * HOUR])
def test_a_jump_of_the_machines_clock_is_hardly_noticed(jump: int) -> None:
    machine = Machine()
    machine.wall += jump
    assert machine.clock() == NOON
    machine.wait(30 * SECOND)
    slower_or_faster = 30_000 // SLEW
    assert machine.clock() == NOON + 30_000 + (slower_or_faster if jump > 0 else -slower_or_faster)


@pytest.mark.parametrize("jump", [60 * SECOND, -60 * SECOND])
def test_it_comes_back_to_the_machines_time_by_and_by(jump: int) -> None:
    machine = Machine()
    machine.wall += jump
    machine.wait(60 * SECOND * SLEW + SECOND)
    assert machine.clock() == machine.wall // 10**6


def test_it_never_goes_back_whatever_the_machine_does() -> None:
    machine, chance = Machine(), random.Random(1)
    seen = [machine.clock()]
    for _ in range(2000):
        machine.wall += chance.randint(-HOUR, HOUR) if chance.random() < 0.1 else 0
        machine.wait(chance.choice([0, 1, 1000, 10**6, SECOND]))
        seen.append(machine.clock())
    assert seen == sorted(seen)


def test_a_day_begins_when_the_machine_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """A laptop that slept is not a day behind: the deal of the day follows the calendar."""
    morning = datetime(2027, 3, 4, 8, tzinfo=UTC)
    monkeypatch.setattr(clock, "time_ns", lambda: int(morning.timestamp()) * SECOND)
    assert daily.today() == "2027-03-04"
    assert clock.now() < morning.timestamp() * 1000 - 1

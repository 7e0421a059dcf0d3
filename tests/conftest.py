"""Settings for every test."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Machines are shared and noisy: nothing here may depend on the clock.
settings.register_profile(
    "upturn", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.load_profile("upturn")


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where saved games go during a test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "upturn"

"""Settings for every test."""

import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.databases import postgres_server, postgres_url, sqlite_url, store_url

__all__ = ["postgres_server", "postgres_url", "sqlite_url", "store_url"]

# Machines are shared and noisy: nothing here may depend on the clock.
settings.register_profile(
    "upturn", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.load_profile("upturn")

# Ray and OR-Tools are for the Pythons they have wheels for; see pyproject.toml.
NEED_WHEELS = ["test_arena_ray.py", "test_solver_cross_check.py"]
collect_ignore = [] if sys.version_info < (3, 15) else NEED_WHEELS


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where saved games go during a test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "upturn"

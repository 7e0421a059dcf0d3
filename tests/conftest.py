"""Settings for every test."""

from hypothesis import HealthCheck, settings

# Machines are shared and noisy: nothing here may depend on the clock.
settings.register_profile(
    "upturn", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.load_profile("upturn")

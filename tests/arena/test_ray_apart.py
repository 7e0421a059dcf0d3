"""The Ray engine's tests, in a process of their own.

Ray's threads stay behind in the process that used it, and have brought down tests that came later.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys

from tests.support.paths import ROOT
from tests.support.servers import TEST_TIMEOUT

CASES = re.compile("^def test_", re.MULTILINE)
FILE = ROOT / "tests" / "arena" / "test_ray.py"


def test_matches_are_played_on_ray() -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", str(FILE)],
        env=env | {"UPTURN_TEST_RAY": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=TEST_TIMEOUT,
        check=False,
    )
    passed = f"{len(CASES.findall(FILE.read_text(encoding='utf-8')))} passed"
    assert passed in done.stdout, done.stdout[-4000:] + done.stderr[-2000:]
    assert done.returncode == 0

"""The programs that deploy/ is for take its files.

Long checks: they install what is missing (as root, from Debian). test_deploy_proxies.py plays
through the proxies, test_deploy_container.py builds and runs the container.
"""

from __future__ import annotations

import shutil
import sys
import venv
from pathlib import Path

import pytest

from tests.support.deploying import (
    DEPLOY,
    MONITORING,
    TOKEN,
    WORKFLOWS,
    run,
    text_of,
)
from tests.support.paths import ROOT
from tools import debian

pytestmark = pytest.mark.deep

EXPOSURE = 15
"""Tenths, as `systemd-analyze security` counts them: 0 is the safest, 100 the least so."""
SCHEMAS = "check-jsonschema==0.39.0"


# --- Prometheus, systemd, the forms of the net ---------------------------------------------------


def test_prometheus_takes_the_configuration_and_the_alerts_come_when_they_should(
    tmp_path: Path,
) -> None:
    promtool = debian.ensure("promtool", "prometheus")
    shutil.copytree(MONITORING, tmp_path / "monitoring")
    (tmp_path / "monitoring" / "upturn-token").write_text(TOKEN, encoding="utf-8")
    run(promtool, "check", "config", tmp_path / "monitoring" / "prometheus.yml")
    run(promtool, "test", "rules", tmp_path / "monitoring" / "alerts.test.yml")


def test_systemd_takes_the_service_and_finds_it_well_locked(tmp_path: Path) -> None:
    analyze = debian.ensure("systemd-analyze", "systemd")
    installed = Path(sys.executable).with_name("upturn")
    unit = tmp_path / "upturn.service"
    text = text_of(DEPLOY / "upturn.service")
    assert "ExecStart=/opt/upturn/bin/upturn " in text
    unit.write_text(text.replace("/opt/upturn/bin/upturn", str(installed)), encoding="utf-8")
    assert run(analyze, "verify", "--man=no", "--recursive-errors=no", unit).stderr == ""
    run(analyze, "security", "--offline=true", f"--threshold={EXPOSURE}", unit)


def test_workflows_forms_and_compose_have_the_shape_that_their_readers_expect(
    tmp_path: Path,
) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    run(tmp_path / "venv/bin/pip", "install", "-q", SCHEMAS)
    forms = ROOT / ".github" / "ISSUE_TEMPLATE"
    for schema, files in {
        "github-workflows": WORKFLOWS,
        "dependabot": [ROOT / ".github" / "dependabot.yml"],
        "github-issue-forms": [forms / "fault.yml", forms / "wish.yml"],
        "github-issue-config": [forms / "config.yml"],
        "compose-spec": [DEPLOY / "compose.yaml"],
    }.items():
        run(tmp_path / "venv/bin/check-jsonschema", "--builtin-schema", f"vendor.{schema}", *files)

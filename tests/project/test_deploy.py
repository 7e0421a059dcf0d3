"""What lies in deploy/ and .github/ fits the server: its metrics, settings, paths and times.

test_deploy_tools.py runs the programs that these files are for.
"""

from __future__ import annotations

import configparser
import json
import re
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from tests.support.deploying import DEPLOY, MONITORING, TOKEN, WORKFLOWS, text_of
from tests.support.paths import ROOT
from tests.support.servers import serving
from tools import release_notes
from upturn.folders import state_folder
from upturn.games.caching import cache_root
from upturn.server.config.settings import SETTINGS, USUAL_PORT, gather
from upturn.server.http import endpoint as rest
from upturn.server.http.routes import CALLS
from upturn.server.run import process, tuning
from upturn.server.tables import timers

LONGEST_POLL = 25


def yaml_of(path: Path) -> Any:
    return yaml.safe_load(text_of(path))


# --- Metrics -------------------------------------------------------------------------------------


def expressions() -> Iterator[tuple[str, str]]:
    """Every question to Prometheus, and who asks it."""
    for group in yaml_of(MONITORING / "alerts.yml")["groups"]:
        for rule in group["rules"]:
            yield rule["alert"], rule["expr"]
    dashboard = json.loads(text_of(MONITORING / "grafana.json"))
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            yield panel["title"], target["expr"]
    for variable in dashboard["templating"]["list"]:
        if variable["type"] == "query":
            yield variable["name"], variable["query"]["query"]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """The labels of every metric that a server tells after a game, by its name."""
    with serving(tmp_path_factory.mktemp("metrics"), metrics_token=TOKEN) as server:
        ada = server.person("Ada")
        table = ada.open(game="dnup", players=2, bots={"2": "beginner"}, start=True)["id"]
        ada.play_out(table)
        assert ada.do(table, "move", seat=1, move="too late").status_code == 409
        assert server.guest().http.get("/metrics").status_code == 403
        answer = server.guest(authorization=f"Bearer {TOKEN}").http.get("/metrics")
    return {
        sample.name: set(sample.labels)
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    } | {"up": {"job", "instance"}}


def test_dashboard_and_alerts_ask_for_metrics_and_labels_that_a_server_tells(
    told: dict[str, set[str]],
) -> None:
    asked = list(expressions())
    assert len(asked) > 20
    for who, expression in asked:
        plain = re.sub(r'"[^"]*"', "", expression)
        names = set(re.findall(r"\b(?:upturn|process)_\w+|\bup\b", plain))
        assert names, who
        assert names <= set(told), who
        labels = set(re.findall(r"(\w+)\s*=", plain))
        for grouped in re.findall(r"\bby \(([^)]*)\)", plain):
            labels |= set(re.split(r",\s*", grouped))
        known = set().union(*(told[name] for name in names))
        assert labels <= known | {"job", "instance"}, who


def test_alerts_are_about_words_that_the_server_says() -> None:
    sources = "".join(map(text_of, sorted((ROOT / "src/upturn/server").rglob("*.py"))))
    words = {
        word
        for _, expression in expressions()
        for quoted in re.findall(r'(?:code|outcome)=~?"([^"]+)"', expression)
        for word in quoted.split("|")
    }
    assert {"failed", "server-full"} <= words
    assert [word for word in sorted(words) if f'"{word}"' not in sources] == []


def test_every_alert_says_what_to_do_and_is_tested() -> None:
    tested = text_of(MONITORING / "alerts.test.yml")
    for group in yaml_of(MONITORING / "alerts.yml")["groups"]:
        for rule in group["rules"]:
            assert set(rule["annotations"]) == {"summary", "description"}
            assert f'alertname="{rule["alert"]}", alertstate="firing"' in tested


def test_prometheus_reads_the_address_of_the_metrics_with_a_token() -> None:
    read = yaml_of(MONITORING / "prometheus.yml")
    (job,) = read["scrape_configs"]
    assert job["metrics_path"] in {call.path for call in CALLS}
    assert job["job_name"] == "upturn"
    assert "credentials_file" in job["authorization"]
    assert all((MONITORING / name).exists() for name in read["rule_files"])


# --- The container -------------------------------------------------------------------------------


def container() -> list[tuple[str, str]]:
    """The steps of the Containerfile: the word and the rest."""
    whole = re.sub(r"\\\n", " ", re.sub(r"(?m)^#.*\n", "", text_of(DEPLOY / "Containerfile")))
    return [(line.split()[0], line.split(maxsplit=1)[1]) for line in whole.splitlines() if line]


def last_stage() -> list[tuple[str, str]]:
    steps = container()
    begin = max(at for at, (word, _) in enumerate(steps) if word == "FROM")
    return steps[begin:]


def variables(steps: list[tuple[str, str]]) -> dict[str, str]:
    return {
        name: value.strip('"')
        for word, rest in steps
        if word == "ENV"
        for name, value in re.findall(r'(\w+)=("[^"]*"|\S*)', rest)
    }


def test_the_container_is_built_from_files_that_are_here_and_not_ignored() -> None:
    ignored = [line for line in text_of(ROOT / ".dockerignore").splitlines() if line[0] != "#"]
    named = [rest.split() for word, rest in container() if word == "COPY" and "--from" not in rest]
    sources = [part for parts in named for part in parts[:-1] if not part.startswith("--")]
    assert "requirements/play.txt" in sources
    build = ["pyproject.toml", "README.md", "LICENSE", "hatch_build.py", "src", "web", "locale"]
    for source in [*sources, *build, "tools/page.py"]:
        assert (ROOT / source).exists(), source
        parts = [str(part) for part in [Path(source), *Path(source).parents][:-1]]
        assert not [line for line in ignored for part in parts if fnmatch(part, line)], source


def test_the_container_runs_as_nobody_special_with_settings_that_exist() -> None:
    steps = dict(last_stage())
    assert steps["USER"].split(":")[0].isdigit()
    assert int(steps["USER"].split(":")[0]) > 0
    assert steps["STOPSIGNAL"] == "SIGTERM"
    assert json.loads(steps["CMD"]) == ["serve"]
    found = gather({}, {k: v for k, v in variables(last_stage()).items() if k.startswith("UPTURN")})
    assert (found.host, found.port) == ("0.0.0.0", int(steps["EXPOSE"]))  # noqa: S104
    assert found.port == USUAL_PORT


def test_the_container_keeps_tables_and_compiled_code_on_its_volume(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    environment, volume = variables(last_stage()), Path(dict(last_stage())["VOLUME"])
    for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.setenv(name, environment[name])
    assert state_folder() == volume
    assert volume in cache_root().parents


def test_the_container_finds_what_was_compiled_while_it_was_built(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """For the same kind of processor, and copied from where it was left."""
    steps = container()
    warmed = next(rest for word, rest in steps if word == "RUN" and rest.endswith("upturn warm"))
    at = steps.index(("RUN", warmed))
    same = {k: v for k, v in variables(steps[:at]).items() if k.startswith("NUMBA")}
    assert same == {k: v for k, v in variables(last_stage()).items() if k.startswith("NUMBA")}
    assert same["NUMBA_CPU_NAME"] == "generic"
    monkeypatch.setenv("XDG_CACHE_HOME", warmed.split("XDG_CACHE_HOME=")[1].split()[0])
    start = text_of(DEPLOY / "start.sh")
    assert f"brought={cache_root()}\n" in start
    monkeypatch.setenv("XDG_CACHE_HOME", "/home")
    assert 'kept="$XDG_CACHE_HOME/{}"\n'.format(cache_root().relative_to("/home")) in start


def test_the_container_is_healthy_when_it_is_ready() -> None:
    check = dict(last_stage())["HEALTHCHECK"]
    asked = re.findall(r"/\w+(?=\\\")", check)
    assert asked == ["/readyz"]
    assert asked[0] in {call.path for call in CALLS}


# --- Compose -------------------------------------------------------------------------------------


def test_compose_gives_every_container_as_little_as_it_needs() -> None:
    for name, service in yaml_of(DEPLOY / "compose.yaml")["services"].items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert "/tmp" in service["tmpfs"], name  # noqa: S108


def test_compose_runs_the_table_with_settings_that_exist() -> None:
    compose = yaml_of(DEPLOY / "compose.yaml")
    table, database = compose["services"]["table"], compose["services"]["database"]
    given = {"DATABASE_PASSWORD": "5ec2e7", "SITE": "games.example.org", "METRICS_TOKEN": TOKEN}

    def filled(value: str) -> str:
        value = re.sub(r"\$\{SITE:\+([^}]*)\}", r"\1", str(value))
        return re.sub(r"\$\{(\w+):[-?]([^}]*)\}", lambda m: given.get(m[1], m[2]), value)

    found = gather({}, {name: filled(value) for name, value in table["environment"].items()})
    assert found.database == "postgresql://upturn:5ec2e7@database/upturn"
    assert found.public_url == "https://games.example.org"
    assert [*found.trusted_proxies] == [compose["networks"]["front"]["ipam"]["config"][0]["subnet"]]
    assert table["ports"] == [f"127.0.0.1:{USUAL_PORT}:{USUAL_PORT}"]  # those proxies are believed
    assert table["volumes"] == [f"table:{dict(last_stage())['VOLUME']}"]
    assert table["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert (ROOT / "deploy" / table["build"]["context"] / table["build"]["dockerfile"]).exists()
    assert database["healthcheck"]["test"][1] == "pg_isready"
    assert compose["services"]["caddy"]["environment"]["TABLE"] == f"table:{USUAL_PORT}"


# --- systemd and the proxies ---------------------------------------------------------------------


def unit() -> dict[str, str]:
    parser = configparser.ConfigParser(interpolation=None, strict=False, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(DEPLOY / "upturn.service", encoding="utf-8")
    return dict(parser["Service"])


def test_the_service_writes_to_the_folders_that_systemd_makes_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    service = unit()
    for assignment in service["Environment"].split():
        monkeypatch.setenv(*assignment.split("=", 1))
    assert state_folder() == Path("/var/lib") / service["StateDirectory"]
    assert cache_root().parent == Path("/var/cache") / service["CacheDirectory"]


def test_the_service_may_execute_what_it_compiles_and_little_else() -> None:
    service = unit()
    assert service["MemoryDenyWriteExecute"] == "no"
    assert service["DynamicUser"] == service["NoNewPrivileges"] == "yes"
    assert service["ProtectSystem"] == "strict"
    assert service["CapabilityBoundingSet"] == ""
    assert int(service["LimitNOFILE"]) == tuning.MOST_FILES
    assert int(service["TimeoutStopSec"]) > 2 * process.SHUTDOWN_TIMEOUT


def test_the_settings_of_the_service_are_settings() -> None:
    assert gather({"config": DEPLOY / "upturn.toml"}, {}).port == USUAL_PORT
    assert set(tomllib.loads(text_of(DEPLOY / "upturn.toml"))) <= set(SETTINGS)


def seconds(name: str, text: str) -> int:
    (found,) = re.findall(rf"\b{name}\s+(\d+)s", text)
    return int(found)


def test_nginx_keeps_the_times_and_sizes_of_the_server() -> None:
    site = text_of(DEPLOY / "nginx.conf")
    assert seconds("keepalive_timeout", site) < process.KEPT_OPEN
    quiet = max(LONGEST_POLL, timers.TICK * timers.TICKS_TO_PING)
    assert seconds("proxy_read_timeout", site) > 2 * quiet
    (size,) = re.findall(r"client_max_body_size\s+(\d+)k;", site)
    assert int(size) * 1024 > rest.LONGEST_BODY
    assert f"server 127.0.0.1:{USUAL_PORT};" in site
    assert not re.search(r"(?m)^\s*limit_", site)


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_the_proxies_leave_the_security_headers_to_the_server(name: str) -> None:
    directives = re.findall(r"(?m)^\s*(?:add_)?header\b.*", text_of(DEPLOY / name))
    assert directives == []
    assert "hsts = false" in text_of(DEPLOY / name)


def test_caddy_keeps_the_times_of_the_server() -> None:
    site = text_of(DEPLOY / "Caddyfile")
    assert seconds("keepalive", site) < process.KEPT_OPEN
    assert f"{{$TABLE:127.0.0.1:{USUAL_PORT}}}" in site


# --- .github -------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_may_read_the_code_at_most_and_a_job_more_only_if_it_says_so(path: Path) -> None:
    workflow = yaml_of(path)
    assert workflow["permissions"] in ({}, {"contents": "read"})
    for name, job in workflow["jobs"].items():
        assert "timeout-minutes" in job, name
        for step in job["steps"]:
            if "uses" in step:
                assert re.fullmatch(r"[\w-]+/[\w-]+@v\d+\.\d+\.\d+", step["uses"]), name


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_runs_what_there_is(path: Path) -> None:
    commands = "\n".join(
        step["run"]
        for job in yaml_of(path)["jobs"].values()
        for step in job["steps"]
        if "run" in step
    )
    targets = re.findall(r"(?m)^make ([a-z-]+)", commands)
    assert [name for name in targets if f"\n{name}:" not in text_of(ROOT / "Makefile")] == []
    for name in re.findall(r"\b(?:tests|requirements|deploy)/[\w.*/]+", commands):
        assert list(ROOT.glob(name)), name
    for name in re.findall(r"-m tools\.(\w+)", commands):
        assert (ROOT / "tools" / f"{name}.py").exists(), name


def test_every_python_that_we_name_is_tested_on_every_system() -> None:
    jobs = yaml_of(ROOT / ".github" / "workflows" / "tests.yml")["jobs"]
    pythons = jobs["everything"]["strategy"]["matrix"]["python"]
    oldest = tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]["requires-python"]
    assert oldest == f">={pythons[0]}"
    assert f"{pythons[0]} to {pythons[-1]}" in text_of(ROOT / "docs" / "releasing.md")
    assert jobs["elsewhere"]["strategy"]["matrix"]["python"] == pythons


CHANGES = "# Changes\n\n## 0.2.0 (2026-11-18)\n\n- New.\n\n## 0.1.0 (2026-11-01)\n\n- Old.\n"


def test_a_release_is_announced_with_its_own_changes() -> None:
    assert release_notes.notes("v0.2.0", "0.2.0", CHANGES) == "- New."
    assert release_notes.notes("v0.1.0", "0.1.0", CHANGES[CHANGES.index("## 0.1") :]) == "- Old."


@pytest.mark.parametrize(
    ("tag", "version", "date", "complaint"),
    [
        ("v0.3.0", "0.2.0", "2026-11-18", "the package has the version 0.2.0"),
        ("v0.3.0", "0.3.0", "2026-11-18", "does not begin with 0.3.0"),
        ("v0.2.0", "0.2.0", "unreleased", "put the date in"),
    ],
)
def test_a_tag_that_does_not_fit_is_not_released(
    tag: str, version: str, date: str, complaint: str
) -> None:
    with pytest.raises(SystemExit, match=complaint):
        release_notes.notes(tag, version, CHANGES.replace("2026-11-18", date))


def test_the_version_has_its_changes() -> None:
    version = release_notes.version_of(text_of(ROOT / "src" / "upturn" / "__init__.py"))
    headings = release_notes.HEADING.findall(text_of(ROOT / "CHANGELOG.md"))
    assert headings[0][0] == version

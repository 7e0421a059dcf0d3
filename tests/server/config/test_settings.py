"""How a server is run: by flag, environment or file, and what is said of a mistake."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from upturn.server.config.settings import SETTINGS, InvalidSetting, Settings, gather
from upturn.server.config.values import Networks

HUSH = "s3cret"
POSTGRES = f"postgresql://ada:{HUSH}@db.example.org/upturn"


def settings(
    folder: Path, file: str = "", environment: dict[str, str] | None = None, **flags: object
) -> Settings:
    """What is gathered in a folder with this upturn.toml."""
    if file:
        (folder / "upturn.toml").write_text(file, encoding="utf-8")
    return gather(flags, environment or {}, folder)


def complaint(
    folder: Path, file: str = "", environment: dict[str, str] | None = None, **flags: object
) -> str:
    with pytest.raises(InvalidSetting) as caught:
        settings(folder, file, environment, **flags)
    return str(caught.value)


def test_without_any_setting_it_is_a_table_for_this_machine(tmp_path: Path, state: Path) -> None:
    found = settings(tmp_path)
    assert (found.host, found.port, found.workers) == ("127.0.0.1", None, 1)
    assert found.database == f"sqlite:///{state / 'table.db'}"
    assert (found.bot_pace, found.grace) == (0.7, 60.0)
    assert (found.log_addresses, found.metrics_token, found.trusted_proxies) == (False, None, ())


def test_a_flag_beats_the_environment_which_beats_the_file(tmp_path: Path) -> None:
    file = 'port = 1\nname = "file"\ngrace = 5\n'
    environment = {"UPTURN_PORT": "2", "UPTURN_NAME": "environment"}
    found = settings(tmp_path, file, environment, port="3")
    assert (found.port, found.name, found.grace) == (3, "environment", 5.0)


def test_a_variable_that_is_empty_is_not_set(tmp_path: Path) -> None:
    assert settings(tmp_path, "port = 1", {"UPTURN_PORT": ""}).port == 1


def test_a_file_can_be_named_by_flag_or_environment(tmp_path: Path) -> None:
    for name, port in (("a.toml", 1), ("b.toml", 2)):
        (tmp_path / name).write_text(f"port = {port}")
    by_environment = {"UPTURN_CONFIG": str(tmp_path / "a.toml")}
    assert settings(tmp_path, "port = 9", by_environment).port == 1
    assert settings(tmp_path, "", by_environment, config=tmp_path / "b.toml").port == 2


def test_lists_are_lists_in_a_file_and_have_commas_elsewhere(tmp_path: Path) -> None:
    file = 'trusted_proxies = ["10.0.0.1", "10.1.0.0/16"]'
    variables = {"UPTURN_ORIGINS": "https://A.example/, http://b.example:8080"}
    found = settings(tmp_path, file, variables)
    assert found.trusted_proxies == ("10.0.0.1/32", "10.1.0.0/16")
    assert found.origins == ("https://a.example", "http://b.example:8080")


def test_an_origin_is_written_as_browsers_write_it(tmp_path: Path) -> None:
    for written, meant in (
        ("https://Games.example:443/", "https://games.example"),
        ("http://games.example:80", "http://games.example"),
        ("http://games.example:443", "http://games.example:443"),
        ("https://[::1]:443", "https://[::1]"),
        ("https://[::1]", "https://[::1]"),
    ):
        found = settings(tmp_path, public_url=written, origins="https://pages.example")
        assert found.public_url == meant
        assert found.own_origins == (meant, "https://pages.example")


def test_paths_in_a_file_are_beside_it(tmp_path: Path) -> None:
    (tmp_path / "limits.toml").write_text("")
    found = settings(tmp_path, 'limits = "limits.toml"\ndatabase = "games/x.db"')
    assert found.limits == tmp_path / "limits.toml"
    assert found.database == f"sqlite:///{tmp_path / 'games' / 'x.db'}"
    url = settings(tmp_path, 'database = "sqlite:///games/x.db"')
    assert url.database == found.database
    assert settings(tmp_path, f'database = "{POSTGRES}"').database == POSTGRES


@pytest.mark.parametrize(
    ("file", "environment", "flags", "words"),
    [
        ("prot = 1", {}, {}, "upturn.toml: prot is not a setting; did you mean port?"),
        (
            "zzz = 1",
            {},
            {},
            "upturn.toml: zzz is not a setting; the settings are host, port, database",
        ),
        ("port = 'x'", {}, {}, "upturn.toml: port: must be a whole number from 0 to 65535, not"),
        ("port = true", {}, {}, "must be a whole number"),
        ("port = [", {}, {}, "cannot read"),
        ("grace = nan", {}, {}, "must be a number of seconds from 0 to 86400, not nan"),
        (
            "",
            {"UPTURN_PROT": "1"},
            {},
            "UPTURN_PROT in the environment is not a setting; did you mean UPTURN",
        ),
        ("", {"UPTURN_PORT": "70000"}, {}, "UPTURN_PORT: must be a whole number from 0 to 65535"),
        ("", {}, {"port": "http"}, "--port: must be a whole number from 0 to 65535, not 'http'"),
        ("", {}, {"host": "http://x"}, "--host: must be a name or address of this machine"),
        ("", {}, {"host": "127.0.0.1:80"}, "without the port"),
        ("", {}, {"log_level": "loud"}, "--log-level: must be debug, info, warning or error, not"),
        ("", {}, {"log_addresses": "maybe"}, "--log-addresses: must be true or false"),
        ("", {}, {"public_url": "games.example.org"}, "--public-url: must be a web address"),
        ("", {}, {"public_url": "https://x.org/games"}, "a web address without a path"),
        ("", {}, {"origins": "https://x.org:port"}, "--origins: must be a web address"),
        ("", {}, {"trusted_proxies": "proxy"}, "an address or a range, as in"),
        ("", {}, {"limits": "/no/such/file"}, "--limits: must be an existing file, not"),
        ("", {}, {"name": "two\nlines"}, "--name: must be a name on one line"),
        ("", {}, {"name": "x" * 41}, "a name of at most 40 characters"),
        ("", {}, {"database": "mysql://x"}, "--database: must be a file, sqlite:///FILE or"),
        ("", {}, {"database": "sqlite:///:memory:"}, "--database: must be a file"),
        ("", {}, {"config": "/no/such.toml"}, "cannot read /no/such.toml: No such file"),
    ],
)
def test_a_mistake_is_told_with_the_place_it_was_made_at(
    tmp_path: Path, file: str, environment: dict[str, str], flags: dict[str, str], words: str
) -> None:
    assert words in complaint(tmp_path, file, environment, **flags)


def test_several_workers_need_a_database_they_can_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert settings(tmp_path, workers="2").workers == 2
    monkeypatch.setattr("upturn.server.config.settings.WORKERS_SUPPORTED", False)
    told = complaint(tmp_path, "", {"UPTURN_WORKERS": "2"})
    assert told.startswith("UPTURN_WORKERS: on this system 2 workers cannot share a file")
    assert settings(tmp_path, workers="2", database=POSTGRES).workers == 2


def test_variables_about_the_games_are_let_be(tmp_path: Path) -> None:
    settings(tmp_path, environment={"UPTURN_COMPILE": "0", "UPTURN_COMPONENTS": "x", "HOME": "/"})


def test_a_password_is_in_no_error_and_in_no_text_of_the_settings(tmp_path: Path) -> None:
    assert HUSH not in complaint(tmp_path, database=POSTGRES.replace("postgresql", "mysql"))
    assert HUSH not in complaint(tmp_path, metrics_token=HUSH)
    found = settings(tmp_path, database=POSTGRES, metrics_token=HUSH * 3)
    assert HUSH not in f"{found} {found!r}"


def test_a_range_of_addresses_holds_its_addresses() -> None:
    proxies = Networks(["10.0.0.0/8", "::1/128"])
    assert "10.2.3.4" in proxies
    assert "::1" in proxies
    assert "11.0.0.1" not in proxies
    assert "testclient" not in proxies
    assert "10.2.3.4" not in Networks([])


def test_help_is_the_manual_of_all_settings() -> None:
    command = [sys.executable, "-m", "upturn", "serve", "--help"]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    told = "".join(answer.stdout.replace("│", " ").split())
    for setting in SETTINGS.values():
        assert setting.flag in told
        assert f"[{setting.variable};default:{''.join(setting.shown.split())}]" in told
    assert "iftheterminalhasroomforit" in told

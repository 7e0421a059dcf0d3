"""How a server is run: what can be set, and where it is set.

    upturn serve --port 8080            a flag
    UPTURN_PORT=8080 upturn serve       beats the environment
    port = 8080                         beats a file: --config FILE, or upturn.toml here

which beats the default. Errors name the place that a value comes from.
"""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

from upturn.errors import UpturnError, quoted
from upturn.folders import state_folder
from upturn.server.config import values
from upturn.server.config.counting import SharedCounts
from upturn.server.config.values import Reader
from upturn.workers import SUPPORTED as WORKERS_SUPPORTED
from upturn.workers import WorkerGroup

PREFIX = "UPTURN_"
CONFIG = "config"
USUAL_FILE = "upturn.toml"
USUAL_PORT = 8000
OTHERS = {"UPTURN_CACHE", "UPTURN_COMPILE", "UPTURN_COMPONENTS"}
"""Variables that are about the games, not about the server."""
SECRETS = {"database", "metrics_token"}
"""Settings that errors do not quote: they may hold a password."""
LEVELS = ("debug", "info", "warning", "error")
FORMS = ("console", "json")
POSTGRES = ("postgresql://", "postgres://")


class InvalidSetting(UpturnError, ValueError):
    """A setting that a server cannot run with; the message says which, and where it is set."""


def setting(
    reader: Reader, about: str, default: object = None, *, shown: str = "", metavar: str = "TEXT"
) -> Any:
    """Make a field of the settings. `shown` is the default in words, where the value says too
    little."""
    more = {"reader": reader, "about": about, "shown": shown, "metavar": metavar}
    if callable(default):
        return field(default_factory=default, metadata=more)
    return field(default=default, metadata=more)


def usual_database() -> str:
    return f"sqlite:///{state_folder() / 'table.db'}"


def database(value: object) -> str:
    """Read the address of a database. A path becomes absolute, in case the folder changes later."""
    url = values.text(value)
    if url.lower().startswith(POSTGRES):
        return url
    scheme, found, rest = url.partition("://")
    if found and scheme.lower() != "sqlite":
        raise ValueError("a file, sqlite:///FILE or postgresql://…")
    path = Path(rest.removeprefix("/") if found else url).expanduser()
    if path.name in ("", ":memory:") or path.is_dir():
        raise ValueError("a file, sqlite:///FILE or postgresql://…")
    return f"sqlite:///{path.absolute()}"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Everything that can be set. `upturn serve --help` is made from this."""

    host: str = setting(
        values.address,
        "Where to listen: 127.0.0.1 for this machine only, 0.0.0.0 for everyone on your network.",
        "127.0.0.1",
        metavar="ADDRESS",
    )
    port: int | None = setting(
        values.whole(0, 65535),
        "Which port to use; 0 takes any free one.",
        shown=f"{USUAL_PORT}, or the next free one",
        metavar="NUMBER",
    )
    database: str = setting(
        database,
        "Where tables are kept: a file, or a PostgreSQL database: postgresql://…",
        usual_database,
        shown="table.db in your state folder",
        metavar="FILE|URL",
    )
    workers: int = setting(
        values.whole(1, 64),
        "How many processes to run; more are faster, up to one per core.",
        1,
        metavar="NUMBER",
    )
    public_url: str | None = setting(
        values.origin,
        "The address people use, if there is a proxy in between: https://games.example.org.",
        shown="what their browser says",
        metavar="URL",
    )
    origins: tuple[str, ...] = setting(
        values.several(values.origin),
        "Other sites whose pages may use this server from a browser.",
        (),
        shown="none",
        metavar="URL,…",
    )
    trusted_proxies: tuple[str, ...] = setting(
        values.several(values.network),
        "Proxies to trust when they say who a request is from: 127.0.0.1 or 10.0.0.0/8.",
        (),
        shown="none",
        metavar="ADDRESS,…",
    )
    hsts: bool = setting(
        values.truth,
        "Whether to tell browsers to use only HTTPS here for a year: true or false.",
        True,
        metavar="WORD",
    )
    limits: Path | None = setting(  # noqa: RUF009  it makes a field
        values.existing_file,
        "A file with other limits on how much anyone may ask for.",
        shown="this package's limits.toml",
        metavar="FILE",
    )
    bot_pace: float = setting(
        values.seconds(60),
        "Seconds between bots' moves, so that people can follow.",
        0.7,
        metavar="SECONDS",
    )
    grace: float = setting(
        values.seconds(86400),
        "Seconds that someone may be away before the others decide about their seat.",
        60.0,
        metavar="SECONDS",
    )
    name: str = setting(values.name, "The name of this server.", "Upturn")
    log_level: str = setting(
        values.one_of(*LEVELS), f"How much to log: {', '.join(LEVELS)}.", "info", metavar="WORD"
    )
    log_format: str = setting(
        values.one_of(*FORMS),
        "Logs for people, or one JSON object per line: console or json.",
        "console",
        metavar="WORD",
    )
    log_addresses: bool = setting(
        values.truth,
        "Whether logs include people's addresses: true or false.",
        False,
        metavar="WORD",
    )
    metrics_token: str | None = setting(
        values.token,
        "Anyone who sends this token may read /metrics.",
        shown="none; only this machine may",
        metavar="TOKEN",
    )

    group: WorkerGroup | None = None
    """The workers of this server, and which of them this is. Not for people to set."""
    counts: SharedCounts | None = None
    """What the workers count together, for the limits. Not for people to set."""

    def __repr__(self) -> str:
        return f"<settings of {self.name!r}>"  # a database may have a password in its address

    @property
    def own_origins(self) -> tuple[str, ...]:
        """The pages that may use this server, whatever host a proxy names in its requests."""
        return self.origins if self.public_url is None else (self.public_url, *self.origins)

    @property
    def on_postgres(self) -> bool:
        return self.database.lower().startswith(POSTGRES)


class Setting(NamedTuple):
    """A setting as the manual and the readers know it."""

    name: str
    reader: Reader
    about: str
    metavar: str
    shown: str  # the default, in words

    @property
    def flag(self) -> str:
        return f"--{self.name.replace('_', '-')}"

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()


def _known() -> Iterator[tuple[str, Setting]]:
    for known in fields(Settings):
        more = known.metadata
        if not more:
            continue
        usual = known.default
        told = str(usual).lower() if isinstance(usual, bool) else f"{usual}"
        yield (
            known.name,
            Setting(
                known.name, more["reader"], more["about"], more["metavar"], more["shown"] or told
            ),
        )


SETTINGS = dict(_known())
"""By name, in the order of the manual."""


class _Found(NamedTuple):
    """A value that somebody set, and where they set it."""

    value: object
    place: str
    folder: Path | None = None  # paths are relative to it


def gather(
    flags: Mapping[str, object],
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> Settings:
    """Gather the settings from all places. Raise InvalidSetting.

    `flags` are those of the command line by name, None where one is not given; `config` among them
    names the file. `folder` is where a file of the usual name may be.
    """
    environment = os.environ if environment is None else environment
    variables = _in_environment(environment)
    named = flags.get(CONFIG) or environment.get(PREFIX + CONFIG.upper())
    found = _in_file(Path(str(named)) if named else None, folder or Path())
    found |= variables
    for name, value in flags.items():
        if name != CONFIG and value not in (None, []):
            found[name] = _Found(value, SETTINGS[name].flag)
    read = {name: _read(SETTINGS[name], written) for name, written in found.items()}
    settings = Settings(**read)
    if settings.workers > 1 and not settings.on_postgres and not WORKERS_SUPPORTED:
        raise InvalidSetting(
            f"{found['workers'].place}: on this system {settings.workers} workers cannot share a "
            "file; use PostgreSQL: --database postgresql://…"
        )
    return settings


def _read(known: Setting, written: _Found) -> Any:
    value = written.value
    if written.folder is not None and known.name in ("limits", "database"):
        value = _beside(value, written.folder)
    try:
        return known.reader(value)
    except ValueError as wanted:
        quote = "" if known.name in SECRETS else f", not {quoted(written.value)}"
        raise InvalidSetting(f"{written.place}: must be {wanted}{quote}") from None


def _beside(value: object, folder: Path) -> object:
    """Make a path relative to the folder of the file it is written in."""
    if not isinstance(value, str) or not value.strip() or "postgres" in value.partition(":")[0]:
        return value
    start = "sqlite:///" if value.startswith("sqlite:///") else ""
    path = Path(value.removeprefix(start).strip()).expanduser()
    return f"{start}{folder / path}" if "://" not in str(path) else value


def _in_environment(environment: Mapping[str, str]) -> dict[str, _Found]:
    known = {setting.variable: setting.name for setting in SETTINGS.values()}
    found = {}
    for variable, value in environment.items():
        if variable in known:
            if value:  # an empty value counts as not set
                found[known[variable]] = _Found(value, variable)
        elif variable.startswith(PREFIX) and variable not in {*OTHERS, PREFIX + CONFIG.upper()}:
            near = _nearest(variable, known)
            raise InvalidSetting(f"{variable} in the environment is not a setting; {near}")
    return found


def _in_file(named: Path | None, folder: Path) -> dict[str, _Found]:
    path = named or folder / USUAL_FILE
    if named is None and not path.is_file():
        return {}
    try:
        written = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise InvalidSetting(f"cannot read {path}: {problem.strerror}") from problem
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise InvalidSetting(f"cannot read {path}: {problem}") from problem
    for key in written:
        if key not in SETTINGS:
            raise InvalidSetting(f"{path}: {key} is not a setting; {_nearest(key, SETTINGS)}")
    return {
        key: _Found(value, f"{path}: {key}", path.absolute().parent)
        for key, value in written.items()
    }


def _nearest(name: str, known: Mapping[str, object]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    return f"did you mean {near[0]}?" if near else f"the settings are {', '.join(known)}"

"""`upturn serve`: the online table, for this machine, the home network or the world."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from upturn.cli.beside import compiling_beside
from upturn.cli.talking import be_legible
from upturn.cli.terminal import console
from upturn.extras import need
from upturn.server.config.settings import (
    POSTGRES,
    SECRETS,
    SETTINGS,
    USUAL_FILE,
    USUAL_PORT,
    Settings,
    gather,
)

HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
"""Two rows of a QR code in one row of letters: (upper, lower)."""
INDENT = 3
QUIET = 2
"""Modules around a QR code that are left white, which cameras need."""
HOST, DATABASE = SETTINGS["host"].flag, SETTINGS["database"].flag
EVERYWHERE = "0.0.0.0"  # noqa: S104  to be proposed
UNSAID = "…"
"""Shown in place of anything that is or may contain a secret."""


def flag(name: str) -> Any:
    """Return the option for a setting, with its description, its variable and its default."""
    setting = SETTINGS[name]
    told = f"{setting.about} [{setting.variable}; default: {setting.shown}]"
    return typer.Option(setting.flag, metavar=setting.metavar, help=told, show_default=False)


Config = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help=f"A file with settings, as in port = 8080 [UPTURN_CONFIG; default: {USUAL_FILE} "
        "in this folder, if there is one]",
        show_default=False,
    ),
]


def serve(
    host: Annotated[str | None, flag("host")] = None,
    port: Annotated[str | None, flag("port")] = None,
    database: Annotated[str | None, flag("database")] = None,
    workers: Annotated[str | None, flag("workers")] = None,
    public_url: Annotated[str | None, flag("public_url")] = None,
    origins: Annotated[str | None, flag("origins")] = None,
    trusted_proxies: Annotated[str | None, flag("trusted_proxies")] = None,
    hsts: Annotated[str | None, flag("hsts")] = None,
    limits: Annotated[str | None, flag("limits")] = None,
    bot_pace: Annotated[str | None, flag("bot_pace")] = None,
    grace: Annotated[str | None, flag("grace")] = None,
    name: Annotated[str | None, flag("name")] = None,
    log_level: Annotated[str | None, flag("log_level")] = None,
    log_format: Annotated[str | None, flag("log_format")] = None,
    log_addresses: Annotated[str | None, flag("log_addresses")] = None,
    metrics_token: Annotated[str | None, flag("metrics_token")] = None,
    config: Config = None,
    qr: Annotated[
        bool,
        typer.Option(
            help="Show the address as a QR code for phones, if the terminal has room for it."
        ),
    ] = True,
) -> None:
    """Open the online table: people play in their browsers, with each other and with bots.

    A flag overrides its environment variable, which overrides the file. Other users of this machine
    can see flags, so put passwords in the environment or the file.
    """
    flags = {**locals()}
    del flags["qr"]
    need("serve")
    settings = gather(flags)
    be_legible()
    from upturn.server.config.limits import read_limits
    from upturn.server.run import address, process, tuning

    read_limits(settings.limits)  # so that errors in them show before anything starts
    process.end_in_good_order()
    tuning.be_quick()
    upgraded = process.check_database(settings)
    if upgraded is not None:
        console.print(f" {upgraded}", markup=False, highlight=False, soft_wrap=True)
    bound, found = address.listen(settings)
    with compiling_beside(looks=False) as warming:
        process.run(found, bound, lambda: tell(found, qr, settings.port, warming))
    console.print(" Closed. Every table is kept; play goes on when you open it again.")


# --- What is shown when it is open -------------------------------------------------------------


def tell(settings: Settings, qr: bool, asked: int | None, warming: bool) -> None:
    """Print where the table is, for people here and for others. `asked` is the wanted port."""
    from upturn.server.run.address import is_everywhere

    rows, shared = addresses(settings)
    purpose = "On a phone: scan this code."
    if asked is None and settings.port != USUAL_PORT:
        rows.append(("", f"(port {USUAL_PORT} is taken)"))
    if shared is None and is_everywhere(settings.host):
        rows.append(("", "(this machine is not on a network right now)"))
        purpose = "For this machine only."
    elif shared is None:
        rows.append(("for phones and friends", once_more(sys.argv)))
        purpose = "For this machine only. To let phones in, start it with the command above."
    elif settings.public_url is None:
        rows.append(("", "(anyone on your network can join)"))
        purpose = "On a phone on your network: scan this code."
    rows.append(("tables are kept in", kept_in(settings)))
    rows.append(("to stop", "Ctrl-C"))
    if warming:
        rows.append(
            ("", "(the bots are warming up: for a minute or two, they won’t play as well as usual)")
        )
    console.print(Text.assemble("\n ", (settings.name, "bold"), " is open.\n"))
    room = max(len(what) for what, _ in rows)
    for what, where in rows:
        console.print(Text.assemble((f"   {what:<{room}}  ", "dim"), where), soft_wrap=True)
    if qr and console.is_terminal and not console.is_dumb_terminal:
        show_code(shared or rows[0][1], purpose)
    console.print()
    console.file.flush()


# --- How to open it to others --------------------------------------------------------------------


def once_more(arguments: Sequence[str]) -> str:
    """Return the command that opens the same table to the network. Only the host differs."""
    said = list(_otherwise(arguments[1:]))
    if HOST not in said:
        said += [HOST, EVERYWHERE]
    quoted = (word if word == UNSAID else shlex.quote(word) for word in said)
    return f"{program(arguments[0])} {' '.join(quoted)}"


def _otherwise(given: Sequence[str]) -> Iterator[str]:
    """Yield the arguments with another host. Secrets are left out, since output may be stored."""
    hidden = {SETTINGS[name].flag for name in SECRETS}
    words = iter([part for word in given for part in _parts(word)])
    for word in words:
        yield word
        if word == HOST:
            next(words, None)
            yield EVERYWHERE
        elif word in hidden:
            value = next(words, "")
            is_file = word == DATABASE and not value.lower().startswith(POSTGRES)
            yield value if is_file else UNSAID


def _parts(word: str) -> list[str]:
    """Return a flag and its value, however they are written."""
    return word.split("=", 1) if word.startswith("--") else [word]


def program(called: str) -> str:
    """Return the command that runs us: our name if that finds us, otherwise what was typed."""
    path = Path(called)
    if path.name == "__main__.py" and path.parent.name == "upturn":
        return f"{shlex.quote(sys.orig_argv[0])} -m upturn"
    found = shutil.which(path.name)
    known = found is not None and Path(found).resolve() == path.resolve()
    return path.name if known else shlex.quote(called)


# --- Where it is ---------------------------------------------------------------------------------


def addresses(settings: Settings) -> tuple[list[tuple[str, str]], str | None]:
    """Return the addresses of the table, and the address to share with others if there is one."""
    from upturn.server.run.address import is_everywhere, lan_address

    everywhere = is_everywhere(settings.host)
    here = "127.0.0.1" if everywhere else settings.host
    rows = [("on this machine", web_address(here, settings.port))]
    if settings.public_url is not None:
        return [*rows, ("for everyone", f"{settings.public_url}/")], f"{settings.public_url}/"
    if everywhere:
        lan = lan_address()
        if lan is None:
            return rows, None
        shared = web_address(lan, settings.port)
        return [*rows, ("on your network", shared)], shared
    if here in ("localhost", "::1") or here.startswith("127."):
        return rows, None
    return [("on your network", rows[0][1])], rows[0][1]


def web_address(host: str, port: int | None) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def kept_in(settings: Settings) -> str:
    from upturn.store import addresses

    if settings.on_postgres:
        return addresses.shown(settings.database)
    return str(addresses.sqlite_path(settings.database))


def show_code(address: str, purpose: str) -> None:
    """Show the address as a QR code, if there is room, below its purpose. A code for 127.0.0.1
    would lead a phone to itself."""
    code = drawn(address).split()
    if len(code[0]) + INDENT <= console.width and len(code) + 2 < console.height:
        console.print(Text(f"\n   {purpose}\n"), soft_wrap=True)
        for line in code:
            console.print(Text(" " * INDENT).append_text(line), soft_wrap=True)


def drawn(address: str) -> Text:
    import segno

    code = segno.make(address, error="l", micro=False)
    matrix = [bytes(row) for row in code.matrix_iter(border=QUIET)]
    if len(matrix) % 2:
        matrix.append(bytes(len(matrix[0])))
    lines = (
        "".join(HALVES[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(matrix[::2], matrix[1::2], strict=True)
    )
    # Set both colours: on a dark terminal the code would be inverted.
    return Text("\n".join(lines), "#000000 on #ffffff", no_wrap=True)

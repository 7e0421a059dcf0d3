"""Reads the values of settings from a flag, the environment or a file.

From a flag or the environment a value is text; from a file it may be a number, a boolean or a list.
A reader returns the value or raises ValueError with what the value should have been.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from ipaddress import IPv6Address, ip_address, ip_network
from pathlib import Path
from urllib.parse import urlsplit

Reader = Callable[[object], object]

TRUE, FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
LONGEST_NAME = 40
SHORTEST_TOKEN = 16
USUAL_PORTS = {"http": 80, "https": 443}
"""Browsers leave them out of an origin."""


def text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("text")
    return value.strip()


def name(value: object) -> str:
    if not isinstance(value, str) or not value.isprintable() or not value.strip():
        raise ValueError("a name on one line")
    if len(value.strip()) > LONGEST_NAME:
        raise ValueError(f"a name of at most {LONGEST_NAME} characters")
    return value.strip()


def token(value: object) -> str:
    """Read a token that nobody can guess, to be sent in a header."""
    fine = isinstance(value, str) and value.isascii() and value.isprintable() and " " not in value
    if not isinstance(value, str) or not fine or len(value) < SHORTEST_TOKEN:
        raise ValueError(f"at least {SHORTEST_TOKEN} letters and digits, without spaces")
    return value


def truth(value: object) -> bool:
    word = str(value).strip().lower() if isinstance(value, bool | str) else ""
    if word not in TRUE + FALSE:
        raise ValueError("true or false")
    return word in TRUE


def whole(fewest: int, most: int) -> Reader:
    """Return a reader of whole numbers in a range."""
    return _between(int, fewest, most, f"a whole number from {fewest} to {most}")


def seconds(most: float) -> Reader:
    """Return a reader of times."""
    return _between(float, 0, most, f"a number of seconds from 0 to {most:g}")


def _between(kind: type[int | float], least: float, most: float, wanted: str) -> Reader:
    """Return a reader of numbers of a kind in a range; `wanted` says in words what they are."""

    def read(value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | str | kind):
            raise ValueError(wanted)
        try:
            number = kind(value)
        except (ValueError, OverflowError):
            raise ValueError(wanted) from None
        if not least <= number <= most:  # refuses NaN too
            raise ValueError(wanted)
        return number

    return read


def one_of(*words: str) -> Reader:
    """Return a reader of one of these words."""

    def read(value: object) -> str:
        if not isinstance(value, str) or value.strip().lower() not in words:
            raise ValueError(f"{', '.join(words[:-1])} or {words[-1]}")
        return value.strip().lower()

    return read


def address(value: object) -> str:
    """Read where a server listens: a name or an address of this machine, without a port."""
    host = text(value).removeprefix("[").removesuffix("]")
    if any(letter in host for letter in "/ @?#") or (":" in host and not is_ip(host)):
        raise ValueError("a name or address of this machine, as in 127.0.0.1, without the port")
    return host


def is_ip(host: str) -> bool:
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def origin(value: object) -> str:
    """Read a web address without a path, as browsers name the origin of a page."""
    wanted = "a web address without a path, as in https://games.example.org"
    try:
        parts = urlsplit(text(value))
        usual = parts.port == USUAL_PORTS.get(parts.scheme)
    except ValueError:
        raise ValueError(wanted) from None
    plain = not (parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc)
    if parts.scheme not in ("http", "https") or not parts.hostname or not plain:
        raise ValueError(wanted)
    host = parts.netloc.lower()
    return f"{parts.scheme}://{host.rpartition(':')[0] if usual else host}"


def network(value: object) -> str:
    """Read an address, or a range of them."""
    try:
        return str(ip_network(text(value)))
    except ValueError:
        raise ValueError("an address or a range, as in 10.0.0.2 or 10.0.0.0/8") from None


def several(reader: Reader) -> Reader:
    """Return a reader of lists. In text, commas separate the items."""

    def read(value: object) -> tuple[object, ...]:
        if isinstance(value, str):
            value = [part for part in value.split(",") if part.strip()]
        if not isinstance(value, list | tuple):
            raise ValueError("a list")
        return tuple(map(reader, value))

    return read


def existing_file(value: object) -> Path:
    path = value if isinstance(value, Path) else Path(text(value)).expanduser()
    if not path.is_file():
        raise ValueError("an existing file")
    return path.resolve()


class Networks:
    """Addresses and ranges of them: `"10.1.2.3" in Networks(["10.0.0.0/8"])`."""

    def __init__(self, networks: Iterable[str]):
        self._networks = [ip_network(network) for network in networks]

    def __contains__(self, host: object) -> bool:
        if not self._networks or not isinstance(host, str):
            return False
        try:
            found = ip_address(host)
        except ValueError:
            return False
        if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
            found = found.ipv4_mapped  # as a server that listens to both kinds is told it
        return any(found in network for network in self._networks)

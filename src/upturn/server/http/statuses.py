"""The HTTP status of every refusal, by its code.

What a table refuses has the usual status, unless the wish itself can never be fulfilled. Everything
that the server refuses is listed.
"""

from __future__ import annotations

from types import MappingProxyType

USUAL = 409
"""What is asked for does not fit how things stand."""

CODES = {
    400: ["no-json"],
    401: ["nameless", "unknown-secret"],
    403: ["foreign-page", "finish-first", "not-for-you", "removed", "secluded"],
    404: ["no-such-deal", "no-such-page", "no-such-person", "no-such-table"],
    405: ["wrong-method"],
    409: ["busy", "daily-at-hand", "daily-played", "name-taken", "named-already"],
    410: ["link-used", "unreadable-table"],
    413: ["too-long"],
    415: ["not-json"],
    422: [
        # what is sent cannot be read
        "bad-body", "bad-query", "bad-version", "invalid",
        # no table can be like that
        "bot-in-your-seat", "daily-options", "daily-players", "daily-seats", "invalid-setup",
        "mode-needs-deal", "no-daily", "no-puzzles", "no-such-puzzle", "one-deal", "unknown-game",
        # there is no such thing at a table
        "no-name", "nobody-spoke", "no-such-bot", "no-such-ply", "no-such-seat",
    ],
    429: [
        "spectators-too-fast", "table-too-loud", "talking-too-fast", "too-many-requests",
        "too-many-sockets", "too-many-tables",
    ],
    431: ["head-too-long"],
    500: ["mistake"],
    503: [
        "bots-busy", "not-ready", "restarting", "server-full", "table-full", "takes-too-long",
        "unavailable",
    ],
}  # fmt: skip
STATUSES = MappingProxyType({code: status for status, codes in CODES.items() for code in codes})


def status_of(code: str) -> int:
    """Return the status of an answer that refuses with this code."""
    return STATUSES.get(code, USUAL)

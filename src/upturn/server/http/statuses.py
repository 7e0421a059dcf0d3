"""The HTTP status of every refusal, by its code, and of the few failures that have no code.

A table's refusals have the usual status, unless the command could never succeed at any table. All
refusals of the server itself are listed.
"""

from __future__ import annotations

from types import MappingProxyType

USUAL = 409
"""The request conflicts with the current state."""

CODES = {
    400: ["no-json", "spoke-too-soon"],
    401: ["nameless", "signed-out", "unknown-secret"],
    403: ["foreign-page", "not-for-you", "removed", "secluded"],
    404: ["no-such-deal", "no-such-device", "no-such-page", "no-such-person", "no-such-table"],
    405: ["wrong-method"],
    409: ["busy", "daily-at-hand", "daily-played", "daily-seen", "name-taken", "named-already"],
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
        "hint-on-its-way", "spectators-too-fast", "table-too-loud", "talking-too-fast",
        "too-many-devices", "too-many-requests", "too-many-sockets", "too-many-tables",
    ],
    431: ["head-too-long"],
    500: ["mistake"],
    503: [
        "bots-busy", "not-ready", "restarting", "server-full", "table-full", "takes-too-long",
        "unavailable",
    ],
}  # fmt: skip
STATUSES = MappingProxyType({code: status for status, codes in CODES.items() for code in codes})

UNANSWERED = MappingProxyType({401: "no-such-page", 404: "no-such-page", 405: "wrong-method"})
"""By the status that Starlette gives when it finds no route, or (401) may not read a file of the
page: the code of the refusal that is sent instead.
"""
PAGE_NOT_BUILT = 503
CLIENT_GONE = 400
"""Nobody receives this answer; only the request log has it."""


def status_of(code: str) -> int:
    """Return the status of an answer that refuses with this code."""
    return STATUSES.get(code, USUAL)

"""WebSocket frames of the usual kind, written and read without going through `websockets`."""

from __future__ import annotations

from websockets.frames import apply_mask  # type: ignore[attr-defined]

LONGEST_FRAME = 8 * 1024
MESSAGE, PONG, MASKED = 0x81, 0x8A, 0x80
"""The first byte of a whole text frame and of a whole pong; the bit of the second byte that says
that the rest is masked."""


def framed(message: bytes) -> bytes:
    """Return a message as one text frame, unmasked as a server's are. `websockets` would make the
    same frame, but its objects take a tenth of the time of telling a move."""
    length = len(message)
    if length < 126:
        return b"\x81" + length.to_bytes(1) + message
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2) + message
    return b"\x81\x7f" + length.to_bytes(8) + message


def unframed(data: bytes) -> bytes | None:
    """Return the payload if the data is exactly one whole message or pong, masked as a client's
    are. Nearly everything comes like that. Otherwise return None, and `websockets` reads it."""
    if len(data) < 6 or data[0] not in (MESSAGE, PONG) or data[1] < MASKED:
        return None
    length, mask = data[1] - MASKED, 2
    if length == 126 and data[0] == MESSAGE:
        length, mask = int.from_bytes(data[2:4]), 4
    elif length > 125:
        return None
    if length > LONGEST_FRAME or len(data) != mask + 4 + length:
        return None
    return bytes(apply_mask(data[mask + 4 :], data[mask : mask + 4]))

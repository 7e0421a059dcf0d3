"""What a disk can hold after the power has failed, from the system calls of a real program.

`strace` writes down every write, every sync and everything that is sent to others, in order. A disk
keeps what was synced before the power failed, and anything or nothing of what was written since.

    with spawned(folder, under=traced(trace)) as server: ...
    for moment, happened in enumerate(read_trace(trace, folder)):
        disk.take(happened)
        disk.lose_power("some", chance).write(elsewhere)
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from tools import debian

SECTOR = 512
"""Bytes that a disk writes as a whole."""
SHARED_MEMORY = "-shm"
"""The end of the names of files that SQLite makes anew after a crash."""
CALLS = (
    "openat", "pwrite64", "write", "writev", "pwritev", "sendto", "sendmsg", "ftruncate",
    "fallocate", "fsync", "fdatasync", "rename", "renameat", "renameat2", "unlink", "unlinkat",
)  # fmt: skip
SENDING = {"write", "writev", "sendto", "sendmsg"}
_BEGUN = re.compile(rb"(\d+) +(\w+)\((.*)")
_RESUMED = re.compile(rb"(\d+) +<\.\.\. \w+ resumed>(.*)")
_UNFINISHED = b" <unfinished ...>"
_TEXT = re.compile(rb'"((?:\\x[0-9a-f]{2})*)"')
_OF_FILE = re.compile(rb"\d+<((?:\\x[0-9a-f]{2})*)>")
_RESULT = re.compile(rb"\) += (-?\d+)")
_PLACE = re.compile(rb'", \d+, (\d+)')
_SIZE = re.compile(rb">, (\d+)")


# --- What a program did --------------------------------------------------------------------------


class Wrote(NamedTuple):
    name: str
    at: int
    data: bytes


class Cut(NamedTuple):
    name: str
    size: int


class Created(NamedTuple):
    name: str


class Removed(NamedTuple):
    name: str


class Renamed(NamedTuple):
    name: str
    new: str


class SyncBegun(NamedTuple):
    name: str
    call: int


class Synced(NamedTuple):
    """A sync is over: it covers what was written before it began."""

    name: str
    call: int


class Sent(NamedTuple):
    """Others could know this from now on."""

    data: bytes


Happened = Wrote | Cut | Created | Removed | Renamed | SyncBegun | Synced | Sent


def traced(trace: Path) -> list[str]:
    """What comes before a command whose system calls are written to this file, after what is there.

    The command itself is what is started: strace looks on from a process beside it."""
    strace = debian.ensure("strace", "strace")
    how = ["-D", "-f", "-q", "-y", "-xx", "-s", "10000000", "--seccomp-bpf", "-e", "signal=none"]
    return [strace, *how, "-e", f"trace={','.join(CALLS)}", "-A", "-o", str(trace)]


def read_trace(trace: Path, folder: Path) -> Iterator[Happened]:
    """What happened to the files right in this folder, and what was sent."""
    inside = bytes(folder) + b"/"
    begun: dict[bytes, tuple[bytes, bytes, int]] = {}
    with trace.open("rb") as lines:
        for number, line in enumerate(lines):
            line = line.rstrip(b"\n")
            if found := _BEGUN.match(line):
                process, call, words = found.groups()
                whole = not words.endswith(_UNFINISHED)
                yield from _begin(call.decode(), words, inside, number)
                begun[process] = call, words.removesuffix(_UNFINISHED), number
            elif found := _RESUMED.match(line):
                process, rest = found.groups()
                if process not in begun:
                    continue
                call, words, number = begun[process]
                words, whole = words + rest, True
            else:
                continue
            if whole:
                del begun[process]
                yield from _end(call.decode(), words, inside, number)


def _begin(call: str, words: bytes, inside: bytes, number: int) -> Iterator[Happened]:
    """A call begins: from now on what it writes may reach the disk, and what it sends others."""
    name = _name(_OF_FILE.match(words), inside)
    data = b"".join(_plain(text) for text in _TEXT.findall(words))
    if name is None:
        if call in SENDING and data:
            yield Sent(data)
    elif call in ("fsync", "fdatasync"):
        yield SyncBegun(name, number)
    elif call == "pwrite64":
        yield Wrote(name, _number(_PLACE, words), data)
    elif call == "ftruncate":
        yield Cut(name, _number(_SIZE, words))
    elif not name.endswith(SHARED_MEMORY) and call != "openat":
        raise NotImplementedError(f"{call} of {name}")


def _end(call: str, words: bytes, inside: bytes, number: int) -> Iterator[Happened]:
    """A call has ended. If it failed, nothing has happened."""
    result = _RESULT.search(words)
    if result is None or int(result[1]) < 0:
        return
    names = [_name(text, inside) for text in _TEXT.finditer(words)]
    if call in ("fsync", "fdatasync"):
        name = _name(_OF_FILE.match(words), inside)
        if name is not None:
            yield Synced(name, number)
    elif call == "openat" and b"O_CREAT" in words and names[0]:
        yield Created(names[0])
    elif call.startswith("unlink") and names[0]:
        yield Removed(names[0])
    elif call.startswith("rename") and names[0] and names[1]:
        yield Renamed(names[0], names[1])


def _name(found: re.Match[bytes] | None, inside: bytes) -> str | None:
    """The name of a file in the folder; empty for the folder itself, None for what is elsewhere."""
    path = b"" if found is None else _plain(found[1])
    if path + b"/" == inside:
        return ""
    name = path.removeprefix(inside)
    return None if name == path or b"/" in name else name.decode()


def _number(place: re.Pattern[bytes], words: bytes) -> int:
    found = place.search(words)
    assert found is not None, words[-80:]
    return int(found[1])


def _plain(text: bytes) -> bytes:
    return bytes.fromhex(text.replace(rb"\x", b"").decode())


# --- What a disk keeps ---------------------------------------------------------------------------

Survival = Literal["nothing", "some", "everything"]
"""What of the unsynced is on the disk when the power fails."""
SURVIVALS: tuple[Survival, ...] = ("nothing", "some", "everything")


@dataclass
class File:
    synced: bytearray = field(default_factory=bytearray)
    unsynced: list[Wrote | Cut] = field(default_factory=list)
    settled: int = 0
    """How many changes have been synced."""


class Disk:
    """A folder of files, some of whose latest changes may not be on the disk yet."""

    def __init__(self) -> None:
        self._names: dict[str, File] = {}
        self._synced_names: dict[str, File] = {}
        self._renaming: list[dict[str, File]] = []
        """The names after each change since they were last synced."""
        self._syncing: dict[int, int] = {}
        """By the number of a call: how many changes it covers."""

    def take(self, happened: Happened) -> None:
        match happened:
            case Wrote(name) | Cut(name):
                if name in self._names:
                    self._names[name].unsynced.append(happened)
            case Created(name):
                if name not in self._names:
                    self._rename(self._names | {name: File()})
            case Removed(name):
                self._rename({key: file for key, file in self._names.items() if key != name})
            case Renamed(name, new):
                others = {key: file for key, file in self._names.items() if key != name}
                self._rename(others | {new: self._names[name]})
            case SyncBegun(name, call):
                self._syncing[call] = self._changes(name)
            case Synced(name, call):
                self._settle(name, self._syncing.pop(call))

    def lose_power(self, survival: Survival, chance: random.Random) -> dict[str, bytes]:
        """The files as they can be found afterwards. Changes of names survive in their order: file
        systems that people use keep a journal of them."""
        states = [self._synced_names, *self._renaming]
        last = {"nothing": 0, "everything": len(states) - 1}
        names = states[last.get(survival, chance.randrange(len(states)))]
        return {
            name: _after(file, survival, chance)
            for name, file in names.items()
            if not name.endswith(SHARED_MEMORY)
        }

    def _rename(self, names: dict[str, File]) -> None:
        self._names = names
        self._renaming.append(names)

    def _changes(self, name: str) -> int:
        if not name:
            return len(self._renaming)
        file = self._names.get(name, File())
        return file.settled + len(file.unsynced)

    def _settle(self, name: str, covered: int) -> None:
        if not name:
            if covered:
                self._synced_names = self._renaming[covered - 1]
                del self._renaming[:covered]
                for call, others in self._syncing.items():
                    self._syncing[call] = max(0, others - covered)
        elif name in self._names:
            file = self._names[name]
            done = max(0, covered - file.settled)
            for change in file.unsynced[:done]:
                _apply(file.synced, change)
            del file.unsynced[:done]
            file.settled += done


def _after(file: File, survival: Survival, chance: random.Random) -> bytes:
    found = bytearray(file.synced)
    for change in [] if survival == "nothing" else file.unsynced:
        for part in [change] if survival == "everything" else _parts(change):
            if survival == "everything" or chance.random() < 0.5:
                _apply(found, part)
    return bytes(found)


def _parts(change: Wrote | Cut) -> Iterator[Wrote | Cut]:
    """A write in pieces that end where sectors do: each can be on the disk without the others."""
    if isinstance(change, Cut):
        yield change
        return
    name, at, data = change
    while data:
        size = SECTOR - at % SECTOR
        yield Wrote(name, at, data[:size])
        at, data = at + size, data[size:]


def _apply(content: bytearray, change: Wrote | Cut) -> None:
    if isinstance(change, Cut):
        content.extend(bytes(max(0, change.size - len(content))))
        del content[change.size :]
    else:
        content.extend(bytes(max(0, change.at - len(content))))
        content[change.at : change.at + len(change.data)] = change.data

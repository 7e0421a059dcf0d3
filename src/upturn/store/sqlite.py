"""SQLite: one file, for one process or for a group of workers on one machine.

One connection writes, in a thread of its own; two more read, which WAL allows at the same time.
Every step of a statement releases Python's global lock and has to get it back, which takes
milliseconds while the event loop is busy. So a batch is one statement that is a transaction by
itself, and it returns rows only when some entries were lost.

Workers of a group write in turn. They wait for a lock of their own, because SQLite's lock is
polled after longer and longer pauses, and any other process may get it in between.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import chain, count
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from upturn import __version__
from upturn.errors import StoreError, StoreUnavailable
from upturn.store import migrating, statements
from upturn.store.driver import Heard, NewEntry, Step, Told
from upturn.store.neighbours import Neighbours
from upturn.workers import WorkerGroup

READERS = 2
WRITER_TIMEOUT = 5.0
"""Seconds to wait while another process writes."""
PURGE_TIMEOUT = 200
"""Milliseconds to wait for those who read while the write-ahead log is emptied."""
_TAKEN = ("SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY")
_OWN_WORDS = {
    "BYTEA": "BLOB",
    " FOR KEY SHARE": "",
    " FOR UPDATE": "",
    "gen_random_uuid()::text": "lower(hex(randomblob(16)))",
}
_FIELD = re.compile(r"([\w.]+)::json ->> '(\w+)'")
_PLACE = re.compile(r"\$(\d+)")
_ALLOWED = "the user who runs Upturn must be allowed to write the file and its folder"
_ADVICE = {
    "SQLITE_CORRUPT": "the file is damaged; use a backup instead",
    "SQLITE_NOTADB": "choose another with --database",
    "SQLITE_CANTOPEN": _ALLOWED,
    "SQLITE_PERM": _ALLOWED,
    "SQLITE_FULL": "make room on the disk, then try again",
}
"""What to do about an error, by the beginning of its name."""

_INSERT = "INSERT INTO entries (table_id, n, at, body) VALUES "
_LOST_SOME = " ON CONFLICT DO NOTHING RETURNING table_id, n"

T = TypeVar("T")


class Sqlite:
    """The database in a file."""

    def __init__(self, path: Path, shown: str, group: WorkerGroup | None = None):
        self._path = path
        self._shown = shown
        self._group = group
        self._turn = Turn(group.folder / "writing" if group else None)
        self._neighbours: Neighbours | None = None
        self._writing = ThreadPoolExecutor(1, thread_name_prefix="store-writer")
        self._reading = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")
        self._free: SimpleQueue[sqlite3.Connection] = SimpleQueue()
        self.upgraded: str | None = None

    @classmethod
    async def open(cls, path: Path, shown: str, group: WorkerGroup | None = None) -> Sqlite:
        if not path.parent.is_dir():
            raise StoreError(f"{shown}: there is no folder {path.parent}")
        self = cls(path, shown, group)
        try:
            await self._run(self._writing, self._open)
        except BaseException:
            await self.close()
            raise
        return self

    # --- the interface of a driver

    @property
    def shared(self) -> bool:
        return self._group is not None

    async def insert(self, entries: Sequence[NewEntry]) -> set[tuple[str, int]]:
        told = {entry.key for entry in entries}  # if it fails, tell about all: it does no harm
        try:
            told = await self._run(self._writing, lambda: self._insert(entries))
        finally:
            if self._neighbours is not None:
                self._neighbours.tell(told)
        return told

    async def rows(self, sql: str, *args: Any) -> list[tuple[Any, ...]]:
        def read() -> list[tuple[Any, ...]]:
            connection = self._free.get()
            try:
                return _execute(connection, sql, args).fetchall()
            finally:
                self._free.put(connection)

        return await self._run(self._reading, read)

    async def change(self, *steps: Step, words: Sequence[str] = ()) -> list[tuple[Any, ...]] | None:
        def write() -> list[tuple[Any, ...]] | None:
            try:
                with self._turn:
                    return _transact(self._writer, steps)
            except sqlite3.IntegrityError as error:
                if error.sqlite_errorname in _TAKEN:
                    return None
                raise

        rows = await self._run(self._writing, write)
        if words and rows is not None:  # if we die before, the worker that replaces us makes up
            await self.announce(words)
        return rows

    async def listen(self, heard: Heard, told: Told) -> None:
        if self._group is not None:
            self._neighbours = Neighbours(self._group, heard, told)

    async def announce(self, words: Sequence[str]) -> None:
        if self._neighbours is not None:
            self._neighbours.announce(words)

    async def purge(self) -> bool:
        def checkpoint() -> bool:
            writer = self._writer
            writer.execute(f"PRAGMA busy_timeout = {PURGE_TIMEOUT}")  # all others wait meanwhile
            try:
                with self._turn:
                    ((busy, *_),) = writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            finally:
                writer.execute(f"PRAGMA busy_timeout = {WRITER_TIMEOUT * 1000:.0f}")
            return not busy

        return await self._run(self._writing, checkpoint)

    async def backup(self, path: Path) -> None:
        def copy() -> None:
            source = connect(self._path)
            with contextlib.closing(source), new_file(path) as target:
                source.backup(target)  # all pages in one step, so that the copy is consistent

        await self._run(self._reading, copy)

    async def size(self) -> int:
        files = (Path(f"{self._path}{end}") for end in ("", "-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    async def close(self) -> None:
        def close() -> None:
            if hasattr(self, "_writer"):
                self._writer.close()

        if self._neighbours is not None:
            self._neighbours.close()
        await asyncio.to_thread(self._reading.shutdown)
        while not self._free.empty():
            self._free.get().close()
        with contextlib.suppress(StoreUnavailable):
            await self._run(self._writing, close)
        self._writing.shutdown()
        self._turn.close()

    # --- in the threads

    async def _run(self, where: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        try:
            future = asyncio.get_running_loop().run_in_executor(where, work)
        except RuntimeError:  # the executor has been shut down
            raise StoreUnavailable("the store is closed") from None
        try:
            return await future
        except sqlite3.Error as error:
            raise StoreUnavailable(f"{self._shown}: {in_words(error)}") from None

    def _open(self) -> None:
        # The file holds what is hidden at the tables, so only its owner may read it.
        with contextlib.suppress(OSError):
            os.close(os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600))
        self._writer = connect(self._path)
        copy = migrate(self._writer, self._shown, self._path)
        if copy is not None:
            self.upgraded = f"{migrating.UPGRADED}. A copy from before is kept in {copy}."
        for _ in range(READERS):
            reader = connect(self._path)
            reader.execute("PRAGMA query_only = ON")
            self._free.put(reader)

    def _insert(self, entries: Sequence[NewEntry]) -> set[tuple[str, int]]:
        statement = _INSERT + ", ".join(["(?, ?, ?, ?)"] * len(entries))
        values = [*chain.from_iterable(entries)]
        with self._turn:
            try:
                self._writer.execute(statement, values)
            except sqlite3.IntegrityError:  # another worker was faster; nothing was written
                return set(self._writer.execute(statement + _LOST_SOME, values).fetchall())
        return {entry.key for entry in entries}


class Turn:
    """The lock for writing between processes; none without a path. Freed if its owner dies."""

    def __init__(self, path: Path | None):
        self._file = None if path is None else os.open(path, os.O_CREAT | os.O_RDWR, 0o600)

    def __enter__(self) -> None:
        if self._file is not None:
            import fcntl  # systems that support worker groups have it

            fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            import fcntl

            fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)


@contextlib.contextmanager
def new_file(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a new SQLite file. It gets its name only when the block ends without an error, and is
    then complete and on disk."""
    if path.exists():
        raise StoreError(f"{path} already exists")
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))
        target = sqlite3.connect(part, isolation_level=None, check_same_thread=False)
        with contextlib.closing(target):
            yield target
            target.execute("PRAGMA journal_mode = DELETE")  # one file, and no others next to it
        part.replace(path)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{path} cannot be written: {error}") from None
    finally:
        part.unlink(missing_ok=True)


def connect(path: Path) -> sqlite3.Connection:
    """Open a connection that commits each statement by itself and returns when it is on disk."""
    connection = sqlite3.connect(
        path, timeout=WRITER_TIMEOUT, isolation_level=None, check_same_thread=False
    )
    try:
        _use_wal(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")  # or macOS leaves data in the disk's cache
        connection.execute("PRAGMA secure_delete = ON")  # zeros over what is deleted or changed
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch to WAL. Retry if other processes do so too, since SQLite does not wait then."""
    until = time.monotonic() + WRITER_TIMEOUT
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname != "SQLITE_BUSY" or time.monotonic() > until:
                raise
            time.sleep(0.01)


def migrate(connection: sqlite3.Connection, shown: str, path: Path | None = None) -> Path | None:
    """Bring the schema up to date, once, even if other processes start too. If `path` is given and
    there is something to upgrade, first copy the file, and return the path of the copy."""
    with contextlib.suppress(sqlite3.OperationalError):  # no such table: the file is still empty
        if not migrating.missing(_version(connection), shown):
            return None
    connection.execute("BEGIN IMMEDIATE")
    try:
        copy = _take_steps(connection, shown, path)
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    return copy


def _take_steps(connection: sqlite3.Connection, shown: str, path: Path | None) -> Path | None:
    connection.execute(statements.MAKE_META)
    version = _version(connection)
    steps = migrating.missing(version, shown)
    copy = _keep_copy(path) if path is not None and version and steps else None
    try:
        for sql, args in steps:
            _execute(connection, sql, args)
        if version and migrating.computes_keys(version):
            for sql, args in migrating.new_keys(connection.execute(statements.NAMES).fetchall()):
                _execute(connection, sql, args)
    except BaseException:
        if copy is not None:  # nothing has changed, and the next try makes another copy
            copy.unlink(missing_ok=True)
        raise
    return copy


def _keep_copy(path: Path) -> Path:
    """Copy the file, as last committed, to an unused name next to it. Nobody can write meanwhile,
    since the caller has the lock."""
    name = f"{path.name}.before-{__version__}"
    copies = (path.with_name(f"{name}-{n}" if n > 1 else name) for n in count(1))
    copy = next(copy for copy in copies if not copy.exists())
    try:
        with contextlib.closing(sqlite3.connect(path)) as source, new_file(copy) as target:
            source.backup(target)
    except StoreError as error:
        raise StoreError(
            f"{error}. A copy of the database must be kept before it is brought up to date, "
            "so nothing has been changed"
        ) from None
    return copy


def _version(connection: sqlite3.Connection) -> int:
    found = connection.execute(statements.SCHEMA_VERSION).fetchall()
    return int(found[0][0]) if found else 0


def _transact(connection: sqlite3.Connection, steps: Sequence[Step]) -> list[tuple[Any, ...]]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        rows = [_execute(connection, sql, args).fetchall() for sql, args in steps]
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    return rows[0]


def in_words(error: sqlite3.Error) -> str:
    """Return what failed, and what to do about it if that is known."""
    name = getattr(error, "sqlite_errorname", None) or ""
    if name.startswith("SQLITE_READONLY"):
        return f"the file or its folder is read-only ({_ALLOWED})"
    advice = next((words for kind, words in _ADVICE.items() if name.startswith(kind)), None)
    return f"{error} ({advice})" if advice else str(error)


def _execute(connection: sqlite3.Connection, sql: str, args: Sequence[Any]) -> sqlite3.Cursor:
    """Execute a statement that is written in PostgreSQL's dialect."""
    worded, order = _worded(sql)
    return connection.execute(worded, [args[i] for i in order])


@cache
def _worded(sql: str) -> tuple[str, tuple[int, ...]]:
    """Return a statement in SQLite's dialect, and the index of the argument for each place."""
    for word, own in _OWN_WORDS.items():
        sql = sql.replace(word, own)
    sql = _FIELD.sub(r"json_extract(\1, '$.\2')", sql)
    order = tuple(int(number) - 1 for number in _PLACE.findall(sql))
    return _PLACE.sub("?", sql), order

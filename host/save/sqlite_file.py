"""SQLite files that may come from strangers: the only way in which the host opens one.

A file is read from a private copy of it and of its write-ahead log, because SQLite writes when it opens a database: it
rolls back a journal beside the file, and deletes the files that the journal names. A file with a journal beside it is
never opened for writing: the host leaves no journals. Before any other statement runs, there must be the tables of
the format and nothing else, and the pages must be sound: then no statement runs SQL of a stranger, and none takes more
work than a file of that size needs.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import cache
from io import FileIO
from pathlib import Path
from typing import NamedTuple

from host.errors import DamagedBeginningError, DamagedSaveError, ForeignFileError, SaveError
from host.paths.folders import open_to_read, refuse_planted

# The beginning of a SQLite file, and where in it two numbers are, 4 bytes, big-endian: the version of the format, and
# the number that identifies a kind of files.
_MAGIC = b"SQLite format 3\0"
_VERSION_AT, _APPLICATION_AT = 60, 68
# Attempts at a copy of a file that another process writes, and the seconds between two.
_COPIES, _BETWEEN_COPIES = 20, 0.05
# Bytes that are copied at once; a block of zeros becomes a hole, as it may have been one.
_ZEROS = bytes(2**16)
# Steps of SQLite's virtual machine: between two looks at Ctrl-C, for any file, and for each byte of a file. Values of
# one byte take the most steps for each: they are checked once, and read once or twice.
_STEPS_BETWEEN, _STEPS, _STEPS_OF_BYTE = 10_000, 1_000_000, 40
# Seconds in which a file is copied, checked and read; the largest survey that a program holds takes some minutes.
READ_SECONDS = 600.0
# Limits of each connection; a statement of the host stays far below.
_LIMITS = {
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 2**20,
    sqlite3.SQLITE_LIMIT_COLUMN: 1000,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 50,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 2,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 8,
    # VACUUM attaches one.
    sqlite3.SQLITE_LIMIT_ATTACHED: 1,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 50,
    sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER: 1000,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 0,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}
# Switches of a connection, which Python sets since 3.12.
_SWITCHES = {"DEFENSIVE": True, "TRUSTED_SCHEMA": False, "ENABLE_TRIGGER": False, "ENABLE_VIEW": False}
# A file may ask for a cache of any size.
_PRAGMAS = ("trusted_schema=OFF", "cell_size_check=ON", "cache_size=-16384", "mmap_size=0")
# Errors of SQLite that say nothing about the file itself.
_NOT_DAMAGED = frozenset(
    (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_TOOBIG,
    )
)

# A row of the table of all tables: type, name, table, SQL.
SchemaRow = tuple[str, str, str, str | None]


class Kind(NamedTuple):
    """A kind of files of the host."""

    # Its name in messages.
    noun: str
    # The number in the header of such files, and the versions of the format that this version of the host reads.
    application: int
    versions: tuple[int, ...]
    # The SQL of its tables; `more_tables` of the functions below returns the SQL of those that differ between files.
    tables: tuple[str, ...]
    # The most bytes of a file, of the write-ahead log beside it, and of a value in it.
    most_bytes: int
    most_log: int
    most_value: int


# Returns the SQL of further tables from a database that has the fixed tables of its kind.
MoreTables = Callable[[sqlite3.Connection], Sequence[str]]


def path_beside(path: Path, suffix: str) -> Path:
    """Return the path of a file of SQLite that lies beside a database, or beside the one that a link leads to."""
    real = Path(os.path.realpath(path))
    return real.with_name(real.name + suffix)


def list_databases(folder: Path) -> list[Path]:
    """Return the files in a folder that begin as one of SQLite, sorted, without links of a mod. Raises OSError."""
    found = []
    for path in sorted(folder.iterdir()):
        if path.name.endswith(("-wal", "-shm")):
            continue
        # What cannot be read is no file of the host.
        with suppress(OSError):
            # Checked before the file is opened: opening a device may have effects.
            if not path.is_file():
                continue
            refuse_planted(path)
            with FileIO(open_to_read(path)) as file:
                if stat.S_ISREG(os.fstat(file.fileno()).st_mode) and file.read(len(_MAGIC)) == _MAGIC:
                    found.append(path)
    return found


@contextmanager
def open_for_reading(path: Path, kind: Kind, more_tables: MoreTables = lambda _: ()) -> Iterator[sqlite3.Connection]:
    """Connect to a private copy of a file; neither it nor any file beside it changes. Raises SaveError."""
    with _naming_errors(path, kind), tempfile.TemporaryDirectory(prefix="dungeon-host-") as folder:
        copy = Path(folder, "copy")
        guard = _Guard()
        with _interruptible(path, kind, guard):
            guard.allow(_copy_with_log(path, copy, kind, guard.check))
            database = sqlite3.connect(copy, isolation_level=None)
            try:
                database.set_progress_handler(guard, _STEPS_BETWEEN)
                _check(path, kind, database, more_tables)
                yield database
            finally:
                # SQLite moves no log into a file that is gone: that could need more room than the copies.
                with suppress(OSError):
                    copy.unlink()
                database.close()


def open_for_writing(
    path: Path, kind: Kind, more_tables: MoreTables = lambda _: (), *, seconds: float = 5.0
) -> sqlite3.Connection:
    """Connect to a file that exists, to change it. Raises SaveError.

    `seconds` is how long to wait for other processes that change it. Threads may take turns with the connection.
    """
    with _naming_errors(path, kind), ExitStack() as resources:
        guard = _Guard()
        with _interruptible(path, kind, guard):
            guard.allow(_check_beginning(path, kind))
            check_beside(path, kind)
            guard.check()
            database = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode=rw",
                uri=True,
                timeout=seconds,
                isolation_level=None,
                # The garbage collector may close the database in any thread.
                check_same_thread=False,
            )
            resources.callback(database.close)
            database.set_progress_handler(guard, _STEPS_BETWEEN)
            _check(path, kind, database, more_tables)
        database.set_progress_handler(None, 0)
        resources.pop_all()
        return database


def check_beside(path: Path, kind: Kind) -> None:
    """Raise SaveError when a file beside a file would change others when SQLite opens it for writing."""
    journal = path_beside(path, "-journal")
    if os.path.lexists(journal):
        raise SaveError(
            f'"{journal}" is not of dungeon-host, and would change the {kind.noun} "{path}" and other files: remove it'
        )
    for suffix in ("-wal", "-shm"):
        file = path_beside(path, suffix)
        if os.path.lexists(file) and not stat.S_ISREG(file.lstat().st_mode):
            raise SaveError(f'"{file}" is not a file, and must be one beside the {kind.noun} "{path}": remove it')


@contextmanager
def _naming_errors(path: Path, kind: Kind) -> Iterator[None]:
    """Turn what reading a file may raise into a SaveError that names it."""
    try:
        yield
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", None) in _NOT_DAMAGED:
            raise SaveError(f'the {kind.noun} "{path}" cannot be read: {error}') from None
        raise DamagedSaveError(f'the {kind.noun} "{path}" is damaged: {error}') from None
    except FileNotFoundError:
        raise SaveError(f'there is no {kind.noun} "{path}"') from None
    except OSError as error:
        raise SaveError(f'the {kind.noun} "{path}" cannot be read: {error.strerror or error}') from None
    except (ValueError, TypeError, KeyError, AttributeError, IndexError, OverflowError, RecursionError) as error:
        # Text that is not UTF-8, or text that is not JSON.
        raise DamagedSaveError(f'the {kind.noun} "{path}" is damaged: {error}') from None


class _Guard:
    """Ends statements that take more work than a file of its size needs, at the deadline, and at Ctrl-C."""

    def __init__(self) -> None:
        self.size = 0
        self.steps_left = 0
        self._deadline = time.monotonic() + READ_SECONDS
        # What a handler of signals raised: SQLite does not pass it on.
        self.interrupt: BaseException | None = None

    def allow(self, size: int) -> None:
        """Allow the work that a file of `size` bytes needs."""
        self.size = size
        self.steps_left = _STEPS + _STEPS_OF_BYTE * size

    def is_late(self) -> bool:
        """Return whether the deadline is over."""
        return time.monotonic() > self._deadline

    def check(self) -> None:
        """Raise _LateError after the deadline."""
        if self.is_late():
            raise _LateError

    def __call__(self) -> bool:
        try:
            self.steps_left -= _STEPS_BETWEEN
            return self.steps_left < 0 or self.is_late()
        except BaseException as error:
            self.interrupt = error
            return True


class _LateError(Exception):
    """The time to read a file is over."""


@contextmanager
def _interruptible(path: Path, kind: Kind, guard: _Guard) -> Iterator[None]:
    late = SaveError(f'the {kind.noun} "{path}" cannot be read in {READ_SECONDS:g} seconds')
    try:
        yield
    except _LateError:
        raise late from None
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_INTERRUPT:
            raise
        if guard.steps_left < 0:
            raise DamagedSaveError(
                f'the {kind.noun} "{path}" is damaged: it takes more work than a file of {guard.size} bytes needs'
            ) from None
        if guard.interrupt is None and guard.is_late():
            raise late from None
        # Ctrl-C may also come before the first line of the guard.
        raise guard.interrupt or KeyboardInterrupt from None


def _open_file(path: Path, kind: Kind, most: int) -> FileIO:
    """Open a file for reading, and nothing that is no file. Raises SaveError and OSError."""
    number = open_to_read(path)
    status = os.fstat(number)
    if stat.S_ISREG(status.st_mode) and status.st_size <= most:
        return FileIO(number, "rb")
    os.close(number)
    if not stat.S_ISREG(status.st_mode):
        raise SaveError(f'"{path}" is not a file: a {kind.noun} must be a file')
    raise SaveError(f'"{path}" has {status.st_size} bytes: a {kind.noun} has at most {most}')


def _open_checked(path: Path, kind: Kind) -> FileIO:
    """Open a file that begins as its kind does. Raises SaveError."""
    file = _open_file(path, kind, kind.most_bytes)
    beginning = file.read(_APPLICATION_AT + 4)
    problem: SaveError | None = None
    version = int.from_bytes(beginning[_VERSION_AT : _VERSION_AT + 4], "big")
    if not beginning.startswith(_MAGIC):
        problem = DamagedBeginningError(f'"{path}" is not a {kind.noun} of dungeon-host, or its beginning is damaged')
    elif int.from_bytes(beginning[_APPLICATION_AT:], "big") != kind.application:
        problem = ForeignFileError(f'"{path}" is not a {kind.noun} of dungeon-host')
    elif version not in kind.versions:
        problem = _foreign_version(path, kind, version)
    if problem is not None:
        file.close()
        raise problem
    return file


def _foreign_version(path: Path, kind: Kind, version: int) -> SaveError:
    newer = "a newer version of dungeon-host wrote it, and " if version > max(kind.versions) else ""
    reads = f"format{'s' if len(kind.versions) > 1 else ''} {' and '.join(map(str, kind.versions))}"
    return SaveError(f'the {kind.noun} "{path}" has the format {version}: {newer}this version reads the {reads}')


def _check_beginning(path: Path, kind: Kind) -> int:
    """Check the beginning and the size of a file and its log; return the bytes of both. Raises SaveError."""
    with _open_checked(path, kind) as file:
        size = os.fstat(file.fileno()).st_size
    with suppress(FileNotFoundError), _open_file(path_beside(path, "-wal"), kind, kind.most_log) as log:
        size += os.fstat(log.fileno()).st_size
    return size


def _copy_with_log(path: Path, copy: Path, kind: Kind, check: Callable[[], None]) -> int:
    """Copy a file and its write-ahead log, in a state that a process that writes them may have left.

    Return the bytes of both. Raises SaveError, and what `check` raises, which is called again and again.
    """
    log, log_copy = path_beside(path, "-wal"), path_beside(copy, "-wal")

    def list_versions() -> list[tuple[int, int]]:
        statuses = [file.stat() for file in (path, log) if file.exists()]
        return [(status.st_mtime_ns, status.st_size) for status in statuses]

    for _ in range(_COPIES):
        before = list_versions()
        with _open_checked(path, kind) as file:
            size = _copy_file(file, copy, check)
        log_copy.unlink(missing_ok=True)
        with suppress(FileNotFoundError), _open_file(log, kind, kind.most_log) as file:
            size += _copy_file(file, log_copy, check)
        if list_versions() == before:
            break
        time.sleep(_BETWEEN_COPIES)
    return size


def _copy_file(file: FileIO, copy: Path, check: Callable[[], None]) -> int:
    """Copy a file without its holes, which would fill the disk; return its bytes."""
    size = os.fstat(file.fileno()).st_size
    file.seek(0)
    with copy.open("wb") as target:
        for start in range(0, size, len(_ZEROS)):
            check()
            block = file.read(min(len(_ZEROS), size - start))
            if block != _ZEROS[: len(block)]:
                target.seek(start)
                target.write(block)
        target.truncate(size)
    return size


def _check(path: Path, kind: Kind, database: sqlite3.Connection, more_tables: MoreTables) -> None:
    """Limit what a connection may do, and raise SaveError or sqlite3.Error unless its database is sound."""
    for limit, most in _LIMITS.items():
        database.setlimit(limit, most)
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, kind.most_value)
    if hasattr(database, "setconfig"):
        for name, is_on in _SWITCHES.items():
            database.setconfig(getattr(sqlite3, f"SQLITE_DBCONFIG_{name}"), is_on)
    for pragma in _PRAGMAS:
        database.execute(f"PRAGMA {pragma}")
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version not in kind.versions:
        raise _foreign_version(path, kind, version)
    rows = _read_schema(database)
    fixed = schema_of(kind.tables)
    if not fixed <= rows or rows != fixed | schema_of((*kind.tables, *more_tables(database))):
        raise ForeignFileError(f'"{path}" is not a {kind.noun} of dungeon-host: it has other tables')
    problem = database.execute("PRAGMA quick_check(1)").fetchone()[0]
    if problem != "ok":
        raise DamagedSaveError(f'the {kind.noun} "{path}" is damaged: {problem}')
    # A log may make the file larger than both.
    (pages,) = database.execute("PRAGMA page_count").fetchone()
    (page_size,) = database.execute("PRAGMA page_size").fetchone()
    if pages * page_size > kind.most_bytes:
        raise SaveError(f'"{path}" has {pages * page_size} bytes: a {kind.noun} has at most {kind.most_bytes}')
    database.execute(f"PRAGMA max_page_count={kind.most_bytes // page_size}")


def _read_schema(database: sqlite3.Connection, most: int = 20) -> set[SchemaRow]:
    """Return the rows about all tables, indexes, views and triggers of a database; not many more than `most`."""
    return set(database.execute("SELECT type, name, tbl_name, sql FROM sqlite_master LIMIT ?", (most,)))


@cache
def schema_of(tables: tuple[str, ...]) -> frozenset[SchemaRow]:
    """Return the rows that SQLite stores about tables, from their SQL."""
    with closing(sqlite3.connect(":memory:")) as database:
        for table in tables:
            database.execute(table)
        return frozenset(_read_schema(database))

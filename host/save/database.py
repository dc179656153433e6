"""The SQLite database in the file of a save: how it is opened, its tables, and the digests of what is in it.

A save may come from a stranger, and SQLite may write when it opens a database: it rolls back a journal beside the file,
and deletes the files that the journal names. Therefore a save is read as a file that never changes, or from a copy of
the file and its write-ahead log. A save with a journal beside it is never opened: the host leaves no journals.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

from host.errors import DamagedBeginningError, DamagedSaveError, ForeignFileError, SaveError
from host.save.contents import ChunkKey, check_header

# The version of the file format; `format_2` reads files of version 0.1.0, which are converted when they are written.
FORMAT = 3
OLD_FORMAT = 2
# Identifies a save among other SQLite files.
APPLICATION = 0x44484F53
BACKUPS = 3
# Seconds to wait for another process that saves.
_LOCK_TIMEOUT = 10.0
# Modulus of sums of digests.
SUMS = 2**128
# The largest file: all of it is held in memory, twice.
MOST_BYTES = 2**30
# Characters of the header, all of them ASCII, and the most chunks: Python takes many times the bytes of short ones.
_MOST_HEADER, _MOST_CHUNKS = 2**22, 2**20
# The beginning of a SQLite file, and where in it the number is that identifies saves: 4 bytes, big-endian.
_MAGIC = b"SQLite format 3\0"
_APPLICATION_AT = 68
# Attempts at a copy of a file that another process writes, and the seconds between two.
_COPIES, _BETWEEN_COPIES = 20, 0.05
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

TABLES = """\
CREATE TABLE header (
  only INTEGER PRIMARY KEY CHECK (only = 1), count INTEGER NOT NULL, data TEXT NOT NULL, digest BLOB NOT NULL
) STRICT;
CREATE TABLE chunk (kind TEXT, key TEXT, data BLOB NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (kind, key)) STRICT;
"""
_SCHEMA = {
    ("table", name, sql) for name, sql in zip(("header", "chunk"), TABLES.strip(";\n").split(";\n"), strict=True)
}


def backups(path: Path) -> list[Path]:
    """List the backups of a save, the latest first."""
    paths = [path.with_name(f"{path.name}.backup{number}") for number in range(1, BACKUPS + 1)]
    return [backup for backup in paths if backup.exists()]


def read_version(database: sqlite3.Connection) -> int:
    """Return the version of the file format of a save."""
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    return version


def path_beside(path: Path, suffix: str) -> Path:
    """Return the path of a file of SQLite that lies beside a database."""
    return path.with_name(path.name + suffix)


def create_file_beside(path: Path) -> Path:
    """Create an empty file beside a save, with a name that nobody can guess."""
    # A name may have 255 bytes.
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".new", dir=path.parent)
    os.close(handle)
    return Path(name)


def open_for_writing(path: Path) -> sqlite3.Connection:
    """Open the database of a save for writing. Raises SaveError when a journal lies beside it."""
    _check_journal(path)
    return sqlite3.connect(path, timeout=_LOCK_TIMEOUT, isolation_level=None)


def _check_journal(path: Path) -> None:
    journal = path_beside(path, "-journal")
    if os.path.lexists(journal):
        raise SaveError(
            f'"{journal}" is not of dungeon-host, and would change the save "{path}" and other files: remove it'
        )


def _check_beginning(path: Path) -> None:
    """Raise SaveError for a file that is not a save, before SQLite opens it."""
    for file in (path, path_beside(path, "-wal")):
        if file.exists() and (not file.is_file() or file.stat().st_size > MOST_BYTES):
            raise SaveError(f'"{file}" has {file.stat().st_size} bytes: a save has at most {MOST_BYTES}')
    with path.open("rb") as opened:
        beginning = opened.read(_APPLICATION_AT + 4)
    if not beginning.startswith(_MAGIC):
        raise DamagedBeginningError(f'"{path}" is not a save of dungeon-host, or its beginning is damaged')
    if int.from_bytes(beginning[_APPLICATION_AT:], "big") != APPLICATION:
        raise ForeignFileError(f'"{path}" is not a save of dungeon-host')


def _copy_with_log(path: Path, folder: Path) -> Path:
    """Copy a save and its write-ahead log, in a state that a process that writes them may have left."""

    def list_versions() -> list[tuple[int, int]]:
        statuses = [file.stat() for file in (path, path_beside(path, "-wal")) if file.exists()]
        return [(status.st_mtime_ns, status.st_size) for status in statuses]

    copy = folder / "save"
    for _ in range(_COPIES):
        before = list_versions()
        shutil.copyfile(path, copy)
        with suppress(FileNotFoundError):
            shutil.copyfile(path_beside(path, "-wal"), path_beside(copy, "-wal"))
        if list_versions() == before:
            break
        time.sleep(_BETWEEN_COPIES)
    return copy


@contextmanager
def _connected(path: Path) -> Iterator[sqlite3.Connection]:
    """Connect to a save for reading; neither it nor any file beside it changes."""
    log = path_beside(path, "-wal")
    if log.exists() and log.stat().st_size:
        with tempfile.TemporaryDirectory(prefix="dungeon-host-") as folder:
            copy = _copy_with_log(path, Path(folder))
            with closing(sqlite3.connect(copy, isolation_level=None)) as database:
                yield database
    else:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)) as database:
            yield database


@contextmanager
def open_for_reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the database of a save for reading."""
    try:
        if not path.is_file():
            raise SaveError(f'there is no save "{path}"')
        _check_beginning(path)
        with _connected(path) as database:
            version = read_version(database)
            if version not in (OLD_FORMAT, FORMAT):
                newer = "a newer version of dungeon-host wrote it, and " if version > FORMAT else ""
                raise SaveError(
                    f'the save "{path}" has the format {version}: {newer}this version reads the formats {OLD_FORMAT} '
                    f"and {FORMAT}"
                )
            # A save may come from an untrusted source: its schema is never evaluated.
            database.execute("PRAGMA trusted_schema=OFF")
            if set(database.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")) != _SCHEMA:
                raise ForeignFileError(f'"{path}" is not a save of dungeon-host: it has other tables')
            _check_sizes(path, database)
            yield database
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", None) in _NOT_DAMAGED:
            raise SaveError(f'the save "{path}" cannot be read: {error}') from None
        raise damaged_error(path, [str(error)]) from None
    except OSError as error:
        raise SaveError(f'the save "{path}" cannot be read: {error.strerror or error}') from None
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        # Text that is not UTF-8, a header that is not JSON.
        raise damaged_error(path, [str(error)]) from None


def _check_sizes(path: Path, database: sqlite3.Connection) -> None:
    """Raise SaveError for a header or a number of chunks that would take many times the memory of the file."""
    # A text is measured in bytes, without being read.
    for part, most, query in (
        ("bytes in its header", _MOST_HEADER, "SELECT sum(length(CAST(data AS BLOB))) FROM header"),
        ("chunks", _MOST_CHUNKS, "SELECT count(*) FROM chunk"),
    ):
        (number,) = database.execute(query).fetchone()
        if (number or 0) > most:
            raise SaveError(f'the save "{path}" has {number} {part}: it may have {most}')


def damaged_error(path: Path, problems: list[str]) -> DamagedSaveError:
    """Make the error for a damaged save; its hint is the latest backup."""
    copies = backups(path)
    return DamagedSaveError(
        f'the save "{path}" is damaged: {"; ".join(problems[:5])}',
        hint=f"the latest backup of it is {copies[0]}" if copies else None,
    )


def digest_chunk(key: ChunkKey, data: bytes) -> bytes:
    """Return the digest of a chunk and its key: 16 bytes."""
    return blake2b(data, digest_size=16, key="\0".join(key).encode()[:64]).digest()


def _header_digest(version: int, count: int, text: str) -> bytes:
    # In files of version 0.1.0 the digest does not cover the version of the format.
    covered = f"{count} {text}" if version == OLD_FORMAT else f"{version} {count} {text}"
    return blake2b(covered.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def sum_digests(digests: Iterable[bytes]) -> int:
    """Sum digests, modulo `SUMS`: the order does not matter, and single digests can be added and subtracted."""
    return sum(int.from_bytes(digest, "little") for digest in digests) % SUMS


def write_header(database: sqlite3.Connection, header: Mapping[str, Any], count: int, total: int) -> None:
    """Write the header; its `chunks` is the sum of all digests, so no chunk can be missing or be of another save."""
    text = json.dumps({**header, "chunks": f"{total:032x}"}, sort_keys=True)
    if len(text) > _MOST_HEADER:
        raise SaveError(f"the header of the save would have {len(text)} characters: it may have {_MOST_HEADER}")
    row = (count, text, _header_digest(FORMAT, count, text))
    database.execute("INSERT OR REPLACE INTO header VALUES (1, ?, ?, ?)", row)


def find_problems(database: sqlite3.Connection) -> list[str]:
    """List the damages of a save; the list is empty when it is whole."""
    problems = [row[0] for row in database.execute("PRAGMA integrity_check(10)") if row[0] != "ok"]
    total = 0
    for kind, key, data, digest in database.execute("SELECT kind, key, data, digest FROM chunk ORDER BY kind, key"):
        if digest_chunk((kind, key), data) != digest:
            problems.append(f"the chunk {kind} {key} is not what was saved".replace("  ", " "))
        total += sum_digests([digest])
    row = database.execute("SELECT count, data, digest FROM header").fetchone()
    if row is None:
        problems.append("the header is missing")
    elif _header_digest(read_version(database), *row[:2]) != row[2]:
        problems.append("the header is not what was saved")
    else:
        header = json.loads(row[1])
        if header.get("chunks") != f"{total % SUMS:032x}":
            problems.append("the chunks are not those of the header")
        try:
            check_header(header)
        except SaveError as error:
            problems.append(error.message)
    return problems
